"""`manage.py rebuild`: everything derived is dropped and made again from the sheets."""

import multiprocessing
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TextIO, cast

import click
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from scoring.services.rebuild import rebuild_event
from tournaments.models import Event, Match
from tournaments.services.history import rebuild_history
from tournaments.services.ratings import rebuild_ratings


class Command(BaseCommand):
    help = "Drop results, standings, ratings and history and derive them anew from the score sheets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("events", nargs="*", metavar="CLUB/EVENT", help="Without any: every event.")
        parser.add_argument(
            "--jobs", type=int, default=1, help="Processes side by side; more than one only on PostgreSQL."
        )

    def handle(self, *, events: list[str], jobs: int, **options: object) -> None:
        wanted = self._events(events)
        if jobs > 1 and connections["default"].vendor == "sqlite":
            raise CommandError("SQLite lets one process write at a time. Leave --jobs out.")
        total = Match.objects.filter(round__event__in=wanted, games__isnull=False).distinct().count()
        with click.progressbar(length=total, label="Matches", file=cast(TextIO, self.stdout)) as bar:
            counts = dict(_rebuilt(wanted, jobs, bar.update))
        for event, count in counts.items():
            self.stdout.write(f"{event.club.slug}/{event.slug}: {count} matches")
        for club_id, slug in sorted({(event.club_id, event.club.slug) for event in wanted}):
            rated = rebuild_ratings(club_id=club_id, anew=True)
            self.stdout.write(f"{slug}: rated events: {rated}")
            kept = rebuild_history(club_id=club_id)
            self.stdout.write(f"{slug}: nights kept in its history: {kept}")

    def _events(self, wanted: list[str]) -> list[Event]:
        everything = Event.objects.select_related("club").order_by("pk")
        if not wanted:
            return list(everything)
        found = []
        for name in wanted:
            club, _, slug = name.partition("/")
            event = everything.filter(club__slug=club, slug=slug).first()
            if event is None:
                raise CommandError(f"There is no event {name}; write it as club/event, as in its address.")
            found.append(event)
        return found


def _rebuilt(events: Sequence[Event], jobs: int, told: Callable[[int], None]) -> Iterator[tuple[Event, int]]:
    """Each event once it is derived, with its matches; `told` hears how many more matches are done."""
    if jobs < 2:
        for event in events:
            seen = 0

            def more(count: int) -> None:
                nonlocal seen
                told(count - seen)
                seen = count

            yield event, rebuild_event(event=event, done=more)
        return
    # A connection belongs to one process.
    connections.close_all()
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as processes:
        waiting = {processes.submit(_rebuild, event): event for event in events}
        for done in as_completed(waiting):
            told(done.result())
            yield waiting[done], done.result()


def _rebuild(event: Event) -> int:
    return rebuild_event(event=event)
