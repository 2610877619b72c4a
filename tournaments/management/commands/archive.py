"""`manage.py archive`: one club, in a file that another server can take in."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Club
from tournaments.services.archives import archive_club


class Command(BaseCommand):
    help = "Write all that is a club's into a file of JSON lines (gzip), for another server to take in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the club's address, such as bude-euchre-club")
        parser.add_argument("file", type=Path, help="a file to write (it is replaced), such as bude.jsonl.gz")

    def handle(self, *args: object, **options: object) -> None:
        file = options["file"]
        assert isinstance(file, Path)
        club = Club.objects.filter(slug=str(options["club"])).first()
        if club is None:
            there = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no club at “{options['club']}”. Here are: {there}.")
        try:
            manifest = archive_club(club=club, file=file)
        except OSError as refused:
            raise CommandError(f"No archive was written: {refused}") from refused
        filled = sum(one.rows > 0 for one in manifest.tables)
        self.stdout.write(f"{file}: {club}, {manifest.rows} rows of {filled} tables.")
