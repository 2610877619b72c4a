"""Matches for programs: who sits where, and what happens before and instead of playing."""

from typing import Any

import django_filters
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Id, Reason, Small, Words
from tournaments.api.doors import EventDoor
from tournaments.api.shapes.rounds import MatchShape
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, Match
from tournaments.services.changes import seat_entry, substitute, swap
from tournaments.services.forfeits import record_forfeit, take_back_forfeit
from tournaments.services.no_shows import empty_seat, seat_filler

SEATS = ["N", "E", "S", "W"]


class Forfeiting(serializers.Serializer[Any]):
    """Which side does not come, or gives up."""

    absent = serializers.ChoiceField(["NS", "EW", "N", "S", "both"])
    given_up = serializers.BooleanField(default=False)
    reason = Reason()


class Seating(serializers.Serializer[Any]):
    """Who takes a seat: `player` or `name` plays for its entry; `entry` sits down; `filler` makes four."""

    seat = serializers.ChoiceField(SEATS)
    do = serializers.ChoiceField(["substitute", "seat", "empty", "filler"])
    player = Id(required=False)
    name = Words(80, required=False)
    entry = Id(required=False)
    from_hand = Small(1, required=False, default=1)
    reason = Reason()


class Swapping(serializers.Serializer[Any]):
    """Two entries change places in a round."""

    one = Id()
    other = Id()
    reason = Reason()


class MatchFilter(django_filters.FilterSet):
    """What a list of matches is narrowed by."""

    round = django_filters.NumberFilter(field_name="round__number", max_value=100_000)
    table = django_filters.NumberFilter(max_value=100_000)

    class Meta:
        model = Match
        fields: list[str] = []


class MatchesView(EventDoor):
    """The matches of an event."""

    queryset = Match.objects.none()
    serializer_class = MatchShape
    filterset_class = MatchFilter
    filter_backends = [django_filters.rest_framework.DjangoFilterBackend]

    @extend_schema(operation_id="matches", responses=MatchShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of matches, with seats and results."""
        return self.page_of(_rows(self.event()), MatchShape)


class MatchDoor(EventDoor):
    """An address of a match."""

    def match(self, *, directed: bool = True) -> Match:
        """The match of the address; 404 where the event has none of that number."""
        event = self.directed_event() if directed else self.event()
        found: Match | None = _rows(event).filter(pk=self.kwargs["match"]).first()
        if found is None:
            raise Http404
        return found

    def as_it_is(self) -> Response:
        """The match, read again."""
        return self.told(MatchShape(self.match()))


class MatchView(MatchDoor):
    """One match."""

    @extend_schema(operation_id="match", responses=MatchShape)
    def get(self, request: Request, event: int, match: int) -> Response:
        """Seats, state, each person's part."""
        return self.told(MatchShape(self.match(directed=False)))


class ForfeitView(MatchDoor):
    """A match that is not played."""

    @extend_schema(operation_id="forfeit_match", request=Forfeiting, responses={200: MatchShape})
    def post(self, request: Request, event: int, match: int) -> Response:
        """The others win it, with the event's points for that. A reason is needed."""
        found, said = self.match(), self.typed(Forfeiting)
        record_forfeit(
            match=found,
            absent=said["absent"],
            reason=said["reason"],
            given_up=said["given_up"],
            actor=self.actor,
        )
        return self.as_it_is()

    @extend_schema(operation_id="take_back_forfeit", responses={200: MatchShape})
    def delete(self, request: Request, event: int, match: int) -> Response:
        """They came after all."""
        take_back_forfeit(match=self.match(), actor=self.actor)
        return self.as_it_is()


class SeatsView(MatchDoor):
    """Who sits where."""

    @extend_schema(operation_id="change_seat", request=Seating, responses={200: MatchShape})
    def post(self, request: Request, event: int, match: int) -> Response:
        """Add a fact of one seat, with its reason."""
        found, said = self.match(), self.typed(Seating)
        seat, reason = said["seat"], said["reason"]
        if said["do"] == "empty":
            empty_seat(match=found, seat=seat, reason=reason, actor=self.actor)
        elif said["do"] == "seat":
            entry = _entry(found.round.event, said.get("entry"))
            seat_entry(match=found, seat=seat, entry=entry, reason=reason, actor=self.actor)
        elif said["do"] == "filler":
            who = _entry(found.round.event, said["entry"]) if "entry" in said else _named(said)
            seat_filler(match=found, seat=seat, filler=who, reason=reason, actor=self.actor)
        else:
            substitute(
                match=found,
                seat=seat,
                player=said["player"] if "player" in said else _named(said),
                from_hand=said["from_hand"],
                reason=reason,
                actor=self.actor,
            )
        return self.as_it_is()


class SwapView(EventDoor):
    """Two change places."""

    @extend_schema(operation_id="swap_seats", request=Swapping, responses={200: MatchShape(many=True)})
    def post(self, request: Request, event: int, number: int) -> Response:
        """At whatever tables of a round, or one of them sits out. Answers with the round's matches."""
        found, said = self.directed_event(), self.typed(Swapping)
        round = found.rounds.select_related("event__club").filter(number=number).first()
        if round is None:
            raise Http404
        one, other = _entry(found, said["one"]), _entry(found, said["other"])
        swap(round=round, one=one, other=other, reason=said["reason"], actor=self.actor)
        return Response(MatchShape(_rows(found).filter(round=round), many=True).data)


def _rows(event: Event) -> Any:
    rows = Match.objects.filter(round__event=event).select_related("round__event__club", "result", "forfeit")
    return rows.prefetch_related("seatings", "tallies", "extra_hands").order_by("pk")


def _entry(event: Event, number: int | None) -> Entry:
    found = Entry.objects.select_related("player", "pair").filter(event=event, pk=number or 0).first()
    if found is None:
        raise EventViolation("entry-unknown", "The event has no such entry.")
    return found


def _named(said: dict[str, Any]) -> str:
    if "name" not in said:
        raise EventViolation("nobody-named", "Give the number of a player, or a name.")
    return str(said["name"])
