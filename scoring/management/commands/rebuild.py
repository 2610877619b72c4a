"""`manage.py rebuild`: everything derived is dropped and made again from the sheets."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from scoring.services.rebuild import rebuild_event
from tournaments.models import Event


class Command(BaseCommand):
    help = "Drop results and standings and derive them anew from the score sheets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("events", nargs="*", metavar="CLUB/EVENT", help="Without any: every event.")

    def handle(self, *, events: list[str], **options: object) -> None:
        for event in self._events(events):
            count = rebuild_event(event=event)
            self.stdout.write(f"{event.club.slug}/{event.slug}: {count} matches")

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
