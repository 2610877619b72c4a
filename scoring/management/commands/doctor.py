"""`manage.py doctor`: looks for what must be there and may have been lost without a word."""

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scoring.selectors.doctor import backup_faults, broker_faults, disk_faults, storage_faults
from scoring.selectors.doctor_server import (
    beat_faults,
    database_faults,
    folder_faults,
    mail_faults,
    settings_faults,
)
from scoring.triggers import missing
from tournaments import triggers
from tournaments.models import Club, Event


class Command(BaseCommand):
    help = "Look at settings, database, sheets, counters, backups, disk, broker, files, mail; say what to do."

    def handle(self, *args: object, **options: object) -> None:
        found = database_faults()
        if not found:  # with a database of another age nothing else could be asked
            found = self._faults()
        if found:
            raise CommandError("\n".join(found))
        self.stdout.write("All well: the sheets are append-only, every counter is there, nothing is in want.")

    def _faults(self) -> list[str]:
        return [
            *settings_faults(),
            *(f"trigger {name} is missing; run migrate, or restore it" for name in missing(connection)),
            *(f"trigger {name} is missing; run migrate" for name in triggers.missing(connection, apps)),
            *(f"event {one.slug} has no revision" for one in Event.objects.filter(revision_row__isnull=True)),
            *(f"club {one.slug} has no revision" for one in Club.objects.filter(revision_row__isnull=True)),
            *self._open_door(),
            *backup_faults(),
            *disk_faults(),
            *broker_faults(),
            *storage_faults(),
            *folder_faults(),
            *mail_faults(),
            *beat_faults(),
        ]

    def _open_door(self) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT why FROM ledger_unlock")
            return [f"the ledger stands open: {why}" for (why,) in cursor.fetchall()]
