"""Addresses of changes on the night, below an event's own."""

from django.urls import URLPattern, path

from tournaments.views import changes

EVENT = "clubs/<slug:club>/events/<slug:event>/"

urlpatterns: list[URLPattern] = [
    path(EVENT + "rounds/<int:number>/seats/", changes.seats, name="seats"),
    path(EVENT + "rounds/<int:number>/take-back/", changes.take_back_rounds, name="take_back"),
]
