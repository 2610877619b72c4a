"""Rounds by their names, as people say them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.formats.bracket import draw_bracket
from tournaments.engine.formats.bracket_double import draw_double_bracket
from tournaments.engine.formats.bracket_words import coming_from, place_told, round_names, round_of
from tournaments.engine.formats.tree import Part


@pytest.mark.parametrize(
    ("entries", "names"),
    [
        (2, ["Final"]),
        (4, ["Semi-finals", "Final"]),
        (5, ["Quarter-finals", "Semi-finals", "Final"]),
        (11, ["Round 1", "Quarter-finals", "Semi-finals", "Final"]),
    ],
)
def test_a_knock_outs_rounds_are_named_from_the_end(entries, names):
    assert list(round_names(draw_bracket(range(entries))).values()) == names


def test_third_place_and_plate_have_names_of_their_own():
    names = round_names(draw_bracket(range(8), third_place=True, plate=True))
    assert names[Part.THIRD, 1] == "Match for third place"
    assert [names[Part.PLATE, number] for number in (1, 2)] == ["Plate semi-finals", "Plate final"]


def test_the_two_sides_of_a_double_knock_out_are_told_apart():
    names = list(round_names(draw_double_bracket(range(8))).values())
    assert names == [
        "Winners' quarter-finals", "Winners' semi-finals", "Winners' final",
        "Losers' round 1", "Losers' round 2", "Losers' round 3", "Losers' final",
        "Grand final", "Grand final, second match",
    ]  # fmt: skip


@given(st.integers(2, 130), st.booleans())
def test_every_match_has_a_round_and_no_two_rounds_one_name(entries, double):
    bracket = draw_double_bracket(range(entries)) if double else draw_bracket(range(entries), plate=True)
    names = round_names(bracket)
    assert {round_of(match) for match in bracket.matches} <= names.keys()
    assert len(set(names.values())) == len(names)
    assert all(len(name) <= 60 for name in names.values())


def test_who_will_come_is_told_by_the_match_one_comes_from():
    bracket = draw_double_bracket(range(4))
    by_part = {match.part: match for match in bracket.matches if match.round == 1 or match.part is Part.MAIN}
    assert coming_from(by_part[Part.MAIN].one) == "winner of match 1"
    assert coming_from(by_part[Part.LOSERS].one) == "loser of match 1"


def test_shared_places_are_told_as_from_and_to():
    assert (place_told(3, 3), place_told(5, 8)) == ("3", "5–8")
