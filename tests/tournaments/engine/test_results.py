"""The checks that cost nothing: what is let through, and what is doubted."""

from dataclasses import replace

import pytest

from tests.tournaments.engine.cards import card, table
from tournaments.engine.results import lone_check, partners_check, race_check, sum_check, total_check


@pytest.mark.parametrize(
    ("one", "other", "doubted"), [(8, 0, False), (20, 12, False), (4, 3, True), (30, 3, True)]
)
def test_eight_hands_make_eight_to_thirty_two_points(one, other, doubted):
    doubts = total_check(one, other, hands=8, least=1, greatest=4)
    assert [doubt.code for doubt in doubts] == ["total-out-of-bounds"] * doubted


@pytest.mark.parametrize(
    ("one", "other", "doubted"),
    [(10, 0, False), (9, 13, False), (14, 3, True), (10, 10, True), (9, 8, True), (11, -1, True)],
)
def test_a_race_to_ten_ends_ten_to_thirteen_against_less(one, other, doubted):
    doubts = race_check(one, other, target=10, greatest=4)
    assert [doubt.code for doubt in doubts] == ["race-out-of-bounds"] * doubted


def test_four_points_for_each_lone_march_must_fit_in_the_points():
    assert lone_check(8, 2) == []
    assert [doubt.sentence for doubt in lone_check(7, 2)] == ["2 lone marches make 8 points; the side has 7."]


def test_partners_have_equal_points():
    results = table(3, (1, 2), 9, (3, 4), 7)
    assert partners_check(results) == []
    wrong = [replace(results[0], tally=replace(results[0].tally, points=8)), *results[1:]]
    assert [doubt.code for doubt in partners_check(wrong)] == ["partners-differ"]


def test_personal_credit_is_no_difference_between_partners():
    results = table(3, (1, 2), 9, (3, 4), 7)
    credited = replace(results[0].tally, points=13, personal_credit=4)
    assert partners_check([replace(results[0], tally=credited), *results[1:]]) == []


def test_personal_cards_have_no_partner_to_differ_from():
    assert partners_check([card(1, 8), card(2, 5)]) == []


def test_the_people_of_a_round_have_twice_its_points_and_their_credits():
    assert sum_check([9, 9, 7, 7], [9, 7]) == []
    assert sum_check([13, 9, 7, 7], [9, 7], personal_credits=4) == []
    assert [doubt.code for doubt in sum_check([9, 9, 7, 8], [9, 7])] == ["sums-differ"]
