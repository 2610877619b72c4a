"""The loads of `load_night`. Imported once the environment names a database: it sets Django up."""

import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

# Sets Django up, which the others below need.
from benchmarks.party import Party, watching

from django.core.management import call_command  # isort: skip
from django.db import connections  # isort: skip

from benchmarks.results_load import results_and_standings, standings_page
from benchmarks.servers import Service, serve
from tournaments.models import Event, EventRevision, PublishedStandings


def embedded(service: Service, seconds: float) -> bool:
    """100 tables on SQLite."""
    ready(service)
    party = Party(service, tables=100, name="Embedded")
    with watching(party.event, service.address, visitors=20):
        party.play(seconds)
    return party.tell("embedded: SQLite, one process, 100 tables, 20 visitors")


def server(service: Service, seconds: float) -> bool:
    """Eight writers at one event, results with fresh standings, and the page."""
    ready(service, web=2, worker=True)
    party = Party(service, tables=4, name="Eight writers")
    party.rush()
    fine = party.tell("server: 8 phones at one event, as fast as they are answered")
    for pairs in (32, 64):
        fine &= results_and_standings(service.address, pairs=pairs, seconds=seconds)
    standings_page(service.address, party.event, seconds=min(seconds, 8))
    return fine


def faults(service: Service, seconds: float) -> bool:
    """A killed web process, a killed worker, a lost broker and a PostgreSQL started anew, in one round."""
    ready(service, web=2, worker=True)
    party = Party(service, tables=40, name="Faults")
    parts = service.parts

    def back() -> None:
        parts["valkey"].start()
        parts["worker"].start()

    plan: list[tuple[float, str, Callable[[], None]]] = [
        (0.2, "a web process is killed", lambda: os.kill(parts["web"].children()[0], signal.SIGKILL)),
        (0.35, "the worker is killed", lambda: parts["worker"].stop(signal.SIGKILL)),
        (0.45, "the broker is killed", lambda: parts["valkey"].stop(signal.SIGKILL)),
        (0.6, "PostgreSQL is started anew", lambda: _anew(service)),
        (0.75, "broker and worker are back", back),
    ]
    trouble = threading.Thread(target=_happen, args=(plan, seconds))
    trouble.start()
    party.play(seconds)
    trouble.join()
    connections.close_all()
    behind = _seconds_behind(party.event)
    print(f"  standings up to date {behind:.1f} s after the last line, by the worker")
    return party.tell("faults: 40 tables on the whole service")


def _anew(service: Service) -> None:
    service.parts["postgresql"].stop(signal.SIGINT)
    service.parts["postgresql"].start()


def _happen(plan: Sequence[tuple[float, str, Callable[[], None]]], seconds: float) -> None:
    begun = time.monotonic()
    for part, words, happens in plan:
        time.sleep(max(0.0, begun + part * seconds - time.monotonic()))
        print(f"  {time.monotonic() - begun:5.1f} s: {words}", flush=True)
        happens()


def _seconds_behind(event: Event) -> float:
    begun = time.monotonic()
    while time.monotonic() < begun + 30:
        published = PublishedStandings.objects.get(event=event).revision
        if published >= EventRevision.objects.get(event=event).number:
            break
        time.sleep(0.1)
    return time.monotonic() - begun


def tables500(service: Service, seconds: float) -> bool:
    """500 tables, 2,000 players, 200 visitors, on the whole service; how old the standings grew."""
    ready(service, web=2, worker=True)
    party = Party(service, tables=500, name="Five hundred")
    over, ages = threading.Event(), list[float]()
    watch = threading.Thread(target=_measure_ages, args=(party.event, over, ages))
    with watching(party.event, service.address, visitors=200):
        watch.start()
        party.play(seconds)
        over.set()
        watch.join()
    print(f"  standings at most {max(ages, default=0):.1f} s behind the newest line")
    return party.tell("tables500: PostgreSQL, two web processes, one worker, 500 tables, 200 visitors")


def _measure_ages(event: Event, over: threading.Event, ages: list[float]) -> None:
    """Four times a second: for how long a revision that is there has no table yet."""
    since: tuple[int, float] | None = None
    while not over.wait(0.25):
        current = EventRevision.objects.get(event=event).number
        published = PublishedStandings.objects.get(event=event).revision
        now = time.monotonic()
        if since is not None and published < since[0]:
            ages.append(now - since[1])
            continue
        since = (current, now) if published < current else None
    connections.close_all()


def disk(service: Service, seconds: float) -> bool:
    """SQLite on a small disk of its own, which is full for the middle third of a round of 20 tables."""
    folder = Path(os.environ["LOAD_FOLDER"])
    ready(service)
    party = Party(service, tables=20, name="Full disk")
    stuffing = folder / "stuffing"

    def full() -> None:
        # SQLite writes into its log again and again once that has grown: without it every line needs room.
        with connections["default"].cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connections.close_all()
        with stuffing.open("wb") as file:
            file.write(bytes(shutil.disk_usage(folder).free))

    plan = [(0.33, "the disk is full", full), (0.66, "there is room again", stuffing.unlink)]
    trouble = threading.Thread(target=_happen, args=(plan, seconds))
    trouble.start()
    party.play(seconds)
    trouble.join()
    return party.tell("disk: SQLite, 20 tables, a full disk in the middle")


def ready(service: Service, *, web: int = 1, worker: bool = False) -> None:
    """Tables, then servers."""
    call_command("migrate", verbosity=0)
    serve(service, Path(service.environment["LOAD_FOLDER"]), web=web, worker=worker)
