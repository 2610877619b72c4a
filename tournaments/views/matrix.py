"""Who met whom in the rounds drawn so far, as a picture and in words."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.draws import matrix_shown
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.stages import terms_of
from tournaments.views.doors import desk_context, directed_event


@login_required
@require_safe
def matrix(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Both; `?as=table` is only the words, `?as=picture` only the picture. A phone has the words first."""
    found = directed_event(request, club, event)
    names = {entry.pk: str(entry) for entry in entries_listed(found)}
    shown, meets = matrix_shown(found, terms_of(found), names)
    wanted = request.GET.get("as", "")
    context = {
        "matrix": shown,
        "meets": meets,
        "told": wanted != "picture",
        "pictured": wanted != "table",
        **desk_context(found, "draw"),
    }
    return render(request, "tournaments/director/matrix.html", context)
