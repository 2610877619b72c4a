"""Stages and ladders: cuts that part nobody level, poolmates kept apart, drafts in turn, and rungs."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.cards import card
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.ladder import (
    Climb,
    Ladder,
    LadderRules,
    challenge,
    draw_ladder,
    join_ladder,
    leave_ladder,
    may_challenge,
    settle_challenge,
)
from tournaments.engine.formats.stages import (
    PLANS,
    cut,
    draft_partners,
    draw_final_four,
    draw_knock_out,
    seed_from_pools,
    settle_cut,
)
from tournaments.engine.formats.tree import ready, record, unfold
from tournaments.engine.standings import rank


def standings(*points):
    return rank(range(len(points)), [card(entry, got) for entry, got in enumerate(points)], ["PTS"])


def test_a_cut_takes_the_first_and_names_who_is_level_at_the_border():
    assert cut(standings(9, 7, 8, 6), 2).through == (0, 2)
    level = cut(standings(9, 7, 7, 7, 6), 3)
    assert (level.through, level.level, level.open_places) == ((0,), (1, 2, 3), 2)
    assert settle_cut(level, chosen=[3, 1]) == (0, 3, 1)
    by_lot = {settle_cut(level, rng=random.Random(seed)) for seed in range(40)}
    assert len(by_lot) == 6
    assert all(one[0] == 0 for one in by_lot)


def test_nobody_is_level_where_all_who_are_go_on():
    assert cut(standings(9, 7, 7, 6), 3).level == ()
    assert cut(standings(7, 7, 7), 3).through == (0, 1, 2)


def earliest_meeting(bracket, together):
    """The round before which no two of these groups can meet: by playing on all possible winners."""
    reach, earliest = {}, 99
    for match in bracket.matches:
        sides = [
            {source.of} if source.kind.name == "ENTRY" else reach[source.of]
            for source in (match.one, match.other)
        ]
        if any(together[one] == together[other] for one in sides[0] for other in sides[1]):
            earliest = min(earliest, match.round)
        reach[match.number] = sides[0] | sides[1]
    return earliest


@pytest.mark.parametrize("pools", range(2, 17))
def test_two_of_one_pool_meet_in_the_final_only(pools):
    rankings = [[10 * pool, 10 * pool + 1, 10 * pool + 2] for pool in range(pools)]
    bracket = draw_knock_out(rankings, 2, rng=random.Random(pools))
    assert sorted(bracket.seeds) == sorted(entry for pool in rankings for entry in pool[:2])
    assert list(bracket.seeds[:pools]) == [pool[0] for pool in rankings]
    assert earliest_meeting(bracket, {entry: entry // 10 for entry in bracket.seeds}) == bracket.rounds


@pytest.mark.parametrize("each", (3, 4))
@pytest.mark.parametrize("pools", range(2, 13))
def test_four_of_one_pool_meet_in_the_semi_finals_first(pools, each):
    rankings = [[10 * pool + at for at in range(each)] for pool in range(pools)]
    bracket = draw_knock_out(rankings, each, rng=random.Random(1))
    assert earliest_meeting(bracket, {entry: entry // 10 for entry in bracket.seeds}) == bracket.rounds - 1


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 8), st.integers(1, 4), st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_seeds(pools, each, seed):
    rankings = [[10 * pool + at for at in range(each)] for pool in range(pools)]
    one, other = (seed_from_pools(rankings, each, rng=random.Random(seed)) for _ in range(2))
    assert one == other


def test_a_draft_pairs_first_with_last_or_as_the_captains_choose():
    assert draft_partners([1, 2, 3, 4, 5, 6]) == ((1, 6), (2, 5), (3, 4))
    assert draft_partners([1, 2, 3, 4], [(1, 3), (2, 4)]) == ((1, 3), (2, 4))


def test_the_final_four_meet_first_against_fourth_and_play_for_the_third_place():
    bracket = draw_final_four(standings(9, 8, 7, 6, 5))
    assert [set(unfold(bracket)[number][:2]) for number in ready(bracket)] == [{0, 3}, {1, 2}]
    bracket = record(record(bracket, 0, 0), 1, 1)
    assert [set(unfold(bracket)[number][:2]) for number in ready(bracket)] == [{0, 1}, {2, 3}]
    with pytest.raises(EventViolation, match="cut-open"):
        draw_final_four(standings(9, 8, 7, 6, 6))


def test_plans_name_formats_that_exist():
    for plan in PLANS.values():
        assert all(step.format in FORMATS or step.format == "draft" for step in plan.steps)


# --- ladders ----------------------------------------------------------------------------------------------

LADDER = draw_ladder([10, 20, 30, 40, 50])


def test_a_challenge_reaches_three_rungs_up_and_one_at_a_time():
    assert may_challenge(LADDER, LadderRules(), 50) == (40, 30, 20)
    made = challenge(LADDER, LadderRules(), 50, 30)
    assert may_challenge(LADDER, LadderRules(), 50, pending=[made]) == ()
    assert may_challenge(LADDER, LadderRules(), 40, pending=[made]) == (20, 10)
    assert may_challenge(LADDER, LadderRules(untouchable=1), 40) == (30, 20)
    assert may_challenge(LADDER, LadderRules(), 10) == ()


@pytest.mark.parametrize(
    ("climb", "rungs"), [(Climb.SWAP, (10, 50, 30, 40, 20)), (Climb.INSERT, (10, 50, 20, 30, 40))]
)
def test_the_winner_takes_the_higher_rung(climb, rungs):
    rules = LadderRules(climb=climb)
    made = challenge(LADDER, rules, 50, 20)
    assert settle_challenge(LADDER, rules, made, 50).rungs == rungs
    assert settle_challenge(LADDER, rules, made, 20) == LADDER


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 12), st.sampled_from(Climb), st.integers(0, 2**32))
def test_whatever_is_played_everybody_stays_on_the_ladder_once(entries, climb, seed):
    rng, rules, ladder = random.Random(seed), LadderRules(climb=climb), draw_ladder(range(entries))
    for _ in range(30):
        challenger = rng.choice(ladder.rungs[1:])
        made = challenge(ladder, rules, challenger, rng.choice(may_challenge(ladder, rules, challenger)))
        winner = rng.choice((challenger, made.challenged))
        before, ladder = ladder, settle_challenge(ladder, rules, made, winner)
        assert sorted(ladder.rungs) == sorted(before.rungs)
        assert ladder.rung(challenger) <= before.rung(challenger)


def test_who_joins_stands_lowest_and_who_leaves_lets_the_others_up():
    assert join_ladder(LADDER, 60).rungs[-1] == 60
    assert leave_ladder(LADDER, 20).rungs == (10, 30, 40, 50)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: cut(standings(1, 2, 3), 1), "places-out-of-range"),
        (lambda: cut(standings(1, 2, 3), 4), "places-out-of-range"),
        (lambda: settle_cut(cut(standings(2, 1, 1), 2)), "cut-open"),
        (lambda: settle_cut(cut(standings(2, 1, 1), 2), chosen=[1, 1]), "cut-open"),
        (lambda: seed_from_pools([[1], [2, 3]], 2, rng=random.Random(1)), "pool-too-small"),
        (lambda: seed_from_pools([[1, 2], [2, 3]], 1, rng=random.Random(1)), "entrant-twice"),
        (lambda: seed_from_pools([[1, 2]], 1, rng=random.Random(1)), "bracket-of-one"),
        (lambda: draft_partners([1, 2, 3, 4, 5]), "odd-one-out"),
        (lambda: draft_partners([1, 2, 3, 4], [(2, 3), (1, 4)]), "out-of-turn"),
        (lambda: draft_partners([1, 2, 3, 4], [(1, 3), (2, 3)]), "partner-taken"),
        (lambda: draw_ladder([1, 2]), "too-few-entrants"),
        (lambda: Ladder((1, 1)), "entrant-twice"),
        (lambda: challenge(LADDER, LadderRules(), 10, 20), "challenge-downwards"),
        (lambda: challenge(LADDER, LadderRules(), 50, 10), "challenge-too-far"),
        (lambda: challenge(LADDER, LadderRules(untouchable=2), 40, 20), "challenge-untouchable"),
        (lambda: challenge(LADDER, LadderRules(), 99, 10), "not-on-ladder"),
        (
            lambda: challenge(
                LADDER, LadderRules(), 50, 30, pending=[challenge(LADDER, LadderRules(), 40, 30)]
            ),
            "challenge-open",
        ),
        (lambda: LadderRules(reach=0), "ladder-rules"),
    ],
)
def test_what_makes_no_stage_or_challenge_is_refused_in_a_sentence(wrong, code):
    with pytest.raises(EventViolation) as refused:
        wrong()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")
