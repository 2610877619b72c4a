"""What anybody may look at of a league: seasons, divisions, teams, matches, and their calendars."""

from collections.abc import Iterable

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.actors import Actor
from tournaments.engine.league_table import LEAGUE_MEASURES
from tournaments.models import Division, Fixture, Season, Team
from tournaments.permissions import can_captain, can_direct, can_enter_card
from tournaments.selectors.leagues import division_at, halves_of, table_of, tables_of
from tournaments.selectors.leagues_calendar import calendar_of
from tournaments.selectors.leagues_cards import card_shown
from tournaments.selectors.leagues_fixtures import current_week, fixture_at, fixtures_with, near_of, weeks_of
from tournaments.selectors.leagues_people import team_at, team_page
from tournaments.views.doors import season_address, season_crumbs, seen_season


@require_safe
def season(request: HttpRequest, club: str, season: str) -> HttpResponse:
    """A season: every division's table with each place explained, and the matches of the week."""
    found = seen_season(request, club, season)
    near = near_of(found, timezone.localdate())
    context = {
        "tables": [(table, near.get(table.division.pk)) for table in tables_of(found)],
        "crumbs": season_crumbs(found)[:-1],
        **_shared(request, found),
    }
    return render(request, "tournaments/league/season.html", context)


@require_safe
def division(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """A division: its table, how places are parted, every week with its byes, and who won the halves."""
    found = seen_season(request, club, season)
    one = division_at(found, division)
    if one is None:
        raise Http404
    table, weeks = table_of(one), weeks_of(one)
    context = {
        "division": one,
        "table": table,
        "weeks": weeks,
        "current": current_week(weeks, timezone.localdate()),
        "halves": halves_of(table, table.weeks) if table.policy.halves and table.matches else None,
        "chain": [LEAGUE_MEASURES[code] for code in table.policy.chain],
        "feed": _feed(request, season_address(found, "division_calendar", division=one.pk)),
        "crumbs": season_crumbs(found),
        **_shared(request, found),
    }
    return render(request, "tournaments/league/division.html", context)


@require_safe
def team(request: HttpRequest, club: str, season: str, team: int) -> HttpResponse:
    """A team: its matches, its squad, and what each person did."""
    found = seen_season(request, club, season)
    one = _team(found, team)
    context = {
        "page": team_page(one),
        "team": one,
        "captains": can_captain(Actor.of(request), one),
        "feed": _feed(request, season_address(found, "team_calendar", team=one.pk)),
        "crumbs": _division_crumbs(one.division),
        **_shared(request, found),
    }
    return render(request, "tournaments/league/team.html", context)


@require_safe
def fixture(request: HttpRequest, club: str, season: str, fixture: int) -> HttpResponse:
    """A match and its card, with what this reader may do about it."""
    found = seen_season(request, club, season)
    one = fixture_at(found, fixture)
    if one is None:
        raise Http404
    actor = Actor.of(request)
    sides = [
        side for side, team in (("home", one.home), ("visitor", one.visitor)) if can_captain(actor, team)
    ]
    context = {
        "fixture": one,
        "card": card_shown(one),
        "kept": getattr(one, "card", None),
        "sides": sides,
        "said": _said(one),
        "enters": can_enter_card(actor, one),
        "open": one.state in {Fixture.State.DUE, Fixture.State.POSTPONED},
        "crumbs": _division_crumbs(one.division),
        **_shared(request, found),
    }
    return render(request, "tournaments/league/fixture.html", context)


def _said(fixture: Fixture) -> list[tuple[str, str, bool, str]]:
    """Each side with its team's name, whether it has signed, and what it disputes."""
    card = getattr(fixture, "card", None)
    return [
        (
            side,
            team.name,
            bool(card is not None and getattr(card, f"{side}_signed_by")),
            getattr(card, f"{side}_disputed") if card is not None else "",
        )
        for side, team in (("home", fixture.home), ("visitor", fixture.visitor))
    ]


@require_safe
def division_calendar(request: HttpRequest, club: str, season: str, division: int) -> HttpResponse:
    """A division's matches as an iCalendar."""
    found = seen_season(request, club, season)
    one = division_at(found, division)
    if one is None:
        raise Http404
    return _calendar(request, found, f"{one.name}, {found.name}", fixtures_with(Q(division=one)))


@require_safe
def team_calendar(request: HttpRequest, club: str, season: str, team: int) -> HttpResponse:
    """A team's matches as an iCalendar."""
    found = seen_season(request, club, season)
    one = _team(found, team)
    return _calendar(request, found, f"{one.name}, {found.name}", fixtures_with(Q(home=one) | Q(visitor=one)))


def _calendar(request: HttpRequest, season: Season, name: str, fixtures: Iterable[Fixture]) -> HttpResponse:
    address = request.build_absolute_uri(season_address(season, "season") + "fixtures/")
    response = HttpResponse(calendar_of(name, season, fixtures, address), content_type="text/calendar")
    response.headers["Content-Disposition"] = 'inline; filename="fixtures.ics"'
    response.headers["Cache-Control"] = "no-cache"
    return response


def _team(season: Season, team: int) -> Team:
    found = team_at(season, team)
    if found is None:
        raise Http404
    return found


def _feed(request: HttpRequest, address: str) -> str:
    """The address that calendars subscribe to."""
    return f"webcal://{request.get_host()}{address}"


def _division_crumbs(division: Division) -> list[tuple[str, str]]:
    address = season_address(division.season, "division", division=division.pk)
    return [*season_crumbs(division.season), (division.name, address)]


def _shared(request: HttpRequest, season: Season) -> dict[str, object]:
    actor = Actor.of(request)
    return {
        "season": season,
        "club": season.club,
        "mine": actor.player_ids,
        "directs": can_direct(actor, season.club),
    }
