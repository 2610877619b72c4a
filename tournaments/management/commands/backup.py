"""`manage.py backup`: everything, in one file that either database can read."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.engine.errors import EventViolation
from tournaments.services.backups import take_backup


class Command(BaseCommand):
    help = "Write a checked backup of everything into a file, or into a folder under a name of its own."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("into", type=Path, help="a file to write (it is replaced), or a folder")
        parser.add_argument(
            "--keep", type=int, default=None, help="how many of the newest stay in the folder"
        )

    def handle(self, *args: object, **options: object) -> None:
        into, keep = options["into"], options["keep"]
        assert isinstance(into, Path) and (keep is None or isinstance(keep, int))
        try:
            taken = take_backup(into=into, keep=keep)
        except EventViolation as refused:
            raise CommandError(refused.sentence) from refused
        except OSError as refused:
            raise CommandError(f"No backup was written: {refused}") from refused
        self.stdout.write(f"{taken.file}: {taken.rows} rows, {taken.size} bytes, written and checked.")
