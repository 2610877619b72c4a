"""The sheet's API as programs and strangers meet it: answers by code, refusals in words, never a 500."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Game
from tests import factories
from tournaments.models import Event
from tournaments.services.links import IssuedLink, revoke_table_links

pytestmark = pytest.mark.django_db

NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ["token", "kind", "hand_number", "facts", "replaces", "reason", "recorded_at", "maker", "alone"]
KINDS = ["hand", "first-deal", "thrown-in", "void", "card", "penalty", "retraction", "time", "concession"]


def put(client: Client, game: Game, body: Any, line: object = None) -> Any:
    sent = body if isinstance(body, bytes) else json.dumps(body)
    there = f"/api/v1/games/{game.pk}/ledger/{line or uuid4()}"
    return client.put(there, sent, content_type="application/json")


def hand(token: str, **changes: Any) -> dict[str, Any]:
    facts = {"maker": "N", "alone": [], "tricks": 3}
    return {"token": token, "kind": "hand", "hand_number": 1, "facts": facts, **changes}


def test_new_known_held_and_conflicting_lines_are_told_apart(
    client: Client, game: Game, issued: list[IssuedLink]
) -> None:
    line, token = uuid4(), issued[0].token
    first = put(client, game, hand(token), line)
    assert (first.status_code, first.json()["code"], first.json()["held_id"]) == (201, "recorded", None)
    again = put(client, game, hand(token), line)
    assert (again.status_code, again.json()["code"]) == (200, "known")
    other = put(client, game, hand(token))
    assert (other.status_code, other.json()["held_id"]) == (200, str(line))
    differs = put(client, game, hand(token, facts={"maker": "N", "alone": [], "tricks": 5}))
    assert (differs.status_code, differs.json()["code"]) == (409, "hand-taken")
    assert differs.json()["held"]["id"] == str(line)
    assert differs.json()["table"]["score"] == {"NS": 1, "EW": 0}
    impossible = put(client, game, hand(token, hand_number=2, facts={"maker": "N", "alone": [], "tricks": 9}))
    assert (impossible.status_code, impossible.json()["code"]) == (422, "tricks-out-of-range")
    assert game.lines.count() == 1


def test_a_link_opens_its_own_table_only(client: Client, game: Game, issued: list[IssuedLink]) -> None:
    assert put(client, game, hand(issued[1].token)).status_code == 403
    unknown = put(client, game, hand("nothing"))
    assert (unknown.status_code, unknown.json()["code"]) == (404, "link-unknown")
    assert game.lines.count() == 0


def test_a_link_taken_back_or_of_an_archived_event_is_gone(
    client: Client, night: Event, game: Game, issued: list[IssuedLink]
) -> None:
    Event.objects.filter(pk=night.pk).update(state=Event.State.ARCHIVED)
    assert put(client, game, hand(issued[0].token)).json()["code"] == "event-archived"
    Event.objects.filter(pk=night.pk).update(state=Event.State.RUNNING)
    revoke_table_links(event=night)
    gone = put(client, game, hand(issued[0].token))
    assert (gone.status_code, gone.json()["code"]) == (410, "link-revoked")


def test_an_account_needs_the_csrf_token_and_a_link_does_not(game: Game, issued: list[IssuedLink]) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(factories.make_account("dora", game.match.round.event.club, "director"))
    body = hand("")
    assert put(strict, game, body).status_code == 403
    assert put(strict, game, hand(issued[0].token)).status_code == 201


def test_an_unchanged_table_is_answered_in_few_queries(
    client: Client, game: Game, issued: list[IssuedLink], django_assert_max_num_queries: Any
) -> None:
    there, key = f"/api/v1/games/{game.pk}/table", {"X-Table-Token": issued[0].token}
    etag = client.get(there, headers=key)["ETag"]
    with django_assert_max_num_queries(3):
        assert client.get(there, headers={**key, "If-None-Match": etag}).status_code == 304
    put(client, game, hand(issued[0].token))
    assert client.get(there, headers={**key, "If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[1, 2]",
        b"{",
        b"\xff\xfe{",
        b'{"kind": "hand", "facts": ' + b"[" * 50_000,
        b'{"kind": "hand", "hand_number": 1e999, "facts": {}}',
        b'{"kind": "hand", "hand_number": NaN}',
        b'{"kind": "hand", "hand_number": 1, "reason": "\\u0000", "facts": {}}',
        b'{"kind": "hand", "hand_number": 1, "facts": {"maker": "\\ud800", "alone": [], "tricks": 3}}',
        b'{"kind": "hand", "hand_number": 1, "recorded_at": "9999-99-99", "facts": {}}',
        b'{"token": {"a": 1}, "kind": "hand"}',
    ],
    ids=range(12),
)
def test_what_is_no_line_is_a_refusal_with_a_code(
    client: Client, game: Game, issued: list[IssuedLink], body: bytes
) -> None:
    if body.startswith(b'{"kind"'):
        body = b'{"token": "' + issued[0].token.encode() + b'", ' + body[1:]
    answer = put(client, game, body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"]
    assert answer.json()["sentence"].endswith(".")
    assert game.lines.count() == 0


@settings(suppress_health_check=list(HealthCheck), deadline=None, max_examples=150)
@given(
    body=st.dictionaries(st.sampled_from(FIELDS), NESTED, max_size=6),
    kind=st.sampled_from(KINDS) | NESTED,
    facts=st.dictionaries(
        st.sampled_from(
            ["maker", "alone", "tricks", "trump", "taken", "points", "lone", "side", "dealer", "why"]
        ),
        NESTED | st.sampled_from(["N", "NS", ["N"], {"NS": 1, "EW": 2}, 3]),
        max_size=5,
    ),
)
def test_whatever_is_sent_there_is_an_answer(
    client: Client, game: Game, issued: list[IssuedLink], body: dict[str, Any], kind: Any, facts: Any
) -> None:
    sent = {**body, "kind": kind, "facts": facts, "token": issued[0].token}
    assert put(client, game, sent).status_code in {200, 201, 400, 409, 422}


def test_a_server_that_cannot_write_says_so_and_the_line_comes_in_later(
    client: Client, game: Game, issued: list[IssuedLink], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_: object) -> None:
        raise OperationalError("database or disk is full")

    line = uuid4()
    with monkeypatch.context() as patched:
        patched.setattr("scoring.api.record_line", full)
        answer = put(client, game, hand(issued[0].token), line)
    assert (answer.status_code, answer.json()["code"]) == (503, "server-unable")
    assert answer.headers["Retry-After"] == "5"
    assert put(client, game, hand(issued[0].token), line).status_code == 201
