"""A round held for a change of its seats, and the facts that are added to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, Match, Player, Round, Seating, SitOut
from tournaments.selectors.entrants import people_of
from tournaments.selectors.seats import has_begun, is_over, newest_words
from tournaments.selectors.stages import terms_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions

SEATS = "NESW"


@dataclass(frozen=True, slots=True)
class HeldRound:
    """A round, its matches, the newest word on each seat (even that nobody sits there), and who is out."""

    round: Round
    event: Event
    matches: Mapping[int, Match]
    words: dict[int, dict[str, Seating]]
    out: dict[int, SitOut]

    def seats_of(self, entry: Entry) -> list[Seating]:
        """Where somebody sits for an entry, by table and seat."""
        found = [one for one in self.seated() if one.entry_id == entry.pk]
        return sorted(found, key=lambda one: (self.matches[one.match_id].table, SEATS.index(one.seat)))

    def seated(self) -> Iterable[Seating]:
        """The word on each seat that somebody has."""
        return (one for seats in self.words.values() for one in seats.values() if one.player_id is not None)

    def taken(self, match: Match) -> set[str]:
        """The seats of a match that somebody has."""
        return {seat for seat, one in self.words[match.pk].items() if one.player_id is not None}


def hold_round(round: Round) -> HeldRound:
    """Lock a round's matches, then its event, and read its seats. Refused when the round is closed.

    Matches first: a table may be writing its first line.
    """
    rows = Match.objects.select_for_update(of=("self",)).filter(round=round.pk).order_by("pk")
    matches = {one.pk: one for one in rows.select_related("result", "forfeit")}
    event = locked_event(round.event)
    now = Round.objects.select_related("stage", "event").filter(pk=round.pk).first()
    if now is None:
        raise EventViolation("round-gone", "This round was drawn anew meanwhile. Look at the draw.")
    if now.state == Round.State.CLOSED:
        raise EventViolation("round-closed", f"Round {now.number} is closed; its seats stay as they are.")
    out = {one.entry_id: one for one in SitOut.objects.filter(round=now)}
    return HeldRound(now, event, matches, newest_words(matches), out)


def hold_match(match: Match) -> tuple[HeldRound, Match]:
    """The same for one match, which must be of an accepted round."""
    held = hold_round(match.round)
    if match.pk not in held.matches or held.round.state != Round.State.ACCEPTED:
        raise EventViolation("round-not-accepted", "This round is not accepted any more. Look at the draw.")
    return held, held.matches[match.pk]


def put(
    held: HeldRound,
    match: Match,
    seat: str,
    entry: Entry | int,
    player: int | None,
    *,
    reason: str,
    actor: Actor,
    at: tuple[int, int] = (1, 1),
) -> None:
    """Add the fact that this person, or nobody, sits there for this entry from a game and hand on."""
    fact = Seating.objects.create(
        match=match,
        seat=seat,
        entry_id=entry if isinstance(entry, int) else entry.pk,
        player_id=player,
        from_game=at[0],
        from_hand=at[1],
        reason=reason.strip()[:200],
        recorded_by=actor.code,
    )
    held.words[match.pk][seat] = fact


def keep_four(held: HeldRound, match: Match, reason: str, actor: Actor) -> None:
    """Leave no table of four with people at North, East and South only: so three play each for himself.

    East moves over to West, and the empty seat is East's.
    """
    words = held.words[match.pk]
    if held.taken(match) != {"N", "E", "S"} or "W" not in words:
        return
    east, west = words["E"], words["W"]
    put(held, match, "W", east.entry, east.player_id, reason=reason, actor=actor)
    put(held, match, "E", west.entry, None, reason=reason, actor=actor)


def sits_out(held: HeldRound, entry: Entry, *, absent: bool = False) -> None:
    """Whoever has no seat in the round any more sits out with the event's points; who is absent gets none."""
    if entry.filler or held.seats_of(entry):
        return
    points = 0 if absent else int(terms_of(held.event).absence.get("sit_out_points", 0))
    held.out[entry.pk] = SitOut.objects.update_or_create(
        round=held.round, entry=entry, defaults={"points": points, "absent": absent}
    )[0]


def sits_again(held: HeldRound, entry: Entry) -> None:
    """Whoever has a seat again does not sit out."""
    row = held.out.pop(entry.pk, None)
    if row is not None:
        row.delete()


def changed(held: HeldRound) -> None:
    """The last statements of a change."""
    announce_on_commit(held.event.pk)
    raise_revisions(held.event.pk, held.event.club_id)


def check_reason(reason: str) -> None:
    """A change is told with its reason."""
    if not reason.strip():
        raise EventViolation("reason-missing", "Say why the seats change.")


def check_not_begun(match: Match) -> None:
    """Who played a hand keeps its score: entries stay where they are once anything can have been scored."""
    if is_over(match) or has_begun(match):
        raise EventViolation(
            "match-begun",
            f"Play has begun at table {match.table}. Now somebody can only play on for a person who goes.",
        )


def check_free(held: HeldRound, people: Iterable[int]) -> None:
    """Nobody sits in two places."""
    for one in held.seated():
        match = held.matches[one.match_id]
        if one.player_id in set(people) and not is_over(match):
            name = Player.objects.get(pk=one.player_id)
            raise EventViolation("seated-already", f"{name} sits at table {match.table} in this round.")


def check_may_play(held: HeldRound, entry: Entry) -> list[int]:
    """The people of an entry that is to be seated; refuse one that has left, or is of another event."""
    if entry.event_id != held.event.pk:
        raise EventViolation("not-an-entrant", f"{entry} is not entered in this event.")
    if entry.withdrawn_after is not None and entry.withdrawn_after < held.round.number:
        raise EventViolation("withdrawn", f"{entry} has left. Bring them back first.")
    people = people_of(entry)
    check_free(held, people)
    return people
