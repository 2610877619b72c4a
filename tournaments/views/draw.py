"""The draw: proposed by lot with a seed that is kept, looked at, then accepted or discarded."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms import SeedForm
from tournaments.models import Event
from tournaments.selectors.draws import draw_shown, follows_results, rounds_drawn
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.events import policy_of
from tournaments.selectors.played import drawn_of
from tournaments.services.draws import accept_draw, discard_draw, propose_draw
from tournaments.views.doors import address_of, desk_context, directed_event


@login_required
@require_safe
def draw(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every round as drawn, with its repeats."""
    return _page(request, directed_event(request, club, event), SeedForm())


def _page(request: HttpRequest, event: Event, form: SeedForm, fault: str = "") -> HttpResponse:
    entries = entries_listed(event)
    policy = policy_of(event)
    planned = int(policy.movement["rounds"]) if policy else 0
    drawn = [(one, drawn_of(one)) for one in rounds_drawn(event)]
    shown = draw_shown(drawn, {entry.pk: str(entry) for entry in entries})
    over = event.state in {Event.State.FINISHED, Event.State.ARCHIVED}
    context = {
        "form": form,
        "fault": fault,
        "players": len(entries),
        "planned": planned,
        "drawn": shown,
        "may_propose": not over and planned > len(shown.accepted),
        "by_result": policy is not None and follows_results(policy),
        **desk_context(event, "draw"),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/director/draw.html", context, status=status)


@login_required
@require_POST
def draw_propose(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Draw the rounds still to be drawn, in place of an older proposal."""
    found = directed_event(request, club, event)
    form = SeedForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form)
    try:
        propose_draw(event=found, actor=Actor.of(request), seed=form.cleaned_data["seed"] or None)
    except EventViolation as refused:
        return _page(request, found, form, refused.sentence)
    return redirect(address_of(found, "tournaments:draw"))


@login_required
@require_POST
def draw_discard(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take the proposal away."""
    found = directed_event(request, club, event)
    try:
        gone = discard_draw(event=found)
    except EventViolation as refused:
        return _page(request, found, SeedForm(), refused.sentence)
    messages.success(request, "The proposal is discarded." if gone else "There was no proposal to discard.")
    return redirect(address_of(found, "tournaments:draw"))


@login_required
@require_POST
def draw_accept(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Make the draw that was looked at binding; another one that came meanwhile is refused."""
    found = directed_event(request, club, event)
    try:
        accept_draw(event=found, seed=request.POST.get("seed", "")[:40], actor=Actor.of(request))
    except EventViolation as refused:
        return _page(request, found, SeedForm(), refused.sentence)
    messages.success(request, "The draw is accepted, and play may begin.")
    return redirect(address_of(found, "tournaments:desk"))
