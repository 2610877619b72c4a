"""An event looked back on: how it stood after each round."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.selectors.as_it_stood import as_it_stood
from tournaments.views.doors import event_crumbs, seen_event
from tournaments.views.live import asks_for_part


@require_safe
def event_history(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The table after the round that `?after=` names, with who went up and who went down."""
    found = seen_event(request, club, event)
    after = request.GET.get("after", "")
    stood = as_it_stood(found, int(after) if after.isdecimal() and len(after) < 6 else None)
    context = {
        "event": found,
        "club": found.club,
        "stood": stood,
        "mine": Actor.of(request).player_ids,
        "crumbs": event_crumbs(found),
    }
    part = asks_for_part(request)
    page = "tournaments/history/_stood.html" if part else "tournaments/history/event.html"
    answer = render(request, page, context)
    patch_vary_headers(answer, ["HX-Request"])
    return answer
