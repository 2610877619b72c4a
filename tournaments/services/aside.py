"""Standings where there is no worker: computed in a thread of this process, so that no scorer waits for them.

One thread computes one table after the other. It waits a moment before each, so that the hands of many tables
cost one table, and not one each; what comes while it computes asks for the next.
"""

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings
from django.db import connections

log = logging.getLogger(__name__)

_line = ThreadPoolExecutor(max_workers=1, thread_name_prefix="standings")
_lock = threading.Lock()
_asked: set[int] = set()


def publish_aside(event_id: int) -> None:
    """Have an event's standings computed soon, once however often it is asked for until then."""
    with _lock:
        if event_id in _asked:
            return
        _asked.add(event_id)
    _line.submit(_publish, event_id)


def is_asked(event_id: int) -> bool:
    """Whether a table of this event will be computed in a moment."""
    with _lock:
        return event_id in _asked


def _publish(event_id: int) -> None:
    from tournaments.services.standings import publish_standings

    time.sleep(settings.STANDINGS_ASIDE)
    with _lock:
        _asked.discard(event_id)
    try:
        publish_standings(event_id=event_id)
    except Exception:
        # Nobody waits for this thread; a reader asks again.
        log.exception("standings of event %s could not be computed", event_id)
    finally:
        connections.close_all()
