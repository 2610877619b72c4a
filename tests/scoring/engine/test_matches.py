"""Several games: laps, both ways of reckoning, the rubber. Figures of case C11."""

from fractions import Fraction

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.games import CardTotal, Played
from scoring.engine.matches import Payment, play_match, reckon_match, rubber_goes_on
from scoring.engine.rulesets import changed
from tests.scoring.engine.strategies import EW, NS, E, N, S, W, a_hand

SOMERSET, CLUB, THREE = RULESETS["somerset-1888"], RULESETS["north-american"], RULESETS["cut-throat"]
TWO = RULESETS["two-handed"]
BY_POINTS = {"reckoning": "by-points"}
JUST_N, JUST_E, JUST_S = frozenset({N}), frozenset({E}), frozenset({S})


def card(ns, ew):
    return [CardTotal({NS: ns, EW: ew})]


def three_card(*figures):
    return [CardTotal(dict(zip((JUST_N, JUST_E, JUST_S), figures, strict=True)))]


def reckoned(rules, *sheets, games=None):
    return reckon_match(rules, play_match(rules, sheets, first_dealer=N, games=games))


def test_a_rubber_of_5_0_and_5_3_and_3_5():
    told = reckoned(SOMERSET, card(5, 0), card(5, 3), card(3, 5))
    assert told.total == {NS: 5, EW: 1}
    assert told.games_won == {NS: 3, EW: 1}
    assert told.rubber == {NS: 2, EW: 0}
    assert told.complete and told.winner == NS


def test_a_rubber_is_ten_at_most():
    """Three games, a fourth because the third laps, each a lurch: 4 x 2 + 2."""
    lap = card(6, 0)
    told = reckoned(SOMERSET, lap, lap, lap, lap)
    assert told.total == {NS: 10, EW: 0}
    assert told.complete
    with pytest.raises(RuleViolation) as refused:
        reckoned(SOMERSET, lap, lap, lap, lap, lap)
    assert refused.value.code == "match-over"


def test_a_rubber_has_its_third_game_even_when_two_are_won():
    told = reckoned(SOMERSET, card(5, 3), card(5, 3))
    assert not told.complete
    assert told.total == {NS: 2, EW: 0}


def test_a_third_game_that_does_not_lap_ends_the_rubber():
    games = play_match(SOMERSET, [card(5, 3), card(3, 5), card(5, 4)], first_dealer=N)
    assert not rubber_goes_on(SOMERSET, games)
    with pytest.raises(RuleViolation):
        play_match(SOMERSET, [card(5, 3), card(3, 5), card(5, 4), card(5, 4)], first_dealer=N)


def test_a_third_game_that_laps_begins_a_fourth_with_the_lap():
    fourth = [Played(1, a_hand(N, 5, N))]
    games = play_match(SOMERSET, [card(5, 3), card(3, 5), card(6, 4), fourth], first_dealer=N)
    assert games[3].score == {NS: 5, EW: 0} and games[3].winner == NS
    assert games[3].lap == 0


def test_four_games_shared_leave_the_rubber_to_who_has_more_for_them():
    told = reckoned(SOMERSET, card(5, 0), card(3, 5), card(6, 4), card(3, 5))
    assert told.games_won == {NS: 3, EW: 2} and told.rubber == {NS: 2, EW: 0}
    level = reckoned(SOMERSET, card(5, 3), card(3, 5), card(6, 4), card(3, 5))
    assert level.rubber == {NS: 0, EW: 0} and level.winner is None


def test_laps_carry_from_game_to_game_and_not_out_of_the_last():
    rules = changed(CLUB, {"laps": True})
    games = play_match(rules, [card(12, 3), card(13, 9)], first_dealer=N, games=2)
    assert [game.lap for game in games] == [2, 0]
    assert games[1].points[N] == 11  # 13, of which 2 came in
    open_ended = play_match(rules, [card(12, 3), card(13, 9)], first_dealer=N)
    assert open_ended[1].lap == 3


def test_the_deal_passes_on_from_game_to_game():
    games = play_match(changed(CLUB, {"target": 1}), [[Played(1, a_hand(N, 3))]] * 3, first_dealer=W)
    assert [game.rows[0].dealer for game in games] == [W, N, E]


def test_by_points_the_winner_gets_what_the_loser_wants():
    """5-2 pays 3."""
    told = reckoned(changed(TWO, BY_POINTS), [CardTotal({JUST_N: 5, JUST_S: 2})])
    assert told.payments == (Payment(1, JUST_S, JUST_N, 3),)
    assert told.total == {JUST_N: 3, JUST_S: 0}


def test_three_handed_each_loser_pays_what_he_wants():
    """Losers at 0 and 3 pay 5 and 2; 10 and 2 with lurches; one at -2 pays 7."""
    rules = changed(THREE, BY_POINTS)
    paid = [owed.points for owed in reckoned(rules, three_card(5, 0, 3)).payments]
    assert paid == [5, 2]
    lurches = changed(rules, {"lurches": True})
    assert [owed.points for owed in reckoned(lurches, three_card(5, 0, 3)).payments] == [10, 2]
    assert reckoned(lurches, three_card(5, 0, 3)).received == {JUST_N: 12, JUST_E: 0, JUST_S: 0}
    assert [owed.points for owed in reckoned(rules, three_card(5, -2, 3)).payments] == [7, 2]


def test_three_handed_by_games_counts_each_loser():
    told = reckoned(changed(THREE, {"lurches": True}), three_card(5, 0, 3))
    assert told.total == {JUST_N: 3, JUST_E: 0, JUST_S: 0}
    assert told.payments == ()


def test_a_level_game_is_shared_and_pays_nobody():
    told = reckoned(RULESETS["progressive-eight-hands"], card(7, 7))
    assert told.total == {NS: Fraction(1, 2), EW: Fraction(1, 2)}
    assert told.winner is None and told.complete


def test_a_game_under_way_counts_for_nothing_yet():
    told = reckoned(CLUB, card(10, 3), [Played(1, a_hand(N, 3))])
    assert told.total == {NS: 1, EW: 0} and not told.complete


def test_no_game_is_added_to_a_match_that_is_over():
    with pytest.raises(RuleViolation) as refused:
        reckoned(CLUB, card(10, 3), card(10, 3), games=1)
    assert refused.value.code == "match-over"


def test_a_pod_of_four_adds_up_by_person():
    """Case C5: A+C v B+D 10-3, 8-10; B+C v A+D 10-6, 8-10; D+C v A+B 11-7, 10-9."""
    seated = ["ABCD", "BACD", "DACB"]
    figures = [[(10, 3), (8, 10)], [(10, 6), (8, 10)], [(11, 7), (10, 9)]]
    points, won = dict.fromkeys("ABCD", 0), dict.fromkeys("ABCD", Fraction(0))
    for people, games in zip(seated, figures, strict=True):
        for game in play_match(CLUB, [card(*pair) for pair in games], first_dealer=None):
            for person, seat in zip(people, (N, E, S, W), strict=True):
                points[person] += game.points[seat]
                won[person] += game.games_won[CLUB.side_of(seat)]
    assert points == {"C": 57, "A": 50, "D": 50, "B": 47}
    assert won == {"C": 4, "D": 4, "A": 2, "B": 2}
