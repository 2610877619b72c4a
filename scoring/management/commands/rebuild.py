"""`manage.py rebuild`: everything derived is dropped and made again from the sheets."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from scoring.services.rebuild import rebuild_event
from tournaments.models import Event
from tournaments.services.history import rebuild_history
from tournaments.services.ratings import rebuild_ratings


class Command(BaseCommand):
    help = "Drop results, standings, ratings and history and derive them anew from the score sheets."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("events", nargs="*", metavar="CLUB/EVENT", help="Without any: every event.")

    def handle(self, *, events: list[str], **options: object) -> None:
        wanted = self._events(events)
        for event in wanted:
            count = rebuild_event(event=event)
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
