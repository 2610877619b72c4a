"""What a spreadsheet would bring to a club, before anything is made: events, and which are here already."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from tournaments.engine import sheet_columns as roles
from tournaments.engine.errors import EventViolation
from tournaments.engine.names import fold
from tournaments.engine.old_tables import OldEvent, Reading, TableRead, read_table
from tournaments.engine.sheet_columns import guess
from tournaments.engine.spreadsheets import tidied
from tournaments.models import Club, Event, ImportedEvent, SpreadsheetUpload
from tournaments.selectors.exports import result_rows, standing_rows


@dataclass(frozen=True, slots=True)
class PlannedEvent:
    """An event of the file: `key` seals what the file says of it, `there` is the same one if it is here."""

    old: OldEvent
    key: str
    there: Event | None

    @property
    def people(self) -> int:
        """How many take part."""
        return len({(line.who, line.partner) for line in self.old.lines})


def is_frozen(event_id: int) -> bool:
    """Whether the event's standings are those of a file and are never computed. One query."""
    return ImportedEvent.objects.filter(event_id=event_id, known=ImportedEvent.Known.TABLE).exists()


def upload_at(club: Club, upload: int) -> SpreadsheetUpload | None:
    """What waits under this number, unless its day is over. One query."""
    rows = SpreadsheetUpload.objects.filter(club=club, pk=upload, expires_at__gt=timezone.now())
    return rows.first()


def uploads_of(club: Club) -> list[SpreadsheetUpload]:
    """What waits to be looked at, the newest first, without the cells. One query."""
    rows = SpreadsheetUpload.objects.filter(club=club, expires_at__gt=timezone.now())
    return list(rows.defer("cells", "choices"))


def imported_events(club: Club, limit: int = 40) -> list[ImportedEvent]:
    """What was brought in, the newest first. One query."""
    rows = ImportedEvent.objects.filter(event__club=club).select_related("event")
    return list(rows.order_by("-made_at", "-pk")[:limit])


def planned_events(club: Club, kind: str, read: TableRead) -> list[PlannedEvent]:
    """The file's events, the earliest first. EventViolation where one is here with other figures.

    Three queries, and two for each event that was played here under the same name on the same day.
    """
    days = {one.day for one in read.events}
    here = Event.objects.filter(club=club, plays_on__in=days).select_related("imported")
    by_name = {(fold(one.name), one.plays_on): one for one in here.order_by("-pk")}
    planned = []
    for old in sorted(read.events, key=lambda one: (one.day, one.name)):
        key = key_of(kind, old)
        there = by_name.get((fold(old.name), old.day))
        if there is not None and not _is_same(there, kind, key):
            raise EventViolation(
                "event-differs",
                f"“{old.name}” of {old.day:%d.%m.%Y} is here already, with other"
                " figures. Nothing is written over it; give the event of the file another name.",
            )
        planned.append(PlannedEvent(old, key, there))
    return planned


def _is_same(event: Event, kind: str, key: str) -> bool:
    """Whether an event of the club is what a file tells: by the seal of its own file, or of its own rows."""
    if hasattr(event, "imported") and event.imported.key == key:
        return True
    if kind == roles.HANDS:
        return False
    rows = standing_rows if kind == roles.TABLE else result_rows
    grid = tidied([[str(cell) for cell in row] for row in rows(Event.objects.filter(pk=event.pk))])
    columns = _fitting(guess(grid).columns, kind)
    read = read_table(grid, Reading(kind, 1, columns, True, event.name, event.plays_on))
    return key in {key_of(kind, one) for one in read.events}


def _fitting(columns: Sequence[roles.Column], kind: str) -> tuple[roles.Column, ...]:
    return tuple(one for one in columns if one.role in roles.ROLES_OF[kind])


def key_of(kind: str, old: OldEvent) -> str:
    """The seal of all that a file says of an event; the order of its lines and columns does not matter."""
    lines = sorted(
        [
            sorted((line.who, line.partner)),
            [line.round, line.place or 0, line.points, line.lone],
            sorted([code, str(figure)] for code, figure in line.figures),
        ]
        for line in old.lines
    )
    told: list[object] = [kind, fold(old.name), old.day.isoformat(), lines]
    for table in old.hands:
        hands = [[hand.maker, hand.alone, hand.tricks] for hand in table.hands]
        told.append([table.round, table.table, table.seated, hands])
    return hashlib.sha256(json.dumps(told, ensure_ascii=False).encode()).hexdigest()
