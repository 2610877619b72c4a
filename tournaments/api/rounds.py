"""Rounds for programs: closed, called, timed, taken back."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import Small
from tournaments.api.doors import EventDoor
from tournaments.api.shapes.rounds import RoundShape
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Round
from tournaments.permissions import can_direct
from tournaments.selectors.clock import call_mark, clock_mark
from tournaments.services import clock
from tournaments.services.corrections import keep_as_drawn, redraw_round
from tournaments.services.rounds import close_round
from tournaments.services.undo import take_back


class Closing(serializers.Serializer[Any]):
    """Which tables without a result one knows of; without `despite` none is asked after."""

    despite = serializers.ListField(child=Small(1, 5000), required=False, max_length=2000)


class ClockSaid(serializers.Serializer[Any]):
    """What to do with the clock; `minutes` to start it or to add some."""

    do = serializers.ChoiceField(["start", "pause", "resume", "add", "stop"])
    minutes = Small(1, 600, required=False)


class CallSaid(serializers.Serializer[Any]):
    """Call people to the tables, with a clock if `minutes` are given; `back` takes the call back."""

    minutes = Small(1, 600, required=False)
    back = serializers.BooleanField(default=False)


class RoundsView(EventDoor):
    """The rounds of an event."""

    serializer_class = RoundShape

    @extend_schema(operation_id="rounds", responses=RoundShape(many=True))
    def get(self, request: Request, event: int) -> Response:
        """A page of rounds; what is only proposed is the director's."""
        return self.page_of(_seen(self, self.event()), RoundShape)


class RoundDoor(EventDoor):
    """An address of a round."""

    def round(self, *, directed: bool = True) -> Round:
        """The round of the address; 404 where the event has none of that number."""
        event = self.directed_event() if directed else self.event()
        found = _seen(self, event).filter(number=self.kwargs["number"]).first()
        if found is None:
            raise Http404
        return found

    def as_it_is(self) -> Response:
        """The round, read again."""
        return self.told(RoundShape(self.round()))


class RoundView(RoundDoor):
    """One round."""

    @extend_schema(operation_id="round", responses=RoundShape)
    def get(self, request: Request, event: int, number: int) -> Response:
        """Its state and draw."""
        return self.told(RoundShape(self.round(directed=False)))


class CloseView(RoundDoor):
    """A round is over."""

    @extend_schema(operation_id="close_round", request=Closing, responses={200: RoundShape})
    def post(self, request: Request, event: int, number: int) -> Response:
        """Close it; what tables send afterwards is kept as late."""
        close_round(round=self.round(), despite=self.typed(Closing).get("despite"))
        return self.as_it_is()


class OpenView(RoundDoor):
    """A round is not over after all."""

    @extend_schema(operation_id="open_round", request=None, responses={200: RoundShape})
    def post(self, request: Request, event: int, number: int) -> Response:
        """Open it again."""
        close_round(round=self.round(), closed=False)
        return self.as_it_is()


class ClockView(RoundDoor):
    """The clock of a round."""

    @extend_schema(operation_id="round_clock", request=ClockSaid, responses={200: RoundShape})
    def post(self, request: Request, event: int, number: int) -> Response:
        """Start it, let it stand, let it run on, add to it, take it away."""
        found, said = self.round(), self.typed(ClockSaid)
        seen = clock_mark(found)
        if said["do"] in {"start", "add"} and "minutes" not in said:
            raise EventViolation("minutes-missing", "Say how many minutes.")
        if said["do"] == "start":
            clock.start_clock(round=found, minutes=said["minutes"], seen=seen)
        elif said["do"] == "add":
            clock.add_minutes(round=found, minutes=said["minutes"], seen=seen)
        else:
            quiet = {"pause": clock.pause_clock, "resume": clock.resume_clock, "stop": clock.stop_clock}
            quiet[said["do"]](round=found, seen=seen)
        return self.as_it_is()


class CallView(RoundDoor):
    """People are called to the tables."""

    @extend_schema(operation_id="call_round", request=CallSaid, responses={200: RoundShape})
    def post(self, request: Request, event: int, number: int) -> Response:
        """The round called last is the one being played."""
        found, said = self.round(), self.typed(CallSaid)
        seen = call_mark(list(Round.objects.filter(event=found.event_id)))
        if said["back"]:
            clock.call_back(round=found, seen=seen)
        else:
            clock.call_round(round=found, seen=seen, minutes=said.get("minutes"))
        return self.as_it_is()


class TakeBackView(RoundDoor):
    """A draw is undone."""

    @extend_schema(operation_id="take_back_round", request=None, responses={200: RoundShape(many=True)})
    def post(self, request: Request, event: int, number: int) -> Response:
        """This round and those after it are proposals again, where nothing is recorded yet."""
        found = self.round()
        made = take_back(event=found.event, from_number=found.number, actor=self.actor)
        return Response(RoundShape(made, many=True).data)


class KeepView(RoundDoor):
    """A later round that an older result would have drawn otherwise stays as it was drawn."""

    @extend_schema(operation_id="keep_round", request=None, responses={200: RoundShape})
    def post(self, request: Request, event: int, number: int) -> Response:
        """422 where nothing was corrected."""
        keep_as_drawn(event=self.round().event, number=self.kwargs["number"])
        return self.as_it_is()


class RedrawView(RoundDoor):
    """A later round is drawn anew from the results as they are now."""

    @extend_schema(operation_id="redraw_round", request=None, responses={200: RoundShape(many=True)})
    def post(self, request: Request, event: int, number: int) -> Response:
        """422 where nothing was corrected, or a hand was played already."""
        found = self.round()
        made = redraw_round(event=found.event, number=found.number, actor=self.actor)
        return Response(RoundShape(made, many=True).data)


def _seen(door: EventDoor, event: Event) -> Any:
    rows = Round.objects.filter(event=event).select_related("event__club", "stage")
    rows = rows.prefetch_related("sit_outs").order_by("number")
    return rows if can_direct(door.actor, event.club) else rows.exclude(state=Round.State.PROPOSED)
