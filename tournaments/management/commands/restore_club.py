"""`manage.py restore_club`: an archived club into this server, beside whatever is there."""

from pathlib import Path

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.engine.errors import EventViolation
from tournaments.services.club_restores import restore_club


class Command(BaseCommand):
    help = "Put an archived club into this server. Accounts are not in it: name the one that owns the club."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the archive")
        parser.add_argument("--owner", default="", help="the account that owns the club from now on")
        parser.add_argument("--slug", default="", help="another address for the club here")

    def handle(self, *args: object, **options: object) -> None:
        file, owner = options["file"], None
        assert isinstance(file, Path)
        if options["owner"]:
            owner = get_user_model().objects.filter(username=str(options["owner"])).first()
            if owner is None:
                raise CommandError(f"There is no account called {options['owner']}.")
        try:
            restored = restore_club(
                file=file, slug=str(options["slug"]), owner_id=owner.pk if owner is not None else None
            )
        except EventViolation as refused:
            raise CommandError(refused.sentence) from refused
        ids = "with new ids, since others were here" if restored.moved else "with the ids it had"
        self.stdout.write(
            f"{restored.club}, archived {restored.made_at}, is back at /clubs/{restored.club.slug}/: "
            f"{restored.rows} rows, {ids}."
        )
