"""Rotations: properties of any draw, the perfect eight, people who come and leave, and what is refused."""

import random
from collections import Counter
from itertools import combinations
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.rotation_check import counted, plain
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS, _mending
from tournaments.engine.formats.rotation import draw_rotation, floor, repeats
from tournaments.engine.seating import check_schedule, contacts


def drawn(entrants, rounds, seed=1, played=(), moves=1500):
    """A draw with less mending than in service, where a test does not ask how good it is."""
    with patch.object(_mending, "MOVES", moves):
        return draw_rotation(entrants, rounds, rng=random.Random(seed), played=played)


entrants_of_a_night = st.lists(st.integers(1, 10_000), min_size=4, max_size=26, unique=True)


@settings(deadline=None, max_examples=40)
@given(entrants_of_a_night, st.integers(1, 12), st.integers(0, 2**32))
def test_everybody_is_drawn_exactly_once_a_round_and_sit_outs_are_even(entrants, rounds, seed):
    schedule = drawn(entrants, rounds, seed)
    check_schedule(schedule, entrants)
    assert [one.number for one in schedule.rounds] == list(range(1, rounds + 1))
    times = Counter(dict.fromkeys(entrants, 0))
    for one in schedule.rounds:
        assert len(one.sitting_out) == len(entrants) % 4
        assert [table.table for table in one.tables] == list(range(1, len(entrants) // 4 + 1))
        times.update(one.sitting_out)
        assert max(times.values()) - min(times.values()) <= 1


@settings(deadline=None, max_examples=20)
@given(entrants_of_a_night, st.integers(1, 6), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_draw_whatever_the_order_of_entering(entrants, rounds, seed, chance):
    shuffled = list(entrants)
    chance.shuffle(shuffled)
    assert drawn(entrants, rounds, seed) == drawn(shuffled, rounds, seed)


@settings(deadline=None, max_examples=20)
@given(st.integers(8, 20), st.integers(1, 4), st.integers(-2, 2), st.integers(0, 2**32))
def test_rounds_played_are_remembered_when_people_come_and_leave(people, played, change, seed):
    before = drawn(range(people), played, seed).rounds
    entrants = range(3, people + 3 + change)
    after = drawn(entrants, 4, seed + 1, played=before)
    check_schedule(after, entrants)
    assert [one.number for one in after.rounds] == [played + 1, played + 2, played + 3, played + 4]


@settings(deadline=None, max_examples=20)
@given(st.integers(4, 15), st.integers(1, 20))
def test_no_draw_is_below_the_floor(people, rounds):
    schedule = drawn(range(people), rounds)
    assert repeats(schedule) >= floor(schedule)


def test_eight_play_the_perfect_rotation():
    met = contacts(draw_rotation(range(1, 9), 7, rng=random.Random(5)))  # case C9
    couples = set(combinations(range(1, 9), 2))
    assert dict(met.partners) == dict.fromkeys(couples, 1)
    assert dict(met.opponents) == dict.fromkeys(couples, 2)


def test_eight_play_the_perfect_rotation_round_by_round_and_then_again():
    schedule = draw_rotation(range(1, 9), 14, rng=random.Random(5))
    assert schedule.rounds[:3] != schedule.rounds[7:10]  # the same people, other tables and seats
    for first, again in zip(schedule.rounds[:7], schedule.rounds[7:], strict=True):
        assert contacts([first]).partners == contacts([again]).partners
    assert (repeats(schedule), floor(schedule)) == (28, 28)


@pytest.mark.parametrize("people", range(8, 41, 4))
def test_nobody_partners_anybody_twice_in_up_to_eight_rounds(people):
    schedule = drawn(range(people), min(8, people - 1), moves=8000)
    assert repeats(schedule) == 0


@pytest.mark.parametrize(
    ("people", "rounds"),
    [(9, 9), (10, 10), (11, 11), (14, 14), (15, 10), (18, 12), (22, 21), (26, 8), (57, 40)],
)
def test_nobody_partners_anybody_twice_where_some_sit_out(people, rounds):
    assert repeats(draw_rotation(range(people), rounds, rng=random.Random(3))) == 0


@pytest.mark.parametrize(
    ("people", "rounds"), [(4, 3), (4, 9), (5, 5), (5, 20), (10, 14), (12, 11), (12, 30), (13, 20), (16, 15)]
)
def test_where_repeats_must_be_the_draw_has_no_more_than_the_floor(people, rounds):
    schedule = drawn(range(people), rounds)
    assert repeats(schedule) == floor(schedule)


@pytest.mark.parametrize(
    ("people", "leaving", "coming", "most"),
    [(16, 1, 0, 50), (24, 2, 0, 32), (24, 0, 4, 20), (32, 3, 1, 36), (48, 4, 0, 1), (100, 5, 2, 0)],
)
def test_late_changes_repeat_no_partner_and_few_meetings(people, leaving, coming, most):
    before = draw_rotation(range(people), 3, rng=random.Random(1)).rounds
    entrants = range(leaving, people + coming)
    after = draw_rotation(entrants, 5, rng=random.Random(2), played=before)
    assert repeats([*before, *after.rounds]) == 0
    assert contacts([*before, *after.rounds]).meeting_repeats <= most


@pytest.mark.parametrize(("people", "played", "more"), [(12, 4, 6), (13, 4, 7), (16, 5, 9), (20, 8, 9)])
def test_late_changes_in_a_long_evening_repeat_no_partner_either(people, played, more):
    before = draw_rotation(range(people), played, rng=random.Random(3)).rounds
    after = draw_rotation(range(1, people + 1), more, rng=random.Random(4), played=before)
    assert repeats([*before, *after.rounds]) == 0


@settings(deadline=None, max_examples=15)
@given(st.integers(8, 20), st.integers(1, 5), st.integers(0, 2**32))
def test_a_new_draw_leaves_the_rounds_played_alone_and_goes_on_resting_evenly(people, played, seed):
    before = drawn(range(people), played, seed).rounds
    kept = repr(before)
    after = drawn(range(people), 5, seed + 1, played=before)
    assert repr(before) == kept
    assert counted(range(people), plain([*before, *after.rounds])).fair


def test_people_change_tables():
    schedule = draw_rotation(range(32), 8, rng=random.Random(1))
    visits = Counter(
        (entry, table.table) for one in schedule.rounds for table in one.tables for entry in table.seated
    )
    assert max(visits.values()) <= 3
    at_tables = Counter(entry for entry, _ in visits)
    assert min(at_tables.values()) >= 5


def test_who_came_late_sits_out_before_anybody_sits_twice():
    before = drawn(range(9), 4).rounds
    rested = {entry for one in before for entry in one.sitting_out}
    after = drawn(range(9), 5, seed=2, played=before).rounds
    assert {entry for one in after for entry in one.sitting_out} == set(range(9)) - rested


@pytest.mark.parametrize(
    ("entrants", "rounds", "code"),
    [
        ([1, 2, 3], 3, "too-few-entrants"),
        ([1, 2, 3, 3], 3, "entrant-twice"),
        (range(201), 3, "too-many-entrants"),
        (range(8), 0, "rounds-out-of-range"),
        (range(8), 61, "rounds-out-of-range"),
        (range(64), 64, "rounds-out-of-range"),
        (range(90), 91, "rounds-out-of-range"),
    ],
)
def test_what_cannot_be_drawn_is_refused(entrants, rounds, code):
    with pytest.raises(EventViolation) as refused:
        draw_rotation(entrants, rounds, rng=random.Random(1))
    assert refused.value.code == code


def test_the_catalogue_draws():
    rotation = FORMATS["rotation"]
    schedule = rotation.draw([1, 2, 3, 4], 2, rng=random.Random(1))
    check_schedule(schedule, [1, 2, 3, 4])
    assert rotation.plan([1, 2, 3, 4], 2, rng=random.Random(1)).schedule == schedule
    assert rotation.improve(schedule, rng=random.Random(1), moves=600) is schedule


def test_a_seed_keeps_its_meaning_from_one_process_to_another():
    schedule = drawn(range(11, 20), 4, seed=7)
    assert [one.sitting_out for one in schedule.rounds] == [(12,), (17,), (18,), (15,)]
    assert [table.seats for table in schedule.rounds[3].tables] == [(19, 16, 17, 18), (11, 12, 14, 13)]


def test_a_seed_keeps_its_meaning_after_rounds_were_played():
    before = drawn(range(11, 20), 4, seed=7).rounds
    schedule = drawn(range(12, 22), 4, seed=7, played=before)
    assert [one.sitting_out for one in schedule.rounds] == [(13, 20), (16, 19), (14, 21), (12, 17)]
    assert [table.seats for table in schedule.rounds[3].tables] == [(14, 16, 20, 13), (19, 18, 15, 21)]
