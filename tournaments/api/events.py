"""Events for programs: made, amended, finished."""

from typing import Any

import django_filters
from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.asked import DONE, Id, Reason, Said, Words
from tournaments.api.doors import ClubDoor, EventDoor
from tournaments.api.shapes.events import EventShape, PolicyShape
from tournaments.api.terms import TermsSaid, changed_terms, usual_terms
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, EventPolicy
from tournaments.permissions import can_see_private
from tournaments.selectors.events import policy_of
from tournaments.services.clock import tell_everybody
from tournaments.services.events import Terms, amend_event, change_state, create_event, terms_from


class EventSaid(TermsSaid):
    """A new event. `like` takes everything that is not said from an earlier event of the club."""

    name = Words(120)
    plays_on = serializers.DateField()
    public = serializers.BooleanField(default=True)
    like = Id(required=False)


class TermsAmended(TermsSaid):
    """Other terms from now on."""

    reason = Reason()


class StateSaid(serializers.Serializer[Any]):
    """Finish an event, open it again, archive it."""

    state = serializers.ChoiceField(
        [Event.State.RUNNING.value, Event.State.FINISHED.value, Event.State.ARCHIVED.value]
    )


class MessageSaid(serializers.Serializer[Any]):
    """The director's word to everybody; empty takes it away."""

    text = Words(200, allow_blank=True)


class EventFilter(django_filters.FilterSet):
    """What a list of events is narrowed by."""

    since = django_filters.DateFilter(field_name="plays_on", lookup_expr="gte")
    until = django_filters.DateFilter(field_name="plays_on", lookup_expr="lte")

    class Meta:
        model = Event
        fields = ["state"]


NIGHT = OpenApiExample(
    "A club night",
    value={"name": "Thursday", "plays_on": "2026-03-12", "ruleset": "progressive-eight-hands", "rounds": 8},
    request_only=True,
)


class EventsView(ClubDoor):
    """The events of a club."""

    queryset = Event.objects.none()
    serializer_class = EventShape
    filterset_class = EventFilter
    filter_backends = [django_filters.rest_framework.DjangoFilterBackend]

    @extend_schema(operation_id="events", responses=EventShape(many=True))
    def get(self, request: Request, club: str) -> Response:
        """A page of events; private ones for the club's people."""
        found = self.club()
        rows = Event.objects.filter(club=found).select_related("partner_draw", "imported")
        seen = rows if can_see_private(self.actor, found.pk) else rows.filter(public=True)
        return self.page_of(seen, EventShape)

    @extend_schema(
        operation_id="create_event", request=EventSaid, responses={201: EventShape}, examples=[NIGHT]
    )
    def post(self, request: Request, club: str) -> Response:
        """Set up an event, with its first policy."""
        found = self.directed_club()
        said = self.typed(EventSaid)
        made = create_event(
            club=found,
            name=said["name"],
            plays_on=said["plays_on"],
            public=said["public"],
            terms=self._terms(said),
            actor=self.actor,
        )
        return self.told(EventShape(made), 201)

    def _terms(self, said: dict[str, Any]) -> Terms:
        if "like" not in said:
            return usual_terms(said)
        earlier = Event.objects.filter(club__slug=self.kwargs["club"], pk=said["like"]).first()
        policy = policy_of(earlier) if earlier is not None else None
        if policy is None:
            raise EventViolation("event-unknown", "The club has no such event to be like.")
        return changed_terms(terms_from(policy), said)


class EventView(EventDoor):
    """One event."""

    @extend_schema(operation_id="event", responses=EventShape)
    def get(self, request: Request, event: int) -> Response:
        """Its head."""
        return self.told(EventShape(self.event()))


class TermsView(EventDoor):
    """The terms of an event."""

    edits = ("PATCH",)

    @extend_schema(operation_id="event_terms", responses=PolicyShape)
    def get(self, request: Request, event: int) -> Response:
        """The policy in force."""
        return self.told(PolicyShape(self.policy(self.event())))

    @extend_schema(operation_id="amend_event", request=TermsAmended, responses={200: PolicyShape})
    @transaction.atomic
    def patch(self, request: Request, event: int) -> Response:
        """Add the next policy; games begun keep theirs. Once drawn a reason is needed."""
        found = self.directed_event()
        Event.objects.select_for_update().get(pk=found.pk)
        before = self.policy(found)
        self.must_match(PolicyShape(before))
        said = self.typed(TermsAmended)
        terms = changed_terms(terms_from(before), said)
        made = amend_event(event=found, terms=terms, reason=said["reason"], actor=self.actor)
        return self.told(PolicyShape(made))

    def policy(self, event: Event) -> EventPolicy:
        """The newest one; 404 where there is none."""
        found = policy_of(event)
        if found is None:
            raise Http404
        return found


class StateView(EventDoor):
    """Whether it is being played."""

    @extend_schema(operation_id="change_event_state", request=StateSaid, responses={200: EventShape})
    def post(self, request: Request, event: int) -> Response:
        """Finish it, open it again, archive it. Saying the same again changes nothing."""
        found = self.directed_event()
        change_state(event=found, state=Event.State(self.typed(StateSaid)["state"]))
        return self.told(EventShape(self.event()))


class MessageView(EventDoor):
    """What is told to everybody."""

    @extend_schema(operation_id="tell_everybody", request=MessageSaid, responses={200: Said})
    def post(self, request: Request, event: int) -> Response:
        """Put a sentence on every phone and wall of the event."""
        found = self.directed_event()
        tell_everybody(event=found, text=self.typed(MessageSaid)["text"], seen=found.message)
        return Response(DONE)
