"""Ratings looked at: bars on one scale, a curve, and both without a picture."""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_cash import both
from tournaments.models import Event
from tournaments.services.ratings import rebuild_ratings
from tournaments.services.revisions import raise_revisions

pytestmark = pytest.mark.django_db(transaction=True)


def test_ratings_and_a_curve_on_laptop_phone_and_in_the_dark(laptop, open_page, look, axe):
    club = factories.make_club()
    people = factories.make_players(club, 12)
    for week in range(6):
        day = date(2026, 1, 8) + timedelta(weeks=week)
        turned = people[week:] + people[:week]
        event = factories.make_night(
            club, name=f"Week {week}", people=turned, played=4, plays_on=day, state=Event.State.FINISHED
        )
        raise_revisions(event.pk, club.pk)
    rebuild_ratings(club_id=club.pk)
    laptop.goto(reverse("tournaments:ratings", args=[club.slug]))
    both(laptop, look, axe, "ratings")
    laptop.get_by_role("link", name="Ann Trewin").click()
    expect(laptop.get_by_role("heading", name="Rating of Ann Trewin")).to_be_visible()
    laptop.get_by_text("As a table").click()
    both(laptop, look, axe, "rating-of-one")
    dark = open_page(color_scheme="dark")
    dark.goto(reverse("tournaments:rating", args=[club.slug, people[0].pk]))
    assert axe(dark) == []
    look(dark, "rating-of-one-dark")
