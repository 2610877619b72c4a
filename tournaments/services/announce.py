"""Telling Celery what there is to do once a change is in, without ever making anybody wait for it."""

import logging
from collections import Counter

from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments.metrics import LOST as LOST_JOBS
from tournaments.services.aside import publish_aside

log = logging.getLogger(__name__)

# How often, since this process started, a change could not be announced because the broker was away.
LOST: Counter[str] = Counter()


def lose(what: str) -> None:
    """Count a job that nobody took; Prometheus is told as well."""
    LOST[what] += 1
    LOST_JOBS.labels(what).inc()


MENDING = 600
"""Seconds between the end of an event and the letters about it."""


def announce_on_commit(event_id: int) -> None:
    """Ask for new standings once this transaction is in, once however many changes it makes.

    The change itself never depends on the answer.
    """
    waiting = [hook for _, hook, _ in transaction.get_connection().run_on_commit]
    if not any(isinstance(hook, Announcement) and hook.waits_for(event_id) for hook in waiting):
        transaction.on_commit(Announcement(event_id), robust=True)


class Announcement:
    """Asks for one event's standings, once."""

    def __init__(self, event_id: int) -> None:
        self.event_id = event_id
        self.made = False
        # Django names a robust hook that failed when it logs the failure.
        self.__qualname__ = f"announcement of event {event_id}"

    def waits_for(self, event_id: int) -> bool:
        """Whether this one will still be made, and for that event."""
        return self.event_id == event_id and not self.made

    def __call__(self) -> None:
        self.made = True
        announce(self.event_id)


def announce(event_id: int) -> None:
    """One short try. What is lost here, the periodic sweep finds by the revisions."""
    from tournaments.tasks import publish_standings

    if current_app.conf.task_always_eager and settings.STANDINGS_ASIDE:
        publish_aside(event_id)
        return
    try:
        publish_standings.apply_async((event_id,), retry=False)
    except OperationalError:
        lose("standings")
        log.warning("broker away: standings of event %s wait for the sweep", event_id)


def improve_on_commit(event_id: int, seed: str, step: int = 0) -> None:
    """Ask for a better draw of the rounds proposed with this seed once this transaction is in."""
    transaction.on_commit(lambda: improve(event_id, seed, step), robust=True)


def improve(event_id: int, seed: str, step: int = 0) -> None:
    """One short try. What is lost here is a draw that might have been better, and no more."""
    from tournaments.tasks import improve_draw

    try:
        improve_draw.apply_async((event_id, seed, step), retry=False)
    except OperationalError:
        LOST["better draws"] += 1
        log.warning("broker away: nobody looks for a better draw of event %s", event_id)


def rate_on_commit(club_id: int) -> None:
    """Ask for a club's ratings once this transaction is in."""
    transaction.on_commit(lambda: rate(club_id), robust=True)


def rate(club_id: int) -> None:
    """One short try. What is lost here, the periodic sweep finds by the revisions."""
    from tournaments.tasks import rebuild_ratings

    try:
        rebuild_ratings.apply_async((club_id,), retry=False)
    except OperationalError:
        lose("ratings")
        log.warning("broker away: ratings of club %s wait for the sweep", club_id)


def keep_history_on_commit(club_id: int) -> None:
    """Ask for a club's history and series once this transaction is in."""
    transaction.on_commit(lambda: keep_history(club_id), robust=True)


def keep_history(club_id: int) -> None:
    """One short try. What is lost here, the periodic sweep finds by the revisions."""
    from tournaments.tasks import refresh_history

    try:
        refresh_history.apply_async((club_id,), retry=False)
    except OperationalError:
        lose("history")
        log.warning("broker away: the history of club %s waits for the sweep", club_id)


def tell_results_on_commit(event_id: int) -> None:
    """Have an event's results mailed to those who asked, once this transaction is in."""
    transaction.on_commit(lambda: tell_results(event_id), robust=True)


def tell_results(event_id: int) -> None:
    """One short try, for ten minutes later: a slip seen at once is mended first. Lost ones go next day."""
    from tournaments.tasks import mail_results

    try:
        mail_results.apply_async((event_id,), retry=False, countdown=MENDING)
    except OperationalError:
        lose("results")
        log.warning("broker away: the results of event %s are mailed tomorrow", event_id)


def back_up_on_commit(event_id: int, round_number: int, why: str) -> None:
    """Ask for a backup of everything once this transaction is in, where the settings name a folder for it."""
    if settings.BACKUP_FOLDER:
        transaction.on_commit(lambda: back_up(event_id, round_number, why), robust=True)


def back_up(event_id: int, round_number: int, why: str) -> None:
    """One short try by a worker; without a broker, by a thread of this process. Nobody waits for either."""
    from tournaments.services.backups import keep_night_aside, remember_lost
    from tournaments.tasks import take_backup

    if current_app.conf.task_always_eager:
        keep_night_aside(why=why, event_id=event_id, round_number=round_number)
        return
    try:
        take_backup.apply_async((event_id, round_number, why), retry=False)
    except OperationalError:
        lose("backups")
        log.warning("broker away: no backup of event %s, round %s", event_id, round_number)
        remember_lost(why=why, event_id=event_id, round_number=round_number)


def tell_webhooks_on_commit(club_id: int) -> None:
    """Have a club's webhooks told once this transaction is in, once however many changes it makes."""
    waiting = [hook for _, hook, _ in transaction.get_connection().run_on_commit]
    if not any(isinstance(hook, Telling) and hook.waits_for(club_id) for hook in waiting):
        transaction.on_commit(Telling(club_id), robust=True)


class Telling:
    """Has one club's webhooks told, once."""

    def __init__(self, club_id: int) -> None:
        self.club_id = club_id
        self.made = False
        self.__qualname__ = f"telling the webhooks of club {club_id}"

    def waits_for(self, club_id: int) -> bool:
        """Whether this one will still be made, and for that club."""
        return self.club_id == club_id and not self.made

    def __call__(self) -> None:
        self.made = True
        tell_webhooks(self.club_id)


def tell_webhooks(club_id: int) -> None:
    """One short try by a worker; without a broker, by a thread. What is lost here, the sweep sends."""
    from tournaments.services.webhook_sending import send_aside
    from tournaments.tasks import send_webhooks

    if current_app.conf.task_always_eager:
        send_aside(club_id)
        return
    try:
        send_webhooks.apply_async((club_id,), retry=False)
    except OperationalError:
        lose("webhooks")
        log.warning("broker away: webhooks of club %s wait for the sweep", club_id)
