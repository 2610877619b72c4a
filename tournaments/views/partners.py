"""Partners by lot: a proposal with its seed, looked at, then accepted; taken back while nothing is drawn."""

import secrets
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_entrants import PartnersForm, PartnersSeenForm
from tournaments.models import Event
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.partners import (
    PartnersDrawn,
    bags_of,
    drawn_partners,
    may_draw_partners,
    nothing_drawn,
    partners_by_lot,
)
from tournaments.services.partners import accept_partners, undo_partners
from tournaments.views.doors import address_of, desk_context, directed_event


@login_required
@require_safe
def partners(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Ways to draw partners; with a `seed` in the address, the partners it draws. Nothing is written."""
    found = directed_event(request, club, event)
    form = PartnersSeenForm(bags_of(found), request.GET)
    if not (form.is_valid() and may_draw_partners(found)):
        return _page(request, found)
    try:
        drawn = partners_by_lot(found, form.cleaned_data["seed"], form.cleaned_data["category"])
    except EventViolation as refused:
        return _page(request, found, fault=refused.sentence)
    return _page(request, found, drawn)


def _page(
    request: HttpRequest, event: Event, drawn: PartnersDrawn | None = None, fault: str = ""
) -> HttpResponse:
    kept = drawn_partners(event)
    context = {
        "drawn": drawn,
        "kept": kept,
        "pairs": [one for one in entries_listed(event) if one.pair_id is not None] if kept else [],
        "may_draw": may_draw_partners(event),
        "may_undo": kept is not None and nothing_drawn(event),
        "form": PartnersForm(bags_of(event)),
        "fault": fault,
        **desk_context(event, "entrants"),
    }
    return render(request, "tournaments/director/partners.html", context, status=422 if fault else 200)


@login_required
@require_POST
def partners_draw(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Draw a seed, and show what it gives."""
    found = directed_event(request, club, event)
    form = PartnersForm(bags_of(found), request.POST)
    if not form.is_valid():
        return _page(request, found, fault="Choose from which bags partners are drawn.")
    asked = {"seed": secrets.token_hex(8), "category": form.cleaned_data["category"]}
    return redirect(f"{address_of(found, 'tournaments:partners')}?{urlencode(asked)}")


@login_required
@require_POST
def partners_accept(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Make pairs of those that were looked at; who came or went meanwhile makes it another draw."""
    found = directed_event(request, club, event)
    form = PartnersSeenForm(bags_of(found), request.POST)
    if not form.is_valid():
        return _page(request, found, fault="Draw partners first, then accept them.")
    try:
        made = accept_partners(
            event=found,
            seed=form.cleaned_data["seed"],
            category=form.cleaned_data["category"],
            seen=form.cleaned_data["seen"] or "nothing",
            actor=Actor.of(request),
        )
    except EventViolation as refused:
        return _page(request, found, fault=refused.sentence)
    messages.success(request, f"{len(made)} pairs are made.")
    return redirect(address_of(found, "tournaments:entrants"))


@login_required
@require_POST
def partners_undo(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Everybody is single again."""
    found = directed_event(request, club, event)
    try:
        made = undo_partners(event=found, actor=Actor.of(request))
    except EventViolation as refused:
        return _page(request, found, fault=refused.sentence)
    messages.success(request, f"{len(made)} players are single again.")
    return redirect(address_of(found, "tournaments:entrants"))
