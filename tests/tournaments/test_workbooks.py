"""XLSX files: read like any other list, refused when they are bombs, damaged, or something else."""

import io
import zipfile
from datetime import date, datetime
from random import Random
from time import perf_counter

import pytest
from openpyxl import Workbook

from tournaments.engine.errors import EventViolation
from tournaments.engine.spreadsheets import read_text
from tournaments.services.workbooks import (
    packed,
    read_spreadsheet,
    seal_of_rows,
    unpacked,
    write_spreadsheet,
)


def book_of(*rows: list[object]) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_cells_become_the_text_a_person_sees() -> None:
    content = book_of(
        ["Name", date(2019, 10, 5), datetime(2019, 10, 5, 20, 30)], ["Zoë", 7.0, 7.5], [None, True, 12]
    )
    assert read_spreadsheet(content) == (
        ("Name", "2019-10-05", "2019-10-05 20:30"),
        ("Zoë", "7", "7.5"),
        ("", "yes", "12"),
    )


def test_a_formula_has_no_value_until_somebody_worked_it_out() -> None:
    assert read_spreadsheet(book_of(["Name", "=1+1"], ["Ann", 7])) == (("Name", ""), ("Ann", "7"))


def test_the_first_sheet_with_something_on_it_is_read() -> None:
    book = Workbook()
    book.create_sheet("Results").append(["Name", "Points"])
    out = io.BytesIO()
    book.save(out)
    assert read_spreadsheet(out.getvalue()) == (("Name", "Points"),)


def test_the_same_cells_have_the_same_seal_in_either_kind_of_file() -> None:
    rows = [["Name", "Points"], ["Zoë", 7], ["=Evil", -3]]
    seals = {seal_of_rows(read_spreadsheet(write_spreadsheet(rows, kind)[0])) for kind in ("csv", "xlsx")}  # type: ignore[arg-type]
    assert len(seals) == 1
    grid = read_text(b"a,b\nc,d\n")
    assert unpacked(packed(grid)) == grid


def zip_of(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in members.items():
            pack.writestr(name, content)
    return out.getvalue()


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = zip_of(**{"[Content_Types].xml": b"x", "xl/worksheets/sheet1.xml": b" " * (90 * 1024 * 1024)})
    assert len(bomb) < 200_000
    began = perf_counter()
    with pytest.raises(EventViolation, match="too big"):
        read_spreadsheet(bomb)
    assert perf_counter() - began < 1


def test_entities_do_not_grow() -> None:
    laughs = '<!DOCTYPE x [<!ENTITY a "haha">' + "".join(
        f'<!ENTITY {chr(98 + at)} "{f"&{chr(97 + at)};" * 10}">' for at in range(9)
    )
    content = book_of(["Name"], ["Ann"])
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name.endswith("sheet1.xml"):
                assert b"Ann" in text
                text = f"{laughs}]>".encode() + text.replace(b"Ann", b"&j;")
            new.writestr(name, text)
    with pytest.raises(EventViolation):
        read_spreadsheet(out.getvalue())


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04",
        b"PK\x03\x04" + b"x" * 500,
        zip_of(**{"readme.txt": b"hello"}),
        zip_of(**{"[Content_Types].xml": b"<x/>"}),
        b"\xd0\xcf\x11\xe0" + b"\x00" * 600,
        b"x" * (10 * 1024 * 1024 + 1),
    ],
)
def test_what_is_no_workbook_is_refused_in_words(content: bytes) -> None:
    with pytest.raises(EventViolation) as refused:
        read_spreadsheet(content)
    assert refused.value.sentence.endswith(".")


def test_a_workbook_with_any_byte_changed_is_read_or_refused() -> None:
    whole, rng = book_of(["Name", "Points"], ["Ann", 7], ["Bob", 6.5]), Random(7)
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(rng.randrange(1, 6)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        try:
            read_spreadsheet(bytes(broken))
        except EventViolation as refused:
            assert refused.sentence.endswith(".")


def test_a_sheet_that_says_it_is_endless_is_not_walked_to_its_end() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["XFD1048576"] = "Name", "far away"
    out = io.BytesIO()
    book.save(out)
    began = perf_counter()
    with pytest.raises(EventViolation):
        read_spreadsheet(out.getvalue())
    assert perf_counter() - began < 5
