"""The chain and the tie report, looked at on a phone and a laptop, and a preview that follows the selects."""

from typing import Any

import pytest
from django.urls import reverse

from tests.browser.browser_thread import expect
from tests.browser.test_director import looked_at, sign_in
from tests.tournaments import evenings
from tournaments.models import Event, EventPolicy
from tournaments.services.standings import publish_standings

pytestmark = pytest.mark.django_db(transaction=True)


def night() -> Event:
    event = evenings.evening(players=12, rounds=2)
    EventPolicy.objects.filter(event=event).update(chain=["PTS", "WIN", "GAME", "LOT"])
    evenings.draw(event, "owl")
    evenings.play(event, 1, {2: "EW", 3: ""})
    evenings.play(event, 2, {1: "EW"})
    publish_standings(event_id=event.pk)
    return event


def at(event: Event, name: str) -> str:
    return reverse(f"tournaments:{name}", args=[event.club.slug, event.slug])


def test_the_preview_follows_the_chain_without_a_reload(laptop: Any) -> None:
    event = night()
    sign_in(laptop, "director", event.club)
    laptop.goto(at(event, "chain"))
    laptop.get_by_label("First by").select_option("AGAINST")
    expect(laptop.locator("#preview thead")).to_contain_text("Points against")
    assert EventPolicy.objects.filter(event=event).count() == 1


def test_chain_and_report_are_readable_on_every_screen(laptop: Any, axe: Any, look: Any) -> None:
    event = night()
    faults = []
    sign_in(laptop, "director", event.club)
    for screen, width in (("phone", 320), ("laptop", 1280)):
        laptop.set_viewport_size({"width": width, "height": 800})
        for name in ("chain", "standings_why", "standings"):
            laptop.goto(at(event, name))
            faults += looked_at(laptop, f"{name}-{screen}", axe, look)
    assert not faults
