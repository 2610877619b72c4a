"""Every form of the desk and of the table, filled in by somebody malicious: an answer, and never a 500."""

import re
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.services.matches import open_match
from tests import factories
from tests.test_permissions import DIRECTED, address
from tournaments.actors import Actor
from tournaments.models import Event, Match, Round
from tournaments.services.links import issue_table_links
from tournaments.services.series import NewSeries, create_series
from tournaments.services.trophies import add_trophy

pytestmark = pytest.mark.django_db

NASTY = [
    "",
    " ",
    "0",
    "1",
    "-1",
    "5",
    "9" * 5000,
    "1e9",
    "NaN",
    "٣",
    "\x00",
    "a\x00b",
    "<script>alert(1)</script>",
    "x" * 20_000,
    "N",
    "NS",
    "hand",
    "on",
    "2026-13-45",
    "00000000-0000-0000-0000-000000000000",
    "not-a-uuid",
    "\u202e\u0301",
    "'; DROP TABLE x; --",
    "Lee, Ann\nLee, Ann\n,,,\n\t",
]
KNOWN = [
    "text",
    "seed",
    "reason",
    "maker",
    "alone",
    "tricks",
    "what",
    "state",
    "kind",
    "who",
    "do",
    "dealer",
    "line",
]
ROUNDS = 25


@pytest.fixture
def night() -> Event:
    """A night in play, with a director and a game begun."""
    club = factories.make_club()
    event = factories.make_night(club)
    factories.make_account("dora", club, "director")
    match = Match.objects.filter(round__event=event, round__state=Round.State.ACCEPTED).first()
    assert match is not None
    open_match(match=match)
    return event


def fields_of(page: str) -> list[str]:
    return sorted({*re.findall(r'name="([^"]+)"', page), *KNOWN} - {"csrfmiddlewaretoken"})


def filled(fields: list[str], rng: Random) -> dict[str, Any]:
    chosen = [name for name in fields if rng.random() < 0.7]
    return {name: [rng.choice(NASTY) for _ in range(rng.choice((1, 1, 1, 3)))] for name in chosen}


@pytest.mark.parametrize("name", sorted(DIRECTED.keys() - {"tournaments:paper_sheet"}))  # in test_paper
def test_the_directors_forms_answer_whatever_is_typed(night: Event, name: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    there, rng = address(name, night, DIRECTED[name]), Random(name)
    fields = fields_of(client.get(there, follow=True).content.decode())
    for _ in range(ROUNDS):
        assert client.post(there, filled(fields, rng)).status_code < 500
        assert client.get(there, filled(fields, rng)).status_code < 500


ANYBODYS = [
    "scoring:join", "scoring:hands", "login",
    "tournaments:sign_up", "tournaments:sign_in_link", "tournaments:forgotten", "tournaments:second_step",
]  # fmt: skip
AN_ACCOUNTS = [
    "tournaments:club_new", "tournaments:me_name", "tournaments:me_password", "tournaments:me_address",
    "tournaments:two_steps", "tournaments:me_sessions",
]  # fmt: skip


@pytest.mark.parametrize("name", [*ANYBODYS, *AN_ACCOUNTS])
def test_other_forms_answer_whatever_is_typed(night: Event, name: str) -> None:
    client = Client()
    if name in AN_ACCOUNTS:
        client.force_login(User.objects.get(username="dora"))
    rng = Random(name)
    fields = fields_of(client.get(reverse(name)).content.decode())
    for _ in range(8):
        assert client.post(reverse(name), filled(fields, rng)).status_code < 500
        assert client.get(reverse(name), filled(fields, rng)).status_code < 500


def test_the_tables_form_answers_whatever_is_typed(night: Event) -> None:
    client, rng = Client(), Random("table")
    there = reverse(
        "scoring:table", args=[issue_table_links(event=night, tables=1, actor=Actor("x"))[0].token]
    )
    fields = fields_of(client.get(there).content.decode())
    for _ in range(4 * ROUNDS):
        assert client.post(there, filled(fields, rng)).status_code < 500
        assert client.get(there, filled(fields, rng)).status_code < 500


@pytest.mark.parametrize("nasty", ["\x00", "x" * 5000, "%00", "..%2f..", "٣", "-1", "9" * 400])
def test_addresses_that_are_none_are_not_found(night: Event, nasty: str) -> None:
    client = Client()
    club, event = night.club.slug, night.slug
    for there in (
        f"/clubs/{nasty}/",
        f"/clubs/{club}/events/{nasty}/",
        f"/clubs/{club}/events/{event}/rounds/{nasty}/",
        f"/clubs/{club}/players/{nasty}/",
        f"/t/{nasty}/",
        f"/api/v1/events/{nasty}/standings",
        f"/api/v1/games/{nasty}/table",
    ):
        assert client.get(there).status_code in {301, 404}, there


@pytest.mark.parametrize("name", ["series_desk", "trophy_desk"])
def test_the_forms_of_the_past_answer_whatever_is_typed(night: Event, name: str) -> None:
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    actor, club, rng = Actor("x"), night.club, Random(name)
    for _ in range(ROUNDS):
        if name == "series_desk":
            club.series.all().delete()
            key: object = create_series(club=club, new=NewSeries("Winter series"), actor=actor).slug
        else:
            club.trophies.all().delete()
            key = add_trophy(club=club, name="Tamar Cup").pk
        there = reverse(f"tournaments:{name}", args=[club.slug, key])
        fields = fields_of(client.get(there).content.decode())
        for do in ("hold", "rename", "strike", "rule", "nights", "drop"):
            assert client.post(there, filled(fields, rng) | {"do": do}).status_code < 500
