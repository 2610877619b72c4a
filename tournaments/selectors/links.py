"""What is known of keys to tables once they are made: never the keys."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class LinksOut:
    """Links that open a table now; `phones` were given to who typed a code."""

    tables: int
    phones: int
    evening_ends: datetime | None


def links_out(event: Event) -> LinksOut:
    """The event's links that were not taken back. One query."""
    found = list(event.table_links.filter(revoked_at__isnull=True).order_by("table"))
    made = [one for one in found if one.code_hash is not None]
    return LinksOut(len(made), len(found) - len(made), max((one.evening_ends for one in made), default=None))


def hash_token(token: str) -> str:
    """As a link's token is kept. It has 192 random bits, so a plain hash gives nothing away."""
    return hashlib.sha256(token.encode()).hexdigest()


def tables_opened(event: Event, tokens: Iterable[str]) -> dict[str, int]:
    """Token → the table of this event that it opens now; those that open none are left out. One query."""
    hashes = {hash_token(token): token for token in tokens}
    found = event.table_links.filter(revoked_at__isnull=True, token_hash__in=hashes)
    return {hashes[link.token_hash]: link.table for link in found}
