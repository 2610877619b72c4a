"""Addresses of the API that belong to competitions."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from tournaments.api.brackets import BracketView
from tournaments.api.changes import ChangesView
from tournaments.api.draws import AcceptView, DiscardView, DrawView, ProposeView
from tournaments.api.standings import StandingsView

urlpatterns = [
    path("changes", ChangesView.as_view(), name="changes"),
    path("schema", SpectacularAPIView.as_view(), name="schema"),
    path("events/<int:event>/bracket", BracketView.as_view(), name="event-bracket"),
    path("events/<int:event>/draw", DrawView.as_view(), name="event-draw"),
    path("events/<int:event>/draw/propose", ProposeView.as_view(), name="propose-draw"),
    path("events/<int:event>/draw/accept", AcceptView.as_view(), name="accept-draw"),
    path("events/<int:event>/draw/discard", DiscardView.as_view(), name="discard-draw"),
    path("events/<int:event>/standings", StandingsView.as_view(), name="event-standings"),
]
