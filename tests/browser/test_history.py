"""What is over, read in a browser: an event by its slider, a person's page, the club's past, a series."""

from datetime import date

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_cash import both
from tests.browser.test_director import sign_in
from tests.tournaments.history import season
from tournaments.actors import Actor
from tournaments.engine.series import SeriesRule
from tournaments.models import Club, Event
from tournaments.services.history import refresh_history
from tournaments.services.ratings import rebuild_ratings
from tournaments.services.revisions import raise_revisions
from tournaments.services.series import NewSeries, choose_events, create_series
from tournaments.services.standings import publish_standings
from tournaments.services.trophies import Holding, add_trophy, hold_trophy

pytestmark = pytest.mark.django_db(transaction=True)
DORA = Actor.of_command("tests")


@pytest.fixture
def club() -> Club:
    """Five weeks of twelve people, a year before and one night of this, a cup, a series."""
    club = factories.make_club()
    people = factories.make_players(club, 12)
    nights = season(club, people, 5, rounds=6)
    nights.append(
        factories.make_night(
            club, people=people, played=5, name="Spring cup", state="finished", plays_on=date(2026, 3, 5)
        )
    )
    for night in nights:
        raise_revisions(night.pk, club.pk)
        publish_standings(event_id=night.pk)
    rebuild_ratings(club_id=club.pk)
    cup = add_trophy(club=club, name="Tamar Cup", note="for the winner of the spring cup")
    hold_trophy(trophy=cup, year=1931, holding=Holding(words="The Ferry Inn"))
    hold_trophy(trophy=cup, year=2026, holding=Holding(people[0].pk, people[5].pk))
    rule = SeriesRule(way="best", best=3, chain=("FIRSTS", "TOP"))
    series = create_series(club=club, new=NewSeries("Winter series", rule), actor=DORA)
    choose_events(series=series, events=[night.pk for night in nights[:5]])
    refresh_history(club_id=club.pk)
    return club


def test_an_event_is_read_by_its_slider_and_its_places_explained(club, laptop, phone, look, axe):
    event = Event.objects.get(name="Week 3")
    small = phone(java_script_enabled=False)
    small.goto(reverse("tournaments:standings", args=[club.slug, event.slug]))
    expect(small.locator(".why").first).to_be_hidden()
    small.get_by_text("Say why each place is what it is").click()
    expect(small.locator(".why").first).to_be_visible()
    laptop.goto(small.url)
    laptop.get_by_role("link", name="Round by round").click()
    expect(laptop.get_by_role("heading", name="After round 6")).to_be_visible()
    slider = laptop.get_by_label("After round", exact=True)
    slider.focus()
    for left in (5, 4, 3):
        slider.press("ArrowLeft")
        expect(laptop.get_by_role("heading", name=f"After round {left}")).to_be_visible()
    expect(laptop).to_have_url(f"{laptop.url.split('?')[0]}?after=3")
    laptop.get_by_text("As a table").click()
    both(laptop, look, axe, "history-event")
    small.goto(laptop.url)
    small.get_by_role("link", name="After round 2").click()
    expect(small.get_by_role("heading", name="After round 2")).to_be_visible()


def test_a_person_and_two_of_them(club, laptop, look, axe):
    ann = club.players.get(name="Ann Trewin")
    laptop.goto(reverse("tournaments:player", args=[club.slug, ann.pk]))
    expect(laptop.get_by_role("heading", name="Form")).to_be_visible()
    both(laptop, look, axe, "history-person")
    laptop.locator("section", has=laptop.get_by_role("heading", name="Opponents")).get_by_role(
        "link"
    ).first.click()
    expect(laptop.get_by_role("heading", name="Ann Trewin against")).to_be_visible()
    both(laptop, look, axe, "history-two")


def test_the_clubs_past_and_a_series(club, laptop, open_page, look, axe):
    laptop.goto(reverse("tournaments:club_history", args=[club.slug]))
    laptop.get_by_role("link", name="2025", exact=True).click()
    expect(laptop.get_by_role("heading", name="Winners of 2025")).to_be_visible()
    laptop.get_by_text("How it fell").first.click()
    both(laptop, look, axe, "history-club")
    laptop.get_by_role("link", name="Winter series").click()
    expect(laptop.locator(".why").first).to_be_visible()
    both(laptop, look, axe, "history-series")
    dark = open_page(color_scheme="dark")
    dark.goto(reverse("tournaments:event_history", args=[club.slug, Event.objects.get(name="Week 2").slug]))
    assert axe(dark) == []
    look(dark, "history-event-dark")


def test_the_director_keeps_trophies_and_series(club, laptop, look, axe):
    sign_in(laptop, "dora", club)
    laptop.goto(reverse("tournaments:trophies_desk", args=[club.slug]))
    laptop.get_by_label("Name").fill("Wooden Spoon")
    laptop.get_by_role("button", name="Put it on the board").click()
    laptop.get_by_label("Year").fill("2025")
    laptop.get_by_label("Person").select_option("Bob Pascoe")
    laptop.get_by_role("button", name="Write it down").click()
    expect(laptop.get_by_text("2025, Bob Pascoe").first).to_be_visible()
    both(laptop, look, axe, "history-trophy-desk")
    laptop.goto(reverse("tournaments:series_desk", args=[club.slug, "winter-series"]))
    both(laptop, look, axe, "history-series-desk")
