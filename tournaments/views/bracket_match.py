"""One match of a bracket, decided, corrected or given back by the director."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_bracket import MatchForm
from tournaments.models import Event
from tournaments.selectors.bracket_desk import desk_shown
from tournaments.selectors.bracket_pages import BracketPage, MatchShown, bracket_page, bracket_shown
from tournaments.services.bracket_calls import uncall_match
from tournaments.services.bracket_verdicts import (
    correct_match,
    decide_match,
    settle_match,
    take_back_match,
)
from tournaments.views.doors import address_of, desk_context, directed_event

KEEP = {"keep": True, "redraw": False}
LONGEST_REASON = 200


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bracket_match(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """A match (counted from 1) and the director's word on it: a result, a walkover, a correction."""
    found = directed_event(request, club, event)
    page, match = _match(found, number)
    if request.method != "POST":
        return _page(request, found, page, match)
    form = _form(page, match, request.POST)
    if form is None or not form.is_valid():
        return _page(request, found, page, match, form=form)
    try:
        _say(request, page, match, form)
    except EventViolation as refused:
        asks = refused.code == "correction-has-consequences"
        return _page(request, found, page, match, form=form, fault=refused.sentence, asks=asks)
    messages.success(request, f"Match {number} is decided.")
    return redirect(address_of(found, "tournaments:bracket_desk"))


def _match(event: Event, number: int) -> tuple[BracketPage, MatchShown]:
    page = bracket_page(event)
    if not page.binds or page.now is None or not 1 <= number <= len(page.now.seen):
        raise Http404
    return page, bracket_shown(page.now, page.names).matches[number - 1]


def _form(page: BracketPage, match: MatchShown, typed: Any = None) -> MatchForm | None:
    """Nothing where it is not known yet who meets, or nobody will."""
    if page.now is None or match.one.entry is None or match.other.entry is None or match.kind == "idle":
        return None
    return MatchForm(typed, match=match, best_of=page.now.bracket.games_of(match.at))


def _say(request: HttpRequest, page: BracketPage, match: MatchShown, form: MatchForm) -> None:
    said: dict[str, Any] = {
        "stage": page.stage,
        "number": match.at,
        "winner": form.winner,
        "games": form.games,
        "how": form.how,
        "reason": form.cleaned_data["reason"],
        "actor": Actor.of(request),
    }
    if match.kind == "over":
        correct_match(**said, keep=KEEP.get(request.POST.get("keep", "")))
    else:
        decide_match(**said)


def _page(
    request: HttpRequest,
    event: Event,
    page: BracketPage,
    match: MatchShown,
    *,
    form: MatchForm | None = None,
    fault: str = "",
    asks: bool = False,
) -> HttpResponse:
    assert page.now is not None
    desk = desk_shown(page.now, bracket_shown(page.now, page.names), page.names, 0)
    row = page.now.rows.get(match.at)
    context = {
        "match": match,
        "row": row if match.kind == "over" else None,
        "form": form or _form(page, match),
        "asks": asks,
        "on_sheet": page.now.is_on_sheet(match.at),
        "refused": fault if asks else "",
        "fault": "" if asks else fault,
        "difference": next((one for one in desk.differences if one.match.at == match.at), None),
        **desk_context(event, "bracket"),
    }
    status = 422 if fault or (form is not None and form.errors) else 200
    return render(request, "tournaments/bracket/match.html", context, status=status)


@login_required
@require_POST
def bracket_match_change(
    request: HttpRequest, club: str, event: str, number: int, change: str
) -> HttpResponse:
    """`uncall`, `take-back` (with `redraw` where that moves people), or a difference: `keep`, `redraw`."""
    found = directed_event(request, club, event)
    page, match = _match(found, number)
    actor, stage, at = Actor.of(request), page.stage, match.at
    assert stage is not None
    reason = request.POST.get("reason", "").replace("\x00", "")[:LONGEST_REASON]
    redraws = request.POST.get("redraw") == "yes"
    changes: dict[str, tuple[Callable[[], object], str]] = {
        "uncall": (
            lambda: uncall_match(event=found, number=at, actor=actor),
            f"Match {number} waits again; its table is free.",
        ),
        "take-back": (
            lambda: take_back_match(stage=stage, number=at, actor=actor, redraw=redraws),
            f"The result of match {number} is taken back.",
        ),
        "keep": (
            lambda: settle_match(stage=stage, number=at, keep=True, reason=reason, actor=actor),
            f"Match {number} is corrected; everybody stays.",
        ),
        "redraw": (
            lambda: settle_match(stage=stage, number=at, keep=False, reason=reason, actor=actor),
            f"Match {number} is corrected, and what follows is drawn anew.",
        ),
    }
    if change not in changes:
        raise Http404
    act, told = changes[change]
    try:
        act()
    except EventViolation as refused:
        asks = refused.code == "correction-has-consequences"
        return _page(request, found, page, match, fault=refused.sentence, asks=asks)
    messages.success(request, told)
    return redirect(address_of(found, "tournaments:bracket_desk"))
