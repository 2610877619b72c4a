"""Round robins: everybody meets everybody, home and away, in pools, and on after people come or go."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.round_robin import (
    circle,
    draw_double_round_robin,
    draw_pool_rounds,
    draw_pools,
    draw_round_robin,
    pools_of,
)
from tournaments.engine.seating import check_schedule

fields = st.lists(st.integers(0, 9999), min_size=3, max_size=24, unique=True)


def met(rounds):
    """Every meeting, the entry at home first."""
    return [tuple(table.seated) for drawn in rounds for table in drawn.tables]


def full(entrants):
    return len(entrants) - 1 + len(entrants) % 2


@settings(deadline=None, max_examples=40)
@given(fields, st.integers(0, 2**32))
def test_everybody_meets_everybody_once_and_is_at_home_as_often_as_away(entrants, seed):
    schedule = draw_round_robin(entrants, full(entrants), rng=random.Random(seed))
    check_schedule(schedule, entrants)
    meetings = met(schedule.rounds)
    assert sorted(map(sorted, meetings)) == sorted(map(list, combinations(sorted(entrants), 2)))
    for entry in entrants:
        home = sum(one == entry for one, _ in meetings)
        away = sum(other == entry for _, other in meetings)
        assert abs(home - away) == (1 if len(entrants) % 2 == 0 else 0)


@settings(deadline=None, max_examples=20)
@given(fields, st.integers(0, 2**32))
def test_a_double_round_robin_turns_every_meeting_and_balances_everybody(entrants, seed):
    schedule = draw_double_round_robin(entrants, 2 * full(entrants), rng=random.Random(seed))
    check_schedule(schedule, entrants)
    once_each_way = Counter(met(schedule.rounds))
    assert len(once_each_way) == len(entrants) * (len(entrants) - 1)
    assert set(once_each_way.values()) == {1}


@settings(deadline=None, max_examples=20)
@given(fields, st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_draw_whatever_the_order_of_entering(entrants, seed, chance):
    shuffled = list(entrants)
    chance.shuffle(shuffled)
    one, other = (draw_round_robin(who, 3, rng=random.Random(seed)) for who in (entrants, shuffled))
    assert one == other


@pytest.mark.parametrize("people", range(3, 13))
@pytest.mark.parametrize("played", (1, 2, 3))
def test_what_is_left_of_a_round_robin_is_drawn_without_a_meeting_twice(people, played):
    entrants = range(people)
    before = draw_round_robin(entrants, min(played, full(entrants) - 1), rng=random.Random(people)).rounds
    rest = draw_round_robin(entrants, full(entrants) - len(before), rng=random.Random(played), played=before)
    check_schedule(rest, entrants)
    assert rest.rounds[0].number == len(before) + 1
    assert len(set(map(frozenset, met(before + rest.rounds)))) == people * (people - 1) // 2


def test_somebody_who_comes_late_meets_everybody_still_and_old_rounds_stay():
    before = draw_round_robin(range(7), 3, rng=random.Random(1)).rounds
    kept = list(before)
    rest = draw_round_robin(range(1, 9), 7, rng=random.Random(2), played=before)
    check_schedule(rest, range(1, 9))
    assert list(before) == kept
    meetings = Counter(map(frozenset, met(before + rest.rounds)))
    assert all(meetings[frozenset({7, other})] == 1 for other in range(1, 7))
    assert set(meetings.values()) == {1}


def test_no_round_is_drawn_when_everybody_has_met():
    before = draw_round_robin(range(4), 2, rng=random.Random(1)).rounds
    with pytest.raises(EventViolation, match="after 1 more rounds"):
        draw_round_robin(range(4), 2, rng=random.Random(1), played=before)


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(2, 60))
def test_the_snake_makes_pools_of_nearly_equal_size_and_strength(pools, entries):
    if entries < 2 * pools:
        return
    made = draw_pools(list(range(1, entries + 1)), pools)
    assert sorted(entry for pool in made for entry in pool) == list(range(1, entries + 1))
    assert max(map(len, made)) - min(map(len, made)) <= 1
    whole = entries // (2 * pools) * 2  # of an even number of whole rows the seeds add up alike
    assert len({sum(pool[:whole]) for pool in made}) == 1


def test_pots_put_one_of_each_row_in_each_pool():
    made = draw_pools(list(range(12)), 4, rng=random.Random(3))
    assert all(sorted(entry // 4 for entry in pool) == [0, 1, 2] for pool in made)


def test_pools_play_side_by_side_and_the_smaller_ones_are_ready_sooner():
    pools = draw_pools(list(range(11)), 3)
    schedule = draw_pool_rounds(pools)
    check_schedule(schedule, range(11))
    assert sorted(map(sorted, met(schedule.rounds))) == sorted(
        list(two) for pool in pools for two in combinations(sorted(pool), 2)
    )


def test_berger_has_no_three_at_home_in_a_row():
    for people in range(3, 21):
        for entry in range(people):
            grounds = "".join(
                "H" if one == entry else "A"
                for two in circle(range(people))
                for one, other in two
                if entry in (one, other)
            )
            assert "HHH" not in grounds
            assert "AAA" not in grounds


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: draw_round_robin([1, 2], 1, rng=random.Random(1)), "too-few-entrants"),
        (lambda: draw_round_robin([1, 2, 2], 1, rng=random.Random(1)), "entrant-twice"),
        (lambda: draw_round_robin([1, 2, 3], 0, rng=random.Random(1)), "rounds-out-of-range"),
        (lambda: draw_round_robin([1, 2, 3, 4], 4, rng=random.Random(1)), "rounds-out-of-range"),
        (lambda: draw_pools([1, 2, 3], 2), "pool-of-one"),
        (lambda: draw_pools([1, 2, 2, 4], 2), "seed-twice"),
        (lambda: draw_pools([1, 2], 0), "pools-out-of-range"),
        (lambda: pools_of(8, 1), "pool-of-one"),
        (lambda: draw_pool_rounds([[1, 2], [3]]), "pool-of-one"),
        (lambda: draw_pool_rounds([[1, 2], [2, 3]]), "entrant-twice"),
    ],
)
def test_what_makes_no_round_robin_is_refused_in_a_sentence(wrong, code):
    with pytest.raises(EventViolation) as refused:
        wrong()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_the_catalogue_draws_both():
    assert len(FORMATS["round-robin"].draw(range(4), 3, rng=random.Random(1)).rounds) == 3
    assert len(FORMATS["double-round-robin"].draw(range(4), 6, rng=random.Random(1)).rounds) == 6
