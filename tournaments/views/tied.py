"""The tie report: which measure parted whom, with the figures, and what was recorded about ties."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.tied import tie_report_of, words_of
from tournaments.views.doors import event_crumbs, seen_event


@require_safe
def standings_why(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """For every place of the published standings what parted it from the one above."""
    found = seen_event(request, club, event)
    context = {
        "event": found,
        "club": found.club,
        "places": tie_report_of(found),
        "words": words_of(found),
        "crumbs": event_crumbs(found),
    }
    return render(request, "tournaments/standings_why.html", context)
