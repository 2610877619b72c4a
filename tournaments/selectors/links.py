"""What is known of keys to tables once they are made: never the keys."""

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
