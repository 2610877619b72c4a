"""Spreadsheets as people keep them: bytes into rows of text, and rows into text that is no formula.

A cell is text whatever it was: tidied (NFC, single spaces, nothing unseen), numbers as they are written. What
cannot be read is refused with row and column; half a file is never read.
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation

MOST_ROWS = 60_000
MOST_COLUMNS = 250
LONGEST_CELL = 500
"""Characters."""

Row = tuple[str, ...]
Grid = tuple[Row, ...]

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_DELIMITERS = ("\t", ";", "|", ",")
_LOOKED_AT = 60
# What a spreadsheet takes for a formula, or for the quote that hides one.
_DANGEROUS = re.compile(r"'*[=+\-@\t\r]")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in one place: row and column count from 1, column 0 means the whole row."""

    row: int
    column: int
    sentence: str

    def __str__(self) -> str:
        return f"{place_of(self.row, self.column)}: {self.sentence}"


def place_of(row: int, column: int = 0) -> str:
    """A place as a spreadsheet names it: "Row 7", or "Row 7, column C"."""
    return f"Row {row}, column {letters_of(column)}" if column else f"Row {row}"


def letters_of(column: int) -> str:
    """A column's letters: 1 is A, 27 is AA."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def refusal(code: str, fault: Fault) -> EventViolation:
    """The fault as a refusal of the whole file."""
    return EventViolation(code, str(fault))


def read_text(content: bytes) -> Grid:
    """The rows of a CSV file in whatever encoding and with whatever delimiter it was saved.

    Raises EventViolation (not-a-spreadsheet, too-many-rows, too-many-columns, cell-too-long, quote-open).
    """
    text = decoded(content)
    delimiter, text = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    return tidied(_parsed(reader))


def decoded(content: bytes) -> str:
    """The text of a file: by its byte order mark, else UTF-16 that has none, UTF-8, or Windows' Latin."""
    encoding = next((name for mark, name in _BOMS if content.startswith(mark)), "")
    try:
        text = content.decode(encoding or _utf16_unmarked(content) or "utf-8")
    except UnicodeDecodeError:
        text = "" if encoding else content.decode("cp1252", errors="replace")
    if not text.strip() or "\x00" in text:
        raise EventViolation("not-a-spreadsheet", "This is no spreadsheet: save it as CSV or XLSX.")
    return text


def _utf16_unmarked(content: bytes) -> str:
    """UTF-16 of mostly Latin letters has a zero in every other byte."""
    start = content[:400]
    if len(start) < 4 or len(content) % 2:
        return ""
    even, odd = start[::2].count(0), start[1::2].count(0)
    if odd > len(start) // 4 and not even:
        return "utf-16-le"
    return "utf-16-be" if even > len(start) // 4 and not odd else ""


def _delimiter(text: str) -> tuple[str, str]:
    """The sign between the cells, and the text without the line by which Excel names it."""
    first, _, rest = text.partition("\n")
    if (named := first.strip().lower()).startswith("sep=") and len(named) == 5:
        return named[4], rest
    lines = [line for line in text.splitlines()[:_LOOKED_AT] if line.strip()]
    return max(_DELIMITERS, key=lambda sign: _parts_evenly(lines, sign)), text


def _parts_evenly(lines: Sequence[str], sign: str) -> tuple[float, int]:
    """How well a sign parts lines into equally many cells: in tenths of the lines, then how many cells."""
    try:
        widths = Counter(len(cells) for cells in csv.reader(lines, delimiter=sign))
    except csv.Error:
        return 0, 0
    width, count = max(widths.items(), key=lambda one: (one[0] > 1, one[1], one[0]), default=(1, 0))
    return (count * 10 // max(sum(widths.values()), 1), width) if width > 1 else (0, 0)


def _parsed(reader: "Iterable[list[str]]") -> Iterator[list[str]]:
    row = 0
    try:
        for cells in reader:
            row += 1
            yield cells
    except csv.Error as broken:
        fault = Fault(row + 1, 0, f"this row cannot be read ({broken}). Look at its quotation marks.")
        raise refusal("quote-open", fault) from None


def tidied(rows: Iterable[Sequence[str]]) -> Grid:
    """Rows with tidy cells, all equally long, without empty rows at the end and empty columns behind."""
    made: list[list[str]] = []
    for number, cells in enumerate(rows, start=1):
        if number > MOST_ROWS:
            raise EventViolation("too-many-rows", f"At most {MOST_ROWS} rows are read; there are more.")
        made.append([_tidy(cell, number, column) for column, cell in enumerate(cells, start=1)])
    while made and not any(made[-1]):
        made.pop()
    width = max((at for cells in made for at, cell in enumerate(cells, start=1) if cell), default=0)
    if not width:
        raise EventViolation("spreadsheet-empty", "There is nothing in this spreadsheet.")
    if width > MOST_COLUMNS:
        raise EventViolation("too-many-columns", f"At most {MOST_COLUMNS} columns are read, not {width}.")
    return tuple((*cells[:width], *[""] * (width - len(cells))) for cells in made)


def _tidy(cell: str, row: int, column: int) -> str:
    if len(cell) > LONGEST_CELL:
        fault = Fault(row, column, f"a cell has at most {LONGEST_CELL} characters, not {len(cell)}.")
        raise refusal("cell-too-long", fault)
    if cell.isascii() and cell.isprintable() and "  " not in cell:
        return unquoted(cell.strip())
    spaced = unquoted(cell) if _DANGEROUS.match(cell) else cell
    spaced = " ".join(spaced.split())
    seen = "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")
    return unicodedata.normalize("NFC", unquoted(" ".join(seen.split())))


def quoted(cell: str) -> str:
    """Text that no spreadsheet takes for a formula: with an apostrophe in front where it might."""
    return f"'{cell}" if _DANGEROUS.match(cell) else cell


def unquoted(cell: str) -> str:
    """The text as it was before `quoted`."""
    return cell[1:] if cell.startswith("'") and _DANGEROUS.match(cell) else cell


def written_csv(rows: Iterable[Sequence[str | int]]) -> str:
    """Rows as CSV by RFC 4180, text quoted against formulas; figures, which are ours, as they are."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for cells in rows:
        writer.writerow([cell if isinstance(cell, int) else quoted(cell) for cell in cells])
    return out.getvalue()
