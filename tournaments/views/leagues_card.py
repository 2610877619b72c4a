"""A match's card: pairs named by each side, results entered by the home side, signed or disputed by both.

The director's part: another day, postponed, forfeited, late, a dispute decided.
"""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import Side
from tournaments.forms_league_cards import CardForm, PairsForm
from tournaments.forms_leagues import DayForm
from tournaments.models import Fixture, Team
from tournaments.permissions import can_captain, can_direct, can_enter_card
from tournaments.selectors.leagues_cards import card_shown
from tournaments.selectors.leagues_fixtures import fixture_at
from tournaments.selectors.leagues_people import choices_for
from tournaments.services import fixtures, leagues_cards
from tournaments.views.doors import season_address, season_crumbs, seen_season


def _fixture(request: HttpRequest, club: str, season: str, fixture: int) -> Fixture:
    one = fixture_at(seen_season(request, club, season), fixture)
    if one is None:
        raise Http404
    return one


def _side(request: HttpRequest, fixture: Fixture) -> tuple[Side, Team]:
    """The side named in the form or the address, for somebody who may speak for it."""
    named = request.POST.get("side") or request.GET.get("side") or "home"
    if named not in {"home", "visitor"}:
        raise Http404
    side = Side(named)
    team = fixture.home if side is Side.HOME else fixture.visitor
    if not can_captain(Actor.of(request), team):
        raise PermissionDenied
    return side, team


def _context(fixture: Fixture) -> dict[str, object]:
    season = fixture.division.season
    here = season_address(season, "fixture", fixture=fixture.pk)
    return {
        "fixture": fixture,
        "season": season,
        "club": season.club,
        "crumbs": [*season_crumbs(season), (str(fixture), here)],
    }


def _home(fixture: Fixture) -> str:
    return season_address(fixture.division.season, "fixture", fixture=fixture.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def fixture_pairs(request: HttpRequest, club: str, season: str, fixture: int) -> HttpResponse:
    """One side's pairs: `?side=home` or `visitor`. A card both have signed is the director's to change."""
    one = _fixture(request, club, season, fixture)
    side, team = _side(request, one)
    if (
        hasattr(one, "card")
        and one.card.signed
        and not can_direct(Actor.of(request), team.division.season.club)
    ):
        raise PermissionDenied
    shown = card_shown(one)
    mine = shown.home if side is Side.HOME else shown.visitor
    form = PairsForm(mine, choices_for(team, one.day), request.POST if request.method == "POST" else None)
    fault = ""
    if form.is_valid():
        try:
            leagues_cards.name_pairs(fixture=one, side=side, pairs=form.named("pair"), cup=form.named("cup"))
        except EventViolation as refused:
            fault = refused.sentence
        else:
            messages.success(request, f"The pairs of {team.name} are on the card.")
            return redirect(_home(one))
    context = {"form": form, "side": side, "team": team, "fault": fault, **_context(one)}
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/league/fixture_pairs.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def fixture_card(request: HttpRequest, club: str, season: str, fixture: int) -> HttpResponse:
    """The results, game by game."""
    one = _fixture(request, club, season, fixture)
    if not can_enter_card(Actor.of(request), one):
        raise PermissionDenied
    shown = card_shown(one)
    form = CardForm(shown.policy, shown, request.POST if request.method == "POST" else None)
    fault = ""
    if form.is_valid():
        try:
            leagues_cards.enter_card(fixture=one, results=form.results(), actor=Actor.of(request))
        except EventViolation as refused:
            fault = refused.sentence
        else:
            messages.success(request, "The card is in. Both sides sign it.")
            return redirect(_home(one))
    context = {"form": form, "policy": shown.policy, "fault": fault, **_context(one)}
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/league/fixture_card.html", context, status=status)


@login_required
@require_POST
def fixture_sign(request: HttpRequest, club: str, season: str, fixture: int) -> HttpResponse:
    """One side signs the card, or says what is wrong with it."""
    one = _fixture(request, club, season, fixture)
    side, team = _side(request, one)
    if request.POST.get("word") == "dispute":
        reason = request.POST.get("reason", "").replace("\x00", "")[:300]
        told = f"{team.name} disputes the card; the director decides."
        return _done(
            request,
            one,
            told,
            lambda: leagues_cards.dispute_card(fixture=one, side=side, reason=reason),
        )
    told = f"{team.name} has signed."
    return _done(
        request, one, told, lambda: leagues_cards.sign_card(fixture=one, side=side, actor=Actor.of(request))
    )


@login_required
@require_POST
def fixture_change(request: HttpRequest, club: str, season: str, fixture: int) -> HttpResponse:
    """The director's word on a match: `change` says which; `reason` and `day` go with it."""
    one = _fixture(request, club, season, fixture)
    if not can_direct(Actor.of(request), one.division.season.club):
        raise PermissionDenied
    reason = request.POST.get("reason", "").replace("\x00", "")[:300]
    absent = request.POST.get("absent", "")[:10]
    changes: dict[str, tuple[str, Callable[[], object]]] = {
        "postpone": (
            "The match is postponed.",
            lambda: fixtures.postpone_fixture(fixture=one, reason=reason),
        ),
        "forfeit": (
            "The match is forfeited.",
            lambda: fixtures.forfeit_fixture(fixture=one, absent=absent, reason=reason),
        ),
        "reopen": ("The match is as before.", lambda: fixtures.reopen_fixture(fixture=one)),
        "late": ("The card is marked late.", lambda: leagues_cards.mark_late(fixture=one, late=True)),
        "in-time": ("The card was in time.", lambda: leagues_cards.mark_late(fixture=one, late=False)),
        "decide": ("The dispute is decided.", lambda: leagues_cards.decide_dispute(fixture=one, word=reason)),
        "move": ("The match is moved; calendars follow.", lambda: _move(request, one)),
    }
    chosen = changes.get(request.POST.get("change", ""))
    if chosen is None:
        return _refused(request, one, "Say what is to change.")
    return _done(request, one, *chosen)


def _move(request: HttpRequest, fixture: Fixture) -> None:
    form = DayForm(request.POST)
    if not form.is_valid():
        raise EventViolation("day-missing", "Give the new day of the match.")
    fixtures.move_fixture(fixture=fixture, day=form.cleaned_data["day"])


def _done(request: HttpRequest, fixture: Fixture, told: str, change: Callable[[], Any]) -> HttpResponse:
    try:
        change()
    except EventViolation as refused:
        return _refused(request, fixture, refused.sentence)
    messages.success(request, told)
    return redirect(_home(fixture))


def _refused(request: HttpRequest, fixture: Fixture, fault: str) -> HttpResponse:
    context = {"fault": fault, "back_to": _home(fixture), **_context(fixture)}
    return render(request, "tournaments/league/refused.html", context, status=422)
