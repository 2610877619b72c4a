"""Penalties: where they go, which score they touch, when they take a hand's place or cancel each other."""

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.games import Penalty, PenaltyKind, Played, play_game, revoke_penalty
from scoring.engine.rulesets import changed
from tests.scoring.engine.strategies import EW, NS, E, N, S, W, a_hand

CLUB, SOMERSET = RULESETS["north-american"], RULESETS["somerset-1888"]
INSTEAD = changed(CLUB, {"revoke_counts": "instead-of-the-hand"})
CANCEL = changed(CLUB, {"revokes_cancel": True})
BY_NS, BY_EW = Penalty(1, None, EW, 2), Penalty(1, None, NS, 2)
POINT = Played(1, a_hand(N, 3))


def score(rules, *items, **given):
    state = play_game(rules, items, first_dealer=N, **given)
    return state.score[NS], state.score[EW]


def test_a_revoke_is_added_to_the_hand_or_takes_its_place():
    assert score(CLUB, POINT, BY_NS) == (1, 2)
    assert score(INSTEAD, POINT, BY_NS) == (0, 2)


def test_only_a_revoke_takes_the_hands_place():
    talk = Penalty(1, None, EW, 2, PenaltyKind.TABLE_TALK)
    assert score(INSTEAD, POINT, talk) == (1, 2)


def test_the_hand_whose_place_is_taken_still_shows_what_it_earned():
    row = play_game(INSTEAD, [POINT, BY_NS], first_dealer=N).rows[0]
    assert row.replaced and row.award.by_side == {NS: 1, EW: 0} and row.score == {NS: 0, EW: 0}


def test_equal_revokes_of_both_sides_cancel_where_the_ruleset_says_so():
    assert score(CLUB, POINT, BY_NS, BY_EW) == (3, 2)
    assert score(CANCEL, POINT, BY_NS, BY_EW) == (1, 0)
    assert score(SOMERSET, POINT, BY_NS, BY_EW) == (1, 0)  # and the hand keeps its place


def test_unequal_revokes_and_two_of_one_side_do_not_cancel():
    assert score(CANCEL, POINT, BY_NS, Penalty(1, None, NS, 4)) == (5, 2)
    assert score(CANCEL, POINT, BY_NS, BY_NS) == (1, 4)
    assert score(CANCEL, POINT, BY_NS, BY_NS, BY_EW) == (1, 2)


def test_revokes_of_different_hands_do_not_cancel():
    two = [POINT, BY_NS, Played(2, a_hand(N, 3)), Penalty(2, None, NS, 2)]
    assert score(CANCEL, *two) == (4, 2)


def test_a_penalty_counts_with_its_hand_wherever_it_stands():
    hands = [Played(1, a_hand(N, 3)), Played(2, a_hand(N, 3))]
    before_the_end = Penalty(2, None, EW, 2)
    assert score(CLUB, *hands, before_the_end, start={NS: 8, EW: 9}) == (10, 11)
    state = play_game(CLUB, [*hands, before_the_end], first_dealer=N, start={NS: 8, EW: 9})
    assert state.winner == EW and state.ended_at == 2


def test_a_penalty_on_an_early_hand_ends_the_game_there():
    items = [Played(1, a_hand(N, 3)), Played(2, a_hand(N, 3)), Penalty(1, None, EW, 2)]
    state = play_game(CLUB, items, first_dealer=N, start={EW: 8})
    assert (state.winner, state.ended_at, state.after_the_end) == (EW, 1, (2,))


def test_a_penalty_for_a_hand_that_is_not_on_the_sheet_counts_where_it_stands():
    assert score(CLUB, POINT, Penalty(7, None, EW, 2)) == (1, 2)


@pytest.mark.parametrize(
    ("goes", "figures"), [("to-the-others", (0, 2)), ("off-the-offenders", (-2, 0)), ("both", (-2, 2))]
)
def test_a_penalty_goes_where_the_ruleset_says(goes, figures):
    rules = changed(CLUB, {"penalty_goes": goes})
    assert score(rules, revoke_penalty(rules, number=None, offenders=NS, lone=False)) == figures


def test_a_revoke_costs_more_in_a_lone_hand():
    assert revoke_penalty(CLUB, number=1, offenders=NS, lone=False).points == 2
    assert revoke_penalty(CLUB, number=1, offenders=NS, lone=True).points == 4
    assert revoke_penalty(SOMERSET, number=1, offenders=NS, lone=False).points == 3
    assert revoke_penalty(SOMERSET, number=1, offenders=NS, lone=True).points == 5
    assert revoke_penalty(RULESETS["cut-throat"], number=1, offenders=frozenset({N}), lone=True).points == 2


def test_three_handed_a_penalty_pays_both_the_others():
    rules = RULESETS["cut-throat"]
    penalty = revoke_penalty(rules, number=None, offenders=frozenset({N}), lone=True)
    state = play_game(rules, [penalty], first_dealer=N)
    assert [state.score[frozenset({seat})] for seat in (N, E, S)] == [0, 2, 2]
    assert state.points == {N: 0, E: 2, S: 2}


def test_a_penalty_on_the_round_never_ends_the_race():
    rules = changed(CLUB, {"penalty_on": "round"})
    state = play_game(rules, [Penalty(None, None, NS, 2)], first_dealer=N, start={NS: 9})
    assert state.score[NS] == 11 and not state.over


def test_a_penalty_on_the_round_is_in_the_figures_of_fixed_hands():
    rules = changed(RULESETS["progressive-eight-hands"], {"penalty_on": "round", "hands": 1})
    state = play_game(rules, [POINT, BY_NS], first_dealer=N)
    assert state.score == {NS: 1, EW: 2} and state.winner == EW


def test_a_penalty_on_the_final_total_is_in_no_game():
    rules = changed(CLUB, {"penalty_on": "final-total"})
    state = play_game(rules, [POINT, BY_NS], first_dealer=N)
    assert state.score == {NS: 1, EW: 0}
    assert state.on_the_total == {NS: 0, EW: 2}
    assert state.points == {N: 1, S: 1, E: 0, W: 0}
