"""Rows of a spreadsheet as hands that were played: who sat where, who made it, the tricks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from tournaments.engine import sheet_columns as roles
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import fold
from tournaments.engine.old_tables import (
    MOST_FAULTS,
    MOST_ROUNDS,
    OldEvent,
    OldHand,
    OldLine,
    OldTable,
    Reading,
    Rows,
    TableRead,
    read_table,
)
from tournaments.engine.sheet_values import is_absent
from tournaments.engine.spreadsheets import Grid, Row

MOST_HANDS = 2000
MOST_TABLES = 200
TRICKS = 5
_YES, _NO = frozenset({"yes", "y", "x", "alone", "true", "1", "lone"}), frozenset({"no", "0", "false"})
_SEATS = dict(zip(("north", "east", "south", "west"), roles.SEATS, strict=True))
_SEATS |= {one.casefold(): one for one in roles.SEATS}

Place = tuple[tuple[str, date], int, int]
"""The event, the round, the table."""


def read_sheet(grid: Grid, reading: Reading) -> TableRead:
    """Read every row under the heading, whatever kind of list it is; see `read_table`."""
    if reading.kind != roles.HANDS:
        return read_table(grid, reading)
    reading.check()
    read = _Hands(Rows(grid, reading))
    read.run()
    return read.rows.made


@dataclass(slots=True)
class _Hands:
    rows: Rows
    seated: dict[Place, tuple[str, ...]] = field(default_factory=dict)
    hands: dict[Place, list[OldHand]] = field(default_factory=dict)

    def run(self) -> None:
        reading, made = self.rows.reading, self.rows.made
        for number, row in enumerate(self.rows.grid[reading.heading :], start=reading.heading + 1):
            if any(row):
                self._row(number, row)
            if len(made.faults) >= MOST_FAULTS:
                return
        if sum(map(len, self.hands.values())) > MOST_HANDS:
            self.rows.fault(reading.heading + 1, None, f"at most {MOST_HANDS} hands are taken.")
        made.events = [self._event(there) for there in dict.fromkeys(place[0] for place in self.hands)]
        if not made.events and not made.faults:
            self.rows.fault(reading.heading + 1, None, "there is no hand to read from here on.")

    def _row(self, number: int, row: Row) -> None:
        there, column = self.rows.event_of(number, row), self.rows.reading.column
        round = self.rows.within(number, column(roles.ROUND), row, MOST_ROUNDS)
        table = self.rows.within(number, column(roles.TABLE_NUMBER), row, MOST_TABLES)
        told = self.rows.within(number, column(roles.HAND), row, MOST_HANDS)
        tricks = self.rows.within(number, column(roles.TRICKS), row, TRICKS)
        if there is None or round is None or table is None or told is None or tricks is None:
            return
        place = there, round or 1, table or 1
        seated = self._seated(number, row, place)
        if seated is None:
            return
        maker = self._seat(number, row, roles.MAKER, self.rows.cell(row, roles.MAKER), seated)
        alone = self._alone(number, row, seated, maker)
        if maker is None or alone is None:
            return
        hands = self.hands.setdefault(place, [])
        due = len(hands) + 1
        if (told or due) != due:
            self.rows.fault(number, column(roles.HAND), f"hand {due} of this table comes next, not {told}.")
            return
        if not self.rows.cell(row, roles.TRICKS):
            self.rows.fault(number, column(roles.TRICKS), "the tricks are missing.")
            return
        hands.append(OldHand(number, due, maker, alone, tricks))

    def _seated(self, number: int, row: Row, place: Place) -> tuple[str, ...] | None:
        """Keys of the four at the table; blank cells are as in the row above at this table."""
        before, keys = self.seated.get(place), []
        for at, seat in enumerate(roles.SEATS):
            written = self.rows.cell(row, seat)
            if not written and before is not None:
                keys.append(before[at])
                continue
            try:
                keys.append(self.rows.spelling(written, "", number))
            except EventViolation as problem:
                self.rows.fault(number, self.rows.reading.column(seat), problem.sentence)
                return None
        if len(set(keys)) < len(keys):
            self.rows.fault(number, None, "somebody sits in two seats.")
            return None
        if before is not None and before != tuple(keys):
            self.rows.fault(number, None, "others sit at this table than in the row above.")
            return None
        return self.seated.setdefault(place, tuple(keys))

    def _seat(self, number: int, row: Row, role: str, written: str, seated: Sequence[str]) -> str | None:
        """A seat by its letter, its word, or the name of who sits there; None after a fault."""
        if (seat := _SEATS.get(written.casefold())) is not None:
            return seat
        named = [seat for seat, key in zip(roles.SEATS, seated, strict=True) if key == fold(written)]
        if named:
            return named[0]
        self.rows.fault(number, self.rows.reading.column(role), f"“{written}” is no seat and sits in none.")
        return None

    def _alone(
        self, number: int, row: Row, seated: Sequence[str], maker: str | None
    ) -> tuple[str, ...] | None:
        written = self.rows.cell(row, roles.ALONE)
        word = written.casefold()
        if word in _YES:
            return (maker,) if maker is not None else None
        if is_absent(written) or word in _NO:
            return ()
        seats = [
            self._seat(number, row, roles.ALONE, one.strip(), seated)
            for one in written.replace("+", "&").split("&")
        ]
        return None if None in seats else tuple(sorted({one for one in seats if one is not None}))

    def _event(self, there: tuple[str, date]) -> OldEvent:
        tables = [
            OldTable(round, table, self.seated[place], tuple(hands))
            for place, hands in self.hands.items()
            for event, round, table in [place]
            if event == there
        ]
        lines = [
            OldLine(table.hands[0].row, who, "", 0, round=table.round)
            for table in tables
            if table.hands
            for who in table.seated
        ]
        self._refuse_two_tables(lines)
        tables.sort(key=lambda one: (one.round, one.table))
        return OldEvent(*there, tuple(lines), tuple(tables))

    def _refuse_two_tables(self, lines: Sequence[OldLine]) -> None:
        seen: set[tuple[int, str]] = set()
        for line in lines:
            if (line.round, line.who) in seen:
                name = self.rows.made.people[line.who]
                self.rows.fault(line.row, None, f"{name} sits at two tables in round {line.round}.")
            seen.add((line.round, line.who))
