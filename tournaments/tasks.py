"""Celery's doors: ids in, one service, may run twice."""

from celery import shared_task
from django.utils import timezone


@shared_task
def publish_standings(event_id: int) -> None:
    """Compute and publish one event's standings, unless a newer table is there."""
    from tournaments.services.standings import publish_standings as publish

    publish(event_id=event_id)


@shared_task
def sweep_stale_events() -> None:
    """Find events whose standings are older than their facts, ratings and history older than these."""
    from tournaments.services.history import refresh_stale_histories
    from tournaments.services.ratings import rebuild_stale_ratings
    from tournaments.services.standings import publish_stale

    publish_stale()
    rebuild_stale_ratings()
    refresh_stale_histories()


@shared_task
def rebuild_ratings(club_id: int) -> None:
    """Play what changed of a club's finished events again, in its order."""
    from tournaments.services.ratings import rebuild_ratings as rebuild

    rebuild(club_id=club_id)


@shared_task
def refresh_history(club_id: int) -> None:
    """Bring a club's history and series up to its published standings."""
    from tournaments.services.history import refresh_history as refresh

    refresh(club_id=club_id)


@shared_task
def improve_draw(event_id: int, seed: str, step: int = 0) -> None:
    """Look for a better draw of the rounds proposed with this seed, and offer it."""
    from tournaments.services.better_draws import find_better

    find_better(event_id=event_id, seed=seed, step=step)


@shared_task
def take_backup(event_id: int, round_number: int, why: str) -> None:
    """Write a backup of everything into the folder of the settings."""
    from tournaments.services.backups import keep_night

    keep_night(why=why, event_id=event_id, round_number=round_number)


@shared_task(autoretry_for=(OSError,), retry_backoff=30, retry_backoff_max=3600, max_retries=8)
def send_letter(to: str, subject: str, text: str, headers: dict[str, str]) -> None:
    """Mail one letter; SMTP's faults are tried again for some hours."""
    from tournaments.services.mail import send

    send(to=to, subject=subject, text=text, headers=headers)


@shared_task
def mail_results(event_id: int) -> None:
    """Tell an event's results to those who asked."""
    from tournaments.services.mail_wishes import mail_results as tell

    tell(event_id=event_id)


@shared_task
def mail_ahead() -> None:
    """The week's matches, and results that were not told in time."""
    from tournaments.services.mail_wishes import mail_fixtures, mail_late_results

    mail_fixtures(today=timezone.localdate())
    mail_late_results(today=timezone.localdate())


@shared_task
def forget_what_is_old() -> None:
    """Contacts, addresses and requests whose time is over."""
    from tournaments.services.retention import forget_what_is_old as forget

    forget(today=timezone.localdate())


@shared_task
def send_webhooks(club_id: int) -> None:
    """Tell a club's webhooks what has changed, and come again when the next try is due."""
    from tournaments.services.webhook_sending import send_webhooks as send

    wait = send(club_id=club_id)
    if wait is not None and not send_webhooks.app.conf.task_always_eager:
        send_webhooks.apply_async((club_id,), countdown=wait, retry=False)


@shared_task
def sweep_webhooks() -> None:
    """Tell every webhook what is due, and forget what is a day old of writes that may be sent again."""
    from tournaments.services.idempotency import forget_old_keys
    from tournaments.services.webhook_sending import send_all_webhooks

    send_all_webhooks()
    forget_old_keys()
