"""The cash desk: who owes, who paid, what lies in the pots; one tap or one number takes a fee."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.money import money
from tournaments.forms_cash import PotForm, ReasonForm, TakeForm
from tournaments.models import CashFact, Event, Player, Pot
from tournaments.selectors.cash import Cash, cash_of, earlier_pots, list_in_force, pots_of
from tournaments.selectors.cash_called import people_called
from tournaments.services.cash import take_fees
from tournaments.services.pots import add_pot, copy_pots, drop_pot
from tournaments.views.doors import address_of, cash_event, desk_context


@login_required
@require_safe
def cash(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Everybody's part in every pot. `?owing=1` leaves out who owes nothing; `?pot=` is taken for next."""
    found = cash_event(request, club, event)
    desk = cash_of(found)
    return _page(request, found, desk, _take_form(request, desk))


def _take_form(request: HttpRequest, desk: Cash) -> TakeForm:
    wanted = request.GET.get("pot", "")
    pots = [one.pot for one in desk.pots]
    chosen = next((pot.number for pot in pots if str(pot.number) == wanted), None)
    return TakeForm(pots=pots, pot=chosen)


def _page(request: HttpRequest, event: Event, desk: Cash, form: TakeForm, fault: str = "") -> HttpResponse:
    owing = request.GET.get("owing") == "1"
    context = {
        "cash": desk,
        "people": [one for one in desk.people if one.open or not owing],
        "owing": owing,
        "form": form,
        "currency": desk.pots[0].pot.currency if desk.pots else event.club.currency,
        "prize_list": list_in_force(event),
        "earlier": None if desk.pots else earlier_pots(event),
        "fault": fault,
        **desk_context(event, "cash"),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/cash/desk.html", context, status=status)


@login_required
@require_POST
def cash_take(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Take what is owed: from the one whose button was pressed ("pot.player"), or from those typed."""
    found = cash_event(request, club, event)
    desk = cash_of(found)
    pots = {one.pot.number: one.pot for one in desk.pots}
    typed = request.POST.copy()
    pot_number, _, player = request.POST.get("one", "").partition(".")
    if player:
        typed["pot"], typed["who"] = pot_number, "-"
    form = TakeForm(typed, pots=list(pots.values()))
    if not form.is_valid():
        return _page(request, found, desk, form)
    pot = pots[form.cleaned_data["pot"]]
    try:
        people = _people(found, desk, form.cleaned_data["who"], player, pot)
        made = take_fees(
            form_id=form.cleaned_data["form_id"], pot=pot, players=people, actor=Actor.of(request)
        )
    except EventViolation as refused:
        return _page(request, found, desk, form, refused.sentence)
    _tell(request, made, people)
    here = f"{address_of(found, 'tournaments:cash')}?pot={pot.number}"
    return redirect(f"{here}#person-{people[0].pk}" if player else here)


def _people(event: Event, desk: Cash, who: str, player: str, pot: Pot) -> list[Player]:
    """The people meant. Of several numbers in a row, those who owe nothing are left out."""
    if player:
        ids = [int(player)] if player.isascii() and player.isdecimal() and len(player) < 19 else []
    else:
        called = people_called(desk, who)
        at = next(at for at, one in enumerate(desk.pots) if one.pot == pot)
        due = [one for one in called if one.parts[at].open or not one.parts[at].joined]
        ids = [one.player_id for one in (due if len(called) > 1 and due else called)]
    found = Player.objects.filter(club=event.club_id).in_bulk(ids)
    if not found:
        raise EventViolation("nobody-called", "This person is not on the club's list.")
    return [found[pk] for pk in ids if pk in found]


def _tell(request: HttpRequest, made: list[CashFact], people: list[Player]) -> None:
    if not made:
        messages.success(request, "Taken already; nothing was taken twice.")
        return
    total = money(sum(one.amount for one in made), made[0].pot.currency)
    whom = str(people[0]) if len(people) == 1 else f"{len(people)} people"
    messages.success(request, f"{total} from {whom} for {made[0].pot.name}.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cash_pots(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The pots: add one, begin like last time, or drop one (`do` is add, copy or drop)."""
    found = cash_event(request, club, event)
    if request.method != "POST":
        return _pots_page(request, found, None)
    do, actor = request.POST.get("do"), Actor.of(request)
    form = None
    try:
        if do == "copy":
            copy_pots(event=found, actor=actor)
            messages.success(request, "The pots are those of last time.")
            return redirect(address_of(found, "tournaments:cash"))
        if do == "drop":
            return _dropped(request, found, actor)
        form = _pot_form(found, request)
        if form.is_valid():
            pot = add_pot(
                event=found, new=form.new_pot(), actor=actor, currency=form.cleaned_data.get("currency", "")
            )
            messages.success(request, f"{pot.name} is there.")
            return redirect(address_of(found, "tournaments:cash_pots"))
    except EventViolation as refused:
        return _pots_page(request, found, form, refused.sentence)
    return _pots_page(request, found, form)


def _dropped(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    number, form = request.POST.get("pot", ""), ReasonForm(request.POST)
    pot = next((one for one in pots_of(event) if str(one.number) == number), None)
    if pot is None:
        raise Http404
    if not form.is_valid():
        raise EventViolation("reason-missing", "Say in a few words why the pot goes.")
    pot.event = event
    drop_pot(pot=pot, reason=form.cleaned_data["reason"], actor=actor)
    messages.success(request, f"{pot.name} is dropped.")
    return redirect(address_of(event, "tournaments:cash_pots"))


def _pot_form(event: Event, request: HttpRequest | None = None) -> PotForm:
    there = pots_of(event)
    currency = there[0].currency if there else event.club.currency
    return PotForm(request.POST if request else None, currency=currency, first=not there)


def _pots_page(request: HttpRequest, event: Event, form: PotForm | None, fault: str = "") -> HttpResponse:
    desk = cash_of(event)
    context = {
        "cash": desk,
        "form": form or _pot_form(event),
        "earlier": None if desk.pots else earlier_pots(event),
        "prize_list": list_in_force(event),
        "fault": fault,
        **desk_context(event, "cash"),
    }
    status = 422 if fault or (form is not None and form.errors) else 200
    return render(request, "tournaments/cash/pots.html", context, status=status)
