"""The grid of personal cards as a form, made by hand: hundreds of cells, and one field for what was shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from uuid import UUID

from scoring.forms import id_of
from scoring.models import CardLine
from scoring.services.grids import Problem, TypedCell
from tournaments.models import Entry, Round

MOST_CELLS = 2000
"""Cells on one page: with two fields each they stay within the fields that one request may have."""
MOST_TYPED = 999
TAKE_BACK = "-"


@dataclass(frozen=True, slots=True)
class PageOfRounds:
    """As many columns as fit; `numbers` are the pages there are."""

    rounds: Sequence[Round]
    page: int
    numbers: range


def page_of_rounds(rounds: Sequence[Round], people: int, asked: str) -> PageOfRounds:
    """The columns of one page; the first page for a number there is none of."""
    size = max(1, MOST_CELLS // max(1, people))
    numbers = range(1, ceil(len(rounds) / size) + 1)
    page = int(asked) if asked.isdecimal() and len(asked) < 5 and int(asked) in numbers else 1
    return PageOfRounds(rounds[(page - 1) * size : page * size], page, numbers)


@dataclass(slots=True)
class Cell:
    """One round of one person. `points` and `lone` are as shown or as typed."""

    round: Round
    entry: Entry
    held: CardLine | None
    points: str
    lone: str
    seen: UUID | None
    fault: str = ""

    @property
    def key(self) -> str:
        """What its fields are called by."""
        return f"{self.round.pk}-{self.entry.pk}"

    @property
    def untouched(self) -> bool:
        """Blank is unchanged, whatever is held."""
        return not self.points and not self.lone

    def read(self) -> TypedCell | None:
        """The cell for the service; None where nothing is typed, or nothing readable (see `fault`)."""
        if self.untouched:
            return None
        if self.points == TAKE_BACK:
            return TypedCell(self.round.pk, self.entry.pk, None, 0, self.seen)
        points, lone = _whole(self.points), _whole(self.lone or "0")
        if points is None or lone is None:
            self.fault = (
                f"Round {self.round.number}: type whole numbers up to {MOST_TYPED}, the points first."
            )
            return None
        return TypedCell(self.round.pk, self.entry.pk, points, lone, self.seen)


@dataclass(slots=True)
class Row:
    """One person's cells, the reason for his changes, and what is wrong with them."""

    entry: Entry
    cells: list[Cell]
    reason: str
    problems: list[Problem] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """In sentences."""
        return [one.sentence for one in self.problems] + [cell.fault for cell in self.cells if cell.fault]


class CardGrid:
    """The page's rows, as they stand or as typed."""

    def __init__(
        self,
        rounds: Sequence[Round],
        entries: Sequence[Entry],
        held: Mapping[tuple[int, int], CardLine],
        typed: Mapping[str, str] | None,
    ) -> None:
        self.rounds = rounds
        self._typed = typed
        self._shown = _read_shown(typed.get("shown", "")) if typed is not None else {}
        self.rows = [
            Row(
                entry,
                [self._cell(one, entry, held.get((one.pk, entry.pk))) for one in rounds],
                (typed.get(f"reason-{entry.pk}", "").strip()[:300] if typed is not None else ""),
            )
            for entry in entries
        ]
        self._read: list[TypedCell] = []

    def _cell(self, round: Round, entry: Entry, held: CardLine | None) -> Cell:
        key = f"{round.pk}-{entry.pk}"
        if self._typed is None:
            points, lone = (str(held.points), str(held.lone_hands or "")) if held is not None else ("", "")
            return Cell(round, entry, held, points, lone, held.pk if held is not None else None)
        points, lone = (self._typed.get(f"{name}-{key}", "").strip()[:6] for name in ("points", "lone"))
        return Cell(round, entry, held, points, lone, self._shown.get(key, (None, "", ""))[0])

    @property
    def shown(self) -> str:
        """What was shown, carried by one field: "round-entry=line/points/lone" for each figure held."""
        if self._typed is not None:
            return self._typed.get("shown", "")
        return " ".join(
            f"{cell.key}={cell.seen}/{cell.points}/{cell.lone}"
            for row in self.rows
            for cell in row.cells
            if cell.seen
        )

    def is_valid(self) -> bool:
        """Read every cell that differs from what was shown; whether all of them can be read."""
        self._read = []
        for row in self.rows:
            for cell in row.cells:
                _, points, lone = self._shown.get(cell.key, (None, "", ""))
                if (cell.points, cell.lone) == (points, lone):
                    continue
                if (typed := cell.read()) is not None:
                    self._read.append(typed)
        return not any(row.faults for row in self.rows)

    def cells(self) -> list[TypedCell]:
        """What was changed; after `is_valid`."""
        return self._read

    def reasons(self) -> dict[int, str]:
        """Entry id → the reason given for that person's changes."""
        return {row.entry.pk: row.reason for row in self.rows if row.reason}

    @property
    def refused(self) -> int:
        """How many rows are in doubt."""
        return sum(bool(row.faults) for row in self.rows)

    def refuse(self, problems: Mapping[int, list[Problem]]) -> None:
        """Put what the service said at the rows."""
        for row in self.rows:
            row.problems = problems.get(row.entry.pk, [])


def _whole(text: str) -> int | None:
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    number = sign * int(digits) if digits.isascii() and digits.isdigit() else None
    return number if number is not None and abs(number) <= MOST_TYPED else None


def _read_shown(text: str) -> dict[str, tuple[UUID | None, str, str]]:
    shown = {}
    for word in text.split():
        key, _, rest = word.partition("=")
        line, points, lone = (*rest.split("/"), "", "", "")[:3]
        shown[key] = (id_of(line), points, lone)
    return shown
