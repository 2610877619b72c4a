"""The bracket as anybody may look at it: drawn, and listed round by round."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.models import Event
from tournaments.permissions import can_direct
from tournaments.selectors.bracket_drawings import drawings_of
from tournaments.selectors.bracket_pages import bracket_page, bracket_shown
from tournaments.views.doors import event_crumbs, seen_event
from tournaments.views.live import LivePage, answer_live

Context = dict[str, object]


@require_safe
def bracket(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Who plays now, the drawing, every match by round; what is only proposed is the director's."""
    found = seen_event(request, club, event)
    live = LivePage(
        page="tournaments/bracket/page.html",
        part="tournaments/bracket/_bracket.html",
        context=partial(_bracket, request, found),
    )
    return answer_live(request, found, live)


def _bracket(request: HttpRequest, event: Event) -> Context:
    page = bracket_page(event)
    context: Context = {
        "event": event,
        "club": event.club,
        "directs": can_direct(Actor.of(request), event.club),
        "crumbs": event_crumbs(event),
        "live": event.state in {Event.State.SETUP, Event.State.RUNNING},
        "stage": page.stage,
    }
    if page.binds and page.now is not None:
        shown = bracket_shown(page.now, page.names)
        context |= {"bracket": shown, "drawings": drawings_of(page.now.bracket, shown.matches)}
    return context
