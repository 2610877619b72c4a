"""Ratings against the library asked directly, and what holds for any order and any result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from tournaments.engine.ratings import UNKNOWN, RatedMatch, Rating, rate, replay

MODEL = BradleyTerryFull()


def match(first, second, *, won=(2, 0)):
    return RatedMatch((tuple(first), tuple(second)), won)


def numbers(rating):
    return rating.mu, rating.sigma


def test_two_players_are_rated_as_the_library_rates_them():
    won, lost = MODEL.rate([[MODEL.rating()], [MODEL.rating()]], ranks=[0, 1])
    mine = rate({}, match([1], [2]))
    assert numbers(mine[1]) == numbers(won[0])
    assert numbers(mine[2]) == numbers(lost[0])
    assert (mine[1].matches, mine[2].matches) == (1, 1)


def test_two_pairs_of_unequal_people_are_rated_as_the_library_rates_them():
    before = {1: Rating(30.0, 4.0, 9), 2: Rating(20.0, 6.0, 3), 3: Rating(27.0, 2.5, 40)}
    teams = [
        [MODEL.rating(mu=20.0, sigma=6.0), MODEL.rating()],
        [MODEL.rating(mu=30.0, sigma=4.0), MODEL.rating(mu=27.0, sigma=2.5)],
    ]
    expected = MODEL.rate(teams, ranks=[1, 0])
    mine = rate(before, match([2, 9], [1, 3], won=(1, 3)))
    assert [numbers(mine[person]) for person in (2, 9, 1, 3)] == [
        numbers(x) for side in expected for x in side
    ]
    assert [mine[person].matches for person in (2, 9, 1, 3)] == [4, 1, 10, 41]


def test_a_level_match_brings_unequal_people_nearer():
    before = {1: Rating(30.0, 4.0), 2: Rating(20.0, 4.0)}
    mine = rate(before, match([1], [2], won=(1, 1)))
    assert 20.0 < mine[2].mu < mine[1].mu < 30.0
    expected = MODEL.rate(
        [[MODEL.rating(mu=30.0, sigma=4.0)], [MODEL.rating(mu=20.0, sigma=4.0)]], ranks=[0, 0]
    )
    assert numbers(mine[1]) == numbers(expected[0][0])


people = st.permutations(range(6)).flatmap(
    lambda order: st.sampled_from([(order[:2], order[2:4]), (order[:1], order[1:2]), (order[:2], order[2:3])])
)
matches = st.builds(
    lambda sides, won: match(sides[0], sides[1], won=won),
    people,
    st.sampled_from([(2, 0), (0, 2), (1, 1), (3, 1), (0, 0)]),
)


@given(matches)
def test_winners_rise_losers_fall_and_everybody_is_better_known(one):
    after = rate({}, one)
    for side, mine, theirs in zip(one.sides, one.won, reversed(one.won), strict=True):
        for person in side:
            assert after[person].sigma < UNKNOWN.sigma
            if mine > theirs:
                assert after[person].mu > UNKNOWN.mu
            if mine < theirs:
                assert after[person].mu < UNKNOWN.mu


@given(st.lists(matches, max_size=12), st.integers(0, 12))
def test_a_replay_may_begin_anywhere(played, at):
    whole = replay({}, played)
    first = replay({}, played[:at])
    assert first | replay(first, played[at:]) == whole


@given(st.lists(matches, max_size=8))
def test_a_replay_is_the_library_asked_match_by_match(played):
    known = {}
    for one in played:
        teams = [[known.get(person) or MODEL.rating() for person in side] for side in one.sides]
        ranks = [1, 1] if one.won[0] == one.won[1] else [1, 2] if one.won[0] > one.won[1] else [2, 1]
        for side, rated in zip(one.sides, MODEL.rate(teams, ranks=ranks), strict=True):
            known |= dict(zip(side, rated, strict=True))
    mine = replay({}, played)
    assert {person: numbers(one) for person, one in mine.items()} == {
        person: numbers(one) for person, one in known.items()
    }


def test_the_range_reaches_two_sigmas_to_each_side():
    one = Rating(25.0, 3.0)
    assert (one.low, one.high) == (19.0, 31.0)


@pytest.mark.parametrize("won", [(4, 0), (2, 1), (1, 0)])
def test_by_how_much_it_was_won_means_nothing(won):
    assert rate({}, match([1, 2], [3, 4], won=won)) == rate({}, match([1, 2], [3, 4], won=(2, 0)))
