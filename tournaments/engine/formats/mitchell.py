"""Mitchell: one line of pairs sits North and South, the other moves up a table after each round.

With T tables every two pairs of different lines meet once in T rounds, and pairs of one line never: there
are two winners. Euchre has no boards to pass, so an even number of tables needs no relay. Of an odd number
one more sits than moves, and the sitting pairs sit out in turn.
"""

import random
from collections.abc import Sequence

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants, meeting
from tournaments.engine.seating import DrawnRound, Schedule


def draw_mitchell(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """`rounds` more rounds for pairs; lines and tables by lot, then as those `played` have them.

    Raises EventViolation for under 4 pairs, more rounds than tables, or pairs changed after the first round.
    """
    check_entrants(entrants, least=4, most=240, what="Mitchell movement")
    sitting, moving = _lines(entrants, played, rng)
    tables = len(sitting)
    if not 1 <= rounds <= tables - len(played):
        raise EventViolation(
            "rounds-out-of-range",
            f"At {tables} tables a Mitchell has {tables} rounds, {tables - len(played)} of them left.",
        )
    return Schedule(tuple(_round(sitting, moving, len(played) + at) for at in range(rounds)))


def _round(sitting: Sequence[int], moving: Sequence[int | None], turn: int) -> DrawnRound:
    tables, out = [], []
    for at, home in enumerate(sitting):
        visitor = moving[(at - turn) % len(moving)]
        if visitor is None:
            out.append(home)
        else:
            tables.append(meeting(at + 1, home, visitor))
    return DrawnRound(turn + 1, tuple(tables), tuple(sorted(out)))


def _lines(
    entrants: Sequence[int], played: Sequence[DrawnRound], rng: random.Random
) -> tuple[list[int], list[int | None]]:
    """Who sits, and who moves, by table of the first round; None moves where a pair is missing."""
    if not played:
        order = sorted(entrants)
        rng.shuffle(order)
        half = (len(order) + 1) // 2
        return order[:half], [*order[half:], *[None] * (len(order) % 2)]
    first = played[0]
    seats = {table.table: table.seated for table in first.tables}
    count = len(seats) + len(first.sitting_out)
    out = iter(first.sitting_out)
    lines = [seats.get(at) or (next(out), None) for at in range(1, count + 1)]
    known = {entry for two in lines for entry in two if entry is not None}
    if known != set(entrants):
        raise EventViolation(
            "pairs-changed",
            "Pairs have come or gone since the first round; a round robin can go on with them.",
        )
    return [two[0] for two in lines if two[0] is not None], [two[1] for two in lines]
