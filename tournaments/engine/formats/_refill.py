"""Seats kept full when people come and go: who sits out, who takes empty seats, how many tables there are."""

import random
from collections.abc import Mapping, Sequence

from tournaments.engine.formats._drawing import choose_sitting
from tournaments.engine.seating import DrawnRound

Rows = Sequence[Sequence[int | None]]
"""Seats N, E, S, W of each table from the head."""


def refilled(
    rows: Rows, entrants: Sequence[int], played: Sequence[DrawnRound], rng: random.Random
) -> list[list[int]]:
    """The same without those who left or now sit out, with those who waited or came; four at every table.

    Everybody keeps the place given, unless a table at the foot is taken away. Who sits out: who did least
    often, then longest ago, then nearest the foot. Who has sat where North and East sit, or South and West,
    sits so again where it can be.
    """
    here, count = set(entrants), len(entrants) // 4
    rows = [[one if one in here else None for one in row] for row in rows]
    going = _going(rows, entrants, played)
    kept = [[None if one in going else one for one in row] for row in rows[:count]]
    kept += [[None] * 4 for _ in range(count - len(kept))]
    seated = {one for row in kept for one in row}
    waiting = [one for one in sorted(entrants) if one not in seated and one not in going]
    rng.shuffle(waiting)
    roles = _roles(played)
    taken = iter(_by_role(kept, waiting, roles))
    return [[next(taken) if one is None else one for one in row] for row in kept]


def _going(rows: Rows, entrants: Sequence[int], played: Sequence[DrawnRound]) -> set[int]:
    foot_first = [one for row in reversed(rows) for one in row if one is not None]
    waiting = sorted(set(entrants).difference(foot_first))
    return set(choose_sitting([*foot_first, *waiting], len(entrants) % 4, played))


def _roles(played: Sequence[DrawnRound]) -> dict[int, int]:
    """0 for who last sat North or East, 1 for who last sat South or West."""
    return {
        one: seat // 2
        for drawn in played
        for table in drawn.tables
        for seat, one in enumerate(table.seats)
        if one is not None
    }


def _by_role(rows: Rows, waiting: Sequence[int], roles: Mapping[int, int]) -> list[int]:
    """Those waiting in the order of the empty seats, each in a seat of its role while there are any."""
    left = list(waiting)
    places = [seat // 2 for row in rows for seat, one in enumerate(row) if one is None]
    chosen: dict[int, int] = {}
    for at, role in enumerate(places):
        fits = next((one for one in left if roles.get(one, role) == role), None)
        if fits is not None:
            left.remove(fits)
            chosen[at] = fits
    return [chosen[at] if at in chosen else left.pop(0) for at in range(len(places))]
