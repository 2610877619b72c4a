"""A second database beside the tests' own, empty and with every table, of either kind."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path

from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import NO_DB_ALIAS

# Django keeps tests from every other name that its settings did not know at the start.
ALIAS = NO_DB_ALIAS


@contextmanager
def second_database(vendor: str, folder: Path, upto: Sequence[Sequence[str]] = ((),)) -> Iterator[str]:
    """Its alias in `connections`; PostgreSQL only where the tests run on one.

    `upto` are apps and the migrations to stop at: all that there are, or none for no table at all.
    """
    settings = deepcopy(connections["default"].settings_dict)
    if vendor == "postgresql":
        name = f"{settings['NAME']}_second"
        with connections["default"].cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        settings["NAME"] = name
    else:
        name = str(folder / "second.sqlite3")
        settings |= {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": {}}
    connections.settings[ALIAS] = settings
    try:
        for one in upto:
            call_command("migrate", *one, database=ALIAS, verbosity=0)
        yield ALIAS
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.settings[ALIAS]
        if vendor == "postgresql":
            with connections["default"].cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
