"""The version of a database's tables: the migrations that made them, and the models as they were then."""

from collections.abc import Collection

from django.apps import apps
from django.apps.registry import Apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tournaments.engine.errors import EventViolation

Node = tuple[str, str]
MIGRATIONS = "django_migrations"


def migrations_of(connection: BaseDatabaseWrapper) -> list[str]:
    """The steps by which a database's tables were made, by name; none in a database that is not ours.

    Asked of the connection itself: Django's own recorder asks whatever has its alias.
    """
    if MIGRATIONS not in connection.introspection.table_names():
        return []
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT app, name FROM {MIGRATIONS}")  # noqa: S608 - our own name
        return sorted(f"{app}.{name}" for app, name in cursor.fetchall())


def models_of(connection: BaseDatabaseWrapper) -> Apps:
    """The models as they were when a database's tables were made: today's, where it is up to date."""
    loader = MigrationLoader(None)
    here = set(migrations_of(connection))
    made = [node for node in loader.graph.nodes if ".".join(node) in here]
    if len(made) == len(loader.graph.nodes):
        return apps
    return loader.project_state(_last(loader, made)).apps


def make_tables(connection: BaseDatabaseWrapper, wanted: Collection[str]) -> None:
    """Make the tables of an empty database as they were after these migrations."""
    executor = MigrationExecutor(connection)
    known = {f"{app}.{name}": (app, name) for app, name in executor.loader.graph.nodes}
    refuse_newer(wanted, known)
    executor.migrate(_last(executor.loader, [known[one] for one in wanted]))


def refuse_newer(made: Collection[str], known: Collection[str]) -> None:
    """EventViolation where a backup has steps that nobody here knows."""
    if unknown := sorted(set(made) - set(known)):
        raise EventViolation(
            "backup-newer",
            f"This backup is of a newer version: this one does not know {unknown[-1]}. "
            "Install the newer version here (and run migrate), then restore.",
        )


def _last(loader: MigrationLoader, made: Collection[Node]) -> list[Node]:
    """Of each app the steps that no other step of it, among these, follows."""
    there = set(made)
    followed = {
        before.key
        for node in there
        for before in loader.graph.node_map[node].parents
        if before.key[0] == node[0]
    }
    return sorted(there - followed)
