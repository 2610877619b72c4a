"""What each person is credited with."""

from scoring.engine.catalogue import RULESETS
from scoring.engine.games import Penalty, Played, ThrownIn, VoidHand, play_game
from scoring.engine.hands import HandFacts
from scoring.engine.rulesets import changed
from tests.scoring.engine.strategies import EW, E, N, S, W, a_hand

CLUB, BENNY = RULESETS["north-american"], RULESETS["benny"]


def tallies(rules, *hands, extra=()):
    items = [Played(number, hand) for number, hand in enumerate(hands, start=1)]
    return play_game(rules, [*items, *extra], first_dealer=N).tallies


def test_a_call_is_personal_and_a_march_is_the_sides():
    told = tallies(CLUB, a_hand(N, 5), a_hand(S, 3), a_hand(N, 1))
    assert (told[N].called, told[N].made, told[N].euchred) == (2, 1, 1)
    assert (told[S].called, told[S].made, told[S].euchred) == (1, 1, 0)
    assert (told[N].marches, told[S].marches, told[E].marches) == (1, 1, 0)
    assert (told[E].euchres, told[W].euchres, told[N].euchres) == (1, 1, 0)
    assert (told[N].won, told[E].won) == (2, 1)


def test_partners_share_their_tricks():
    told = tallies(CLUB, a_hand(N, 4), a_hand(E, 2))
    assert [told[seat].tricks for seat in (N, E, S, W)] == [7, 3, 7, 3]
    assert all(tally.hands == 2 for tally in told.values())


def test_a_lone_hand_is_personal():
    told = tallies(BENNY, a_hand(N, 5, N), a_hand(N, 3, S), a_hand(N, 2, N, E))
    assert (told[N].lone_tried, told[N].lone_marched) == (2, 1)
    assert (told[S].lone_tried, told[S].lone_marched) == (1, 0)
    assert (told[E].lone_defended, told[E].lone_tried, told[W].lone_defended) == (1, 0, 0)


def test_three_handed_nobody_chooses_to_play_alone():
    told = tallies(RULESETS["cut-throat"], a_hand(N, 5, N))
    assert told[N].lone_tried == told[N].lone_marched == 0


def test_the_streak_is_of_hands_called_and_made():
    told = tallies(
        CLUB, a_hand(N, 3), a_hand(E, 3), a_hand(N, 3), a_hand(S, 2), a_hand(N, 1), a_hand(N, 3), a_hand(N, 3)
    )
    assert (told[N].streak, told[N].run) == (2, 2)
    assert (told[E].streak, told[S].streak) == (1, 0)


def test_personal_credit_is_told_apart():
    told = tallies(changed(CLUB, {"personal_lone_credit": 1}), a_hand(N, 5, N), a_hand(S, 3))
    assert (told[N].points, told[N].credit) == (6, 1)
    assert (told[S].points, told[S].credit) == (5, 0)


def test_a_credit_is_lost_with_the_hand_whose_place_a_revoke_takes():
    rules = changed(CLUB, {"personal_lone_credit": 1, "revoke_counts": "instead-of-the-hand"})
    told = tallies(rules, a_hand(N, 5, N), extra=[Penalty(1, None, EW, 4)])
    assert (told[N].points, told[N].credit, told[N].lone_marched) == (0, 0, 1)


def test_thrown_in_and_void_hands_are_in_no_tally():
    told = tallies(CLUB, a_hand(N, 3), extra=[ThrownIn(2), VoidHand(3, "misdeal")])
    assert told[N].hands == 1


def test_penalties_are_in_the_points_of_both_partners():
    told = tallies(CLUB, a_hand(N, 3), extra=[Penalty(1, None, EW, 2)])
    assert [told[seat].points for seat in (N, E, S, W)] == [1, 2, 1, 2]


def test_allied_defenders_share_a_euchre_and_independent_ones_do_not():
    hand = HandFacts(N, frozenset({N}), 1, ((N, 1), (E, 3), (S, 1)))
    allied = tallies(RULESETS["cut-throat"], hand)
    apart = tallies(RULESETS["independent"], hand)
    assert (allied[E].euchres, allied[E].tricks, allied[S].tricks) == (1, 4, 4)
    assert (apart[E].euchres, apart[E].won, apart[E].tricks, apart[S].tricks) == (0, 0, 3, 1)
    assert apart[N].euchred == allied[N].euchred == 1
