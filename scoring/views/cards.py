"""The grid of personal cards: a row a person and a column a round; or one person's rounds, on a phone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.card_forms import CardGrid, page_of_rounds
from scoring.selectors.cards import held_cards
from scoring.services.grids import GridRefused, type_cards
from tournaments.actors import Actor
from tournaments.models import Entry, Event, Round
from tournaments.selectors.entrants import entries_listed
from tournaments.views.doors import address_of, desk_context, directed_event


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def card_grid(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Points and lone hands, person by round; `?entry=` for one person, `?page=` for further rounds."""
    found = directed_event(request, club, event)
    one = _one(found, request.GET.get("entry", ""))
    entries = [one] if one is not None else entries_listed(found)
    rounds = list(found.rounds.exclude(state=Round.State.PROPOSED).order_by("number"))
    pages = page_of_rounds(rounds, len(entries), request.GET.get("page", "1"))
    typed = request.POST if request.method == "POST" else None
    grid = CardGrid(pages.rounds, entries, held_cards(found.pk), typed)
    status = 200
    if typed is not None:
        status = _written(request, found, grid)
        if status == 200:
            return redirect(f"{address_of(found, 'scoring:card_grid')}?{request.GET.urlencode()}")
    context = {"grid": grid, "pages": pages, "one": one, **desk_context(found, "cards")}
    return render(request, "scoring/director/card_grid.html", context, status=status)


def _one(event: Event, asked: str) -> Entry | None:
    if not asked:
        return None
    found = (
        Entry.objects.filter(event=event, pk=asked).select_related("player") if asked.isdecimal() else None
    )
    entry = found.first() if found is not None and len(asked) < 19 else None
    if entry is None:
        raise Http404
    return entry


def _written(request: HttpRequest, event: Event, grid: CardGrid) -> int:
    """Write what was changed; the status of the answer."""
    if not grid.is_valid():
        return 422
    try:
        written = type_cards(event=event, typed=grid.cells(), reasons=grid.reasons(), actor=Actor.of(request))
    except GridRefused as refused:
        grid.refuse(refused.problems)
        return 409 if refused.conflict else 422
    messages.success(request, f"{written} {'figure is' if written == 1 else 'figures are'} written.")
    return 200
