"""One shape for every refusal: {"code": stable word, "sentence": for people}, and what helps to mend it."""

import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.views.defaults import page_not_found
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from scoring.engine.errors import RuleViolation
from tournaments.engine.errors import EventViolation

log = logging.getLogger(__name__)

_SENTENCES = {
    "parse_error": "This is not JSON that can be read.",
    "not_found": "There is nothing here, or nothing that may be seen.",
    "permission_denied": "This is not yours to do.",
    "not_authenticated": "Sign in, or use a table's link.",
    "too_large": "This is more than is read at once; send less.",
    "authentication_failed": "This token opens nothing: it is unknown, has expired or was revoked.",
    "if_match_missing": "Say in If-Match what you changed it from: the ETag that came with it.",
    "if_match_failed": "It has changed since you looked; look again, then change it.",
    "throttled": "Too many tries; wait a minute.",
    "method_not_allowed": "This address does not take that.",
    "server_unable": "The server can write nothing just now, and kept nothing of this. Try again soon.",
    "unsupported_media_type": "Send JSON.",
}


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error that a person or a program can mend; None, a 500, for a fault of ours.

    A full disk and a database that is being started anew pass: whoever asks again is served.
    """
    if isinstance(error, EventViolation | RuleViolation):
        return refusal(getattr(error, "status", 422), error.code, error.sentence)
    if isinstance(error, OperationalError):
        log.error("the database gave no answer", exc_info=error)
        answer = refusal(503, "server-unable", _SENTENCES["server_unable"])
        answer.headers["Retry-After"] = "5"
        return answer
    if isinstance(error, exceptions.ValidationError):
        return Response(
            {"code": "malformed", "sentence": "Some fields are missing or wrong.", "fields": error.detail},
            422,
        )
    response = exception_handler(error, context)
    if response is not None:
        code = _code_of(error)
        response.data = {
            "code": code.replace("_", "-"),
            "sentence": _SENTENCES.get(code, "This cannot be done."),
        }
    return response


def refusal(status: int, code: str, sentence: str, more: Mapping[str, object] | None = None) -> Response:
    """A refusal with its code and sentence, and more of the same shape everywhere: `held`, `table`."""
    return Response({"code": code, "sentence": sentence, **(more or {})}, status)


def _code_of(error: Exception) -> str:
    if isinstance(error, Http404):
        return "not_found"
    if isinstance(error, PermissionDenied):
        return "permission_denied"
    return str(getattr(error, "default_code", "error"))


def nothing_here(request: HttpRequest, exception: Exception) -> HttpResponseBase:
    """An address that there is not: to programs in their shape, to people as a page."""
    if request.path.startswith("/api/"):
        return JsonResponse({"code": "not-found", "sentence": _SENTENCES["not_found"]}, status=404)
    return page_not_found(request, exception)
