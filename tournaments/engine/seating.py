"""Who sits where: tables, rounds and schedules as plain values, and how often people meet in them.

Numbers in the seats are entries. The seats go clockwise N E S W; North partners South, East partners West.
Where West alone is empty three play, everybody for himself; any other empty seat is a ghost's.
A schedule carries no seed: whoever drew it keeps the seed beside it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from tournaments.engine.errors import EventViolation

Couple = tuple[int, int]
"""Two entries, the lower number first."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """One table of a round; `table` counts from 1 at the head. A seat is None where nobody sits."""

    table: int
    north: int | None
    east: int | None
    south: int | None
    west: int | None

    @property
    def seats(self) -> tuple[int | None, int | None, int | None, int | None]:
        """The four seats, clockwise from North."""
        return (self.north, self.east, self.south, self.west)

    @property
    def seated(self) -> tuple[int, ...]:
        """The entries who really sit here, clockwise from North."""
        return tuple(entry for entry in self.seats if entry is not None)

    @property
    def three_handed(self) -> bool:
        """Whether three play here, everybody for himself: North, East and South."""
        return self.west is None and None not in (self.north, self.east, self.south)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """North and South, then East and West; a ghost leaves its side short. Three-handed: one by one."""
        if self.three_handed:
            return tuple((entry,) for entry in self.seated)
        side_ns = tuple(entry for entry in (self.north, self.south) if entry is not None)
        side_ew = tuple(entry for entry in (self.east, self.west) if entry is not None)
        return side_ns, side_ew


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """One round; `number` counts from 1 through the event, `sitting_out` in ascending order."""

    number: int
    tables: tuple[DrawnTable, ...]
    sitting_out: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds in the order they are played."""

    rounds: tuple[DrawnRound, ...]


@dataclass(frozen=True, slots=True)
class Contacts:
    """How often couples were partners, opponents, or either; who never met is not listed."""

    partners: Mapping[Couple, int]
    opponents: Mapping[Couple, int]
    meetings: Mapping[Couple, int]

    @property
    def partner_repeats(self) -> int:
        """Sum over couples of the times they were partners beyond the first."""
        return _repeats(self.partners)

    @property
    def opponent_repeats(self) -> int:
        """Sum over couples of the times they were opponents beyond the first."""
        return _repeats(self.opponents)

    @property
    def meeting_repeats(self) -> int:
        """Sum over couples of the times they shared a table beyond the first."""
        return _repeats(self.meetings)


def couple(one: int, other: int) -> Couple:
    """Two entries as the tables of contacts name them."""
    return (one, other) if one < other else (other, one)


def contacts(rounds: Schedule | Iterable[DrawnRound]) -> Contacts:
    """Count who met whom in a schedule, or in rounds already played."""
    partners: Counter[Couple] = Counter()
    opponents: Counter[Couple] = Counter()
    for drawn in rounds_of(rounds):
        for table in drawn.tables:
            for side in table.sides:
                partners.update(couple(*two) for two in combinations(side, 2))
            for side, others in combinations(table.sides, 2):
                opponents.update(couple(one, other) for one in side for other in others)
    return Contacts(partners, opponents, partners + opponents)


def check_schedule(schedule: Schedule, entrants: Iterable[int]) -> None:
    """See that every entrant sits, or sits out, exactly once a round; raise EventViolation otherwise."""
    due = frozenset(entrants)
    numbers = Counter(drawn.number for drawn in schedule.rounds)
    if any(times > 1 for times in numbers.values()):
        raise EventViolation("round-twice", "Two rounds have the same number.")
    for drawn in schedule.rounds:
        _check_round(drawn, due)


def rounds_of(rounds: Schedule | Iterable[DrawnRound]) -> tuple[DrawnRound, ...]:
    """The rounds of a schedule, or any rounds, as a tuple."""
    return rounds.rounds if isinstance(rounds, Schedule) else tuple(rounds)


def _check_round(drawn: DrawnRound, due: frozenset[int]) -> None:
    where = f"Round {drawn.number}"
    places = Counter(entry for table in drawn.tables for entry in table.seated)
    places.update(drawn.sitting_out)
    if len({table.table for table in drawn.tables}) != len(drawn.tables):
        raise EventViolation("table-twice", f"{where}: two tables have the same number.")
    if twice := sorted(entry for entry, times in places.items() if times > 1):
        raise EventViolation("seated-twice", f"{where}: {_listed(twice)} placed more than once.")
    if strangers := sorted(places.keys() - due):
        raise EventViolation("not-an-entrant", f"{where}: {_listed(strangers)} not entered.")
    if missing := sorted(due - places.keys()):
        raise EventViolation("not-seated", f"{where}: {_listed(missing)} neither seated nor sitting out.")


def _listed(entries: list[int]) -> str:
    word = "entry" if len(entries) == 1 else "entries"
    return f"{word} {', '.join(map(str, entries))} {'is' if len(entries) == 1 else 'are'}"


def _repeats(counted: Mapping[Couple, int]) -> int:
    return sum(times - 1 for times in counted.values() if times > 1)
