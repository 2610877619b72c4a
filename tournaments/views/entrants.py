"""Who takes part: the list, and one action each for whoever comes late, leaves, comes back or fills a gap."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from tournaments.actors import Actor
from tournaments.engine.costs import Cost
from tournaments.engine.errors import EventViolation
from tournaments.forms_entrants import CategoriesForm, FillerForm, LeaveForm, TwoForm, entered, paste_form
from tournaments.models import Entry, Event, Pair
from tournaments.selectors.attendance import attendance_of
from tournaments.selectors.entrants import (
    categories_known,
    enters_pairs,
    entries_listed,
    entries_named,
    known_to,
    pairs_known,
)
from tournaments.selectors.partners import drawn_partners, may_draw_partners
from tournaments.services.attendance import (
    add_filler,
    bring_back,
    change_categories,
    late_entry,
    withdraw,
)
from tournaments.services.entrants import Entrant, remove_entry
from tournaments.services.pairs import PairEntrant
from tournaments.views.doors import address_of, desk_context, directed_event
from tournaments.views.live import asks_for_part


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What was just refused, shown again: the fault, whose entry it was about, and the forms with faults."""

    fault: str = ""
    chosen: int | None = None
    two: TwoForm | None = None
    filler: FillerForm | None = None


@login_required
@vary_on_headers("HX-Request")
@require_safe
def entrants(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Who is entered, and the ways to enter more. `find` filters the list, `entry` opens one of it."""
    found = directed_event(request, club, event)
    return _page(request, found, Typed(chosen=_number(request.GET.get("entry", ""))))


def _page(request: HttpRequest, event: Event, typed: Typed) -> HttpResponse:
    entries = entries_listed(event)
    find = request.GET.get("find", "")[:80]
    context = {
        "total": len(entries),
        "entries": entries_named(entries, find),
        "find": find,
        "fault": typed.fault,
        "open": event.state == Event.State.SETUP,
        "over": event.state in {Event.State.FINISHED, Event.State.ARCHIVED},
        **desk_context(event, "entrants"),
    }
    if asks_for_part(request):
        return render(request, "tournaments/director/_entries.html", context)
    context |= _ways_in(event, entries, typed)
    status = 422 if typed.fault else 200
    return render(request, "tournaments/director/entrants.html", context, status=status)


def _ways_in(event: Event, entries: list[Entry], typed: Typed) -> dict[str, object]:
    """The forms beside the list, and what to see to."""
    attendance = attendance_of(event, entries)
    pairs = enters_pairs(event)
    known = [one for one in known_to(event.club, entries) if one.entered is None and not one.aside]
    context: dict[str, object] = {
        "attendance": attendance,
        "pairs": pairs,
        "known": known,
        "pairs_known": pairs_known(event.club, entries) if pairs else [],
        "two": typed.two or TwoForm(known),
        "paste": paste_form(pairs, late=event.state != Event.State.SETUP),
        "filler": typed.filler or FillerForm(pairs),
        "may_draw_partners": may_draw_partners(event),
        "partners": drawn_partners(event),
    }
    chosen = next((one for one in entries if one.pk == typed.chosen), None)
    if chosen is not None:
        context |= {
            "chosen": chosen,
            "leave": LeaveForm(attendance.last_accepted, attendance.last_begun),
            "categories": CategoriesForm(chosen, categories_known(event)),
        }
    return context


@login_required
@require_POST
def entrants_tick(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Enter people ticked on the club's list: single players, or pairs it knows."""
    found = directed_event(request, club, event)
    pairs = enters_pairs(found)
    sent = [_number(one) for one in request.POST.getlist("pair" if pairs else "player")]
    ticked = {one for one in sent if one is not None}
    players: list[Entrant] = []
    couples: list[PairEntrant] = []
    if pairs:
        known = Pair.objects.filter(club=found.club, pk__in=ticked).select_related("first", "second")
        couples = [
            PairEntrant(one=_known(one.first_id), other=_known(one.second_id)) for one in known.order_by("pk")
        ]
    else:
        players = [_known(one.id) for one in known_to(found.club, []) if one.id in ticked]
    if not players and not couples:
        return _page(request, found, Typed(fault="Nobody is ticked."))
    return _come_in(request, found, players, couples)


def _known(player_id: int) -> Entrant:
    """Somebody of the club's list, whose name stands there."""
    return Entrant(name="", sort_key="", player_id=player_id)


@login_required
@require_POST
def entrants_two(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Enter two people of the club's list as a pair."""
    found = directed_event(request, club, event)
    known = [one for one in known_to(found.club, entries_listed(found)) if one.entered is None]
    form = TwoForm(known, request.POST)
    if not form.is_valid():
        return _page(request, found, Typed(fault="Choose two people.", two=form))
    pair = PairEntrant(one=_known(form.cleaned_data["one"]), other=_known(form.cleaned_data["other"]))
    return _come_in(request, found, [], [pair], form)


def _come_in(
    request: HttpRequest,
    event: Event,
    players: list[Entrant],
    pairs: list[PairEntrant],
    two: TwoForm | None = None,
) -> HttpResponse:
    said = entered(len(players) + len(pairs), pairs=bool(pairs))
    return _done(
        request,
        event,
        lambda: late_entry(event=event, entrants=players, pairs=pairs, actor=Actor.of(request)),
        said,
        Typed(two=two),
    )


def _done(
    request: HttpRequest, event: Event, action: Callable[[], Cost], said: str, typed: Typed
) -> HttpResponse:
    """Do it and tell what it cost; or show why not."""
    try:
        cost = action()
    except EventViolation as refused:
        return _page(request, event, replace(typed, fault=refused.sentence))
    messages.success(request, " ".join([said, *cost.sentences]))
    return redirect(address_of(event, "tournaments:entrants"))


@login_required
@require_POST
def filler_add(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Enter somebody whose results never count."""
    found = directed_event(request, club, event)
    form = FillerForm(enters_pairs(found), request.POST)
    if not form.is_valid():
        return _page(request, found, Typed(fault=str(form.errors["name"][0]), filler=form))
    name = form.cleaned_data["name"]
    return _done(
        request,
        found,
        lambda: add_filler(event=found, name=name, actor=Actor.of(request)),
        f"{name} makes the numbers fit.",
        Typed(filler=form),
    )


def _entry(event: Event, entry: int) -> Entry:
    found = next((one for one in entries_listed(event) if one.pk == entry), None)
    if found is None:
        raise Http404
    found.event = event
    return found


@login_required
@require_POST
def entrant_withdraw(request: HttpRequest, club: str, event: str, entry: int) -> HttpResponse:
    """Let somebody go."""
    found = directed_event(request, club, event)
    one = _entry(found, entry)
    attendance = attendance_of(found, [])
    form = LeaveForm(attendance.last_accepted, attendance.last_begun, request.POST)
    if not form.is_valid():
        return _page(request, found, Typed(fault="Choose one of the rounds, and of the two.", chosen=one.pk))
    said = form.cleaned_data
    return _done(
        request,
        found,
        lambda: withdraw(entry=one, results=said["results"], after=said["after"], actor=Actor.of(request)),
        f"{one} has left.",
        Typed(chosen=one.pk),
    )


@login_required
@require_POST
def entrant_return(request: HttpRequest, club: str, event: str, entry: int) -> HttpResponse:
    """Take somebody in again who had left."""
    found = directed_event(request, club, event)
    one = _entry(found, entry)
    return _done(
        request,
        found,
        lambda: bring_back(entry=one, actor=Actor.of(request)),
        f"{one} is back.",
        Typed(chosen=one.pk),
    )


@login_required
@require_POST
def entrant_categories(request: HttpRequest, club: str, event: str, entry: int) -> HttpResponse:
    """Give an entry other categories."""
    found = directed_event(request, club, event)
    one = _entry(found, entry)
    form = CategoriesForm(one, categories_known(found), request.POST)
    if not form.is_valid():
        return _page(request, found, Typed(fault="These are no categories.", chosen=one.pk))
    return _done(
        request,
        found,
        lambda: change_categories(entry=one, categories=form.said, actor=Actor.of(request)),
        f"The categories of {one} are changed.",
        Typed(chosen=one.pk),
    )


@login_required
@require_POST
def entrant_remove(request: HttpRequest, club: str, event: str, entry: int) -> HttpResponse:
    """Take somebody off the list again, while the draw is not accepted."""
    found = directed_event(request, club, event)
    one = _entry(found, entry)
    try:
        remove_entry(entry=one)
    except EventViolation as refused:
        return _page(request, found, Typed(fault=refused.sentence))
    messages.success(request, f"{one} is off the list.")
    return redirect(address_of(found, "tournaments:entrants"))


def _number(typed: str) -> int | None:
    """An id that was sent, None for anything else."""
    return int(typed) if typed.isdecimal() and len(typed) < 19 else None
