"""Telling Celery that an event's standings are out of date, without ever making a scorer wait for it."""

import logging
from collections import Counter

from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

# How often, since this process started, a change could not be announced because the broker was away.
LOST: Counter[str] = Counter()


def announce_on_commit(event_id: int) -> None:
    """Ask for new standings once this transaction is in. The change itself never depends on the answer."""

    # A function with a name, not a partial: Django names a robust hook that failed when it logs the failure.
    def announce_event() -> None:
        announce(event_id)

    transaction.on_commit(announce_event, robust=True)


def announce(event_id: int) -> None:
    """One short try. What is lost here, the periodic sweep finds by the revisions."""
    from tournaments.tasks import publish_standings

    try:
        publish_standings.apply_async((event_id,), retry=False)
    except OperationalError:
        LOST["standings"] += 1
        log.warning("broker away: standings of event %s wait for the sweep", event_id)
