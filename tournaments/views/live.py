"""Pages asked for again and again: one address, the page or its moving part, and 304 when nothing changed.

The ETag is made of the revision, the build, the viewer's rights and the language. The moving part carries its
own ETag in `hx-headers`, so that the browser hands a 304 through to htmx, which then leaves the page alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2s

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from tournaments.actors import VISITOR, Actor
from tournaments.models import Event
from tournaments.selectors.events import facts_key_of, published_revision_of, revision_of


@dataclass(frozen=True, slots=True)
class LivePage:
    """Two templates for one address. The part's context is asked for first; the page adds `rest`."""

    page: str
    part: str
    context: Callable[[], dict[str, object]]
    rest: Callable[[dict[str, object]], dict[str, object]] = lambda context: {}
    mark: str = ""
    """What changes the page though nothing of the event does, such as a bell that has gone."""
    for_all: bool = False
    """Many look at once and it says the same to every visitor: made once for all of them."""


def asks_for_part(request: HttpRequest) -> bool:
    """Whether htmx asks."""
    return bool(request.htmx)  # type: ignore[attr-defined]


def answer_live(request: HttpRequest, event: Event, live: LivePage) -> HttpResponse:
    """The page, its moving part, or 304; no query where nothing changed."""
    part = asks_for_part(request)
    etag = etag_of(request, event, part=part, mark=live.mark)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        key = _key_for_all(request, etag) if live.for_all else ""
        held = caches["pages"].get(key) if key else None
        response = HttpResponse(held) if held is not None else _rendered(request, event, live, part=part)
        if key and held is None:
            caches["pages"].set(key, response.content)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["HX-Request"])
    return response


def _rendered(request: HttpRequest, event: Event, live: LivePage, *, part: bool) -> HttpResponse:
    context = live.context() | {"poll_etag": etag_of(request, event, part=True, mark=live.mark)}
    if not part:
        context |= live.rest(context)
    return render(request, live.part if part else live.page, context)


def _key_for_all(request: HttpRequest, etag: str) -> str:
    """Under what a page is kept that says the same to all visitors; "" for who brings anything of his own.

    A hall full of phones asks for one page after each hand.
    """
    if request.COOKIES or not request.GET.keys() <= {"revision"} or Actor.of(request) != VISITOR:
        return ""
    told = f"{request.build_absolute_uri(request.path)} {etag}"
    return blake2s(told.encode()).hexdigest()


def etag_of(request: HttpRequest, event: Event, *, part: bool, mark: str = "") -> str:
    """Changes with what is shown and with who looks.

    An account's page holds its sign-out form, so that form's cookie counts too.
    """
    actor = Actor.of(request)
    viewer = f"{actor.code} {actor.roles.get(event.club_id)} {request.COOKIES.get(settings.CSRF_COOKIE_NAME)}"
    rights = VISITOR.code if actor == VISITOR else blake2s(viewer.encode(), digest_size=8).hexdigest()
    # The key keeps apart what had the same numbers before a backup was put back.
    revisions = f"{revision_of(event)}.{published_revision_of(event)}{mark}-{facts_key_of(event)}"
    return f'"{revisions}-{settings.BUILD}-{rights}-{get_language()}-{"part" if part else "page"}"'
