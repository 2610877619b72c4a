"""Standings for programs."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.actors import Actor
from tournaments.models import Event, EventRevision, PublishedStandings, Standing
from tournaments.permissions import can_see_event
from tournaments.services.standings import publish_standings


class StandingsView(APIView):
    """The published standings of an event, with the revision they were computed from."""

    @extend_schema(operation_id="event_standings", responses={200: dict})
    def get(self, request: Request, event: int) -> Response:
        """`?revision=n` waits for nothing: if the table is older than n it is computed before the answer."""
        found = Event.objects.filter(pk=event).first()
        if found is None or not can_see_event(Actor.of(request), found):
            raise Http404
        revision = published_revision(found.pk, request.query_params.get("revision", ""))
        lines = Standing.objects.filter(event=found).select_related("entry__player", "entry__pair")
        return Response({"event": found.pk, "revision": revision, "standings": [_line(one) for one in lines]})


def published_revision(event_id: int, wanted: str) -> int:
    """The revision of the table, after bringing it up if the reader asks for a newer one that exists."""
    published = (
        PublishedStandings.objects.filter(event_id=event_id).values_list("revision", flat=True).first() or 0
    )
    if wanted.isdecimal() and len(wanted) < 19 and published < int(wanted):
        current = EventRevision.objects.values_list("number", flat=True).get(event_id=event_id)
        if published < current:
            return publish_standings(event_id=event_id)
    return published


def _line(one: Standing) -> dict[str, object]:
    return {
        "rank": one.rank,
        "shared": one.shared,
        "entry": one.entry_id,
        "name": str(one.entry),
        "points": one.points,
        "rounds": one.rounds_played,
        "figures": dict(one.figures),
        "sentence": one.sentence,
    }
