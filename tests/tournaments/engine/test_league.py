"""League fixtures: balance, venues and nights off, held against a plain recount."""

import random
from collections import Counter
from datetime import date, timedelta
from itertools import groupby, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.league import Team, draw_league, move_match, season_faults

FIRST = date(2026, 9, 1)


def nights(count, every=7):
    return [FIRST + timedelta(days=every * at) for at in range(count)]


def weeks_of(teams, legs=2):
    return legs * (teams - 1 + teams % 2)


def clubs(count):
    return [Team(number, f"Hall {number}") for number in range(1, count + 1)]


@settings(deadline=None, max_examples=20)
@given(st.integers(3, 12), st.integers(1, 3), st.integers(0, 2**32))
def test_every_two_teams_meet_once_a_leg_and_home_and_away_are_balanced(count, legs, seed):
    season = draw_league(clubs(count), nights(weeks_of(count, legs)), legs=legs, rng=random.Random(seed))
    met = Counter((one.home, one.visitor) for one in season.fixtures)
    for one, other in permutations(range(1, count + 1), 2):
        assert met[one, other] + met[other, one] == legs
        assert abs(met[one, other] - met[other, one]) == legs % 2
    for number in range(1, count + 1):
        home = sum(one.home == number for one in season.of(number))
        assert abs(2 * home - len(season.of(number))) <= 1
        assert len({one.day for one in season.of(number)}) == len(season.of(number))
        assert sum(team == number for _, team in season.byes) == (legs if count % 2 else 0)
    assert season == draw_league(
        clubs(count), nights(weeks_of(count, legs)), legs=legs, rng=random.Random(seed)
    )


@pytest.mark.parametrize("count", (6, 8, 9, 10, 12))
def test_nobody_is_three_times_running_at_home_or_away(count):
    season = draw_league(clubs(count), nights(weeks_of(count)), rng=random.Random(count))
    for number in range(1, count + 1):
        grounds = [one.home == number for one in season.of(number)]
        assert max(len(list(run)) for _, run in groupby(grounds)) <= 2


@pytest.mark.parametrize(("count", "sharing"), [(6, 2), (8, 2), (10, 3), (12, 4), (12, 6)])
def test_teams_of_one_hall_are_never_at_home_on_one_night(count, sharing):
    teams = [Team(at, f"Hall {at % (count - sharing)}") for at in range(count)]
    season = draw_league(teams, nights(weeks_of(count)), rng=random.Random(1))
    for day, matches in groupby(season.fixtures, key=lambda one: one.day):
        assert max(Counter(one.venue for one in matches).values()) == 1, day


def test_a_hall_with_room_for_four_holds_a_whole_league():
    teams = [Team(at, "Club") for at in range(8)]
    season = draw_league(teams, nights(14), rng=random.Random(1), room={"Club": 4})
    assert {one.venue for one in season.fixtures} == {"Club"}
    with pytest.raises(EventViolation, match="no-room"):
        draw_league(teams, nights(14), rng=random.Random(1), room={"Club": 3})


def test_nights_off_and_closed_halls_are_kept_where_dates_leave_room():
    dates = nights(16)
    teams = clubs(8)
    teams[0] = Team(1, "Hall 1", off=frozenset(dates[3:5]))
    teams[1] = Team(2, "Hall 2", closed=frozenset(dates[:4]))
    season = draw_league(teams, dates, rng=random.Random(1))
    assert {one.day for one in season.of(1)}.isdisjoint(dates[3:5])
    assert all(one.home != 2 for one in season.fixtures if one.day in dates[:4])
    assert season_faults(season, teams) == []


def test_with_an_odd_number_a_night_off_can_be_the_bye():
    dates = nights(10)
    teams = [*clubs(4), Team(5, "Hall 5", off=frozenset(dates[2:3]))]
    season = draw_league(teams, dates, rng=random.Random(1))
    assert (3, 5) in season.byes


def test_dates_that_leave_no_room_are_named():
    dates = nights(6)
    teams = [*clubs(3), Team(4, "Hall 4", off=frozenset(dates[:1]))]
    with pytest.raises(EventViolation, match="On 2026-09-01 team 4 is off"):
        draw_league(teams, dates, rng=random.Random(1))


def test_a_moved_match_keeps_its_first_date_and_moves_nothing_else():
    teams, dates = clubs(4), nights(7)
    season = draw_league(teams, dates[:6], rng=random.Random(1))
    one = season.fixtures[0]
    moved = move_match(season, one.home, one.visitor, to=dates[6], teams=teams)
    again = move_match(moved, one.home, one.visitor, to=dates[6] + timedelta(days=1), teams=teams)
    found = next(two for two in again.fixtures if (two.home, two.visitor) == (one.home, one.visitor))
    assert found.moved_from == one.day
    assert set(season.fixtures) - set(again.fixtures) == {one}
    assert season_faults(again, teams) == []


def test_a_match_cannot_move_to_a_night_that_is_taken_or_off():
    teams, dates = clubs(4), nights(7)
    teams[0] = Team(1, "Hall 1", off=frozenset(dates[6:]))
    season = draw_league(teams, dates[:6], rng=random.Random(1))
    one = season.of(1)[0]
    for to in (season.of(one.home)[1].day, dates[6]):
        with pytest.raises(EventViolation, match="date-taken"):
            move_match(season, one.home, one.visitor, to=to, teams=teams)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: draw_league(clubs(2), nights(9), rng=random.Random(1)), "too-few-entrants"),
        (lambda: draw_league([*clubs(3), *clubs(1)], nights(9), rng=random.Random(1)), "entrant-twice"),
        (lambda: draw_league(clubs(4), nights(5), rng=random.Random(1)), "too-few-dates"),
        (lambda: draw_league(clubs(4), nights(1) * 9, rng=random.Random(1)), "too-few-dates"),
        (lambda: draw_league(clubs(4), nights(9), rng=random.Random(1), legs=0), "legs-out-of-range"),
        (
            lambda: move_match(
                draw_league(clubs(4), nights(6), rng=random.Random(1)), 1, 9, to=FIRST, teams=clubs(4)
            ),
            "match-unknown",
        ),
    ],
)
def test_what_makes_no_season_is_refused_in_a_sentence(wrong, code):
    with pytest.raises(EventViolation) as refused:
        wrong()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")
