"""Putting a backup back: all of it or nothing, into an empty database, of either kind.

Lines of a sheet are put in through the one door that also lets them be taken out, since a database that is
replaced is emptied first.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from uuid import uuid4
from zipfile import ZipFile

from django.core.management.color import no_style
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from scoring.triggers import install, open_ledger
from tournaments import triggers
from tournaments.engine.errors import EventViolation
from tournaments.models import ClubRevision, EventRevision
from tournaments.services.backup_packs import (
    DAMAGED,
    Manifest,
    check_pack,
    damage_told,
    lines_of,
    opened_pack,
    write_pack,
)
from tournaments.services.backup_rows import (
    FILLED_BY_DJANGO,
    Table,
    all_tables,
    count_rows,
    is_left_out,
    kept_tables,
    write_lines,
)
from tournaments.services.backup_versions import make_tables, migrations_of, models_of, refuse_newer
from tournaments.services.backups import seal_beside, seal_of
from tournaments.services.snapshots import opened_copy

COUNTERS: tuple[type[Model], ...] = (EventRevision, ClubRevision)
SQLITE = b"SQLite format 3\x00"


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back: when the backup was made, and how many rows and tables it had."""

    made_at: str
    rows: int
    tables: int


def restore_backup(*, file: Path, replace: bool = False, using: str = "default") -> Restored:
    """Put a backup, portable or SQLite's own, into the empty database `using`, or in place of what it holds.

    EventViolation where the file is damaged or not of the version of the database's tables, or the database
    holds something already; then nothing has changed.
    """
    with _checked(file) as (pack, manifest):
        return _put_back(pack, manifest, connections[using], replace)


def make_tables_for(*, file: Path, using: str = "default") -> None:
    """Make the tables of an empty database as they were in the version that made this backup."""
    with _checked(file) as (_, manifest):
        make_tables(connections[using], manifest.migrations)


@contextmanager
def _checked(file: Path) -> Iterator[tuple[ZipFile, Manifest]]:
    if not file.is_file():
        raise EventViolation("backup-not-found", f"There is no file {file}.")
    _compare_seal(file)
    with _portable(file) as readable, opened_pack(readable) as (pack, manifest):
        check_pack(pack, manifest)
        yield pack, manifest


def _compare_seal(file: Path) -> None:
    """Where the file's SHA-256 lies beside it, they must agree; without, the file's own checks decide."""
    beside = seal_beside(file)
    if beside.is_file() and beside.read_text().split()[:1] != [seal_of(file)]:
        raise EventViolation(
            "backup-damaged", "This file is not as it was written. Take the backup before it."
        )


@contextmanager
def _portable(file: Path) -> Iterator[Path | IO[bytes]]:
    """The file itself, or what is in a copy of SQLite's, in the portable form."""
    with file.open("rb") as read:
        if read.read(len(SQLITE)) != SQLITE:
            yield file
            return
    with opened_copy(file) as connection, tempfile.TemporaryFile() as out:
        if not migrations_of(connection):
            raise EventViolation("backup-damaged", DAMAGED)
        write_pack(connection, out)
        out.seek(0)
        yield out


def _put_back(pack: ZipFile, manifest: Manifest, target: BaseDatabaseWrapper, replace: bool) -> Restored:
    _compare_version(manifest.migrations, target)
    known = models_of(target)
    tables = {table.name: table for table in kept_tables(known)}
    if {one.name: one.columns for one in manifest.tables} != {
        name: table.columns for name, table in tables.items()
    }:
        raise EventViolation("backup-damaged", "This backup does not hold every table. Take another one.")
    try:
        with open_ledger("restore", target.alias):
            before = _counters(target) if replace else {}
            triggers.remove(target)
            _empty(target, all_tables(known), replace)
            for one in manifest.tables:
                with damage_told():
                    write_lines(target, tables[one.name], lines_of(pack, one))
            _check(target, manifest, tables)
            _restart_counters(target, list(tables.values()))
            _go_on_from(target, before)
            _begin_another_story(target)
            install(target)
            triggers.install(target, known)
    except DatabaseError as refused:
        raise EventViolation(
            "backup-does-not-fit", f"The database refused this backup, and nothing was changed: {refused}"
        ) from refused
    return Restored(manifest.made_at, manifest.rows, len(tables))


def _compare_version(made: list[str], target: BaseDatabaseWrapper) -> None:
    here = migrations_of(target)
    refuse_newer(made, here)
    if missing := sorted(set(here) - set(made)):
        raise EventViolation(
            "backup-older",
            f"This backup is of an older version, before {missing[0]}. Restore it into a database without "
            "tables: restore makes them as they were, and then brings all up to date.",
        )


def _empty(target: BaseDatabaseWrapper, tables: list[Table], replace: bool) -> None:
    if not replace:
        full = [one for one in tables if _matters(one) and count_rows(target, one)]
        if full:
            raise EventViolation(
                "database-not-empty",
                f"The database is not empty: {full[0].model._meta.verbose_name_plural} are in it. "
                "Restore into an empty one, or say that all it holds is to be replaced.",
            )
    names = [one.name for one in tables]
    with target.cursor() as cursor:
        for statement in target.ops.sql_flush(no_style(), names):
            cursor.execute(statement)


def _counters(target: BaseDatabaseWrapper) -> dict[type[Model], dict[Any, int]]:
    """The revisions that were told here already, of events and of clubs."""
    return {
        counter: dict(counter._default_manager.using(target.alias).values_list("pk", "number"))
        for counter in COUNTERS
    }


def _go_on_from(target: BaseDatabaseWrapper, before: dict[type[Model], dict[Any, int]]) -> None:
    """No revision is told twice by one server: who asks with an ETag would take the older for the newer."""
    for counter, told in before.items():
        for key, number in told.items():
            rows = counter._default_manager.using(target.alias)
            rows.filter(pk=key, number__lte=number).update(number=number + 1)


def _begin_another_story(target: BaseDatabaseWrapper) -> None:
    """A copy kept from the feed of changes has heard what the backup does not know: it must begin anew."""
    for counter in ClubRevision.objects.using(target.alias):
        ClubRevision.objects.using(target.alias).filter(pk=counter.pk).update(mark=uuid4())


def _matters(table: Table) -> bool:
    return table.label not in FILLED_BY_DJANGO and not is_left_out(table)


def _check(target: BaseDatabaseWrapper, manifest: Manifest, tables: dict[str, Table]) -> None:
    target.check_constraints()
    for one in manifest.tables:
        there = count_rows(target, tables[one.name])
        if there != one.rows:
            raise EventViolation(
                "backup-damaged", f"Of {one.rows} rows of {one.name} only {there} came back; nothing changed."
            )


def _restart_counters(target: BaseDatabaseWrapper, tables: list[Table]) -> None:
    """New rows get numbers after those that came back."""
    models = [table.model for table in tables]
    with target.cursor() as cursor:
        for statement in target.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
