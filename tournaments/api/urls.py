"""Addresses of the API that belong to competitions."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from tournaments.api.brackets import BracketView
from tournaments.api.standings import StandingsView

urlpatterns = [
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("events/<int:event>/bracket", BracketView.as_view(), name="event-bracket"),
    path("events/<int:event>/standings", StandingsView.as_view(), name="event-standings"),
]
