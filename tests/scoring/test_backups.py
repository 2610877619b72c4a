"""A backup and its way back, on either database and from one to the other."""

import hashlib
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, is_zipfile

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.utils import timezone

from scoring.models import LedgerLine
from scoring.services.restores import make_tables_for, restore_backup
from scoring.triggers import missing, open_ledger
from tests import factories
from tests.nights import drawn_night, hand, match_of
from tests.second_database import second_database
from tournaments.engine.errors import EventViolation
from tournaments.models import Backup, Club, ClubRevision, Event, Player
from tournaments.services.backup_versions import migrations_of
from tournaments.services.backups import take_backup, take_copy
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db(transaction=True)
NOT_KEPT = {
    "tournaments_touched",
    "django_session",
    "tournaments_backup",
    "axes_accessattempt",
    "axes_accesslog",
}
NOT_KEPT |= {"axes_accessfailurelog", "axes_accessattemptexpiration"}


@pytest.fixture
def evening() -> Event:
    """A night drawn by the real services, some hands on its sheets, its first round closed."""
    event = drawn_night(factories.make_club("Kilkhampton – Ärzte & <Co>"))
    factories.make_account("dora", event.club, "director")
    for number in (1, 2, 3):
        hand(match_of(event), number, maker="NESW"[number], tricks=number + 2)
    close_round(round=event.rounds.get(number=1))
    return event


def everything(using: str = "default") -> dict[str, list[dict[str, Any]]]:
    """Every row of every table by the plain ORM: the oracle, which knows nothing of backups."""
    return {
        model._meta.db_table: [
            # A feed of changes begins anew where a backup was put back.
            {name: held for name, held in row.items() if name != "mark"}
            for row in model._base_manager.using(using).order_by("pk").values()
        ]
        for model in apps.get_models(include_auto_created=True)
        if model._meta.db_table not in NOT_KEPT
    }


def empty_database() -> None:
    """Nothing is left of the club but the tables."""
    with open_ledger("a test"):
        call_command("flush", interactive=False, verbosity=0)
    assert not Club.objects.exists() and not LedgerLine.objects.exists()


def test_everything_comes_back_as_it_was(evening: Event, tmp_path: Path) -> None:
    before, mark = everything(), evening.club.revision_row.mark
    taken = take_backup(into=tmp_path / "night.bower")
    assert taken.rows == sum(len(rows) for rows in before.values())
    assert taken.size == taken.file.stat().st_size
    empty_database()
    restored = restore_backup(file=taken.file)
    assert everything() == before
    assert (restored.rows, missing(connection)) == (taken.rows, [])
    # A copy kept from the feed of changes may know what the backup does not: it is told to begin anew.
    assert ClubRevision.objects.get(club=evening.club_id).mark != mark


def test_new_rows_get_new_numbers_after_a_restore(evening: Event, tmp_path: Path) -> None:
    taken = take_backup(into=tmp_path / "night.bower")
    last = Player.objects.order_by("-pk").values_list("pk", flat=True)[0]
    empty_database()
    restore_backup(file=taken.file)
    assert factories.make_player(Club.objects.get(), "Late Comer").pk > last


def test_a_backup_goes_into_either_kind_of_database_and_back(evening: Event, tmp_path: Path) -> None:
    """From SQLite into another one; from PostgreSQL into another one and into SQLite, and back again."""
    before = everything()
    taken = take_backup(into=tmp_path / "night.bower")
    for kind in sorted({"sqlite", connection.vendor}):
        with second_database(kind, tmp_path) as there:
            restore_backup(file=taken.file, using=there)
            assert everything(there) == before
            assert missing(connections[there]) == []
    empty_database()
    restore_backup(file=tmp_path / "second.sqlite3")  # a plain SQLite file is a backup, too
    assert everything() == before


def test_sqlites_own_copy_is_whole_and_a_backup_too(evening: Event, tmp_path: Path) -> None:
    before = everything()
    taken = take_copy(folder=tmp_path, keep=3)
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(taken.file)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    else:
        assert taken.file.suffix == ".bower"
    empty_database()
    restore_backup(file=taken.file)
    assert everything() == before


def test_the_seal_beside_is_the_files(evening: Event, tmp_path: Path) -> None:
    file = take_backup(into=tmp_path / "night.bower").file
    told = (tmp_path / "night.bower.sha256").read_text()
    assert told == f"{hashlib.sha256(file.read_bytes()).hexdigest()}  night.bower\n"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["night.bower", "night.bower.sha256"]


@pytest.mark.parametrize("take", [take_copy, lambda folder, keep: take_backup(into=folder, keep=keep)])
def test_who_is_signed_in_is_in_no_backup(evening: Event, tmp_path: Path, take: Callable[..., Any]) -> None:
    Session.objects.create(
        session_key="k3yofadirector99", session_data="x", expire_date=timezone.now() + timedelta(1)
    )
    file = take(folder=tmp_path, keep=3).file
    held = file.read_bytes()
    if file.suffix == ".bower":
        with ZipFile(file) as pack:
            held = b"".join(pack.read(name) for name in pack.namelist())
    assert b"Kilkhampton" in held
    assert b"k3yofadirector99" not in held


def test_only_the_newest_stay_in_the_folder(evening: Event, tmp_path: Path) -> None:
    (tmp_path / "holiday.bower").write_text("somebody else's")
    taken = [take_copy(folder=tmp_path, keep=2).file.name for _ in range(4)]
    kept = {name + end for name in taken[2:] for end in ("", ".sha256")}
    assert {one.name for one in tmp_path.iterdir()} == {*kept, "holiday.bower"}


def harm_middle(file: Path) -> None:
    held = bytearray(file.read_bytes())
    middle = len(held) // 3
    if is_zipfile(file):
        with ZipFile(file) as pack:
            largest = max(pack.infolist(), key=lambda one: one.compress_size)
        middle = largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2
    held[middle] ^= 0x10
    file.write_bytes(held)


def harm_end(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size * 2 // 3])


def harm_all(file: Path) -> None:
    file.write_bytes(b"")


def repacked(file: Path, change: Callable[[str, bytes], bytes]) -> None:
    """Write the zip anew with some of its files changed, as somebody could who means it."""
    with ZipFile(file) as pack:
        held = {name: change(name, pack.read(name)) for name in pack.namelist()}
    with ZipFile(file, "w", ZIP_DEFLATED) as pack:
        for name, text in held.items():
            pack.writestr(name, text)


def harm_a_line(file: Path) -> None:
    repacked(file, lambda name, text: text.replace(b"Ann", b"Eve") if "player" in name else text)


def harm_by_dropping(file: Path) -> None:
    repacked(file, lambda name, text: text.partition(b"\n")[2] if "ledgerline" in name else text)


@pytest.mark.parametrize("harm", [harm_middle, harm_end, harm_all, harm_a_line, harm_by_dropping])
@pytest.mark.parametrize("sealed", [True, False])
def test_a_damaged_backup_is_refused_and_nothing_changes(
    evening: Event, tmp_path: Path, harm: Callable[[Path], None], sealed: bool
) -> None:
    file = take_backup(into=tmp_path / "night.bower").file
    harm(file)
    if not sealed:
        (tmp_path / "night.bower.sha256").unlink()
    before = everything()
    with pytest.raises(EventViolation) as refused:
        restore_backup(file=file, replace=True)
    assert refused.value.code == "backup-damaged"
    assert everything() == before


@pytest.mark.parametrize("harm", [harm_middle, harm_end])
def test_a_damaged_copy_of_sqlite_is_refused(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    file = tmp_path / "night.sqlite3"
    with closing(sqlite3.connect(file)) as made, made:
        made.execute("CREATE TABLE people (name TEXT)")
        made.executemany("INSERT INTO people VALUES (?)", [(name * 20,) for name in factories.GIVEN] * 100)
    if harm is harm_middle:  # SQLite sees torn pages; a letter that was changed, only the seal beside
        seal = hashlib.sha256(file.read_bytes()).hexdigest()
        (tmp_path / "night.sqlite3.sha256").write_text(f"{seal}  night.sqlite3\n")
    harm(file)
    with pytest.raises(EventViolation) as refused:
        restore_backup(file=file)
    assert refused.value.code == "backup-damaged"


def manifest_changed(file: Path, **changes: Any) -> None:
    def change(name: str, text: bytes) -> bytes:
        return json.dumps({**json.loads(text), **changes}).encode() if name == "manifest.json" else text

    repacked(file, change)
    Path(f"{file}.sha256").unlink(missing_ok=True)


def test_other_versions_are_refused_with_what_to_do(evening: Event, tmp_path: Path) -> None:
    file = take_backup(into=tmp_path / "night.bower").file
    with ZipFile(file) as pack:
        made = json.loads(pack.read("manifest.json"))["migrations"]
    changes: list[tuple[dict[str, Any], str]] = [
        ({"format": 2, "version": "9.0"}, "backup-newer"),
        ({"format": 1, "migrations": [*made, "tournaments.9999_of_tomorrow"]}, "backup-newer"),
        ({"migrations": [one for one in made if one != "scoring.0003_moved_lines"]}, "backup-older"),
    ]
    for change, code in changes:
        manifest_changed(file, **change)
        with pytest.raises(EventViolation) as refused:
            restore_backup(file=file, replace=True)
        assert refused.value.code == code


OLD = [("tournaments", "0010"), ("scoring", "0004"), ("admin",), ("axes",), ("sessions",)]
"""The tables before there were backups."""


@pytest.mark.long  # two databases are made, step by step
def test_a_backup_of_an_older_version_comes_back_and_is_brought_up_to_date(tmp_path: Path) -> None:
    with second_database("sqlite", tmp_path, upto=OLD) as old, connections[old].cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_club (name, slug, zone, currency, made_at)"
            " VALUES ('Old Club', 'old', 'UTC', 'GBP', CURRENT_TIMESTAMP)"
        )
        connections[old].close()
    (tmp_path / "second.sqlite3").rename(tmp_path / "old.sqlite3")
    with second_database("sqlite", tmp_path, upto=()) as there:
        make_tables_for(file=tmp_path / "old.sqlite3", using=there)
        restore_backup(file=tmp_path / "old.sqlite3", using=there)
        call_command("migrate", database=there, verbosity=0)
        assert [club.name for club in Club.objects.using(there)] == ["Old Club"]
        assert not Backup.objects.using(there).exists(), "a table that the old version did not have"
        assert migrations_of(connections[there]) == migrations_of(connection)


def test_a_database_that_holds_something_is_replaced_only_when_that_is_said(
    evening: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = take_backup(into=tmp_path / "night.bower").file
    before = everything()
    factories.make_club("Founded after the backup")
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(file))
    monkeypatch.setattr("builtins.input", lambda words: "yes")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", str(file), "--replace")
    assert Club.objects.count() == 2
    call_command("restore", str(file), "--replace", "--yes", verbosity=0)
    after = everything()
    told = {name: (before.pop(name), after.pop(name)) for name in [*before] if name.endswith("revision")}
    assert after == before
    assert len(told) == 2, "of events and of clubs"
    for old, new in told.values():  # the same server never tells a revision twice
        assert all(there["number"] > here["number"] for here, there in zip(old, new, strict=True))


def test_commands_say_in_words_what_does_not_go(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", str(tmp_path / "none.bower"))
    with pytest.raises(CommandError, match="is not there"):
        call_command("backup", str(tmp_path / "no" / "folder" / "x.bower"))


def test_a_backup_that_fails_leaves_the_one_before_alone(
    evening: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = take_backup(into=tmp_path / "night.bower").file
    held = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", str(file))
    assert file.read_bytes() == held
    assert sorted(one.name for one in tmp_path.iterdir()) == ["night.bower", "night.bower.sha256"]
