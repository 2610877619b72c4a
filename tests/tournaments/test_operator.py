"""For whoever runs the service: health, readiness, metrics, logs, the admin, the doctor."""

import io
import json
import logging
import logging.config
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as house
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from scoring.models import Game, LedgerLine
from tests import factories
from tournaments.actors import Actor
from tournaments.models import AuditEntry, Club, Event
from tournaments.selectors import readiness
from tournaments.services import announce
from tournaments.services.links import issue_table_links

pytestmark = pytest.mark.django_db


def test_health_asks_nothing(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert client.get("/health/").content == b"ok\n"


def test_ready_says_a_word_for_each_part(client: Client) -> None:
    answer = client.get("/ready/")
    assert answer.status_code == 200
    told = answer.json()
    assert {one: told[one] for one in ("ready", "database", "migrations", "broker")} == {
        "ready": True,
        "database": "ok",
        "migrations": "ok",
        "broker": "not used",
    }


def test_not_ready_without_database_or_migrations(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "migrations_missing", lambda: 2)
    answer = client.get("/ready/")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "behind the code")

    class Away:
        def cursor(self) -> None:
            raise DatabaseError("no password for 10.0.0.7")

    monkeypatch.setattr(readiness, "connection", Away())
    answer = client.get("/ready/")
    assert answer.status_code == 503
    assert answer.json()["database"] == "away"
    assert "10.0.0.7" not in answer.content.decode()


def test_a_lost_broker_is_told_and_makes_nobody_unready(client: Client, settings: Any, broker: Any) -> None:
    settings.BROKER_URL = "redis://127.0.0.1:1/0"
    broker(settings.BROKER_URL)
    answer = client.get("/ready/")
    assert (answer.status_code, answer.json()["broker"]) == (200, "away")


def test_metrics_are_the_operators(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = "t" * 40
    client.get("/health/")
    here, away = {"REMOTE_ADDR": "127.0.0.1"}, {"REMOTE_ADDR": "192.0.2.7"}
    cases: list[tuple[dict[str, Any], int]] = [
        (here, 200),
        (away, 404),
        (away | {"HTTP_AUTHORIZATION": f"Bearer {'t' * 40}"}, 200),
        (away | {"HTTP_AUTHORIZATION": "Bearer t"}, 404),
    ]
    for asked, code in cases:
        assert client.get("/metrics", **asked).status_code == code, asked
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer ").status_code == 404


def test_metrics_count_answers_by_the_name_of_their_address(client: Client, night: Event) -> None:
    there = reverse("tournaments:standings", args=[night.club.slug, night.slug])
    line = 'right_bower_requests_total{method="GET",status="200",verb="standings"} '

    def counted() -> float:
        text = client.get("/metrics").content.decode()
        return float(next((one[len(line) :] for one in text.splitlines() if one.startswith(line)), 0))

    before = counted()
    client.get(there)
    client.get(there)
    assert counted() == before + 2
    announce.lose("standings")
    text = client.get("/metrics").content.decode()
    assert 'right_bower_lost_announcements_total{what="standings"}' in text
    assert night.club.slug not in text, "no address, no name"


def test_every_answer_carries_its_number(client: Client) -> None:
    first, other = (client.get("/health/")["X-Request-ID"] for _ in range(2))
    assert first != other
    assert len(first) == 32
    assert client.get("/nowhere/")["X-Request-ID"]
    for sent, kept in (
        ("from-the-proxy-1", True),
        ("short", False),
        ("x" * 65, False),
        ("a b c d e f", False),
    ):
        assert (client.get("/health/", HTTP_X_REQUEST_ID=sent)["X-Request-ID"] == sent) == kept


def test_the_log_is_json_with_request_and_actor_and_without_keys(client: Client, club: Club) -> None:
    known: Any = house.LOGGING["formatters"]
    formatter = dict(known["json"])
    configured: Any = logging.config.DictConfigurator({"version": 1})  # type: ignore[attr-defined]
    told = io.StringIO()
    handler = logging.StreamHandler(told)
    handler.setFormatter(configured.configure_formatter(formatter))
    handler.addFilter(configured.configure_filter({"()": "config.logs.WhoAsks"}))
    log = logging.getLogger("right_bower.requests")
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        client.force_login(User.objects.get(username="dora"))
        client.get(reverse("tournaments:audit", args=[club.slug]), HTTP_X_REQUEST_ID="number-7-of-them")
        client.get(reverse("scoring:table", args=["a-secret-token-of-a-table"]))
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
    first, second = (json.loads(line) for line in told.getvalue().splitlines())
    account = User.objects.get(username="dora")
    assert (first["request_id"], first["actor"]) == ("number-7-of-them", f"user:{account.pk}")
    assert (first["route"], first["status"], first["method"]) == ("clubs/<slug:club>/audit/", 200, "GET")
    assert first["level"] == "INFO"
    assert second["route"] == "t/<str:token>/"
    assert "a-secret-token" not in told.getvalue()


def test_the_operator_sees_every_table_and_changes_no_ledger(night: Event) -> None:
    boss = User.objects.create_superuser("boss", password="boss")
    client = Client()
    client.force_login(boss)
    AuditEntry.objects.create(club=night.club, actor="user:1", verb="x")
    models: list[type[Model]] = [*apps.get_app_config("tournaments").get_models(), Game, LedgerLine]
    assert [one.__name__ for one in models if not admin.site.is_registered(one)] == []
    for model in models:
        place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert client.get(reverse(f"{place}_changelist")).status_code == 200, model
        row = model._base_manager.first()
        if row is not None and model not in {Game, LedgerLine}:
            assert client.get(reverse(f"{place}_change", args=[row.pk])).status_code == 200, model
    for model in (AuditEntry, LedgerLine):
        place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert client.post(reverse(f"{place}_add"), {}).status_code == 403
    entry = AuditEntry.objects.latest("pk")
    assert client.post(reverse("admin:tournaments_auditentry_delete", args=[entry.pk])).status_code == 403


def test_the_admin_shows_no_secret(night: Event) -> None:
    issued = issue_table_links(event=night, tables=1, actor=Actor("user:1"))[0]
    client = Client()
    client.force_login(User.objects.create_superuser("boss", password="boss"))
    page = client.get(reverse("admin:tournaments_tablelink_change", args=[issued.link.pk])).content.decode()
    assert issued.link.token_hash not in page


def test_a_hall_says_what_it_gives_up() -> None:
    found = {one.id: one.msg for one in run_checks(include_deployment_checks=True, tags=["security"])}
    assert "plain http" in found["right_bower.W001"]


def test_the_doctor_says_what_to_do(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    factories.make_night(factories.make_club("Doctor's Club"), players=8)
    settings.BACKUP_FOLDER = ""
    out = io.StringIO()
    call_command("doctor", stdout=out)
    assert "All well" in out.getvalue()
    monkeypatch.setattr("scoring.selectors.doctor_server.migrations_missing", lambda: 3)
    with pytest.raises(CommandError, match=r"3 migrations are missing; run manage\.py migrate"):
        call_command("doctor")


def test_the_doctor_tries_the_mail_server(settings: Any) -> None:
    settings.BACKUP_FOLDER = ""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    with pytest.raises(CommandError, match="the mail server does not answer"):
        call_command("doctor")
