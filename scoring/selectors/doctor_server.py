"""What the doctor looks at of the server itself: settings, database, mail, and what should be gone."""

from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.checks import run_checks
from django.core.mail import get_connection
from django.db import connection
from django.utils import timezone

from tournaments.models import AuditEntry, Event
from tournaments.models.audit import ADDRESS_KEPT
from tournaments.selectors.readiness import migrations_missing

OLDEST = {"sqlite": (3, 37), "postgresql": (14,)}
"""The oldest databases that everything here was tried on."""
LATE = timedelta(days=2)
STANDING_STILL = timedelta(minutes=10)


def settings_faults() -> list[str]:
    """Django's own look at the settings of a server; of a hall it is known what is given up."""
    if settings.HALL:
        return []
    found = run_checks(include_deployment_checks=True, tags=["security"])
    return [f"settings: {one.msg} ({one.id})" for one in found]


def database_faults() -> list[str]:
    """The database's age, and migrations that it lacks."""
    found, oldest = [], OLDEST[connection.vendor]
    version = connection.get_database_version()
    if version < oldest:
        told = ".".join(str(part) for part in version)
        found.append(f"the database is {connection.vendor} {told}; use {oldest[0]} or newer")
    lacking = migrations_missing()
    if lacking:
        found.append(f"{lacking} migrations are missing; run manage.py migrate")
    return found


def mail_faults() -> list[str]:
    """Whether letters leave the house: on a server they must, and SMTP must answer."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        away = "letters go to the console; set EMAIL_URL=smtp+tls://user:password@host:587"
        return [] if settings.HALL else [away]
    try:
        with get_connection(timeout=5):
            pass
    except OSError as away:
        return [f"the mail server does not answer ({type(away).__name__}); look at EMAIL_URL"]
    return []


def folder_faults() -> list[str]:
    """Folders that must be written to."""
    places = [one for one in (settings.VAR, settings.BACKUP_FOLDER) if one]
    return [
        f"nothing can be written into {Path(place).name}; mend its owner or its mode"
        for place in map(Path, places)
        if place.is_dir() and not _writable(place)
    ]


def beat_faults() -> list[str]:
    """What a beat or cron would have done by now."""
    found = []
    old = timezone.now() - ADDRESS_KEPT - LATE
    if AuditEntry.objects.filter(at__lt=old, address__isnull=False).exists():
        found.append("addresses are kept longer than promised; run a beat, or manage.py forget from cron")
    stale = Event.objects.filter(published__computed_at__lt=timezone.now() - STANDING_STILL)
    behind = [one for one in stale.select_related("revision_row", "published") if _is_behind(one)]
    if behind:
        found.append(f"standings of {len(behind)} events stand still; run a worker and a beat")
    return found


def _is_behind(event: Event) -> bool:
    return hasattr(event, "revision_row") and event.published.revision < event.revision_row.number


def _writable(place: Path) -> bool:
    trial = place / ".doctor"
    try:
        trial.write_text("")
        trial.unlink()
    except OSError:
        return False
    return True
