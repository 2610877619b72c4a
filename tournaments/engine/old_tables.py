"""Rows of a spreadsheet as events of long ago: every line is read, left out with a reason, or refused.

Nothing is guessed here: the columns are those a person confirmed. What is wrong is told with row and column,
everything at once, and then nothing of the file counts.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tournaments.engine import sheet_columns as roles
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import fold, name_of
from tournaments.engine.names_pairs import pair_of
from tournaments.engine.sheet_columns import Column
from tournaments.engine.sheet_values import date_in, is_absent, is_total, number_in, place_in
from tournaments.engine.spreadsheets import Fault, Grid, Row

MOST_FAULTS = 20
MOST_EVENTS = 400
MOST_LINES = 400
"""Entries of one event."""
MOST_PEOPLE = 5000
MOST_LONE = 99
MOST_ROUNDS = 60
MOST_POINTS = 99_999
NEEDED_OF_HANDS = (*roles.SEATS, roles.MAKER, roles.TRICKS)
_WITH_NOTE = re.compile(r"^(?P<name>[^()]*)\((?P<note>[^()]{1,40})\)\s*$")
_TWO = re.compile(r"\s(?:&|\+|and)\s|[&+/]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A name as it is written somewhere; the same person may have several. `key` is equal for equal ones."""

    key: str
    display: str
    sort_key: str
    note: str
    row: int

    def __str__(self) -> str:
        return f"{self.display} ({self.note})" if self.note else self.display


@dataclass(frozen=True, slots=True)
class OldLine:
    """What a file says of somebody (or of two, `partner`) in an event. `round` is 0 in a final table."""

    row: int
    who: str
    partner: str
    points: int
    lone: int = 0
    round: int = 0
    place: int | None = None
    rounds: int | None = None
    figures: tuple[tuple[str, Fraction], ...] = ()
    categories: str = ""


@dataclass(frozen=True, slots=True)
class OldHand:
    """One hand: seats as letters, `alone` those who played without their partner."""

    row: int
    number: int
    maker: str
    alone: tuple[str, ...]
    tricks: int


@dataclass(frozen=True, slots=True)
class OldTable:
    """A table of a round: who sat there (N, E, S, W), and its hands in order."""

    round: int
    table: int
    seated: tuple[str, ...]
    hands: tuple[OldHand, ...]


@dataclass(frozen=True, slots=True)
class OldEvent:
    """An event of the file with its lines, in the order of the file. `hands` are its tables, if told."""

    name: str
    day: date
    lines: tuple[OldLine, ...]
    hands: tuple["OldTable", ...] = ()

    @property
    def rounds(self) -> list[int]:
        """Numbers of its rounds, ascending; [0] for a final table."""
        return sorted({line.round for line in self.lines})


@dataclass(slots=True)
class TableRead:
    """All that was read. `left_out` are rows that are nobody's line, and why; `faults` refuse the whole."""

    events: list[OldEvent] = field(default_factory=list)
    people: dict[str, Spelling] = field(default_factory=dict)
    left_out: list[Fault] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is read: its kind, the last row of its heading, its columns, the order in dates.

    `name` and `day` are those of the event where no column says them.
    """

    kind: str
    heading: int
    columns: tuple[Column, ...]
    day_first: bool
    name: str
    day: date | None

    def column(self, role: str) -> Column | None:
        """The column of a role, if there is one."""
        return next((one for one in self.columns if one.role == role), None)

    def check(self) -> None:
        """Refuse columns from which nothing can be read; EventViolation with a sentence."""
        for one in self.columns:
            if one.role not in roles.ROLES_OF[self.kind]:
                raise EventViolation("column-unfit", f"Column {one.letters} cannot be read as that here.")
        twice = [one for one in self.columns if one.role not in roles.MANY and self.column(one.role) != one]
        if twice:
            said = roles.ROLES[twice[0].role]
            raise EventViolation("column-twice", f"Two columns say “{said}”; only one can.")
        needed = NEEDED_OF_HANDS if self.kind == roles.HANDS else (roles.NAME,)
        missing = [role for role in needed if self.column(role) is None]
        if missing:
            raise EventViolation("column-missing", f"Say which column is “{roles.ROLES[missing[0]]}”.")
        self._check_figures()

    def _check_figures(self) -> None:
        across = [one for one in self.columns if one.role in {roles.NIGHT, roles.NIGHT_LONE}]
        undated = [one for one in across if one.day is None]
        if undated:
            raise EventViolation("day-missing", f"Say on which day column {undated[0].letters} was played.")
        nights = [one.day for one in across if one.role == roles.NIGHT]
        if len(set(nights)) != len(nights):
            raise EventViolation("night-twice", "Two columns are the points of the same night.")
        needs_points = self.kind == roles.TABLE or (self.kind == roles.TOTALS and not nights)
        if needs_points and self.column(roles.POINTS) is None:
            raise EventViolation("column-missing", "Say which column has the points.")
        if self.kind not in {roles.PLAYERS, roles.ENTRIES}:
            if self.column(roles.EVENT) is None and not self.name.strip():
                raise EventViolation("name-missing", "Give the event a name.")
            if not nights and self.column(roles.DAY) is None and self.day is None:
                raise EventViolation("day-missing", "Say on which day it was played, or ended.")


def read_table(grid: Grid, reading: Reading) -> TableRead:
    """Read every row under the heading. Look at `faults` first: where there are any, nothing counts."""
    reading.check()
    read = Rows(grid, reading)
    read.run()
    return read.made


@dataclass(slots=True)
class Rows:
    """A file being read row by row; what was found so far is in `made` and `by_event`."""

    grid: Grid
    reading: Reading
    made: TableRead = field(default_factory=TableRead)
    by_event: dict[tuple[str, date], list[OldLine]] = field(default_factory=lambda: defaultdict(list))
    names: dict[str, str] = field(default_factory=dict)

    def run(self) -> None:
        """Read all rows; `made` is then whole."""
        for number, row in enumerate(self.grid[self.reading.heading :], start=self.reading.heading + 1):
            if any(row):
                self._row(number, row)
            if len(self.made.faults) >= MOST_FAULTS:
                return
        self.check_events()
        self.made.events = [OldEvent(name, day, tuple(lines)) for (name, day), lines in self.by_event.items()]

    def _row(self, number: int, row: Row) -> None:
        name = self.cell(row, roles.NAME)
        if not name:
            self._without_name(number, row)
        elif is_total(name):
            self.made.left_out.append(Fault(number, 0, f"“{name}” is a total, no person's line."))
        elif self._is_heading(row):
            self.made.left_out.append(Fault(number, 0, "the heading again."))
        elif self._needs_figures and not any(self._figures_of(row)):
            self.made.left_out.append(Fault(number, 0, f"“{name}” has no figures."))
        else:
            self._line(number, row, name)

    @property
    def _needs_figures(self) -> bool:
        return self.reading.kind in {roles.TABLE, roles.TOTALS}

    def _without_name(self, number: int, row: Row) -> None:
        if any(number_in(one) is not None for one in self._figures_of(row)):
            column = self.reading.column(roles.NAME)
            self.fault(number, column, "there are figures in this row, and no name.")
        else:
            self.made.left_out.append(Fault(number, 0, "there is no name."))

    def _is_heading(self, row: Row) -> bool:
        heading = self.grid[self.reading.heading - 1] if self.reading.heading else ()
        return bool(heading) and [fold(cell) for cell in row] == [fold(cell) for cell in heading]

    def _figures_of(self, row: Row) -> Iterator[str]:
        said = {roles.POINTS, roles.PLACE, roles.NIGHT, roles.NIGHT_LONE, *roles.FIGURES}
        yield from (row[one.number - 1] for one in self.reading.columns if one.role in said)

    def cell(self, row: Row, role: str) -> str:
        """What stands in the column of a role, empty where there is no such column."""
        column = self.reading.column(role)
        return row[column.number - 1] if column is not None else ""

    def fault(self, row: int, column: Column | None, sentence: str) -> None:
        """Something that refuses the file."""
        self.made.faults.append(Fault(row, column.number if column else 0, sentence))

    def _line(self, number: int, row: Row, name: str) -> None:
        who, partner = self._people(number, row, name)
        if not who:
            return
        if self.reading.kind in {roles.PLAYERS, roles.ENTRIES}:
            said = self.cell(row, roles.CATEGORIES)
            self.by_event["", date.min].append(OldLine(number, who, partner, 0, categories=said))
        elif any(one.role == roles.NIGHT for one in self.reading.columns):
            self._nights(number, row, who, partner)
        elif (there := self.event_of(number, row)) is not None:
            self._one(number, row, OldLine(number, who, partner, 0), there)

    def _people(self, number: int, row: Row, name: str) -> tuple[str, str]:
        """Keys of one or two people; empty where they cannot be read, which is then a fault."""
        written = [name, self.cell(row, roles.PARTNER)]
        columns = [self.reading.column(roles.NAME), self.reading.column(roles.PARTNER)]
        try:
            if not written[1] and self.reading.kind != roles.PLAYERS and _TWO.search(name):
                pair = pair_of(name, number)
                written, columns = [pair.one.display, pair.other.display], [columns[0]] * 2
            keys = ["", ""]
            for at, one in enumerate(written):
                if one:
                    said = self.cell(row, roles.NOTE) if not at else ""
                    keys[at] = self.spelling(one, said, number)
        except EventViolation as problem:
            at = 1 if columns[1] is not None and written[1] and written[0] != name else 0
            self.fault(number, columns[at], problem.sentence)
            return "", ""
        if keys[0] == keys[1]:
            self.fault(number, columns[1], f"{written[0]} is paired with the same name.")
            return "", ""
        return keys[0], keys[1]

    def spelling(self, written: str, note: str, row: int) -> str:
        """The key of a name as it is written; EventViolation where it is none."""
        found = _WITH_NOTE.match(written)
        if found:
            written, note = found["name"], note or found["note"]
        note = " ".join(note.split())
        if len(note) > 40:
            raise EventViolation("note-too-long", "A note has at most 40 characters.")
        name = name_of(written, row)
        key = fold(f"{name.display} {note}")
        self.made.people.setdefault(key, Spelling(key, name.display, name.sort_key, note, row))
        return key

    def event_of(self, number: int, row: Row) -> tuple[str, date] | None:
        """Name and day of the event a row belongs to; None after a fault."""
        name = (self.cell(row, roles.EVENT) or self.reading.name).strip()
        column = self.reading.column(roles.DAY)
        day = self.reading.day
        if column is not None:
            day = date_in(row[column.number - 1], day_first=self.reading.day_first)
            if day is None:
                self.fault(number, column, f"“{row[column.number - 1]}” is no day with a year.")
                return None
        if not name or len(name) > 120:
            self.fault(
                number, self.reading.column(roles.EVENT), "a name of an event has 1 to 120 characters."
            )
            return None
        assert day is not None, "checked"
        return self.names.setdefault(fold(name), name), day

    def _nights(self, number: int, row: Row, who: str, partner: str) -> None:
        lone = {one.day: one for one in self.reading.columns if one.role == roles.NIGHT_LONE}
        name = (self.cell(row, roles.EVENT) or self.reading.name).strip()[:120]
        for column in self.reading.columns:
            if column.role != roles.NIGHT or is_absent(row[column.number - 1]):
                continue
            assert column.day is not None, "checked"
            points = self._whole(number, column, row)
            alone = self.within(number, lone.get(column.day), row, MOST_LONE)
            if points is not None and alone is not None:
                line = OldLine(number, who, partner, points, alone, round=1)
                self.by_event[name, column.day].append(line)

    def _one(self, number: int, row: Row, line: OldLine, there: tuple[str, date]) -> None:
        totals = self.reading.kind == roles.TOTALS
        points = self.reading.column(roles.POINTS)
        if points is None or (totals and is_absent(row[points.number - 1])):
            return
        said = self._whole(number, points, row)
        column = self.reading.column
        lone = self.within(number, column(roles.LONE), row, MOST_LONE) if totals else 0
        round = self.within(number, column(roles.ROUND), row, MOST_ROUNDS) if totals else 0
        place, rounds = self._place(number, row), self.within(number, column(roles.ROUNDS), row, 9999)
        figures = () if totals else tuple(self._figures(number, row))
        if said is None or lone is None or round is None or rounds is None or place is None:
            return
        self.by_event[there].append(
            OldLine(
                row=number,
                who=line.who,
                partner=line.partner,
                points=said,
                lone=lone,
                round=(round or 1) if totals else 0,
                place=place or None,
                rounds=rounds if self.reading.column(roles.ROUNDS) and self.cell(row, roles.ROUNDS) else None,
                figures=figures,
            )
        )

    def _whole(self, number: int, column: Column | None, row: Row) -> int | None:
        """A whole number, 0 where there is no column or nothing in it; None after a fault."""
        text = row[column.number - 1] if column is not None else ""
        if is_absent(text):
            return 0
        figure = number_in(text)
        if figure is None:
            self.fault(number, column, f"“{text}” is no number.")
        elif figure.denominator != 1:
            self.fault(number, column, f"{text} is no whole number of points.")
        elif abs(figure) > MOST_POINTS:
            self.fault(number, column, f"{text} is too large.")
        else:
            return int(figure)
        return None

    def within(self, number: int, column: Column | None, row: Row, most: int) -> int | None:
        """A whole number from 0 to `most`, 0 where nothing stands; None after a fault."""
        figure = self._whole(number, column, row)
        if figure is not None and not 0 <= figure <= most:
            self.fault(number, column, f"{figure} is not between 0 and {most}.")
            return None
        return figure

    def _place(self, number: int, row: Row) -> int | None:
        """The place, 0 where none is told; None after a fault."""
        column = self.reading.column(roles.PLACE)
        text = row[column.number - 1] if column is not None else ""
        if is_absent(text):
            return 0
        place = place_in(text)
        if place is None:
            self.fault(number, column, f"“{text}” is no place.")
        return place

    def _figures(self, number: int, row: Row) -> Iterator[tuple[str, Fraction]]:
        for column in self.reading.columns:
            if column.role in roles.FIGURES and not is_absent(text := row[column.number - 1]):
                percent = text.endswith("%")
                figure = number_in(text.removesuffix("%"))
                if figure is None:
                    self.fault(number, column, f"“{text}” is no number.")
                else:
                    yield column.role, figure / 100 if percent else figure

    def check_events(self) -> None:
        """Bounds of an event, and places that make a ranking."""
        if len(self.by_event) > MOST_EVENTS:
            self.fault(1, None, f"{len(self.by_event)} events stand here; at most {MOST_EVENTS} at once.")
        if not self.by_event and not self.made.faults:
            self.fault(self.reading.heading + 1, None, "there is no line to read from here on.")
        most = MOST_PEOPLE if self.reading.kind == roles.PLAYERS else MOST_LINES
        for lines in self.by_event.values():
            alone = [line for line in lines if not line.partner]
            if alone and len(alone) < len(lines) and self.reading.kind != roles.PLAYERS:
                column = self.reading.column(roles.PARTNER) or self.reading.column(roles.NAME)
                self.fault(alone[0].row, column, "others have a partner, this one has none.")
            if len({line.who for line in lines}) > most:
                self.fault(lines[0].row, None, f"{most} people or pairs are taken at most.")
            told = [line.place is not None for line in lines]
            if any(told) and not all(told):
                line = lines[told.index(False)]
                self.fault(line.row, self.reading.column(roles.PLACE), "others have a place, this one none.")
