"""Addresses of what is over: events looked back on, people, partnerships, a club's history, its series."""

from django.urls import URLPattern, path

from tournaments.views import history_event

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "history/", history_event.event_history, name="event_history"),
]
