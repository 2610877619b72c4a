"""From numbers back to entries: tables numbered so that people change them, seats turned by lot."""

import random
from collections.abc import Sequence
from math import isqrt

from tournaments.engine.formats._sketch import Sketch
from tournaments.engine.seating import DrawnRound, DrawnTable

Seats = tuple[int | None, int | None, int | None, int | None]


def placed(
    order: Sequence[int],
    sketches: Sequence[Sketch],
    played: Sequence[DrawnRound],
    rng: random.Random,
    ghosts: bool = False,
) -> list[DrawnRound]:
    """Rounds numbered on from those played, tables of three last. People change tables."""
    first = max((drawn.number for drawn in played), default=0) + 1
    visits = _visits(order, sketches, played)
    rounds = []
    for number, sketch in enumerate(sketches, first):
        tables: list[DrawnTable] = []
        fours = [sketch.seats[at : at + 4] for at in range(0, len(sketch.seats), 4)]
        free = list(range(len(fours)))
        for four in rng.sample(fours, len(fours)):
            at = _least_visited(four, visits, free)
            free.remove(at)
            tables.append(DrawnTable(at + 1, *(order[person] for person in _turned(four, rng))))
        for at, three in enumerate(sketch.short, len(fours) + 1):
            named = [order[person] for person in three]
            tables.append(DrawnTable(at, *_three(named, rng, ghosts)))
        out = tuple(sorted(order[person] for person in sketch.out))
        rounds.append(DrawnRound(number, tuple(sorted(tables, key=lambda one: one.table)), out))
    return rounds


def _visits(
    order: Sequence[int], sketches: Sequence[Sketch], played: Sequence[DrawnRound]
) -> list[list[int]]:
    """By person and table: visits so far, squared, so that a third visit costs more than two second ones."""
    tables = max((len(one.seats) // 4 for one in sketches), default=0)
    number = {entry: person for person, entry in enumerate(order)}
    visits = [[0] * tables for _ in order]
    for drawn in played:
        for table in drawn.tables:
            for entry in table.seated:
                if entry in number and table.table <= tables:
                    _visit(visits[number[entry]], table.table - 1)
    return visits


def _visit(row: list[int], at: int) -> None:
    row[at] += 2 * isqrt(row[at]) + 1


def _least_visited(four: Sequence[int], visits: list[list[int]], free: list[int]) -> int:
    one, other, third, fourth = (visits[person] for person in four)
    prices = [one[at] + other[at] + third[at] + fourth[at] for at in free]
    at = free[prices.index(min(prices))]
    for person in four:
        _visit(visits[person], at)
    return at


def _turned(seats: list[int], rng: random.Random) -> list[int]:
    turn = rng.randrange(4)
    turned = seats[turn:] + seats[:turn]
    return turned if rng.random() < 0.5 else turned[::-1]


def _three(three: list[int], rng: random.Random, ghosts: bool) -> Seats:
    """Everybody for himself: North, East, South. With a ghost South is empty, and the first, North, alone."""
    if ghosts:
        alone, *partners = three
        rng.shuffle(partners)
        return alone, partners[0], None, partners[1]
    rng.shuffle(three)
    return three[0], three[1], three[2], None
