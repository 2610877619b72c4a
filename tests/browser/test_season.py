"""A secretary's season by the pages alone: club, divisions, teams, a squad, fixtures, cards, roll-over.

Who leads and who goes up is counted here, from who was let win.
"""

from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tournaments.models import Division, Fixture, Season, Team

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAMES = range(1, 10)


def sign_in(page: Any) -> None:
    """Sue has an account, and nothing else."""
    client = Client()
    client.force_login(factories.make_account("sue"))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])


def press(page: Any, button: str) -> None:
    page.get_by_role("button", name=button).first.click()


def follow(page: Any, link: str) -> None:
    page.get_by_role("link", name=link).first.click()


def found_club(page: Any) -> None:
    page.goto(reverse("tournaments:home"))
    follow(page, "Found a club")
    page.get_by_label("Name", exact=True).fill("Bude Euchre Club")
    press(page, "Found the club")
    expect(page.get_by_text("is founded")).to_be_visible()


def set_up_season(page: Any) -> Season:
    page.goto(reverse("tournaments:season_new", args=["bude-euchre-club"]))
    page.locator("[name=name]").fill("Winter 2026")
    page.locator("[name=starts_on]").fill("2026-09-01")
    page.locator("[name=ends_on]").fill("2027-04-30")
    press(page, "Set up the season")
    for name in ("First", "Second"):
        form = page.locator("form", has=page.get_by_role("button", name="Add the division"))
        form.locator("[name=name]").fill(name)
        form.locator("[name=legs]").fill("1")
        form.locator("[name=ups]").fill("1" if name == "Second" else "0")
        form.locator("[name=downs]").fill("1" if name == "First" else "0")
        press(page, "Add the division")
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        page.goto(at(Season.objects.get(), "season_desk"))
    return Season.objects.get()


def at(season: Season, name: str, **parts: Any) -> str:
    return reverse(f"tournaments:{name}", args=[season.club.slug, season.slug, *parts.values()])


def draw_fixtures(page: Any, division: Division) -> None:
    page.goto(at(division.season, "division_desk", division=division.pk))
    page.locator("[name=text]").fill("\n".join(f"{division.name} {one}" for one in ("Oak", "Elm", "Tin")))
    press(page, "Enter these teams")
    follow(page, "Draw the fixtures")
    page.locator("[name=first]").fill("2026-09-03")
    press(page, "Propose fixtures")
    press(page, "Accept these fixtures")
    expect(page.get_by_text("Week 1").first).to_be_visible()


def name_squad(page: Any, team: Team) -> None:
    page.goto(at(team.division.season, "squad", team=team.pk))
    page.locator("textarea").first.fill("\n".join(factories.name_at(at) for at in range(6)))
    page.locator("form", has=page.locator("textarea")).get_by_role("button").first.click()
    press(page, "Register")
    expect(page.get_by_text(factories.name_at(5)).first).to_be_visible()


def hand_in(page: Any, fixture: Fixture, *, home_wins: bool) -> None:
    """Nine games to the better side, and both sides' signatures."""
    page.goto(at(fixture.division.season, "fixture_card", fixture=fixture.pk))
    for number in GAMES:
        page.get_by_label(f"Game {number}, home").fill("21" if home_wins else "10")
        page.get_by_label(f"Game {number}, visitors").fill("10" if home_wins else "21")
    press(page, "Hand the card in")
    for name in (fixture.home.name, fixture.visitor.name):
        if page.get_by_role("button", name=f"Sign for {name}").count():
            press(page, f"Sign for {name}")
            expect(page.locator("#messages")).to_contain_text(f"{name} has signed")


def table_of(page: Any, division: Division) -> list[str]:
    """The teams as the public page ranks them."""
    page.goto(at(division.season, "division", division=division.pk))
    rows = page.locator("table tbody tr")
    rows.first.wait_for()
    names = [team.name for team in division.teams.all()]
    return [next(name for name in names if name in row) for row in rows.all_inner_texts()[: len(names)]]


def test_a_whole_season_is_run_by_the_pages_alone(laptop: Any) -> None:
    sign_in(laptop)
    found_club(laptop)
    season = set_up_season(laptop)
    first, second = season.divisions.get(name="First"), season.divisions.get(name="Second")
    for division in (first, second):
        draw_fixtures(laptop, division)
    name_squad(laptop, Team.objects.get(name="First Oak"))
    laptop.goto(at(season, "season_desk"))
    press(laptop, "Start the season")

    wins: Counter[str] = Counter()
    strength = ["First Elm", "First Oak", "First Tin", "Second Tin", "Second Elm", "Second Oak"]
    fixtures = Fixture.objects.select_related("division__season__club", "home", "visitor").order_by("pk")
    for fixture in fixtures:
        home_wins = strength.index(fixture.home.name) < strength.index(fixture.visitor.name)
        hand_in(laptop, fixture, home_wins=home_wins)
        wins[fixture.home.name if home_wins else fixture.visitor.name] += 1
    assert sum(wins.values()) == 6

    disputed = fixtures.filter(division=second)[0]
    laptop.goto(at(season, "fixture", fixture=disputed.pk))
    laptop.locator("#reason-home").fill("Game 3 is wrong")
    press(laptop, f"Dispute for {disputed.home.name}")
    laptop.get_by_label("Decide the dispute").fill("It stands")
    press(laptop, "The card stands as it is now")
    expect(laptop.locator("#messages")).to_be_visible()
    laptop.goto(at(season, "division_desk", division=second.pk))
    off = laptop.locator("#division-side form", has=laptop.get_by_role("button", name="Take them off"))
    off.locator("[name=team]").select_option(label="Second Oak")
    off.locator("[name=reason]").fill("No umpire sent")
    press(laptop, "Take them off")
    expect(laptop.get_by_text("No umpire sent")).to_be_visible()
    for division in (first, second):
        due = sorted((team.name for team in division.teams.all()), key=lambda name: -wins[name])
        assert table_of(laptop, division) == due

    laptop.goto(at(season, "season_desk"))
    press(laptop, "Finish the season")
    follow(laptop, "Next season")
    laptop.locator("[name=name]").fill("Winter 2027")
    laptop.locator("[name=starts_on]").fill("2027-09-01")
    laptop.locator("[name=ends_on]").fill("2028-04-30")
    press(laptop, "Set up the next season")
    expect(laptop.get_by_role("heading", name="Winter 2027")).to_be_visible()
    after = Season.objects.get(name="Winter 2027")
    now = {one.name: {team.name for team in one.teams.all()} for one in after.divisions.all()}
    assert now == {
        "First": {"First Elm", "First Oak", "Second Tin"},
        "Second": {"First Tin", "Second Elm", "Second Oak"},
    }
