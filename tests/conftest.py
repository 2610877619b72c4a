"""What every test may ask for. The servers behind it come from real_services.py."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections

from config.celery import app as celery_app
from scoring.triggers import open_ledger

celery: Any = celery_app

HOME = Path(__file__).resolve().parent.parent


def worker_number() -> int:
    """0 for gw0 and for a run without xdist."""
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """SQLite: a file for each worker, and no waiting for the disk, since nothing here outlives the run."""
    connection = connections["default"]
    if connection.vendor == "sqlite":
        place = Path(os.environ["TEST_FOLDER"]) / f"gw{worker_number()}.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(place)
        options = connection.settings_dict.setdefault("OPTIONS", {})
        options["init_command"] = options.get("init_command", "") + "PRAGMA synchronous=OFF;"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """The flush after a transactional test empties the score sheets too: it goes through their one door."""
    operations = connections["default"].ops
    flush = operations.execute_sql_flush

    def flush_with_the_ledger_open(statements: Iterable[str]) -> None:
        with open_ledger("the flush between tests"):
            flush(statements)

    operations.execute_sql_flush = flush_with_the_ledger_open  # type: ignore[assignment, method-assign]


@pytest.fixture(scope="session")
def broker_url() -> str:
    """A real Valkey, with a database of its own for each worker. Who asks for it is marked `worker`."""
    return f"{os.environ['TEST_BROKER_URL'].rpartition('/')[0]}/{worker_number()}"


@pytest.fixture
def service_environment(transactional_db: None, broker_url: str) -> dict[str, str]:
    """The environment in which another process (a Celery worker, a web server) shares the test's database."""
    database = connections["default"].settings_dict
    if connections["default"].vendor == "sqlite":
        url = f"sqlite:///{database['NAME']}"
    else:
        url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
    return {**os.environ, "DATABASE_URL": url, "BROKER_URL": broker_url, "SECRET_KEY": settings.SECRET_KEY}


@pytest.fixture
def celery_worker(service_environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A real Celery worker in a process of its own, on the test's database; it ends with the test."""
    options = "--pool=solo --loglevel=WARNING --without-gossip --without-mingle --without-heartbeat"
    worker = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", "config", "worker", *options.split()],
        cwd=HOME,
        env=service_environment,
    )
    yield worker
    worker.terminate()
    try:
        worker.wait(10)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()


@pytest.fixture
def broker() -> Iterator[Callable[[str], None]]:
    """Point this process's Celery at a broker, as BROKER_URL would, and put the default back afterwards."""
    before = celery.conf["broker_url"], celery.conf["task_always_eager"]

    def use(url: str) -> None:
        celery.conf.update(broker_url=url, broker_write_url=url, broker_read_url=url, task_always_eager=False)
        forget_connections()

    yield use
    url, eager = before
    celery.conf.update(broker_url=url, broker_write_url=url, broker_read_url=url, task_always_eager=eager)
    forget_connections()


def forget_connections() -> None:
    """Celery keeps its pools as long as the process; the next announcement makes new ones."""
    celery._pool = None
    celery.amqp._producer_pool = None
