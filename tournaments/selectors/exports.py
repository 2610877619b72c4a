"""A club's lists as rows of a spreadsheet, with headings by which they are read back unchanged."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from django.db.models import QuerySet

from tournaments.engine.measures import MEASURES
from tournaments.engine.sheet_columns import FIGURES
from tournaments.models import Club, Entry, Event, Player, Standing, Tally

Cells = list[str | int]
LISTS = {
    "players": "People",
    "entries": "Entries",
    "results": "Results, round by round",
    "standings": "Standings",
}


def rows_of(what: str, club: Club, events: Collection[int] | None = None) -> Iterator[Cells]:
    """The rows of one of LISTS, heading first: of all events of the club, or of these."""
    if what == "players":
        yield from player_rows(club)
        return
    chosen = Event.objects.filter(club=club).order_by("plays_on", "pk")
    if events is not None:
        chosen = chosen.filter(pk__in=events)
    yield from {"entries": entry_rows, "results": result_rows, "standings": standing_rows}[what](chosen)


def player_rows(club: Club) -> Iterator[Cells]:
    """The club's people by surname. One query."""
    yield ["Name", "Note"]
    for one in Player.objects.filter(club=club).order_by("sort_key", "pk"):
        yield [one.name, one.note]


_EVENT = ["Event", "Date"]
_WHO = ["Name", "Partner"]


def entry_rows(events: "QuerySet[Event]") -> Iterator[Cells]:
    """Who takes part, event by event, in the order of entering. Two queries."""
    yield [*_EVENT, "Number", *_WHO, "Categories", "Left after round"]
    for entry in _entries(events):
        left: str | int = "" if entry.withdrawn_after is None else entry.withdrawn_after
        yield [*_of_event(entry.event), entry.number, *_who(entry), ", ".join(entry.categories), left]


def result_rows(events: "QuerySet[Event]") -> Iterator[Cells]:
    """What each entry has in each round, its lone marches added up. Two queries."""
    yield [*_EVENT, "Round", "Table", *_WHO, "Points", "Points against", "Games won", "Lone marches"]
    rows = Tally.objects.filter(round__event__in=events).select_related("round", "match", "entry__event")
    rows = rows.select_related("entry__player", "entry__pair__first", "entry__pair__second")
    of_entry: dict[tuple[int, int], list[Tally]] = {}
    order = ("round__event__plays_on", "round__event_id", "round__number", "entry__number", "pk")
    for row in rows.order_by(*order):
        of_entry.setdefault((row.round_id, row.entry_id), []).append(row)
    for tallies in of_entry.values():
        # A table's tally knows more than the personal card of the same round.
        at_table = [one for one in tallies if one.match is not None] or tallies
        first = at_table[0]
        table: str | int = first.match.table if first.match is not None else ""
        games = _printed(Fraction(first.half_games_won, 2)) if first.match is not None else ""
        against: str | int = first.points_against if first.match is not None else ""
        lone = sum(one.lone_marched for one in at_table)
        who = [*_of_event(first.entry.event), first.round.number, table, *_who(first.entry)]
        yield [*who, first.points, against, games, lone]


def standing_rows(events: "QuerySet[Event]") -> Iterator[Cells]:
    """The published standings with the exact figures of every measure. Two queries."""
    rows = list(
        Standing.objects.filter(event__in=events)
        .select_related("event", "entry__player", "entry__pair__first", "entry__pair__second")
        .order_by("event__plays_on", "event_id", "place")
    )
    used = {code for row in rows for code, _ in row.figures}
    codes = [code for code in FIGURES if code in used]
    yield [*_EVENT, "Place", *_WHO, "Points", "Rounds played", *(_heading(code) for code in codes)]
    for row in rows:
        figures = dict(row.figures)
        told = [_printed(Fraction(figures[code])) if figures.get(code) else "" for code in codes]
        rank = f"{row.rank}=" if row.shared else str(row.rank)
        yield [*_of_event(row.event), rank, *_who(row.entry), row.points, row.rounds_played, *told]


def _heading(code: str) -> str:
    return MEASURES[code].name.capitalize()


def _entries(events: "QuerySet[Event]") -> Iterator[Entry]:
    rows = Entry.objects.filter(event__in=events).select_related("event", "player")
    rows = rows.select_related("pair__first", "pair__second")
    yield from rows.order_by("event__plays_on", "event_id", "number")


def _of_event(event: Event) -> Sequence[str]:
    return event.name, event.plays_on.isoformat()


def _who(entry: Entry) -> Sequence[str]:
    if entry.pair is not None:
        return str(entry.pair.first), str(entry.pair.second)
    return str(entry.player), ""


def _printed(figure: Fraction) -> str:
    """Exactly: "7", "6.5", "22/7"."""
    if figure.denominator == 1:
        return str(figure.numerator)
    if figure.denominator in {2, 4, 5, 10, 20}:
        return f"{float(figure):g}" if abs(figure) < 10_000 else str(figure)
    return str(figure)
