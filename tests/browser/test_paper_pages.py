"""Paper from the director's desk: by keyboard, on a phone too, and the PDF that comes of it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.paper_reading import pages_of
from tournaments.models import Event


@pytest.fixture
def night() -> Event:
    club = factories.make_club()
    factories.make_account("dora", club, "director")
    return factories.make_night(club, players=8, played=2)


def signed_in(page, event: Event, name: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])
    page.goto(reverse(name, args=[event.club.slug, event.slug]))


@pytest.mark.parametrize("width", [320, 1280])
def test_a_director_chooses_paper_and_round_and_prints(night, open_page, look, axe, width):
    page = open_page(viewport={"width": width, "height": 800})
    signed_in(page, night, "tournaments:paper")
    page.get_by_label("Paper", exact=True).select_option("Letter")
    page.get_by_label("Round", exact=True).select_option("2")
    page.get_by_role("button", name="Use for the sheets below").click()
    link = page.get_by_role("link", name="Seating by table, round 2")
    expect(link).to_contain_text("Letter")
    look(page, f"paper-{width}")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    answer = page.request.get(link.get_attribute("href"))
    (sheet,) = pages_of(answer.body())
    assert "Round 2" in sheet.text


def test_fresh_links_are_offered_as_pdf_and_only_there(night, laptop, look, forgive):
    forgive("favicon")  # a PDF names no picture of its own, so the browser asks for the usual one
    signed_in(laptop, night, "scoring:table_links")
    laptop.get_by_role("button", name="Make links").click()
    expect(laptop.get_by_role("button", name="PDF, two to a page, A4")).to_be_visible()
    look(laptop, "link-cards", full_page=False)
    letters = laptop.locator(".letters").all_inner_texts()
    with laptop.expect_response("**/tables/cards/") as coming:
        laptop.get_by_role("button", name="PDF, two to a page, A4").click()
    assert coming.value.header_value("content-type") == "application/pdf"
    assert len(letters) == 2
