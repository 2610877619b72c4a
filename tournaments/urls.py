"""Addresses of clubs, events, rounds, standings and people."""

from django.urls import URLPattern, path

from tournaments.views import public

app_name = "tournaments"

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path("", public.home, name="home"),
    path("clubs/<slug:club>/", public.club_page, name="club"),
    path(EVENT, public.event_page, name="event"),
    path(EVENT + "standings/", public.standings_page, name="standings"),
    path(EVENT + "rounds/<int:number>/", public.round_page, name="round"),
    path("clubs/<slug:club>/players/<int:player>/", public.player_page, name="player"),
    # The director's addresses follow.
]
