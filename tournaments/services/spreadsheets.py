"""A spreadsheet while somebody looks at it: kept for a day, a few for each club, with what was said of it."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine import sheet_columns as roles
from tournaments.engine.errors import EventViolation
from tournaments.engine.old_tables import Reading
from tournaments.engine.sheet_columns import Column, Guess, guess
from tournaments.engine.spreadsheets import Grid
from tournaments.models import Club, SpreadsheetUpload
from tournaments.services.workbooks import packed, read_spreadsheet, seal_of_rows, unpacked

KEPT_FOR = timedelta(hours=24)
MOST_KEPT = 5
AMERICA = "America/"


@transaction.atomic
def keep_spreadsheet(*, club: Club, name: str, content: bytes, actor: Actor) -> SpreadsheetUpload:
    """Read a file and keep its rows with a guess at its columns; the same file again is the same one.

    The oldest of more than MOST_KEPT go, and whatever is over its day. EventViolation where it is no
    spreadsheet.
    """
    rows = read_spreadsheet(content)
    SpreadsheetUpload.objects.filter(expires_at__lte=timezone.now()).delete()
    digest = seal_of_rows(rows)
    known = SpreadsheetUpload.objects.filter(club=club, digest=digest, made_by=actor.code).first()
    if known is not None:
        return known
    made = SpreadsheetUpload.objects.create(
        club=club,
        name=_file_name(name),
        digest=digest,
        cells=packed(rows),
        choices=_guessed(guess(rows, usual_day_first=not club.zone.startswith(AMERICA)), name),
        made_by=actor.code,
        expires_at=timezone.now() + KEPT_FOR,
    )
    old = SpreadsheetUpload.objects.filter(club=club).values_list("pk", flat=True)[MOST_KEPT:]
    SpreadsheetUpload.objects.filter(pk__in=list(old)).delete()
    return made


def say_of_spreadsheet(*, upload: SpreadsheetUpload, said: Mapping[str, Any]) -> None:
    """Remember what a person said of it; of other columns than before the words on people are forgotten."""
    choices = upload.choices | dict(said)
    upload.choices = choices
    upload.save(update_fields=["choices"])


def say_kind(*, upload: SpreadsheetUpload, kind: str) -> None:
    """Another kind of list: columns whose role it does not know are not read."""
    if kind not in roles.KINDS:
        raise EventViolation("kind-unknown", "Choose what this is.")
    known = roles.ROLES_OF[kind]
    columns = [[role if role in known else roles.SKIP, day] for role, day in upload.choices["columns"]]
    say_of_spreadsheet(upload=upload, said={"kind": kind, "columns": columns})


def drop_spreadsheet(*, upload: SpreadsheetUpload) -> None:
    """Forget it."""
    upload.delete()


def rows_of(upload: SpreadsheetUpload) -> Grid:
    """Its cells."""
    return unpacked(bytes(upload.cells))


def reading_of(upload: SpreadsheetUpload, grid: Grid) -> Reading:
    """How it is to be read, by what was said so far."""
    said = upload.choices
    labels = guess(grid).columns
    columns = tuple(
        Column(one.number, one.label, role, date.fromisoformat(day) if day else None)
        for one, (role, day) in zip(labels, said["columns"], strict=True)
    )
    return Reading(
        kind=said["kind"],
        heading=said["heading"],
        columns=columns,
        day_first=said["day_first"],
        name=said["name"],
        day=date.fromisoformat(said["day"]) if said["day"] else None,
    )


def _guessed(found: Guess, name: str) -> dict[str, Any]:
    stem = _file_name(name).rpartition(".")[0] or _file_name(name)
    return {
        "kind": found.kind,
        "heading": found.heading,
        "day_first": found.day_first,
        "columns": [[one.role, one.day.isoformat() if one.day else ""] for one in found.columns],
        "name": stem.replace("_", " ")[:120],
        "day": "",
        "public": True,
        "ruleset": "",
        "event": "",
        "people": {},
    }


def _file_name(name: str) -> str:
    """The name without its folders and without what is not seen."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isprintable())[:200] or "spreadsheet"
