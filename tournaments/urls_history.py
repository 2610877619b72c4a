"""Addresses of what is over: events looked back on, people, partnerships, a club's history, its series."""

from django.urls import URLPattern, path

from tournaments.views import history_club, history_event, history_people, series, trophies

EVENT = "clubs/<slug:club>/events/<slug:event>/"

PLAYER = "clubs/<slug:club>/players/<int:player>/"

CLUB = "clubs/<slug:club>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "history/", history_event.event_history, name="event_history"),
    path(PLAYER, history_people.player_page, name="player"),
    path(PLAYER + "with/<int:other>/", history_people.partnership, name="partnership"),
    path(PLAYER + "against/<int:other>/", history_people.head_to_head, name="head_to_head"),
    path(CLUB + "history/", history_club.club_history, name="club_history"),
    path(CLUB + "trophies/<int:trophy>/", history_club.trophy, name="trophy"),
    # Before the page of a series, which would take "new" for a slug.
    path(CLUB + "series/new/", series.series_new, name="series_new"),
    path(CLUB + "series/<slug:series>/", series.series, name="series"),
    # The director's.
    path(CLUB + "series/<slug:series>/desk/", series.series_desk, name="series_desk"),
    path(CLUB + "trophies/", trophies.trophies_desk, name="trophies_desk"),
    path(CLUB + "trophies/<int:trophy>/desk/", trophies.trophy_desk, name="trophy_desk"),
    path(CLUB + "history/<int:year>/yearbook/", history_club.yearbook, name="yearbook"),
]
