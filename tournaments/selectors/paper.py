"""What can be printed, and what each sheet shows: plain JSON types, for the layouts in templates/paper.

A new sheet is a function here or in a file beside it, a layout, and a line in SHEETS.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.bracket_layout import layout
from tournaments.engine.measures import MEASURES
from tournaments.models import Entry, Event, Player, Round
from tournaments.selectors.brackets import bracket_of, bracket_stage_of
from tournaments.selectors.desk import tables_of_event
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.events import listed
from tournaments.selectors.paper_asked import Content, Wanted, among_words, head_of_paper
from tournaments.selectors.paper_bracket import bracket_sheet
from tournaments.selectors.paper_cards import personal_cards
from tournaments.selectors.paper_scores import score_sheets
from tournaments.selectors.paper_seats import RoundSet, TableSet, people_of, rounds_set
from tournaments.selectors.results import entry_names
from tournaments.selectors.rounds import SEATS
from tournaments.selectors.standings import POINTS, standings_of

MOST_NUMBERS = 200


@dataclass(frozen=True, slots=True)
class Sheet:
    """Something to print. `layout` is its file in templates/paper; `by_round`: one chooses the round."""

    key: str
    title: str
    hint: str
    layout: str
    content: Callable[[Wanted], Content]
    by_round: bool = False


def printed(sheet: Sheet, asked: Wanted) -> Content:
    """All that a sheet's layout needs. Raises EventViolation where there is nothing to print yet."""
    if sheet.by_round and not asked.rounds and sheet.key != "score-sheets":
        raise EventViolation("nothing-to-print", "No round is drawn yet; accept a draw first.")
    return head_of_paper(asked.event) | sheet.content(asked)


def badges(asked: Wanted) -> Content:
    """A badge for every person, by surname; both people of a pair. One query."""
    people = [(entry.number, one) for entry in _taking_part(asked.event) for one in people_of(entry)]
    people.sort(key=lambda two: (two[1].sort_key, two[1].pk))
    return {
        "badges": [{"name": one.name, "note": one.note, "number": number} for number, one in people],
    }


def _taking_part(event: Event) -> list[Entry]:
    found = [entry for entry in entries_listed(event) if entry.withdrawn_after is None]
    if not found:
        raise EventViolation("nothing-to-print", "Nobody is entered yet; enter the players first.")
    return found


def table_numbers(asked: Wanted) -> Content:
    """A card with its number for each table, without a link. Two queries."""
    tables = tables_of_event(asked.event) or asked.event.entries.count() // 4
    if not tables:
        raise EventViolation("nothing-to-print", "There are no tables yet. Enter four players or more first.")
    return {"cards": [{"table": number} for number in range(1, min(tables, MOST_NUMBERS) + 1)]}


def seating_by_name(asked: Wanted) -> Content:
    """Where everybody sits, by surname, those who sit out among them. Three queries."""
    rounds = rounds_set(asked.rounds)
    return {"title": "Seating by name", "rounds": [_by_name(one) for one in rounds]}


def _by_name(one: RoundSet) -> Content:
    placed = [(player, table, seat) for table in one.tables for seat, player in table.people.items()]
    lines = [
        ((player.sort_key, player.pk), _place(player, table, seat)) for player, table, seat in placed
    ] + [
        ((player.sort_key, player.pk), {"name": str(player), "table": "", "seat": "", "with": ""})
        for row in one.sitting_out
        for player in people_of(row.entry)
    ]
    lines.sort(key=lambda line: line[0])
    return {"title": f"{_name_of(one.round)}: where to sit", "places": [place for _, place in lines]}


def _place(player: Player, table: TableSet, seat: str) -> Content:
    partner, opponents = table.partner_of(seat), listed(map(among_words, table.opponents_of(seat)))
    told = [f"with {among_words(partner)}"] * bool(partner) + [f"against {opponents}"] * bool(opponents)
    return {
        "name": str(player),
        "table": str(table.match.table),
        "seat": SEATS[seat],
        "with": ", ".join(told),
    }


def seating_by_table(asked: Wanted) -> Content:
    """Every table with its four seats. Three queries."""
    return {
        "title": "Seating by table",
        "rounds": [
            {
                "title": _name_of(one.round),
                "tables": [
                    {
                        "table": str(table.match.table),
                        "seats": {seat: str(player) for seat, player in table.people.items()},
                    }
                    for table in one.tables
                ],
                "sitting_out": listed(among_words(str(row.entry)) for row in one.sitting_out),
            }
            for one in rounds_set(asked.rounds)
        ],
    }


def standings(asked: Wanted) -> Content:
    """The standings as published, with the sentence for each place. One query."""
    shown = standings_of(asked.event, asked.policy)
    if not shown.lines:
        raise EventViolation("nothing-to-print", "Nobody has a place yet; the standings begin with a result.")
    return {
        "note": "Newer results are being counted." if shown.behind else "",
        "columns": [measure.name.capitalize() for measure in shown.columns],
        "chain": [
            f"{measure.name.capitalize()}. {measure.sentence}"
            for measure in (MEASURES[POINTS], *shown.columns)
        ],
        "lines": [
            {
                "rank": line.rank,
                "name": line.name,
                "points": str(line.points),
                "figures": [figure.text for figure in line.figures],
                "rounds": str(line.rounds_played),
                "why": line.why,
            }
            for line in shown.lines
        ],
    }


def bracket(asked: Wanted) -> Content:
    """The event's newest bracket with its results. Three queries."""
    stage = bracket_stage_of(asked.event)
    if stage is None or not stage.seeds:
        raise EventViolation("nothing-to-print", "No bracket is drawn in this event.")
    tree = bracket_of(stage)
    return {"parts": bracket_sheet(tree, layout(tree), entry_names(asked.event.pk))}


def _name_of(one: Round) -> str:
    """ "Round 3", or the name it was given."""
    words = str(one)
    return words[:1].upper() + words[1:]


_ALL = (
    Sheet(
        "personal-cards",
        "Personal cards",
        "A card for everybody: table, seat, partner and opponents of each round, and boxes for the points.",
        "personal_cards",
        personal_cards,
    ),
    Sheet(
        "score-sheets",
        "Score sheets",
        "A sheet for each table of a round with its names; without a round, blank ones.",
        "score_sheets",
        score_sheets,
        by_round=True,
    ),
    Sheet(
        "seating-names",
        "Seating by name",
        "For the notice board: everybody by surname, with table and seat.",
        "seating_names",
        seating_by_name,
        by_round=True,
    ),
    Sheet(
        "seating-tables",
        "Seating by table",
        "Every table with its four seats.",
        "seating_tables",
        seating_by_table,
        by_round=True,
    ),
    Sheet("badges", "Name badges", "Ten to a page, 90 by 54 mm, by surname.", "badges", badges),
    Sheet(
        "table-numbers",
        "Table numbers",
        "A large number for each table, two to a page. Cards with QR codes are made with the links.",
        "table_cards",
        table_numbers,
    ),
    Sheet("bracket", "Bracket", "Who meets whom and who has won, lying on the page.", "bracket", bracket),
    Sheet("standings", "Standings", "Every place, and why it is what it is.", "standings", standings),
)

SHEETS: dict[str, Sheet] = {sheet.key: sheet for sheet in _ALL}
