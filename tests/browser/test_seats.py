"""Seats changed by tap, by key and without scripts; looked at on a phone and on a laptop."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.nights import drawn_night, entry_at, hand, match_of, out_of
from tournaments.actors import Actor
from tournaments.models import Club, Event
from tournaments.services.no_shows import empty_seat

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def night(transactional_db) -> Event:
    """Eighteen people, three accepted rounds; a hand is played at table 2, a seat of table 3 is empty."""
    club = factories.make_club()
    event = drawn_night(club, 18)
    hand(match_of(event, 2), 1)
    empty_seat(
        match=match_of(event, 3), seat="S", reason="no word from them", actor=Actor.of_command("tests")
    )
    return event


def signed_in(page, club: Club) -> None:
    client = Client()
    client.force_login(factories.make_account(f"dora{page.viewport_size['width']}", club, "director"))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])


def address(event: Event) -> str:
    return reverse("tournaments:seats", args=[event.club.slug, event.slug, 1])


def test_two_taps_on_a_phone_change_places(phone, night, look, axe):
    page = phone()
    signed_in(page, night.club)
    ann, bob = entry_at(match_of(night, 1), "N"), entry_at(match_of(night, 4), "W")
    page.goto(address(night))
    look(page, "seats-phone")
    assert axe(page) == []
    page.get_by_role("link", name=f"table 1, North: {ann}").tap()
    expect(page.get_by_role("heading", name=f"{ann}, table 1, North")).to_be_visible()
    look(page, "seats-phone-one")
    assert axe(page) == []
    page.get_by_role("link", name=f"table 4, West: {bob}").tap()
    look(page, "seats-phone-two")
    page.get_by_label("Reason").fill("share a car")
    page.get_by_role("button", name="Change places").tap()
    expect(page.get_by_text(f"{ann} and {bob} have changed places.")).to_be_visible()
    assert entry_at(match_of(night, 1), "N") == bob
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_who_did_not_come_is_said_by_keyboard_on_a_laptop(laptop, night, look, axe):
    signed_in(laptop, night.club)
    gone = entry_at(match_of(night, 1), "E")
    laptop.goto(address(night))
    look(laptop, "seats-laptop")
    laptop.get_by_role("link", name=f"table 1, East: {gone}").focus()
    laptop.keyboard.press("Enter")
    fold = laptop.get_by_text("Did not come", exact=True)
    fold.focus()
    laptop.keyboard.press("Enter")
    look(laptop, "seats-laptop-absent")
    assert axe(laptop) == []
    laptop.get_by_label("nobody sits there").check()
    laptop.locator("details[open]").get_by_label("Reason").fill("no word")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_text("Nobody sits in the seat of")).to_be_visible()
    assert out_of(night)[gone.pk] == (0, True)
    look(laptop, "seats-laptop-done")


def test_targets_are_large_enough_for_a_thumb(phone, night):
    page = phone()
    signed_in(page, night.club)
    page.goto(address(night))
    heights = page.evaluate(
        "[...document.querySelectorAll('.pick')].map((one) => one.getBoundingClientRect().height)"
    )
    assert len(heights) > 16
    assert min(heights) >= 48
