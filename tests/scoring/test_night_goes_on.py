"""A laptop that dies in round 7: backups that take themselves, and the night on another laptop."""

from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client

from scoring.engine.rulesets import Ruleset
from scoring.models import Game, LedgerLine
from scoring.services.matches import open_match
from scoring.services.restores import restore_backup
from scoring.triggers import open_ledger
from tests import factories
from tests.nights import DIRECTOR, drawn_night, hand, match_of, proposed_night
from tournaments.models import Backup, Event, Match, Round
from tournaments.services import backups
from tournaments.services.backups import keep_night, take_backup
from tournaments.services.draws import accept_draw
from tournaments.services.links import issue_table_links
from tournaments.services.rounds import close_round
from tournaments.services.standings import publish_standings

TEN_HANDS = Ruleset(key="ten-hands", name="Ten hands a round", target=None, hands=10)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    """A folder that the settings name."""
    settings.BACKUP_FOLDER = str(tmp_path)
    return tmp_path


def all_written() -> None:
    """Wait for the thread that takes backups."""
    backups._line.submit(lambda: None).result(60)


def another_laptop(file: Path) -> None:
    """The database of another laptop, where nobody has played yet, and the backup put into it."""
    with open_ledger("a test"):
        call_command("flush", interactive=False, verbosity=0)
    restore_backup(file=file)


def test_an_accepted_draw_and_a_closed_round_are_backed_up_by_themselves(folder: Path) -> None:
    event = proposed_night(factories.make_club(), 8, rounds=2)
    accept_draw(event=event, seed="7", actor=DIRECTOR, upto=1)
    all_written()
    close_round(round=event.rounds.get(number=1))
    all_written()
    close_round(round=event.rounds.get(number=1), closed=False)
    all_written()
    told = list(Backup.objects.order_by("pk").values_list("why", "event_id", "round_number", "fault"))
    assert told == [("draw", event.pk, 1, ""), ("round", event.pk, 1, "")]
    for one in Backup.objects.all():
        assert (folder / one.name).stat().st_size == one.size
    another_laptop(folder / Backup.objects.latest("made_at").name)
    assert list(Round.objects.order_by("number").values_list("state", flat=True)) == ["closed", "proposed"]


def test_without_a_folder_nothing_is_written(settings: LazySettings, tmp_path: Path) -> None:
    settings.BACKUP_FOLDER = ""
    event = drawn_night(factories.make_club(), 8)
    close_round(round=event.rounds.get(number=1))
    all_written()
    assert not Backup.objects.exists()


def test_a_stick_that_was_pulled_out_does_not_stop_the_night(folder: Path, settings: LazySettings) -> None:
    settings.BACKUP_FOLDER = str(folder / "stick")
    event = drawn_night(factories.make_club(), 8)
    all_written()
    assert event.rounds.first().state == Round.State.ACCEPTED  # type: ignore[union-attr]
    assert "is not there" in Backup.objects.get().fault
    assert not (folder / "stick").exists(), "the folder of a stick is never made beside it"
    (folder / "stick").mkdir()
    assert keep_night(why="asked").fault == ""


def test_a_full_disk_is_told_and_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert "No space left on device" in keep_night(why="asked").fault
    assert list(folder.iterdir()) == []


def test_a_worker_takes_the_backup_of_a_server(
    folder: Path, broker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int, str]] = []
    from tournaments.tasks import take_backup as task

    broker("redis://127.0.0.1:1/0")
    monkeypatch.setattr(task, "apply_async", lambda told, retry: asked.append(told))
    event = drawn_night(factories.make_club(), 8, rounds=2)
    assert asked == [(event.pk, 2, "draw")]
    task(*asked[0])
    assert Backup.objects.get().fault == ""


def test_a_lost_broker_is_told_on_the_desk(folder: Path, broker: Any) -> None:
    broker("redis://127.0.0.1:1/0")
    event = drawn_night(factories.make_club(), 8)
    close_round(round=event.rounds.get(number=1))
    assert {one.fault.partition(":")[0] for one in Backup.objects.all()} == {"No backup was taken"}


def put(game: int, token: str, line: str, number: int, tricks: int) -> int:
    body = {"token": token, "kind": "hand", "hand_number": number}
    body["facts"] = {"maker": "NESW"[number % 4], "alone": [], "tricks": tricks}
    there = f"/api/v1/games/{game}/ledger/{line}"
    return Client().put(there, body, content_type="application/json").status_code


def opened(event: Event) -> int:
    match = Match.objects.get(round__event=event, round__number=1, table=1)
    return open_match(match=match).pk


def test_the_old_link_scores_the_next_hand_on_the_other_laptop(folder: Path) -> None:
    event = drawn_night(factories.make_club(), 8)
    token = issue_table_links(event=event, tables=2, actor=DIRECTOR)[0].token
    game = opened(event)
    assert put(game, token, str(uuid4()), 1, 3) == 201
    taken = take_backup(into=folder)
    another_laptop(taken.file)
    assert put(game, token, str(uuid4()), 2, 5) == 201
    assert [line.hand_number for line in Game.objects.get(pk=game).lines.order_by("position")] == [1, 2]
    assert Client().get(f"/t/{token}/").status_code == 200
    assert put(game, "x" * len(token), str(uuid4()), 3, 5) == 404


def test_lines_that_the_backup_lacks_come_back_once_and_in_order(folder: Path) -> None:
    ten = drawn_night(factories.make_club(), 8, ruleset=TEN_HANDS)
    token = issue_table_links(event=ten, tables=2, actor=DIRECTOR)[0].token
    game = opened(ten)
    phone = [(str(uuid4()), number, number % 6) for number in range(1, 11)]
    for at, (line, number, tricks) in enumerate(phone, start=1):
        assert put(game, token, line, number, tricks) == 201
        if at == 6:
            taken = take_backup(into=folder)
    before = list(LedgerLine.objects.order_by("position").values_list("pk", "hand_number", "facts"))
    another_laptop(taken.file)
    assert LedgerLine.objects.count() == 6
    codes = [put(game, token, line, number, tricks) for line, number, tricks in phone]
    assert codes == [200] * 6 + [201] * 4
    after = list(LedgerLine.objects.order_by("position").values_list("pk", "hand_number", "facts"))
    assert after == before
    assert [(str(pk), number) for pk, number, _ in after] == [(line, number) for line, number, _ in phone]


@pytest.mark.parametrize("chance", [3, 11])
def test_public_pages_of_a_random_night_are_the_same_to_the_byte(folder: Path, chance: int) -> None:
    rng = Random(chance)
    event = drawn_night(factories.make_club("Añejo & Söhne"), rng.randint(8, 14), rounds=2, seed=str(chance))
    for table in range(1, event.entries.count() // 4 + 1):
        for number in range(1, rng.randint(1, 4) + 1):
            hand(match_of(event, table), number, maker=rng.choice("NESW"), tricks=rng.randint(0, 5))
    if rng.random() < 0.7:
        close_round(round=event.rounds.get(number=1))
        all_written()
    publish_standings(event_id=event.pk)
    home = f"/clubs/{event.club.slug}/events/{event.slug}/"
    pages = [home, f"{home}standings/", f"{home}rounds/1/", f"{home}sit/", f"/clubs/{event.club.slug}/"]
    before = [Client().get(page).content for page in pages]
    assert b"1st" in before[1] or b"<table" in before[1]
    another_laptop(take_backup(into=folder).file)
    assert [Client().get(page).content for page in pages] == before
