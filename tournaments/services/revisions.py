"""The counters that order everything seen."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import F

from tournaments.models import ClubRevision, EventRevision, MatchResult
from tournaments.models.events import fresh_key
from tournaments.services.announce import tell_webhooks_on_commit
from tournaments.services.audit import record_change


def raise_revisions(event_id: int, club_id: int) -> int:
    """Raise the event's counter, then the club's, and return the event's new number.

    Call it inside the transaction of the change, as its last statements: the counter rows stay locked until
    commit, so a reader never sees a revision whose changes are not there yet. Everything that is known of
    the event has to be read anew by whoever reads it next. The change goes into the record.
    """
    record_change(club_id=club_id, event_id=event_id)
    number = _raise(EventRevision._meta.db_table, "event_id", event_id, facts_key=fresh_key())
    raise_unrecorded(club_id)
    return number


def raise_for_result(event_id: int, club_id: int, match_id: int) -> int:
    """The same where nothing but this match's result and its tallies changed: only they are read again."""
    record_change(club_id=club_id, event_id=event_id)
    number = _raise(EventRevision._meta.db_table, "event_id", event_id)
    MatchResult.objects.filter(match=match_id).update(revision=number)
    raise_unrecorded(club_id)
    return number


def raise_revisions_of(event_ids: Iterable[int], club_id: int) -> None:
    """Raise the counters of many events of a club, then the club's once: `raise_revisions` for all of them.

    Every event's counter is held before the club's is, in one order, so that nobody waits for each other.
    """
    ids = sorted(set(event_ids))
    list(EventRevision.objects.select_for_update().filter(event__in=ids).order_by("event"))
    EventRevision.objects.filter(event__in=ids).update(number=F("number") + 1, facts_key=fresh_key())
    raise_club_revision(club_id)


def raise_club_revision(club_id: int) -> int:
    """Raise the club's counter alone: for what no event shows. The change goes into the record."""
    record_change(club_id=club_id)
    return raise_unrecorded(club_id)


def raise_unrecorded(club_id: int) -> int:
    """Raise the club's counter for what nobody did: a projection, a shell's change that was found later."""
    listening = "(SELECT COUNT(*) FROM tournaments_webhook w WHERE w.club_id = %s AND w.active)"
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {ClubRevision._meta.db_table} SET number = number + 1 WHERE club_id = %s "  # noqa: S608 - our own names
            f"RETURNING number, {listening}",
            [club_id, club_id],
        )
        row = cursor.fetchone()
    if row is None:
        raise LookupError(f"there is no counter row of club {club_id}")
    if row[1]:
        tell_webhooks_on_commit(club_id)
    return int(row[0])


def _raise(table: str, column: str, key: int, **also: str) -> int:
    settings = "".join(f", {name} = %s" for name in also)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} SET number = number + 1{settings} WHERE {column} = %s RETURNING number",  # noqa: S608 - our own names
            [*also.values(), key],
        )
        row = cursor.fetchone()
    if row is None:
        raise LookupError(f"{table} has no counter row for {key}")
    return int(row[0])
