"""What every address of the API does alike: who asks, once for a key, and only what was looked at."""

import json
from collections.abc import Callable
from functools import partial
from hashlib import blake2s
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from rest_framework.exceptions import APIException
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer, Serializer

from tournaments.actors import Actor
from tournaments.api.throttles import TokenThrottle
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Event
from tournaments.permissions import can_direct, can_see_club, can_see_event
from tournaments.services.idempotency import answered, begin_write, keep_answer

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LONGEST_KEY = 200
KEPT_HEADERS = ("ETag", "Location")


class MatchMissing(APIException):
    """An edit says which state it was made from."""

    status_code = 428
    default_code = "if_match_missing"


class MatchFailed(APIException):
    """Somebody else was there first."""

    status_code = 412
    default_code = "if_match_failed"


class Pages(CursorPagination):
    """A page of a list; `next` is the address of the one after it."""

    page_size = 100
    max_page_size = 500
    page_size_query_param = "limit"
    ordering = "pk"


class Door(GenericAPIView):  # type: ignore[type-arg]
    """An address of the API. Writes with an `Idempotency-Key` are done once, however often they are sent."""

    throttle_classes = [TokenThrottle]
    pagination_class = Pages

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Know who asks before anything is read: names are shown by it."""
        super().initial(request, *args, **kwargs)
        self.actor = Actor.of(request)
        method = (request.method or "").lower()
        if request.method not in SAFE and hasattr(self, method):
            setattr(self, method, partial(_once, self.actor, getattr(self, method)))

    def typed(self, shape: type[Serializer[Any]]) -> dict[str, Any]:
        """The body, checked against its shape; 422 `malformed` otherwise."""
        if not isinstance(self.request.data, dict):
            raise EventViolation("malformed", "Send a JSON object.")
        sent = shape(data=self.request.data)
        sent.is_valid(raise_exception=True)
        return dict(sent.validated_data)

    def told(self, shown: BaseSerializer[Any] | dict[str, Any], status: int = 200) -> Response:
        """One thing with its ETag; 304 where the asker has it already."""
        content = plain(shown)
        etag = etag_of(content)
        if self.request.method == "GET" and etag in self.request.headers.get("If-None-Match", ""):
            return Response(status=304, headers={"ETag": etag})
        return Response(content, status, headers={"ETag": etag, "Cache-Control": "private, no-cache"})

    def must_match(self, shown: BaseSerializer[Any] | dict[str, Any]) -> None:
        """Refuse an edit of what is not as it was looked at: 428 without `If-Match`, 412 where it differs."""
        sent = self.request.headers.get("If-Match", "")
        if not sent:
            raise MatchMissing
        if sent != "*" and etag_of(plain(shown)) not in [
            one.strip().removeprefix("W/") for one in sent.split(",")
        ]:
            raise MatchFailed

    def page_of(self, rows: Any, shape: type[BaseSerializer[Any]]) -> Response:
        """A page of a list, filtered as the address asks."""
        page = self.paginate_queryset(self.filter_queryset(rows))
        return self.get_paginated_response(shape(page, many=True).data)


class ClubDoor(Door):
    """An address of a club."""

    def club(self) -> Club:
        """The club of the address; 404 where there is none that may be seen."""
        found = Club.objects.filter(slug=self.kwargs["club"]).first()
        if found is None or not can_see_club(self.actor, found):
            raise Http404
        return found

    def directed_club(self) -> Club:
        """The club, for whoever runs its events."""
        found = self.club()
        if not can_direct(self.actor, found):
            raise PermissionDenied
        return found


class EventDoor(Door):
    """An address of an event."""

    def event(self) -> Event:
        """The event of the address; 404 where there is none that may be seen."""
        found = Event.objects.select_related("club", "revision_row").filter(pk=self.kwargs["event"]).first()
        if found is None or not can_see_event(self.actor, found):
            raise Http404
        return found

    def directed_event(self) -> Event:
        """The event, for whoever runs it."""
        found = self.event()
        if not can_direct(self.actor, found.club):
            raise PermissionDenied
        return found


def plain(shown: BaseSerializer[Any] | dict[str, Any]) -> Any:
    """What will be sent, as plain JSON."""
    content = shown.data if isinstance(shown, BaseSerializer) else shown
    return json.loads(JSONRenderer().render(content))


def etag_of(content: Any) -> str:
    """A seal of what is shown: it changes when anything of it does."""
    return f'"{blake2s(json.dumps(content, sort_keys=True).encode(), digest_size=12).hexdigest()}"'


def _once(
    actor: Actor, handler: Callable[..., Response], request: Request, *args: Any, **kwargs: Any
) -> Response:
    """Answer a write; the same key again gets the same answer, and nothing is written twice."""
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        return handler(request, *args, **kwargs)
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise EventViolation("key-malformed", f"An Idempotency-Key has at most {LONGEST_KEY} plain letters.")
    said = _seal(request)
    kept = answered(actor=actor.code, key=key, request=said)
    if kept is not None:
        return _again(kept.status, kept.answer, kept.headers)
    with transaction.atomic():
        row = begin_write(actor=actor.code, key=key, request=said)
        if row.status:
            return _again(row.status, row.answer, row.headers)
        response = handler(request, *args, **kwargs)
        headers = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
        answer = None if response.data is None else plain(response.data)
        keep_answer(row=row, status=response.status_code, answer=answer, headers=headers)
    return response


def _again(status: int, answer: Any, headers: dict[str, str]) -> Response:
    return Response(answer, status, headers={**headers, "Idempotent-Replay": "true"})


def _seal(request: Request) -> str:
    said = [request.method, request.get_full_path(), request.data]
    return blake2s(json.dumps(said, sort_keys=True).encode(), digest_size=32).hexdigest()
