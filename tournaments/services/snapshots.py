"""A database as it is at one moment; SQLite's own online copy is quick, whole, and disturbs no writer."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from tournaments.engine.errors import EventViolation
from tournaments.services.backup_rows import all_tables, is_left_out, kept_tables


def copy_database(source: str, copy: Path) -> int:
    """Copy the SQLite file `source` to `copy`, check the copy, and return its number of rows.

    One step of the online backup: it sees one moment, and in write-ahead mode no writer waits for it. Who is
    signed in is wiped from the copy.
    """
    with closing(sqlite3.connect(source, timeout=30)) as live, closing(sqlite3.connect(copy)) as kept:
        live.backup(kept)
        kept.execute("PRAGMA secure_delete = ON")
        kept.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        for table in all_tables(apps):
            if is_left_out(table):
                kept.execute(f'DELETE FROM "{table.name}"')  # noqa: S608 - our own names
        kept.commit()
        check_copy(kept)
        counts = [
            kept.execute(f'SELECT COUNT(*) FROM "{table.name}"').fetchone()[0]  # noqa: S608 - our own names
            for table in kept_tables(apps)
        ]
        return sum(counts)


def check_copy(kept: sqlite3.Connection) -> None:
    """SQLite's own check of every page and index, and of every reference from one table to another."""
    try:
        found = kept.execute("PRAGMA integrity_check").fetchall()
        astray = kept.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as broken:
        raise EventViolation("backup-damaged", f"This copy is damaged: {broken}.") from broken
    if found != [("ok",)] or astray is not None:
        raise EventViolation("backup-damaged", f"This copy is damaged: {found[0][0]}.")


@contextmanager
def one_moment() -> Iterator[BaseDatabaseWrapper]:
    """The whole database as it is at one moment, to be read while others write.

    On SQLite a copy; on PostgreSQL a connection of its own, whose transaction sees nothing of what comes.
    """
    source = connections["default"]
    if source.vendor == "sqlite":
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / "copy.sqlite3"
            copy_database(str(source.settings_dict["NAME"]), copy)
            with opened_copy(copy) as connection:
                yield connection
        return
    own = source.copy()
    try:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield own
    finally:
        own.close()


@contextmanager
def opened_copy(copy: Path) -> Iterator[BaseDatabaseWrapper]:
    """A checked copy, open in a connection of its own."""
    with closing(sqlite3.connect(copy)) as kept:
        check_copy(kept)
    handler = ConnectionHandler({"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(copy)}})
    connection: Any = handler["default"]
    try:
        yield connection
    finally:
        connection.close()
