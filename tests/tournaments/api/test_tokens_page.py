"""The page of a club's keys for programs."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import factories
from tournaments.models import ApiToken, Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = factories.make_club()
    for role in ("director", "scorer"):
        factories.make_account(role, club, role)
    return club


def who(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def test_a_token_is_made_shown_once_and_opens_the_club(club: Club) -> None:
    director, there = who("director"), f"/clubs/{club.slug}/tokens/"
    page = director.post(there, {"name": "Scoreboard", "scopes": ["read"], "days": "30"})
    assert page.status_code == 200 and "no-store" in page["Cache-Control"]
    secret = re.search(r"rb_[\w-]{40,}", page.content.decode())
    assert secret is not None
    assert secret[0] not in director.get(there).content.decode()
    program = Client(headers={"Authorization": f"Bearer {secret[0]}"})
    assert program.get(f"/api/v1/clubs/{club.slug}/players").status_code == 200
    director.post(f"{there}{ApiToken.objects.get().pk}/revoke/")
    assert program.get(f"/api/v1/clubs/{club.slug}/players").status_code == 401
    assert "Revoked on" in director.get(there).content.decode()


def test_a_form_that_is_wrong_makes_none(club: Club) -> None:
    director, there = who("director"), f"/clubs/{club.slug}/tokens/"
    for typed in (
        {},
        {"name": " ", "scopes": ["read"]},
        {"name": "x", "scopes": ["ghost"]},
        {"name": "x", "scopes": ["read"], "days": "0"},
    ):
        assert director.post(there, typed).status_code == 422
    assert not ApiToken.objects.exists()


def test_only_those_who_run_the_club_revoke(club: Club) -> None:
    who("director").post(f"/clubs/{club.slug}/tokens/", {"name": "x", "scopes": ["read"]})
    there = f"/clubs/{club.slug}/tokens/{ApiToken.objects.get().pk}/revoke/"
    assert who("scorer").post(there).status_code == 403
    other = factories.make_club("Other Club")
    factories.make_account("stranger", other, "owner")
    assert who("stranger").post(there).status_code == 403
    assert who("stranger").post(there.replace(club.slug, other.slug)).status_code == 404
    assert ApiToken.objects.get().revoked_at is None


def test_the_list_costs_the_same_however_long(club: Club, django_assert_max_num_queries: object) -> None:
    director, there = who("director"), f"/clubs/{club.slug}/tokens/"
    for n in range(5):
        director.post(there, {"name": f"t{n}", "scopes": ["read"]})
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        assert director.get(there).content.decode().count("Revoke t") == 5


def test_the_docs_are_served_from_here_and_run_no_script_of_their_own(club: Club) -> None:
    page = Client().get("/api/v1/docs").content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r'(?:src|href)="https?://', page)
    assert Client().get("/api/v1/schema").status_code == 200
