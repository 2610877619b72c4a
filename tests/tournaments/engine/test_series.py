"""Many nights counted together, against a second way of counting, and cases worked by hand."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.series import (
    SERIES_MEASURES,
    Night,
    SeriesRule,
    place_points,
    rank_series,
)
from tournaments.engine.series_words import explain_series, rule_in_words, written

PEOPLE = range(1, 7)
NAMES = {person: f"Person {person}" for person in PEOPLE}


def night(at: int, entrant: int, points: int, rank: int = 1, **more: int) -> Night:
    return Night(night=at, entrant=entrant, rank=rank, sharing=1, points=points, **more)


@st.composite
def seasons(draw: st.DrawFn) -> list[Night]:
    """Up to seven nights, each with some of six people."""
    found = []
    for at in range(1, draw(st.integers(1, 7)) + 1):
        there = draw(st.sets(st.sampled_from(PEOPLE), max_size=6))
        points = {one: draw(st.integers(0, 6)) for one in sorted(there)}
        for one, own in points.items():
            rank = 1 + sum(other > own for other in points.values())
            sharing = sum(other == own for other in points.values())
            found.append(
                Night(
                    night=at, entrant=one, rank=rank, sharing=sharing, points=own,
                    games=draw(st.integers(1, 3)), game_points=own, games_won=own % 3, lone_marches=own % 2,
                )
            )  # fmt: skip
    return found


@given(seasons(), st.integers(1, 5), st.integers(0, 3), st.integers(0, 3))
def test_the_best_nights_are_those_no_other_choice_beats(season, best, coming, least):
    rule = SeriesRule(way="best", best=best, coming=coming, least=least)
    for line in rank_series(rule, range(1, 8), season):
        own = [one.points for one in season if one.entrant == line.entrant]
        choices = combinations(own, min(best, len(own)))
        assert line.total == max(map(sum, choices)) + coming * len(own)
        assert sum(one.counts for one in line.nights) == min(best, len(own))
        assert sum(one.gave for one in line.nights if one.counts) == line.total - coming * len(own)
        assert (line.rank is None) == (len(own) < least)


@given(seasons())
def test_an_average_is_exact_and_a_season_of_all_nights_adds_them(season):
    averages = rank_series(SeriesRule(way="average"), range(1, 8), season)
    sums = {one.entrant: one.total for one in rank_series(SeriesRule(way="all"), range(1, 8), season)}
    for line in averages:
        own = [one for one in season if one.entrant == line.entrant]
        assert Fraction(line.total) == Fraction(sum(one.points for one in own), sum(one.games for one in own))
        assert sums[line.entrant] == sum(one.points for one in own)


@given(
    seasons(),
    st.randoms(use_true_random=False),
    st.lists(st.sampled_from(sorted(SERIES_MEASURES)), max_size=4),
)
def test_ranks_are_those_of_counting_who_is_better_and_shuffling_changes_nothing(season, chance, chain):
    rule = SeriesRule(way="all", chain=tuple(chain))
    table = rank_series(rule, range(1, 8), season)
    keys = {one.entrant: (one.total, *(figure for _, figure in one.figures)) for one in table}
    for one in table:
        better = sum(other > keys[one.entrant] for other in keys.values())
        assert one.rank == better + 1
        assert one.shared == (list(keys.values()).count(keys[one.entrant]) > 1)
    shuffled = season[:]
    chance.shuffle(shuffled)
    assert rank_series(rule, range(1, 8), shuffled) == table


@given(seasons())
def test_place_points_of_a_night_are_shared_out_and_none_is_lost(season):
    places = (10, 6, 4, 2, 1, 0)
    rule = SeriesRule(way="all", gives="place", places=places)
    table = rank_series(rule, range(1, 8), season)
    for at in range(1, 8):
        there = sum(one.night == at for one in season)
        gave = sum(Fraction(one.gave) for line in table for one in line.nights if one.night == at)
        assert gave == sum(places[:there])


def test_two_who_share_the_second_place_share_what_second_and_third_give():
    assert place_points((10, 6, 3), 2, 2) == Fraction(9, 2)
    assert place_points((10, 6, 3), 3, 2) == Fraction(3, 2)
    assert place_points((10, 6, 3), 7, 1) == 0


def test_the_best_two_of_three_told_in_words_with_what_parted_whom():
    rule = SeriesRule(way="best", best=2, chain=("FIRSTS",), least=2)
    season = [
        night(1, 1, 50), night(2, 1, 40, 2), night(3, 1, 30, 2),
        night(1, 2, 45, 2), night(2, 2, 45), night(3, 2, 44),
        night(3, 3, 60),
    ]  # fmt: skip
    table = rank_series(rule, [1, 2, 3], season)
    assert [(one.entrant, one.rank, one.total) for one in table] == [(2, 1, 90), (1, 2, 90), (3, None, 60)]
    assert explain_series(rule, table, NAMES) == [
        "45 + 45 = 90, 1 night dropped; level with Person 1, placed above by nights won, 2 to 1.",
        "50 + 40 = 90, 1 night dropped; level with Person 2, placed below by nights won, 1 to 2.",
        "60 = 60; 1 more night for a place.",
    ]
    assert rule_in_words(rule) == [
        "A night gives its points. The best 2 nights are added up.",
        "A place needs 2 nights.",
        "Who is level is parted by nights won; who is level on all of it shares the place.",
    ]


def test_a_place_that_is_shared_says_with_whom():
    rule = SeriesRule(way="came", coming=3, chain=())
    table = rank_series(rule, [1, 2], [night(1, 1, 5), night(1, 2, 9), night(2, 2, 1), night(2, 3, 1)])
    assert [(one.entrant, one.rank, one.shared, one.total) for one in table] == [
        (2, 1, False, 6), (1, 2, True, 3), (3, 2, True, 3),
    ]  # fmt: skip
    assert explain_series(rule, table, NAMES)[1] == (
        "1 night at 3; shares the place with Person 3, level on all that counts."
    )


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"way": "worst"}, "series-rule-unknown"),
        ({"way": "best"}, "series-best-missing"),
        ({"way": "all", "gives": "place"}, "series-places-missing"),
        ({"way": "all", "gives": "place", "places": (1, 2)}, "series-places-order"),
        ({"way": "came"}, "series-coming-missing"),
        ({"way": "all", "least": 999}, "series-nights"),
        ({"way": "all", "chain": ("NONE",)}, "unknown-measure"),
    ],
)
def test_a_rule_that_makes_no_sense_does_not_exist(terms, code):
    with pytest.raises(EventViolation) as refused:
        SeriesRule(**terms)
    assert refused.value.code == code


def test_a_rule_comes_back_as_it_was_kept():
    rule = SeriesRule(
        way="best", best=5, gives="place", places=(5, 3), coming=1, least=3, chain=("TOP", "WON")
    )
    assert SeriesRule.from_dict(rule.to_dict()) == rule


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (6, "6"),
        (Fraction(13, 2), "6½"),
        (Fraction(1, 2), "½"),
        (Fraction(52, 7), "7.43"),
        (Fraction(-1, 3), "-0.33"),
    ],
)
def test_figures_are_written_as_people_read_them(figure, words):
    assert written(figure) == words
