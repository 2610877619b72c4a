"""Prizes: planned pot by pot, proposed from the standings, accepted, handed over, published."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.prizes_rules import PLANS, WAYS, PotRules
from tournaments.forms_prizes import PlanForm
from tournaments.models import Event, Payout, Pot, PrizeList
from tournaments.permissions import can_see_event
from tournaments.selectors.cash import list_in_force, pots_of
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.events import event_at, policy_of
from tournaments.selectors.prize_lists import changes_since, envelopes_of, list_shown, lists_withdrawn
from tournaments.selectors.prizes import plan_of, proposal_of
from tournaments.services.prize_plans import plan_prizes
from tournaments.services.prizes import accept_prizes, hand_over, publish_prizes, take_back, withdraw_prizes
from tournaments.services.standings import publish_standings
from tournaments.views.doors import address_of, cash_event, desk_context, event_crumbs


@login_required
@require_safe
def prizes(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The proposal, or the list that was accepted. `?absent=` names entries that are not there."""
    return _page(request, cash_event(request, club, event))


def _page(request: HttpRequest, event: Event, fault: str = "") -> HttpResponse:
    publish_standings(event_id=event.pk)
    event = event_at(event.club.slug, event.slug) or event
    entries = entries_listed(event)
    absent = _absent(request, {entry.pk for entry in entries})
    shown = list_shown(event)
    try:
        proposal = proposal_of(event, absent)
    except EventViolation as refused:
        proposal, fault = None, fault or refused.sentence
    context = {
        "shown": shown,
        "proposal": proposal,
        "changes": changes_since(shown, proposal) if shown and proposal else [],
        "present_matters": bool(proposal and any(pot.rules and pot.rules.present for pot in proposal.pots)),
        "entries": entries,
        "absent": absent,
        "withdrawn": lists_withdrawn(event),
        "fault": fault,
        **desk_context(event, "prizes"),
    }
    return render(request, "tournaments/prizes/desk.html", context, status=422 if fault else 200)


def _absent(request: HttpRequest, entries: set[int]) -> set[int]:
    """The entries ticked as not there, in the address or in the form; anything else is left aside."""
    typed = request.POST if request.method == "POST" else request.GET
    return {pk for pk in entries if str(pk) in set(typed.getlist("absent"))}


@login_required
@require_POST
def prizes_accept(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """Accept the proposal that was looked at."""
    found = cash_event(request, club, event)
    absent = _absent(request, {entry.pk for entry in entries_listed(found)})
    try:
        accept_prizes(event=found, seal=request.POST.get("seal", ""), absent=absent, actor=Actor.of(request))
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    messages.success(request, "The prize list is accepted.")
    return redirect(address_of(found, "tournaments:prizes"))


@login_required
@require_POST
def prizes_change(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """What happens to the list in force: `do` is publish, unpublish, withdraw, hand, hand-all or back."""
    found = cash_event(request, club, event)
    prize_list = list_in_force(found)
    do = request.POST.get("do", "")
    if prize_list is None or do not in TOLD:
        raise Http404
    try:
        _change(do, request, prize_list)
    except EventViolation as refused:
        return _page(request, found, refused.sentence)
    messages.success(request, TOLD[do])
    return redirect(address_of(found, "tournaments:prizes"))


TOLD = {
    "publish": "The prize list is published.",
    "unpublish": "The prize list is off the public pages.",
    "withdraw": "The prize list is withdrawn. Money and plan can be changed again.",
    "hand": "Handed over.",
    "hand-all": "Everything is handed over.",
    "back": "It came back; it waits to be handed over.",
}


def _change(do: str, request: HttpRequest, prize_list: PrizeList) -> None:
    actor, reason = Actor.of(request), request.POST.get("reason", "")[:200].replace("\x00", "")
    if do in {"publish", "unpublish"}:
        publish_prizes(prize_list=prize_list, published=do == "publish")
    elif do == "withdraw":
        withdraw_prizes(prize_list=prize_list, reason=reason, actor=actor)
    elif do == "back":
        take_back(payout=_payout(request, prize_list), reason=reason, actor=actor)
    elif do == "hand":
        hand_over(prize_list=prize_list, payout_ids=[_payout(request, prize_list).pk], actor=actor)
    else:
        every = Payout.objects.filter(share__prize_list=prize_list).values_list("pk", flat=True)
        hand_over(prize_list=prize_list, payout_ids=list(every), actor=actor)


def _payout(request: HttpRequest, prize_list: PrizeList) -> Payout:
    wanted = request.POST.get("payout", "")
    payouts = Payout.objects.filter(share__prize_list=prize_list).select_related("share__prize_list__event")
    found = next((one for one in payouts if str(one.pk) == wanted), None)
    if found is None:
        raise Http404
    return found


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def prize_plan(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """How one pot is shared (`?pot=`), begun from its plan, from a usual one (`?like=`), or anew."""
    found = cash_event(request, club, event)
    pots = pots_of(found)
    wanted = request.GET.get("pot", "")
    pot = next((one for one in pots if str(one.number) == wanted), pots[0] if pots else None)
    if pot is None:
        messages.error(request, "There is no pot yet.")
        return redirect(address_of(found, "tournaments:cash_pots"))
    planned = plan_of(policy_of(found))
    form = _plan_form(request, found, pot, planned.get(pot.number))
    fault = ""
    if request.method == "POST" and "more" not in request.POST and form.is_valid():
        fault = _plan(form, pot, Actor.of(request))
        if not fault:
            messages.success(request, f"{pot.name} has its plan.")
            return redirect(address_of(found, "tournaments:prizes"))
    return _plan_page(request, found, pots, pot, form, pot.number in planned, fault)


def _plan_form(request: HttpRequest, event: Event, pot: Pot, planned: PotRules | None) -> PlanForm:
    like = PLANS.get(request.GET.get("like", ""))
    kinds = {str(category) for entry in entries_listed(event) for category in entry.categories}
    typed = request.POST if request.method == "POST" else None
    return PlanForm(typed, pot=pot, before=like[1] if like else planned, categories=kinds)


def _plan(form: PlanForm, pot: Pot, actor: Actor) -> str:
    """Keep the plan; what the service refuses, or nothing."""
    clean = form.cleaned_data
    try:
        plan_prizes(pot=pot, rules=clean["rules"], reason=clean["reason"], actor=actor)
    except EventViolation as refused:
        return refused.sentence
    return ""


def _plan_page(
    request: HttpRequest, event: Event, pots: list[Pot], pot: Pot, form: PlanForm, planned: bool, fault: str
) -> HttpResponse:
    more = "more" in request.POST
    context = {
        "form": form,
        "more": more,
        "pot": pot,
        "pots": pots,
        "needs_reason": planned and event.state != Event.State.SETUP,
        "plans": [(code, name) for code, (name, _) in PLANS.items()],
        "ways": list(WAYS.values()),
        "fault": fault,
        **desk_context(event, "prizes"),
    }
    wrong = request.method == "POST" and not more and (fault or form.errors)
    return render(request, "tournaments/prizes/plan.html", context, status=422 if wrong else 200)


@login_required
@require_safe
def envelopes(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """One envelope for each who gets something: to print, to fill, to tick off."""
    found = cash_event(request, club, event)
    shown = list_shown(found)
    context = {
        "shown": shown,
        "envelopes": envelopes_of(shown) if shown else [],
        **desk_context(found, "prizes"),
    }
    return render(request, "tournaments/prizes/envelopes.html", context)


@require_safe
def prize_list(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The published list, for whoever may see the event."""
    found = event_at(club, event)
    if found is None or not can_see_event(Actor.of(request), found):
        raise Http404
    context = {
        "event": found,
        "club": found.club,
        "shown": list_shown(found, published=True),
        "crumbs": event_crumbs(found),
    }
    return render(request, "tournaments/prizes/list.html", context)
