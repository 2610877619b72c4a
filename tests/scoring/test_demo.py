"""The demo club: whatever it holds can be looked at, and filling it twice changes nothing."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.services.demo import fill_demo
from tournaments.models import BracketVerdict, Event, Round

pytestmark = pytest.mark.django_db


def test_every_page_of_the_demo_answers():
    club = fill_demo(today=date(2026, 11, 30))
    assert fill_demo(today=date(2026, 12, 1)) == club
    assert Event.objects.count() == 5
    assert BracketVerdict.objects.count() == 9
    visitor = Client()
    knock_out = Event.objects.get(name="Summer double knock-out")
    assert visitor.get(reverse("tournaments:bracket", args=[club.slug, knock_out.slug])).status_code == 200
    assert visitor.get(reverse("tournaments:club", args=[club.slug])).status_code == 200
    for page, parts in (("club_history", []), ("series", ["best-five-nights"])):
        there = reverse(f"tournaments:{page}", args=[club.slug, *parts])
        assert visitor.get(there).status_code == 200
    for event in Event.objects.all():
        for page in ("event", "standings", "wall", "sit", "event_history"):
            assert (
                visitor.get(reverse(f"tournaments:{page}", args=[club.slug, event.slug])).status_code == 200
            )
        for round_ in event.rounds.exclude(state=Round.State.PROPOSED):
            address = reverse("tournaments:round", args=[club.slug, event.slug, round_.number])
            assert visitor.get(address).status_code == 200
