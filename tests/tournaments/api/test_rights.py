"""Every address of the API, asked by those who have no business there: nothing is done, nothing is told."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests import factories
from tests.tournaments.api.routes import API
from tests.tournaments.api.test_schema import there as there  # the club behind every address
from tournaments.actors import Actor
from tournaments.models import Club, Event
from tournaments.services.tokens import issue_token

pytestmark = pytest.mark.django_db

# Said before it is looked at: what is sent decides who may.
SAID_FIRST = {"api-challenges", "api-challenge"}
OTHER_PARTS = dict.fromkeys(
    ["wish", "token", "webhook", "deduction", "member", "fixture", "challenge", "series"], 1
)


def routes() -> dict[str, tuple[list[str], set[str]]]:
    """Name → the parts of its address, and its methods."""
    found: dict[str, tuple[list[str], set[str]]] = {}

    def look(patterns: list[URLPattern | URLResolver], space: str = "") -> None:
        for one in patterns:
            if isinstance(one, URLResolver):
                look(one.url_patterns, f"{one.namespace}:" if one.namespace else space)
            elif (name := f"{space}{one.name}") in API and name != "api-docs":
                view = one.callback.view_class  # type: ignore[attr-defined]
                methods = {m for m in ("get", "post", "put", "patch", "delete") if hasattr(view, m)}
                found[name] = (list(one.pattern.converters), methods)

    look(get_resolver().url_patterns)
    return found


ROUTES = routes()


def asked(client: Client, name: str, there: dict[str, Any], method: str) -> int:
    """The status of an empty body."""
    parts = {part: there.get(part, OTHER_PARTS.get(part)) for part in ROUTES[name][0]}
    body = "" if method == "get" else "{}"
    answer = client.generic(method.upper(), reverse(name, kwargs=parts), body, "application/json")
    if answer.status_code >= 400:
        assert {"code", "sentence"} <= json.loads(answer.content).keys()
    return int(answer.status_code)


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


@pytest.fixture
def people(there: dict[str, Any]) -> dict[str, Client]:
    """Those who may not: of another club with every scope, a member, a scorer, a program that only reads."""
    club = Club.objects.get(slug=there["club"])
    other = factories.make_club("Other Club")
    for role in ("member", "scorer"):
        factories.make_account(role, club, role)
    stranger = factories.make_account("stranger", other, "owner")
    actor = Actor(code="user", user_id=stranger.pk)
    foreign = issue_token(club=other, name="f", scopes=["read", "admin"], days=None, actor=actor)
    owner = Actor(code="user", user_id=User.objects.get(username="dora").pk)
    reading = issue_token(club=club, name="r", scopes=["read"], days=None, actor=owner)
    Event.objects.update(public=False)
    return {
        "visitor": Client(),
        "stranger": signed_in("stranger"),
        "foreign token": Client(headers={"Authorization": f"Bearer {foreign.secret}"}),
        "reading token": Client(headers={"Authorization": f"Bearer {reading.secret}"}),
        "member": signed_in("member"),
        "scorer": signed_in("scorer"),
    }


def test_nobody_writes_who_has_no_right_to(there: dict[str, Any], people: dict[str, Client]) -> None:
    wrong = []
    for name, (_, methods) in ROUTES.items():
        for who, client in people.items():
            for method in methods - {"get"}:
                if who == "scorer" and "scored" in API[name]:
                    continue
                if name == "api-clubs" and who in {"stranger", "member", "scorer"}:
                    continue  # any account founds one
                status = asked(client, name, there, method)
                allowed = {401, 403, 404} | ({422} if name in SAID_FIRST else set())
                if status not in allowed:
                    wrong.append((name, method, who, status))
    assert wrong == []


def test_what_is_the_directors_to_read_is_read_by_nobody_else(
    there: dict[str, Any], people: dict[str, Client]
) -> None:
    wrong = []
    for name, (parts, methods) in ROUTES.items():
        reads = API[name].split(" / ")[0]
        if "get" not in methods:
            continue
        for who, client in people.items():
            status = asked(client, name, there, "get")
            outside = who in {"visitor", "stranger", "foreign token"}
            if reads in {"directed", "kept", "keys", "captained"}:
                expected = {401, 403, 404} if who != "reading token" else {200, 403, 404}
            elif reads == "seen" and "event" in parts:
                expected = {404} if outside else {200}
            else:
                expected = {200, 404}
            if status not in expected:
                wrong.append((name, who, status))
    assert wrong == []


def test_a_director_is_let_in_everywhere(there: dict[str, Any]) -> None:
    director = signed_in("dora")
    wrong = [
        (name, method, status)
        for name, (_, methods) in ROUTES.items()
        for method in sorted(methods - {"delete"})
        if (status := asked(director, name, there, method)) in {401, 403} or status >= 500
    ]
    assert wrong == []


def test_a_private_nights_people_are_not_named_to_strangers(
    there: dict[str, Any], people: dict[str, Client]
) -> None:
    names = [one.name for one in Club.objects.get(slug=there["club"]).players.all()]
    for name, (found, methods) in ROUTES.items():
        parts = {part: there.get(part, OTHER_PARTS.get(part)) for part in found}
        if "get" in methods and name != "api-player":
            for who in ("visitor", "stranger", "foreign token"):
                told = people[who].get(reverse(name, kwargs=parts)).content.decode()
                assert not [one for one in names if one in told], (name, who)
