"""A small checker of rotations that shares nothing with the engine: it counts seats, and that is all."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product


@dataclass(frozen=True)
class Counted:
    """What a rotation comes to; `wrong` names rounds in which somebody is not placed exactly once."""

    wrong: list[int]
    fair: bool
    partners: Counter
    opponents: Counter
    three_handed: Counter

    @property
    def meetings(self) -> Counter:
        return self.partners + self.opponents

    @property
    def partner_repeats(self) -> int:
        return sum(times - 1 for times in self.partners.values())

    @property
    def unevenness(self) -> int:
        return sum(times * (times - 1) // 2 for times in self.meetings.values())

    def is_perfect(self, people: int) -> bool:
        """Everybody partners everybody once and opposes everybody twice."""
        couples = people * (people - 1) // 2
        return (
            len(self.partners) == len(self.opponents) == couples
            and set(self.partners.values()) == {1}
            and set(self.opponents.values()) == {2}
        )


def counted(entrants, rounds, ghosts=False) -> Counted:
    """Rounds are tables, each four seats clockwise (None: nobody), and who sits out."""
    out = Counter(dict.fromkeys(entrants, 0))
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    short: Counter[int] = Counter()
    wrong, fair = [], True
    for number, (tables, resting) in enumerate(rounds, 1):
        seated = [one for seats in tables for one in seats if one is not None]
        if sorted([*seated, *resting]) != sorted(entrants):
            wrong.append(number)
        out.update(resting)
        fair = fair and max(out.values()) - min(out.values()) <= 1
        for seats in tables:
            _count(seats, ghosts, partners, opponents, short)
    return Counted(wrong, fair, partners, opponents, short)


def plain(schedule):
    """A schedule of the engine as this checker reads it."""
    rounds = schedule.rounds if hasattr(schedule, "rounds") else schedule
    return [([(t.north, t.east, t.south, t.west) for t in one.tables], one.sitting_out) for one in rounds]


def _count(seats, ghosts, partners, opponents, short):
    north, east, south, west = seats
    there = [one for one in seats if one is not None]
    if len(there) == 3:
        short.update(there)
    if west is None and not ghosts:
        opponents.update(frozenset(two) for two in combinations(there, 2))
        return
    for side in ((north, south), (east, west)):
        if None not in side:
            partners[frozenset(side)] += 1
    opponents.update(frozenset(two) for two in product((north, south), (east, west)) if None not in two)
