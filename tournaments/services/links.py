"""Keys to tables: made, opened, typed in by hand, taken back.

A token has 192 random bits, so its plain SHA-256 gives nothing away. A code has six letters, about 28 bits:
its hash is a slow one, so that a stolen backup does not open tonight's tables, and it works for one evening
only.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.asking import know
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, TableLink
from tournaments.selectors.links import hash_token
from tournaments.services.audit import record_change

EVENING = timedelta(hours=14)
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which a marker pen makes into figures
CODE_LENGTH = 6
MOST_TABLES = 500


class LinkRefused(EventViolation):
    """The key does not open a table: unknown (404), taken back or over (410)."""

    def __init__(self, code: str, sentence: str, *, status: int) -> None:
        super().__init__(code, sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class IssuedLink:
    """Shown once, when it is made: only the hashes are kept."""

    link: TableLink
    token: str
    code: str


def issue_table_links(
    *, event: Event, tables: int, actor: Actor, now: datetime | None = None
) -> list[IssuedLink]:
    """Fresh links for tables 1 to `tables`; the ones handed out before stop working."""
    if not 1 <= tables <= MOST_TABLES:
        raise EventViolation("tables-out-of-range", f"Links are made for 1 to {MOST_TABLES} tables.")
    ends = (now or timezone.now()) + EVENING
    # Slow hashes for a hundred tables take seconds; no scorer's line waits for them.
    made = [_new(event.pk, table, ends, actor.code, _new_code()) for table in range(1, tables + 1)]
    with transaction.atomic():
        revoke_table_links(event=event)
        TableLink.objects.bulk_create(one.link for one in made)
        record_change(club_id=event.club_id, event_id=event.pk)
    return made


def add_table_link(*, event: Event, table: int, actor: Actor) -> IssuedLink:
    """One more link of a table, beside those handed out."""
    made = _make(event.pk, table, timezone.now() + EVENING, actor.code, _new_code())
    record_change(club_id=event.club_id, event_id=event.pk)
    return made


def revoke_table_links(*, event: Event, table: int | None = None) -> int:
    """Take back every key of the event, or of one table; how many worked until now."""
    links = event.table_links.filter(revoked_at__isnull=True)
    if table is not None:
        links = links.filter(table=table)
    revoked = links.update(revoked_at=timezone.now())
    if revoked:
        record_change(club_id=event.club_id, event_id=event.pk)
    return revoked


def open_link(token: str) -> TableLink:
    """The table that a token opens, with its event and club."""
    link = (
        TableLink.objects.select_related("event__club").filter(token_hash=hash_token(token)).first()
        if 0 < len(token) <= 100
        else None
    )
    if link is None:
        raise LinkRefused(
            "link-unknown", "This table link is not known here. Ask the director for it.", status=404
        )
    _checked(link)
    know(f"link:{link.pk}", [link.event.club_id])
    return link


def redeem_code(code: str) -> tuple[TableLink, str]:
    """A link of its own, with its token, for a phone whose owner typed the table's six letters."""
    letters = "".join(one for one in code.upper() if one.isalpha())[: CODE_LENGTH + 1]
    link = (
        TableLink.objects.select_related("event__club").filter(code_hash=_hash_code(letters)).first()
        if len(letters) == CODE_LENGTH
        else None
    )
    if link is None:
        raise LinkRefused(
            "code-unknown", "No table has this code. It is six letters, on the table's card.", status=404
        )
    _checked(link)
    if link.evening_ends < timezone.now():
        raise LinkRefused("code-expired", "This code was for another evening. Ask the director.", status=410)
    made = _make(link.event_id, link.table, link.evening_ends, f"link:{link.pk}", code=None)
    return made.link, made.token


def _make(event_id: int, table: int, ends: datetime, made_by: str, code: str | None) -> IssuedLink:
    made = _new(event_id, table, ends, made_by, code)
    made.link.save()
    return made


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _new(event_id: int, table: int, ends: datetime, made_by: str, code: str | None) -> IssuedLink:
    """A link that is not saved yet."""
    token = secrets.token_urlsafe(24)
    link = TableLink(
        event_id=event_id,
        table=table,
        token_hash=hash_token(token),
        code_hash=_hash_code(code) if code else None,
        evening_ends=ends,
        made_by=made_by,
    )
    return IssuedLink(link, token, code or "")


def _checked(link: TableLink) -> TableLink:
    if link.revoked_at is not None:
        raise LinkRefused(
            "link-revoked", "This table link was replaced. Ask the director for the new one.", status=410
        )
    if link.event.state == Event.State.ARCHIVED:
        raise LinkRefused("event-archived", "This event is over and its sheets are closed.", status=410)
    return link


def _hash_code(code: str) -> str:
    return hashlib.scrypt(code.encode(), salt=b"right bower table code", n=2**14, r=8, p=1, dklen=32).hex()
