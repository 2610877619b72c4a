"""Keys for programs, and the page on which the API is read."""

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_director import sign_in

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_token_is_made_on_a_phone_and_at_a_desk_and_shuts_nobody_out(open_page, axe, look):
    club = factories.make_club()
    there = reverse("tournaments:tokens", args=[club.slug])
    for width in (320, 1280):
        page = open_page(viewport={"width": width, "height": 800})
        sign_in(page, f"dora-{width}", club)
        page.goto(there)
        page.get_by_label("Name").fill(f"Scoreboard {width}")
        page.get_by_role("button", name="Make a token").click()
        expect(page.get_by_role("heading", name="The new token")).to_be_visible()
        expect(page.get_by_role("button", name=f"Revoke Scoreboard {width}")).to_be_visible()
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        look(page, f"tokens-{width}")
        page.goto(there)
        expect(page.get_by_role("button", name=f"Revoke Scoreboard {width}")).to_be_visible()


def test_the_api_is_read_from_this_server_alone(open_page, look):
    page = open_page(viewport={"width": 1280, "height": 800})
    page.goto(reverse("api-docs"))
    expect(page.get_by_text("/api/v1/changes").first).to_be_visible(timeout=20_000)
    look(page, "api-docs", full_page=False)
