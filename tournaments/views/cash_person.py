"""One person at the cash desk: all that happened, another amount, money given back, a fact struck out."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_cash import FactForm, StrikeForm
from tournaments.models import CashFact, Event, Player, Pot
from tournaments.selectors.cash import cash_of, facts_of, list_in_force, person_of, pots_of
from tournaments.services.cash import NewFact, refund, set_owed, strike_out, take_fee
from tournaments.views.doors import address_of, cash_event, desk_context

Service = Callable[..., CashFact]
# What the button says → its service, what an empty amount means, whether the form asks for a reason.
DEEDS: dict[str, tuple[str, Service, str, bool]] = {
    "take": ("Take money", take_fee, "what is owed", False),
    "refund": ("Give money back", refund, "all of it", True),
    "owes": ("Change what is owed, or join a side pot", set_owed, "the pot's fee", False),
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cash_person(request: HttpRequest, club: str, event: str, player: int) -> HttpResponse:
    """Everything between a person and the pots. `do` is take, refund, owes or strike."""
    found = cash_event(request, club, event)
    who = _player(found, player)
    pots = pots_of(found)
    made = {name: _form(name, pots) for name in DEEDS}
    if request.method != "POST":
        return _page(request, found, who, made)
    do = request.POST.get("do", "")
    if do not in {*DEEDS, "strike"}:
        raise Http404
    form = StrikeForm(request.POST) if do == "strike" else _form(do, pots, request)
    fault = "" if do != "strike" else "Say why it is struck out."
    if form.is_valid():
        try:
            _do(do, form, found, who, pots, Actor.of(request))
        except EventViolation as refused:
            fault = refused.sentence
        else:
            messages.success(request, f"Written down for {who}.")
            return redirect(address_of(found, "tournaments:cash_person", {"player": who.pk}))
    if isinstance(form, FactForm):
        made[do] = form
    return _page(request, found, who, made, fault, do)


def _player(event: Event, key: int) -> Player:
    who = Player.objects.filter(club=event.club_id, pk=key).first() if key < 2**63 else None
    if who is None:
        raise Http404
    return who


def _form(name: str, pots: list[Pot], request: HttpRequest | None = None) -> FactForm:
    _, _, usual, needs_reason = DEEDS[name]
    return FactForm(request.POST if request else None, pots=pots, usual=usual, needs_reason=needs_reason)


def _do(do: str, form: forms.Form, event: Event, who: Player, pots: list[Pot], actor: Actor) -> None:
    clean = form.cleaned_data
    if do == "strike":
        facts = CashFact.objects.filter(pot__event=event, player=who, pk=clean["fact"])
        fact = facts.select_related("pot__event", "player").first()
        if fact is None:
            raise Http404
        strike_out(id=clean["form_id"], fact=fact, reason=clean["reason"], actor=actor)
        return
    pot = next(one for one in pots if one.number == clean["pot"])
    new = NewFact(id=clean["form_id"], pot=pot, player=who, amount=clean["amount"], reason=clean["reason"])
    DEEDS[do][1](new=new, actor=actor)


def _page(
    request: HttpRequest,
    event: Event,
    who: Player,
    made: dict[str, FactForm],
    fault: str = "",
    do: str = "",
) -> HttpResponse:
    facts = facts_of(event, who)
    context = {
        "player": who,
        "person": person_of(cash_of(event), who.pk),
        "facts": [(one.fact, one.who, StrikeForm(fact=str(one.fact.pk))) for one in facts],
        "deeds": [(name, DEEDS[name][0], form, name == do) for name, form in made.items()],
        "prize_list": list_in_force(event),
        "fault": fault,
        **desk_context(event, "cash"),
    }
    status = 422 if fault or any(form.errors for form in made.values()) else 200
    return render(request, "tournaments/cash/person.html", context, status=status)
