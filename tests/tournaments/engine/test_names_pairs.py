"""Pasted pairs: every way of writing two people on a line gives the same two, and what is no pair is told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.names import MOST_LINES, KnownName, sort_key_of
from tournaments.engine.names_pairs import pair_of, parse_pairs

GIVEN = ("Ann", "Bob", "Zoë", "Mary Jane", "Anders", "Brandon", "José")
FAMILY = ("Lee", "Ray", "Smith-Jones", "van der Berg", "Sanderson", "Andrews", "O’Brien")
BETWEEN = (" & ", "&", " + ", "+", " and ", "  AND ", " / ", "/", "; ", ";", "\t", "\t\t", " \t ")
BEFORE = ("", "1. ", "12) ", "#3 ", "- ", "• ", "7\t", "(4) ", "  ")
AFTER = ("", "  ", "\t", "\t12", ";")

people = st.tuples(st.sampled_from(GIVEN), st.sampled_from(FAMILY))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(people, min_size=2, max_size=2, unique=True),
    st.lists(st.booleans(), min_size=2, max_size=2),
    st.sampled_from(BETWEEN),
    st.sampled_from(BEFORE),
    st.sampled_from(AFTER),
)
def test_two_people_are_read_however_they_are_written(two, surname_first, between, before, after):
    written = [
        f"{family}, {given}" if turned else f"{given} {family}"
        for (given, family), turned in zip(two, surname_first, strict=True)
    ]
    read = parse_pairs(before + between.join(written) + after)
    assert [(one.given, one.family) for pair in read.pairs for one in (pair.one, pair.other)] == two
    assert read.problems == ()
    assert not any("read as" in doubt.sentence for doubt in read.people.doubts)


@pytest.mark.parametrize(
    ("line", "both"),
    [
        ("Ann Lee & Bob Ray", ["Ann Lee", "Bob Ray"]),
        ("Lee, Ann; Ray, Bob", ["Ann Lee", "Bob Ray"]),
        ("Cher & Madonna", ["Cher", "Madonna"]),
        ("1\tAnn Lee\tBob Ray\t14\t", ["Ann Lee", "Bob Ray"]),
    ],
)
def test_the_ways_that_clubs_named(line, both):
    pair = pair_of(line, 3)
    assert [pair.one.display, pair.other.display] == both
    assert [(one.line, one.part) for one in (pair.one, pair.other)] == [(3, 1), (3, 2)]


@pytest.mark.parametrize(
    ("line", "both", "code"),
    [
        ("Ann & Bob Lee", ["Ann Lee", "Bob Lee"], "shared-surname"),
        ("Ann and Bob van der Berg", ["Ann van der Berg", "Bob van der Berg"], "shared-surname"),
        ("Lee, Ann & Bob", ["Ann Lee", "Bob Lee"], "shared-surname"),
        ("Ann Lee, Bob Ray", ["Ann Lee", "Bob Ray"], "parted-at-comma"),
    ],
)
def test_a_guess_is_told(line, both, code):
    read = parse_pairs(f"\n{line}")
    assert [read.pairs[0].one.display, read.pairs[0].other.display] == both
    assert [(doubt.code, doubt.line) for doubt in read.people.doubts if doubt.other_line is None] == [
        (code, 2)
    ]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Ann Lee", "one-person"),
        ("Lee, Ann", "one-person"),
        ("van der Berg, Jan Willem", "one-person"),
        ("Ann Lee &", "one-person"),
        ("and Ann Lee", "one-person"),
        ("Ann Lee\t12", "one-person"),
        ("Ann Lee & Bob Ray & Cy Fox", "three-people"),
        ("Ann Lee\tBob Ray\tBude", "three-people"),
        ("Ann Lee & ann LEE", "same-person-twice"),
        ("Lee, Ann & Ann Lee", "same-person-twice"),
        ("12345", "no-letters"),
        ("& / +", "no-letters"),
        ("Ann Lee & " + "x" * 81, "name-too-long"),
        ("Lee, Ann, Mary & Bob Ray", "too-many-commas"),
    ],
)
def test_what_is_no_pair_is_told_with_its_line_and_the_others_are_read(line, code):
    read = parse_pairs(f"Di Orr & Ed Kay\n\n{line}\nFlo Day / Gus Hay")
    assert [pair.line for pair in read.pairs] == [1, 4]
    assert [(problem.line, problem.code) for problem in read.problems] == [(3, code)]
    assert read.problems[0].sentence.startswith("Line 3: ")


def test_somebody_in_two_pairs_is_pointed_out_on_both_lines():
    read = parse_pairs("Ann Lee & Bob Ray\nCy Fox & Di Orr\nEd Kay & LEE, Ann")
    assert [(one.lines, one.display) for one in read.people.duplicates] == [((1, 3), "Ann Lee")]


def test_both_people_are_compared_with_those_the_club_knows():
    known = [KnownName(7, "Bob Ray", sort_key_of("Bob", "Ray")), KnownName(9, "Ann Leo", "leo,ann")]
    read = parse_pairs("Ann Lee & Bob Ray", known)
    assert [(one.line, one.known_id) for one in read.people.namesakes] == [(1, 7)]
    assert [(one.part, one.code, one.known_id) for one in read.people.doubts] == [(1, "near-namesake", 9)]


def test_as_many_lines_of_pairs_are_read_as_of_names():
    text = "\n".join(f"Ann Q{'x' * (at % 40)}{at} & Bob Ray{at}" for at in range(MOST_LINES + 3))
    read = parse_pairs(text)
    assert len(read.pairs) == MOST_LINES
    assert [(one.line, one.code) for one in read.problems] == [(MOST_LINES + 1, "too-many-lines")]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_read_without_a_fault(text):
    read = parse_pairs(text)
    assert all(pair.one.display and pair.other.display for pair in read.pairs)
