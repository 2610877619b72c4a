"""The sheet for phones and programs: one address a line, safe to send again.

A table's link authorises by its token, in the body of a write and in `X-Table-Token` of a read: no cookie, so
no forgery of one. An account's session is the other way in, with Django's CSRF check.
"""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Subquery
from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.models import Game, LedgerLine
from scoring.selectors.table_lines import line_dict
from scoring.selectors.tables import state_of, table_state
from scoring.services.lines import NewLine, Recorded, Status, record_line
from tournaments.actors import Actor
from tournaments.api.errors import refusal
from tournaments.models import EventRevision
from tournaments.permissions import can_score, can_see_event
from tournaments.services.links import open_link


class LineSerializer(serializers.Serializer[Any]):
    """A line as a device sends it; the engine judges the facts."""

    token = serializers.CharField(required=False, allow_blank=True, max_length=100)
    kind = serializers.ChoiceField(choices=LedgerLine.Kind.values)
    hand_number = serializers.IntegerField(min_value=0, max_value=1000, allow_null=True, default=None)
    facts = serializers.DictField(default=dict)
    replaces = serializers.UUIDField(allow_null=True, default=None)
    reason = serializers.CharField(allow_blank=True, default="", max_length=300)
    recorded_at = serializers.DateTimeField(default=lambda: datetime.now(UTC))
    retold = serializers.BooleanField(default=False)


class TableView(APIView):
    """What a table's link opens as well as an account.

    A phone whose server is gone tells its sheet to the one that took over, from a page of the old address: so
    these answers may be read from any origin. Browsers send no cookie with that, and only a token lets in.
    """

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Refusals, too, are read across origins."""
        said = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Retry-After"}
        return {**super().default_response_headers, **said}

    def options(self, request: Request, game: int, line: UUID | None = None) -> Response:  # type: ignore[override]
        """What a browser asks before it sends JSON, or our header, to another origin."""
        allowed = {
            "Access-Control-Allow-Methods": "GET, PUT",
            "Access-Control-Allow-Headers": "Content-Type, X-Table-Token, If-None-Match",
            "Access-Control-Max-Age": "600",
        }
        return Response(status=204, headers=allowed)

    def perform_authentication(self, request: Request) -> None:
        """Look at the session only when no token speaks: a token needs no cookie and no CSRF check."""


class LedgerLineView(TableView):
    """One line of a game's sheet."""

    @extend_schema(operation_id="record_line", request=LineSerializer, responses={200: dict, 201: dict})
    def put(self, request: Request, game: int, line: UUID) -> Response:
        """Add the line: 201 when new, 200 when it, or the same hand, is there already; see `record_line`."""
        found = _game(game)
        token = request.data.get("token", "") if isinstance(request.data, dict) else ""
        actor = _actor(request, token if isinstance(token, str) else "")
        if not can_score(actor, found.match, _seated(found)):
            raise PermissionDenied
        sent = LineSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        fields = {name: held for name, held in sent.validated_data.items() if name != "token"}
        try:
            recorded = record_line(game_id=found.pk, new=NewLine(id=line, **fields), actor=actor)
        except LineConflict as error:
            held = line_dict(error.held) if error.held is not None else None
            return refusal(409, error.code, error.sentence, {"held": held, "table": _table(found)})
        except RuleViolation as error:
            return refusal(422, error.code, error.sentence, {"table": _table(found)})
        return Response(_answer(recorded, line), 201 if recorded.status == Status.RECORDED else 200)


class GameTableView(TableView):
    """A game's table as it stands."""

    @extend_schema(operation_id="game_table", responses={200: dict})
    def get(self, request: Request, game: int) -> HttpResponseBase:
        """The state a phone shows; 304 when nothing of the event changed since its ETag."""
        found = _game(game)
        actor = _actor(request, request.headers.get("X-Table-Token", ""))
        event = found.match.round.event
        if not can_see_event(actor, event):
            raise Http404
        whole = can_score(actor, found.match, _seated(found) if actor.player_ids else ())
        etag = _etag(found, whole=whole)
        if request.headers.get("If-None-Match") == etag:
            response = Response(status=304)
        else:
            response = Response(_table(found, whole=whole))
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = "private, no-cache"
        return response


def _game(game_id: int) -> Game:
    found = Game.objects.select_related("match__round__event__club").filter(pk=game_id).first()
    if found is None:
        raise Http404
    return found


def _actor(request: Request, token: str) -> Actor:
    """Who sends: the holder of a token, else the account. A token that opens nothing is refused."""
    return Actor.of_link(open_link(token)) if token else Actor.of(request)


def _seated(game: Game) -> set[int]:
    return set(game.match.seatings.values_list("player_id", flat=True))


def _table(game: Game, *, whole: bool = True) -> dict[str, object]:
    return table_state(game.match, game.pk).as_dict(whole=whole)


def _etag(game: Game, *, whole: bool) -> str:
    """Names the newest line, too: a server restored from a backup may come to a revision a second time."""
    newest = LedgerLine.objects.filter(game__match=game.match_id).order_by("-game__number", "-position")
    found = EventRevision.objects.filter(event=game.match.round.event_id)
    revision, line = found.values_list("number", Subquery(newest.values("pk")[:1])).get()
    return f'"{revision}-{settings.BUILD}-{game.pk}-{line}-{int(whole)}"'


def _answer(recorded: Recorded, sent: UUID) -> dict[str, object]:
    held = str(recorded.line.pk) if recorded.line.pk != sent else None
    return {
        "code": str(recorded.status),
        "line": str(recorded.line.pk),
        "held_id": held,
        "late": recorded.line.late,
        "revision": recorded.revision,
        "table": state_of(recorded.play, recorded.line.game_id).as_dict(whole=True),
    }
