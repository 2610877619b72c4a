"""By lot, pods, Mitchell and Howell: everybody once a round, and repeats held against searches and counts."""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.by_lot import draw_by_lot
from tournaments.engine.formats.howell import draw_howell
from tournaments.engine.formats.mitchell import draw_mitchell
from tournaments.engine.formats.pods import draw_pods
from tournaments.engine.seating import check_schedule, contacts

seeds = st.integers(0, 2**32)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from((draw_by_lot, draw_pods)), st.integers(4, 30), st.integers(1, 8), seeds)
def test_everybody_is_drawn_once_a_round_and_sit_outs_are_even(draw, people, rounds, seed):
    if draw is draw_pods and people % 4 > people // 4:
        return
    schedule = draw(range(people), rounds, rng=random.Random(seed))
    check_schedule(schedule, range(people))
    assert [drawn.number for drawn in schedule.rounds] == list(range(1, rounds + 1))
    times = Counter(dict.fromkeys(range(people), 0))
    for drawn in schedule.rounds:
        times.update(drawn.sitting_out)
        assert len(drawn.sitting_out) == people % 4
        if draw is draw_by_lot:
            assert max(times.values()) - min(times.values()) <= 1
    assert schedule == draw(range(people), rounds, rng=random.Random(seed))


def fewest_partner_repeats(people, had):
    """By trying all ways to pair them."""
    if not people:
        return 0
    first, *others = people
    return min(
        (frozenset((first, other)) in had)
        + fewest_partner_repeats([one for one in others if one != other], had)
        for other in others
    )


@settings(deadline=None, max_examples=30)
@given(st.sampled_from((4, 8)), st.integers(1, 7), seeds)
def test_by_lot_repeats_no_partner_while_a_search_finds_a_way(people, rounds, seed):
    drawn = draw_by_lot(range(people), rounds, rng=random.Random(seed)).rounds
    for at, one in enumerate(drawn):
        had = {frozenset(two) for two in contacts(drawn[:at]).partners}
        ours = sum(frozenset(side) in had for table in one.tables for side in table.sides)
        if fewest_partner_repeats(list(range(people)), had) == 0:
            assert ours == 0


def test_a_few_rounds_by_lot_among_many_repeat_no_meeting_at_all():
    met = contacts(draw_by_lot(range(60), 4, rng=random.Random(1)))
    assert met.meeting_repeats == 0


def test_by_lot_keeps_couples_apart_or_says_that_it_cannot():
    apart = [(at, at + 1) for at in range(0, 12, 2)]
    met = contacts(draw_by_lot(range(12), 5, rng=random.Random(1), apart=apart)).meetings
    assert not met.keys() & set(apart)
    with pytest.raises(EventViolation, match="forbidden-pairs"):
        draw_by_lot(range(4), 1, rng=random.Random(1), apart=[(0, 1)])


def test_rounds_played_by_lot_are_remembered():
    before = draw_by_lot(range(12), 3, rng=random.Random(1)).rounds
    after = draw_by_lot(range(2, 14), 3, rng=random.Random(2), played=before)
    check_schedule(after, range(2, 14))
    assert after.rounds[0].number == 4
    assert contacts(before + after.rounds).partner_repeats == 0


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 6), seeds)
def test_a_pod_of_four_has_three_partnerships_and_each_meets_each_three_times(pods, seed):
    schedule = draw_pods(range(4 * pods), 3, rng=random.Random(seed))
    for table in schedule.rounds[0].tables:
        for two in combinations(sorted(table.seated), 2):
            assert contacts(schedule).partners[two] == 1
            assert contacts(schedule).meetings[two] == 3


def test_new_pods_keep_apart_who_was_together():
    met = contacts(draw_pods(range(16), 6, rng=random.Random(1))).meetings
    assert set(met.values()) == {3}
    assert len(met) == 2 * 4 * 6


@pytest.mark.parametrize("done", (1, 2))
def test_pods_begun_are_played_to_their_end(done):
    begun = draw_pods(range(12), 3, rng=random.Random(1)).rounds
    rest = draw_pods(range(12), 3 - done, rng=random.Random(7), played=begun[:done]).rounds
    met = contacts(begun[:done] + rest)
    assert set(met.partners.values()) == {1}
    assert set(met.meetings.values()) == {3}
    assert rest[0].number == done + 1


@pytest.mark.parametrize("people", (5, 9, 10, 13, 14, 15, 18))
def test_of_a_pod_of_five_everybody_partners_at_most_once(people):
    schedule = draw_pods(range(people), 3, rng=random.Random(people))
    assert contacts(schedule).partner_repeats == 0
    times = Counter(entry for drawn in schedule.rounds for entry in drawn.sitting_out)
    assert set(times.values()) == {1}


@settings(deadline=None, max_examples=30)
@given(st.integers(4, 24), seeds)
def test_a_mitchell_brings_every_home_pair_to_every_visitor_once(pairs, seed):
    tables = (pairs + 1) // 2
    schedule = draw_mitchell(range(pairs), tables, rng=random.Random(seed))
    check_schedule(schedule, range(pairs))
    sitting = {table.north for drawn in schedule.rounds for table in drawn.tables}
    met = [frozenset(table.seated) for drawn in schedule.rounds for table in drawn.tables]
    assert set(met) == {frozenset((one, other)) for one in sitting for other in set(range(pairs)) - sitting}
    assert len(met) == len(set(met))
    for one in sitting:
        assert (
            len({table.table for drawn in schedule.rounds for table in drawn.tables if table.north == one})
            == 1
        )


@pytest.mark.parametrize("pairs", (8, 9))
def test_a_mitchell_goes_on_where_it_stopped(pairs):
    whole = draw_mitchell(range(pairs), 4, rng=random.Random(3)).rounds
    assert draw_mitchell(range(pairs), 2, rng=random.Random(9), played=whole[:2]).rounds == whole[2:]
    with pytest.raises(EventViolation, match="pairs-changed"):
        draw_mitchell(range(1, pairs + 1), 2, rng=random.Random(9), played=whole[:2])


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 24), seeds)
def test_a_howell_brings_every_two_pairs_together_once(pairs, seed):
    rounds = pairs - 1 + pairs % 2
    schedule = draw_howell(range(pairs), rounds, rng=random.Random(seed))
    check_schedule(schedule, range(pairs))
    met = contacts(schedule).meetings
    assert len(met) == pairs * (pairs - 1) // 2
    assert set(met.values()) == {1}
    if pairs % 2 == 0:
        assert len({drawn.tables[0].north for drawn in schedule.rounds}) == 1


def test_a_howell_goes_on_with_other_pairs():
    before = draw_howell(range(6), 2, rng=random.Random(1)).rounds
    after = draw_howell(range(1, 7), 3, rng=random.Random(1), played=before)
    check_schedule(after, range(1, 7))
    assert contacts(before + after.rounds).meeting_repeats == 0


@pytest.mark.parametrize(
    ("draw", "entrants", "rounds", "code"),
    [
        (draw_by_lot, [1, 2, 3], 1, "too-few-entrants"),
        (draw_by_lot, [1, 2, 3, 3], 1, "entrant-twice"),
        (draw_by_lot, range(8), 0, "rounds-out-of-range"),
        (draw_pods, range(11), 3, "pods-uneven"),
        (draw_pods, range(3), 3, "too-few-entrants"),
        (draw_mitchell, range(8), 5, "rounds-out-of-range"),
        (draw_mitchell, range(3), 1, "too-few-entrants"),
        (draw_howell, range(2), 1, "too-few-entrants"),
        (draw_howell, range(6), 6, "rounds-out-of-range"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(draw, entrants, rounds, code):
    with pytest.raises(EventViolation) as refused:
        draw(entrants, rounds, rng=random.Random(1))
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


@pytest.mark.parametrize("code", [code for code, one in FORMATS.items() if code != "rotation"])
def test_every_format_of_the_catalogue_draws_a_first_round_and_refuses_two(code):
    one = FORMATS[code]
    assert len(code) <= 20
    schedule = one.draw(range(8), 1, rng=random.Random(1))
    check_schedule(schedule, range(8))
    for wrong in ([], [1], [1, 1, 2, 3], [1, 2]):
        if one.kind == "bracket" and wrong == [1, 2]:
            continue
        with pytest.raises(EventViolation):
            one.draw(wrong, 1, rng=random.Random(1))
    orders = {one.draw(list(order), 1, rng=random.Random(5)) for order in permutations(range(4))}
    assert len(orders) == 1 or one.kind == "bracket"
