"""The wall and the page that says where one sits, in a real browser: large, by themselves, for everybody."""

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tournaments.models import Event

SIZES = {"phone": (320, 640), "laptop": (1280, 800), "4k": (3840, 2160)}


@pytest.fixture
def night() -> Event:
    club = factories.make_club()
    return factories.make_night(club, players=66, played=3)


def at(event: Event, name: str) -> str:
    return reverse(name, args=[event.club.slug, event.slug])


@pytest.mark.parametrize("size", SIZES)
def test_the_wall_is_read_at_any_size_and_shuts_nobody_out(night, open_page, look, axe, size):
    width, height = SIZES[size]
    page = open_page(viewport={"width": width, "height": height})
    page.goto(at(night, "tournaments:wall"))
    expect(page.locator("#roll-seating li")).to_have_count(64)
    look(page, f"wall-{size}", full_page=size == "phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_where_one_sits_is_told_large(night, open_page, look, axe, size):
    width, height = SIZES[size]
    page = open_page(viewport={"width": width, "height": height})
    page.goto(at(night, "tournaments:event"))
    look(page, f"event-with-sit-{size}", full_page=False)
    page.get_by_label("Where do I sit").fill("trewin")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#sit h2")).to_contain_text("Round 4")
    look(page, f"sit-{size}")
    assert axe(page) == []
    page.goto(at(night, "tournaments:sit"))
    look(page, f"sit-all-{size}", full_page=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
