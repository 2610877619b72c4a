"""The draw for programs: the same doors as the pages, the same words."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    club = factories.make_club()
    made = factories.make_event(club, rounds=3, state=Event.State.SETUP)
    factories.make_entries(made, factories.make_players(club, 9))
    return made


def signed_in(event: Event, role: str) -> Client:
    client = Client()
    client.force_login(factories.make_account(role, event.club, role))
    return client


def at(event: Event, name: str) -> str:
    return reverse(name, args=[event.pk])


def post(client: Client, address: str, said: object):
    return client.post(address, said, content_type="application/json")


def test_a_director_proposes_looks_and_accepts_a_round(event):
    director = signed_in(event, "director")
    drawn = post(director, at(event, "propose-draw"), {"seed": "tonight"})
    assert drawn.status_code == 201
    assert [one["state"] for one in drawn.json()["rounds"]] == ["proposed"] * 3
    for one in drawn.json()["rounds"]:
        seated = [entry for table in one["tables"] for entry in table["seats"]]
        assert sorted(seated + one["sitting_out"]) == sorted(event.entries.values_list("pk", flat=True))
    assert Client().get(at(event, "event-draw")).json()["rounds"] == []
    accepted = post(director, at(event, "accept-draw"), {"seed": "tonight", "upto": 1})
    assert [one["state"] for one in accepted.json()["rounds"]] == ["accepted", "proposed", "proposed"]
    assert [one["number"] for one in Client().get(at(event, "event-draw")).json()["rounds"]] == [1]
    assert post(director, at(event, "discard-draw"), {}).json() == {"discarded": 2}


@pytest.mark.parametrize("name", ["propose-draw", "accept-draw", "discard-draw"])
def test_nobody_else_draws(event, name):
    for client in (Client(), signed_in(event, "member"), signed_in(event, "scorer")):
        assert post(client, at(event, name), {"seed": "x"}).status_code == 403
    Event.objects.update(public=False)
    assert post(Client(), at(event, name), {"seed": "x"}).status_code == 404
    assert not Round.objects.exists()


def test_what_cannot_be_is_said_with_its_code(event):
    director = signed_in(event, "director")
    assert post(director, at(event, "accept-draw"), {"seed": "x"}).json()["code"] == "nothing-proposed"
    assert post(director, at(event, "accept-draw"), {}).json()["code"] == "malformed"
    assert post(director, at(event, "propose-draw"), {"seed": "<b>"}).json()["code"] == "malformed"
    assert post(director, at(event, "propose-draw"), [1]).json()["code"] == "malformed"
