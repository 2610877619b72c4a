"""The servers under the tests: they start from a private place too, and nothing of them is left behind."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests import real_services

START_AND_WAIT = """
import sys
from tests.real_services import start_services
servers, environment = start_services("postgresql")
folders = [server.folder for server in servers]
print(environment["TEST_BROKER_URL"], environment["DATABASE_URL"], *folders, flush=True)
sys.stdin.read()
"""


def is_listening(url: str) -> bool:
    try:
        socket.create_connection(("127.0.0.1", urlsplit(url).port or 0)).close()
    except ConnectionRefusedError:
        return False
    return True


def test_servers_and_folders_are_gone_when_pytest_is_killed():
    with subprocess.Popen(
        [sys.executable, "-c", START_AND_WAIT],
        cwd=Path(__file__).parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        valkey, postgresql, *folders = run.stdout.readline().split()
        assert is_listening(valkey) and is_listening(postgresql)
        assert all(Path(folder).is_dir() for folder in folders)
        run.kill()

    deadline = time.monotonic() + 20
    while any(Path(folder).exists() for folder in folders) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(folder).exists() for folder in folders)
    assert not is_listening(valkey) and not is_listening(postgresql)


def test_a_server_that_cannot_start_says_why_and_leaves_nothing():
    folder = Path(tempfile.mkdtemp())
    server = real_services.Server(["/bin/sh", "-c", "echo no room at the table"], folder, stop="TERM")
    with pytest.raises(pytest.UsageError, match="no room at the table"):
        server.wait_until(lambda: False)
    assert not folder.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as somebody else")
def test_root_runs_postgresql_from_a_copy_when_the_original_lies_in_a_private_place(tmp_path):
    wheel = real_services.programs_of_the_wheel().parent.parent
    private = tmp_path / "private"
    private.mkdir(mode=0o700)
    shutil.copytree(wheel / "pginstall18", private / wheel.name / "pginstall18", symlinks=True)
    libraries = wheel.with_name(f"{wheel.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, private / libraries.name)
    port = real_services.free_port()

    server = real_services.start_postgresql(port, "word", private / wheel.name / "pginstall18" / "bin")
    try:
        address = f"host=127.0.0.1 port={port} user=postgres password=word dbname=postgres"
        with psycopg.connect(address) as connection:
            (said,) = connection.execute("SHOW server_version").fetchone()  # type: ignore[misc]
        assert said.startswith("18.")
        assert private.stat().st_mode & 0o777 == 0o700
    finally:
        server.stop()
    assert not server.folder.exists()
