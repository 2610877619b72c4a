"""Who met whom: a picture of squares and dots, and the same in words, person by person."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.formats.figures import who_met_whom
from tournaments.engine.seating import DrawnRound

SHADES = 4
"""Times opposed that are told apart by size and shade; whoever met more often looks like the last."""
_LETTER = 0.4
"""The width of a letter, in cells."""
_FEW, _FEW_CELL, _MANY_CELL = 40, 22, 15
"""Up to so many people a cell is so many pixels wide, else so many."""

Met = tuple[int, int]
"""Times partnered and opposed."""


@dataclass(frozen=True, slots=True)
class MetPerson:
    """One person's row in words: each partner and opponent with how often, and how many were never met."""

    name: str
    partners: list[tuple[str, int]]
    opponents: list[tuple[str, int]]
    never: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """The picture, a cell one unit wide. Each path is of marks that look the same, one for a cell.

    `opposed` are the paths of those who opposed once, twice, three times and more often; `partnered` is the
    path of those who partnered once, and `again` of those who did more often. `head` is how much room the
    longest name takes.
    """

    names: list[str]
    rows: list[list[Met]]
    opposed: list[str]
    partnered: str
    again: str
    head: int

    @property
    def size(self) -> int:
        """How many people."""
        return len(self.names)

    @property
    def whole(self) -> int:
        """Cells and names together."""
        return self.size + self.head

    @property
    def cell(self) -> int:
        """How wide a cell is on the screen, in pixels."""
        return _FEW_CELL if self.size <= _FEW else _MANY_CELL

    @property
    def wide(self) -> int:
        """How wide all cells are on the screen, in pixels."""
        return self.size * self.cell

    @property
    def head_wide(self) -> int:
        """How wide the names are on the screen, in pixels."""
        return self.head * self.cell

    @property
    def lines(self) -> str:
        """A line between any two cells, and around them."""
        each = range(self.size + 1)
        return "".join(f"M0 {at}h{self.size}" for at in each) + "".join(f"M{at} 0v{self.size}" for at in each)

    @property
    def people(self) -> list[MetPerson]:
        """The same in words."""
        return [self._person(at) for at in range(self.size)]

    def _person(self, at: int) -> MetPerson:
        row = list(zip(self.names, self.rows[at], strict=True))
        return MetPerson(
            name=self.names[at],
            partners=[(name, partnered) for name, (partnered, _) in row if partnered],
            opponents=[(name, opposed) for name, (_, opposed) in row if opposed],
            never=sum(met == (0, 0) for _, met in row) - 1,
        )


def matrix_of(rounds: Sequence[DrawnRound], names: Mapping[int, str]) -> Matrix:
    """Who met whom in these rounds, in the order of the entries. No query."""
    people, rows = who_met_whom(rounds)
    shown = [names.get(entry, "") for entry in people]

    def opposed(times: int) -> str:
        return _path(rows, lambda met: min(met[1], SHADES) == times)

    return Matrix(
        names=shown,
        rows=rows,
        opposed=[opposed(times) for times in range(1, SHADES + 1)],
        partnered=_path(rows, lambda met: met[0] == 1),
        again=_path(rows, lambda met: met[0] > 1),
        head=2 + int(max((len(name) for name in shown), default=0) * _LETTER),
    )


def _path(rows: Sequence[Sequence[Met]], marked: Callable[[Met], bool]) -> str:
    """A stroke without length in each cell that is marked: its cap is what is seen. Short, for 200 people."""
    path, here = [], (0, 0)
    for y, row in enumerate(rows):
        for x, met in enumerate(row):
            if marked(met):
                path.append(f"m{x - here[0]} {y - here[1]}h0")
                here = (x, y)
    return "".join(path)
