"""Around every request: its number, where it came from, and who asks for names until a door has looked."""

import logging
import re
import time
import uuid
from collections.abc import Callable, Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch

from tournaments.actors import Actor, asked_from
from tournaments.asking import Asking, asked_by, asking
from tournaments.metrics import count_request
from tournaments.selectors.audit_rows import row_of

log = logging.getLogger("right_bower.requests")

_SENT_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_WIDE = ("number", "event", "season", "ladder", "club")
"""What an address names besides the thing itself, the narrowest first."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class AskingMiddleware:
    """Puts the request's `Asking` in place; answers with its number in `X-Request-ID`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        one = Asking(
            request_id=request_id_of(request), address=asked_from(request), verb=request.method or ""
        )
        began = time.perf_counter()
        with asked_by(one):
            response = self.get_response(request)
            _tell(request, one, response.status_code, time.perf_counter() - began)
        response.headers["X-Request-ID"] = one.request_id
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        """The address is known now: what is asked for, of which thing, and by which account.

        A page may look a person up before it asks who asks: whoever carries a session is known before that.
        A program's token is read by the API's own doors, and goes before a session.
        """
        one, found = asking(), request.resolver_match
        if one is not None and found is not None:
            one.verb = verb_of(found)
            one.kind, one.key = thing_of(found)
            one.parts = found.kwargs
            if request.method not in _SAFE and one.kind not in {"game", "token"}:
                one.row = row_of(one.kind, one.key, one.parts)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Authorization" not in request.headers:
            Actor.of(request)


def _tell(request: HttpRequest, one: Asking, status: int, seconds: float) -> None:
    """Count the answer and write its line: the address by its pattern, which holds no key and no name."""
    verb = one.verb if request.resolver_match else ""
    count_request(verb=verb, method=request.method or "", status=status, seconds=seconds)
    route = request.resolver_match.route if request.resolver_match else ""
    about = {"method": request.method, "route": route, "status": status, "ms": round(seconds * 1000)}
    log.info("answered", extra=about)


def request_id_of(request: HttpRequest) -> str:
    """The number that a proxy gave the request, if it is a plain one, or one of our own."""
    sent = request.headers.get("X-Request-ID", "")
    return sent if _SENT_ID.fullmatch(sent) else uuid.uuid4().hex


def verb_of(found: ResolverMatch) -> str:
    """The name of the address, such as `entrant_withdraw`."""
    return (found.url_name or "")[:80]


def thing_of(found: ResolverMatch) -> tuple[str, str]:
    """Kind and key of the narrowest thing that the address names; both empty where it names none.

    A table's token is no key: whoever reads the record could score with it.
    """
    if "token" in found.kwargs:
        return "token", ""
    own = [name for name in found.kwargs if name not in _WIDE]
    kind = next(iter(own), next((name for name in _WIDE if name in found.kwargs), ""))
    return _model_name(kind, found.kwargs)[:40], str(found.kwargs.get(kind, ""))[:64]


def _model_name(part: str, parts: Mapping[str, object]) -> str:
    """What a part of an address is called among the models."""
    if part == "member":
        return "squadmember" if "team" in parts else "membership"
    return {"number": "round", "claim": "playerclaim", "merge": "playermerge"}.get(part, part)
