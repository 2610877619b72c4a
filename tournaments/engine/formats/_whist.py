"""Whist tournaments: everybody partners everybody once and opposes everybody twice.

4n people play 4n - 1 rounds, 4n + 1 people as many rounds, each sitting out once. They come from fields
(Moore), from starters moved round a circle (`data/starters.json`, our own searches), from designs in which
every two meet once at tables that then play the three ways four can (Bose), and from products of smaller.
Each is checked by a test, whatever it came from.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from importlib import resources

from tournaments.engine.formats._fields import Ring, powers_of_primitive, ring, sums_of_field

Rounds = list[list[int]]
"""Seats of each round, four a table, clockwise; who is missing sits out."""

_THREE_WAYS = ([0, 1, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2])
"""The three ways four people can play, partners across."""


@lru_cache(maxsize=16)
def whist(people: int) -> Rounds:
    """All rounds of a whist tournament, those with fewest meetings first; empty if none is known."""
    makers: tuple[Callable[[int], Rounds], ...] = (_met_once, _by_field, _by_starter, _groups, _times)
    return next((rounds for maker in makers if (rounds := maker(people))), [])


def is_even(people: int) -> bool:
    """Whether any number of its rounds, from the first on, has meetings spread as evenly as can be."""
    return bool(_met_once(people))


@lru_cache(maxsize=1)
def _starters() -> dict[str, dict[str, list[list[int]]]]:
    """By kind (`about` apart) and people: the tables of a first round; -1 is the fixed player."""
    source = resources.files("tournaments.engine.formats") / "data" / "starters.json"
    read: dict[str, dict[str, list[list[int]]]] = json.loads(source.read_text(encoding="utf-8"))
    return read


def _by_starter(people: int) -> Rounds:
    """One round, and then everybody but the fixed one (-1, the last) moves one place on."""
    if tables := _starters()["one_mod_4"].get(str(people)):
        return [[(seat + turn) % people for four in tables for seat in four] for turn in range(people)]
    tables = _starters()["zero_mod_4"].get(str(people), [])
    ring_size = people - 1
    return [
        [seat if seat == ring_size else (seat + turn) % ring_size for seat in first]
        for turn in range(ring_size if tables else 0)
        for first in [[ring_size if seat < 0 else seat for four in tables for seat in four]]
    ]


def _by_field(people: int) -> Rounds:
    """Round 0 joins x^i, x^(i+n), x^(i+2n), x^(i+3n) at a table; round a adds a to everybody."""
    powers = powers_of_primitive(people) if people % 4 == 1 else ()
    if not powers:
        return []
    quarter = (people - 1) // 4
    first = [powers[at + quarter * step] for at in range(quarter) for step in range(4)]
    return [[row[seat] for seat in first] for row in sums_of_field(people)]


def _met_once(people: int) -> Rounds:
    """Rounds of fours in which every two meet once, played three ways one after the other."""
    classes = _fours(people)
    return [_played(fours, way, 4) for way in _THREE_WAYS for fours in classes]


@lru_cache(maxsize=4)
def _fours(people: int) -> Rounds:
    if people == 4:
        return [[0, 1, 2, 3]]
    if people == 64:
        return _lines()
    if people % 12 != 4 or not powers_of_primitive((people - 1) // 3):
        return []
    return _fours_by_field((people - 1) // 3)


def _fours_by_field(order: int) -> Rounds:
    """Bose's fours on three copies of a field and one more: x^i, -x^i and x^(i+n), -x^(i+n) a copy on."""
    powers, sums = powers_of_primitive(order), sums_of_field(order)
    quarter = (order - 1) // 4
    first = [(3, 0), (0, 0), (1, 0), (2, 0)]
    for copy in range(3):
        for at in range(quarter):
            low, high = powers[at], powers[at + 2 * quarter]
            after = powers[at + quarter], powers[at + 3 * quarter]
            first += [(copy, low), (copy, high), ((copy + 1) % 3, after[0]), ((copy + 1) % 3, after[1])]
    return [[3 * order if copy == 3 else copy * order + row[one] for copy, one in first] for row in sums]


def _lines() -> Rounds:
    """The lines of the space of three dimensions over the field of four, by direction."""
    four = ring(4)
    assert four is not None
    points = [(x, y, z) for x in range(4) for y in range(4) for z in range(4)]
    directions = [point for point in points if next((part for part in point if part), 0) == 1]
    return [_lines_along(four, points, direction) for direction in directions]


def _lines_along(
    four: Ring, points: list[tuple[int, int, int]], direction: tuple[int, int, int]
) -> list[int]:
    seats: list[int] = []
    placed: set[int] = set()
    for point in points:
        line = []
        for times in range(4):
            x, y, z = (four.sums[p][four.products[times][d]] for p, d in zip(point, direction, strict=True))
            line.append(16 * x + 4 * y + z)
        if line[0] not in placed:
            seats += line
            placed.update(line)
    return seats


def _times(people: int) -> Rounds:
    """m·n people, or one more: n copies of each table of a tournament of m = 4k + 1.

    Who sits out of the outer round plays, with all copies (and the one more), a round of the inner one.
    """
    extra = 1 if people % 4 == 0 else 0
    for inner in range(5, people // 5 + 1, 2):
        outer = (people - extra) // inner
        around = ring(inner) if outer * inner + extra == people and outer % 4 == 1 else None
        if around and around.apart >= 5 and whist(inner + extra) and whist(outer):
            return _multiplied(whist(outer), whist(inner + extra), around)
    return []


def _multiplied(outer: Rounds, own: Rounds, around: Ring) -> Rounds:
    """Of a table in copy `step` of the outer round, the seat at (0 to 3) is (at + 1)·step copies on."""
    size, last = around.order, len(outer) * around.order
    rounds = []
    for seats in outer:
        absent = (set(range(len(outer))) - set(seats)).pop()
        for turn, own_seats in enumerate(own):
            drawn = [
                seat * size + around.sums[turn][around.products[at % 4 + 1][step]]
                for step in range(size)
                for at, seat in enumerate(seats)
            ]
            rounds.append(drawn + [last if seat == size else absent * size + seat for seat in own_seats])
    return rounds


def _groups(people: int) -> Rounds:
    """k·n people: lines across k groups of n play the tournament of k, and the groups by themselves."""
    for groups in range(4, people // 4 + 1, 4):
        size = people // groups
        around = ring(size) if groups * size == people and size % 4 < 2 else None
        if around and around.apart >= groups and whist(size) and whist(groups):
            return _grouped(groups, around, whist(size))
    return []


def _grouped(groups: int, around: Ring, own: Rounds) -> Rounds:
    """With n = 4k + 1, who sits out of their groups' round are a line of the first class, and play it."""
    size, ways = around.order, whist(groups)
    across = lines_across(around, groups)
    rounds = [_played(lines, way, groups) for way in ways for lines in across[size % 4 :]]
    for seats in own:
        alone = sorted(set(range(size)) - set(seats))
        inside = [group * size + seat for group in range(groups) for seat in seats]
        rounds.append(inside + [group * size + seat for seat in alone for group in ways[0]])
    return rounds + [_played(across[0], way, groups) for way in ways[1:] if size % 4]


def _played(lines: list[int], way: list[int], width: int) -> list[int]:
    """A round in which every line, so many people, plays in this way."""
    return [lines[start + at] for start in range(0, len(lines), width) for at in way]


def lines_across(around: Ring, groups: int) -> Rounds:
    """As many rounds of lines as the ring has elements, one of each group; nobody meets anybody twice."""
    size = around.order
    return [
        [
            group * size + around.sums[start][around.products[group][turn]]
            for start in range(size)
            for group in range(groups)
        ]
        for turn in range(size)
    ]
