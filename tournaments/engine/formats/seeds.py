"""The seed of a draw that was made better afterwards: "owl+600000" is the draw of "owl" after so many moves.

A better one is a function of its seed too, so that it can be run again when it is disputed: draw with
`Random("owl")`, then `improve` that draw with 600 000 moves and `Random("owl better")`.
"""

from dataclasses import dataclass
from random import Random

from tournaments.engine.errors import EventViolation

MOST_MOVES = 2_500_000
LONGEST = 40
"""As long as a seed may be, the moves included."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The chance of a draw: its `base`, and how many moves made it better; 0 as it was first drawn."""

    base: str
    moves: int = 0

    @classmethod
    def read(cls, text: str) -> "Seed":
        """A seed as it was written. Raises EventViolation where the moves are no number in bounds."""
        base, plus, moves = text.rpartition("+")
        if not plus:
            return cls(text)
        number = int(moves) if moves.isascii() and moves.isdecimal() and len(moves) < 9 else 0
        if not base or not 0 < number <= MOST_MOVES:
            raise EventViolation(
                "seed-unknown", f"A seed ends with + and 1 to {MOST_MOVES} moves, or has no +."
            )
        return cls(base, number)

    def __str__(self) -> str:
        return f"{self.base}+{self.moves}" if self.moves else self.base

    @property
    def may_grow(self) -> bool:
        """Whether there is room to write how many moves made it better."""
        return len(f"{self.base}+{MOST_MOVES}") <= LONGEST

    def to_draw(self) -> Random:
        """The chance of the draw itself."""
        return Random(self.base)

    def to_improve(self) -> Random:
        """The chance of making it better."""
        return Random(f"{self.base} better")
