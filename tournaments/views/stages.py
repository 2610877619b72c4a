"""From stage to stage: who goes on, who is level, who drafts whom; and the tables of stages and pools."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.stages import going_on_shown, stages_shown
from tournaments.services.next_stage import begin_next_stage, drop_stage
from tournaments.views.doors import address_of, desk_context, directed_event

LONGEST_LOT = 40


@login_required
@require_safe
def stages(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The stages so far with their tables, and who would go on now."""
    return _page(request, directed_event(request, club, event))


def _page(request: HttpRequest, event: Event, fault: str = "") -> HttpResponse:
    names = {one.pk: str(one) for one in entries_listed(event)}
    context = {
        "stages": stages_shown(event),
        "going": going_on_shown(event, names),
        "fault": fault,
        **desk_context(event, "stages"),
    }
    return render(request, "tournaments/director/stages.html", context, status=422 if fault else 200)


@login_required
@require_POST
def stage_next(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """End the newest stage and begin the next: `chosen` of the level ones, or `lot`; `pick_<captain>`."""
    found = directed_event(request, club, event)
    try:
        made = begin_next_stage(
            event=found,
            actor=Actor.of(request),
            chosen=_numbers(request.POST.getlist("chosen")),
            by_lot=request.POST.get("lot", "").strip()[:LONGEST_LOT] if "by_lot" in request.POST else "",
            picks=_picks(request.POST),
            unfinished="unfinished" in request.POST,
        )
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    messages.success(request, f"{made}: {len(made.seeds)} go on. Draw it next.")
    return redirect(address_of(found, "tournaments:stages"))


@login_required
@require_POST
def stage_drop(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take the newest stage back while nothing of it binds."""
    found = directed_event(request, club, event)
    try:
        drop_stage(event=found, actor=Actor.of(request))
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    messages.success(request, "The stage is taken back.")
    return redirect(address_of(found, "tournaments:stages"))


def _picks(typed: QueryDict) -> list[tuple[int, int]] | None:
    """(captain, partner) in the order of the form; None where nothing was picked."""
    picks = [
        (int(name.removeprefix("pick_")), number)
        for name in typed
        if name.startswith("pick_") and name.removeprefix("pick_").isdecimal() and len(name) < 24
        for number in _numbers([str(typed[name])])
    ]
    return picks or None


def _numbers(typed: list[str]) -> list[int]:
    """The ids among what was sent; anything else is not there."""
    return [int(one) for one in typed if one.isdecimal() and len(one) < 19]
