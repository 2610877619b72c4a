"""The counters that order everything seen."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import F

from tournaments.models import ClubRevision, EventRevision


def raise_revisions(event_id: int, club_id: int) -> int:
    """Raise the event's counter, then the club's, and return the event's new number.

    Call it inside the transaction of the change, as its last statements: the counter rows stay locked until
    commit, so a reader never sees a revision whose changes are not there yet.
    """
    number = _raise(EventRevision._meta.db_table, "event_id", event_id)
    raise_club_revision(club_id)
    return number


def raise_revisions_of(event_ids: Iterable[int], club_id: int) -> None:
    """Raise the counters of many events of a club, then the club's once: as `raise_revisions`, for all of them.

    Every event's counter is held before the club's is, in one order, so that nobody waits for each other.
    """
    ids = sorted(set(event_ids))
    list(EventRevision.objects.select_for_update().filter(event__in=ids).order_by("event"))
    EventRevision.objects.filter(event__in=ids).update(number=F("number") + 1)
    raise_club_revision(club_id)


def raise_club_revision(club_id: int) -> int:
    """Raise the club's counter alone: for what no event shows."""
    return _raise(ClubRevision._meta.db_table, "club_id", club_id)


def _raise(table: str, column: str, key: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET number = number + 1 WHERE {column} = %s RETURNING number",  # noqa: S608 - our own names
            [key],
        )
        row = cursor.fetchone()
    if row is None:
        raise LookupError(f"{table} has no counter row for {key}")
    return int(row[0])
