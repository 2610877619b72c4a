"""Addresses of leagues and ladders; they join those of `urls.py`."""

from django.urls import URLPattern, path

from tournaments.views import (
    ladders,
    leagues,
    leagues_card,
    leagues_desk,
    leagues_division,
    leagues_draw,
    leagues_squad,
)

SEASON = "clubs/<slug:club>/seasons/<slug:season>/"
DIVISION = SEASON + "divisions/<int:division>/"
TEAM = SEASON + "teams/<int:team>/"
FIXTURE = SEASON + "fixtures/<int:fixture>/"
LADDER = "clubs/<slug:club>/ladders/<slug:ladder>/"

urlpatterns: list[URLPattern] = [
    # Before the pages of a season and of a ladder, which would take "new" for a slug.
    path("clubs/<slug:club>/seasons/new/", leagues_desk.season_new, name="season_new"),
    path("clubs/<slug:club>/ladders/new/", ladders.ladder_new, name="ladder_new"),
    path(SEASON, leagues.season, name="season"),
    path(DIVISION, leagues.division, name="division"),
    path(DIVISION + "fixtures.ics", leagues.division_calendar, name="division_calendar"),
    path(TEAM, leagues.team, name="team"),
    path(TEAM + "fixtures.ics", leagues.team_calendar, name="team_calendar"),
    path(FIXTURE, leagues.fixture, name="fixture"),
    # A side's captain's, and the director's.
    path(TEAM + "squad/", leagues_squad.squad, name="squad"),
    path(TEAM + "squad/check/", leagues_squad.squad_check, name="squad_check"),
    path(TEAM + "squad/enter/", leagues_squad.squad_enter, name="squad_enter"),
    path(TEAM + "squad/<int:member>/", leagues_squad.squad_member, name="squad_member"),
    path(FIXTURE + "pairs/", leagues_card.fixture_pairs, name="fixture_pairs"),
    path(FIXTURE + "card/", leagues_card.fixture_card, name="fixture_card"),
    path(FIXTURE + "sign/", leagues_card.fixture_sign, name="fixture_sign"),
    # The director's.
    path(FIXTURE + "change/", leagues_card.fixture_change, name="fixture_change"),
    path(SEASON + "desk/", leagues_desk.season_desk, name="season_desk"),
    path(SEASON + "desk/state/", leagues_desk.season_state, name="season_state"),
    path(SEASON + "desk/next/", leagues_desk.season_next, name="season_next"),
    path(SEASON + "desk/venues/<int:venue>/", leagues_desk.venue_room, name="venue_room"),
    path(DIVISION + "desk/", leagues_division.division_desk, name="division_desk"),
    path(DIVISION + "desk/teams/", leagues_division.teams_add, name="teams_add"),
    path(DIVISION + "desk/terms/", leagues_division.division_terms, name="division_terms"),
    path(DIVISION + "desk/points/", leagues_division.points_off, name="points_off"),
    path(DIVISION + "desk/points/<int:deduction>/", leagues_division.points_back, name="points_back"),
    path(DIVISION + "desk/decider/", leagues_division.decider_add, name="decider_add"),
    path(DIVISION + "desk/fixtures/", leagues_draw.fixtures_draw, name="fixtures_draw"),
    path(DIVISION + "desk/fixtures/propose/", leagues_draw.fixtures_propose, name="fixtures_propose"),
    path(DIVISION + "desk/fixtures/discard/", leagues_draw.fixtures_discard, name="fixtures_discard"),
    path(DIVISION + "desk/fixtures/accept/", leagues_draw.fixtures_accept, name="fixtures_accept"),
    path(DIVISION + "desk/fixtures/undo/", leagues_draw.fixtures_undo, name="fixtures_undo"),
    path(TEAM + "change/", leagues_division.team_change, name="team_change"),
    path(TEAM + "withdraw/", leagues_division.team_withdraw, name="team_withdraw"),
    path(LADDER, ladders.ladder, name="ladder"),
    path(LADDER + "check/", ladders.ladder_check, name="ladder_check"),
    path(LADDER + "enter/", ladders.ladder_enter, name="ladder_enter"),
    path(LADDER + "change/", ladders.ladder_change, name="ladder_change"),
]
