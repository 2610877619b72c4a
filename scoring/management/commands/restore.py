"""`manage.py restore`: a backup back into an empty database, or in place of all that one holds."""

from pathlib import Path

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from scoring.services.restores import make_tables_for, restore_backup
from tournaments.engine.errors import EventViolation

WORD = "replace everything"


class Command(BaseCommand):
    help = "Put a backup (.bower or .sqlite3) into the empty database of the settings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the backup")
        parser.add_argument(
            "--replace", action="store_true", help="what the database holds now is thrown away first"
        )
        parser.add_argument("--yes", action="store_true", help="with --replace: do not ask")

    def handle(self, *args: object, **options: object) -> None:
        file, replace = options["file"], bool(options["replace"])
        assert isinstance(file, Path)
        if replace and not options["yes"]:
            said = input(f'All that {connection.settings_dict["NAME"]} holds is lost. Type "{WORD}": ')
            if said.strip() != WORD:
                raise CommandError("Nothing was changed.")
        try:
            if not connection.introspection.table_names():
                make_tables_for(file=file)
            restored = restore_backup(file=file, replace=replace)
        except EventViolation as refused:
            raise CommandError(refused.sentence) from refused
        call_command("migrate", verbosity=0)
        self.stdout.write(
            f"The backup of {restored.made_at} is back: {restored.rows} rows in {restored.tables} tables."
        )
