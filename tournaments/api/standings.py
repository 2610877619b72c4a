"""Standings for programs."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.actors import Actor
from tournaments.models import Event, Standing
from tournaments.permissions import can_see_event
from tournaments.selectors.events import published_revision_of, revision_of
from tournaments.services.standings import freshen_standings


class StandingsView(APIView):
    """The published standings of an event, with the revision they were computed from."""

    @extend_schema(operation_id="event_standings", responses={200: dict})
    def get(self, request: Request, event: int) -> Response:
        """`?revision=n` waits for nothing: if the table is older than n it is computed before the answer."""
        found = _event(event)
        if found is None or not can_see_event(Actor.of(request), found):
            raise Http404
        published, current = published_revision_of(found), revision_of(found)
        wanted = request.query_params.get("revision", "")
        if freshen_standings(event_id=found.pk, published=published, current=current, at_least=wanted):
            found = _event(event) or found
        lines = Standing.objects.filter(event=found).select_related(
            "entry__player", "entry__pair__first", "entry__pair__second"
        )
        return Response(
            {
                "event": found.pk,
                "revision": published_revision_of(found),
                "standings": [_line(one) for one in lines],
            }
        )


def _event(event_id: int) -> Event | None:
    return Event.objects.select_related("revision_row", "published").filter(pk=event_id).first()


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
        "parted": one.parted,
    }
