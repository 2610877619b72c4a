"""Where people sit, and who plays with whom.

Seats are named clockwise. A side is whoever shares a score: two partners at a table of four, one person at a
table of two or three (where the defenders may be allied in the play, but never share a score).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache

from scoring.engine.errors import RuleViolation


class Seat(StrEnum):
    """A chair at the table, by its compass letter."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"


Side = frozenset[Seat]

_AT_A_TABLE_OF: dict[int, tuple[Seat, ...]] = {
    2: (Seat.N, Seat.S),
    3: (Seat.N, Seat.E, Seat.S),
    4: (Seat.N, Seat.E, Seat.S, Seat.W),
}


def seats_of(players: int) -> tuple[Seat, ...]:
    """Return the seats in use, clockwise from N. Raises RuleViolation unless 2, 3 or 4 play."""
    try:
        return _AT_A_TABLE_OF[players]
    except (KeyError, TypeError):
        raise RuleViolation("players-out-of-range", "Two, three or four play euchre.") from None


@cache
def sides_of(players: int) -> tuple[Side, ...]:
    """Return who shares a score, in the order of their first seats: NS and EW at a table of four."""
    seats = seats_of(players)
    if players < 4:
        return tuple(frozenset({seat}) for seat in seats)
    return (frozenset(seats[0::2]), frozenset(seats[1::2]))


@cache
def side_by_seat(players: int) -> dict[Seat, Side]:
    """Return each seat's side, clockwise from N, to be looked up and not changed."""
    return {seat: side for seat in seats_of(players) for side in sides_of(players) if seat in side}


def left_of(seat: Seat, seats: tuple[Seat, ...]) -> Seat:
    """Return the next seat clockwise: who deals next, and who is eldest when `seat` deals."""
    if seat not in seats:
        raise RuleViolation("seat-not-at-table", f"Nobody sits at {seat} at a table of {len(seats)}.")
    return seats[(seats.index(seat) + 1) % len(seats)]


def partner_of(seat: Seat, seats: tuple[Seat, ...]) -> Seat | None:
    """Return who sits opposite as a partner; nobody at a table of two or three."""
    if seat not in seats:
        raise RuleViolation("seat-not-at-table", f"Nobody sits at {seat} at a table of {len(seats)}.")
    return seats[(seats.index(seat) + 2) % 4] if len(seats) == 4 else None


def in_turn_from(seat: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return every seat in use, clockwise, beginning with `seat`."""
    if seat not in seats:
        raise RuleViolation("seat-not-at-table", f"Nobody sits at {seat} at a table of {len(seats)}.")
    at = seats.index(seat)
    return seats[at:] + seats[:at]


def side_code(side: Iterable[Seat]) -> str:
    """Write a side as its seats clockwise from N: NS, EW, N."""
    held = frozenset(side)
    return "".join(seat for seat in Seat if seat in held)


def side_name(side: Iterable[Seat]) -> str:
    """Write a side as it is said at the table: N/S."""
    return "/".join(side_code(side))


def side_from_code(code: object, players: int) -> Side:
    """Read what `side_code` wrote. Raises RuleViolation if no such side sits at a table of so many."""
    for side in sides_of(players):
        if code == side_code(side):
            return side
    raise RuleViolation("side-not-at-table", f"There is no side {code!r} at a table of {players}.")
