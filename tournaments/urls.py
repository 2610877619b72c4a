"""Addresses of clubs, events, rounds, standings and people."""

from django.urls import URLPattern, path

from tournaments import (
    urls_accounts,
    urls_bracket,
    urls_cash,
    urls_changes,
    urls_desk,
    urls_draw,
    urls_entrants,
    urls_history,
    urls_leagues,
    urls_people,
    urls_privacy,
    urls_ratings,
    urls_sheets,
    urls_standings,
)
from tournaments.views import again, clubs, events_setup, paper, public, stages, wall

app_name = "tournaments"

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path("", public.home, name="home"),
    # Before the pages of a club and of an event, which would take "new" for a slug.
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<slug:club>/events/new/", events_setup.event_new, name="event_new"),
    path("clubs/<slug:club>/events/again/", again.event_again, name="event_again"),
    path("clubs/<slug:club>/", public.club_page, name="club"),
    path(EVENT, public.event_page, name="event"),
    path(EVENT + "standings/", public.standings_page, name="standings"),
    path(EVENT + "rounds/<int:number>/", public.round_page, name="round"),
    path(EVENT + "sit/", wall.sit, name="sit"),
    path(EVENT + "wall/", wall.wall, name="wall"),
    # The director's addresses follow.
    path(EVENT + "terms/", events_setup.terms, name="terms"),
    path(EVENT + "stages/", stages.stages, name="stages"),
    path(EVENT + "stages/next/", stages.stage_next, name="stage_next"),
    path(EVENT + "stages/drop/", stages.stage_drop, name="stage_drop"),
    path(EVENT + "paper/", paper.paper, name="paper"),
    path(EVENT + "paper/<slug:sheet>/", paper.paper_sheet, name="paper_sheet"),
    *urls_accounts.urlpatterns,
    *urls_bracket.urlpatterns,
    *urls_cash.urlpatterns,
    *urls_changes.urlpatterns,
    *urls_history.urlpatterns,
    *urls_desk.urlpatterns,
    *urls_privacy.urlpatterns,
    *urls_ratings.urlpatterns,
    *urls_draw.urlpatterns,
    *urls_sheets.urlpatterns,
    *urls_standings.urlpatterns,
    *urls_leagues.urlpatterns,
    *urls_people.urlpatterns,
    *urls_entrants.urlpatterns,
]
