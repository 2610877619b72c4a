"""Pasted names: how lines are read, and what is pointed out and never merged."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import (
    LONGEST_NAME,
    MOST_LINES,
    KnownName,
    fold,
    name_of,
    one_slip_apart,
    parse_names,
    sort_key_of,
)


@pytest.mark.parametrize(
    ("text", "given", "family"),
    [
        ("Smith, Ann", "Ann", "Smith"),
        ("Ann Smith", "Ann", "Smith"),
        ("  Ann \t  Smith  ", "Ann", "Smith"),
        ("Mary Ann Smith", "Mary Ann", "Smith"),
        ("Cher", "Cher", ""),
        ("Ann Smith,", "Ann", "Smith"),
        ("Jan van der Berg", "Jan", "van der Berg"),
        ("van der Berg, Jan", "Jan", "van der Berg"),
        ("Mary De Souza", "Mary", "De Souza"),
        ("De Souza", "De", "Souza"),
        ("de Souza", "", "de Souza"),
        ("Van Morrison", "Van", "Morrison"),
        ("Ludwig van Beethoven", "Ludwig", "van Beethoven"),
        ("Anna-Lena Müller-Lüdenscheidt", "Anna-Lena", "Müller-Lüdenscheidt"),
        ("Mary O’Brien", "Mary", "O’Brien"),
        ("John Smith Jr", "John", "Smith Jr"),
        ("1. Ann Smith", "Ann", "Smith"),
        ("12) Smith, Ann", "Ann", "Smith"),
        ("3\tAnn Smith", "Ann", "Smith"),
        ("- 4. Ann Smith", "Ann", "Smith"),
        ("• Ann Smith;", "Ann", "Smith"),
        ("Ann\u200b Smi\x00th", "Ann", "Smith"),
        ("Ann -", "Ann", ""),
        ("Zoe\u0308 Smith", "Zoë", "Smith"),
    ],
)
def test_a_line_is_read_as_people_write_it(text, given, family):
    name = name_of(text)
    assert (name.given, name.family) == (given, family)
    assert name.display == f"{given} {family}".strip()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("???", "no-letters"),
        ("12345", "no-letters"),
        ("ʼ", "no-letters"),
        ("x" * (LONGEST_NAME + 1), "name-too-long"),
        ("ﷺ" * LONGEST_NAME, "name-too-long"),
        ("Smith, Ann, Bob", "too-many-commas"),
    ],
)
def test_what_is_no_name_is_a_problem_with_its_line(text, code):
    with pytest.raises(EventViolation) as refused:
        name_of(text)
    assert refused.value.code == code
    read = parse_names(f"Ann Smith\n\n{text}\nBob Ray")
    assert [(problem.line, problem.code) for problem in read.problems] == [(3, code)]
    assert [name.display for name in read.names] == ["Ann Smith", "Bob Ray"]


def test_lines_beyond_the_most_are_reported_not_cut():
    text = "\n".join(f"Ann Number{at}" for at in range(MOST_LINES)) + "\n\n"
    assert parse_names(text).problems == ()
    read = parse_names(text + "Bob Ray\nCy Fox")
    assert len(read.names) == MOST_LINES
    assert [(problem.line, problem.code) for problem in read.problems] == [(MOST_LINES + 2, "too-many-lines")]


def test_lines_end_as_any_system_ends_them():
    read = parse_names("Ann Smith\r\nBob Ray\rCy Fox\u2028Di Lee")
    assert [(name.line, name.given) for name in read.names] == [(1, "Ann"), (2, "Bob"), (3, "Cy"), (4, "Di")]


def test_names_sort_bytewise_as_a_list_of_names_does():
    wanted = [
        ("Zoe", "Ångström"),
        ("Cher", ""),
        ("Ann", "O'Brien"),
        ("Ann", "Smith"),
        ("bob", "SMITH"),
        ("Al", "Smith-Jones"),
        ("Al", "Smithers"),
        ("Jan", "van der Berg"),
    ]
    keys = [sort_key_of(*name).encode() for name in wanted]
    assert keys == sorted(keys)


def test_a_name_written_twice_is_pointed_out_and_kept():
    read = parse_names("Ann Smith\nBob Ray\nSMITH, Ann\nAnn Smíth")
    assert [one.lines for one in read.duplicates] == [(1, 3, 4)]
    assert len(read.names) == 4


def test_a_namesake_of_the_club_is_pointed_out_and_not_merged():
    known = [KnownName(7, "Ann Smith", "smith,ann"), KnownName(8, "Ann Smith (red)", "smith,ann")]
    read = parse_names("Bob Ray\nsmith, ann", known)
    assert [(one.line, one.known_id) for one in read.namesakes] == [(2, 7), (2, 8)]
    assert read.doubts == ()


@pytest.mark.parametrize(
    ("pasted", "known", "code"),
    [
        ("Jon Smith", ("John", "Smith"), "near-namesake"),
        ("J Smith", ("John", "Smith"), "near-namesake"),
        ("Rob Smith", ("Robert", "Smith"), "near-namesake"),
        ("John Smyth", ("John", "Smith"), "near-namesake"),
        ("Smith John", ("John", "Smith"), "swapped-order"),
        ("Ann Mary Smith", ("Mary Ann", "Smith"), "swapped-order"),
    ],
)
def test_a_near_namesake_is_a_doubt(pasted, known, code):
    person = KnownName(7, " ".join(known), sort_key_of(*known))
    read = parse_names(pasted, [person])
    assert [(doubt.line, doubt.code, doubt.known_id) for doubt in read.doubts] == [(1, code, 7)]
    assert read.namesakes == ()


def test_near_namesakes_on_two_lines_are_a_doubt_of_the_later():
    read = parse_names("John Smith\nCy Fox\nJon Smith")
    assert [(doubt.line, doubt.other_line) for doubt in read.doubts] == [(3, 1)]


def test_people_with_one_surname_are_no_doubt():
    assert parse_names("Ann Smith\nBob Smith\nAnn Ray").doubts == ()


def test_two_people_on_a_line_are_a_doubt():
    assert [doubt.code for doubt in parse_names("Ann Smith & Bob Ray").doubts] == ["two-people"]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("jon", "john", True),
        ("smith", "smiht", True),
        ("smith", "smyth", True),
        ("ann", "ann", True),
        ("ann", "bob", False),
        ("abcd", "badc", False),
        ("a", "abc", False),
    ],
)
def test_one_slip(one, other, apart):
    assert one_slip_apart(one, other) == one_slip_apart(other, one) == apart


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_text_breaks_the_reading(text):
    read = parse_names(text, [KnownName(1, "Ann Smith", "smith,ann")])
    for name in read.names:
        assert 0 < len(name.display) <= LONGEST_NAME + 1
        assert 0 < len(name.sort_key.encode()) <= 200
        assert name.sort_key == sort_key_of(name.given, name.family)
        assert fold(name.display)


@settings(deadline=None)
@given(st.lists(st.text("abc'- ,.", max_size=12), max_size=8))
def test_every_line_with_something_on_it_is_a_name_or_a_problem(lines):
    read = parse_names("\n".join(lines))
    told = [name.line for name in read.names] + [problem.line for problem in read.problems]
    assert len(told) == len(set(told))
    assert all(
        number in told for number, line in enumerate(lines, 1) if any(letter in "abc" for letter in line)
    )


@settings(deadline=None)
@given(
    st.sampled_from(["Ann", "Zoë", "Mary Jo"]),
    st.sampled_from(["Smith", "van der Berg", "O'Brien", "Lee-Ray"]),
)
def test_both_ways_of_writing_are_one_name(given_name, family):
    one, other = name_of(f"{given_name} {family}"), name_of(f"{family}, {given_name}")
    assert (one.given, one.family, one.sort_key) == (other.given, other.family, other.sort_key)
