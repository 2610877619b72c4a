"""A backup that either database can read: a zip with a file of lines for each table, and a list of them.

The list (`manifest.json`) comes last, with the version of the tables, and the number of rows and the SHA-256
of each file: what was cut short has no list, and what was changed does not agree with it.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from tournaments.engine.errors import EventViolation
from tournaments.services.backup_rows import BATCH, Table, kept_tables, read_lines
from tournaments.services.backup_versions import migrations_of, models_of

FORMAT = 1
LIST = "manifest.json"
DAMAGED = "This file is damaged or no backup of Right Bower. Take the backup before it."


@dataclass(frozen=True, slots=True)
class PackedTable:
    """One table in a backup."""

    name: str
    columns: list[str]
    rows: int
    sha256: str

    @property
    def member(self) -> str:
        """Its file in the zip."""
        return f"tables/{self.name}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in a backup; `migrations` name the version of its tables."""

    format: int
    version: str
    made_at: str
    vendor: str
    migrations: list[str]
    tables: list[PackedTable]

    @property
    def rows(self) -> int:
        """Rows of all tables."""
        return sum(one.rows for one in self.tables)


def write_pack(connection: BaseDatabaseWrapper, out: IO[bytes]) -> Manifest:
    """Write every kept table as it is in the transaction that is open on `connection`."""
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=5) as pack:
        tables = [_write_table(pack, connection, table) for table in kept_tables(models_of(connection))]
        manifest = Manifest(
            format=FORMAT,
            version=settings.VERSION,
            made_at=timezone.now().isoformat(timespec="seconds"),
            vendor=connection.vendor,
            migrations=migrations_of(connection),
            tables=tables,
        )
        pack.writestr(LIST, json.dumps(asdict(manifest), indent=1))
    return manifest


def _write_table(pack: ZipFile, connection: BaseDatabaseWrapper, table: Table) -> PackedTable:
    seal, rows = hashlib.sha256(), 0
    lines = read_lines(connection, table)
    with pack.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as member:
        while batch := list(islice(lines, BATCH)):
            text = b"".join(batch)
            seal.update(text)
            member.write(text)
            rows += len(batch)
    return PackedTable(table.name, table.columns, rows, seal.hexdigest())


@contextmanager
def opened_pack(file: Path | IO[bytes]) -> Iterator[tuple[ZipFile, Manifest]]:
    """A backup and its list; EventViolation where it is none, is damaged, or from a newer version."""
    with ExitStack() as closing:
        with damage_told():
            pack = closing.enter_context(ZipFile(file))
            manifest = _manifest(json.loads(pack.read(LIST)))
        yield pack, manifest


def _manifest(told: dict[str, Any]) -> Manifest:
    if told["format"] > FORMAT:
        raise EventViolation(
            "backup-newer",
            f"This backup was made by version {told['version']}, which is newer than this one. "
            "Install that version here, then restore.",
        )
    return Manifest(**told | {"tables": [PackedTable(**one) for one in told["tables"]]})


@contextmanager
def damage_told() -> Iterator[None]:
    """Say in words that a file cannot be read, whatever the zip, the list or a line of it stumbles over."""
    try:
        yield
    except (BadZipFile, zlib.error, EOFError, ValueError, KeyError, TypeError) as broken:
        raise EventViolation("backup-damaged", DAMAGED) from broken


def lines_of(pack: ZipFile, table: PackedTable) -> Iterator[bytes]:
    """A table's lines, one at a time."""
    with pack.open(table.member) as member:
        yield from member


def check_pack(pack: ZipFile, manifest: Manifest) -> None:
    """Read all of it and compare with its list; EventViolation at the first table that differs."""
    for table in manifest.tables:
        with damage_told():
            rows, seal = _counted(lines_of(pack, table))
        if (rows, seal) != (table.rows, table.sha256):
            raise EventViolation("backup-damaged", DAMAGED)


def _counted(lines: Iterable[bytes]) -> tuple[int, str]:
    seal, rows = hashlib.sha256(), 0
    for line in lines:
        seal.update(line)
        rows += 1
    return rows, seal.hexdigest()
