"""Addresses of the desk on the night: clock, calls, messages, closing, and finding people."""

from django.urls import URLPattern, path

from tournaments.views import desk, find

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "desk/", desk.desk, name="desk"),
    path(EVENT + "desk/rounds/<int:number>/", desk.round_close, name="round_close"),
    path(EVENT + "desk/rounds/<int:number>/clock/", desk.round_clock, name="round_clock"),
    path(EVENT + "desk/rounds/<int:number>/call/", desk.round_call, name="round_call"),
    path(EVENT + "desk/message/", desk.event_message, name="event_message"),
    path(EVENT + "desk/state/", desk.event_state, name="event_state"),
    path(EVENT + "desk/find/", find.find, name="find"),
]
