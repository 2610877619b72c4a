"""A club's people for programs."""

from typing import Any

import django_filters
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Words
from tournaments.api.doors import ClubDoor
from tournaments.api.shapes.people import ContactShape, PlayerShape, WholePlayerShape
from tournaments.models import Player
from tournaments.permissions import can_direct
from tournaments.services.people import (
    ContactFacts,
    PersonFacts,
    add_player,
    bring_back_player,
    change_player,
    set_aside,
)


class ContactSaid(serializers.Serializer[Any]):
    """How to reach somebody."""

    email = serializers.EmailField(max_length=120, required=False, allow_blank=True)
    phone = Words(40, required=False, allow_blank=True)
    address = Words(300, required=False, allow_blank=True)


class PersonSaid(serializers.Serializer[Any]):
    """What is said of a person; what is left out stays empty, or as it is."""

    name = Words(80)
    sort_name = Words(80, required=False, allow_blank=True)
    note = Words(40, required=False, allow_blank=True)
    aliases = serializers.ListField(child=Words(80), required=False, max_length=20)
    pronunciation = Words(80, required=False, allow_blank=True)
    remarks = Words(1000, required=False, allow_blank=True)
    contact = ContactSaid(required=False)


class PersonChanged(PersonSaid):
    """What is to be different; `inactive` sets somebody aside, or takes them in again."""

    name = Words(80, required=False)
    inactive = serializers.BooleanField(required=False)


class PlayerFilter(django_filters.FilterSet):
    """What a list of people is narrowed by."""

    name = django_filters.CharFilter(lookup_expr="icontains", max_length=80)
    inactive = django_filters.BooleanFilter(
        field_name="inactive_since", lookup_expr="isnull", exclude=True, label="Set aside"
    )

    class Meta:
        model = Player
        fields: list[str] = []


class PlayersView(ClubDoor):
    """Everybody the club knows."""

    queryset = Player.objects.none()
    serializer_class = WholePlayerShape
    filterset_class = PlayerFilter
    filter_backends = [django_filters.rest_framework.DjangoFilterBackend]

    @extend_schema(operation_id="players", responses=WholePlayerShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of people, for directors."""
        found = self.directed_club()
        rows = Player.objects.filter(club=found).select_related("contact").prefetch_related("aliases")
        return self.page_of(rows, WholePlayerShape)

    @extend_schema(operation_id="add_player", request=PersonSaid, responses={201: WholePlayerShape})
    def post(self, request: Request, club: str) -> Response:
        """Put somebody on the list. 422 `namesake` where two could not be told apart."""
        found = self.directed_club()
        facts = _facts(self.typed(PersonSaid), PersonFacts(name=""))
        return self.told(WholePlayerShape(add_player(club=found, facts=facts, actor=self.actor)), 201)


class PlayerView(ClubDoor):
    """One person."""

    edits = ("PATCH",)

    @extend_schema(operation_id="player", responses=PlayerShape)
    def get(self, request: Request, club: str, player: int) -> Response:
        """As the asker may know them: a director knows more."""
        found = self.player()
        whole = can_direct(self.actor, found.club)
        return self.told(WholePlayerShape(found) if whole else PlayerShape(found))

    @extend_schema(operation_id="change_player", request=PersonChanged, responses={200: WholePlayerShape})
    @transaction.atomic
    def patch(self, request: Request, club: str, player: int) -> Response:
        """Say something anew; `If-Match` says what it was."""
        self.directed_club()
        Player.objects.select_for_update().filter(club__slug=club, pk=player).first()
        found = self.player()
        self.must_match(WholePlayerShape(found))
        said = self.typed(PersonChanged)
        change_player(player=found, facts=_facts(said, _facts_of(found)), actor=self.actor)
        if said.get("inactive") is True and found.inactive_since is None:
            set_aside(player=found, day=timezone.localdate(), actor=self.actor)
        if said.get("inactive") is False and found.inactive_since is not None:
            bring_back_player(player=found, actor=self.actor)
        return self.told(WholePlayerShape(self.player()))

    def player(self) -> Player:
        """The person of the address; 404 where the club has none of that number."""
        rows = Player.objects.select_related("club", "contact").prefetch_related("aliases")
        found = rows.filter(club=self.club(), pk=self.kwargs["player"]).first()
        if found is None:
            raise Http404
        return found


def _facts_of(player: Player) -> PersonFacts:
    contact = player.contact if hasattr(player, "contact") else None
    return PersonFacts(
        name=player.name,
        sort_name=", ".join(part.strip() for part in player.sort_key.split(",")),
        note=player.note,
        aliases=tuple(one.name for one in player.aliases.all()),
        pronunciation=player.pronunciation,
        remarks=player.remarks,
        contact=ContactFacts(**ContactShape(contact).data) if contact is not None else ContactFacts(),
    )


def _facts(said: dict[str, Any], before: PersonFacts) -> PersonFacts:
    plain = ("name", "note", "pronunciation", "remarks")
    sort_name = before.sort_name if said.get("name", before.name) == before.name else ""
    return PersonFacts(
        **{name: said.get(name, getattr(before, name)) for name in plain},
        sort_name=said.get("sort_name", sort_name),
        aliases=tuple(said.get("aliases", before.aliases)),
        contact=ContactFacts(**said["contact"]) if "contact" in said else before.contact,
    )
