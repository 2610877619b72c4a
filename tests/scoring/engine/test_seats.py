"""Chairs, sides and whose turn it is."""

import pytest

from scoring.engine.errors import RuleViolation
from scoring.engine.seats import (
    in_turn_from,
    left_of,
    partner_of,
    seats_of,
    side_code,
    side_from_code,
    side_name,
    sides_of,
)
from tests.scoring.engine.strategies import EW, NS, E, N, S, W


def test_seats_run_clockwise():
    assert seats_of(4) == (N, E, S, W)
    assert seats_of(3) == (N, E, S)
    assert seats_of(2) == (N, S)


@pytest.mark.parametrize("players", [0, 1, 5, -4, True, "4", None, [4]])
def test_no_other_number_sits_at_a_table(players):
    with pytest.raises(RuleViolation) as refused:
        seats_of(players)
    assert refused.value.code == "players-out-of-range"


def test_the_deal_goes_to_the_left_and_comes_round():
    assert [left_of(seat, seats_of(4)) for seat in (N, E, S, W)] == [E, S, W, N]
    assert [left_of(seat, seats_of(3)) for seat in (N, E, S)] == [E, S, N]
    assert [left_of(seat, seats_of(2)) for seat in (N, S)] == [S, N]


def test_partners_sit_opposite_and_only_at_a_table_of_four():
    assert [partner_of(seat, seats_of(4)) for seat in (N, E, S, W)] == [S, W, N, E]
    assert partner_of(N, seats_of(3)) is None
    assert partner_of(N, seats_of(2)) is None


def test_nobody_is_left_of_an_empty_chair():
    for question in (left_of, partner_of, in_turn_from):
        with pytest.raises(RuleViolation) as refused:
            question(W, seats_of(3))
        assert refused.value.code == "seat-not-at-table"


def test_turns_begin_with_the_seat_named():
    assert in_turn_from(S, seats_of(4)) == (S, W, N, E)


def test_sides_are_written_clockwise_from_north():
    assert [side_code(side) for side in sides_of(4)] == ["NS", "EW"]
    assert [side_code(side) for side in sides_of(3)] == ["N", "E", "S"]
    assert [side_code(side) for side in sides_of(2)] == ["N", "S"]
    assert side_code({W, S, E, N}) == "NESW"
    assert side_name(EW) == "E/W"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_side_is_read_as_it_was_written(players):
    for side in sides_of(players):
        assert side_from_code(side_code(side), players) == side


@pytest.mark.parametrize("code", ["SN", "N", "", "NE", None, 3, "XX"])
def test_a_side_that_does_not_sit_here_is_refused(code):
    with pytest.raises(RuleViolation) as refused:
        side_from_code(code, 4)
    assert refused.value.code == "side-not-at-table"


def test_a_side_is_its_seats():
    assert sides_of(4) == (NS, EW)
