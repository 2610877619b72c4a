"""A whole club in one file of JSON lines: to move it to another server, or to keep it for good.

The file is gzip. Its first line is the manifest: which club, and of every table the columns, the number of
rows and the lowest and highest id. Then come, for each table, a line `{"table": label}` and its rows, a JSON
list each; the last line is `{"end": true}` with the SHA-256 of all lines before it. What was cut short has no
end.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import Club
from tournaments.services.archive_tables import ClubTable, club_tables
from tournaments.services.backup_rows import as_line, selected_lines
from tournaments.services.backups import written_whole
from tournaments.services.snapshots import one_moment

KIND = "right-bower-club"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class ArchivedTable:
    """A table in an archive; `first` and `last` are its lowest and highest id where ids are numbers."""

    label: str
    columns: list[str]
    rows: int
    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class ArchiveManifest:
    """What is in an archive of a club."""

    kind: str
    format: int
    version: str
    made_at: str
    club: str
    slug: str
    tables: list[ArchivedTable]

    @property
    def rows(self) -> int:
        """Rows of all tables."""
        return sum(one.rows for one in self.tables)


def archive_club(*, club: Club, file: Path) -> ArchiveManifest:
    """Write all that is a club's into a file (it is replaced), as it is at one moment; others may go on.

    OSError where nothing can be written.
    """
    with written_whole(file) as part, part.open("wb") as out, one_moment() as connection:
        tables = club_tables()
        manifest = _manifest(club, connection, tables)
        with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0) as packed:
            _write(packed, manifest, connection, tables)
    return manifest


def _write(
    packed: gzip.GzipFile, manifest: ArchiveManifest, connection: BaseDatabaseWrapper, tables: list[ClubTable]
) -> None:
    seal = hashlib.sha256()

    def put(line: bytes) -> None:
        seal.update(line)
        packed.write(line)

    put(_told(asdict(manifest)))
    club_id = _club_id(connection, manifest.slug)
    for table in tables:
        put(_told({"table": table.label}))
        for line in _lines(connection, table, club_id):
            put(line)
    packed.write(_told({"end": True, "sha256": seal.hexdigest()}))


def _told(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _lines(connection: BaseDatabaseWrapper, table: ClubTable, club_id: int) -> Iterator[bytes]:
    rows = table.rows_of(club_id).order_by("pk").values_list(*(one.attname for one in table.table.fields))
    sql, parameters = rows.query.get_compiler(connection=connection).as_sql()
    for line in selected_lines(connection, table.table, sql, parameters):
        if not table.blanked and "" not in table.keys.values():
            yield line
            continue
        values = json.loads(line)
        for place in (*table.blanked, *(at for at, target in table.keys.items() if not target)):
            values[place] = None
        yield as_line(values)


def _manifest(club: Club, connection: BaseDatabaseWrapper, tables: list[ClubTable]) -> ArchiveManifest:
    return ArchiveManifest(
        kind=KIND,
        format=FORMAT,
        version=str(settings.SPECTACULAR_SETTINGS["VERSION"]),
        made_at=timezone.now().isoformat(timespec="seconds"),
        club=club.name,
        slug=club.slug,
        tables=[_archived(connection, one, club.pk) for one in tables],
    )


def _archived(connection: BaseDatabaseWrapper, table: ClubTable, club_id: int) -> ArchivedTable:
    rows = table.rows_of(club_id).order_by()
    count = _asked(connection, rows.values_list("pk"), counted=True)
    bare = ArchivedTable(table.label, table.table.columns, int(count[0]), None, None)
    if not table.numbered or not count[0]:
        return bare
    first, last = (_asked(connection, rows.order_by(way).values_list("pk")[:1])[0] for way in ("pk", "-pk"))
    return replace(bare, first=int(first), last=int(last))


def _asked(connection: BaseDatabaseWrapper, rows: "QuerySet[Any]", *, counted: bool = False) -> Any:
    """The first row a query finds on a connection that has no alias of its own, or how many it finds."""
    sql, parameters = rows.query.get_compiler(connection=connection).as_sql()
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM ({sql}) AS found" if counted else sql, parameters)  # noqa: S608
        return cursor.fetchone()


def _club_id(connection: BaseDatabaseWrapper, slug: str) -> int:
    return int(_asked(connection, Club.objects.filter(slug=slug).values_list("pk"))[0])
