"""Clubs for programs."""

from typing import Any

from django.core.exceptions import PermissionDenied
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Words
from tournaments.api.doors import ClubDoor, Door
from tournaments.api.shapes.people import ClubShape, PairShape
from tournaments.models import Club, Pair
from tournaments.permissions import can_found_club
from tournaments.services.clubs import found_club


class Founding(serializers.Serializer[Any]):
    """A new club."""

    name = Words(120)
    zone = Words(60, default="UTC")


class ClubsView(Door):
    """The clubs that are listed, and those one is in."""

    serializer_class = ClubShape

    @extend_schema(operation_id="clubs", responses=ClubShape(many=True))
    def get(self, request: Request) -> Response:
        """A page of clubs."""
        ours = Club.objects.filter(pk__in=self.actor.roles)
        return self.page_of(Club.objects.filter(unlisted=False) | ours, ClubShape)

    @extend_schema(operation_id="found_club", request=Founding, responses={201: ClubShape})
    def post(self, request: Request) -> Response:
        """Found a club: an account does that, signed in; a token belongs to a club that is there."""
        if not can_found_club(self.actor):
            raise PermissionDenied
        said = self.typed(Founding)
        return self.told(ClubShape(found_club(name=said["name"], zone=said["zone"], actor=self.actor)), 201)


class ClubView(ClubDoor):
    """One club."""

    @extend_schema(operation_id="club", responses=ClubShape)
    def get(self, request: Request, club: str) -> Response:
        """As anybody sees it."""
        return self.told(ClubShape(self.club()))


class PairsView(ClubDoor):
    """Who played together under one name."""

    serializer_class = PairShape

    @extend_schema(operation_id="pairs", responses=PairShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of pairs, for directors."""
        found = self.directed_club()
        return self.page_of(Pair.objects.filter(club=found), PairShape)
