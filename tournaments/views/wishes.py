"""What the club wishes of the draw: who is kept apart, and what the terms say of groups and sit-outs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.engine.errors import EventViolation
from tournaments.forms_draw import WishForm
from tournaments.models import Event, Round, Wish
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.stages import terms_being_drawn, terms_of
from tournaments.selectors.wishes import wishes_listed
from tournaments.services.wishes import MOST_WISHES, add_wish, remove_wish
from tournaments.views.doors import address_of, desk_context, directed_event

OVER = frozenset({Event.State.FINISHED, Event.State.ARCHIVED})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every wish, and one more."""
    found = directed_event(request, club, event)
    names = _names(found)
    form = WishForm(request.POST if request.method == "POST" else None, names=names)
    if not form.is_valid():
        return _page(request, found, form)
    typed = form.cleaned_data
    try:
        add_wish(event=found, one=typed["one"], other=typed["other"], kind=Wish.Kind(typed["kind"]))
    except EventViolation as refused:
        return _page(request, found, form, refused.sentence)
    messages.success(
        request, f"{names[typed['one']]} and {names[typed['other']]}: {Wish.Kind(typed['kind']).label}."
    )
    return redirect(address_of(found, "tournaments:wishes"))


@login_required
@require_POST
def wish_remove(request: HttpRequest, club: str, event: str, wish: int) -> HttpResponse:
    """Take a wish back."""
    found = directed_event(request, club, event)
    try:
        remove_wish(event=found, wish=wish)
    except EventViolation as refused:
        return _page(request, found, WishForm(names=_names(found)), refused.sentence)
    messages.success(request, "The wish is gone.")
    return redirect(address_of(found, "tournaments:wishes"))


def _names(event: Event) -> dict[int, str]:
    return {entry.pk: str(entry) for entry in entries_listed(event)}


def _page(request: HttpRequest, event: Event, form: WishForm, fault: str = "") -> HttpResponse:
    terms, format = terms_being_drawn(event, terms_of(event))
    told = wishes_listed(event, form.names)
    context = {
        "form": form,
        "fault": fault,
        "wishes": told,
        "options": terms.options,
        "format": format,
        "keeps": format is None or format.plan is not None,
        "proposed": event.rounds.filter(state=Round.State.PROPOSED).exists(),
        "may_wish": event.state not in OVER and len(told) < MOST_WISHES,
        **desk_context(event, "draw"),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/director/wishes.html", context, status=status)
