"""Figures as the house's small pictures: bars and lines in a box 100 by 100, for the SVG templates."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar from the bottom of the box; `strong` marks what was won."""

    x: float
    width: float
    height: float
    strong: bool = False

    @property
    def y(self) -> float:
        """Its upper end."""
        return 100 - self.height


def bars(figures: Sequence[Fraction | int], strong: Sequence[bool] = ()) -> list[Bar]:
    """A bar a figure, in their order; the highest fills the box, what is 0 or less has none."""
    highest = max([*figures, 0])
    step = 100 / max(len(figures), 1)
    marks = strong or [False] * len(figures)
    return [
        Bar(
            x=at * step + step * 0.1,
            width=step * 0.8,
            height=float(max(one, 0) * 100 / highest) if highest else 0.0,
            strong=mark,
        )
        for at, (one, mark) in enumerate(zip(figures, marks, strict=True))
    ]
