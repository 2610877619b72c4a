"""Django, set up for a measurement, and a database of its own. Import it before anything of Django's.

It is the one DATABASE_URL names (a test database beside it), or SQLite in memory where none is named.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django
from django.db import connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("SERVE", "hall")
os.environ.setdefault("SECRET_KEY", "only-measured-with")
os.environ.setdefault("DATABASE_URL", "sqlite:///:memory:")
os.environ.setdefault("LOG_LEVEL", "WARNING")
django.setup()


@contextmanager
def fresh_database() -> Iterator[None]:
    """Tables that are empty, and gone afterwards."""
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
