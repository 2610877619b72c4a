"""A scorer with an account opens a table of a running night; nobody else does by that way."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.desk import signed_in
from tournaments.models import Event, Match, Round, TableLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Event:
    return factories.make_night(factories.make_club())


def match_of(event: Event, state: str = Round.State.ACCEPTED) -> Match:
    found = Match.objects.filter(round__event=event, round__state=state).order_by("table").first()
    assert found is not None
    return found


def addresses(event: Event) -> tuple[str, str]:
    club = event.club.slug
    return (
        reverse("scoring:score_tables", args=[club, event.slug]),
        reverse("scoring:score_match", args=[club, event.slug, match_of(event).pk]),
    )


@pytest.mark.parametrize("role", ["scorer", "director", "owner"])
def test_who_scores_opens_a_table(night, role):
    client = signed_in(role, night.club)
    shown, opened = addresses(night)
    assert opened in client.get(shown).content.decode()
    table = client.post(opened)
    assert table.status_code == 302
    assert Client().get(table["Location"]).status_code == 200
    link = TableLink.objects.get()
    assert (link.table, link.made_by.partition(":")[0]) == (match_of(night).table, "user")


def test_nobody_else_does(night):
    stranger = signed_in("owner", factories.make_club("Looe"), "stan")
    for client, status in ((Client(), 302), (stranger, 403), (signed_in("member", night.club), 403)):
        shown, opened = addresses(night)
        assert client.get(shown).status_code == client.post(opened).status_code == status
    Event.objects.update(public=False)
    assert stranger.get(shown).status_code == stranger.post(opened).status_code == 404
    assert not TableLink.objects.exists()


def test_a_closed_round_and_another_events_table_are_not_opened(night):
    client, other = signed_in("scorer", night.club), factories.make_night(night.club, name="Friday")
    for match in (match_of(night, Round.State.CLOSED), match_of(other)):
        there = reverse("scoring:score_match", args=[night.club.slug, night.slug, match.pk])
        assert client.post(there).status_code == 404
    assert not TableLink.objects.exists()
