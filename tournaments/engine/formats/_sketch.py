"""A round while it is being drawn, people by number.

People are numbered 0, 1, 2 … by lot, so that a design taken from a book still differs from seed to seed; who
they are is looked up when they are placed. Round a table of seats 0 to 3 the partner of seat s is s ^ 2, and
the opponents are s ^ 1 and s ^ 3; as tables lie one after another, this holds for every seat of a round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

Meeting = tuple[int, int, bool]
"""Two people, and whether they are partners."""


@dataclass(slots=True)
class Sketch:
    """`seats`: tables of four one after another, clockwise. `short`: tables of three; `out`: who sits out."""

    seats: list[int]
    out: list[int] = field(default_factory=list)
    short: list[list[int]] = field(default_factory=list)


def sketched(people: int, rounds: Iterable[Sequence[int]]) -> list[Sketch]:
    """Rounds of a design, given by their seats; who has no seat sits out."""
    return [Sketch(list(seats), sorted(set(range(people)) - set(seats))) for seats in rounds]


def copied(sketches: Iterable[Sketch]) -> list[Sketch]:
    """The same rounds, to be changed without harm."""
    return [Sketch(list(one.seats), list(one.out), [list(table) for table in one.short]) for one in sketches]


def meetings_of(sketch: Sketch, ghosts: bool) -> list[Meeting]:
    """Who meets whom in a round. With a ghost the first of three plays alone against partners."""
    met: list[Meeting] = []
    seats = sketch.seats
    for at in range(0, len(seats), 4):
        north, east, south, west = seats[at : at + 4]
        met += [(north, south, True), (east, west, True), (north, east, False)]
        met += [(east, south, False), (south, west, False), (west, north, False)]
    for one, other, third in sketch.short:
        met += [(one, other, False), (one, third, False), (other, third, ghosts)]
    return met


def partner_repeats(sketches: Iterable[Sketch]) -> int:
    """The sum over couples of the times they are partners beyond the first; tables of three apart."""
    couples = [
        frozenset((one.seats[at], one.seats[at ^ 2]))
        for one in sketches
        for at in range(len(one.seats))
        if not at & 2
    ]
    return len(couples) - len(set(couples))


def couples_at_tables(seats: Sequence[int], people: int) -> frozenset[int]:
    """Every two who share a table of four, each couple as one number."""
    return frozenset(
        min(pair) * people + max(pair)
        for at in range(0, len(seats), 4)
        for pair in combinations(seats[at : at + 4], 2)
    )
