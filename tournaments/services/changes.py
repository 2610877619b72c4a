"""Changes on the night, in a round that is proposed or accepted and not closed.

Who sits where is told by facts that are only added. Entries change places before play has begun at their
tables; after that somebody may play on for a person, from the next hand on. So no score ever moves to other
people.
"""

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.swaps import exchanged
from tournaments.models import BetterDraw, Entry, Match, Round, Seating
from tournaments.selectors.played import drawn_of, written
from tournaments.selectors.seats import is_over, next_hand_of
from tournaments.services.newcomers import player_named
from tournaments.services.seats_held import (
    HeldRound,
    changed,
    check_free,
    check_may_play,
    check_not_begun,
    check_reason,
    hold_match,
    hold_round,
    keep_four,
    put,
    sits_again,
    sits_out,
)

MOST_HANDS = 1000


@transaction.atomic
def swap(*, round: Round, one: Entry, other: Entry, reason: str, actor: Actor) -> None:
    """Let two entries change places: two with seats, at whatever tables, or one that sits out.

    In a proposed round its draw is changed and marked as changed by hand; the seed stays. In an accepted one
    whoever plays for an entry goes along. EventViolation `match-begun` once a hand was written at a table.
    """
    check_reason(reason)
    if one.pk == other.pk:
        raise EventViolation("same-entry", "Choose two who change places.")
    held = hold_round(round)
    if held.round.state == Round.State.PROPOSED:
        _swap_drawn(held, one, other, reason, actor)
    else:
        _swap_seated(held, one, other, reason, actor)
    changed(held)


def _swap_drawn(held: HeldRound, one: Entry, other: Entry, reason: str, actor: Actor) -> None:
    round, drawn = held.round, drawn_of(held.round)
    placed = {*drawn.sitting_out, *(entry for table in drawn.tables for entry in table.seated)}
    missing = next((entry for entry in (one, other) if entry.pk not in placed), None)
    if missing is not None:
        raise EventViolation("not-in-round", f"{missing} has no place in round {round.number}.")
    told = {"one": one.pk, "other": other.pk, "reason": reason.strip()[:200], "by": actor.code}
    by_hand = [*round.draw.get("by_hand", []), told]
    round.draw = {**round.draw, **written(exchanged(drawn, one.pk, other.pk)), "by_hand": by_hand}
    round.save(update_fields=["draw"])
    BetterDraw.objects.filter(event=held.event).delete()


def _swap_seated(held: HeldRound, one: Entry, other: Entry, reason: str, actor: Actor) -> None:
    mine, theirs = held.seats_of(one), held.seats_of(other)
    if not mine:
        one, other, mine, theirs = other, one, theirs, mine
    if not mine:
        raise EventViolation("not-seated", f"Neither {one} nor {other} has a seat in this round.")
    for word in (*mine, *theirs):
        _refuse_bound(held.matches[word.match_id])
    people = [word.player_id for word in theirs] or check_may_play(held, other)
    if len(mine) != len(people):
        raise EventViolation("seats-differ", f"{one} and {other} do not take the same number of seats.")
    goers = [word.player_id for word in mine]
    for word, person in zip(mine, people, strict=True):
        put(held, held.matches[word.match_id], word.seat, other, person, reason=reason, actor=actor)
    for word, person in zip(theirs, goers, strict=False):
        put(held, held.matches[word.match_id], word.seat, one, person, reason=reason, actor=actor)
    if not theirs:
        sits_again(held, other)
        sits_out(held, one)


def _refuse_bound(match: Match) -> None:
    if match.number is not None:
        raise EventViolation("bracket-match", "Who meets whom in a bracket follows from its results.")
    check_not_begun(match)


@transaction.atomic
def substitute(
    *, match: Match, seat: str, player: int | str, from_hand: int, reason: str, actor: Actor
) -> Seating:
    """Let somebody play for an entry from a hand of the game on.

    Points go to the entry, statistics to the person. `player` is somebody of the club (id), or somebody new
    by name. Refused for a hand already played, and for whoever sits elsewhere in the round.
    """
    check_reason(reason)
    held, match = hold_match(match)
    if is_over(match):
        raise EventViolation("match-over", f"The match at table {match.table} is over.")
    word = held.words[match.pk].get(seat)
    if word is None:
        raise EventViolation("seat-empty", "Nobody was drawn to this seat.")
    game, due = next_hand_of(match)
    if not due <= from_hand <= MOST_HANDS:
        raise EventViolation("hand-played", f"The next hand is {due}; what was played stays as it is.")
    person = player_named(held.event, player)
    if word.player_id == person.pk:
        raise EventViolation("nothing-to-change", f"{person} sits there already.")
    check_free(held, [person.pk])
    put(held, match, seat, word.entry, person.pk, reason=reason, actor=actor, at=(game, from_hand))
    sits_again(held, word.entry)
    changed(held)
    return held.words[match.pk][seat]


@transaction.atomic
def seat_entry(*, match: Match, seat: str, entry: Entry, reason: str, actor: Actor) -> Seating:
    """Put a single player who sits out, or came late, into a seat that nobody has."""
    check_reason(reason)
    held, match = hold_match(match)
    _refuse_bound(match)
    if seat in held.taken(match) or seat not in "NESW":
        raise EventViolation("seat-taken", f"Somebody sits at {seat} of table {match.table}.")
    if held.taken(match) <= {"N", "S"}:
        raise EventViolation("table-of-two", "Two play at this table, and no more.")
    people = check_may_play(held, entry)
    if held.seats_of(entry):
        raise EventViolation("seated-already", f"{entry} has a seat in this round.")
    if len(people) != 1:
        raise EventViolation("entry-is-a-pair", "A pair takes two seats.")
    put(held, match, seat, entry, people[0], reason=reason, actor=actor)
    keep_four(held, match, reason, actor)
    sits_again(held, entry)
    changed(held)
    return held.seats_of(entry)[0]
