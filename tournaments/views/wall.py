"""The wall: a screen for the hall that nobody touches; and the page that tells one person where to sit."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.models import Event
from tournaments.selectors.clock import clock_of
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.events import policy_of
from tournaments.selectors.rounds import rounds_of
from tournaments.selectors.sit import found_in, sittings_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.wall import on_page, pages_of, wall_of
from tournaments.views.doors import event_crumbs, seen_event
from tournaments.views.live import LivePage, answer_live

LONGEST_NAME = 80
Context = dict[str, object]


@require_safe
def wall(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Seating, clock and standings, large. `?page=n` shows some lines only, for a screen without scripts."""
    found = seen_event(request, club, event)
    live = LivePage(
        page="tournaments/wall.html",
        part="tournaments/_wall.html",
        context=partial(_wall, found, request.GET.get("page", "")),
    )
    return answer_live(request, found, live)


def _wall(event: Event, asked: str) -> Context:
    rounds = rounds_of(event)
    shown = wall_of(rounds)
    standings = standings_of(event, policy_of(event))
    pages = pages_of(shown, standings)
    page = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 0
    next_page = page % pages + 1
    if page:
        shown, standings = on_page(shown, standings, min(page, pages))
    return {
        "event": event,
        "club": event.club,
        "wall": shown,
        "clock": clock_of(rounds),
        "standings": standings,
        "over": event.state in {Event.State.FINISHED, Event.State.ARCHIVED},
        "next_page": next_page,
    }


@require_safe
def sit(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Where somebody sits, by a part of the name or by number (`?who=`); without it, everybody."""
    found = seen_event(request, club, event)
    who = request.GET.get("who", "").strip()[:LONGEST_NAME]
    live = LivePage(
        page="tournaments/sit.html",
        part="tournaments/_sit.html",
        context=partial(_sit, request, found, who),
    )
    return answer_live(request, found, live)


def _sit(request: HttpRequest, event: Event, who: str) -> Context:
    now, then = sittings_of(rounds_of(event))
    entries = entries_listed(event) if any(one.isdecimal() for one in who) else []
    return {
        "event": event,
        "club": event.club,
        "crumbs": event_crumbs(event),
        "who": who,
        "now": now,
        "then": then,
        "found": found_in(now, then, who, entries) if who else None,
        "mine": Actor.of(request).player_ids,
        "live": event.state == Event.State.RUNNING and now is not None and not now.closed,
    }
