"""Making the ratings: from the first event that changed on, everything later is played again in its order."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import islice

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.engine.ratings import Rating, replay
from tournaments.models import ClubRatings, ClubRevision, PlayerRating, RatedEvent, RatingPoint
from tournaments.selectors.ratings import (
    EventToRate,
    clubs_to_rate,
    events_changed,
    events_to_rate,
    rated_matches,
    ratings_before,
    seal_of,
)

BATCH = 40
"""Events read at a time: a club of a million hands need not fit into memory."""


def rebuild_ratings(*, club_id: int, anew: bool = False) -> int:
    """Bring a club's ratings up to the results; how many events were played again.

    Nothing is written where no match that counts has changed, which is how a burst of requests becomes one
    job. `anew` plays everything again, and gives the same ratings to the last bit. May run twice, and side by
    side: the club's row is locked meanwhile.
    """
    if not anew and not events_changed(club_id) and not _missing(club_id):
        return 0
    with transaction.atomic():
        revision = ClubRevision.objects.filter(club_id=club_id).values_list("number", flat=True).first()
        if revision is None:
            return 0
        ClubRatings.objects.get_or_create(club_id=club_id)
        ClubRatings.objects.select_for_update().get(club_id=club_id)
        everything = anew or _missing(club_id)
        start = date.min if everything else _first_changed(club_id)
        count = _replay_from(start, club_id, revision) if start is not None else 0
        ClubRatings.objects.filter(club_id=club_id).update(
            revision=revision,
            events=RatedEvent.objects.filter(event__club=club_id).count(),
            computed_at=timezone.now(),
        )
    return count


def rebuild_stale_ratings() -> int:
    """The sweep: bring up every club whose counted events have changed; how many there were."""
    clubs = clubs_to_rate()
    for club_id in clubs:
        rebuild_ratings(club_id=club_id)
    return len(clubs)


def freshen_ratings(*, club_id: int) -> None:
    """Where no worker sweeps, every reader does: a process may have died between a commit and the ratings."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        rebuild_ratings(club_id=club_id)


def _missing(club_id: int) -> bool:
    """Whether an event that was counted is gone: what came after it stands on its results."""
    counted = ClubRatings.objects.filter(club_id=club_id).values_list("events", flat=True).first() or 0
    return RatedEvent.objects.filter(event__club=club_id).count() < counted


def _first_changed(club_id: int) -> date | None:
    """The day from which on events must be played again, None if no result changed.

    Those whose results are as they were counted are marked as seen.
    """
    changed = events_changed(club_id)
    matches = rated_matches(changed)
    days, same = [], []
    for one in changed:
        seal = seal_of(matches.get(one.pk, []))
        if one.rated is not None and (one.rated.seal, one.rated.plays_on) == (seal, one.plays_on):
            same.append(_as_counted(one, seal))
        else:
            days.append(min(one.plays_on, one.rated.plays_on) if one.rated else one.plays_on)
    _keep_counted(same)
    return min(days, default=None)


def _replay_from(start: date, club_id: int, revision: int) -> int:
    events = events_to_rate(club_id, start)
    old = RatingPoint.objects.filter(event__club=club_id, event__plays_on__gte=start)
    affected = set(old.values_list("player", flat=True))
    old.delete()
    now = ratings_before(start, affected)
    waiting = iter(events)
    while batch := list(islice(waiting, BATCH)):
        matches = rated_matches(batch)
        people = {
            person for played in matches.values() for one in played for side in one.sides for person in side
        }
        now |= ratings_before(start, people - affected)
        affected |= people
        points = []
        for event in batch:
            met = replay(now, matches.get(event.pk, []))
            now |= met
            points += [_point(event.pk, player, rating) for player, rating in met.items()]
        RatingPoint.objects.bulk_create(points, batch_size=500)
        _keep_counted([_as_counted(one, seal_of(matches.get(one.pk, []))) for one in batch if one.counts])
        RatedEvent.objects.filter(event__in=[one.pk for one in batch if not one.counts]).delete()
    _keep_ratings(affected, now, revision)
    return len(events)


def _point(event_id: int, player_id: int, one: Rating) -> RatingPoint:
    return RatingPoint(
        event_id=event_id, player_id=player_id, mu=one.mu, sigma=one.sigma, matches=one.matches
    )


def _keep_ratings(affected: Iterable[int], now: dict[int, Rating], revision: int) -> None:
    """Write the ratings that came out other than before, and drop those of people no match is left of."""
    before = PlayerRating.objects.in_bulk(list(affected))
    gone = [player for player in before if player not in now]
    PlayerRating.objects.filter(player__in=gone).delete()
    changed = [
        PlayerRating(player_id=player, mu=one.mu, sigma=one.sigma, matches=one.matches, revision=revision)
        for player in affected
        if (one := now.get(player)) is not None and one != _as_rated(before.get(player))
    ]
    PlayerRating.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["mu", "sigma", "matches", "revision"],
        batch_size=500,
    )


def _as_rated(row: PlayerRating | None) -> Rating | None:
    return Rating(row.mu, row.sigma, row.matches) if row else None


def _as_counted(one: EventToRate, seal: str) -> RatedEvent:
    return RatedEvent(event_id=one.pk, plays_on=one.plays_on, revision=one.revision, seal=seal)


def _keep_counted(rows: Sequence[RatedEvent]) -> None:
    RatedEvent.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["event"],
        update_fields=["plays_on", "revision", "seal"],
        batch_size=500,
    )
