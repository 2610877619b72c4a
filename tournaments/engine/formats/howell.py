"""Howell: every two pairs meet once, moving round the tables while one pair stays at the first.

P pairs, with a phantom where the number is odd: pair P stays, and in round r those meet whose numbers add
up to 2r modulo P − 1. Whoever would meet the phantom sits out. It is a round robin whose tables are chosen
so that everybody but the last follows the pair one number lower.
"""

import random
from collections.abc import Sequence

from tournaments.engine.formats._drawing import check_entrants, check_rounds, meeting
from tournaments.engine.formats.round_robin import draw_round_robin
from tournaments.engine.seating import DrawnRound, Schedule


def draw_howell(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """`rounds` more rounds for pairs, numbers by lot. After rounds are played only new meetings are drawn.

    Raises EventViolation for under 3 pairs, one twice, or more rounds than are left.
    """
    if played:
        return draw_round_robin(entrants, rounds, rng=rng, played=played)
    check_entrants(entrants, least=3, most=200, what="Howell movement")
    order: list[int | None] = []
    by_lot = sorted(entrants)
    rng.shuffle(by_lot)
    ring = len(by_lot) - 1 + len(by_lot) % 2
    check_rounds(rounds, ring, "Howell movement")
    order = [*by_lot, *[None] * (len(by_lot) % 2)]
    return Schedule(tuple(_round(order, ring, turn) for turn in range(rounds)))


def _round(order: Sequence[int | None], ring: int, turn: int) -> DrawnRound:
    """The pair that stays is North and South at table 1; at table k + 1 meet r + k and r − k."""
    twos = [(order[-1], order[turn])]
    twos += [(order[(turn + k) % ring], order[(turn - k) % ring]) for k in range(1, len(order) // 2)]
    tables = [
        meeting(at, one, other)
        for at, (one, other) in enumerate(twos, start=1)
        if one is not None and other is not None
    ]
    out = [one if other is None else other for one, other in twos if one is None or other is None]
    return DrawnRound(turn + 1, tuple(tables), tuple(one for one in out if one is not None))
