"""What every address does alike: tokens, writes sent twice, edits of what has changed, pages, refusals."""

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.models import ApiToken, Club, Event, IdempotencyKey, Match, Membership, Player, Round
from tournaments.services.idempotency import forget_old_keys
from tournaments.services.tokens import issue_token, revoke_token

HAND = {"kind": "hand", "hand_number": 1, "facts": {"maker": "N", "alone": [], "tricks": 3}}


@pytest.fixture
def club(db: None) -> Club:
    club = factories.make_club()
    for role in ("owner", "director", "scorer", "member"):
        factories.make_account(role, club, role)
    return club


def program(club: Club, *scopes: str, maker: str = "owner", days: int | None = None) -> Client:
    """Asks with a fresh token of its maker."""
    user = User.objects.get(username=maker)
    actor = Actor(code=f"user:{user.pk}", user_id=user.pk, roles={club.pk: maker})
    secret = issue_token(club=club, name="p", scopes=scopes, days=days, actor=actor).secret
    return Client(headers={"Authorization": f"Bearer {secret}"})


def post(client: Client, path: str, body: Any, method: str = "POST", **headers: str) -> Any:
    return client.generic(method, f"/api/v1/{path}", json.dumps(body), "application/json", headers=headers)


# --- tokens


@pytest.mark.parametrize(
    ("scopes", "maker", "reads", "writes"),
    [
        (["read"], "owner", 200, 403),
        (["read"], "member", 403, 403),
        (["direct"], "owner", 200, 201),
        (["admin"], "director", 200, 201),
        (["direct"], "scorer", 403, 403),
        (["score"], "owner", 403, 403),
        (["read", "score"], "owner", 200, 403),
        (["read", "direct"], "director", 200, 201),
    ],
)
def test_a_token_does_what_its_maker_may_and_its_scopes_let_it(
    club: Club, scopes: list[str], maker: str, reads: int, writes: int
) -> None:
    client = program(club, *scopes, maker=maker)
    assert client.get(f"/api/v1/clubs/{club.slug}/players").status_code == reads
    assert post(client, f"clubs/{club.slug}/players", {"name": "Ann Trewin"}).status_code == writes
    assert Player.objects.count() == (writes == 201)


def test_a_token_scores_where_its_scopes_let_it(club: Club) -> None:
    event = factories.make_night(club, public=False)
    game = open_match(match=Match.objects.filter(round__event=event, round__state=Round.State.ACCEPTED)[0])
    there = f"games/{game.pk}/ledger/00000000-0000-4000-8000-000000000001"
    assert post(program(club, "read"), there, HAND, "PUT").status_code == 403
    assert post(program(club, "score"), there, HAND, "PUT").status_code == 201
    assert game.lines.get().recorded_by == f"token:{ApiToken.objects.order_by('pk').last().pk}"  # type: ignore[union-attr]


def test_a_token_opens_one_club_only(club: Club) -> None:
    other = factories.make_club("Other Club")
    Membership.objects.create(club=other, user=User.objects.get(username="owner"), role="owner")
    event = factories.make_night(other, public=False)
    client = program(club, "read", "admin")
    assert client.get(f"/api/v1/clubs/{other.slug}/players").status_code == 403
    assert client.get(f"/api/v1/events/{event.pk}").status_code == 404
    assert post(client, f"clubs/{other.slug}/events", {}).status_code == 403
    assert post(client, "clubs", {"name": "Third"}).status_code == 403


def test_a_token_that_is_unknown_expired_or_revoked_opens_nothing(club: Club) -> None:
    for spoil in (
        lambda: revoke_token(token=ApiToken.objects.get()),
        lambda: ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1)),
        lambda: User.objects.filter(username="owner").update(is_active=False),
    ):
        ApiToken.objects.all().delete()
        client = program(club, "read", days=1)
        assert client.get(f"/api/v1/clubs/{club.slug}/players").status_code == 200
        spoil()
        refused = client.get(f"/api/v1/clubs/{club.slug}/players")
        assert refused.status_code == 401 and refused["WWW-Authenticate"] == "Bearer"
        assert refused.json()["code"] == "authentication-failed"
    assert Client(headers={"Authorization": "Bearer"}).get("/api/v1/clubs").status_code == 401


def test_who_loses_a_role_takes_it_from_the_tokens_too(club: Club) -> None:
    client = program(club, "read", "direct")
    Membership.objects.filter(user__username="owner").update(role="member")
    assert client.get(f"/api/v1/clubs/{club.slug}/players").status_code == 403
    Membership.objects.filter(user__username="owner").delete()
    assert post(client, f"clubs/{club.slug}/players", {"name": "Ann"}).status_code == 403


def test_the_secret_is_told_once_and_kept_by_nobody(club: Club) -> None:
    client = Client()
    client.force_login(User.objects.get(username="director"))
    made = post(client, f"clubs/{club.slug}/tokens", {"name": "mine", "scopes": ["read"]}).json()
    assert "secret" not in client.get(f"/api/v1/clubs/{club.slug}/tokens").json()["results"][0]
    row = ApiToken.objects.values().get()
    assert made["secret"] not in json.dumps(row, default=str)
    assert post(program(club, "read", "admin"), f"clubs/{club.slug}/tokens", {}).status_code == 403
    for name in ("scorer", "member"):
        other = Client()
        other.force_login(User.objects.get(username=name))
        assert other.get(f"/api/v1/clubs/{club.slug}/tokens").status_code == 403


def test_a_signed_in_person_needs_the_csrf_token_and_a_program_does_not(club: Club) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="director"))
    there, body = f"clubs/{club.slug}/players", {"name": "Ann Trewin"}
    assert post(strict, there, body).status_code == 403
    user = User.objects.get(username="owner")
    actor = Actor(code="user", user_id=user.pk)
    secret = issue_token(club=club, name="p", scopes=["direct"], days=None, actor=actor).secret
    assert post(strict, there, body, Authorization=f"Bearer {secret}").status_code == 201


# --- once


def test_a_write_sent_again_is_done_once_and_answered_alike(club: Club) -> None:
    client, there = program(club, "direct"), f"clubs/{club.slug}/players"
    first = post(client, there, {"name": "Ann Trewin"}, **{"Idempotency-Key": "k1"})
    again = post(client, there, {"name": "Ann Trewin"}, **{"Idempotency-Key": "k1"})
    assert (first.status_code, first.json(), first["ETag"]) == (
        again.status_code,
        again.json(),
        again["ETag"],
    )
    assert again["Idempotent-Replay"] == "true" and Player.objects.count() == 1
    other = post(client, there, {"name": "Bob Nance"}, **{"Idempotency-Key": "k1"})
    assert (other.status_code, other.json()["code"]) == (409, "key-taken")
    elsewhere = post(program(club, "direct"), there, {"name": "Cora Rowe"}, **{"Idempotency-Key": "k1"})
    assert elsewhere.status_code == 201


def test_a_write_that_was_refused_may_be_tried_again_with_its_key(club: Club) -> None:
    client, there = program(club, "direct"), f"clubs/{club.slug}/players"
    Player.objects.create(club=club, name="Ann Trewin", sort_key="trewin,ann")
    refused = post(client, there, {"name": "Ann Trewin"}, **{"Idempotency-Key": "k"})
    assert refused.status_code == 422 and not IdempotencyKey.objects.exists()
    Player.objects.all().delete()
    assert post(client, there, {"name": "Ann Trewin"}, **{"Idempotency-Key": "k"}).status_code == 201


def test_a_key_is_forgotten_after_a_day(club: Club) -> None:
    client, there = program(club, "direct"), f"clubs/{club.slug}/players"
    post(client, there, {"name": "Ann Trewin"}, **{"Idempotency-Key": "k"})
    IdempotencyKey.objects.update(made_at=timezone.now() - timedelta(hours=25))
    assert post(client, there, {"name": "Bob Nance"}, **{"Idempotency-Key": "k"}).status_code == 201
    IdempotencyKey.objects.update(made_at=timezone.now() - timedelta(hours=25))
    assert forget_old_keys() == 1


@pytest.mark.parametrize("key", ["x" * 201, "a\tb"])
def test_a_key_that_is_none_is_refused(club: Club, key: str) -> None:
    answer = post(
        program(club, "direct"), f"clubs/{club.slug}/players", {"name": "A"}, **{"Idempotency-Key": key}
    )
    assert answer.json()["code"] == "key-malformed"


@pytest.mark.django_db(transaction=True)
def test_two_at_once_with_one_key_write_once() -> None:
    club = factories.make_club()
    factories.make_account("owner", club, "owner")
    client = program(club, "direct")
    answers: list[Any] = []

    def send() -> None:
        try:
            for key in ("a", "b", "c"):
                headers = {"Idempotency-Key": key}
                answers.append(
                    post(client, f"clubs/{club.slug}/series", {"name": f"Series {key}"}, **headers)
                )
        finally:
            connection.close()

    threads = [threading.Thread(target=send) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {one.status_code for one in answers} == {201} and len(answers) == 12
    assert len({json.dumps(one.json(), sort_keys=True) for one in answers}) == 3
    assert club.series.count() == 3


# --- edits


def test_an_edit_says_what_it_was_made_from(club: Club) -> None:
    client = program(club, "read", "direct")
    player = factories.make_player(club)
    there = f"clubs/{club.slug}/players/{player.pk}"
    etag = client.get(f"/api/v1/{there}")["ETag"]
    missing = post(client, there, {"note": "from Bude"}, "PATCH")
    assert (missing.status_code, missing.json()["code"]) == (428, "if-match-missing")
    changed = post(client, there, {"note": "from Bude"}, "PATCH", **{"If-Match": etag})
    assert changed.status_code == 200 and changed.json()["note"] == "from Bude"
    late = post(client, there, {"note": "from Stratton"}, "PATCH", **{"If-Match": etag})
    assert (late.status_code, late.json()["code"]) == (412, "if-match-failed")
    assert post(client, there, {"note": ""}, "PATCH", **{"If-Match": changed["ETag"]}).status_code == 200
    seen = client.get(f"/api/v1/{there}")
    assert client.get(f"/api/v1/{there}", headers={"If-None-Match": seen["ETag"]}).status_code == 304


def test_terms_are_amended_from_what_was_looked_at(club: Club) -> None:
    client = program(club, "read", "direct")
    event = factories.make_event(club, state=Event.State.SETUP)
    there = f"events/{event.pk}/terms"
    etag = client.get(f"/api/v1/{there}")["ETag"]
    made = post(client, there, {"sit_out_points": 7}, "PATCH", **{"If-Match": etag})
    assert made.status_code == 200 and made.json()["number"] == 2
    assert post(client, there, {"rounds": 3}, "PATCH", **{"If-Match": etag}).status_code == 412


# --- lists and refusals


def test_a_list_comes_in_pages_and_is_filtered(club: Club) -> None:
    client = program(club, "read")
    factories.make_players(club, 25)
    told, there = [], f"/api/v1/clubs/{club.slug}/players?limit=10"
    while there:
        page = client.get(there).json()
        told += [one["id"] for one in page["results"]]
        there = page["next"]
    assert told == sorted(Player.objects.values_list("pk", flat=True))
    found = client.get(f"/api/v1/clubs/{club.slug}/players?name=trewin").json()["results"]
    assert {one["name"] for one in found} == {p.name for p in Player.objects.all() if "Trewin" in p.name}
    assert client.get(f"/api/v1/clubs/{club.slug}/players?inactive=true").json()["results"] == []
    assert client.get(f"/api/v1/clubs/{club.slug}/events?state=ghost").status_code == 422


def test_what_is_too_large_is_refused_with_a_sentence(club: Club) -> None:
    answer = post(program(club, "direct"), f"clubs/{club.slug}/players", {"name": "x" * 1_500_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_program_that_asks_too_often_waits(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.api.throttles import TokenThrottle

    cache.clear()
    monkeypatch.setattr(TokenThrottle, "THROTTLE_RATES", {"token": "3/min"})
    client = program(club, "read")
    codes = [client.get(f"/api/v1/clubs/{club.slug}").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    assert "Retry-After" in client.get(f"/api/v1/clubs/{club.slug}")
    assert program(club, "read").get(f"/api/v1/clubs/{club.slug}").status_code == 200


def test_an_address_that_there_is_not_is_told_to_a_program_in_its_shape(db: None) -> None:
    answer = Client().get("/api/v1/nothing/here")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
