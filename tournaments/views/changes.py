"""The page on which seats are changed: tap one, then the other; or say who plays, or who did not come."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_changes import NOBODY, AbsentForm, ChangeForm, ForfeitForm, SubstituteForm
from tournaments.models import Entry, Event, Match
from tournaments.selectors.entrants import enters_pairs
from tournaments.selectors.seats import cost_of_swap, has_begun
from tournaments.selectors.seats_shown import (
    Place,
    RoundOfSeats,
    TableOfSeats,
    changes_told,
    fillers_free,
    people_free,
    round_of_seats,
)
from tournaments.services.changes import seat_entry, substitute, swap
from tournaments.services.forfeits import record_forfeit, take_back_forfeit
from tournaments.services.no_shows import empty_seat, seat_filler
from tournaments.services.undo import take_back
from tournaments.views.doors import address_of, desk_context, directed_event

GONE = "Somebody else has that place meanwhile. Choose again."


@dataclass
class At:
    """The page: its round, the places chosen, and what was sent to change them."""

    event: Event
    shown: RoundOfSeats
    one: Place | None = None
    other: Place | None = None
    sent: MultiValueDict[str, str] | None = None
    fault: str = ""
    refused: dict[str, ChangeForm] = field(default_factory=dict)

    @property
    def table(self) -> TableOfSeats | None:
        """The table of the first place chosen."""
        return self.shown.table_of(self.one) if self.one is not None else None

    @cached_property
    def pairs(self) -> bool:
        """Whether pairs enter: then nobody fills in for one of the two, somebody plays for them."""
        return enters_pairs(self.event)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """A round's places. `?one=` and `?other=` are who is chosen; POST makes the change that `do` names."""
    found = directed_event(request, club, event)
    shown = round_of_seats(found, number)
    if shown is None:
        raise Http404
    sent = request.POST if request.method == "POST" else request.GET
    at = At(found, shown, shown.place(sent.get("one", "")), shown.place(sent.get("other", "")))
    lost = any(sent.get(name) and getattr(at, name) is None for name in ("one", "other"))
    if lost:
        at.fault, at.one, at.other = GONE, None, None
    if request.method == "POST" and not lost:
        at.sent = request.POST
        done = _changed(at, request.POST.get("do", ""), Actor.of(request))
        if done:
            messages.success(request, done)
            return redirect(address_of(found, "tournaments:seats", {"number": number}))
    return _page(request, at)


def _page(request: HttpRequest, at: At) -> HttpResponse:
    context = {
        "shown": at.shown,
        "one": at.one,
        "other": at.other,
        "table": at.table,
        "fault": at.fault,
        "told": changes_told(at.shown),
        "forms": _forms(at),
        **_two(at),
        **desk_context(at.event, "seats"),
    }
    status = 422 if at.fault or at.refused else 200
    return render(request, "tournaments/director/seats.html", context, status=status)


def _two(at: At) -> dict[str, object]:
    """What it means that the two who are chosen change places, and what it costs."""
    if at.one is None or at.other is None:
        return {}
    form = at.refused.get("swap") or ChangeForm(prefix="swap")
    entries = [place.entry for place in (at.one, at.other)]
    if None in entries or at.one == at.other:
        return {"swap": form, "takes_seat": at.one != at.other}
    first, second = (entry.pk for entry in entries if entry is not None)
    return {"swap": form, "cost": cost_of_swap(at.shown.round, first, second)}


def _forms(at: At) -> dict[str, ChangeForm]:
    """The forms of the place that is chosen, by what they do."""
    table, place = at.table, at.one
    if table is None or table.match is None or place is None or at.other is not None:
        return {}
    made: dict[str, Callable[[], ChangeForm]] = {}
    if not table.over and (place.entry is not None or place.beside):
        made["substitute"] = lambda: _substitute_form(at, None)
    if not table.bound and (place.entry is not None or not at.pairs):
        made["absent"] = lambda: _absent_form(at, None)
    if not table.over and len(table.sides) == 2:
        made["forfeit"] = lambda: _forfeit_form(at, None)
    return {name: at.refused.get(name) or make() for name, make in made.items()}


def _substitute_form(at: At, sent: Any) -> SubstituteForm:
    next_hand = at.table.next_hand if at.table is not None else 1
    return SubstituteForm(sent, people=people_free(at.event, at.shown), next_hand=next_hand)


def _absent_form(at: At, sent: Any) -> AbsentForm:
    empty = at.one is None or at.one.entry is None
    fillers = [] if at.pairs else fillers_free(at.event, at.shown)
    return AbsentForm(sent, fillers=fillers, empty=empty, pairs=at.pairs)


def _forfeit_form(at: At, sent: Any) -> ForfeitForm:
    table = at.table
    assert table is not None and table.match is not None
    people = {place.seat: place.name for place in table.places if place.entry is not None}
    sides = [(side, " & ".join(people[seat] for seat in side if seat in people)) for side in table.sides]
    return ForfeitForm(sent, sides=sides, begun=has_begun(table.match))


# --- what is done


def _changed(at: At, do: str, actor: Actor) -> str:
    """Make the change; the sentence for the director, or nothing where it was refused."""
    change = CHANGES.get(do)
    if change is None or at.one is None:
        at.fault = at.fault or GONE
        return ""
    try:
        return change(at, actor)
    except EventViolation as refused:
        at.fault = refused.sentence
        return ""


def _match(at: At) -> Match:
    table = at.table
    if table is None or table.match is None:
        raise EventViolation("not-seated", "Choose a seat at a table.")
    table.match.round = at.shown.round
    return table.match


def _swap(at: At, actor: Actor) -> str:
    form = ChangeForm(at.sent, prefix="swap")
    if at.one is None or at.other is None or not form.is_valid():
        at.refused["swap"] = form
        return ""
    at.refused["swap"] = form
    reason = form.cleaned_data["reason"]
    one, other = at.one, at.other
    if one.entry is not None and other.entry is not None:
        swap(round=at.shown.round, one=one.entry, other=other.entry, reason=reason, actor=actor)
        return f"{one.name} and {other.name} have changed places."
    empty, comes = (one, other) if one.entry is None else (other, one)
    if comes.entry is None or empty.match is None or not empty.seat:
        raise EventViolation("not-seated", "Choose somebody who takes the empty seat.")
    empty.match.round = at.shown.round
    seat_entry(match=empty.match, seat=empty.seat, entry=comes.entry, reason=reason, actor=actor)
    return f"{comes.name} sits at {empty.where}."


def _substitute(at: At, actor: Actor) -> str:
    match, form = _match(at), _substitute_form(at, at.sent)
    at.refused["substitute"] = form
    if not form.is_valid() or at.one is None:
        return ""
    fact = substitute(
        match=match,
        seat=at.one.seat,
        player=form.player,
        from_hand=form.cleaned_data["from_hand"],
        reason=form.cleaned_data["reason"],
        actor=actor,
    )
    return f"{fact.player} plays at {at.one.where}, from hand {fact.from_hand} on."


def _absent(at: At, actor: Actor) -> str:
    match, form = _match(at), _absent_form(at, at.sent)
    at.refused["absent"] = form
    if not form.is_valid() or at.one is None:
        return ""
    clean, seat = form.cleaned_data, at.one.seat
    if clean["instead"] == NOBODY:
        empty_seat(match=match, seat=seat, reason=clean["reason"], actor=actor)
        return f"Nobody sits in the seat of {at.one.name} in round {at.shown.round.number}."
    named = Entry.objects.filter(event=at.event, pk=form.filler_id).first() if form.filler_id else None
    filler = seat_filler(
        match=match, seat=seat, filler=named or clean["name"], reason=clean["reason"], actor=actor
    )
    return f"{filler} fills in at {at.one.where}."


def _forfeit(at: At, actor: Actor) -> str:
    match, form = _match(at), _forfeit_form(at, at.sent)
    at.refused["forfeit"] = form
    if not form.is_valid():
        return ""
    clean, begun = form.cleaned_data, has_begun(match)
    record_forfeit(match=match, absent=clean["absent"], reason=clean["reason"], actor=actor, given_up=begun)
    return f"The match at table {match.table} is forfeited."


def _unforfeit(at: At, actor: Actor) -> str:
    match = _match(at)
    take_back_forfeit(match=match, actor=actor)
    return f"The match at table {match.table} is not forfeited any more."


CHANGES: dict[str, Callable[[At, Actor], str]] = {
    "swap": _swap,
    "substitute": _substitute,
    "absent": _absent,
    "forfeit": _forfeit,
    "unforfeit": _unforfeit,
}


@login_required
@require_POST
def take_back_rounds(request: HttpRequest, club: str, event: str, number: int) -> HttpResponse:
    """Make accepted rounds from this one on proposals again: shown first, done once `sure` is "yes"."""
    found = directed_event(request, club, event)
    rounds = list(found.rounds.exclude(state="proposed").filter(number__gte=number).order_by("number"))
    if not rounds:
        raise Http404
    fault = ""
    if request.POST.get("sure") == "yes":
        try:
            back = take_back(event=found, from_number=number, actor=Actor.of(request))
        except EventViolation as refused:
            fault = refused.sentence
        else:
            said = f"Round {number} is" if len(back) == 1 else f"Rounds {number} to {back[-1].number} are"
            messages.success(request, f"{said} a proposal again.")
            return redirect(address_of(found, "tournaments:draw"))
    context = {"first": rounds[0], "last": rounds[-1], "fault": fault, **desk_context(found, "draw")}
    status = 422 if fault else 200
    return render(request, "tournaments/director/take_back.html", context, status=status)
