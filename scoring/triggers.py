"""The triggers that keep the sheets append-only, on both databases, and their one door.

SQLite remakes a table on AlterField and drops its triggers without a word, so every migration that touches
one of the tables ends with `install`. A test and `manage.py doctor` look for them.

The door is a table without a model: while `ledger_unlock` holds a row, lines can be changed. Open it inside a
transaction (`open_ledger`), so that no one else ever sees it open.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

GUARDED = ("scoring_ledgerline", "scoring_cardline")
REFUSAL = "the score sheet only grows"

_SQLITE = """
CREATE TRIGGER IF NOT EXISTS {table}_no_{verb} BEFORE {verb} ON {table}
WHEN NOT EXISTS (SELECT 1 FROM ledger_unlock)
BEGIN SELECT RAISE(ABORT, '{refusal}'); END
"""
_POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM ledger_unlock) THEN
        IF TG_OP = 'UPDATE' THEN RETURN NEW; ELSE RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION '{refusal}' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""
_POSTGRES = """
CREATE OR REPLACE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
FOR EACH {each} EXECUTE FUNCTION refuse_ledger_change()
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Make door and triggers, or leave them as they are. Safe to run any number of times."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS ledger_unlock (why varchar(100) NOT NULL)")
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRES_FUNCTION.format(refusal=REFUSAL))
        for table, verb, each in _wanted(connection.vendor):
            statement = _POSTGRES if connection.vendor == "postgresql" else _SQLITE
            cursor.execute(statement.format(table=table, verb=verb, each=each, refusal=REFUSAL))


def missing(connection: BaseDatabaseWrapper) -> list[str]:
    """Names of the triggers that should be there and are not."""
    names = (
        "SELECT tgname FROM pg_trigger"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(names)
        there = {name.lower() for (name,) in cursor.fetchall()}
    wanted = [f"{table}_no_{verb}".lower() for table, verb, _ in _wanted(connection.vendor)]
    return [name for name in wanted if name not in there]


@contextmanager
def open_ledger(why: str, using: str = "default") -> Iterator[None]:
    """The one door: for restore, the deletion of a club, and the flush between tests."""
    with transaction.atomic(using=using):
        with connections[using].cursor() as cursor:
            cursor.execute("INSERT INTO ledger_unlock (why) VALUES (%s)", [why])
        yield
        with connections[using].cursor() as cursor:
            cursor.execute("DELETE FROM ledger_unlock")


def _wanted(vendor: str) -> list[tuple[str, str, str]]:
    rows = [(table, verb, "ROW") for table in GUARDED for verb in ("UPDATE", "DELETE")]
    if vendor == "postgresql":
        rows += [(table, "TRUNCATE", "STATEMENT") for table in GUARDED]
    return rows
