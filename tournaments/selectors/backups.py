"""What was kept of the night, where, and whether there is room for the next backup."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from tournaments.models import Backup

LITTLE = 500_000_000
"""Free bytes below which a disk is too full for an evening's backups."""


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of backups: its place ("" where none is set), free bytes of its disk, and what is wrong."""

    place: str
    free: int
    fault: str


def backup_folder() -> Folder:
    """The folder of the settings, looked at now."""
    place = Path(settings.BACKUP_FOLDER)
    if not settings.BACKUP_FOLDER:
        return Folder("", 0, "")
    if not place.is_dir():
        fault = (
            f"The backup folder {place} is not there. Put its stick or disk back in, or set BACKUP_FOLDER."
        )
        return Folder(str(place), 0, fault)
    free = shutil.disk_usage(place).free
    if not os.access(place, os.W_OK | os.X_OK):
        return Folder(
            str(place), free, f"Nothing may be written into {place}. Give this account the right to."
        )
    if free < LITTLE:
        fault = f"The disk of {place} is nearly full: {free // 1_000_000} MB are free. Make room on it."
        return Folder(str(place), free, fault)
    return Folder(str(place), free, "")


def last_good_backup() -> Backup | None:
    """The newest that was written, with its event. One query."""
    return Backup.objects.filter(fault="").select_related("event").first()


def backup_fault() -> str:
    """What went wrong with the newest backup, "" where all is well or none is wanted. One query at most."""
    if not settings.BACKUP_FOLDER:
        return ""
    newest = Backup.objects.values_list("fault", flat=True).first()
    return newest or ""
