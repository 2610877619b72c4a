"""Whether this process can serve: the database answers, is as new as the code, and the broker takes jobs."""

from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import OperationalError

OK, AWAY, OLD, NONE = "ok", "away", "behind the code", "not used"


def parts_ready() -> dict[str, str]:
    """Each part with a word: `ok`, or what is the matter. A few short questions."""
    database = _database()
    return {
        "database": database,
        "migrations": _migrations() if database == OK else AWAY,
        "broker": _broker(),
    }


def is_ready(parts: dict[str, str]) -> bool:
    """Without a broker pages are served and lines are kept: a lost one makes nobody unready."""
    return parts["database"] == parts["migrations"] == OK


def migrations_missing() -> int:
    """How many migrations the database lacks."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return AWAY
    return OK


def _migrations() -> str:
    return OLD if migrations_missing() else OK


def _broker() -> str:
    if not settings.BROKER_URL:
        return NONE
    try:
        with current_app.connection_for_write() as line:
            line.ensure_connection(max_retries=1, timeout=1)
    except (OperationalError, OSError):
        return AWAY
    return OK
