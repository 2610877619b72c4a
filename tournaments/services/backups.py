"""Taking backups: whole, checked, and never half a file under the name of one.

By itself, after every accepted draw and closed round: on SQLite a copy of the file (`.sqlite3`; quick, and
the night goes on meanwhile), on PostgreSQL the portable kind. Asked for by command: always the portable kind
(`.bower`), which either database can read. Beside each lies its SHA-256, as `sha256sum -c` reads it.
"""

import hashlib
import logging
import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connections
from django.utils import timezone

from tournaments.engine.errors import EventViolation
from tournaments.models import Backup
from tournaments.services.backup_packs import Manifest, check_pack, opened_pack, write_pack
from tournaments.services.snapshots import copy_database, one_moment

log = logging.getLogger(__name__)

STEM = "right-bower-"
SEAL = ".sha256"
TRIES_REMEMBERED = 200

_line = ThreadPoolExecutor(max_workers=1, thread_name_prefix="backup")


@dataclass(frozen=True, slots=True)
class Taken:
    """A checked backup: where it lies, how big it is in bytes, and its number of rows."""

    file: Path
    size: int
    rows: int


def take_backup(*, into: Path, keep: int | None = None) -> Taken:
    """A portable backup into a file, or under a name of its own into a folder that is there.

    In a folder the `keep` newest stay. OSError where nothing can be written.
    """
    into_folder = into.is_dir()
    file = into / _name(".bower") if into_folder else into
    _refuse_missing(file.parent)
    with written_whole(file) as part:
        rows = pack_database(part).rows
        with opened_pack(part) as (pack, manifest):
            check_pack(pack, manifest)
    return _finish(file, rows, keep if into_folder else None)


def take_copy(*, folder: Path, keep: int) -> Taken:
    """The quickest whole backup that this database has, into a folder; the `keep` newest stay."""
    source = connections["default"]
    if source.vendor != "sqlite":
        return take_backup(into=_refuse_missing(folder), keep=keep)
    file = _refuse_missing(folder) / _name(".sqlite3")
    with written_whole(file) as part:
        rows = copy_database(str(source.settings_dict["NAME"]), part)
    return _finish(file, rows, keep)


def keep_night(*, why: str, event_id: int | None = None, round_number: int | None = None) -> Backup:
    """Take a backup into the folder of the settings and remember it, or the fault, which is logged too.

    It never raises what the folder, the disk or the check says: the night goes on without.
    """
    tried = Backup(made_at=timezone.now(), why=why, event_id=event_id, round_number=round_number)
    try:
        taken = take_copy(folder=Path(settings.BACKUP_FOLDER), keep=settings.BACKUP_KEEP)
    except Exception as failed:
        log.exception("backup failed")
        tried.fault = fault_in_words(failed)[:500]
    else:
        tried.name, tried.size, tried.rows = taken.file.name, taken.size, taken.rows
    tried.save()
    old = Backup.objects.values_list("pk", flat=True)[TRIES_REMEMBERED:]
    Backup.objects.filter(pk__in=list(old)).delete()
    return tried


def keep_night_aside(*, why: str, event_id: int, round_number: int) -> "Future[None]":
    """The same in a thread, one backup after the other, so that who closed the round need not wait."""
    return _line.submit(_keep_and_let_go, why, event_id, round_number)


def remember_lost(*, why: str, event_id: int, round_number: int) -> None:
    """A backup that no worker could be asked for."""
    fault = "No backup was taken: the broker is away, so no worker could be asked. Look after the broker."
    Backup.objects.create(
        made_at=timezone.now(), why=why, event_id=event_id, round_number=round_number, fault=fault
    )


def _keep_and_let_go(why: str, event_id: int, round_number: int) -> None:
    try:
        keep_night(why=why, event_id=event_id, round_number=round_number)
    except Exception:
        log.exception("the backup of event %s could not be remembered", event_id)
        raise
    finally:
        connections.close_all()


def fault_in_words(failed: Exception) -> str:
    """What went wrong with a backup, and what to do."""
    if isinstance(failed, EventViolation):
        return failed.sentence
    reason = (failed.strerror if isinstance(failed, OSError) else str(failed)) or type(failed).__name__
    return f"No backup could be written: {reason}. Look at the folder and at the free space of its disk."


def pack_database(file: Path) -> Manifest:
    """Write the whole database as it is at one moment into a portable file."""
    with file.open("wb") as out, one_moment() as connection:
        return write_pack(connection, out)


@contextmanager
def written_whole(file: Path) -> Iterator[Path]:
    """A place to write to; what is there at the end is flushed, and gets the file's name at once."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        yield part
        _flush(part)
        part.replace(file)
        _flush(file.parent)
    finally:
        part.unlink(missing_ok=True)


def seal_of(file: Path) -> str:
    """The SHA-256 of a file, read in pieces."""
    with file.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()


def seal_beside(file: Path) -> Path:
    """Where a backup's SHA-256 lies."""
    return file.with_name(file.name + SEAL)


def _finish(file: Path, rows: int, keep: int | None) -> Taken:
    with written_whole(seal_beside(file)) as part:
        part.write_text(f"{seal_of(file)}  {file.name}\n")
    if keep is not None:
        _forget_old(file.parent, keep)
    return Taken(file, file.stat().st_size, rows)


def _forget_old(folder: Path, keep: int) -> None:
    """Remove all but the newest; their names begin with the time."""
    found = sorted(one for end in ("sqlite3", "bower") for one in folder.glob(f"{STEM}*.{end}"))
    found.sort(key=lambda one: one.name, reverse=True)
    for old in found[max(keep, 1) :]:
        old.unlink(missing_ok=True)
        seal_beside(old).unlink(missing_ok=True)


def _refuse_missing(folder: Path) -> Path:
    if not folder.is_dir():
        raise EventViolation(
            "backup-folder-missing",
            f"The backup folder {folder} is not there. Put its stick or disk back in, or choose another one.",
        )
    return folder


def _name(ending: str) -> str:
    return f"{STEM}{timezone.now():%Y-%m-%d-%H%M%S-%f}{ending}"


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        with suppress(PermissionError):  # some systems flush no folder
            os.fsync(handle)
    finally:
        os.close(handle)
