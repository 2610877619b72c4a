"""The queue of a bracket: the next ready match to the next free table, and back while nobody has begun."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.bracket_words import round_names, round_of
from tournaments.engine.formats.tree import State, call
from tournaments.engine.seating import DrawnTable
from tournaments.models import Entry, Event, Match, Round, Seating, Stage
from tournaments.selectors.brackets import BracketNow, binds, bracket_now, bracket_stage_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions
from tournaments.services.seats import seats_of_two

MOST_TABLES = 500
OUTSIDE = "Outside the bracket"
"""The round of matches whose people a corrected result took elsewhere."""


def held_stage(event: Event) -> tuple[Stage, BracketNow]:
    """The event's bracket, held until the transaction ends: its matches first, then the event.

    Raises EventViolation where no bracket is accepted.
    """
    stage = _binding(event)
    return stage, hold_bracket(stage)


def hold_bracket(stage: Stage) -> BracketNow:
    """A bracket as it stands, held as by `held_stage`."""
    list(Match.objects.select_for_update(of=("self",)).filter(round__stage=stage).order_by("pk"))
    Event.objects.select_for_update().get(pk=stage.event_id)
    return bracket_now(stage)


def _binding(event: Event) -> Stage:
    stage = bracket_stage_of(event)
    if stage is None or not binds(stage):
        raise EventViolation("no-bracket", "There is no bracket to play; accept one first.")
    return stage


@transaction.atomic
def call_matches(
    *, event: Event, tables: Sequence[int], actor: Actor, number: int | None = None
) -> list[Match]:
    """Call the next ready matches to those of the tables that are free, or match `number` to the first.

    Returns the matches called, their seats taken; empty where none is ready or no table free. Raises
    EventViolation when match `number` cannot be called, or its table is taken.
    """
    if not tables or not all(1 <= table <= MOST_TABLES for table in tables):
        raise EventViolation("tables-out-of-range", f"Tables are numbered 1 to {MOST_TABLES}.")
    locked_event(event)
    now = bracket_now(_binding(event))
    if number is not None:
        _check_call(now, number, tables[0])
        found = [(number, tables[0])]
    else:
        found = [(at, table) for at, table in call(now.bracket, now.playing, tables)]
    made = _make(now, found, actor)
    if made:
        raise_revisions(event.pk, event.club_id)
        announce_on_commit(event.pk)
    return made


def _check_call(now: BracketNow, number: int, table: int) -> None:
    if not 0 <= number < len(now.seen):
        raise EventViolation("match-unknown", f"There is no match {number + 1} in this bracket.")
    if number in now.called:
        at = now.called[number].table
        raise EventViolation("match-called", f"Match {number + 1} is called already, to table {at}.")
    if now.seen[number].state is not State.READY:
        raise EventViolation("match-not-ready", f"Match {number + 1} cannot be played now.")
    if taken := [other for other, at in now.playing.items() if at == table]:
        raise EventViolation("table-taken", f"Match {taken[0] + 1} is at table {table}.")


def _make(now: BracketNow, found: Sequence[tuple[int, int]], actor: Actor) -> list[Match]:
    """The matches and their seats: three queries, and one for each round that is new."""
    if not found:
        return []
    meeting = {entry for number, _ in found for entry in now.seen[number][:2]}
    entries = Entry.objects.select_related("pair").in_bulk(meeting)
    rounds = _rounds_for(now, [number for number, _ in found])
    best_of = [now.bracket.games_of(number) for number, _ in found]
    made = Match.objects.bulk_create(
        Match(round=rounds[number], table=table, number=number, best_of=games if games > 1 else None)
        for (number, table), games in zip(found, best_of, strict=True)
    )
    seatings = []
    for match, (number, table) in zip(made, found, strict=True):
        seen = now.seen[number]
        drawn = DrawnTable(table, seen.one, seen.other, None, None)
        seatings += [
            Seating(match=match, seat=seat, entry=entry, player_id=person, recorded_by=actor.code)
            for seat, entry, person in seats_of_two(drawn, entries)
        ]
    Seating.objects.bulk_create(seatings)
    return made


def _rounds_for(now: BracketNow, numbers: Sequence[int]) -> dict[int, Round]:
    """By match number its round, found by its name or made now; one that was closed is open again."""
    stage, names = now.stage, round_names(now.bracket)
    there = {one.name: one for one in stage.rounds.all()}
    last = Round.objects.filter(event=stage.event_id).aggregate(last=Max("number"))["last"] or 0
    found = {}
    for number in numbers:
        name = names[round_of(now.bracket.matches[number])]
        if name not in there:
            last += 1
            there[name] = _round(stage, last, name)
        found[number] = there[name]
    Round.objects.filter(pk__in=[one.pk for one in found.values()], state=Round.State.CLOSED).update(
        state=Round.State.ACCEPTED, closed_at=None
    )
    return found


def _round(stage: Stage, number: int, name: str, state: str = Round.State.ACCEPTED) -> Round:
    now = timezone.now()
    return Round.objects.create(
        event_id=stage.event_id,
        stage=stage,
        number=number,
        name=name,
        state=state,
        format=stage.format,
        accepted_at=now,
        closed_at=now if state == Round.State.CLOSED else None,
    )


@transaction.atomic
def uncall_match(*, event: Event, number: int, actor: Actor) -> None:
    """Take a call back while no line is recorded; the match waits again, and its table is free."""
    _, now = held_stage(event)
    match = now.called.get(number)
    if match is None:
        raise EventViolation("match-not-called", f"Match {number + 1} is not at a table.")
    if hasattr(match, "result") or hasattr(match, "forfeit"):
        raise EventViolation(
            "match-begun", f"Match {number + 1} has begun at table {match.table}; it stays there."
        )
    drop_matches([match])
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)


def drop_matches(matches: Sequence[Match]) -> None:
    """Take matches away that nobody has begun, with the empty sheets that a phone may have opened for them.

    Runs in the caller's transaction, which holds the matches.
    """
    for match in matches:
        match.games.all().delete()
        match.delete()


def part_match(stage: Stage, match: Match) -> None:
    """Move a match with lines out of the bracket: what was played there stays with the people who made it.

    It goes to a closed round of its own kind, so that its table takes the next match and whatever is still
    sent for it waits for the director. Runs in the caller's transaction, which holds match and event.
    """
    outside = stage.rounds.filter(name=OUTSIDE).first()
    if outside is None:
        last = Round.objects.filter(event=stage.event_id).aggregate(last=Max("number"))["last"] or 0
        outside = _round(stage, last + 1, OUTSIDE, Round.State.CLOSED)
    taken = set(outside.matches.values_list("table", flat=True))
    free = next(table for table in range(match.table, match.table + len(taken) + 1) if table not in taken)
    Match.objects.filter(pk=match.pk).update(round=outside, number=None, table=free)
    match.tallies.update(round=outside)
