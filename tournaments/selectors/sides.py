"""Who plays with whom at a table, by the seats that somebody has."""

from collections.abc import Iterable

OF_FOUR = ("NS", "EW")


def sides_at(seats: Iterable[str]) -> tuple[str, ...]:
    """The codes of a table's sides. Three (N, E, S) play each for himself, and so do two (N, S).

    Three at other seats are four of whom one is missing.
    """
    taken = set(seats)
    if taken and (taken == {"N", "E", "S"} or taken <= {"N", "S"}):
        return tuple(seat for seat in "NES" if seat in taken)
    return OF_FOUR
