"""Entering people, by pasting: names or pairs are read and looked at first, and then entered, all or nobody.

Nothing is kept between the two steps: the page to check carries the text and the choices back.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import NameProblem
from tournaments.forms_entrants import entered, paste_form
from tournaments.line_forms import LineForm, PairForms, forms_for, forms_for_pairs
from tournaments.models import Event
from tournaments.selectors.entrants import (
    categories_known,
    enters_pairs,
    entries_listed,
    known_to,
    lines_to_check,
    pairs_to_check,
)
from tournaments.services.attendance import late_entry
from tournaments.services.entrants import read_entrants
from tournaments.services.pairs import read_pairs
from tournaments.views.doors import address_of, desk_context, directed_event


@dataclass(frozen=True, slots=True)
class Check:
    """Pasted names, or pairs, as read, each with its choice."""

    pairs: bool
    lines: Sequence[LineForm] | Sequence[PairForms]
    problems: tuple[NameProblem, ...]

    @property
    def to_decide(self) -> int:
        """Lines that need the director's word."""
        return sum(not one.line.certain for one in self.lines)


@login_required
@require_POST
def entrants_check(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """How the pasted names were read. Nothing is entered yet."""
    found = directed_event(request, club, event)
    form = paste_form(enters_pairs(found), request.POST)
    if not form.is_valid():
        return _unread(request, found, str(form.errors["text"][0]))
    text = form.cleaned_data["text"]
    return _page(request, found, text, _checked(found, text, None))


@login_required
@require_POST
def entrants_enter(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Enter everybody of the checked page, or nobody; also when rounds are accepted."""
    found = directed_event(request, club, event)
    form = paste_form(enters_pairs(found), request.POST)
    if not form.is_valid():
        return _unread(request, found, str(form.errors["text"][0]))
    text = form.cleaned_data["text"]
    check = _checked(found, text, request)
    if any([not one.is_valid() for one in check.lines]):  # noqa: C419 - every line is read, not only up to a bad one
        return _page(request, found, text, check, "Nobody is entered yet: some lines need your word.")
    coming = [one for one in check.lines if one.comes]
    if not coming:
        return _page(request, found, text, check, "There is nobody to enter.")
    try:
        cost = late_entry(
            event=found,
            entrants=[one.entrant() for one in coming if isinstance(one, LineForm)],
            pairs=[one.entrant() for one in coming if isinstance(one, PairForms)],
            actor=Actor.of(request),
        )
    except EventViolation as refused:
        return _page(request, found, text, check, refused.sentence)
    messages.success(request, " ".join([entered(len(coming), pairs=check.pairs), *cost.sentences]))
    return redirect(address_of(found, "tournaments:entrants"))


def _checked(event: Event, text: str, request: HttpRequest | None) -> Check:
    known = known_to(event.club, entries_listed(event))
    words, typed = categories_known(event), request.POST if request is not None else None
    if enters_pairs(event):
        pairs = read_pairs(event=event, text=text)
        return Check(True, forms_for_pairs(pairs_to_check(pairs, known), typed, words), pairs.problems)
    read = read_entrants(event=event, text=text)
    return Check(False, forms_for(lines_to_check(read, known), typed, words), read.problems)


def _unread(request: HttpRequest, event: Event, fault: str) -> HttpResponse:
    text = request.POST.get("text", "")[:60_000]
    return _page(request, event, text, Check(enters_pairs(event), [], ()), fault)


def _page(request: HttpRequest, event: Event, text: str, check: Check, fault: str = "") -> HttpResponse:
    context = {"text": text, "check": check, "fault": fault, **desk_context(event, "entrants")}
    status = 422 if fault else 200
    return render(request, "tournaments/director/entrants_check.html", context, status=status)
