"""The record of changes: directors look it up, and take back what can be taken back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club
from tournaments.permissions import can_read_record
from tournaments.selectors.audit import record_at, record_of
from tournaments.services.audit_undo import undo_change
from tournaments.views.doors import club_crumbs, directed_club

LONGEST = 80


@login_required
@never_cache
@require_http_methods(["GET", "HEAD"])
def audit(request: HttpRequest, club: str) -> HttpResponse:
    """Who changed what, the newest first. `?find=` words, `?page=`."""
    return _page(request, _club(request, club))


@login_required
@require_POST
def audit_undo(request: HttpRequest, club: str, record: int) -> HttpResponse:
    """Take one change back."""
    found = _club(request, club)
    entry = record_at(found, record)
    if entry is None:
        raise Http404
    try:
        undo_change(entry=entry, actor=Actor.of(request))
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    messages.success(request, "Taken back.")
    return redirect("tournaments:audit", club=club)


def _club(request: HttpRequest, club: str) -> Club:
    found = directed_club(request, club)
    if not can_read_record(Actor.of(request), found):
        raise PermissionDenied
    return found


def _page(request: HttpRequest, club: Club, fault: str = "") -> HttpResponse:
    find = request.GET.get("find", "").replace("\0", "").strip()[:LONGEST]
    asked = request.GET.get("page", "")
    page = max(int(asked), 1) if asked.isascii() and asked.isdecimal() and len(asked) < 6 else 1
    context = {
        "club": club,
        "record": record_of(club, find, page),
        "find": find,
        "fault": fault,
        "here": "audit",
        "crumbs": club_crumbs(club),
    }
    return render(request, "tournaments/audit/record.html", context, status=422 if fault else 200)
