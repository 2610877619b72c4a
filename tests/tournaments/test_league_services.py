"""A league from the list of teams to the next season, through its services."""

from datetime import date, timedelta

import pytest

from tests import factories, leagues
from tests.leagues import (
    HOME,
    draw,
    draw_by_lot,
    make_division,
    make_season,
    make_squads,
    play,
)
from tests.tournaments.engine.test_league_points import recounted
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Division, Fixture, Season, SquadMember, Team, Venue
from tournaments.selectors.leagues import halves_of, table_of, tables_of
from tournaments.selectors.leagues_fixtures import fixture_at, weeks_of
from tournaments.services import fixtures, leagues_cards, leagues_next, leagues_squads
from tournaments.services import leagues as services
from tournaments.services.entrants import Entrant

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def division(club: Club) -> Division:
    return make_division(make_season(club))


def refused(code, service, **named):
    with pytest.raises(EventViolation) as found:
        service(**named)
    assert found.value.code == code
    assert found.value.sentence.endswith(".")
    return found.value.sentence


def seen(fixture):
    return fixture_at(fixture.division.season, fixture.pk)


def test_teams_are_pasted_with_their_houses_all_or_none(division, club):
    services.add_teams(division=division, text="The Star, Star Inn\n\n The  Moon , star inn\n")
    assert division.teams.count() == 6
    assert Venue.objects.filter(club=club).count() == 5
    star, moon = (division.teams.get(name=name) for name in ("The Star", "The Moon"))
    assert star.venue == moon.venue
    refused("team-twice", services.add_teams, division=division, text="New\nthe anchor")
    refused("no-teams", services.add_teams, division=division, text=" \n")
    refused("name-too-long", services.add_teams, division=division, text="x" * 81)
    assert division.teams.count() == 6


def test_fixtures_are_proposed_looked_at_and_accepted(division):
    made = draw_by_lot(division)
    assert len(made) == 12
    assert [week.number for week in weeks_of(division)] == [1, 2, 3, 4, 5, 6]
    assert all(not week.byes for week in weeks_of(division))
    assert [week.first for week in weeks_of(division)] == [
        leagues.STARTS + timedelta(weeks=at) for at in range(6)
    ]
    again = make_division(division.season, ["The Tin", "The Oak", "The Elm"], name="Division 2")
    draw_by_lot(again)
    assert [len(week.byes) for week in weeks_of(again)] == [1] * 6
    nights = fixtures.nights_between(leagues.STARTS, leagues.ENDS, 7)
    refused("fixtures-made", fixtures.propose_fixtures, division=division, dates=nights)
    refused("fixtures-made", services.add_teams, division=division, text="Late")


def test_the_same_seed_draws_the_same_season_and_another_proposal_is_not_accepted_unseen(division):
    nights = fixtures.nights_between(leagues.STARTS, leagues.ENDS, 7)
    one = fixtures.propose_fixtures(division=division, dates=nights, seed="a").proposal
    two = fixtures.propose_fixtures(division=division, dates=nights, seed="a").proposal
    assert one == two
    fixtures.propose_fixtures(division=division, dates=nights, seed="b")
    refused("draw-changed", fixtures.accept_fixtures, division=division, seed="a")
    services.add_teams(division=division, text="The Star")
    refused("nothing-proposed", fixtures.accept_fixtures, division=division, seed="b")
    assert not Fixture.objects.exists()


def test_accepted_fixtures_are_taken_back_until_something_is_played(division):
    draw(division)
    assert fixtures.undo_fixtures(division=division) == 12
    one = draw(division)[0]
    leagues_cards.name_pairs(fixture=one, side=HOME, pairs=[(None, None)] * 3)
    refused("league-begun", fixtures.undo_fixtures, division=division)
    one.card.delete()
    fixtures.forfeit_fixture(fixture=one, absent="both")
    refused("league-begun", fixtures.undo_fixtures, division=division)


def test_dates_that_leave_no_room_are_refused_by_name(division):
    team = division.teams.get(name="The Globe")
    nights = fixtures.nights_between(leagues.STARTS, leagues.STARTS + timedelta(weeks=5), 7)
    services.change_team(team=team, name=team.name, venue=team.venue.name, nights_off=nights[:1], closed=[])
    told = refused("no-room", fixtures.propose_fixtures, division=division, dates=nights)
    assert "The Globe is off" in told and "3 September 2026" in told
    refused("too-few-dates", fixtures.propose_fixtures, division=division, dates=nights[:3])


def test_a_house_shared_with_another_division_is_never_overfull(club):
    season = make_season(club)
    first = make_division(season, ["A, Hall", "B, Hall", "C, Inn", "D, Oak"], name="One")
    second = make_division(season, ["E, Hall", "F, Inn", "G, Elm", "H, Ash"], name="Two")
    Venue.objects.filter(name="Hall").update(room=2)
    draw_by_lot(first)
    draw_by_lot(second)
    for venue in Venue.objects.filter(club=club):
        days = list(Fixture.objects.filter(venue=venue).values_list("day", flat=True))
        assert all(days.count(day) <= venue.room for day in days)


def test_a_match_moves_alone_keeps_its_first_day_and_tells_calendars(division):
    one = draw(division)[0]
    refused("date-taken", fixtures.move_fixture, fixture=one, day=one.day + timedelta(weeks=1))
    moved = fixtures.move_fixture(fixture=one, day=leagues.later(one))
    again = fixtures.move_fixture(fixture=one, day=leagues.later(one, 41))
    assert (again.moved_from, again.sequence) == (one.day, 2)
    assert moved.day != again.day
    assert Fixture.objects.filter(sequence__gt=0).count() == 1
    assert fixtures.postpone_fixture(fixture=one, reason="Snow.").state == "postponed"
    assert fixtures.move_fixture(fixture=one, day=leagues.later(one, 42)).state == "due"
    play(one, 5)
    refused("match-played", fixtures.move_fixture, fixture=one, day=leagues.later(one))


def test_the_return_match_of_a_four_leg_season_is_not_moved_by_mistake(club):
    division = make_division(make_season(club), ["A", "B", "C"], legs=4)
    drawn = draw(division)
    first, second = [
        one for one in drawn if (one.home_id, one.visitor_id) == (drawn[0].home_id, drawn[0].visitor_id)
    ]
    fixtures.move_fixture(fixture=second, day=leagues.later(second))
    first.refresh_from_db()
    assert first.moved_from is None


def test_a_team_that_withdraws_leaves_its_results_or_takes_them_along(division):
    drawn = draw(division)
    team = drawn[0].home
    play(drawn[0], 5)
    assert services.withdraw_team(team=team, day=leagues.STARTS, removed=False) == 5
    assert sum(line.place.row.played for line in table_of(division).lines) == 2
    refused("withdrawn-already", services.withdraw_team, team=team, day=leagues.STARTS, removed=True)
    other = drawn[0].visitor
    services.withdraw_team(team=other, day=leagues.STARTS, removed=True)
    assert sum(line.place.row.played for line in table_of(division).lines) == 0
    refused("match-withdrawn", play, fixture=drawn[0], home=5)


def test_a_squad_is_registered_left_and_led(division, club):
    team = division.teams.first()
    coming = [Entrant(name=name, sort_key=name.casefold()) for name in ("Ann Rowe", "Bob Rowe")]
    ann, bob = leagues_squads.register_players(team=team, entrants=coming, day=leagues.STARTS)
    assert (ann.captain, bob.captain) == (True, False)
    again = [Entrant(name="Ann Rowe", sort_key="", player_id=ann.player_id)]
    refused(
        "registered-already", leagues_squads.register_players, team=team, entrants=again, day=leagues.STARTS
    )
    leagues_squads.name_captain(member=bob, captain=True)
    leagues_squads.release_player(member=ann, day=leagues.STARTS + timedelta(days=9))
    assert [one.player.name for one in team.squad.filter(left_on__isnull=True, captain=True)] == ["Bob Rowe"]
    ann.refresh_from_db()
    refused("left-already", leagues_squads.release_player, member=ann, day=leagues.STARTS + timedelta(days=9))
    leagues_squads.register_players(team=team, entrants=again, day=leagues.STARTS + timedelta(days=20))
    assert team.squad.count() == 3


def test_winners_go_up_losers_down_and_squads_with_them(club):
    season = make_season(club)
    first = make_division(season, name="Division 1", downs=1)
    second = make_division(season, ["The Tin", "The Oak", "The Elm"], name="Division 2", ups=1)
    make_squads(first)
    for one in [*draw(first), *draw(second)]:
        play(one, 5 if one.home_id < one.visitor_id else 4)
    moves = leagues_next.proposed_moves(season)
    assert moves.doubts == ()
    up, down = (
        [Team.objects.get(pk=one.team).name for one in moves.moves if one.word == word]
        for word in ("up", "down")
    )
    assert (up, down) == (["The Tin"], ["The Bell"])
    gone = Team.objects.get(name="The Elm")
    named = {
        "season": season,
        "name": "Next winter",
        "starts_on": date(2027, 9, 2),
        "ends_on": date(2028, 3, 30),
        "places": {one.team: one.division for one in moves.moves if one.team != gone.pk},
    }
    made = leagues_next.start_next_season(**named)
    assert [[team.name for team in one.teams.all()] for one in made.divisions.all()] == [
        ["The Anchor", "The Globe", "The Ship", "The Tin"],
        ["The Bell", "The Oak"],
    ]
    assert SquadMember.objects.filter(team__division__season=made).count() == 28
    season.refresh_from_db()
    assert (season.state, made.follows) == (Season.State.FINISHED, season)
    refused("next-season-there", leagues_next.start_next_season, **named)


def test_half_season_winners_meet_and_the_meeting_counts_in_no_table(club):
    division = make_division(make_season(club), code="frame-league")
    drawn = draw(division)
    for one in drawn:
        first_half = one.week <= 3
        best = Team.objects.get(name="The Anchor" if first_half else "The Bell", division=division).pk
        rank = {best: 0}
        home = rank.get(one.home_id, one.home_id) < rank.get(one.visitor_id, one.visitor_id)
        play(one, 32 if home else 0)
    table = table_of(division)
    halves = halves_of(table, table.weeks)
    assert [team.name for team in halves.winners] == ["The Anchor", "The Bell"]
    home, visitor = halves.winners
    before = [line.place.row for line in table.lines]
    final = fixtures.add_decider(
        division=division, kind="final", day=leagues.ENDS, home=home, visitor=visitor
    )
    play(final, 32)
    assert [line.place.row for line in table_of(division).lines] == before


def test_tables_of_a_season_take_the_same_queries_whatever_the_size(club, django_assert_num_queries):
    season = make_season(club)
    for one in draw(make_division(season)):
        play(one, 5)
    with django_assert_num_queries(5):
        tables_of(season)
    for one in draw(make_division(season, ["A", "B", "C", "D", "E", "F"], name="Two"))[:9]:
        play(one, 3)
    with django_assert_num_queries(5):
        tables = tables_of(season)
    names = {match.number: match for table in tables for match in table.matches}
    assert len(names) == 21
    for table in tables:
        for line in table.lines:
            row = line.place.row
            assert recounted(table.policy, row.team, table.matches)[0] == row.won
