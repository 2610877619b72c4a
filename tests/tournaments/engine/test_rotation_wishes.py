"""What a club may wish of a rotation: kept, or named. And figures, and rotations made better later."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.rotation_check import counted, plain
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.figures import figures, who_met_whom
from tournaments.engine.formats.rotation import draw_rotation, improve, plan_rotation
from tournaments.engine.formats.wishes import Spare, Wishes, relaxed
from tournaments.engine.seating import DrawnRound, DrawnTable, Schedule, check_schedule

THREE_HANDED = Wishes(spare=Spare.THREE_HANDED)
GHOST = Wishes(spare=Spare.GHOST)


def planned(people, rounds, wishes, seed=1, played=()):
    return plan_rotation(range(people), rounds, rng=random.Random(seed), wishes=wishes, played=played)


def married(couples):
    """People 0, 1, 2 … are married to couples, couples + 1 …, the first half being one group."""
    return Wishes.of(apart=[(one + couples, one) for one in range(couples)], mixed=range(couples))


@pytest.mark.parametrize(
    ("couples", "rounds", "most"),
    [(8, 4, 12), (8, 6, 46), (10, 6, 36), (12, 8, 70), (16, 8, 32), (32, 10, 2)],
)
def test_spouses_never_meet_and_partners_come_from_both_groups(couples, rounds, most):
    plan = planned(2 * couples, rounds, married(couples))
    found = counted(range(2 * couples), plain(plan.schedule))
    assert plan.relaxed == ()
    assert found.partner_repeats == 0
    assert all(min(two) < couples <= max(two) and max(two) - min(two) != couples for two in found.partners)
    assert not any(max(two) - min(two) == couples for two in found.opponents)
    across = [times for two, times in found.meetings.items() if min(two) < couples <= max(two)]
    assert sum(times - 1 for times in across) <= most


def test_of_two_groups_the_larger_rests_first():
    plan = planned(17, 8, Wishes.of(mixed=range(9)))
    assert plan.relaxed == ()
    assert all(entry < 9 for one in plan.schedule.rounds for entry in one.sitting_out)
    assert planned(18, 8, Wishes.of(mixed=range(9))).relaxed == ()


def test_couples_who_must_not_be_partners_may_still_meet():
    wishes = Wishes.of(never_partners=[(2 * at, 2 * at + 1) for at in range(6)])
    plan = planned(12, 10, wishes)
    found = counted(range(12), plain(plan.schedule))
    assert plan.relaxed == ()
    assert found.partner_repeats == 0
    assert not any(frozenset(two) in found.partners for two in wishes.never_partners)
    assert any(frozenset(two) in found.opponents for two in wishes.never_partners)


def test_a_wish_that_cannot_be_kept_is_named():
    plan = planned(4, 3, Wishes.of(apart=[(0, 1)]))
    (told,) = plan.relaxed
    assert (told.code, told.entries, told.rounds) == ("met-though-apart", (0, 1), (1, 2, 3))
    assert (
        told.sentence
        == "Entry 0 and entry 1 are at one table although they should never meet (rounds 1, 2, 3)."
    )
    plan = planned(4, 1, Wishes.of(never_partners=combinations(range(4), 2), mixed=[0, 1, 2]))
    assert {one.code for one in plan.relaxed} == {"partners-though-never", "partners-of-one-group"}


couples_of_twelve = st.sets(
    st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda two: two[0] < two[1]), max_size=8
)


@settings(deadline=None, max_examples=8)
@given(
    couples_of_twelve, couples_of_twelve, st.sampled_from(Spare), st.integers(9, 12), st.integers(0, 2**32)
)
def test_every_wish_is_kept_or_named(apart, never, spare, people, seed):
    plan = planned(people, 3, Wishes.of(apart=apart, never_partners=never, spare=spare), seed)
    check_schedule(plan.schedule, range(people))
    found = counted(range(people), plain(plan.schedule), ghosts=spare is Spare.GHOST)
    named = {(one.code, frozenset(one.entries)) for one in plan.relaxed}
    met = {("met-though-apart", frozenset(two)) for two in apart if frozenset(two) in found.meetings}
    paired = {("partners-though-never", frozenset(two)) for two in never if frozenset(two) in found.partners}
    assert named == met | paired


def test_wishes_about_people_who_left_are_passed_over():
    plan = plan_rotation(range(4, 12), 3, rng=random.Random(1), wishes=Wishes.of(apart=[(0, 5), (1, 2)]))
    assert plan.relaxed == ()


@pytest.mark.parametrize("people", [3, 6, 7, 9, 10, 11, 13, 14, 15, 30])
@pytest.mark.parametrize("wishes", [THREE_HANDED, GHOST])
def test_tables_of_three_instead_of_sit_outs(people, wishes):
    plan = planned(people, 5, wishes)
    check_schedule(plan.schedule, range(people))
    found = counted(range(people), plain(plan.schedule), ghosts=wishes is GHOST)
    assert plan.relaxed == ()
    for one in plan.schedule.rounds:
        assert one.sitting_out == ()
        assert sum(len(table.seated) == 3 for table in one.tables) == -people % 4
    often = [found.three_handed[one] for one in range(people)]
    assert max(often) - min(often) <= 1


def test_who_plays_at_a_table_of_three_sits_where_that_is_played():
    (alone,) = planned(3, 1, THREE_HANDED).schedule.rounds[0].tables
    assert alone.three_handed
    assert alone.west is None
    assert alone.sides == ((alone.north,), (alone.east,), (alone.south,))
    (table,) = planned(3, 1, GHOST).schedule.rounds[0].tables
    assert not table.three_handed
    assert table.south is None
    assert table.sides == ((table.north,), (table.east, table.west))


@pytest.mark.parametrize("people", [7, 11, 15, 23])
def test_a_full_cycle_with_one_table_of_three_is_even(people):
    plan = planned(people, people, THREE_HANDED)
    found = counted(range(people), plain(plan.schedule))
    assert set(found.three_handed.values()) == {3}
    assert set(found.meetings.values()) == {3}
    assert found.partner_repeats == 0


def test_five_cannot_make_tables_of_three_and_are_told():
    plan = planned(5, 2, THREE_HANDED)
    assert [one.code for one in plan.relaxed] == ["sits-out", "sits-out"]
    with pytest.raises(EventViolation, match="too-few-entrants"):
        draw_rotation(range(3), 1, rng=random.Random(1))
    with pytest.raises(EventViolation, match="too-few-entrants"):
        planned(2, 1, THREE_HANDED)


def test_wishes_hold_for_the_rounds_still_to_come():
    before = draw_rotation(range(16), 3, rng=random.Random(1)).rounds
    plan = planned(16, 4, married(8), played=before)
    assert plan.relaxed == ()
    assert [one.number for one in plan.schedule.rounds] == [4, 5, 6, 7]


def uneven(rounds):
    """Twelve people in the same tables every round, turned only."""
    turns = [(0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2)]
    return Schedule(
        tuple(
            DrawnRound(
                at + 1, tuple(DrawnTable(t + 1, *(4 * t + s for s in turns[at % 3])) for t in range(3))
            )
            for at in range(rounds)
        )
    )


def test_a_schedule_is_made_better_and_never_worse():
    better = improve(uneven(6), rng=random.Random(1), moves=60_000)
    check_schedule(better, range(12))
    assert counted(range(12), plain(better)).partner_repeats == 0
    assert counted(range(12), plain(better)).unevenness <= 51
    best = draw_rotation(range(12), 6, rng=random.Random(1))
    assert improve(best, rng=random.Random(2), moves=6_000) is best


def test_making_better_keeps_sit_outs_numbers_and_wishes():
    wishes = Wishes.of(apart=[(0, 1), (2, 3)])
    before = draw_rotation(range(14), 2, rng=random.Random(1)).rounds
    drawn = draw_rotation(range(14), 6, rng=random.Random(1), played=before)
    better = improve(drawn, rng=random.Random(2), moves=60_000, played=before, wishes=wishes)
    assert [one.sitting_out for one in better.rounds] == [one.sitting_out for one in drawn.rounds]
    assert [one.number for one in better.rounds] == [one.number for one in drawn.rounds]
    assert relaxed(better.rounds, wishes) == ()
    assert better == improve(drawn, rng=random.Random(2), moves=60_000, played=before, wishes=wishes)


@pytest.mark.parametrize("wishes", [THREE_HANDED, GHOST])
def test_making_better_keeps_tables_of_three(wishes):
    drawn = planned(14, 5, wishes).schedule
    better = improve(drawn, rng=random.Random(2), moves=30_000, wishes=wishes)
    check_schedule(better, range(14))

    def short(schedule):
        return [
            sorted(sorted(table.seated) for table in one.tables if len(table.seated) == 3)
            for one in schedule.rounds
        ]

    assert short(better) == short(drawn)


def test_figures_stand_beside_their_floors():
    told = figures(draw_rotation(range(13), 8, rng=random.Random(1)))
    assert (told.people, told.rounds) == (13, 8)
    assert (told.partner_repeats.reached, told.partner_repeats.floor) == (0, 0)
    assert told.unevenness.floor == 66 <= told.unevenness.reached <= 74
    assert told.meeting_repeats.floor == 66
    assert (told.fewest_sit_outs, told.most_sit_outs) == (0, 1)
    assert not told.perfect
    eight = figures(draw_rotation(range(8), 7, rng=random.Random(1)))
    assert eight.perfect
    assert eight.unevenness.proven
    assert (eight.most_partnered, eight.most_opposed, eight.most_met, eight.never_met) == (1, 2, 3, 0)
    assert figures([]).people == 0


@pytest.mark.parametrize(
    ("people", "rounds", "least"),
    [(8, 4, 24), (8, 6, 60), (9, 4, 18), (10, 8, 62), (12, 4, 18), (13, 6, 30), (16, 8, 72), (18, 12, 135)],
)
def test_the_floor_of_unevenness_is_the_one_proven(people, rounds, least):
    assert figures(draw_rotation(range(people), rounds, rng=random.Random(1))).unevenness.floor == least


def test_who_met_whom_is_a_row_for_each():
    people, rows = who_met_whom([DrawnRound(1, (DrawnTable(1, 5, 7, 9, 11),), (13,))])
    assert people == [5, 7, 9, 11, 13]
    assert rows[0] == [(0, 0), (0, 1), (1, 0), (0, 1), (0, 0)]
    assert all(rows[at][to] == rows[to][at] for at in range(5) for to in range(5))
