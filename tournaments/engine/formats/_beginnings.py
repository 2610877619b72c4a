"""Where a rotation begins: on the shelf, with (part of) a cycle, with strangers, by groups, or greedily.

Each beginning is a full set of rounds. Those who draw take the cheapest and mend it, unless it is known to be
as good as can be.
"""

import random
from collections.abc import Iterator, Sequence

from tournaments.engine.formats import _shelf
from tournaments.engine.formats._mending import Memory
from tournaments.engine.formats._sitting import Spared
from tournaments.engine.formats._sketch import Sketch, copied, couples_at_tables, sketched
from tournaments.engine.formats._squares import strangers, with_newcomers
from tournaments.engine.formats._whist import is_even, whist

_TOO_MANY_TO_CHOOSE = 128
_CHOICES = 4000


def finished(people: int, rounds: int) -> list[Sketch]:
    """Rounds that no mending would make better, or that ours did not; empty if none are known."""
    if kept := _shelf.kept(people, rounds):
        return kept
    whole = whist(people)
    if whole and (rounds % len(whole) == 0 or is_even(people)):
        return sketched(people, (whole[at % len(whole)] for at in range(rounds)))
    if people % 4 > 1 and rounds == people:
        return _shelf.cycle(people)
    near = strangers(people, rounds) if people % 4 == 0 else []
    return sketched(people, near) if len(near) == rounds else []


def beginnings(people: int, rounds: int, memory: Memory, rng: random.Random) -> Iterator[list[Sketch]]:
    """Beginnings for people who come together fresh, the sit-outs even in each."""
    if done := finished(people, rounds):
        yield done
        return
    whole = whole_cycle(people, rng)
    if whole:
        again = [whole[at % len(whole)] for at in range(rounds // len(whole) * len(whole))]
        yield copied(again) + _part(people, whole, rounds % len(whole), rng)
    near = strangers(people - people % 4, rounds)
    if people % 4 == 0 and near:
        memory.add(sketched(people, near))
        rest = greedy([Spared([], [])] * (rounds - len(near)), memory, rng)
        memory.drop(sketched(people, near))
        yield sketched(people, near) + rest
    elif len(near) == rounds and (joined := with_newcomers(near, people, memory, rng)):
        yield joined


def whole_cycle(people: int, rng: random.Random) -> list[Sketch]:
    """Rounds in which everybody partners everybody, or nearly, once: a whist tournament if one is known."""
    if people % 4 > 1:
        return _shelf.cycle(people) or _moving_pairs(people, rng)
    if whole := whist(people):
        return sketched(people, whole)
    return _circle(people, rng)


def _part(people: int, whole: Sequence[Sketch], wanted: int, rng: random.Random) -> list[Sketch]:
    """So many rounds of a cycle, in which few meet again. The first, where several sit out: order counts."""
    if not 0 < wanted < len(whole) or people % 4 > 1 or people > _TOO_MANY_TO_CHOOSE:
        return copied(whole[:wanted])
    tables = [couples_at_tables(one.seats, people) for one in whole]
    common = [[len(one & other) for other in tables] for one in tables]
    chosen, left = list(range(wanted)), list(range(wanted, len(whole)))
    price = [sum(row[at] for at in chosen) for row in common]
    for _ in range(_CHOICES):
        here, there = int(rng.random() * wanted), int(rng.random() * len(left))
        gone, come = chosen[here], left[there]
        if price[come] - common[come][gone] <= price[gone] - common[gone][gone]:
            chosen[here], left[there] = come, gone
            price = [old - row[gone] + row[come] for old, row in zip(price, common, strict=True)]
    return copied(whole[at] for at in sorted(chosen))


def _circle(people: int, rng: random.Random) -> list[Sketch]:
    """Partners by the circle, each turn once before any twice; who plays whom is by lot.

    On a ring of odd size turn t joins t + i with t - i; t itself joins the one outside the ring, or sits out.
    """
    ring = people - 1 + people % 2
    sketches = []
    for turn in range(ring):
        pairs = [((turn + i) % ring, (turn - i) % ring) for i in range(1, (ring + 1) // 2)]
        if ring < people:
            pairs.append((turn, ring))
        sketches.append(_tables_of(pairs, people, rng))
    return sketches


def _tables_of(pairs: list[tuple[int, int]], people: int, rng: random.Random) -> Sketch:
    """A round of these partners, opponents by lot."""
    rng.shuffle(pairs)
    seats = [
        seat for one, other in zip(pairs[::2], pairs[1::2], strict=True)
        for seat in (one[0], other[0], one[1], other[1])
    ]  # fmt: skip
    return sketched(people, [seats])[0]


def _moving_pairs(people: int, rng: random.Random) -> list[Sketch]:
    """Partners for 4n + 2 and 4n + 3 people, nobody twice in as many rounds, the sit-outs even.

    With 4n + 3 partners come by the circle; t - 1, t and t + 1 sit out at turn t, and t goes on by threes.
    With 4n + 2 there are two circles, of which t sits out: t + i joins t - i in both, then t + 2i across.
    """
    if people % 4 == 3:
        steps = [offset + 3 * step for offset in range(3) for step in range(people // 3)]
        turns = steps if people % 3 == 0 else [3 * step for step in range(people)]
        apart = range(2, people // 2 + 1)
        rounds = [[((t + i) % people, (t - i) % people) for i in apart] for t in turns]
    else:
        half = people // 2
        same = [(copy, i, copy, -i) for copy in range(2) for i in range(1, (half + 1) // 2)]
        across = [(0, i, 1, 2 * i) for i in range(1, half)]
        rounds = [
            [(one * half + (t + i) % half, two * half + (t + j) % half) for one, i, two, j in pairs]
            for pairs in (same, across)
            for t in range(half)
        ]
    return [_tables_of(pairs, people, rng) for pairs in rounds]


def by_groups(spares: Sequence[Spared], mixed: Sequence[bool], rng: random.Random) -> list[list[Sketch]]:
    """Partners from two groups as large: one group moves on by one each round. None if somebody is spare."""
    ones = [person for person, first in enumerate(mixed) if first]
    others = [person for person, first in enumerate(mixed) if not first]
    if len(ones) != len(others) or any(spare.out or spare.short for spare in spares):
        return []
    size = len(ones)
    return [
        [
            _tables_of([(one, others[(at + turn) % size]) for at, one in enumerate(ones)], len(mixed), rng)
            for turn in range(len(spares))
        ]
    ]


def greedy(spares: Sequence[Spared], memory: Memory, rng: random.Random) -> list[Sketch]:
    """Round after round, partners who partnered and met least so far, then opponents likewise.

    Tables of three are no part of these rounds; who plays there is only left out.
    """
    sketches = []
    for spare in spares:
        away = {*spare.out, *(person for table in spare.short for person in table)}
        present = [person for person in range(memory.people) if person not in away]
        rng.shuffle(present)
        sketch = Sketch(_opposed(memory, _partnered(memory, present)), list(spare.out))
        memory.add([sketch])
        sketches.append(sketch)
    memory.drop(sketches)
    return sketches


def _partnered(memory: Memory, waiting: list[int]) -> list[tuple[int, int]]:
    pairs = []
    while waiting:
        one = waiting.pop()
        other = min(waiting, key=memory.partnering[one].__getitem__)
        waiting.remove(other)
        pairs.append((one, other))
    return pairs


def _opposed(memory: Memory, waiting: list[tuple[int, int]]) -> list[int]:
    seats: list[int] = []
    while waiting:
        one, other = waiting.pop()
        first, second = memory.opposing[one], memory.opposing[other]
        prices = [first[a] + first[b] + second[a] + second[b] for a, b in waiting]
        a, b = waiting.pop(prices.index(min(prices)))
        seats += [one, a, other, b]
    return seats
