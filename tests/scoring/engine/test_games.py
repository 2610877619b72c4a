"""A sheet read into a score: who deals, when it ends, what comes after the end."""

import json
import pickle
from fractions import Fraction

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.games import (
    Adjustment,
    CardTotal,
    Concession,
    Ending,
    Penalty,
    Played,
    ThrownIn,
    TimeCalled,
    VoidHand,
    may_record,
    play_game,
)
from scoring.engine.rulesets import changed
from tests.scoring.engine.strategies import EW, NS, E, N, S, W, a_hand

CLUB, EIGHT = RULESETS["north-american"], RULESETS["progressive-eight-hands"]
THREE, OF_1880, FRAME = RULESETS["cut-throat"], RULESETS["four-handed-1880"], RULESETS["frame-15"]
EACH = changed(THREE, {"euchre_pays": "each-defender-scores"})
LAPS = changed(CLUB, {"laps": True, "lurches": True})
JUST_N, JUST_E, JUST_S = frozenset({N}), frozenset({E}), frozenset({S})


def sheet(*hands):
    """Deals numbered from 1, every one played."""
    return [Played(number, hand) for number, hand in enumerate(hands, start=1)]


def points_for(side, points):
    """Hands that bring a side so many points, one at a time."""
    return [a_hand(min(side), 3)] * points


def read(rules, items, **given):
    return play_game(rules, items, first_dealer=given.pop("first_dealer", N), **given)


def test_an_empty_sheet_is_a_game_not_begun():
    state = read(CLUB, [])
    assert state.score == {NS: 0, EW: 0}
    assert (state.dealer, state.next_number, state.hands_counted, state.hands_left) == (N, 1, 0, None)
    assert not state.over and state.winner is None and not state.level
    assert state.games_won == {NS: 0, EW: 0}


def test_from_four_nine_two_hands_win():
    """Case C4: alone and five tricks, 8-9; then five with the partner, 10-9 and the game."""
    one = read(CLUB, sheet(a_hand(S, 5, S)), start={NS: 4, EW: 9})
    assert one.score == {NS: 8, EW: 9} and not one.over
    two = read(CLUB, sheet(a_hand(S, 5, S), a_hand(S, 5)), start={NS: 4, EW: 9})
    assert two.score == {NS: 10, EW: 9}
    assert (two.over, two.winner, two.ended_by, two.ended_at) == (True, NS, Ending.TARGET, 2)
    assert two.points == {N: 6, S: 6, E: 0, W: 0}  # what was brought in was earned elsewhere


def test_the_ladder_shows_every_line_with_the_score_after_it():
    state = read(CLUB, [*sheet(a_hand(N, 3), a_hand(E, 2)), ThrownIn(3), VoidHand(4, "exposed card")])
    assert [row.score[NS] for row in state.rows] == [1, 3, 3, 3]
    assert [row.dealer for row in state.rows] == [N, E, S, W]
    assert [row.number for row in state.rows] == [1, 2, 3, 4]
    assert [row.sentence for row in state.rows] == [
        "N/S make the point: 1 to N/S",
        "E/W euchred: 2 to N/S",
        "Thrown in",
        "Void: exposed card",
    ]


def test_other_lines_are_told_in_words_too():
    both = Penalty(None, EW, NS, 2)
    state = read(CLUB, [both, Adjustment(NS, -1, "late"), Concession(EW)])
    assert [row.sentence for row in state.rows] == [
        "Revoke: 2 off E/W, 2 to N/S",
        "Adjustment, N/S -1: late",
        "E/W concede",
    ]
    assert read(CLUB, [CardTotal({NS: 10, EW: 7})]).rows[0].sentence == "Card: N/S 10, E/W 7"
    bell = changed(CLUB, {"clock": "stop-at-once"})
    assert read(bell, [TimeCalled(True)]).rows[0].sentence == "The bell, in the middle of a hand"


def test_the_deal_goes_left_after_every_hand_played():
    state = read(CLUB, sheet(*[a_hand(N, 3)] * 5), first_dealer=S)
    assert [row.dealer for row in state.rows] == [S, W, N, E, S]
    assert state.dealer == W


@pytest.mark.parametrize(("rules", "dealer"), [(EIGHT, N), (OF_1880, E), (CLUB, E)])
def test_a_hand_thrown_in_is_dealt_again_as_the_ruleset_says(rules, dealer):
    """Case C20: progressive, the same player; 1880, the next."""
    assert read(rules, [ThrownIn(1)]).dealer == dealer


def test_a_hand_thrown_in_is_not_one_of_the_eight():
    """Case C20."""
    state = read(EIGHT, [ThrownIn(1), Played(2, a_hand(N, 3))])
    assert (state.hands_counted, state.hands_left, state.next_number) == (1, 7, 3)


def test_a_hand_thrown_in_may_count_where_a_club_says_so():
    rules = changed(EIGHT, {"thrown_in_counts": True})
    assert read(rules, [ThrownIn(1)]).hands_left == 7
    assert read(rules, [ThrownIn(number) for number in range(1, 9)]).level


def test_a_void_hand_scores_nothing_and_is_dealt_by_the_same_or_the_next():
    assert read(CLUB, [VoidHand(1, "misdeal")]).dealer == N
    assert read(changed(CLUB, {"void_hand": "next-dealer"}), [VoidHand(1, "misdeal")]).dealer == E
    assert read(EIGHT, [VoidHand(1, "misdeal")]).hands_left == 8


def test_nobody_is_thrown_in_on_a_dealer_who_must_make():
    with pytest.raises(RuleViolation) as refused:
        read(RULESETS["stick-the-dealer"], [ThrownIn(1)])
    assert refused.value.code == "thrown-in-forbidden"


def test_without_a_first_dealer_nobody_is_known_to_deal():
    state = read(CLUB, sheet(a_hand(N, 3)), first_dealer=None)
    assert state.dealer is None and state.rows[0].dealer is None


def test_the_first_dealer_sits_at_the_table():
    with pytest.raises(RuleViolation) as refused:
        read(THREE, [], first_dealer=W)
    assert refused.value.code == "seat-not-at-table"


def test_the_last_of_fixed_hands_is_announced():
    seven = read(EIGHT, sheet(*[a_hand(N, 3)] * 7))
    assert seven.last_hand and seven.hands_left == 1 and not seven.over
    assert not read(EIGHT, sheet(*[a_hand(N, 3)] * 6)).last_hand
    assert not read(EIGHT, sheet(*[a_hand(N, 3)] * 8)).last_hand


def test_eight_hands_end_a_progressive_game():
    state = read(EIGHT, sheet(*[a_hand(N, 3)] * 8))
    assert (state.ended_by, state.ended_at, state.winner, state.hands_left) == (Ending.HANDS, 8, NS, 0)
    assert state.score == {NS: 8, EW: 0}


def test_eight_hands_may_end_level():
    """Case C19: 7-7; the points count, and the game is shared, which the event may settle otherwise."""
    hands = [a_hand(N, 5), a_hand(N, 5), a_hand(N, 5), a_hand(N, 3)]
    state = read(EIGHT, sheet(*hands, *[a_hand(E, hand.tricks) for hand in hands]))
    assert state.score == {NS: 7, EW: 7}
    assert state.over and state.level and state.winner is None
    assert state.games_won == {NS: Fraction(1, 2), EW: Fraction(1, 2)}
    assert state.points == {N: 7, S: 7, E: 7, W: 7}


def test_an_extra_hand_after_eight_scores_nothing():
    """Case C19: the extra hand moves people and scores nothing."""
    state = read(EIGHT, sheet(*[a_hand(N, 3)] * 9))
    assert state.score == {NS: 8, EW: 0}
    assert state.after_the_end == (9,)
    assert state.rows[8].after_the_end and not state.rows[7].after_the_end
    assert state.tallies[N].hands == 8


def test_a_hand_may_not_be_recorded_after_the_end():
    over, under_way = read(EIGHT, sheet(*[a_hand(N, 3)] * 8)), read(EIGHT, sheet(a_hand(N, 3)))
    with pytest.raises(RuleViolation) as refused:
        may_record(EIGHT, over)
    assert refused.value.code == "game-over"
    assert may_record(EIGHT, under_way) is None


def test_no_lone_hand_at_eight_or_nine():
    rules = changed(CLUB, {"no_lone_from": 8})
    at_eight = read(rules, [], start={NS: 8, EW: 7})
    with pytest.raises(RuleViolation) as refused:
        may_record(rules, at_eight, a_hand(N, 5, N))
    assert refused.value.code == "lone-forbidden-at-score"
    assert may_record(rules, at_eight, a_hand(N, 5)) is None
    assert may_record(rules, at_eight, a_hand(E, 5, E)) is None
    assert may_record(CLUB, at_eight, a_hand(N, 5, N)) is None


def test_points_beyond_the_target_are_kept_or_capped():
    hands = sheet(a_hand(N, 5, N), a_hand(N, 5, N), a_hand(N, 5, N))
    assert read(CLUB, hands).score == {NS: 12, EW: 0}
    capped = read(changed(CLUB, {"overshoot": "cap"}), hands)
    assert capped.score == {NS: 10, EW: 0}
    assert capped.rows[-1].score == {NS: 10, EW: 0}
    assert capped.points == {N: 10, S: 10, E: 0, W: 0}


def test_perfect_frames_make_120():
    """Case C15: eight frames capped at 15."""
    lone = [a_hand(N, 5, N)] * 4
    frames = [read(FRAME, sheet(*lone)) for _ in range(8)]
    assert sum(frame.score[NS] for frame in frames) == 120
    assert all(frame.over for frame in frames)


def test_set_back_three_handed_goes_below_nothing():
    """Case C11: maker at 0 is euchred, -2, and needs 7."""
    state = read(THREE, sheet(a_hand(N, 2, N)))
    assert state.score == {JUST_N: -2, JUST_E: 0, JUST_S: 0}
    marches = sheet(a_hand(N, 2, N), *[a_hand(N, 5, N)] * 3)
    assert not read(THREE, marches).over
    assert read(THREE, [*marches, Played(5, a_hand(N, 3, N))]).winner == JUST_N


def test_two_defenders_level_at_the_target_play_on():
    """A euchre pays both: neither is alone at the top, so there is another hand."""
    level = sheet(*points_for(JUST_N, 0), a_hand(E, 1, E), a_hand(E, 1, E), a_hand(E, 1, E))
    state = read(EACH, level)
    assert state.score == {JUST_N: 6, JUST_E: 0, JUST_S: 6} and not state.over
    ended = read(EACH, [*level, Played(4, a_hand(S, 3, S))])
    assert (ended.winner, ended.ended_at) == (JUST_S, 4)


def test_of_two_past_the_target_the_higher_wins():
    state = read(EACH, sheet(a_hand(E, 1, E), a_hand(E, 1, E)), start={JUST_N: 1, JUST_S: 2})
    assert state.score == {JUST_N: 5, JUST_E: 0, JUST_S: 6}
    assert state.winner == JUST_S


def test_needing_one_a_lone_march_carries_three():
    """Case C11: laps."""
    state = read(LAPS, sheet(a_hand(N, 5, N)), start={NS: 9, EW: 2}, last_game=False)
    assert (state.winner, state.lap, state.carried()) == (NS, 3, {NS: 3})
    last = read(LAPS, sheet(a_hand(N, 5, N)), start={NS: 9, EW: 2}, last_game=True)
    assert (last.lap, last.carried()) == (0, {})
    assert read(CLUB, sheet(a_hand(N, 5, N)), start={NS: 9}, last_game=False).lap == 0


def test_a_loser_with_nothing_is_lurched():
    """Case C11: 5-0 counts two games."""
    somerset = RULESETS["somerset-1888"]
    state = read(somerset, sheet(*points_for(NS, 5)))
    assert state.score == {NS: 5, EW: 0}
    assert state.lurch and state.lurched == {EW}
    assert state.games_won == {NS: 2, EW: 0}
    assert not read(somerset, sheet(a_hand(E, 3), *points_for(NS, 5))).lurch
    assert read(somerset, sheet(a_hand(E, 3), *points_for(NS, 5))).games_won == {NS: 1, EW: 0}
    assert not read(OF_1880, sheet(*points_for(NS, 5))).lurch


def test_a_score_carried_in_is_not_nothing():
    somerset = RULESETS["somerset-1888"]
    assert not read(somerset, sheet(*points_for(NS, 5)), start={EW: 1}).lurch


def test_three_handed_losers_are_lurched_one_by_one():
    """Case C11: losers at 0 and 3 count 2 games and 1."""
    rules = changed(THREE, {"lurches": True})
    state = read(rules, sheet(*[a_hand(E, 3, E)] * 3, *[a_hand(N, 3, N)] * 5))
    assert state.score == {JUST_N: 5, JUST_E: 3, JUST_S: 0}
    assert state.lurched == {JUST_S}
    assert state.games_won == {JUST_N: 3, JUST_E: 0, JUST_S: 0}


def test_a_concession_gives_the_game_to_the_others_whatever_the_score():
    state = read(LAPS, [*sheet(*points_for(NS, 3)), Concession(NS), Played(4, a_hand(N, 3))])
    assert (state.ended_by, state.winner, state.after_the_end) == (Ending.CONCESSION, EW, (4,))
    assert state.score == {NS: 3, EW: 0}
    assert not state.lurch and state.games_won == {NS: 0, EW: 1}


def test_three_handed_the_better_of_those_who_stay_wins():
    hands = sheet(*[a_hand(N, 3, N)] * 3, a_hand(E, 3, E))
    assert read(THREE, [*hands, Concession(JUST_N)]).winner == JUST_E
    assert read(THREE, [*hands[:3], Concession(JUST_N)]).level


def test_a_card_alone_is_the_score():
    state = read(CLUB, [CardTotal({NS: 10, EW: 7}, {NS: 1})])
    assert (state.score, state.winner, state.ended_by) == ({NS: 10, EW: 7}, NS, Ending.CARD)
    assert state.points == {N: 10, S: 10, E: 7, W: 7}
    assert state.ended_at is None and not state.card_differs
    assert read(EIGHT, [CardTotal({NS: 7, EW: 7})]).level


def test_a_card_takes_over_from_a_phone_that_died():
    state = read(EIGHT, [*sheet(*[a_hand(N, 3)] * 3), CardTotal({NS: 9, EW: 4}), Played(4, a_hand(N, 3))])
    assert state.score == {NS: 9, EW: 4} and state.card_differs
    assert state.points == {N: 9, S: 9, E: 4, W: 4}
    assert state.after_the_end == (4,)
    assert state.tallies[N].hands == 3


def test_a_card_beside_a_whole_game_is_compared_with_it():
    hands = sheet(*[a_hand(N, 3)] * 8)
    right, wrong = CardTotal({NS: 8, EW: 0}), CardTotal({NS: 9, EW: 0})
    assert not read(EIGHT, [*hands, right]).card_differs
    state = read(EIGHT, [*hands, wrong])
    assert state.card_differs and state.score == {NS: 8, EW: 0} and state.ended_by == Ending.HANDS


def test_a_card_leaves_out_of_peoples_points_what_was_carried_in():
    state = read(LAPS, [CardTotal({NS: 12, EW: 3})], start={NS: 2}, last_game=False)
    assert state.points == {N: 10, S: 10, E: 3, W: 3}
    assert state.lap == 2


def test_the_bell_lets_a_hand_be_finished_or_not():
    finish, stop = (changed(CLUB, {"clock": clock}) for clock in ("finish-the-hand", "stop-at-once"))
    begun = [*sheet(a_hand(N, 3)), TimeCalled(True)]
    assert read(stop, begun).ended_by == Ending.TIME
    assert not read(finish, begun).over and read(finish, begun).last_hand
    finished = read(finish, [*begun, Played(2, a_hand(E, 5)), Played(3, a_hand(N, 5, N))])
    assert (finished.winner, finished.ended_at, finished.after_the_end) == (EW, 2, (3,))
    assert read(finish, [*sheet(a_hand(N, 3)), TimeCalled(False)]).winner == NS


def test_no_bell_rings_where_the_ruleset_has_none():
    with pytest.raises(RuleViolation) as refused:
        read(CLUB, [TimeCalled(False)])
    assert refused.value.code == "no-clock"


def test_a_director_mends_figures_but_not_who_won_a_race():
    won = sheet(*points_for(NS, 10))
    state = read(CLUB, [*won, Adjustment(NS, -3, "late"), Adjustment(EW, 9, "slip")])
    assert state.score == {NS: 7, EW: 9}
    assert state.winner == NS and state.points[N] == 7


def test_fixed_hands_are_judged_on_the_final_figures():
    state = read(EIGHT, [*sheet(*points_for(NS, 8)), Adjustment(EW, 9, "slip")])
    assert state.winner == EW


def test_an_adjustment_may_end_a_race():
    state = read(CLUB, [*sheet(*points_for(NS, 9)), Adjustment(NS, 1, "a hand not written")])
    assert state.winner == NS and state.ended_at == 9


IMPOSSIBLE = [
    (Played(0, a_hand(N, 3)), "number-out-of-range"),
    (Played(True, a_hand(N, 3)), "number-out-of-range"),
    (ThrownIn("1"), "number-out-of-range"),  # type: ignore[arg-type]
    (VoidHand(-1, "misdeal"), "number-out-of-range"),
    (Played(1, a_hand(N, 7)), "tricks-out-of-range"),
    (Penalty(None, None, None, 2), "penalty-to-nobody"),
    (Penalty(None, NS, NS, 2), "penalty-to-offender"),
    (Penalty(None, frozenset({N}), None, 2), "side-not-at-table"),
    (Penalty(None, None, frozenset({N, E}), 2), "side-not-at-table"),
    (Penalty(None, None, frozenset({N, E, S, W}), 2), "side-not-at-table"),
    (Penalty(None, NS, None, 0), "points-out-of-range"),
    (Penalty(None, NS, None, -2), "points-out-of-range"),
    (Penalty(0, NS, None, 2), "number-out-of-range"),
    (Adjustment(frozenset({N}), 1, ""), "side-not-at-table"),
    (Adjustment(NS, 0.5, ""), "points-out-of-range"),  # type: ignore[arg-type]
    (Concession(frozenset()), "side-not-at-table"),
    (CardTotal({NS: 10}), "side-not-at-table"),
    (CardTotal({NS: 10, EW: True}), "points-out-of-range"),
    (CardTotal({NS: 10, EW: 10**9}), "points-out-of-range"),
    (CardTotal({NS: 10, EW: 3}, {NS: -1}), "points-out-of-range"),
    (CardTotal({NS: 10, EW: 3}, {JUST_N: 1}), "side-not-at-table"),
]


@pytest.mark.parametrize(("item", "code"), IMPOSSIBLE)
def test_a_line_that_can_stand_on_no_sheet_is_refused(item, code):
    with pytest.raises(RuleViolation) as refused:
        read(CLUB, [item])
    assert refused.value.code == code


def test_only_a_side_of_the_table_brings_points_in():
    with pytest.raises(RuleViolation) as refused:
        read(CLUB, [], start={JUST_N: 3})
    assert refused.value.code == "side-not-at-table"


def test_a_state_survives_being_stored():
    state = read(CLUB, [*sheet(a_hand(N, 5, N)), Penalty(1, None, EW, 4)])
    assert pickle.loads(pickle.dumps(state)) == state
    assert json.dumps([row.sentence for row in state.rows])
