"""How records fall: figures in the order of nights, and whoever beat what stood before."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from tournaments.engine.person_nights import Done

Holder = TypeVar("Holder", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Fell(Generic[Holder]):
    """On `night` a record fell to `figure`; all `holders` reached it that night."""

    night: int
    figure: int
    holders: tuple[Holder, ...]


def falls(figures: Iterable[tuple[int, int, Holder]]) -> list[Fell[Holder]]:
    """(night, figure, holder) in the order of play → each time a record fell, the oldest first.

    Equalling a record on a later night does not make it fall; a figure of 0 is no record.
    """
    fallen: list[Fell[Holder]] = []
    standing = 0
    for night, figure, holders in _by_night(figures):
        if figure > standing:
            standing = figure
            fallen.append(Fell(night, figure, tuple(dict.fromkeys(holders))))
    return fallen


def _by_night(figures: Iterable[tuple[int, int, Holder]]) -> list[tuple[int, int, list[Holder]]]:
    """Each night's best figure and who had it, in the order in which nights come."""
    best: dict[int, tuple[int, list[Holder]]] = {}
    for night, figure, holder in figures:
        known = best.get(night)
        if known is None or figure > known[0]:
            best[night] = (figure, [holder])
        elif figure == known[0]:
            known[1].append(holder)
    return [(night, figure, holders) for night, (figure, holders) in best.items()]


def runs_reached(nights: Iterable[tuple[int, int, Done]]) -> list[tuple[int, int, int]]:
    """(night, person, done) in the order of play → (night, longest run it took the person to, person)."""
    going: dict[int, int] = {}
    reached = []
    for night, person, done in nights:
        before = going.get(person, 0)
        through = before + done.run_first if done.run_first else 0
        reached.append((night, max(done.run_best, through), person))
        going[person] = before + done.matches if done.run_first == done.matches else done.run_last
    return reached
