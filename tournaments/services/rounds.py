"""Rounds under way: closing them, and those that were played elsewhere."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Backup, Entry, Event, Match, Round
from tournaments.selectors.events import listed
from tournaments.selectors.sit import tables_to_play
from tournaments.services.announce import announce_on_commit, back_up_on_commit
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions
from tournaments.services.seats import SEATS, person_of, seat_match
from tournaments.services.stages import stage_of_imports


@transaction.atomic
def close_round(*, round: Round, closed: bool = True, despite: Collection[int] | None = None) -> None:
    """Close a round, or open it again. What the tables send for a closed round is kept as late.

    `despite`: the tables without a result that the director was told of; others are told in the refusal.
    """
    locked = Round.objects.select_for_update().get(pk=round.pk)
    if locked.state == Round.State.PROPOSED:
        raise EventViolation("round-not-accepted", "This round is only proposed; accept the draw first.")
    if closed and despite is not None:
        _check_told(locked, despite)
    locked.state = Round.State.CLOSED if closed else Round.State.ACCEPTED
    locked.closed_at = timezone.now() if closed else None
    locked.save(update_fields=["state", "closed_at"])
    raise_revisions(round.event_id, round.event.club_id)
    if closed:
        back_up_on_commit(round.event_id, round.number, Backup.Why.ROUND)


def _check_told(round: Round, told: Collection[int]) -> None:
    tables = tables_to_play(round)
    if set(tables) <= {*told}:
        return
    named = f"table {tables[0]} has" if len(tables) == 1 else f"tables {listed(map(str, tables))} have"
    raise EventViolation("tables-not-over", f"Not everybody is done with {round}: {named} no result yet.")


@transaction.atomic
def add_imported_round(*, event: Event, number: int) -> Round:
    """A round that was played elsewhere; its matches are added by `add_match`. Play has then begun."""
    locked = locked_event(event)
    made = Round.objects.create(
        event=event,
        stage=stage_of_imports(event),
        number=number,
        format="imported",
        state=Round.State.ACCEPTED,
        accepted_at=timezone.now(),
    )
    if locked.state == Event.State.SETUP:
        Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return made


@transaction.atomic
def add_match(*, round: Round, table: int, seated: Sequence[Entry], actor: Actor) -> Match:
    """A match with the players of these entries, clockwise from North. `round.event` is read."""
    match = Match.objects.create(round=round, table=table)
    sitting = [(seat, one, person_of(one)) for seat, one in zip(SEATS, seated, strict=True)]
    seat_match(match, sitting, actor)
    raise_revisions(round.event_id, round.event.club_id)
    announce_on_commit(round.event_id)
    return match
