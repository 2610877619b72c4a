"""Find a person or a table from any of the director's pages: by the key "/", or by a plain form."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from tournaments.selectors.find import find_at
from tournaments.views.doors import desk_context, directed_event
from tournaments.views.live import asks_for_part

LONGEST_NAME = 80


@login_required
@require_safe
def find(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Where somebody sits now and next, and the card; `?who=` is a part of a name, or a number."""
    found = directed_event(request, club, event)
    who = request.GET.get("who", "").replace("\x00", "").strip()[:LONGEST_NAME]
    context = {"find_who": who, "finding": find_at(found, who), **desk_context(found, "find")}
    part = asks_for_part(request)
    template = "tournaments/director/_found.html" if part else "tournaments/director/find.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
