"""Spreadsheet files: XLSX and CSV read into rows of text, and rows written as either.

An XLSX is a zip: what it would unpack to is looked at before anything is unpacked. Values are read, never
formulas; whatever stands in a cell is written as text or as a whole number.
"""

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import islice
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, LargeZipFile, ZipFile

from defusedxml.common import DefusedXmlException
from openpyxl import Workbook, load_workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils.exceptions import InvalidFileException

from tournaments.engine.errors import EventViolation
from tournaments.engine.spreadsheets import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    Fault,
    Grid,
    quoted,
    read_text,
    refusal,
    tidied,
    written_csv,
)

MOST_BYTES = 10 * 1024 * 1024
MOST_UNPACKED = 80 * 1024 * 1024
MOST_MEMBERS = 2000
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
DAMAGED = "This XLSX file is damaged. Save it again, or as CSV."
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# Whatever a file that only looks like a workbook makes the libraries stumble over.
_UNREADABLE = (
    BadZipFile,
    LargeZipFile,
    zlib.error,
    EOFError,
    OSError,
    ParseError,
    DefusedXmlException,
    InvalidFileException,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
)


def read_spreadsheet(content: bytes) -> Grid:
    """The rows of the first sheet that has any. EventViolation where it is none, too big or damaged."""
    if len(content) > MOST_BYTES:
        raise EventViolation("file-too-large", f"A file has at most {MOST_BYTES // 1024**2} MB.")
    if content.startswith(OLD_EXCEL):
        raise EventViolation(
            "old-excel", "This is a file of an old Excel. Save it as XLSX or CSV, and try again."
        )
    if not content.startswith(ZIP):
        return read_text(content)
    _refuse_bomb(content)
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            rows = list(_rows(sheet))
            if any(cell for row in rows for cell in row):
                return tidied(rows)
    except _UNREADABLE as broken:
        raise EventViolation(
            "workbook-damaged", "This XLSX file is damaged. Save it again, or as CSV."
        ) from broken
    raise EventViolation("spreadsheet-empty", "There is nothing in this spreadsheet.")


def _refuse_bomb(content: bytes) -> None:
    try:
        with ZipFile(io.BytesIO(content)) as pack:
            members = pack.infolist()
    except (BadZipFile, LargeZipFile, ValueError, NotImplementedError, OSError) as broken:
        raise EventViolation(
            "workbook-damaged", "This XLSX file is damaged. Save it again, or as CSV."
        ) from broken
    if len(members) > MOST_MEMBERS or sum(one.file_size for one in members) > MOST_UNPACKED:
        raise EventViolation("file-too-large", "This XLSX file would be far too big once unpacked.")
    if not any(one.filename == "[Content_Types].xml" for one in members):
        raise EventViolation("not-a-spreadsheet", "This zip is no spreadsheet: save it as CSV or XLSX.")


def _rows(sheet: Any) -> Iterator[list[str]]:
    """Rows of text, one more than are allowed, so that too many are noticed."""
    if hasattr(sheet, "reset_dimensions"):
        sheet.reset_dimensions()  # what a file says of its size need not be so
    for number, row in enumerate(sheet.iter_rows(max_row=MOST_ROWS + 1, values_only=True), start=1):
        # A cell far out makes its whole row long; behind what is allowed there may be empty ones.
        if len(row) > 2 * MOST_COLUMNS or any(value is not None for value in row[MOST_COLUMNS:]):
            raise EventViolation(
                "too-many-columns", f"At most {MOST_COLUMNS} columns are read; see row {number}."
            )
        yield [_text(value, number, column) for column, value in enumerate(row[:MOST_COLUMNS], start=1)]


def _text(value: object, row: int, column: int) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(round(value, 9))
    text = str(value)
    if len(text) > LONGEST_CELL:
        raise refusal("cell-too-long", Fault(row, column, f"a cell has at most {LONGEST_CELL} characters."))
    return text


def seal_of_rows(rows: Grid) -> str:
    """The same for the same cells, whatever kind of file they came in."""
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


def packed(rows: Grid) -> bytes:
    """Rows to be kept in the database."""
    return gzip.compress(json.dumps(rows, ensure_ascii=False).encode(), mtime=0)


def unpacked(cells: bytes) -> Grid:
    """The rows of `packed`."""
    return tuple(tuple(row) for row in json.loads(gzip.decompress(bytes(cells))))


def write_spreadsheet(rows: Iterable[Sequence[str | int]], kind: str) -> tuple[bytes, str]:
    """Rows as "csv" (with the mark by which Excel knows UTF-8) or "xlsx", and the type of the file."""
    if kind == "csv":
        return b"\xef\xbb\xbf" + written_csv(rows).encode(), CSV_TYPE
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Right Bower")
    for row in islice(rows, MOST_ROWS):
        sheet.append([_cell(sheet, value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue(), XLSX_TYPE


def _cell(sheet: Any, value: str | int) -> Any:
    if isinstance(value, int):
        return value
    cell = WriteOnlyCell(sheet, value=ILLEGAL_CHARACTERS_RE.sub("", quoted(value)))
    cell.data_type = "s"  # text, whatever it looks like
    return cell
