"""`manage.py import_egn`: games recorded elsewhere, all of them or none."""

from argparse import ArgumentParser
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from django.core.management.base import BaseCommand, CommandError

from scoring.engine.egn import MOST_BYTES, read_egn
from scoring.services.import_files import Complaint, EgnFile, ImportRefused
from scoring.services.import_players import read_mapping
from scoring.services.imports import ImportTerms, import_games
from tournaments.actors import Actor
from tournaments.models import Event
from tournaments.permissions import can_direct
from tournaments.selectors.events import event_at


class Command(BaseCommand):
    help = "Import games in Euchre Game Notation into an event; a file becomes a match. All of them, or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
        parser.add_argument("--event", required=True, metavar="CLUB/EVENT", help="as in the event's address")
        parser.add_argument("--round", type=int, metavar="N", help="put every file into this round")
        parser.add_argument("--create", action="store_true", help="enter people who are not entered yet")
        parser.add_argument("--ruleset", metavar="KEY", help="for an event without terms of its own")
        parser.add_argument(
            "--map", action="append", default=[], metavar='"Name in file=Club player"', dest="mapping"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = _event(options["event"])
        actor = Actor.of_command("import_egn")
        if not can_direct(actor, event.club):
            raise CommandError("You may not direct this club's events.")
        renamed, complaints = read_mapping(options["mapping"])
        files = []
        for path in options["files"]:
            found = _read(path)
            if isinstance(found, Complaint):
                complaints.append(found)
            else:
                files.append(found)
        if complaints:
            complaints += [one for file in files for one in Complaint.told(file, file.read.errors)]
            self._refuse(ImportRefused(complaints))
        terms = ImportTerms(
            round=options["round"], create=options["create"], ruleset=options["ruleset"], renamed=renamed
        )
        try:
            report = import_games(event=event, files=files, terms=terms, actor=actor)
        except ImportRefused as refused:
            self._refuse(refused)
        for warning in report.warnings:
            self.stderr.write(f"{warning} (warning)")
        for match in report.matches:
            self.stdout.write(str(match))

    def _refuse(self, refused: ImportRefused) -> NoReturn:
        for complaint in refused.complaints:
            self.stderr.write(str(complaint))
        count = len(refused.complaints)
        raise CommandError(f"Nothing was imported: {count} problem{'s' if count != 1 else ''}.")


def _event(address: str) -> Event:
    club, _, slug = address.strip("/").partition("/")
    event = event_at(club, slug)
    if event is None:
        raise CommandError(f"There is no event at {address!r}; give it as CLUB/EVENT, as in its address.")
    return event


def _read(path: Path) -> EgnFile | Complaint:
    """Read one file; its text is let go at once."""
    try:
        with path.open("rb") as file:
            content = _bounded(file)
    except OSError as error:
        return Complaint("file-unreadable", f"{error.strerror or 'It cannot be read'}.", str(path))
    return EgnFile(str(path), sha256(content).hexdigest(), read_egn(content))


def _bounded(file: BinaryIO) -> bytes:
    """What a file holds, or a little more than a game may have; piece by piece, as far as there is any."""
    pieces = bytearray()
    while len(pieces) <= MOST_BYTES and (piece := file.read(1 << 16)):
        pieces += piece
    return bytes(pieces)
