"""Webhooks, against a real server of this machine: signed, tried again, switched off, never led inside."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests import factories
from tournaments.actors import Actor
from tournaments.models import Club, Webhook, WebhookDelivery
from tournaments.services import webhook_posts, webhook_sending
from tournaments.services.revisions import raise_club_revision
from tournaments.services.webhook_sending import send_all_webhooks, send_webhooks
from tournaments.services.webhooks import MadeWebhook, add_webhook, switch_webhook

pytestmark = pytest.mark.django_db

DORA = Actor(code="user:1", user_id=1)


class Listener:
    """What a program's server heard, and what it answers."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.heard.append(({k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(listener.status)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Quiet."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hear?a=b"
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def listener() -> Iterator[Listener]:
    made = Listener()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def club() -> Club:
    return factories.make_club()


def webhook(club: Club, listener: Listener, *kinds: str) -> MadeWebhook:
    return add_webhook(club=club, url=listener.url, kinds=kinds, actor=DORA)


def change(club: Club, name: str = "Ann Trewin") -> str:
    player = factories.make_player(club, name)
    raise_club_revision(club.pk)
    return str(player.pk)


def test_what_changed_is_told_signed_and_without_a_name(club: Club, listener: Listener) -> None:
    made = webhook(club, listener)
    key = change(club)
    assert send_webhooks(club_id=club.pk) is None
    headers, body = listener.heard[0]
    told = json.loads(body)
    assert {"kind": "player", "key": key, "revision": told["revision"]} in told["changes"]
    assert told["club"] == club.slug and b"Trewin" not in body
    at, sign = (part.partition("=")[2] for part in headers["x-bower-signature"].split(","))
    expected = hmac.new(made.secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert sign == expected and headers["x-bower-delivery"] == told["id"]
    assert len(listener.heard) == 1
    send_webhooks(club_id=club.pk)
    assert len(listener.heard) == 1  # nothing new, nothing sent
    change(club, "Bob Nance")
    send_webhooks(club_id=club.pk)
    assert json.loads(listener.heard[1][1])["after"] == str(told["revision"])


def test_many_changes_are_one_message_and_only_of_the_kinds_wished(club: Club, listener: Listener) -> None:
    webhook(club, listener, "player")
    keys = {change(club, factories.name_at(at)) for at in range(5)}
    factories.make_event(club)
    raise_club_revision(club.pk)
    send_webhooks(club_id=club.pk)
    assert len(listener.heard) == 1
    changes = json.loads(listener.heard[0][1])["changes"]
    assert {(one["kind"], one["key"]) for one in changes} == {("player", key) for key in keys}


@pytest.mark.parametrize("status", [500, 404, 302])
def test_a_message_that_is_not_taken_is_sent_again_later(club: Club, listener: Listener, status: int) -> None:
    webhook(club, listener)
    change(club)
    listener.status = status
    wait = send_webhooks(club_id=club.pk)
    assert wait is not None and 0 < wait <= webhook_sending.PAUSES[0]
    send_webhooks(club_id=club.pk)
    assert len(listener.heard) == 1  # not before it is due, and no redirect is followed
    row = WebhookDelivery.objects.get()
    assert (row.tries, row.status, row.taken_at) == (1, status, None)
    change(club, "Bob Nance")
    WebhookDelivery.objects.update(due_at=timezone.now())
    listener.status = 200
    send_webhooks(club_id=club.pk)
    bodies = [json.loads(body) for _, body in listener.heard]
    assert bodies[0] == bodies[1] and len(bodies) == 3
    assert Webhook.objects.get().told == bodies[2]["revision"]


def test_who_takes_nothing_for_days_is_switched_off_and_told_all_when_on_again(
    club: Club, listener: Listener
) -> None:
    made = webhook(club, listener)
    change(club)
    listener.status = 500
    send_webhooks(club_id=club.pk)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=4))
    WebhookDelivery.objects.update(due_at=timezone.now())
    send_webhooks(club_id=club.pk)
    row = Webhook.objects.get()
    assert not row.active and "three days" in row.off_because
    WebhookDelivery.objects.update(due_at=timezone.now())
    send_all_webhooks()
    assert len(listener.heard) == 2
    switch_webhook(webhook=made.webhook, active=True)
    listener.status = 200
    send_all_webhooks()
    assert len(listener.heard) == 3 and Webhook.objects.get().failing_since is None


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:{port}/", "http://localhost:{port}/", "http://[::1]:{port}/", "http://10.0.0.1/"],
)
def test_a_shared_server_sends_nothing_into_its_own_network(
    club: Club, listener: Listener, url: str, settings: Any
) -> None:
    made = add_webhook(club=club, url=url.format(port=listener.server.server_port), kinds=(), actor=DORA)
    settings.HALL = False
    change(club)
    send_webhooks(club_id=club.pk)
    assert listener.heard == []
    assert "private network" in WebhookDelivery.objects.get(webhook=made.webhook).fault


def test_a_name_that_leads_inside_is_refused_when_it_is_resolved(
    club: Club, listener: Listener, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a name server says is looked at, and what was looked at is what is used."""
    port = listener.server.server_port
    inside = [(2, 1, 6, "", ("127.0.0.1", port))]
    monkeypatch.setattr(webhook_posts.socket, "getaddrinfo", lambda *_, **__: inside)
    settings.HALL = False
    answer = webhook_posts.post(f"http://club.example:{port}/", b"{}", {})
    assert answer.status == 0 and "private network" in answer.fault and listener.heard == []


def test_a_server_that_is_not_there_is_an_answer_too() -> None:
    assert webhook_posts.post("http://127.0.0.1:9/", b"{}", {}).fault.startswith("ConnectionRefusedError")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a.example/",
        "javascript:alert(1)",
        "http://",
        "http://a b/",
        "http://u:p@a.example/",
        "http://[",
        "x",
    ],
)
def test_an_address_that_is_none_is_refused(club: Club, url: str) -> None:
    client = Client()
    factories.make_account("dora", club, "director")
    client.force_login(User.objects.get(username="dora"))
    answer = client.post(f"/api/v1/clubs/{club.slug}/webhooks", {"url": url}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "url-malformed")


def test_a_director_puts_one_down_and_sees_what_became_of_it(
    club: Club, listener: Listener, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_sending, "send_aside", lambda club_id: send_webhooks(club_id=club_id))
    client = Client()
    factories.make_account("dora", club, "director")
    client.force_login(User.objects.get(username="dora"))
    base = f"/api/v1/clubs/{club.slug}"
    with django_capture_on_commit_callbacks(execute=True):
        made = client.post(f"{base}/webhooks", {"url": listener.url}, content_type="application/json")
    assert made.status_code == 201 and made.json()["secret"]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{base}/players", {"name": "Ann Trewin"}, content_type="application/json")
    assert len(listener.heard) == 1
    there = f"{base}/webhooks/{made.json()['id']}"
    assert "secret" not in client.get(there).json()
    assert client.get(f"{there}/deliveries").json()["results"][0]["status"] == 200
    assert client.delete(there).status_code == 204
    assert django_settings.HALL
