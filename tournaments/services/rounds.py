"""The draw: proposed, looked at, accepted. And the closing of a round."""

import secrets
from collections.abc import Mapping, Sequence
from random import Random

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS, Format
from tournaments.engine.seating import DrawnRound, DrawnTable
from tournaments.models import Entry, Event, EventPolicy, Match, Round, Seating, SitOut
from tournaments.selectors.results import results_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.revisions import raise_revisions

SEATS = "NESW"


@transaction.atomic
def propose_draw(*, event: Event, actor: Actor, seed: str | None = None) -> list[Round]:
    """Draw the rounds still to be drawn under the newest policy, in place of an older proposal.

    Where a movement follows results, that is the next round only; EventViolation tells which tables have no
    winner yet. The seed is made here unless given (to run a disputed draw again) and stored on each round.
    Accepted rounds stay and count as played when repeats are avoided.
    """
    locked = _locked(event)
    policy = EventPolicy.objects.filter(event=event).order_by("-number").first()
    if policy is None:
        raise LookupError(f"event {event.pk} has no policy")
    locked.rounds.filter(state=Round.State.PROPOSED).delete()
    played = [drawn_of(one) for one in locked.rounds.order_by("number") if one.draw]
    first = (locked.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    wanted = int(policy.movement["rounds"]) - first + 1
    if wanted < 1:
        raise EventViolation(
            "all-rounds-drawn", "Every round of this event is drawn already; add rounds first."
        )
    seed = seed or secrets.token_hex(8)
    format_code = str(policy.movement["format"])
    drawn = _draw(FORMATS[format_code], event, wanted, Random(seed), played)
    if any(None in table.seats for one in drawn for table in one.tables):
        raise EventViolation("table-not-full", "These numbers leave a table short; four play at each.")
    made = Round.objects.bulk_create(
        Round(event=event, number=first + at, format=format_code, seed=seed, draw=_written(one))
        for at, one in enumerate(drawn)
    )
    raise_revisions(event.pk, event.club_id)
    return made


def _draw(
    format: Format, event: Event, wanted: int, rng: Random, played: Sequence[DrawnRound]
) -> Sequence[DrawnRound]:
    """The next rounds by a format: all that are wanted, or the next one where it follows results."""
    entries = Entry.objects.filter(event=event, withdrawn_after__isnull=True).order_by("number")
    entrants = list(entries.values_list("pk", flat=True))
    if format.draw_next is None:
        return format.draw(entrants, wanted, rng=rng, played=played).rounds
    if not played:
        return format.draw(entrants, 1, rng=rng).rounds
    return [format.draw_next(entrants, rng=rng, played=played, results=results_of(event.pk))]


@transaction.atomic
def discard_draw(*, event: Event) -> int:
    """Take the proposal away; how many rounds it had."""
    locked = _locked(event)
    count, _ = locked.rounds.filter(state=Round.State.PROPOSED).delete()
    raise_revisions(event.pk, event.club_id)
    return count


@transaction.atomic
def accept_draw(*, event: Event, seed: str, actor: Actor) -> list[Round]:
    """Make the proposal with this seed binding: its matches, seats and sit-outs are made; play may begin.

    Refused when another proposal has come in its place since it was looked at.
    """
    locked = _locked(event)
    rounds = list(locked.rounds.filter(state=Round.State.PROPOSED).order_by("number"))
    if not rounds:
        raise EventViolation("nothing-proposed", "There is no draw to accept; propose one first.")
    if any(one.seed != seed for one in rounds):
        raise EventViolation(
            "draw-changed", "Another draw was proposed meanwhile. Look at it, then accept it."
        )
    policy = EventPolicy.objects.filter(event=event).order_by("-number").first()
    points = int(policy.absence.get("sit_out_points", 0)) if policy else 0
    players = dict(Entry.objects.filter(event=event).values_list("pk", "player_id"))
    for one in rounds:
        _seat_round(one, players, points, actor)
    Round.objects.filter(pk__in=[one.pk for one in rounds]).update(
        state=Round.State.ACCEPTED, accepted_at=timezone.now()
    )
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return rounds


@transaction.atomic
def close_round(*, round: Round, closed: bool = True) -> None:
    """Close a round, or open it again. What the tables send for a closed round is kept as late."""
    locked = Round.objects.select_for_update().get(pk=round.pk)
    if locked.state == Round.State.PROPOSED:
        raise EventViolation("round-not-accepted", "This round is only proposed; accept the draw first.")
    locked.state = Round.State.CLOSED if closed else Round.State.ACCEPTED
    locked.closed_at = timezone.now() if closed else None
    locked.save(update_fields=["state", "closed_at"])
    raise_revisions(round.event_id, round.event.club_id)


@transaction.atomic
def add_imported_round(*, event: Event, number: int) -> Round:
    """A round that was played elsewhere; its matches are added by `add_match`. Play has then begun."""
    locked = _locked(event)
    made = Round.objects.create(
        event=event, number=number, format="imported", state=Round.State.ACCEPTED, accepted_at=timezone.now()
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
    Seating.objects.bulk_create(
        Seating(match=match, seat=seat, entry=one, player_id=_person(one.player_id), recorded_by=actor.code)
        for seat, one in zip(SEATS, seated, strict=True)
    )
    raise_revisions(round.event_id, round.event.club_id)
    announce_on_commit(round.event_id)
    return match


def drawn_of(round: Round) -> DrawnRound:
    """The engine's value of a round's draw."""
    tables = tuple(
        DrawnTable(table, *seats) for table, seats in enumerate(round.draw.get("tables", []), start=1)
    )
    return DrawnRound(round.number, tables, tuple(round.draw.get("sitting_out", [])))


def _written(drawn: DrawnRound) -> dict[str, object]:
    tables = sorted(drawn.tables, key=lambda table: table.table)
    return {"tables": [list(table.seats) for table in tables], "sitting_out": list(drawn.sitting_out)}


def _seat_round(round: Round, players: Mapping[int, int | None], sit_out_points: int, actor: Actor) -> None:
    drawn = drawn_of(round)
    matches = Match.objects.bulk_create(Match(round=round, table=table.table) for table in drawn.tables)
    Seating.objects.bulk_create(
        Seating(
            match=match, seat=seat, entry_id=entry, player_id=_person(players[entry]), recorded_by=actor.code
        )
        for match, table in zip(matches, drawn.tables, strict=True)
        for seat, entry in zip(SEATS, table.seats, strict=True)
        if entry is not None
    )
    SitOut.objects.bulk_create(
        SitOut(round=round, entry_id=entry, points=sit_out_points) for entry in drawn.sitting_out
    )


def _person(player_id: int | None) -> int:
    if player_id is None:
        raise EventViolation("entry-is-a-pair", "A pair takes two seats; this movement seats single players.")
    return player_id


def _locked(event: Event) -> Event:
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.state in {Event.State.FINISHED, Event.State.ARCHIVED}:
        raise EventViolation("event-over", "This event is over; open it again to change its rounds.")
    return locked
