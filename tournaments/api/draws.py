"""The draw for programs: seen by whoever may see the event, proposed, accepted and discarded by directors."""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actors import Actor
from tournaments.api.doors import Door
from tournaments.models import Event, Round
from tournaments.permissions import can_direct, can_see_event
from tournaments.selectors.played import drawn_of
from tournaments.selectors.results import entry_names
from tournaments.services.draws import accept_draw, discard_draw, propose_draw


class Proposing(serializers.Serializer[None]):
    """Chance of the draw: left out, it is made; given, an earlier draw is run again."""

    seed = serializers.RegexField(r"^[0-9A-Za-z_.+-]{1,40}$", required=False)


class Accepting(serializers.Serializer[None]):
    """The seed of the proposal that was looked at, and the last round to accept; left out, all of them."""

    seed = serializers.CharField(max_length=40)
    upto = serializers.IntegerField(min_value=1, required=False)


class DrawView(Door):
    """Every round of an event as drawn: the tables' entries clockwise from North, and who sits out."""

    @extend_schema(operation_id="event_draw", responses={200: dict})
    def get(self, request: Request, event: int) -> Response:
        """Proposed rounds are the director's: others are shown what binds."""
        found, actor = _event(event), Actor.of(request)
        if found is None or not can_see_event(actor, found):
            raise Http404
        return Response(_drawn(found, proposed=can_direct(actor, found.club)))


class ProposeView(Door):
    """Draw the rounds still to be drawn, in place of an older proposal."""

    @extend_schema(operation_id="propose_draw", request=Proposing, responses={201: dict})
    def post(self, request: Request, event: int) -> Response:
        """201 with the draw; 422 says why there is none."""
        found, actor = _directed(request, event)
        typed = Proposing(data=request.data)
        typed.is_valid(raise_exception=True)
        propose_draw(event=found, actor=actor, seed=typed.validated_data.get("seed"))
        return Response(_drawn(found, proposed=True), 201)


class AcceptView(Door):
    """Make the proposal binding, or its first rounds."""

    @extend_schema(operation_id="accept_draw", request=Accepting, responses={200: dict})
    def post(self, request: Request, event: int) -> Response:
        """422 `draw-changed` where another proposal came in its place."""
        found, actor = _directed(request, event)
        typed = Accepting(data=request.data)
        typed.is_valid(raise_exception=True)
        said = typed.validated_data
        accept_draw(event=found, seed=said["seed"], upto=said.get("upto"), actor=actor)
        return Response(_drawn(found, proposed=True))


class DiscardView(Door):
    """Take the proposal away."""

    @extend_schema(operation_id="discard_draw", request=None, responses={200: dict})
    def post(self, request: Request, event: int) -> Response:
        """How many rounds it had: none is no error."""
        found, _ = _directed(request, event)
        return Response({"discarded": discard_draw(event=found)})


def _event(event_id: int) -> Event | None:
    return Event.objects.select_related("club").filter(pk=event_id).first()


def _directed(request: Request, event_id: int) -> tuple[Event, Actor]:
    found, actor = _event(event_id), Actor.of(request)
    if found is None or not can_see_event(actor, found):
        raise Http404
    if not can_direct(actor, found.club):
        raise PermissionDenied
    return found, actor


def _drawn(event: Event, *, proposed: bool) -> dict[str, object]:
    rounds = Round.objects.filter(event=event).select_related("stage").order_by("number")
    told = [one for one in rounds if proposed or one.state != Round.State.PROPOSED]
    return {
        "event": event.pk,
        "entries": entry_names(event.pk),
        "rounds": [_round(one) for one in told],
    }


def _round(one: Round) -> dict[str, object]:
    drawn = drawn_of(one)
    return {
        "number": one.number,
        "name": str(one),
        "stage": one.stage.number,
        "state": one.state,
        "format": one.format,
        "seed": one.seed,
        "tables": [{"table": table.table, "seats": list(table.seats)} for table in drawn.tables],
        "sitting_out": list(drawn.sitting_out),
    }
