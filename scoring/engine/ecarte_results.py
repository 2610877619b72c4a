"""The tricks and points that a record of écarté leaves possible, and whether those written down are possible.

Where the calls, the king or the play are not wholly known there are several; what is possible in one way only
is derived.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from scoring.engine.ecarte import TRICKS
from scoring.engine.ecarte_calls import Called
from scoring.engine.ecarte_claims import Claimed
from scoring.engine.ecarte_faults import Table, fault
from scoring.engine.ecarte_games import EcarteFacts, award, marks_at, sums
from scoring.engine.ecarte_kings import Kings, ends_the_game, turned_up
from scoring.engine.ecarte_trace import Trace
from scoring.engine.seats import Seat, Side
from scoring.engine.verdicts import Fault, Section, Step

KingMarked = tuple[Seat | None, bool]
"""Who marked the king, and whether after the play."""


@dataclass(slots=True)
class Result:
    """What follows: tricks and points by side, None where they do not."""

    faults: list[Fault] = field(default_factory=list)
    tricks: dict[Side, int] | None = None
    points: dict[Side, int] | None = None


def read_result(
    table: Table, called: Called, trace: Trace, kings: Kings, claimed: Claimed, holders: Collection[Seat]
) -> Result:
    """Work out what is possible, and compare. `holders` may have held the king of trumps."""
    result = Result()
    _check_scores(table, result)
    if table.record.redeal:
        return _void(table, result)
    ended = ends_the_game(table, kings)
    options = {0} if ended else _tricks(table, trace, claimed)
    if not ended:
        options = _narrowed(table, result, options)
        if len(options) == 1:
            (eldest,) = options
            result.tricks = _by_side(table, eldest)
    elif any(tricks for _, tricks in table.record.said.tricks or ()):
        result.faults.append(fault("tricks-wrong", Step(Section.TRICKS)))
    marked = _kings_marked(table, kings, holders, ended)
    possible = list(_points(table, called, marked, options, ended))
    _compare(table, result, possible)
    return result


def _check_scores(table: Table, result: Result) -> None:
    for index, (side, score) in enumerate(table.record.scores or ()):
        if side in table.rules.sides and score >= table.rules.target:
            result.faults.append(fault("game-over", Step(Section.POINTS, index)))


def _void(table: Table, result: Result) -> Result:
    result.points = dict.fromkeys(table.rules.sides, 0)
    if any(points for _, points in table.record.said.points or ()):
        result.faults.append(fault("void-but-scored", Step(Section.POINTS)))
    return result


def _by_side(table: Table, eldest: int) -> dict[Side, int]:
    made = {table.eldest: eldest, table.dealer: TRICKS - eldest}
    return {table.rules.side_of(seat): made[seat] for seat in table.rules.seats}


def _tricks(table: Table, trace: Trace, claimed: Claimed) -> set[int]:
    """Return how many tricks eldest can have made."""
    if claimed.tricks is not None:
        return {claimed.tricks[table.eldest]}
    least, most = trace.made_by(table.eldest), TRICKS - trace.made_by(table.dealer)
    return set(range(least, most + 1))


def _narrowed(table: Table, result: Result, options: set[int]) -> set[int]:
    """Leave what agrees with the tricks written down; if nothing does, what was played stands."""
    said = dict(table.record.said.tricks or ())
    if any(not 0 <= tricks <= TRICKS for tricks in said.values()) or (
        len(said) > 1 and sum(said.values()) != TRICKS
    ):
        result.faults.append(fault("tricks-out-of-range", Step(Section.TRICKS)))
        return options
    agreeing = {
        eldest
        for eldest in options
        if all(_by_side(table, eldest).get(side) == tricks for side, tricks in said.items())
    }
    if agreeing:
        return agreeing
    result.faults.append(fault("tricks-wrong", Step(Section.TRICKS)))
    return options


def _kings_marked(table: Table, kings: Kings, holders: Collection[Seat], ended: bool) -> set[KingMarked]:
    """Return every way in which the king can have been marked, or not."""
    if kings.seat is not None:
        lateness = ({True} if kings.may_be_late and not ended else set()) | (
            {False} if kings.may_be_early else set()
        )
        return {(kings.seat, late) for late in lateness}
    marked: set[KingMarked] = {(None, False)}
    if table.record.kings is None:
        marked |= {(seat, False) for seat in possible_markers(table, holders)}
        marked |= {(table.dealer, True)} if turned_up(table) is not False else set()
    return marked


def possible_markers(table: Table, holders: Collection[Seat]) -> set[Seat]:
    """Return who may have marked the king: the dealer if it was turned up, else who may have held it."""
    turned = turned_up(table)
    markers = set() if turned else set(holders)
    return markers if turned is False else markers | {table.dealer}


def _points(
    table: Table, called: Called, marked: set[KingMarked], options: set[int], ended: bool
) -> Iterator[dict[Side, int]]:
    """Yield the points of every hand that the record allows."""
    rules, score = table.rules, dict.fromkeys(table.rules.sides, 0)
    known = table.record.scores is not None
    score |= {side: points for side, points in table.record.scores or () if side in score}
    for king, late in marked:
        for calling in called.callings:
            for eldest in options:
                facts = EcarteFacts(table.dealer, calling, None if ended else eldest, king, late)
                marks = award(facts, rules).marks
                yield sums(marks_at(score, marks, rules) if known else marks, rules)


def _compare(table: Table, result: Result, possible: list[dict[Side, int]]) -> None:
    if possible and all(points == possible[0] for points in possible):
        result.points = possible[0]
    said = dict(table.record.said.points or ())
    agreeing = any(all(points.get(side) == said[side] for side in said) for points in possible)
    if said and not agreeing:
        result.faults.append(fault("points-wrong", Step(Section.POINTS)))
