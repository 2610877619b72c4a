"""An archived club back into a server: all of it or nothing, beside whatever other clubs are there.

Ids stay as they were where they are free, so that every printed address still holds; in a table where another
club has taken one of them, all of the archived ids move up by the same number, and their order stays. The ids
of score lines never change. Lines of a sheet only come in here, so the ledger's door stays shut.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Max

from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Membership
from tournaments.services.archive_tables import ClubTable, club_tables, is_club, renumbered
from tournaments.services.archives import FORMAT, KIND, ArchivedTable, ArchiveManifest
from tournaments.services.backup_rows import as_line, write_lines

DAMAGED = "This file is damaged, or no archive of a club. Take another copy of it."
GONE_ACCOUNT = "user:0"
"""Who did it, where it was an account of the old server: no account here may be taken for it."""


_UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, ValidationError)


@dataclass(frozen=True, slots=True)
class RestoredClub:
    """The club that is back, when its archive was made, how many rows came, and whether ids had to move."""

    club: Club
    made_at: str
    rows: int
    moved: bool


def restore_club(
    *, file: Path, slug: str = "", owner_id: int | None = None, using: str = "default"
) -> RestoredClub:
    """Put an archived club into a server, at the address `slug` where one is given, owned by an account.

    EventViolation where the file is damaged or of another version, or the club is there already.
    """
    with _opened(file) as (manifest, lines):
        tables = _fitting(manifest)
        own_slug = slug or manifest.slug
        try:
            with transaction.atomic(using=using):
                if Club.objects.using(using).filter(slug=own_slug).exists():
                    raise EventViolation(
                        "club-there-already", f"There is a club at the address “{own_slug}” already."
                    )
                moves = _moves(manifest, tables, using)
                _Putting(tables, moves, own_slug, connections[using]).put(manifest, lines)
                club = Club.objects.using(using).get(slug=own_slug)
                _check(manifest, tables, club, using)
                _finish(tables, club, owner_id, using)
        except DatabaseError as refused:
            raise EventViolation(
                "archive-does-not-fit",
                f"The database refused this archive. Is the club here already? {refused}",
            ) from refused
    return RestoredClub(club, manifest.made_at, manifest.rows, any(moves.values()))


@contextmanager
def _opened(file: Path) -> Iterator[tuple[ArchiveManifest, Iterator[bytes]]]:
    if not file.is_file():
        raise EventViolation("archive-not-found", f"There is no file {file}.")
    with gzip.open(file) as packed:
        with _damage_told():
            first = next(iter(packed), b"")
            told = json.loads(first)
            if not isinstance(told, dict) or told.get("kind") != KIND:
                raise ValueError(KIND)
            if told["format"] > FORMAT:
                raise EventViolation(
                    "archive-newer",
                    f"This archive was made by version {told['version']}, which is newer. Install that here.",
                )
            manifest = ArchiveManifest(**told | {"tables": [ArchivedTable(**one) for one in told["tables"]]})
        yield manifest, _sealed(first, packed)


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except (OSError, EOFError, zlib.error, *_UNREADABLE) as broken:
        raise EventViolation("archive-damaged", DAMAGED) from broken


def _sealed(first: bytes, rest: Iterable[bytes]) -> Iterator[bytes]:
    """The lines after the first, without the end; EventViolation where that is missing or does not agree."""
    seal, last = hashlib.sha256(first), b""
    with _damage_told():
        for line in rest:
            if last:
                seal.update(last)
                yield last
            last = line
        if json.loads(last) != {"end": True, "sha256": seal.hexdigest()}:
            raise ValueError("seal")


def _fitting(manifest: ArchiveManifest) -> dict[str, ClubTable]:
    """The tables here, which must be those of the archive, column by column."""
    here = {one.label: one for one in club_tables()}
    there = {one.label: one.columns for one in manifest.tables}
    if there == {label: one.table.columns for label, one in here.items()}:
        return here
    differing = sorted(
        label
        for label in here.keys() | there.keys()
        if label not in here or there.get(label) != here[label].table.columns
    )
    raise EventViolation(
        "archive-other-version",
        f"This archive was made by another version ({manifest.version}): {differing[0]} differs."
        " Restore it with that version, bring that up to date, and archive the club anew.",
    )


def _moves(manifest: ArchiveManifest, tables: Mapping[str, ClubTable], using: str) -> dict[str, int]:
    """By how much the ids of each table move up: 0 where those of the archive are free."""
    moves = {}
    for one in manifest.tables:
        if one.first is None or one.last is None:
            continue
        rows = tables[one.label].table.model._base_manager.using(using)
        taken = rows.filter(pk__range=(one.first, one.last)).exists()
        highest = rows.aggregate(highest=Max("pk"))["highest"] if taken else 0
        moves[one.label] = highest + 1 - one.first if taken else 0
    return moves


@dataclass(frozen=True, slots=True)
class _Putting:
    """Writing rows with their ids moved."""

    tables: Mapping[str, ClubTable]
    moves: Mapping[str, int]
    slug: str
    target: BaseDatabaseWrapper

    def put(self, manifest: ArchiveManifest, lines: Iterator[bytes]) -> None:
        """All tables, in the order of the archive."""
        waiting = next(lines, b"")
        for one in manifest.tables:
            with _damage_told():
                if json.loads(waiting) != {"table": one.label}:
                    raise ValueError(one.label)
            rows = _until_next(lines)
            with _damage_told():
                table = self.tables[one.label].table
                count = write_lines(self.target, table, self._moved(one.label, rows))
            waiting = rows.next_line
            if count != one.rows:
                raise EventViolation("archive-damaged", DAMAGED)

    def _moved(self, label: str, lines: Iterable[bytes]) -> Iterator[bytes]:
        table = self.tables[label]
        key = [one.primary_key for one in table.table.fields].index(True)
        slug = [one.name for one in table.table.fields].index("slug") if is_club(table) else None
        for line in lines:
            row = json.loads(line)
            if not isinstance(row, list) or len(row) != len(table.table.fields):
                raise ValueError(label)
            if table.numbered:
                row[key] = self._shift(label, row[key])
            for place, target in table.keys.items():
                row[place] = self._shift(target, row[place]) if target else None
            for place, ids in table.ids.items():
                row[place] = renumbered(row[place], ids, self._shift)
            for place in table.codes:
                row[place] = self._code(row[place])
            if slug is not None:
                row[slug] = self.slug
            yield as_line(row)

    def _shift(self, label: str, one: Any) -> Any:
        return one + self.moves[label] if self.moves.get(label) and isinstance(one, int) else one

    def _code(self, code: str) -> str:
        kind, _, key = code.partition(":")
        if kind == "user":
            return GONE_ACCOUNT
        if kind == "link" and key.isdecimal():
            return f"link:{self._shift('tournaments.tablelink', int(key))}"
        return code


class _until_next:
    """The rows up to the next table's line, which is then in `next_line`; read lazily."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines, self.next_line = lines, b""

    def __iter__(self) -> Iterator[bytes]:
        for line in self.lines:
            if line.startswith(b"{"):
                self.next_line = line
                return
            yield line


def _check(manifest: ArchiveManifest, tables: Mapping[str, ClubTable], club: Club, using: str) -> None:
    """Every row that came is this club's, and none of its keys leads to somebody else's."""
    connections[using].check_constraints()
    for one in manifest.tables:
        table = tables[one.label]
        rows = table.rows_of(club.pk, using)
        if rows.count() != one.rows:
            raise EventViolation("archive-damaged", DAMAGED)
        for place, target in table.keys.items():
            field, path = table.table.fields[place], tables[target].path if target else ""
            if not target or is_club(tables[target]):
                continue
            stray = rows.exclude(**{f"{field.name}__{path}": club.pk}).filter(
                **{f"{field.name}__isnull": False}
            )
            if stray.exists():
                raise EventViolation("archive-damaged", DAMAGED)


def _finish(tables: Mapping[str, ClubTable], club: Club, owner_id: int | None, using: str) -> None:
    """New rows get numbers after those that came; somebody owns the club."""
    target = connections[using]
    models = [one.table.model for one in tables.values()]
    with target.cursor() as cursor:
        for statement in target.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
    if owner_id is not None:
        Membership.objects.using(using).create(club=club, user_id=owner_id, role=Membership.Role.OWNER)
