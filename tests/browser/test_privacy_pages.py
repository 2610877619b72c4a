"""Privacy, the record of changes and mail looked at, on the laptop and on a phone."""

from typing import Any

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_cash import both
from tests.browser.test_director import sign_in
from tournaments.models import Player

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_person_is_hidden_seen_in_the_record_and_put_back(
    laptop: Any, open_page: Any, look: Any, axe: Any
) -> None:
    club = factories.make_club()
    night = factories.make_night(club, players=8)
    person = night.entries.get(number=1).player
    assert person is not None
    sign_in(laptop, "dora", club)
    laptop.goto(reverse("tournaments:player_change", args=[club.slug, person.pk]))
    laptop.get_by_role("link", name="What is kept").click()
    both(laptop, look, axe, "privacy-person")
    laptop.get_by_label("no name").check()
    laptop.get_by_role("button", name="Keep this").click()
    expect(laptop.get_by_text("It holds for everything played before")).to_be_visible()
    stranger = open_page()
    standings = reverse("tournaments:standings", args=[club.slug, night.slug])
    stranger.goto(standings)
    expect(stranger.get_by_text("A player").first).to_be_visible()
    assert person.name not in stranger.content()
    laptop.goto(standings)
    expect(laptop.get_by_text(person.name).first).to_be_visible()
    laptop.get_by_role("link", name=club.name).first.click()
    laptop.goto(reverse("tournaments:audit", args=[club.slug]))
    both(laptop, look, axe, "record")
    laptop.get_by_role("button", name="Take back").click()
    expect(laptop.get_by_text("Taken back.")).to_be_visible()
    assert Player.objects.get(pk=person.pk).privacy == "full"
    laptop.goto(reverse("tournaments:club_privacy", args=[club.slug]))
    both(laptop, look, axe, "privacy-club")
    stranger.goto(reverse("tournaments:mail_ask", args=[club.slug]))
    both(stranger, look, axe, "mail-ask")
