"""Computing an event's standings and putting them up: one service for worker, sweep and fresh read."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from tournaments import models
from tournaments.asking import a_stranger, asked_by
from tournaments.models import Event, EventRevision, PublishedStandings
from tournaments.models.events import fresh_key
from tournaments.selectors.old_seasons import is_frozen
from tournaments.selectors.ranking import EventRanking, Table, ranking_held, ranking_of
from tournaments.selectors.ratings import club_to_rate
from tournaments.selectors.results_held import lock_of
from tournaments.services.announce import keep_history_on_commit, rate_on_commit
from tournaments.services.aside import is_asked

Line = TypeVar("Line", models.Standing, models.StageStanding)


def publish_standings(*, event_id: int, announced: bool = True) -> int:
    """Bring an event's standings up to its revision; returns the revision that is up afterwards.

    Nothing is computed when the table is new enough, which is how a burst of requests becomes one job. The
    revision is read before the facts, so a table can only be newer than it says, and a change that came
    meanwhile has raised the counter and asks again. An older table never replaces a newer one: the row's
    revision is compared and set. Ratings and history are announced unless the caller sees to them himself.
    """
    current = _current(event_id)
    if current is None or _published(event_id) >= current:
        return max(_published(event_id), 0)
    # Who has a transaction open may hold rows that the one with the lock waits for.
    with nullcontext() if connection.in_atomic_block else lock_of(event_id):
        # Whoever waited here may find that the table he came for is up, and perhaps newer than that.
        published = _published(event_id)
        return published if published >= current else _publish(event_id, announced)


def _publish(event_id: int, announced: bool) -> int:
    current = _current(event_id) or 0
    computed = None if is_frozen(event_id) else _computed(event_id)
    with transaction.atomic():
        PublishedStandings.objects.get_or_create(event_id=event_id)
        policy = models.EventPolicy.objects.filter(event_id=event_id).order_by("-number").first()
        put = PublishedStandings.objects.filter(event_id=event_id, revision__lt=current).update(
            revision=current, policy_number=policy.number if policy else 0, computed_at=timezone.now()
        )
        if put and computed is not None:
            _put_lines(models.Standing.objects.filter(event_id=event_id), computed.event)
            _put_lines(models.StageStanding.objects.filter(stage__event=event_id), computed.stages)
        if put and announced:
            _announce_what_follows(event_id)
    return current


def _current(event_id: int) -> int | None:
    return EventRevision.objects.filter(event_id=event_id).values_list("number", flat=True).first()


def _published(event_id: int) -> int:
    found = PublishedStandings.objects.filter(event_id=event_id).values_list("revision", flat=True).first()
    return -1 if found is None else found


def _put_lines(there: QuerySet[Line], computed: Sequence[Line]) -> None:
    """Make the lines that are there those computed; a line that says the same stays as it is."""
    new = {_told(line): line for line in computed}
    old = {_told(line): line.pk for line in there}
    there.filter(pk__in=[pk for told, pk in old.items() if told not in new]).delete()
    there.model._default_manager.bulk_create([line for told, line in new.items() if told not in old])


def _told(line: Line) -> str:
    """All that a line says, as text."""
    said = {field.attname: field.value_from_object(line) for field in line._meta.concrete_fields}
    said.pop("id")
    return json.dumps(said, sort_keys=True)


def _announce_what_follows(event_id: int) -> None:
    """Ratings, history and series follow the results of finished events only."""
    club_id = club_to_rate(event_id)
    if club_id is not None:
        rate_on_commit(club_id)
        keep_history_on_commit(club_id)


def freshen_standings(*, event_id: int, published: int, current: int, at_least: str = "") -> bool:
    """Bring the table up before a reader sees it, if he asks for a newer one; whether that was done.

    `at_least` is what came in the address, and may be anything. Where no worker sweeps, a reader does, unless
    a table is on its way: a process may have died between a commit and its table.
    """
    wanted = int(at_least) if at_least.isdecimal() and len(at_least) < 19 else -1
    lost = settings.CELERY_TASK_ALWAYS_EAGER and not is_asked(event_id)
    if not (published < wanted or lost) or published >= current:
        return False
    publish_standings(event_id=event_id)
    return True


def publish_stale(*, finished_of: int | None = None) -> int:
    """The sweep: publish every event whose facts are newer than its table; how many there were.

    `finished_of` is a club whose finished events alone are asked for. One query where nothing is stale.
    """
    stale = (
        Event.objects.filter(revision_row__number__gt=F("published__revision"))
        | Event.objects.filter(published__isnull=True)
    ).values_list("pk", flat=True)
    if finished_of is not None:
        stale = stale.filter(club=finished_of, state=Event.State.FINISHED)
    found = list(stale)
    for event_id in found:
        publish_standings(event_id=event_id)
    return len(found)


@dataclass(frozen=True, slots=True)
class Computed:
    """Rows not yet saved: of the event, and of its stages and pools."""

    event: list[models.Standing]
    stages: list[models.StageStanding]


def compute_standings(event_id: int) -> Computed:
    """The tables from nothing but stored tallies, sit-outs, forfeits and the newest policy.

    Their sentences are kept and everybody reads them: they name people as strangers may.
    """
    with asked_by(a_stranger()):
        return _rows(event_id, ranking_of(event_id))


def _computed(event_id: int) -> Computed:
    """The same with less reading, whoever's request it is that computes.

    What an open transaction has changed may be taken back: it is not held.
    """
    if connection.in_atomic_block:
        return compute_standings(event_id)
    with asked_by(a_stranger()):
        return _rows(event_id, ranking_held(event_id))


def _rows(event_id: int, ranking: EventRanking) -> Computed:
    event = [models.Standing(event_id=event_id, **line) for line in _lines(ranking.whole)]
    stages = [
        models.StageStanding(stage_id=stage, pool=table.pool, **line)
        for stage, tables in ranking.by_stage.items()
        for table in tables
        for line in _lines(table)
    ]
    return Computed(event, stages)


def _lines(table: Table) -> list[dict[str, Any]]:
    """The fields of a standing for each place of a table."""
    return [
        {
            "entry_id": one.entry,
            "rank": one.rank,
            "shared": one.shared,
            "place": place,
            "points": table.facts[one.entry][0],
            "rounds_played": table.facts[one.entry][1],
            "figures": [[code, str(figure)] for code, figure in one.figures],
            "sentence": table.sentences[place - 1],
            "brief": table.briefs[place - 1],
            "parted": table.reports[place - 1].to_dict(),
        }
        for place, one in enumerate(table.order, start=1)
    ]


def forget_standings(*, event_id: int) -> None:
    """Say that no table is up, so that the next one is computed whatever the revision was, all of it read."""
    EventRevision.objects.filter(event_id=event_id).update(facts_key=fresh_key())
    PublishedStandings.objects.filter(event_id=event_id).update(revision=-1, computed_at=None)
