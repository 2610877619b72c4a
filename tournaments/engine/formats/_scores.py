"""What results say to a draw: who won a table, and how many games an entry has won."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import listed
from tournaments.engine.results import Result
from tournaments.engine.seating import DrawnRound


class _Figures(NamedTuple):
    """What one tally says of a table."""

    games: Fraction
    points: int
    lone_marches: int


Winners = dict[int, int]
"""By table: 0 when North and South won, 1 when East and West did."""


def table_winners(
    drawn: DrawnRound,
    results: Iterable[Result],
    *,
    settled: Mapping[int, int] | None = None,
    lone_hands: bool = False,
) -> Winners:
    """Who moves as the winner of each table of `drawn`, by games won, then by points.

    A table is level or missing until `settled` names its winning side (an extra hand, a cut, the director);
    with `lone_hands` the side with more lone marches wins a level one. What is settled goes before results,
    and is for movement only. Raises EventViolation `results-missing` with the tables that stay open.
    """
    figures = _figures(drawn, results)
    winners, missing = dict(settled or {}), []
    for table in drawn.tables:
        if table.table in winners or len(table.sides) != 2:
            continue  # where three play, everybody for himself, nobody wins as a side
        sides = [[figure for entry in side for figure in figures[entry]] for side in table.sides]
        won = _won(sides, lone_hands) if all(sides) else None
        if won is None:
            missing.append(table.table)
        else:
            winners[table.table] = won
    if missing:
        what = f"Table {missing[0]}" if len(missing) == 1 else f"Tables {listed(sorted(missing))}"
        raise EventViolation(
            "results-missing", f"{what} of round {drawn.number}: no winner yet. Enter it or settle it."
        )
    return winners


def _figures(drawn: DrawnRound, results: Iterable[Result]) -> Mapping[int, list[_Figures]]:
    figures: dict[int, list[_Figures]] = defaultdict(list)
    for result in results:
        if result.round == drawn.number and not result.sat_out:
            tally = result.tally
            figures[tally.entry].append(_Figures(tally.games_won, tally.points, tally.lone_marched))
    return figures


def _won(sides: Sequence[Sequence[_Figures]], lone_hands: bool) -> int | None:
    """The side ahead, None when level. Partners tell the same game and points: the greatest counts."""
    for at in (0, 1):
        one, other = (max(figure[at] for figure in side) for side in sides)
        if one != other:
            return 0 if one > other else 1
    one, other = (sum(figure[2] for figure in side) for side in sides)
    if lone_hands and one != other:
        return 0 if one > other else 1
    return None


def games_won(
    entrants: Iterable[int],
    played: Iterable[DrawnRound],
    results: Iterable[Result],
    *,
    bye: Fraction = Fraction(1),
) -> dict[int, Fraction]:
    """Games won by each entry, a sit-out among rounds `played` counted as `bye` games.

    Partners who bring two tallies of one entry tell the same game twice: the entry is then their partner too.
    """
    won = dict.fromkeys(entrants, Fraction(0))
    for result in results:
        tally = result.tally
        if tally.entry in won and not result.sat_out:
            won[tally.entry] += tally.games_won / 2 if tally.entry in tally.partners else tally.games_won
    for drawn in played:
        for entry in drawn.sitting_out:
            if entry in won:
                won[entry] += bye
    return won
