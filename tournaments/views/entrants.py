"""Entering people: pasted names are looked at first, ticked ones come from the club's list.

Nothing is kept between the two steps: the page to check carries the text and the choices back.
"""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import NameProblem
from tournaments.forms import PasteForm
from tournaments.line_forms import LineForm, forms_for
from tournaments.models import Entry, Event
from tournaments.selectors.entrants import entries_listed, known_to, lines_to_check
from tournaments.services.entrants import Entrant, enter_players, read_entrants, remove_entry
from tournaments.views.doors import address_of, desk_context, directed_event


@dataclass(frozen=True, slots=True)
class Check:
    """Pasted names as read, each with its choice."""

    lines: list[LineForm]
    problems: tuple[NameProblem, ...]

    @property
    def to_decide(self) -> int:
        """Lines that need the director's word."""
        return sum(not one.line.certain for one in self.lines)


@login_required
@require_safe
def entrants(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Who is entered, and the ways to enter more."""
    return _page(request, directed_event(request, club, event), PasteForm())


def _page(request: HttpRequest, event: Event, form: PasteForm, fault: str = "") -> HttpResponse:
    entries = entries_listed(event)
    context = {
        "entries": entries,
        "known": [one for one in known_to(event.club, entries) if one.entered is None],
        "form": form,
        "fault": fault,
        "open": event.state == Event.State.SETUP,
        **desk_context(event, "entrants"),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/director/entrants.html", context, status=status)


@login_required
@require_POST
def entrants_check(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """How the pasted names were read. Nothing is entered yet."""
    found = directed_event(request, club, event)
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form)
    text = form.cleaned_data["text"]
    return _check_page(request, found, text, _checked(found, text, None))


@login_required
@require_POST
def entrants_enter(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Enter everybody of the checked page, or nobody."""
    found = directed_event(request, club, event)
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form)
    text = form.cleaned_data["text"]
    check = _checked(found, text, request)
    if any([not one.is_valid() for one in check.lines]):  # noqa: C419 - every line is read, not only up to a bad one
        return _check_page(request, found, text, check, "Nobody is entered yet: some lines need your word.")
    coming = [one.entrant() for one in check.lines if one.comes]
    if not coming:
        return _check_page(request, found, text, check, "There is nobody to enter.")
    try:
        enter_players(event=found, entrants=coming, actor=Actor.of(request))
    except EventViolation as refused:
        return _check_page(request, found, text, check, refused.sentence)
    messages.success(request, _entered(len(coming)))
    return redirect(address_of(found, "tournaments:entrants"))


def _checked(event: Event, text: str, typed: HttpRequest | None) -> Check:
    read = read_entrants(event=event, text=text)
    known = known_to(event.club, entries_listed(event))
    lines = lines_to_check(read, known)
    return Check(forms_for(lines, known, typed.POST if typed is not None else None), read.problems)


def _check_page(request: HttpRequest, event: Event, text: str, check: Check, fault: str = "") -> HttpResponse:
    context = {"text": text, "check": check, "fault": fault, **desk_context(event, "entrants")}
    status = 422 if fault else 200
    return render(request, "tournaments/director/entrants_check.html", context, status=status)


@login_required
@require_POST
def entrants_tick(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Enter people ticked on the club's list."""
    found = directed_event(request, club, event)
    ticked = {int(one) for one in request.POST.getlist("player") if one.isdecimal() and len(one) < 19}
    known = [one for one in known_to(found.club, []) if one.id in ticked]
    coming = [Entrant(name=one.display, sort_key="", player_id=one.id) for one in known]
    if not coming:
        return _page(request, found, PasteForm(), "Nobody is ticked.")
    try:
        enter_players(event=found, entrants=coming, actor=Actor.of(request))
    except EventViolation as refused:
        return _page(request, found, PasteForm(), refused.sentence)
    messages.success(request, _entered(len(coming)))
    return redirect(address_of(found, "tournaments:entrants"))


@login_required
@require_POST
def entrant_remove(request: HttpRequest, club: str, event: str, entry: int) -> HttpResponse:
    """Take somebody off the list again, while the draw is not accepted."""
    found = directed_event(request, club, event)
    one = Entry.objects.filter(event=found, pk=entry).select_related("player").first()
    if one is None:
        raise Http404
    try:
        remove_entry(entry=one)
    except EventViolation as refused:
        return _page(request, found, PasteForm(), refused.sentence)
    messages.success(request, f"{one} is off the list.")
    return redirect(address_of(found, "tournaments:entrants"))


def _entered(count: int) -> str:
    return "One player is entered." if count == 1 else f"{count} players are entered."
