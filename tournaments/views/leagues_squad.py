"""A team's squad: pasted names are looked at first; its captains and directors register and release."""

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_league_names import NamesChecked, NamesForm, check_names
from tournaments.forms_leagues import DayForm
from tournaments.models import SquadMember, Team
from tournaments.permissions import can_captain, can_direct
from tournaments.selectors.leagues_people import team_at
from tournaments.services.leagues_squads import (
    name_captain,
    register_players,
    release_player,
)
from tournaments.views.doors import season_address, season_crumbs, seen_season


def _team(request: HttpRequest, club: str, season: str, team: int) -> Team:
    """The team at an address, for somebody who may speak for it."""
    one = team_at(seen_season(request, club, season), team)
    if one is None:
        raise Http404
    if not can_captain(Actor.of(request), one):
        raise PermissionDenied
    return one


@login_required
@require_safe
def squad(request: HttpRequest, club: str, season: str, team: int) -> HttpResponse:
    """Who is registered, and the field to register more."""
    return _page(request, _team(request, club, season, team), NamesForm())


def _page(request: HttpRequest, team: Team, form: NamesForm, fault: str = "") -> HttpResponse:
    season = team.division.season
    context = {
        "form": form,
        "fault": fault,
        "members": list(team.squad.filter(left_on=None).select_related("player")),
        "left": list(team.squad.exclude(left_on=None).select_related("player")),
        "directs": can_direct(Actor.of(request), season.club),
        **_context(team),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/league/squad.html", context, status=status)


def _context(team: Team) -> dict[str, object]:
    season = team.division.season
    return {
        "team": team,
        "season": season,
        "club": season.club,
        "crumbs": [*season_crumbs(season), (team.name, season_address(season, "team", team=team.pk))],
    }


@login_required
@require_POST
def squad_check(request: HttpRequest, club: str, season: str, team: int) -> HttpResponse:
    """How the pasted names were read. Nobody is registered yet."""
    one = _team(request, club, season, team)
    form = NamesForm(request.POST)
    if not form.is_valid():
        return _page(request, one, form)
    text = form.cleaned_data["text"]
    return _check_page(request, one, text, check_names(one.division.season.club, text))


@login_required
@require_POST
def squad_enter(request: HttpRequest, club: str, season: str, team: int) -> HttpResponse:
    """Register everybody of the checked page, or nobody: from today, but not before the season begins.

    A director may give another day, for a squad that was named on paper.
    """
    one = _team(request, club, season, team)
    form = NamesForm(request.POST)
    if not form.is_valid():
        return _page(request, one, form)
    text = form.cleaned_data["text"]
    check = check_names(one.division.season.club, text, request.POST)
    if check.fault:
        return _check_page(request, one, text, check, check.fault)
    try:
        register_players(team=one, entrants=check.coming, day=_day(request, one))
    except EventViolation as refused:
        return _check_page(request, one, text, check, refused.sentence)
    messages.success(request, f"{len(check.coming)} registered with {one.name}.")
    return redirect(season_address(one.division.season, "squad", team=one.pk))


def _day(request: HttpRequest, team: Team) -> date:
    """From which day people are registered."""
    typed = DayForm(request.POST)
    if can_direct(Actor.of(request), team.division.season.club) and typed.is_valid():
        return date.fromisoformat(str(typed.cleaned_data["day"]))
    return max(timezone.localdate(), team.division.season.starts_on)


def _check_page(
    request: HttpRequest, team: Team, text: str, check: NamesChecked, fault: str = ""
) -> HttpResponse:
    season = team.division.season
    context = {
        "text": text,
        "check": check,
        "fault": fault,
        "word": "Register all of these",
        "day": _day(request, team) if can_direct(Actor.of(request), season.club) else None,
        "check_at": season_address(season, "squad_check", team=team.pk),
        "enter_at": season_address(season, "squad_enter", team=team.pk),
        "back_to": season_address(season, "squad", team=team.pk),
        **_context(team),
    }
    return render(request, "tournaments/league/names_check.html", context, status=422 if fault else 200)


@login_required
@require_POST
def squad_member(request: HttpRequest, club: str, season: str, team: int, member: int) -> HttpResponse:
    """Make somebody a captain, or no captain, or let them leave. Captains are named by directors."""
    one = _team(request, club, season, team)
    found = SquadMember.objects.filter(team=one, pk=member).select_related("player").first()
    if found is None:
        raise Http404
    found.team = one
    change = request.POST.get("change", "")
    try:
        if change == "leave":
            release_player(member=found, day=timezone.localdate())
        elif change in {"captain", "no-captain"}:
            if not can_direct(Actor.of(request), one.division.season.club):
                raise PermissionDenied
            name_captain(member=found, captain=change == "captain")
        else:
            return _page(request, one, NamesForm(), "Say what is to change.")
    except EventViolation as refused:
        return _page(request, one, NamesForm(), refused.sentence)
    messages.success(request, f"{found.player} is changed.")
    return redirect(season_address(one.division.season, "squad", team=one.pk))
