"""A division's fixtures: proposed by lot with a seed that is kept, looked at, accepted or discarded."""

from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.engine.errors import EventViolation
from tournaments.forms_leagues import NightsForm
from tournaments.models import Division
from tournaments.selectors.leagues import division_at
from tournaments.services.fixtures import (
    accept_fixtures,
    discard_fixtures,
    nights_between,
    propose_fixtures,
    undo_fixtures,
)
from tournaments.views.doors import directed_season, season_address, season_crumbs


@dataclass(frozen=True, slots=True)
class WeekProposed:
    """A week of a proposal: its day, who meets whom at whose house, and who has a bye."""

    number: int
    day: date
    matches: list[tuple[str, str]]
    byes: list[str]


def _division(request: HttpRequest, club: str, season: str, division: int) -> Division:
    one = division_at(directed_season(request, club, season), division)
    if one is None:
        raise Http404
    return one


@login_required
@require_safe
def fixtures_draw(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """The proposal as it stands, and the nights to draw on."""
    one = _division(request, club, season, division)
    return _page(request, one, NightsForm(initial={"first": one.season.starts_on}))


def _page(request: HttpRequest, division: Division, form: NightsForm, fault: str = "") -> HttpResponse:
    season = division.season
    teams = dict(division.teams.filter(withdrawn_on=None).values_list("pk", "name"))
    address = season_address(season, "division", division=division.pk)
    context = {
        "form": form,
        "fault": fault,
        "season": season,
        "club": season.club,
        "division": division,
        "teams": len(teams),
        "nights": int(division.policy["legs"]) * (len(teams) - 1 + len(teams) % 2),
        "made": division.fixtures.exists(),
        "proposal": division.proposal,
        "weeks": _weeks(division, teams),
        "here": "draw",
        "crumbs": [*season_crumbs(season), (division.name, address)],
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/league/fixtures_draw.html", context, status=status)


def _weeks(division: Division, names: dict[int, str]) -> list[WeekProposed]:
    weeks: dict[int, WeekProposed] = {}
    playing: dict[int, set[int]] = {}
    for number, day, home, visitor in division.proposal.get("fixtures", []):
        week = weeks.setdefault(number, WeekProposed(number, date.fromisoformat(day), [], []))
        week.matches.append((names.get(home, "?"), names.get(visitor, "?")))
        playing.setdefault(number, set()).update((home, visitor))
    for number, week in weeks.items():
        week.byes.extend(name for pk, name in names.items() if pk not in playing[number])
    return list(weeks.values())


@login_required
@require_POST
def fixtures_propose(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """Draw all fixtures on nights of the season, in place of an older proposal."""
    one = _division(request, club, season, division)
    form = NightsForm(request.POST)
    if not form.is_valid():
        return _page(request, one, form)
    typed = form.cleaned_data
    try:
        nights = nights_between(typed["first"], one.season.ends_on, typed["every"], typed["leave_out"])
        propose_fixtures(division=one, dates=nights, seed=typed["seed"] or None)
    except EventViolation as refused:
        return _page(request, one, form, refused.sentence)
    return redirect(season_address(one.season, "fixtures_draw", division=one.pk))


@login_required
@require_POST
def fixtures_discard(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """Take the proposal away."""
    one = _division(request, club, season, division)
    discard_fixtures(division=one)
    messages.success(request, "The proposal is discarded.")
    return redirect(season_address(one.season, "fixtures_draw", division=one.pk))


@login_required
@require_POST
def fixtures_accept(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """Make the proposal that was looked at binding."""
    one = _division(request, club, season, division)
    try:
        made = accept_fixtures(division=one, seed=request.POST.get("seed", "")[:40])
    except EventViolation as refused:
        form = NightsForm(initial={"first": one.season.starts_on})
        return _page(request, one, form, refused.sentence)
    messages.success(request, f"{len(made)} matches are on the list, and in the calendars.")
    return redirect(season_address(one.season, "division", division=one.pk))


@login_required
@require_POST
def fixtures_undo(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """Take accepted fixtures back while nothing was played."""
    one = _division(request, club, season, division)
    try:
        gone = undo_fixtures(division=one)
    except EventViolation as refused:
        form = NightsForm(initial={"first": one.season.starts_on})
        return _page(request, one, form, refused.sentence)
    messages.success(request, f"{gone} matches are off the list; draw them again.")
    return redirect(season_address(one.season, "fixtures_draw", division=one.pk))
