"""The desk: the running night on one page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Round
from tournaments.permissions import can_mind_hall
from tournaments.selectors.backups import backup_fault
from tournaments.selectors.corrections import consequences
from tournaments.selectors.desk import rounds_on_desk
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.events import head_of, policy_of
from tournaments.services.events import change_state
from tournaments.services.rounds import close_round
from tournaments.views.doors import address_of, desk_context, directed_event

STATES = {"finish": Event.State.FINISHED, "reopen": Event.State.RUNNING}


@login_required
@require_safe
def desk(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Every table of every round: done, being played, in doubt or late."""
    return _page(request, directed_event(request, club, event))


def _page(request: HttpRequest, event: Event, fault: str = "") -> HttpResponse:
    rounds = rounds_on_desk(event)
    correction = consequences(event)
    context = {
        "head": head_of(event, policy_of(event), event.entries.count()),
        "rounds": rounds,
        "late": sum(one.late for one in rounds),
        "correction": correction,
        "consequences": correction.sentences(_names(event)) if correction is not None else [],
        "fault": fault,
        "backup_fault": backup_fault(),
        "hall": can_mind_hall(Actor.of(request)),
        **desk_context(event, "desk"),
    }
    return render(request, "tournaments/director/desk.html", context, status=422 if fault else 200)


def _names(event: Event) -> dict[int, str]:
    return {entry.pk: str(entry) for entry in entries_listed(event)}


@login_required
@require_POST
def round_close(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """Close a round, or open it again: `closed` is "yes" or "no"."""
    found = directed_event(request, club, event)
    one = Round.objects.select_related("event").filter(event=found, number=number).first()
    closed = request.POST.get("closed")
    if one is None or closed not in {"yes", "no"}:
        raise Http404
    try:
        close_round(round=one, closed=closed == "yes")
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    messages.success(request, f"Round {number} is {'closed' if closed == 'yes' else 'open again'}.")
    return redirect(address_of(found, "tournaments:desk"))


@login_required
@require_POST
def event_state(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Finish the event, or open it again."""
    found = directed_event(request, club, event)
    wanted = STATES.get(request.POST.get("change", ""))
    if wanted is None:
        raise Http404
    if wanted == Event.State.RUNNING and not found.rounds.exclude(state=Round.State.PROPOSED).exists():
        wanted = Event.State.SETUP
    try:
        change_state(event=found, state=wanted)
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    messages.success(
        request, f"{found.name} is {'finished' if wanted == Event.State.FINISHED else 'open again'}."
    )
    return redirect(address_of(found, "tournaments:desk"))
