"""The catalogue of formats: ways to decide who meets whom. A new one is a file here and a line in FORMATS."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.engine.formats.rotation import draw_rotation
from tournaments.engine.seating import DrawnRound, Schedule


class Draw(Protocol):
    """Draw `rounds` further rounds for the entrants; the same `rng` state always gives the same draw."""

    def __call__(
        self, entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
    ) -> Schedule: ...


@dataclass(frozen=True, slots=True)
class Format:
    """One way to draw: `code` for machines, `name` and `sentence` for people, `source` for who plays so."""

    code: str
    name: str
    sentence: str
    source: str
    draw: Draw


_ALL = (
    Format(
        code="rotation",
        name="Rotation",
        sentence="Rounds are drawn beforehand; nobody partners anybody twice while that can be avoided.",
        source="Whist tournaments; rotation nights of euchre clubs.",
        draw=draw_rotation,
    ),
)

FORMATS: dict[str, Format] = {one.code: one for one in _ALL}
