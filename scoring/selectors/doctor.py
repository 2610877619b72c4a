"""What the doctor looks at besides the sheets: backups, disks, the broker, the files of the pages."""

import shutil
from datetime import timedelta
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from tournaments.models import Round
from tournaments.selectors.backups import LITTLE, backup_fault, backup_folder, last_good_backup

GRACE = timedelta(minutes=5)
"""How long a backup may take after its round was closed."""


def backup_faults() -> list[str]:
    """The folder of backups, the newest try, and a closed round that no backup has."""
    folder = backup_folder()
    if not folder.place:
        return []
    found = [one for one in (folder.fault, backup_fault()) if one]
    good = last_good_backup()
    closed = Round.objects.filter(closed_at__isnull=False).order_by("-closed_at").first()
    if closed is None or closed.closed_at is None or closed.closed_at > timezone.now() - GRACE:
        return found
    if good is None or good.made_at < closed.closed_at:
        found.append("the last closed round is in no backup; take one: manage.py backup FOLDER")
    return found


def disk_faults() -> list[str]:
    """Room on the disk that an embedded database grows on."""
    if connection.vendor != "sqlite":
        return []
    place = Path(connection.settings_dict["NAME"]).resolve().parent
    if not place.is_dir():
        return []  # a database in memory
    free = shutil.disk_usage(place).free
    return [f"only {free // 1_000_000} MB are free beside the database; make room"] if free < LITTLE else []


def broker_faults() -> list[str]:
    """Whether the broker answers, where one is set. A second at most."""
    if not settings.BROKER_URL:
        return []
    try:
        with current_app.connection_for_write() as line:
            line.ensure_connection(max_retries=1, timeout=1)
    except (OperationalError, OSError):
        return [
            "the broker does not answer: standings and backups wait; start it, or look at BROKER_URL",
        ]
    return []


def storage_faults() -> list[str]:
    """The files of the pages, which a server serves from a list that is made when it is installed."""
    if settings.HALL or (Path(settings.STATIC_ROOT) / "staticfiles.json").is_file():
        return []
    return ["the files of the pages are not collected; run manage.py collectstatic"]
