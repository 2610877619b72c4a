"""Somebody who did not come: a filler takes the seat, or nobody does; the entry scores nothing for the round.

The third way, that somebody plays for the entry, is `changes.substitute`; a whole side that does not come is
a forfeit.
"""

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, Match, Player, Seating
from tournaments.selectors.entrants import enters_pairs, people_entered
from tournaments.selectors.sides import OF_FOUR, sides_at
from tournaments.services.entrants import next_numbers
from tournaments.services.newcomers import player_named
from tournaments.services.seats_held import (
    HeldRound,
    changed,
    check_free,
    check_not_begun,
    check_reason,
    hold_match,
    keep_four,
    put,
    sits_out,
)


@transaction.atomic
def empty_seat(*, match: Match, seat: str, reason: str, actor: Actor) -> None:
    """Let nobody sit in a seat, from the first hand on: the partner plays as if one of four were missing.

    Each side keeps somebody: where nobody of a side is there, the match is forfeited instead.
    """
    check_reason(reason)
    held, match = hold_match(match)
    check_not_begun(match)
    gone, taken = _sitting(held, match, seat), held.taken(match)
    sides = sides_at(taken)
    if sides != OF_FOUR:
        raise EventViolation("table-too-small", "So few cannot play with one less. Let a filler play.")
    if not any(seat in side and taken & set(side) - {seat} for side in sides):
        raise EventViolation("side-empty", "Nobody of this side is left. Record a forfeit.")
    put(held, match, seat, gone.entry, None, reason=reason, actor=actor)
    keep_four(held, match, reason, actor)
    sits_out(held, gone.entry, absent=True)
    changed(held)


@transaction.atomic
def seat_filler(*, match: Match, seat: str, filler: Entry | str, reason: str, actor: Actor) -> Entry:
    """Let a filler sit in a seat, an empty one or that of somebody who did not come; the results never count.

    `filler` is one of the event's who has no seat in the round, or somebody by name, known to the club or
    not: that filler takes part in this round only. Not where pairs enter: there somebody plays for one of
    the two.
    """
    check_reason(reason)
    held, match = hold_match(match)
    check_not_begun(match)
    if match.number is not None or enters_pairs(held.event):
        raise EventViolation(
            "filler-in-a-pair", "Here people play in pairs. Let somebody play for one of them."
        )
    gone = _gone(held, match, seat)
    entry = filler if isinstance(filler, Entry) else _new_filler(held, filler)
    person = _person_of(held, entry)
    put(held, match, seat, entry, person, reason=reason, actor=actor)
    keep_four(held, match, reason, actor)
    if gone is not None:
        sits_out(held, gone, absent=True)
    changed(held)
    return entry


def _sitting(held: HeldRound, match: Match, seat: str) -> Seating:
    word = held.words[match.pk].get(seat)
    if word is None or word.player_id is None:
        raise EventViolation("seat-empty", f"Nobody sits at {seat or 'that seat'} of table {match.table}.")
    return word


def _gone(held: HeldRound, match: Match, seat: str) -> Entry | None:
    """Whose seat the filler takes; None where nobody sat."""
    taken = held.taken(match)
    if seat in taken:
        return _sitting(held, match, seat).entry
    if taken <= {"N", "S"} or seat not in {"N", "E", "S", "W"}:
        raise EventViolation("table-of-two", "Two play at this table, and no more.")
    return None


def _person_of(held: HeldRound, entry: Entry) -> int:
    if entry.event_id != held.event.pk or not entry.filler or entry.player_id is None:
        raise EventViolation("not-a-filler", "Choose one of the event's fillers, or give a name.")
    check_free(held, [entry.player_id])
    number = held.round.number
    Entry.objects.filter(pk=entry.pk, withdrawn_after__lt=number).update(withdrawn_after=number)
    return entry.player_id


def _new_filler(held: HeldRound, name: str) -> Entry:
    """An entry for this round only: who makes up a table once is not drawn again."""
    person = _filler_named(held.event, name)
    there = Entry.objects.filter(event=held.event, player=person).first()
    if there is not None:
        if not there.filler:
            raise EventViolation(
                "entered-already", f"{person} plays in this event. Let the two change places."
            )
        return there
    if person.pk in people_entered(held.event):
        raise EventViolation("entered-already", f"{person} plays in this event already.")
    return Entry.objects.create(
        event=held.event,
        number=next_numbers(held.event, 1)[0],
        player=person,
        filler=True,
        withdrawn_after=held.round.number,
    )


def _filler_named(event: Event, name: str) -> Player:
    """Somebody of the club by exactly this name, if there is but one; else somebody new."""
    told = " ".join(name.split()).casefold()
    known = [one for one in Player.objects.filter(club=event.club_id) if str(one).casefold() == told]
    return known[0] if len(known) == 1 else player_named(event, name)
