"""Who sits down where when a draw binds: the matches of a round, their seats, and the sit-outs."""

from collections.abc import Mapping

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.seating import DrawnRound, DrawnTable
from tournaments.models import Entry, Event, Match, Round, Seating, SitOut

SEATS = "NESW"
SIDES = ("NS", "EW")
Seated = list[tuple[str, Entry, int]]
"""Seat, the entry for which somebody sits there, and the id of that person."""


def entries_by_id(event: Event) -> dict[int, Entry]:
    """Every entry with its pair. One query."""
    return {one.pk: one for one in Entry.objects.filter(event=event).select_related("pair")}


def seat_round(
    round: Round,
    drawn: DrawnRound,
    entries: Mapping[int, Entry],
    *,
    sit_out_points: int,
    best_of: int | None,
    actor: Actor,
) -> list[Match]:
    """Make a round's matches, seats and sit-outs. `best_of` games make a match; None: as the policy says."""
    matches = Match.objects.bulk_create(
        Match(round=round, table=table.table, best_of=best_of) for table in drawn.tables
    )
    meets = FORMATS[round.format].entrants == "any" if round.format in FORMATS else False
    for match, table in zip(matches, drawn.tables, strict=True):
        seat_match(match, seats_of_two(table, entries) if meets else seats_of_four(table, entries), actor)
    SitOut.objects.bulk_create(
        SitOut(round=round, entry_id=entry, points=sit_out_points) for entry in drawn.sitting_out
    )
    return matches


def seat_match(match: Match, seated: Seated, actor: Actor, reason: str = "") -> None:
    """Write down who sits where from the first hand on."""
    Seating.objects.bulk_create(
        Seating(match=match, seat=seat, entry=entry, player_id=person, reason=reason, recorded_by=actor.code)
        for seat, entry, person in seated
    )


def seats_of_four(table: DrawnTable, entries: Mapping[int, Entry]) -> Seated:
    """Single players as drawn, clockwise from North; nobody where a seat is empty."""
    return [
        (seat, entries[entry], person_of(entries[entry]))
        for seat, entry in zip(SEATS, table.seats, strict=True)
        if entry is not None
    ]


def seats_of_two(table: DrawnTable, entries: Mapping[int, Entry]) -> Seated:
    """Two entries who meet: pairs sit N, S against E, W; single players at North and South.

    The drawn table has them at North and East.
    """
    one, other = (entries[entry] for entry in table.seats[:2] if entry is not None)
    if one.pair_id is None and other.pair_id is None:
        return [("N", one, person_of(one)), ("S", other, person_of(other))]
    return [
        (seat, entry, person)
        for entry, side in ((one, SIDES[0]), (other, SIDES[1]))
        for seat, person in zip(side, _pair(entry), strict=True)
    ]


def person_of(entry: Entry) -> int:
    """The id of a single player's person. Raises EventViolation for a pair."""
    if entry.player_id is None:
        raise EventViolation("entry-is-a-pair", "A pair takes two seats; this movement seats single players.")
    return entry.player_id


def _pair(entry: Entry) -> tuple[int, int]:
    if entry.pair is None:
        raise EventViolation("entry-is-single", f"{entry} has no partner; draw partners first.")
    return entry.pair.first_id, entry.pair.second_id
