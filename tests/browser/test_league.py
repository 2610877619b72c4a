"""A league and a ladder on a phone and at a desk: nothing shut out, nothing wider than the screen."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.leagues import SECRETARY
from tournaments.models import Club, Fixture, Membership, Season
from tournaments.services.demo_league import fill_demo_league
from tournaments.services.fixtures import nights_between, propose_fixtures
from tournaments.services.leagues import DivisionTerms, add_division, add_teams

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = date(2026, 10, 22)


@pytest.fixture
def season() -> Season:
    """The demo's league, with a second division whose fixtures are proposed."""
    season = fill_demo_league(factories.make_club(), TODAY, SECRETARY)
    first = season.divisions.get()
    second = add_division(season=season, name="Division 2", terms=DivisionTerms.of(first))
    add_teams(division=second, text="The Tin\nThe Oak\nThe Elm")
    nights = nights_between(season.starts_on, season.ends_on, 7)
    propose_fixtures(division=second, dates=nights, seed="a")
    return season


def sign_in(page: Any, club: Club, username: str, role: str, player: Any = None) -> None:
    client = Client()
    client.force_login(factories.make_account(username, club, role, player))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])


def at(season: Season, name: str, **more: Any) -> str:
    return reverse(f"tournaments:{name}", kwargs={"club": season.club.slug, "season": season.slug, **more})


def look_at(page: Any, width: int, addresses: dict[str, str], axe: Any, look: Any) -> None:
    for name, there in addresses.items():
        page.goto(there)
        expect(page.locator("h1")).to_be_visible()
        if width < 1000:  # the same page is not shut at a desk and open on a phone
            assert axe(page) == [], f"{name} {width}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} {width}"
        look(page, f"league-{name}-{width}")


@pytest.mark.parametrize("width", [320, 1280])
def test_a_league_is_read_and_run_at_any_width(season, open_page, axe, look, width):
    disputed = Fixture.objects.exclude(card__visitor_disputed="").filter(card__isnull=False).get()
    division, ladder = disputed.division, season.club.ladders.get()
    page = open_page(viewport={"width": width, "height": 800})
    public = {
        "club": reverse("tournaments:club", args=[season.club.slug]),
        "season": at(season, "season"),
        "division": at(season, "division", division=division.pk),
        "team": at(season, "team", team=disputed.home_id),
        "fixture": at(season, "fixture", fixture=disputed.pk),
        "ladder": reverse("tournaments:ladder", args=[season.club.slug, ladder.slug]),
    }
    look_at(page, width, public, axe, look)
    second = season.divisions.get(name="Division 2")
    sign_in(page, season.club, "dora", Membership.Role.DIRECTOR)
    directed = {
        "desk": at(season, "season_desk"),
        "division-desk": at(season, "division_desk", division=division.pk),
        "terms": at(season, "division_terms", division=division.pk),
        "draw": at(season, "fixtures_draw", division=second.pk),
        "next": at(season, "season_next"),
        "squad": at(season, "squad", team=disputed.home_id),
        "team-change": at(season, "team_change", team=disputed.home_id),
        "card": at(season, "fixture_card", fixture=disputed.pk),
        "pairs": at(season, "fixture_pairs", fixture=disputed.pk) + "?side=home",
        "fixture-directed": at(season, "fixture", fixture=disputed.pk),
        "ladder-directed": reverse("tournaments:ladder", args=[season.club.slug, ladder.slug]),
        "season-new": reverse("tournaments:season_new", args=[season.club.slug]),
        "ladder-new": reverse("tournaments:ladder_new", args=[season.club.slug]),
    }
    look_at(page, width, directed, axe, look)


def test_a_captain_hands_a_card_in_on_a_phone_and_the_other_signs_it(season, phone):
    one = Fixture.objects.filter(division__name="Division 1", state="due").order_by("pk").first()
    assert one is not None
    home, visitor = phone(java_script_enabled=False), phone()
    for page, team in ((home, one.home), (visitor, one.visitor)):
        player = team.squad.get(captain=True).player
        sign_in(page, season.club, team.name, Membership.Role.MEMBER, player)
    home.goto(at(season, "fixture", fixture=one.pk))
    home.get_by_role("link", name="Enter the results").click()
    for number in range(1, 10):
        home.get_by_label(f"Game {number}, home").fill("21" if number < 6 else "15")
        home.get_by_label(f"Game {number}, visitors").fill("12" if number < 6 else "21")
    home.get_by_role("button", name="Hand the card in").click()
    expect(home.get_by_text("Points 165 to 144")).to_be_visible()
    visitor.goto(at(season, "fixture", fixture=one.pk))
    visitor.get_by_role("button", name=f"Sign for {one.visitor.name}").click()
    expect(visitor.locator("#messages")).to_contain_text(f"{one.visitor.name} has signed")
    visitor.goto(at(season, "season"))
    visitor.get_by_label("Say why each place is what it is").first.check(force=True)
    expect(visitor.locator(".why").first).to_be_visible()
