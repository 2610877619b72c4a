"""Keeping a club's history: what people did on finished nights, and the records that fell."""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.engine.club_records import Fell
from tournaments.models import ClubHistory, ClubRecord, KeptNight, PersonNight
from tournaments.selectors.as_it_stood import tables_of_rounds
from tournaments.selectors.history_nights import (
    DONE,
    Holders,
    clubs_with_stale_history,
    highest_game,
    is_stale,
    nights_to_drop,
    nights_to_keep,
    record_falls,
)
from tournaments.selectors.person_parts import done_on
from tournaments.services.series import count_series
from tournaments.services.standings import publish_stale


def refresh_history(*, club_id: int) -> int:
    """Bring a club's history up to its published standings; how many nights changed.

    Three queries where nothing changed, which is how a burst of requests becomes one job. May run twice and
    side by side: the club's row is locked meanwhile.
    """
    changed = _refresh_nights(club_id)
    count_series(club_id=club_id)
    return changed


def _refresh_nights(club_id: int) -> int:
    if not is_stale(club_id):
        return 0
    with transaction.atomic():
        ClubHistory.objects.get_or_create(club_id=club_id)
        ClubHistory.objects.select_for_update().get(club_id=club_id)
        stale, gone = nights_to_keep(club_id), nights_to_drop(club_id)
        PersonNight.objects.filter(event__in=gone).delete()
        KeptNight.objects.filter(event__in=gone).delete()
        for event_id, revision in stale:
            _keep(event_id, revision)
        _keep_records(club_id)
        nights = KeptNight.objects.filter(event__club=club_id).count()
        ClubHistory.objects.filter(club_id=club_id).update(nights=nights, computed_at=timezone.now())
    return len(stale) + len(gone)


def refresh_stale_histories() -> int:
    """The sweep: bring up every club whose finished nights changed; how many there were."""
    clubs = clubs_with_stale_history()
    for club_id in clubs:
        refresh_history(club_id=club_id)
    return len(clubs)


def rebuild_history(*, club_id: int) -> int:
    """Forget what is kept and keep all of it again; how many nights there are."""
    with transaction.atomic():
        PersonNight.objects.filter(event__club=club_id).delete()
        KeptNight.objects.filter(event__club=club_id).delete()
        ClubRecord.objects.filter(club=club_id).delete()
    return refresh_history(club_id=club_id)


def freshen_history(*, club_id: int) -> None:
    """Before a page is read: where no worker sweeps, every reader does, the nights' tables first."""
    if settings.CELERY_TASK_ALWAYS_EAGER:
        publish_stale(finished_of=club_id)
        refresh_history(club_id=club_id)


def _keep(event_id: int, revision: int) -> None:
    PersonNight.objects.filter(event=event_id).delete()
    PersonNight.objects.bulk_create(
        PersonNight(event_id=event, player_id=player, **{name: getattr(done, name) for name in DONE})
        for (event, player), done in sorted(done_on([event_id]).items())
    )
    points, people = highest_game(event_id)
    KeptNight.objects.update_or_create(
        event_id=event_id,
        defaults={
            "revision": revision,
            "game_points": points,
            "game_people": people,
            "courses": tables_of_rounds(event_id),
        },
    )


def _keep_records(club_id: int) -> None:
    """Write the records where they came out other than they stand."""
    rows = [
        row
        for kind, fallen in record_falls(club_id).items()
        for number, one in enumerate(fallen, start=1)
        for row in _record_rows(club_id, kind, number, one)
    ]
    there = ClubRecord.objects.filter(club=club_id).order_by("pk")
    if [_told(row) for row in there] == [_told(row) for row in rows]:
        return
    there.delete()
    ClubRecord.objects.bulk_create(rows)


def _record_rows(club_id: int, kind: str, number: int, fell: Fell[Holders]) -> Sequence[ClubRecord]:
    return [
        ClubRecord(
            club_id=club_id,
            kind=kind,
            number=number,
            figure=fell.figure,
            event_id=fell.night,
            entry_id=key if what == "entry" else None,
            player_id=key if what == "player" else None,
            partner_id=partner,
        )
        for what, key, partner in fell.holders
    ]


def _told(row: ClubRecord) -> tuple[object, ...]:
    return (row.kind, row.number, row.figure, row.event_id, row.entry_id, row.player_id, row.partner_id)
