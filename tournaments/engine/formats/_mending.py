"""Fewer repeats for rounds already drawn: simulated annealing over exchanges inside one round.

Chance is compared by multiplication only, never by logarithms or powers: those differ between machines in the
last place, and a seed has to mean one draw everywhere.
"""

import random
from collections.abc import Sequence
from itertools import chain

from tournaments.engine.seating import DrawnRound

MOVES = 60_000
"""Exchanges tried; counted, never timed, so that a seed means one draw."""
_HOT = 8.0
_COOLING = 0.975
"""Of the heat, what is left after each hundredth of the moves."""

_PARTNERS_AGAIN, _MEET_AGAIN, _OPPOSE_AGAIN = 40, 4, 2
"""What one more repeat costs, for each time before. Partners weigh so much that they are hardly traded."""

_WHOLE_PAIRS = 0.4
"""Share of proposals that move two partners together."""

Change = tuple[int, int, int, int]
"""Two people, and how many more times (or fewer) they are partners, and meet."""
Exchange = tuple[list[int], int, list[int], int]
"""A seat of one table and a seat of another (or of the same) whose people change places."""


class Memory:
    """How often people partnered and met, by their numbers in `order`; begins with the rounds played."""

    def __init__(self, order: Sequence[int], played: Sequence[DrawnRound]) -> None:
        self.people = len(order)
        self.partners = [[0] * self.people for _ in order]
        self.meetings = [[0] * self.people for _ in order]
        number = {entry: person for person, entry in enumerate(order)}
        for drawn in played:
            for table in drawn.tables:
                self.add([-1 if entry is None else number.get(entry, -1) for entry in table.seats])

    @property
    def cost(self) -> int:
        """What all repeats cost together."""
        people = range(self.people)
        return sum(_cost(self.partners[a][b], self.meetings[a][b]) for a in people for b in range(a))

    def add(self, table: Sequence[int], times: int = 1) -> None:
        """Remember a table, or forget it (`times` -1); seats with -1 are empty, or of people who are gone."""
        for at in range(4):
            for other in range(at + 1, 4):
                if table[at] >= 0 and table[other] >= 0:
                    self.change([(table[at], table[other], times if other - at == 2 else 0, times)])

    def change(self, changes: Sequence[Change]) -> None:
        """Take changes over."""
        for one, other, partners, meetings in changes:
            self.partners[one][other] += partners
            self.partners[other][one] += partners
            self.meetings[one][other] += meetings
            self.meetings[other][one] += meetings

    def price(self, one: int, other: int, partners: bool) -> int:
        """What it costs that these two meet once more, as partners or as opponents."""
        before, met = self.partners[one][other], self.meetings[one][other]
        again = _PARTNERS_AGAIN * before if partners else _OPPOSE_AGAIN * (met - before)
        return again + _MEET_AGAIN * met

    def cost_of(self, changes: Sequence[Change]) -> int:
        """What changes would cost in all; no two of them may concern the same two people."""
        cost = 0
        for one, other, partners, meetings in changes:
            before, met = self.partners[one][other], self.meetings[one][other]
            cost += _cost(before + partners, met + meetings) - _cost(before, met)
        return cost


def _cost(partners: int, meetings: int) -> int:
    opposed = meetings - partners
    return (
        _PARTNERS_AGAIN * partners * (partners - 1)
        + _MEET_AGAIN * meetings * (meetings - 1)
        + _OPPOSE_AGAIN * opposed * (opposed - 1)
    ) // 2


def mend(rounds: Sequence[list[list[int]]], memory: Memory, rng: random.Random) -> None:
    """Rearrange the tables of each round in place, people staying in their round, into the cheapest met."""
    begun = memory.cost
    for table in chain.from_iterable(rounds):
        memory.add(table)
    cost = least = memory.cost - begun
    best = _copied(rounds)
    heat = _HOT
    for move in range(MOVES):
        if least == 0:
            break
        if move % (MOVES // 100) == 0:
            heat *= _COOLING
        changes, exchanges = _proposal(rounds[int(rng.random() * len(rounds))], rng)
        more = memory.cost_of(changes)
        if more >= heat * 3 * rng.random() * rng.random():
            continue
        memory.change(changes)
        for here, seat, there, other in exchanges:
            here[seat], there[other] = there[other], here[seat]
        cost += more
        if cost < least:
            least = cost
            best = _copied(rounds)
    for tables, kept in zip(rounds, best, strict=True):
        tables[:] = kept


def _copied(rounds: Sequence[list[list[int]]]) -> list[list[list[int]]]:
    return [[list(table) for table in tables] for tables in rounds]


def _proposal(tables: list[list[int]], rng: random.Random) -> tuple[list[Change], list[Exchange]]:
    """A small rearrangement of one round, by lot: what it changes between people, and the seats exchanged."""
    here = tables[int(rng.random() * len(tables))]
    there = tables[int(rng.random() * len(tables))]
    seat, other = int(rng.random() * 4), int(rng.random() * 4)
    if here is there:
        return _new_partners(here, seat), [(here, seat, here, seat ^ 1)]
    if rng.random() < _WHOLE_PAIRS:
        exchanges = [(here, seat, there, other), (here, seat ^ 2, there, other ^ 2)]
        return _pairs_changed(here, seat, there, other), exchanges
    return _people_changed(here, seat, there, other), [(here, seat, there, other)]


# Round a table of seats 0 to 3 the partner of seat s is s ^ 2, and the opponents are s ^ 1 and s ^ 3.


def _new_partners(table: list[int], seat: int) -> list[Change]:
    one, other, across_one, across_other = table[seat], table[seat ^ 1], table[seat ^ 2], table[seat ^ 3]
    return [
        (one, across_one, -1, 0),
        (other, across_other, -1, 0),
        (one, across_other, 1, 0),
        (other, across_one, 1, 0),
    ]


def _people_changed(here: list[int], seat: int, there: list[int], other_seat: int) -> list[Change]:
    one, other = here[seat], there[other_seat]
    changes = []
    for step, partners in ((2, 1), (1, 0), (3, 0)):
        left, joined = here[seat ^ step], there[other_seat ^ step]
        changes += [(one, left, -partners, -1), (other, joined, -partners, -1)]
        changes += [(one, joined, partners, 1), (other, left, partners, 1)]
    return changes


def _pairs_changed(here: list[int], seat: int, there: list[int], other_seat: int) -> list[Change]:
    changes = []
    for step in (1, 3):
        left, joined = here[seat ^ step], there[other_seat ^ step]
        for one in (here[seat], here[seat ^ 2]):
            changes += [(one, left, 0, -1), (one, joined, 0, 1)]
        for other in (there[other_seat], there[other_seat ^ 2]):
            changes += [(other, joined, 0, -1), (other, left, 0, 1)]
    return changes
