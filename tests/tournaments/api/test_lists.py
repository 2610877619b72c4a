"""Lists cost the same however long they are, and show what is there."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournaments.engine.league_policies import LEAGUE_POLICIES
from tournaments.models import Club
from tournaments.services.fixtures import accept_fixtures, nights_between, propose_fixtures
from tournaments.services.leagues import DivisionTerms, add_division, add_teams, create_season

pytestmark = pytest.mark.django_db


def club_of(name: str, players: int, teams: int) -> tuple[Club, list[str]]:
    """A club with a night and a league, and the addresses of its lists."""
    club = factories.make_club(name)
    factories.make_account(f"director of {name}", club, "director")
    event = factories.make_night(club, players=players)
    season = create_season(club=club, name="2026", starts_on=date(2026, 9, 1), ends_on=date(2027, 8, 31))
    terms = DivisionTerms(league=LEAGUE_POLICIES["st-austell"])
    division = add_division(season=season, name="First", terms=terms)
    add_teams(division=division, text="\n".join(f"Team {n}" for n in range(teams)))
    nights = nights_between(date(2026, 9, 1), date(2027, 8, 31), 7)
    drawn = propose_fixtures(division=division, dates=nights, seed="7")
    accept_fixtures(division=division, seed=drawn.proposal["seed"])
    parts = [f"events/{event.pk}/{one}" for one in ("entries", "matches", "rounds")]
    parts += [f"divisions/{division.pk}/{one}" for one in ("teams", "fixtures")]
    parts += [f"clubs/{club.slug}/{one}" for one in ("players", "events", "seasons", "venues")]
    return club, parts


def cost(club: Club, there: str) -> tuple[int, int]:
    """Queries, and rows on the page."""
    client = Client()
    client.force_login(User.objects.get(username=f"director of {club.name}"))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = client.get(f"/api/v1/{there}?limit=500")
    assert page.status_code == 200
    return len(queries), len(page.json()["results"])


def test_a_list_costs_the_same_however_long_it_is() -> None:
    small, few = club_of("Small", 8, 4)
    large, many = club_of("Large", 40, 8)
    longer = 0
    for less, more in zip(few, many, strict=True):
        (queries, rows), (queries_more, rows_more) = cost(small, less), cost(large, more)
        assert queries_more == queries <= 14, less
        longer += rows_more > rows
    assert longer >= 5


@pytest.mark.parametrize(("who", "seen"), [("stranger", 0), ("member", 1), ("operator", 1)])
def test_private_events_are_listed_for_those_who_may_open_them(who: str, seen: int) -> None:
    club = factories.make_club()
    night = factories.make_event(club, public=False)
    User.objects.create_superuser("operator")
    factories.make_account("member", club)
    factories.make_account("stranger")
    client = Client()
    client.force_login(User.objects.get(username=who))
    assert len(client.get(f"/api/v1/clubs/{club.slug}/events").json()["results"]) == seen
    assert client.get(f"/api/v1/events/{night.pk}").status_code == (200 if seen else 404)
