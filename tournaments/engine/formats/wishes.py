"""What a club may wish of a rotation, and which wishes a draw did not keep."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from tournaments.engine.seating import Couple, DrawnRound, DrawnTable, couple


class Spare(Enum):
    """What becomes of people who fill no table of four."""

    SIT_OUT = "sit-out"
    """They sit out, each as often as anybody else, give or take one."""
    THREE_HANDED = "three-handed"
    """Nobody sits out: up to three tables of three, everybody for himself (North, East, South)."""
    GHOST = "ghost"
    """Nobody sits out: at up to three tables South is a ghost and North plays alone against East and West."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """All kept if they can be. Who is named and does not take part is passed over.

    `mixed` is one of two groups, the rest of the entrants the other: partners come from both. Empty: no wish.
    """

    apart: frozenset[Couple] = frozenset()
    never_partners: frozenset[Couple] = frozenset()
    mixed: frozenset[int] = frozenset()
    spare: Spare = Spare.SIT_OUT

    @classmethod
    def of(
        cls,
        *,
        apart: Iterable[tuple[int, int]] = (),
        never_partners: Iterable[tuple[int, int]] = (),
        mixed: Iterable[int] = (),
        spare: Spare = Spare.SIT_OUT,
    ) -> "Wishes":
        """Wishes from couples written either way round."""
        return cls(
            frozenset(couple(*two) for two in apart),
            frozenset(couple(*two) for two in never_partners),
            frozenset(mixed),
            spare,
        )

    def alike(self, one: int, other: int) -> bool:
        """Whether two are of the same group where partners should be of both."""
        return bool(self.mixed) and (one in self.mixed) == (other in self.mixed)


NO_WISHES = Wishes()


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A wish that was not kept: `code` kebab-case, the entries it was about, and the rounds."""

    code: str
    entries: tuple[int, ...]
    rounds: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """With the numbers of the entries."""
        return self.told({entry: f"entry {entry}" for entry in self.entries})

    def told(self, names: Mapping[int, str]) -> str:
        """With the names of the entries."""
        who = " and ".join(names.get(entry, f"entry {entry}") for entry in self.entries)
        when = ("round " if len(self.rounds) == 1 else "rounds ") + ", ".join(map(str, self.rounds))
        said = f"{_WORDS[self.code].format(who)} ({when})."
        return said[0].upper() + said[1:]


def relaxed(rounds: Sequence[DrawnRound], wishes: Wishes) -> tuple[Relaxed, ...]:
    """Every wish these rounds did not keep, couple by couple, in the order of the entries."""
    broken: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for drawn in rounds:
        for table in drawn.tables:
            for about in _broken_at(table, wishes):
                broken.setdefault(about, []).append(drawn.number)
        if drawn.sitting_out and wishes.spare is not Spare.SIT_OUT:
            broken.setdefault(("sits-out", drawn.sitting_out), []).append(drawn.number)
    return tuple(
        Relaxed(code, entries, tuple(numbers)) for (code, entries), numbers in sorted(broken.items())
    )


def _broken_at(table: DrawnTable, wishes: Wishes) -> Iterable[tuple[str, Couple]]:
    for one, other in combinations(table.seated, 2):
        if couple(one, other) in wishes.apart:
            yield "met-though-apart", couple(one, other)
    for side in table.sides:
        if len(side) < 2:
            continue
        if couple(*side) in wishes.never_partners:
            yield "partners-though-never", couple(*side)
        if wishes.alike(*side):
            yield "partners-of-one-group", couple(*side)


_WORDS = {
    "met-though-apart": "{} are at one table although they should never meet",
    "partners-though-never": "{} are partners although they should never be",
    "partners-of-one-group": "{} are partners although they are of the same group",
    "sits-out": "no table is free for {}, for so few cannot make tables of three",
}
