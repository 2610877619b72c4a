"""The hall's page: addresses, phones that came, backups. And what the doctor says of them."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.selectors.doctor import broker_faults, storage_faults
from scoring.selectors.hall import hall_addresses, phones_that_came
from tests import factories
from tournaments.models import Backup, Club, Event, Round

pytestmark = pytest.mark.django_db
HALL, TAKE, PING = "/hall/", "/hall/backup/", "/hall/ping/"


@pytest.fixture(autouse=True)
def nobody_came_yet() -> None:
    cache.clear()


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def director(club: Club) -> Client:
    client = Client()
    client.force_login(factories.make_account("dora", club, "director"))
    return client


@pytest.fixture
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.BACKUP_FOLDER = str(tmp_path)
    return tmp_path


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy is tried elsewhere, in a transaction of its own; here it says what the test wants."""
    from tournaments.services import backups

    def take(folder: Path, keep: int) -> Any:
        backups._refuse_missing(folder)
        return backups.Taken(folder / "right-bower-now.sqlite3", 2048, 77)

    monkeypatch.setattr(backups, "take_copy", take)


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def visit(address: str, browser: str = "a phone") -> Any:
    return Client(REMOTE_ADDR=address, HTTP_USER_AGENT=browser).get(PING)


def test_only_directors_mind_the_hall_and_on_a_server_nobody_but_its_operator(
    director: Client, club: Club, settings: LazySettings
) -> None:
    scorer, boss = Client(), Client()
    scorer.force_login(factories.make_account("sam", club, "scorer"))
    user = factories.make_account("root")
    user.is_superuser = True
    user.save()
    boss.force_login(user)
    codes = [one.get(HALL).status_code for one in (Client(), scorer, director, boss)]
    assert codes == [302, 403, 200, 200]
    assert [one.post(TAKE).status_code for one in (Client(), scorer)] == [302, 403]
    settings.HALL = False
    assert [one.get(HALL).status_code for one in (scorer, director, boss)] == [403, 403, 200]
    assert director.post(TAKE).status_code == 403
    assert visit("192.168.1.20").status_code == 404
    assert not Backup.objects.exists()


def test_phones_that_came_are_counted_once_each_and_the_laptop_is_not(director: Client) -> None:
    assert "No phone has reached this address" in text_of(director.get(HALL))
    for address in ("192.168.1.20", "192.168.1.21", "192.168.1.20", "127.0.0.1", "::1"):
        assert visit(address).status_code == 200
    assert phones_that_came() == 2
    assert "2 phones have reached this address in the last 10 minutes" in text_of(director.get(HALL))
    assert "mobile data" not in text_of(director.get(HALL))
    assert "is the laptop itself" in text_of(visit("127.0.0.1"))


def test_a_phone_is_forgotten_after_ten_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    visit("192.168.1.20")
    from scoring.selectors import hall

    later = hall.time.time() + 601
    monkeypatch.setattr(hall.time, "time", lambda: later)
    assert phones_that_came() == 0


def test_addresses_are_those_a_phone_can_reach_numbers_first() -> None:
    hosts = ["localhost", "127.0.0.1", "[::1]", "laptop", "laptop.local", "192.168.1.5", "*"]
    found = hall_addresses(hosts, "http", "8000")
    assert [one.text for one in found] == ["http://192.168.1.5:8000", "http://laptop.local:8000"]
    assert [one.numeric for one in found] == [True, False]
    assert hall_addresses(["127.0.0.1", "laptop"], "http", "80") == []


def test_the_page_tells_the_last_good_backup_and_takes_one(
    director: Client, club: Club, folder: Path, quick: None, django_assert_num_queries: Any
) -> None:
    event = factories.make_night(club)
    assert "There is no backup yet" in text_of(director.get(HALL))
    Backup.objects.create(
        made_at=timezone.now() - timedelta(minutes=25),
        why="round",
        event=event,
        round_number=2,
        name="right-bower-then.sqlite3",
        size=4096,
    )
    page = text_of(director.get(HALL))
    assert "25 minutes" in page and "round 2 of Thursday night" in page and str(folder) in page
    answer = director.post(TAKE, follow=True)
    assert "right-bower-now.sqlite3 is written and checked" in text_of(answer)
    assert Backup.objects.filter(why="asked", rows=77).count() == 1
    with django_assert_num_queries(5):
        director.get(HALL)


def test_a_folder_that_is_gone_is_told_on_the_desk_and_mended_by_a_good_backup(
    director: Client, club: Club, folder: Path, settings: LazySettings, quick: None
) -> None:
    event = factories.make_night(club)
    settings.BACKUP_FOLDER = str(folder / "stick")
    refused = director.post(TAKE)
    assert refused.status_code == 422
    assert "is not there" in text_of(refused)
    desk = reverse("tournaments:desk", args=[club.slug, event.slug])
    assert "is not there" in text_of(director.get(desk)) and f'href="{HALL}"' in text_of(director.get(desk))
    (folder / "stick").mkdir()
    director.post(TAKE)
    assert "is not there" not in text_of(director.get(desk))


def test_without_a_folder_the_page_says_how_to_have_one(director: Client, settings: LazySettings) -> None:
    settings.BACKUP_FOLDER = ""
    assert "BACKUP_FOLDER" in text_of(director.get(HALL))
    assert director.post(TAKE).status_code == 422


def doctor() -> str:
    try:
        call_command("doctor", verbosity=0)
    except CommandError as found:
        return str(found)
    return ""


def test_the_doctor_looks_at_the_folder_and_at_rounds_that_no_backup_has(
    club: Club, folder: Path, settings: LazySettings
) -> None:
    event: Event = factories.make_night(club)
    assert doctor() == ""
    Round.objects.filter(event=event, number=1).update(closed_at=timezone.now() - timedelta(hours=1))
    assert "is in no backup" in doctor()
    Backup.objects.create(made_at=timezone.now(), why="asked", name="x")
    assert doctor() == ""
    Backup.objects.create(made_at=timezone.now(), why="asked", fault="No backup could be written: full.")
    assert "full" in doctor()
    settings.BACKUP_FOLDER = str(folder / "stick")
    assert "is not there" in doctor()
    settings.BACKUP_FOLDER = ""
    assert doctor() == ""


def test_the_doctor_looks_at_room_broker_and_files(
    settings: LazySettings, broker: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert broker_faults() == storage_faults() == []
    settings.BROKER_URL = "redis://127.0.0.1:1/0"
    broker(settings.BROKER_URL)
    assert "broker does not answer" in broker_faults()[0]
    settings.HALL, settings.STATIC_ROOT = False, tmp_path
    assert "collectstatic" in storage_faults()[0]
    (tmp_path / "staticfiles.json").write_text("{}")
    assert storage_faults() == []
