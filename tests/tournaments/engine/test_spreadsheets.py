"""Spreadsheets as people save them: the same rows out of every kind of file, or a sentence with the place."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.old_tables import Reading, TableRead, read_table
from tournaments.engine.sheet_columns import KINDS, guess
from tournaments.engine.sheet_values import date_in, day_first, number_in, place_in, years_in
from tournaments.engine.spreadsheets import MOST_ROWS, letters_of, read_text

ROWS = (("Name", "Points"), ("Zoë Müller", "7"), ("O’Neill, Ann", "6½"))
LATIN = (("Name", "Points"), ("Zoë Müller", "7"), ("O'Neill, Ann", "6½"))


def text_of(rows: tuple[tuple[str, ...], ...], sign: str) -> str:
    return "".join(sign.join(f'"{one}"' if sign in one else one for one in row) + "\r\n" for row in rows)


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1"]
)
def test_every_encoding_and_every_delimiter_gives_the_same_rows(sign: str, encoding: str) -> None:
    rows = LATIN if encoding == "latin-1" else ROWS
    assert read_text(text_of(rows, sign).encode(encoding)) == rows


def test_excels_own_word_for_the_delimiter_is_heard() -> None:
    assert read_text(b"sep=;\r\nName;Points\r\nLee, Ann;7\r\n") == (("Name", "Points"), ("Lee, Ann", "7"))


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_they_like(ends: str) -> None:
    assert read_text(f"Name,Points{ends}Ann,7{ends}".encode()) == (("Name", "Points"), ("Ann", "7"))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not-a-spreadsheet"),
        (b"\x00\x00\x00", "not-a-spreadsheet"),
        (b"GIF89a\x00\x01", "not-a-spreadsheet"),
        (b",,,\n,,\n", "spreadsheet-empty"),
        (b'Name,Points\n"Ann,7\nBob,6\n', "quote-open"),
        (b"Name\n" + b"x" * 600, "cell-too-long"),
        (b"a," * 300 + b"b", "too-many-columns"),
        (b"Ann,7\n" * (MOST_ROWS + 1), "too-many-rows"),
    ],
)
def test_what_is_no_spreadsheet_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(EventViolation) as refused:
        read_text(content)
    assert refused.value.code == code


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        grid = read_text(content)
    except EventViolation as refused:
        assert refused.sentence.endswith(".")
        return
    assert len({len(row) for row in grid}) == 1 and any(any(row) for row in grid)
    guess(grid)


CELLS = """|Ann Lee|Bob & Cy Ray|Total|7|7,5|-3|x|½|5 Oct 2019|5/10/2019|Name|Points|Place|Lone|=1+1|1=|٣|²
|&|(x)|2020-13-45|Date|Round|Partner|Event|999999999999999999999999"""
CELL = st.sampled_from(CELLS.replace("\n", "").split("|"))


@settings(max_examples=200)
@given(
    st.lists(st.lists(CELL, min_size=4, max_size=4), min_size=1, max_size=8),
    st.sampled_from(sorted(KINDS)),
    st.integers(0, 3),
)
def test_any_cells_are_read_or_refused_and_never_half(rows: list[list[str]], kind: str, heading: int) -> None:
    """Every row under the heading is a line, is left out with a reason, is empty, or refuses it all."""
    grid = tuple(tuple(row) for row in rows)
    found = guess(grid)
    reading = Reading(kind, heading, found.columns, found.day_first, "Old night", date(2020, 3, 26))
    try:
        read = read_table(grid, reading)
    except EventViolation as refused:
        assert refused.sentence
        return
    if read.faults:
        assert all(1 <= one.row <= max(len(grid), heading + 1) and one.sentence for one in read.faults)
        return
    lines = {line.row for event in read.events for line in event.lines}
    left = {one.row for one in read.left_out}
    assert not lines & left
    nights = [one.number for one in found.columns if one.role in {"night", "night-lone"}]
    for number, row in enumerate(grid[heading:], start=heading + 1):
        if any(row) and not nights and number not in lines | left:
            points = next((one.number for one in found.columns if one.role == "PTS"), 0)
            assert kind == "totals" and row[points - 1].casefold() in {"", "-", "x"}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("7", 7),
        ("7,5", Fraction(15, 2)),
        ("7.50", Fraction(15, 2)),
        ("6½", Fraction(13, 2)),
        ("½", Fraction(1, 2)),
        ("−3", -3),
        ("1 234", 1234),
        ("22/7", Fraction(22, 7)),
        ("1/0", None),
        ("", None),
        ("7 pts", None),
        ("1.2.3", None),
        ("²", None),
        ("=7", None),
    ],
)
def test_a_number_is_read_exactly_or_not_at_all(text: str, number: Fraction | None) -> None:
    assert number_in(text) == number


@given(st.fractions(-9999, 9999, max_denominator=9999))
def test_an_exact_figure_is_read_back(number: Fraction) -> None:
    assert number_in(str(number)) == number


@given(st.dates(date(1900, 1, 1), date(2150, 1, 1)))
def test_a_day_is_read_in_every_way_people_write_it(day: date) -> None:
    month = day.strftime("%B")
    for text in (f"{day:%Y-%m-%d}", f"{day.day}/{day.month}/{day.year}", f"{day.day}.{day.month}.{day.year}"):
        assert date_in(text) == day
    short = f"{day:%a} {day.day} {month[:3]} {day.year}"
    for text in (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", short):
        assert date_in(text) == day
    assert date_in(f"{day.month}/{day.day}/{day.year}", day_first=False) == day
    first = day.year if day.month > 6 else day.year - 1
    assert date_in(f"{day.day} {month}", years=(first, first + 1)) == day
    assert date_in(f"{day.day} {month}") is None


def test_the_order_of_day_and_month_is_seen_where_it_can_be() -> None:
    assert day_first(["13/1/2020", "1/2/2020"], usual=False)
    assert not day_first(["1/13/2020", "1/2/2020"], usual=True)
    assert day_first(["1/2/2020"], usual=True) and not day_first(["1/2/2020"], usual=False)


def test_places_years_and_letters() -> None:
    places = {"1": 1, "2=": 2, "=3": 3, "T4": 4, "5th": 5, "0": None, "x": None, "": None}
    assert {one: place_in(one) for one in places} == places
    assert [years_in(one) for one in ("Winter 2019-20", "1999/2000", "2019", "no year")] == [
        (2019, 2020),
        (1999, 2000),
        (2019, 2019),
        None,
    ]
    assert [letters_of(one) for one in (1, 26, 27, 52, 53, 703)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]


def read(text: str, **more: str) -> TableRead:
    grid = read_text(text.encode())
    found = guess(grid)
    kind, day = more.get("kind", found.kind), date(2020, 3, 26)
    return read_table(grid, Reading(kind, found.heading, found.columns, found.day_first, "Old", day))


def test_a_heading_over_two_rows_belongs_together() -> None:
    made = read(
        "Player,5 Oct 2019,,12 Oct 2019,\n,Points,Lone,Points,Lone\nAnn Lee,8,1,9,0\nBob Ray,7,0,-,\n"
    )
    told = {
        (event.day.day, line.who): (line.points, line.lone) for event in made.events for line in event.lines
    }
    assert told == {(5, "ann lee"): (8, 1), (5, "bob ray"): (7, 0), (12, "ann lee"): (9, 0)}


def test_totals_and_headings_in_the_middle_are_left_out_and_told() -> None:
    made = read("Name,Points\nAnn Lee,8\nTotal,8\n\nName,Points\nBob Ray,7\nAverage,7.5\nThe ladies,\n")
    assert [line.who for line in made.events[0].lines] == ["ann lee", "bob ray"]
    assert [one.row for one in made.left_out] == [3, 5, 7, 8]


def test_a_total_without_a_name_refuses_the_file() -> None:
    assert [str(one) for one in read("Name,Points\nAnn Lee,8\n,8\n").faults] == [
        "Row 3, column A: there are figures in this row, and no name."
    ]


def test_thirty_thousand_lines_are_read() -> None:
    nights = [(number // 100, f"2020-01-{number // 100 % 28 + 1:02}") for number in range(30_000)]
    lines = [
        f"Night {night},{day},Player Number{at % 100},{at % 30}" for at, (night, day) in enumerate(nights)
    ]
    made = read("Event,Date,Name,Points\n" + "\n".join(lines), kind="totals")
    assert not made.faults
    assert sum(len(event.lines) for event in made.events) == 30_000


def test_pairs_and_single_players_do_not_mix() -> None:
    made = read("Place,Name,Points\n1,Ann & Bob Lee,9\n2,Cy Orr,8\n")
    assert "has none" in str(made.faults[0])
    made = read("Place,Name,Partner,Points\n1,Ann Lee,Bob Lee,9\n2,Cy Orr,Di Orr,8\n")
    told = [(line.who, line.partner) for line in made.events[0].lines]
    assert told == [("ann lee", "bob lee"), ("cy orr", "di orr")]
