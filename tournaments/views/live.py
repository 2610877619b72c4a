"""Pages asked for again and again: one address, the page or its moving part, and 304 when nothing changed.

The ETag is made of the revision, the build, the viewer's rights and the language. The moving part carries its
own ETag in `hx-headers`, so that the browser hands a 304 through to htmx, which then leaves the page alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2s

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from tournaments.actors import Actor
from tournaments.models import Event
from tournaments.selectors.events import published_revision_of, revision_of


@dataclass(frozen=True, slots=True)
class LivePage:
    """Two templates for one address. The part's context is asked for first; the page adds `rest`."""

    page: str
    part: str
    context: Callable[[], dict[str, object]]
    rest: Callable[[dict[str, object]], dict[str, object]] = lambda context: {}
    mark: str = ""
    """What changes the page though nothing of the event does, such as a bell that has gone."""


def asks_for_part(request: HttpRequest) -> bool:
    """Whether htmx asks."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def answer_live(request: HttpRequest, event: Event, live: LivePage) -> HttpResponse:
    """The page, its moving part, or 304; no query where nothing changed."""
    part = asks_for_part(request)
    etag = etag_of(request, event, part=part, mark=live.mark)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        context = live.context() | {"poll_etag": etag_of(request, event, part=True, mark=live.mark)}
        if not part:
            context |= live.rest(context)
        response = render(request, live.part if part else live.page, context)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["HX-Request"])
    return response


def etag_of(request: HttpRequest, event: Event, *, part: bool, mark: str = "") -> str:
    """Changes with what is shown and with who looks.

    An account's page holds its sign-out form, so that form's cookie counts too.
    """
    actor = Actor.of(request)
    viewer = f"{actor.code} {actor.roles.get(event.club_id)} {request.COOKIES.get(settings.CSRF_COOKIE_NAME)}"
    rights = "visitor" if actor.user_id is None else blake2s(viewer.encode(), digest_size=8).hexdigest()
    revisions = f"{revision_of(event)}.{published_revision_of(event)}{mark}"
    return f'"{revisions}-{settings.BUILD}-{rights}-{get_language()}-{"part" if part else "page"}"'
