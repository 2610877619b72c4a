"""The seasons of a club, and who is registered for each with what they paid."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.money import money
from tournaments.forms_secretary import FeeForm, RegisterForm, RegistrationForm
from tournaments.models import Registration, Season
from tournaments.selectors.registrations import (
    not_registered,
    payments_of,
    registration_of,
    season_fees,
    seasons_listed,
)
from tournaments.services.registrations import (
    change_registration,
    drop_registration,
    register_people,
    take_season_fee,
)
from tournaments.views.doors import cash_season, club_context, directed_club, season_address


@login_required
@require_safe
def seasons(request: HttpRequest, club: str) -> HttpResponse:
    """The club's seasons, with the ways to their desks."""
    found = directed_club(request, club)
    context = {"lines": seasons_listed(found), **club_context(found, "seasons")}
    return render(request, "tournaments/club/seasons.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def registrations(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Who is registered, paid and owes; a form registers more people."""
    found = cash_season(request, club, season)
    fees = season_fees(found)
    typed = request.POST if request.method == "POST" else None
    form = RegisterForm(not_registered(found), fees.currency, typed, day=timezone.localdate())
    if form.is_valid():
        clean = form.cleaned_data
        try:
            made = register_people(
                season=found,
                people=clean["who"],
                fee=clean["fee"] or 0,
                day=clean["day"],
                actor=Actor.of(request),
            )
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"{len(made)} registered.")
            return redirect(season_address(found, "registrations"))
    context = {"form": form, "fees": fees, "season": found, **club_context(found.club, "seasons")}
    status = 422 if form.errors else 200
    return render(request, "tournaments/club/registrations.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def registration(request: HttpRequest, club: str, season: str, registration: int) -> HttpResponse:
    """One person's registration: money taken or given back, and all that was."""
    found = cash_season(request, club, season)
    one = _registration(found, registration)
    form = FeeForm(one, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = take_season_fee(
                id=form.cleaned_data["id"],
                registration=one,
                amount=form.signed,
                reason=form.cleaned_data["reason"],
                actor=Actor.of(request),
            )
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            said = money(abs(made.amount), one.currency)
            verb = "given back to" if made.amount < 0 else "taken from"
            messages.success(request, f"{said} {verb} {one.player}.")
            return redirect(season_address(found, "registrations"))
    return _one(request, found, one, form)


@login_required
@require_POST
def registration_change(request: HttpRequest, club: str, season: str, registration: int) -> HttpResponse:
    """Another fee or note, or off the list."""
    found = cash_season(request, club, season)
    one = _registration(found, registration)
    actor = Actor.of(request)
    if request.POST.get("change") == "drop":
        return _done(
            request,
            found,
            one,
            lambda: drop_registration(registration=one, actor=actor),
            f"{one.player} is off the list.",
        )
    terms = RegistrationForm(one, "", request.POST)
    if not terms.is_valid():
        return _one(request, found, one, FeeForm(one), terms)
    clean = terms.cleaned_data
    return _done(
        request,
        found,
        one,
        lambda: change_registration(registration=one, fee=clean["fee"], note=clean["note"], actor=actor),
        f"{one.player} owes {money(clean['fee'], one.currency)} in all.",
    )


def _done(
    request: HttpRequest, season: Season, one: Registration, action: Callable[[], None], said: str
) -> HttpResponse:
    try:
        action()
    except EventViolation as refused:
        form = FeeForm(one)
        return _one(request, season, one, form, fault=refused.sentence)
    messages.success(request, said)
    return redirect(season_address(season, "registrations"))


def _registration(season: Season, registration: int) -> Registration:
    one = registration_of(season, registration)
    if one is None:
        raise Http404
    return one


def _one(
    request: HttpRequest,
    season: Season,
    one: Registration,
    form: FeeForm,
    terms: RegistrationForm | None = None,
    fault: str = "",
) -> HttpResponse:
    payments = payments_of(one)
    shown = money(one.fee, one.currency)
    context = {
        "one": one,
        "form": form,
        "terms": terms or RegistrationForm(one, shown),
        "fault": fault,
        "payments": payments,
        "owed": one.fee - sum(payment.amount for payment in payments),
        "season": season,
        **club_context(season.club, "seasons"),
    }
    status = 422 if fault or form.errors or (terms is not None and terms.errors) else 200
    return render(request, "tournaments/club/registration.html", context, status=status)
