"""The secretary's desk of a season: its divisions, houses and state, and the season after it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.engine.errors import EventViolation
from tournaments.forms_league_terms import DivisionForm
from tournaments.forms_leagues import NextSeasonForm, SeasonForm
from tournaments.models import Season, Team, Venue
from tournaments.selectors.leagues import tables_of
from tournaments.services.leagues import add_division, change_season_state, change_venue, create_season
from tournaments.services.leagues_next import proposed_moves, start_next_season
from tournaments.views.doors import (
    club_crumbs,
    directed_club,
    directed_season,
    season_address,
    season_crumbs,
)

STATES = {"start": Season.State.RUNNING, "finish": Season.State.FINISHED, "reopen": Season.State.RUNNING}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: HttpRequest, club: str) -> HttpResponse:
    """A new season of the club."""
    found = directed_club(request, club)
    form = SeasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = create_season(club=found, **form.cleaned_data)
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"{made.name} is set up. Its divisions come next.")
            return redirect(season_address(made, "season_desk"))
    context = {"form": form, "club": found, "crumbs": club_crumbs(found)}
    return render(request, "tournaments/league/season_new.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def season_desk(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Every division with what is still to be done; a form adds another."""
    found = directed_season(request, club, season)
    form = DivisionForm(request.POST if request.method == "POST" else None, name=_next_name(found))
    if form.is_valid():
        try:
            made = add_division(season=found, name=form.cleaned_data["name"], terms=form.terms())
        except EventViolation as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, f"{made.name} is added. Enter its teams.")
            return redirect(season_address(found, "division_desk", division=made.pk))
    return _page(request, found, form)


def _next_name(season: Season) -> str:
    """What the next division will mostly be called."""
    return f"Division {season.divisions.count() + 1}"


def _page(request: HttpRequest, season: Season, form: DivisionForm, fault: str = "") -> HttpResponse:
    context = {
        "form": form,
        "fault": fault,
        "season": season,
        "club": season.club,
        "tables": tables_of(season),
        "venues": list(Venue.objects.filter(club=season.club)),
        "next": season.followed_by.first(),
        "here": "desk",
        "crumbs": season_crumbs(season),
    }
    status = 422 if fault or form.errors else 200
    return render(request, "tournaments/league/season_desk.html", context, status=status)


@login_required
@require_POST
def season_state(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """Start a season, finish it, or open it again."""
    found = directed_season(request, club, season)
    state = STATES.get(request.POST.get("change", ""))
    if state is None:
        return _page(
            request,
            found,
            DivisionForm(name=_next_name(found)),
            "Say whether the season starts or is finished.",
        )
    change_season_state(season=found, state=state)
    messages.success(request, f"{found.name}: {state.label}.")
    return redirect(season_address(found, "season_desk"))


@login_required
@require_POST
def venue_room(request: HttpRequest, club: str, season: str, venue: int) -> HttpResponse:
    """How many matches a house holds at once."""
    found = directed_season(request, club, season)
    one = Venue.objects.filter(club=found.club, pk=venue).first()
    if one is None:
        raise Http404
    room = request.POST.get("room", "")
    try:
        change_venue(
            venue=one, room=int(room) if room.isascii() and room.isdecimal() and len(room) < 4 else 0
        )
    except EventViolation as refused:
        return _page(request, found, DivisionForm(name=_next_name(found)), refused.sentence)
    messages.success(request, f"{one.name} has room for {room}.")
    return redirect(season_address(found, "season_desk"))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def season_next(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """The season after this one: who goes up and down by the tables, for the director to decide."""
    found = directed_season(request, club, season)
    try:
        moves = proposed_moves(found)
    except EventViolation as refused:
        return _page(request, found, DivisionForm(name=_next_name(found)), refused.sentence)
    teams = {team.pk: team for team in Team.objects.filter(division__season=found, withdrawn_on=None)}
    form = NextSeasonForm(
        [teams[move.team] for move in moves.moves],
        list(found.divisions.values_list("pk", "name")),
        {move.team: move.division for move in moves.moves},
        request.POST if request.method == "POST" else None,
    )
    if form.is_valid() and (made := _started(form, found)) is not None:
        messages.success(request, f"{made.name} is set up with its teams. Draw its fixtures next.")
        return redirect(season_address(made, "season_desk"))
    context = {
        "form": form,
        "moves": list(zip(moves.moves, form.team_fields, strict=True)),
        "doubts": moves.doubts,
        "season": found,
        "club": found.club,
        "here": "next",
        "crumbs": season_crumbs(found),
    }
    return render(request, "tournaments/league/season_next.html", context, status=422 if form.errors else 200)


def _started(form: NextSeasonForm, season: Season) -> Season | None:
    typed = form.cleaned_data
    try:
        return start_next_season(
            season=season,
            name=typed["name"],
            starts_on=typed["starts_on"],
            ends_on=typed["ends_on"],
            places=form.places(),
            squads=typed["squads"],
        )
    except EventViolation as refused:
        form.add_error(None, refused.sentence)
        return None
