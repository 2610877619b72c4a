"""Standings: computed after commit, coalesced, never older over newer, and never in a scorer's way."""

import time
from collections.abc import Callable
from subprocess import Popen
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from scoring.models import Game
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tests.patience import wait_until
from tournaments.actors import Actor
from tournaments.models import Event, EventRevision, Match, PublishedStandings, Standing
from tournaments.services import announce, standings
from tournaments.services.links import issue_table_links
from tournaments.services.revisions import raise_revisions
from tournaments.tasks import publish_standings as task

DIRECTOR = Actor.of_command("tests")


def running_night() -> tuple[Event, Game]:
    event = factories.make_event(factories.make_club())
    entries = factories.make_entries(event, factories.make_players(event.club, 4))
    drawn = factories.make_match(factories.make_round(event), 1, entries)
    match = Match.objects.select_related("round__event__club").get(pk=drawn.pk)
    return event, open_match(match=match)


def record(game: Game, number: int, tricks: int = 3) -> int:
    new = NewLine(
        id=uuid4(), kind="hand", hand_number=number, facts={"maker": "N", "alone": [], "tricks": tricks}
    )
    return record_line(game_id=game.pk, new=new, actor=DIRECTOR).revision


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_table_is_there_when_the_answer_is() -> None:
    event, game = running_night()
    revision = record(game, 1, tricks=5)
    assert PublishedStandings.objects.get(event=event).revision == revision
    assert list(Standing.objects.filter(event=event).values_list("rank", "points")) == [
        (1, 2),
        (1, 2),
        (3, 0),
        (3, 0),
    ]


@pytest.mark.django_db
def test_an_older_table_never_replaces_a_newer_one() -> None:
    event, game = running_night()
    record(game, 1)
    real = standings.compute_standings

    def overtaken(event_id: int) -> standings.Computed:
        rows = real(event_id)
        with patch.object(standings, "compute_standings", real):
            record(game, 2, tricks=5)
            standings.publish_standings(event_id=event_id)
        return rows

    with patch.object(standings, "compute_standings", overtaken):
        standings.publish_standings(event_id=event.pk)
    assert max(Standing.objects.filter(event=event).values_list("points", flat=True)) == 3
    assert PublishedStandings.objects.get(event=event).revision == current(event)


@pytest.mark.django_db
def test_many_announcements_of_one_revision_are_one_computation() -> None:
    event, game = running_night()
    for number in range(1, 6):
        record(game, number)
    with patch.object(standings, "compute_standings", wraps=standings.compute_standings) as computed:
        for _ in range(5):
            task(event.pk)
    assert computed.call_count == 1


@pytest.mark.django_db(transaction=True)
def test_a_transaction_of_many_lines_announces_its_event_once() -> None:
    event, game = running_night()
    with patch.object(announce, "announce") as asked:
        with transaction.atomic():
            for number in range(1, 6):
                record(game, number)
        record(game, 6)
    assert [call.args for call in asked.call_args_list] == [(event.pk,), (event.pk,)]


@pytest.mark.django_db
def test_a_task_for_an_event_that_is_gone_does_nothing() -> None:
    task(987654)
    assert not PublishedStandings.objects.exists()


@pytest.mark.django_db
def test_the_sweep_finds_exactly_the_stale_events() -> None:
    event, game = running_night()
    record(game, 1)
    other = factories.make_event(event.club, "Friday night")
    PublishedStandings.objects.filter(event=other).update(revision=current(other))
    assert standings.publish_stale() == 1
    assert PublishedStandings.objects.get(event=event).revision == current(event)
    assert standings.publish_stale() == 0


@pytest.mark.django_db
def test_a_read_that_asks_for_its_own_write_gets_it(client: Client) -> None:
    event, game = running_night()
    revision = record(game, 1)
    assert PublishedStandings.objects.get(event=event).revision < revision
    answer = client.get(f"/api/v1/events/{event.pk}/standings?revision={revision}").json()
    assert answer["revision"] == revision
    assert [line["points"] for line in answer["standings"]] == [1, 1, 0, 0]


@pytest.mark.django_db
def test_a_revision_beyond_the_newest_is_answered_with_the_newest(client: Client) -> None:
    event, _ = running_night()
    standings.publish_standings(event_id=event.pk)
    answer = client.get(f"/api/v1/events/{event.pk}/standings?revision=999999999").json()
    assert answer["revision"] == current(event)


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", ["", "-1", "x", "9" * 5000, "٣"])
def test_a_revision_that_is_none_does_no_harm(client: Client, wanted: str) -> None:
    event, _ = running_night()
    standings.publish_standings(event_id=event.pk)
    page = f"/clubs/{event.club.slug}/events/{event.slug}/standings/"
    assert client.get(page, {"revision": wanted}).status_code == 200
    assert client.get(f"/api/v1/events/{event.pk}/standings", {"revision": wanted}).status_code == 200


@pytest.mark.django_db
def test_where_no_worker_sweeps_a_reader_finds_no_stale_table(client: Client, settings: Any) -> None:
    event, game = running_night()
    revision = record(game, 1)  # as if the process had died before it computed
    settings.CELERY_TASK_ALWAYS_EAGER = False
    assert client.get(f"/api/v1/events/{event.pk}/standings").json()["revision"] < revision
    settings.CELERY_TASK_ALWAYS_EAGER = True
    assert client.get(f"/api/v1/events/{event.pk}/standings").json()["revision"] == revision


@pytest.mark.django_db
def test_every_change_raises_event_and_club() -> None:
    event, _ = running_night()
    club_before = event.club.revision_row.number
    first = raise_revisions(event.pk, event.club_id)
    assert raise_revisions(event.pk, event.club_id) == first + 1
    event.club.revision_row.refresh_from_db()
    assert event.club.revision_row.number == club_before + 2


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_on_a_real_broker_publishes_the_standings(
    celery_worker: Popen[bytes], broker: Callable[[str], None], broker_url: str
) -> None:
    event, game = running_night()
    broker(broker_url)
    revision = record(game, 1, tricks=5)
    wait_until(lambda: PublishedStandings.objects.get(event=event).revision == revision)
    assert list(Standing.objects.filter(event=event).values_list("rank", "points")) == [
        (1, 2),
        (1, 2),
        (3, 0),
        (3, 0),
    ]


@pytest.mark.django_db(transaction=True)
def test_with_the_broker_gone_the_line_is_saved_and_the_sweep_catches_up(
    client: Client, broker: Callable[[str], None]
) -> None:
    event, game = running_night()
    issued = issue_table_links(event=event, tables=1, actor=DIRECTOR)
    broker("redis://127.0.0.1:1/0")  # nobody listens at port 1
    lost = announce.LOST["standings"]
    began = time.monotonic()
    body = {
        "token": issued[0].token,
        "kind": "hand",
        "hand_number": 1,
        "facts": {"maker": "E", "alone": [], "tricks": 5},
    }
    answer = client.put(f"/api/v1/games/{game.pk}/ledger/{uuid4()}", body, content_type="application/json")
    assert answer.status_code == 201, answer.json()
    assert time.monotonic() - began < 5
    assert announce.LOST["standings"] == lost + 1
    assert game.lines.count() == 1
    assert PublishedStandings.objects.get(event=event).revision < answer.json()["revision"]
    standings.publish_stale()
    assert PublishedStandings.objects.get(event=event).revision == answer.json()["revision"]


@pytest.mark.django_db(transaction=True)
def test_no_fault_in_announcing_changes_a_scorers_answer(caplog: pytest.LogCaptureFixture) -> None:
    event, game = running_night()
    with patch.object(announce, "announce", side_effect=RuntimeError("pool closed")):
        revision = record(game, 1)
    assert game.lines.count() == 1
    assert "pool closed" in caplog.text
    assert PublishedStandings.objects.get(event=event).revision < revision


def current(event: Event) -> int:
    return EventRevision.objects.get(event=event).number
