"""The director's word on a table: a score in dispute is decided, or the table is scored from the desk."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scoring.engine.errors import RuleViolation
from scoring.errors import LineConflict
from scoring.forms import id_of
from scoring.services.disputes import SHEET, Dispute, dispute_at, settle_dispute
from tournaments.actors import Actor
from tournaments.models import Event, Match, Round
from tournaments.permissions import can_correct
from tournaments.selectors.desk import people_of
from tournaments.selectors.rounds import current_seatings
from tournaments.services.links import add_table_link
from tournaments.views.doors import address_of, desk_context, directed_event

Choice = tuple[str, str, str]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: HttpRequest, club: str, event: str, match: int) -> HttpResponse:
    """The sheet's score beside each side's own; POST decides by `choice`, with a reason."""
    found = directed_event(request, club, event)
    one = _match(request, found, match)
    if request.method != "POST":
        return _page(request, found, one)
    sent = {name: request.POST.get(name, "").replace("\x00", "") for name in ("choice", "seen", "reason")}
    line = id_of(request.POST.get("line", "")) or uuid4()
    try:
        settle_dispute(match=one, actor=Actor.of(request), line=line, **sent)
    except LineConflict as refused:
        return _page(request, found, one, refused.sentence, sent["reason"], status=409)
    except RuleViolation as refused:
        return _page(request, found, one, refused.sentence, sent["reason"], status=422)
    messages.success(request, f"Table {one.table} is decided; it stands on the sheet with your reason.")
    return redirect(address_of(found, "tournaments:desk"))


@login_required
@require_POST
def take_over(request: HttpRequest, club: str, event: str, match: int) -> HttpResponse:
    """Score a table from the desk, on the same page as its phone: by one more link, made for this director.

    The table's own link goes on working, and both see each other's hands.
    """
    found = directed_event(request, club, event)
    one = _match(request, found, match)
    if one.round.state != Round.State.ACCEPTED:
        raise Http404
    issued = add_table_link(event=found, table=one.table, actor=Actor.of(request))
    return redirect(reverse("scoring:table", args=[issued.token]))


def _match(request: HttpRequest, event: Event, match: int) -> Match:
    matches = Match.objects.select_related("round__event__club")
    one = matches.filter(pk=match, round__event=event).first()
    if one is None:
        raise Http404
    if not can_correct(Actor.of(request), one):
        raise PermissionDenied
    return one


def _page(
    request: HttpRequest, event: Event, match: Match, fault: str = "", reason: str = "", status: int = 200
) -> HttpResponse:
    there = dispute_at(match)
    line: UUID = uuid4()
    context = {
        "match": match,
        "dispute": there,
        "choices": _choices(match, there) if there is not None else [],
        "reason": reason[:300],
        "line": line,
        "fault": fault,
        **desk_context(event, "sheet"),
    }
    return render(request, "scoring/director/dispute.html", context, status=status)


def _choices(match: Match, there: Dispute) -> list[Choice]:
    """What may be chosen, with its figures, and whose word it is."""
    seated = current_seatings([match.pk]).get(match.pk, {})
    sheet = " to ".join(str(points) for points in there.score.values())
    told = [(SHEET, sheet, "the sheet, as it stands")]
    for side, figures in there.figures.items():
        written = " to ".join(str(figures[one]) for one in there.score if one in figures)
        told.append((side, written, f"{'/'.join(side)}: {people_of(side, seated)}"))
    return told
