"""The secretary's pages of a division: its teams and terms, points taken off, deciders."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.forms_league_terms import DivisionForm
from tournaments.forms_leagues import (
    DeciderForm,
    PointsForm,
    TeamForm,
    TeamsForm,
    written_days,
)
from tournaments.models import Deduction, Division, Season, Team
from tournaments.selectors.leagues import division_at, halves_of, table_of
from tournaments.selectors.leagues_people import squads_of, team_at
from tournaments.services import leagues
from tournaments.services.fixtures import add_decider
from tournaments.services.leagues import DivisionTerms
from tournaments.views.doors import directed_season, season_address, season_crumbs


def _division(request: HttpRequest, club: str, season: str, division: int) -> Division:
    found = directed_season(request, club, season)
    one = division_at(found, division)
    if one is None:
        raise Http404
    return one


def _context(season: Season, division: Division, here: str) -> dict[str, object]:
    address = season_address(season, "division", division=division.pk)
    return {
        "season": season,
        "club": season.club,
        "division": division,
        "here": here,
        "crumbs": [*season_crumbs(season), (division.name, address)],
    }


@login_required
@require_safe
def division_desk(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """The division's teams, its points taken off, and the ways to add to them."""
    return _page(request, _division(request, club, season, division))


def _page(
    request: HttpRequest,
    division: Division,
    *,
    teams: TeamsForm | None = None,
    points: PointsForm | None = None,
    decider: DeciderForm | None = None,
    fault: str = "",
) -> HttpResponse:
    entered = list(division.teams.select_related("venue"))
    squads = squads_of(division.season)
    table = table_of(division)
    winners = halves_of(table, table.weeks).winners if table.policy.halves and table.matches else []
    context = {
        "teams": [(team, len(squads.get(team.pk, ()))) for team in entered],
        "drawn": division.fixtures.exists(),
        "deductions": list(division.deductions.select_related("team")),
        "teams_form": teams or TeamsForm(),
        "points_form": points or PointsForm(entered),
        "decider_form": decider or DeciderForm(entered, first=winners),
        "winners": winners,
        "fault": fault,
        **_context(division.season, division, "teams"),
    }
    wrong = fault or any(form is not None and form.errors for form in (teams, points, decider))
    return render(request, "tournaments/league/division_desk.html", context, status=422 if wrong else 200)


@login_required
@require_POST
def teams_add(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """Enter every team of the pasted list, or none."""
    one = _division(request, club, season, division)
    form = TeamsForm(request.POST)
    if form.is_valid():
        try:
            made = leagues.add_teams(division=one, text=form.cleaned_data["text"])
        except EventViolation as refused:
            form.add_error("text", refused.sentence)
        else:
            messages.success(
                request, "One team is entered." if len(made) == 1 else f"{len(made)} teams are entered."
            )
            return redirect(season_address(one.season, "division_desk", division=one.pk))
    return _page(request, one, teams=form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def division_terms(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """The division's terms, to be changed until a match is played."""
    one = _division(request, club, season, division)
    before = DivisionTerms.of(one)
    form = DivisionForm(request.POST if request.method == "POST" else None, before=before, name=one.name)
    if form.is_valid():
        try:
            leagues.amend_division(division=one, terms=form.terms())
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"The terms of {one.name} are changed.")
            return redirect(season_address(one.season, "division_terms", division=one.pk))
    context = {"form": form, **_context(one.season, one, "terms")}
    status = 422 if form.errors else 200
    return render(request, "tournaments/league/division_terms.html", context, status=status)


@login_required
@require_POST
def points_off(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """Take points off a team, with a reason."""
    one = _division(request, club, season, division)
    teams = list(one.teams.all())
    form = PointsForm(teams, request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        team = next(team for team in teams if str(team.pk) == typed["team"])
        team.division = one
        try:
            leagues.deduct_points(
                team=team, points=typed["points"], reason=typed["reason"], actor=Actor.of(request)
            )
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"{team.name}: {typed['points']} off. The table says why.")
            return redirect(season_address(one.season, "division_desk", division=one.pk))
    return _page(request, one, points=form)


@login_required
@require_POST
def points_back(request: HttpRequest, club: str, season: str, division: int, deduction: int) -> HttpResponse:
    """Give back what was taken off in error."""
    one = _division(request, club, season, division)
    found = Deduction.objects.filter(division=one, pk=deduction).select_related("team").first()
    if found is None:
        raise Http404
    leagues.remove_deduction(deduction=found)
    messages.success(request, f"{found.team.name} has the points back.")
    return redirect(season_address(one.season, "division_desk", division=one.pk))


@login_required
@require_POST
def decider_add(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """A play-off, or the meeting of the half-season winners."""
    one = _division(request, club, season, division)
    teams = {str(team.pk): team for team in one.teams.all()}
    form = DeciderForm(list(teams.values()), request.POST)
    if form.is_valid():
        typed = form.cleaned_data
        try:
            made = add_decider(
                division=one,
                kind=typed["kind"],
                day=typed["day"],
                home=teams[typed["home"]],
                visitor=teams[typed["visitor"]],
            )
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"{made} is on the list of matches.")
            return redirect(season_address(one.season, "fixture", fixture=made.pk))
    return _page(request, one, decider=form)


def _team(request: HttpRequest, club: str, season: str, team: int) -> Team:
    one = team_at(directed_season(request, club, season), team)
    if one is None:
        raise Http404
    return one


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team_change(request: HttpRequest, club: str, season: str, team: int) -> HttpResponse:
    """A team's name, house and nights off."""
    one = _team(request, club, season, team)
    return _team_page(request, one, _team_form(one, request.POST if request.method == "POST" else None))


def _team_form(team: Team, typed: object = None) -> TeamForm:
    first = {
        "name": team.name,
        "venue": team.venue.name,
        "nights_off": written_days(team.nights_off),
        "closed": written_days(team.closed),
    }
    return TeamForm(typed, initial=first)  # type: ignore[arg-type]


def _team_page(request: HttpRequest, team: Team, form: TeamForm, fault: str = "") -> HttpResponse:
    if form.is_valid():
        try:
            leagues.change_team(team=team, **form.cleaned_data)
        except EventViolation as refused:
            form.add_error("name", refused.sentence)
        else:
            messages.success(request, f"{form.cleaned_data['name']} is changed.")
            return redirect(season_address(team.division.season, "division_desk", division=team.division_id))
    context = {
        "form": form,
        "fault": fault,
        "team": team,
        "drawn": team.division.fixtures.exists(),
        **_context(team.division.season, team.division, "teams"),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/league/team_change.html", context, status=status)


@login_required
@require_POST
def team_withdraw(request: HttpRequest, club: str, season: str, team: int) -> HttpResponse:
    """Take a team off the list before the fixtures are made; afterwards it withdraws."""
    one = _team(request, club, season, team)
    name, division = one.name, one.division_id
    try:
        if one.division.fixtures.exists():
            removed = request.POST.get("results") == "removed"
            gone = leagues.withdraw_team(team=one, day=timezone.localdate(), removed=removed)
            told = f"{name} has withdrawn; {gone} matches are off."
        else:
            leagues.remove_team(team=one)
            told = f"{name} is off the list."
    except EventViolation as refused:
        return _team_page(request, one, _team_form(one), refused.sentence)
    messages.success(request, told)
    return redirect(season_address(one.division.season, "division_desk", division=division))
