"""A bracket for programs: the tree, what is decided of it, and who plays where."""

from django.http import Http404
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.actors import Actor
from tournaments.engine.formats.tree import BracketMatch, Feed, Source
from tournaments.models import Event
from tournaments.permissions import can_see_event
from tournaments.selectors.bracket_pages import BracketPage, MatchShown, bracket_page, bracket_shown
from tournaments.selectors.brackets import BracketNow
from tournaments.selectors.events import revision_of


class BracketView(APIView):
    """The bracket of an event, once the director has accepted it."""

    @extend_schema(operation_id="event_bracket", responses={200: dict})
    def get(self, request: Request, event: int) -> Response:
        """404 before there is one. The ETag is the event's revision: ask with it, and unchanged is 304."""
        found = Event.objects.select_related("revision_row").filter(pk=event).first()
        if found is None or not can_see_event(Actor.of(request), found):
            raise Http404
        etag = f'"bracket-{found.pk}-{revision_of(found)}"'
        if get_conditional_response(request._request, etag=etag) is not None:
            return Response(status=304, headers={"ETag": etag})
        page = bracket_page(found)
        if not page.binds or page.now is None or page.stage is None:
            raise Http404
        return Response(_told(found, page, page.now), headers={"ETag": etag})


def _told(event: Event, page: BracketPage, now: BracketNow) -> dict[str, object]:
    shown = bracket_shown(now, page.names)
    return {
        "event": event.pk,
        "revision": revision_of(event),
        "stage": now.stage.number,
        "format": now.stage.format,
        "over": shown.over,
        "seeds": [
            {"seed": seed, "entry": entry, "name": page.names.get(entry, "")}
            for seed, entry in enumerate(now.bracket.seeds, start=1)
        ],
        "matches": [_match(one, now.bracket.matches[one.at], now) for one in shown.matches],
        "places": [{"place": one.place, "names": one.names} for one in shown.places],
    }


def _match(shown: MatchShown, match: BracketMatch, now: BracketNow) -> dict[str, object]:
    row = now.rows.get(shown.at) if shown.kind == "over" else None
    seen = now.seen[shown.at]
    games = None
    if row is not None:
        games = [row.games_one, row.games_other]
        games = games if row.one_id == seen.one else games[::-1]
    return {
        "number": shown.number,
        "round": shown.round,
        "part": match.part.name.lower(),
        "state": shown.kind,
        "one": {"entry": shown.one.entry, "from": _source(match.one)},
        "other": {"entry": shown.other.entry, "from": _source(match.other)},
        "best_of": now.bracket.games_of(shown.at),
        "winner": row.winner_id if row is not None else None,
        "games": games,
        "how": row.how if row is not None else None,
        "table": shown.table,
    }


def _source(source: Source) -> dict[str, object]:
    """Where somebody comes from: a match counts from 1, as everywhere people read it."""
    at = source.of if source.kind in (Feed.ENTRY, Feed.NOBODY) else source.of + 1
    return {"kind": source.kind.name.lower().replace("_", "-"), "of": at if at >= 0 else None}
