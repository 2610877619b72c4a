"""Celery's doors: ids in, one service, may run twice."""

from celery import shared_task


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
