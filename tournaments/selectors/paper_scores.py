"""Score sheets: which boxes the rules of an event ask for, and whose names stand over them."""

from scoring.engine.hands import Outcome, award, possible_hands
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Side, side_name
from tournaments.engine.errors import EventViolation
from tournaments.models import Match
from tournaments.selectors.desk import tables_of_event
from tournaments.selectors.paper_asked import Content, Wanted
from tournaments.selectors.paper_seats import TableSet, rounds_set

MOST_ROWS = 45
UNTIL_THE_BELL = 24
TALLEST_OF_TWO = 21
"""Rows of a sheet that still stands on half a page."""
MOST_BLANK = 100


def score_sheets(asked: Wanted) -> Content:
    """A sheet for each game of each table in the rounds asked for; a blank one a table where none is named.

    Four queries.
    """
    if asked.policy is None:
        raise EventViolation("nothing-to-print", "This event has no terms yet.")
    rules = Ruleset.from_dict(asked.policy.ruleset)
    usual = int(asked.policy.scoring.get("games_in_a_match", 1))
    if asked.rounds:
        sheets = [
            sheet
            for one in rounds_set(asked.rounds)
            for table in one.tables
            for sheet in _of_table(str(one.round), table, rules, usual)
        ]
    else:
        tables = tables_of_event(asked.event) or asked.event.entries.count() // 4
        empty = [[side_name(side), ""] for side in rules.sides]
        blank: Content = {
            "title": "Round ____, table ____",
            "game": "Game ___" if usual > 1 else "",
            "people": empty,
        }
        sheets = [blank] * min(max(tables, 2), MOST_BLANK)
    boxes = boxes_of(rules, usual)
    return {"across": 2 if rows_of(rules) <= TALLEST_OF_TWO else 1, "rules": boxes, "sheets": sheets}


def _of_table(round_name: str, table: TableSet, rules: Ruleset, usual: int) -> list[Content]:
    games = _games_of(table.match, usual)
    head = f"{round_name[:1].upper()}{round_name[1:]}, table {table.match.table}"
    people = [[side_name(side), _people(side, table)] for side in rules.sides]
    return [
        {"title": head, "game": f"Game {game} of {games}" if games > 1 else "", "people": people}
        for game in range(1, games + 1)
    ]


def _games_of(match: Match, usual: int) -> int:
    return match.best_of or usual


def _people(side: Side, table: TableSet) -> str:
    return " & ".join(
        str(table.seats[seat].player) for seat in "NESW" if seat in side and seat in table.seats
    )


def boxes_of(rules: Ruleset, games: int) -> Content:
    """The boxes of one sheet. `worth` says in a line what hands earn; `ends` are boxes below the hands."""
    ends = [f"Games {side_name(side)}" for side in rules.sides] if games > 1 or rules.rubber else []
    if rules.laps:
        ends.append("Laps carried on")
    if rules.rubber:
        ends.append("Rubber")
    ends += [f"Penalties {side_name(side)}" for side in rules.sides] if rules.revoke else []
    return {
        "seats": [str(seat) for seat in rules.seats],
        "sides": [side_name(side) for side in rules.sides],
        "alone": may_choose_alone(rules),
        "rows": rows_of(rules),
        "laps": rules.laps,
        "lurches": rules.lurches,
        "ends": ends,
        "worth": worth(rules),
    }


def rows_of(rules: Ruleset) -> int:
    """Lines for hands: as many as are played, or as many as a race can take that nobody is set back in."""
    if rules.hands is not None:
        return min(rules.hands, MOST_ROWS)
    if rules.target is None:
        return UNTIL_THE_BELL
    return min(len(rules.sides) * (rules.target - 1) + 1, MOST_ROWS)


def may_choose_alone(rules: Ruleset) -> bool:
    """Whether a sheet asks who played alone: at a table of three the maker always does."""
    return rules.players == 4 and any(hand.alone for hand in possible_hands(rules))


def worth(rules: Ruleset) -> str:
    """What hands earn, in a line: "point 1 · march 2 · euchre 2 · lone march 4". Worked out by the engine."""
    paid: dict[tuple[bool, bool, Outcome], int] = {}
    for hand in possible_hands(rules):
        earned, makers = award(hand, rules), rules.side_of(hand.maker)
        alone, against = bool(hand.alone & makers), bool(hand.alone - makers)
        kind = (alone and rules.players == 4, against and rules.players == 4, earned.outcome)
        paid.setdefault(kind, max(earned.by_side.values(), key=abs))
    kinds = [(False, False), (True, False), (False, True)]
    told = [
        (_words(alone, against, outcome), paid[alone, against, outcome])
        for alone, against in kinds
        for outcome in Outcome
        if (alone, against, outcome) in paid
        and ((alone, against) == kinds[0] or paid[alone, against, outcome] != paid[False, False, outcome])
    ]
    return " · ".join(f"{words} {str(points).replace('-', '−')}" for words, points in told)


def _words(alone: bool, against: bool, outcome: Outcome) -> str:
    return f"{'lone ' * alone}{outcome}{' by a lone defender' * against}"
