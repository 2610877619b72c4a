"""Rotations: rounds drawn beforehand in which nobody partners anybody twice while that can be avoided.

Three steps, each simple. *Start*: for eight players the perfect rotation; for 4n and 4n + 1 players who begin
together the circle (everybody partners everybody once before anybody twice, so no search can repeat fewer
partners); otherwise each round greedily. *Mend*: anneal exchanges of people or partners inside a round, a
counted number of times, so that the same seed gives the same draw. *Place*: people change tables as often as
they can.

Sit-outs are settled first and never changed: who has sat out least, and then longest ago, sits out next.
Inside this file people are numbered 0, 1, 2 … by lot; entries appear again only when they are placed.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._mending import Memory, mend
from tournaments.engine.seating import DrawnRound, DrawnTable, Schedule, contacts, rounds_of

MOST_ROUNDS = 60
MOST_ENTRANTS = 200

# 1+4 v 2+5 is written 1425: a perfect rotation, every two partners once and opponents twice in seven rounds.
_PERFECT_EIGHT = ("1425 6873", "1583 4267", "1743 5628", "2348 1657", "2613 5874", "3527 1846", "8712 5463")


class _Seating(NamedTuple):
    """A round being drawn. A table lists four people clockwise, partners across: first and third."""

    tables: list[list[int]]
    sitting_out: list[int]


def draw_rotation(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """Draw `rounds` more rounds for the entrants, numbered on from those `played`, which are not returned.

    Raises EventViolation for under 4 or over 200 entrants, one of them twice, or rounds not 1 to 60.
    """
    _check_request(entrants, rounds)
    order = sorted(entrants)
    rng.shuffle(order)
    memory = Memory(order, played)
    perfect = len(order) == 8 and not played
    if perfect:
        seatings = _perfect_eight(rounds)
    elif len(order) % 4 < 2 and not played:
        seatings = _circle(len(order), rounds, rng)
    else:
        seatings = _greedy(memory, _sit_outs(order, rounds, played), rng)
    if not perfect:
        mend([seating.tables for seating in seatings], memory, rng)
    return Schedule(tuple(_placed(order, seatings, played, rng)))


def repeats(rounds: Schedule | Iterable[DrawnRound]) -> int:
    """Partner repeats found: the sum over couples of the times they are partners beyond the first."""
    return contacts(rounds).partner_repeats


def floor(rounds: Schedule | Iterable[DrawnRound]) -> int:
    """Partner repeats that nobody can avoid who seats these people as often: proven by counting.

    Somebody with c partnerships among n people has at most n - 1 different partners; what is over is a
    repeat, and each repeat is shared by two.
    """
    drawn = rounds_of(rounds)
    people = {entry for one in drawn for table in one.tables for entry in table.seated}
    people.update(entry for one in drawn for entry in one.sitting_out)
    partnerships: Counter[int] = Counter()
    for (one, other), times in contacts(drawn).partners.items():
        partnerships[one] += times
        partnerships[other] += times
    over = sum(max(0, times - (len(people) - 1)) for times in partnerships.values())
    return (over + 1) // 2


def _check_request(entrants: Sequence[int], rounds: int) -> None:
    found = len(entrants)
    if len(set(entrants)) != found:
        raise EventViolation("entrant-twice", "Somebody is entered twice.")
    if found < 4:
        raise EventViolation("too-few-entrants", f"A table takes four; there are {found}.")
    if found > MOST_ENTRANTS:
        raise EventViolation("too-many-entrants", f"A rotation takes {MOST_ENTRANTS}; there are {found}.")
    if not 1 <= rounds <= MOST_ROUNDS:
        sentence = f"A rotation has 1 to {MOST_ROUNDS} rounds, not {rounds}."
        raise EventViolation("rounds-out-of-range", sentence)


def _perfect_eight(rounds: int) -> list[_Seating]:
    """The perfect rotation, and from its eighth round on the same again."""
    return [
        _Seating([_across([int(digit) - 1 for digit in four]) for four in _PERFECT_EIGHT[at % 7].split()], [])
        for at in range(rounds)
    ]


def _circle(people: int, rounds: int, rng: random.Random) -> list[_Seating]:
    """Partners by the circle, each turn once before any twice; who plays whom is by lot.

    On a ring of odd size turn t joins t + i with t - i; t itself joins the one outside the ring, or sits out.
    """
    ring = people - 1 + people % 2
    turns = list(range(ring))
    rng.shuffle(turns)
    seatings = []
    for at in range(rounds):
        turn = turns[at % ring]
        pairs = [[(turn + i) % ring, (turn - i) % ring] for i in range(1, (ring + 1) // 2)]
        if ring < people:
            pairs.append([turn, ring])
        rng.shuffle(pairs)
        tables = [_across(one + other) for one, other in zip(pairs[::2], pairs[1::2], strict=True)]
        seatings.append(_Seating(tables, [] if ring < people else [turn]))
    return seatings


def _across(four: list[int]) -> list[int]:
    """Two pairs, one after the other, as they sit: partners across the table."""
    return [four[0], four[2], four[1], four[3]]


def _sit_outs(order: Sequence[int], rounds: int, played: Sequence[DrawnRound]) -> list[list[int]]:
    """Who sits out in each round: the least often, then the longest ago, then by lot (as the numbers are)."""
    times = Counter(entry for drawn in played for entry in drawn.sitting_out)
    last = {entry: at for at, drawn in enumerate(played) for entry in drawn.sitting_out}
    state = [(times[entry], last.get(entry, -1), person) for person, entry in enumerate(order)]
    sitting = []
    for at in range(rounds):
        state.sort()
        out = state[: len(order) % 4]
        sitting.append([person for _, _, person in out])
        state[: len(out)] = [(often + 1, len(played) + at, person) for often, _, person in out]
    return sitting


def _greedy(memory: Memory, sit_outs: Iterable[list[int]], rng: random.Random) -> list[_Seating]:
    """Round after round, partners who partnered and met least so far, then opponents likewise."""
    seatings = []
    for out in sit_outs:
        present = [person for person in range(memory.people) if person not in out]
        rng.shuffle(present)
        pairs = _joined(memory, [[person] for person in present], partners=True)
        tables = [_across(four) for four in _joined(memory, pairs, partners=False)]
        for table in tables:
            memory.add(table)
        seatings.append(_Seating(tables, out))
    for seating in seatings:
        for table in seating.tables:
            memory.add(table, -1)  # mend() begins with the rounds played and nothing else
    return seatings


def _joined(memory: Memory, groups: list[list[int]], *, partners: bool) -> list[list[int]]:
    """Join groups two by two: each in turn with the one that costs least."""
    waiting = list(groups)
    joined = []
    while waiting:
        one = waiting.pop()
        best = min(
            range(len(waiting)),
            key=lambda at: sum(memory.price(a, b, partners) for a in one for b in waiting[at]),
        )
        joined.append(one + waiting.pop(best))
    return joined


def _placed(
    order: Sequence[int], seatings: Sequence[_Seating], played: Sequence[DrawnRound], rng: random.Random
) -> list[DrawnRound]:
    """Number tables so that people change them, turn seats by lot, and name everybody by entry again."""
    seated = (table for drawn in played for table in drawn.tables)
    visits = Counter((entry, table.table) for table in seated for entry in table.seated)
    first = max((drawn.number for drawn in played), default=0) + 1
    rounds = []
    for number, seating in enumerate(seatings, first):
        free = list(range(1, len(seating.tables) + 1))
        placed = []
        for seats in rng.sample(seating.tables, len(seating.tables)):
            entries = [order[person] for person in _turned(seats, rng)]
            table = min(free, key=lambda at: (sum(visits[entry, at] ** 2 for entry in entries), at))
            free.remove(table)
            visits.update((entry, table) for entry in entries)
            placed.append(DrawnTable(table, *entries))
        out = tuple(sorted(order[person] for person in seating.sitting_out))
        rounds.append(DrawnRound(number, tuple(sorted(placed, key=lambda one: one.table)), out))
    return rounds


def _turned(seats: list[int], rng: random.Random) -> list[int]:
    turn = rng.randrange(4)
    turned = seats[turn:] + seats[:turn]
    return turned if rng.random() < 0.5 else turned[::-1]
