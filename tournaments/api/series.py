"""Series of nights for programs: made, filled with events, counted."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Id, Small, Words
from tournaments.api.doors import ClubDoor, Door
from tournaments.api.shapes.events import SeriesShape
from tournaments.engine.series import GIVES, WAYS, SeriesRule
from tournaments.models import Season, Series, SeriesStanding
from tournaments.permissions import can_direct, can_see_club
from tournaments.services.series import (
    NewSeries,
    choose_events,
    count_series,
    create_series,
    hide_hidden,
)


class SeriesSaid(serializers.Serializer[Any]):
    """A new series: a year's events, or some that are chosen."""

    name = Words(120)
    way = serializers.ChoiceField(sorted(WAYS), default="all")
    best = Small(0, 200, default=0)
    gives = serializers.ChoiceField(sorted(GIVES), default="points")
    least = Small(0, 200, default=0)
    coming = Small(0, 200, default=0)
    places = serializers.ListField(child=Small(0, 10_000), required=False, max_length=200)
    entrants = serializers.ChoiceField(Series.Entrants.values, default=Series.Entrants.PLAYERS)
    year = Small(1800, 2200, required=False, allow_null=True)
    season = Id(required=False, allow_null=True)


class EventsChosen(serializers.Serializer[Any]):
    """The events that count, and no others."""

    events = serializers.ListField(child=Id(), max_length=400)


class SeriesLineShape(serializers.ModelSerializer[SeriesStanding]):
    """One line of the table; `nights` are [event, what it gave, whether it counts, rank]."""

    class Meta:
        model = SeriesStanding
        fields = ["place", "rank", "shared", "player", "pair", "total", "figures", "nights"]


class SeriesListView(ClubDoor):
    """The series of a club."""

    serializer_class = SeriesShape

    @extend_schema(operation_id="series_list", responses=SeriesShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of series."""
        return self.page_of(Series.objects.filter(club=self.club()).prefetch_related("nights"), SeriesShape)

    @extend_schema(operation_id="create_series", request=SeriesSaid, responses={201: SeriesShape})
    def post(self, request: Request, club: str) -> Response:
        """A series without events, or of a year."""
        found, said = self.directed_club(), self.typed(SeriesSaid)
        season = Season.objects.filter(club=found, pk=said.get("season") or 0).first()
        rule = SeriesRule(
            way=said["way"],
            best=said["best"],
            gives=said["gives"],
            places=tuple(said.get("places", ())),
            coming=said["coming"],
            least=said["least"],
        )
        new = NewSeries(
            name=said["name"], rule=rule, entrants=said["entrants"], year=said.get("year"), season=season
        )
        return self.told(SeriesShape(create_series(club=found, new=new, actor=self.actor)), 201)


class SeriesDoor(Door):
    """An address of a series."""

    def one(self, *, directed: bool = False) -> Series:
        """The series of the address; 404 where there is none that may be seen."""
        rows = Series.objects.select_related("club").prefetch_related("nights")
        found = rows.filter(pk=self.kwargs["series"]).first()
        if found is None or not can_see_club(self.actor, found.club):
            raise Http404
        if directed and not can_direct(self.actor, found.club):
            raise PermissionDenied
        return found


class SeriesEventsView(SeriesDoor):
    """Which events count."""

    @extend_schema(operation_id="choose_events", request=EventsChosen, responses={200: SeriesShape})
    def put(self, request: Request, series: int) -> Response:
        """These and no others."""
        choose_events(series=self.one(directed=True), events=self.typed(EventsChosen)["events"])
        return self.told(SeriesShape(self.one()))


class SeriesStandingsView(SeriesDoor):
    """How everybody stands in a series."""

    serializer_class = SeriesLineShape

    @extend_schema(operation_id="series_standings", responses=SeriesLineShape(many=True))
    def get(self, request: Request, series: int) -> Response:
        """A page of the table, counted again where a night has changed."""
        found = self.one()
        count_series(club_id=found.club_id)
        hide_hidden(series=found)
        return self.page_of(SeriesStanding.objects.filter(series=found), SeriesLineShape)
