"""Personal cards: everybody's way through the night, and boxes for the points; what is known is filled in."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event
from tournaments.selectors.entrants import entries_listed
from tournaments.selectors.paper_asked import Content, Wanted
from tournaments.selectors.paper_seats import RoundSet, TableSet, rounds_set
from tournaments.selectors.results import results_of
from tournaments.selectors.rounds import SEATS, rounds_of

Scored = tuple[int, int]
"""Points and lone marches of an entry in a round."""
EMPTY = {"table": "", "seat": "", "partner": "", "against": [], "sits_out": False}


def personal_cards(asked: Wanted) -> Content:
    """A card for every entry, by surname, with a line for each round planned.

    Seats are told of rounds that bind, points of tables that are over; the running total as far as every
    round before is known. Eight queries.
    """
    entries = [entry for entry in entries_listed(asked.event) if entry.withdrawn_after is None]
    if not entries:
        raise EventViolation("nothing-to-print", "Nobody is entered yet; enter the players first.")
    rounds = rounds_set(rounds_of(asked.event))
    planned = int(asked.policy.movement.get("rounds", 0)) if asked.policy else 0
    last = max([planned, *(one.round.number for one in rounds)])
    if not last:
        raise EventViolation("nothing-to-print", "No round is planned or drawn yet.")
    places, scored = _places(rounds), _scored(asked.event, rounds)
    cards = [
        {"name": str(entry), "number": entry.number, "rounds": _lines(entry, last, places, scored)}
        for entry in sorted(entries, key=_by_surname)
    ]
    return {"pairs": any(entry.pair_id is not None for entry in entries), "cards": cards}


def _by_surname(entry: Entry) -> tuple[str, int]:
    first = entry.player or (entry.pair.first if entry.pair is not None else None)
    return (first.sort_key if first is not None else "", entry.number)


def _places(rounds: Sequence[RoundSet]) -> Mapping[tuple[int, int], Content]:
    """(entry, round number) → where it sits, or that it sits out."""
    found: dict[tuple[int, int], Content] = {}
    for one in rounds:
        for table in one.tables:
            seats: dict[int, list[str]] = defaultdict(list)
            for seat in SEATS:
                if seat in table.seats:
                    seats[table.seats[seat].entry_id].append(seat)
            for entry, own in seats.items():
                found[entry, one.round.number] = _place(table, own)
        for row in one.sitting_out:
            found.setdefault((row.entry_id, one.round.number), {**EMPTY, "sits_out": True})
    return found


def _place(table: TableSet, seats: Sequence[str]) -> Content:
    """One seat with its partner; a pair has two seats, and its partner is on its own card already."""
    return {
        "table": str(table.match.table),
        "seat": " & ".join(SEATS[seat] for seat in seats),
        "partner": table.partner_of(seats[0]) if len(seats) == 1 else "",
        "against": table.opponents_of(seats[0]),
        "sits_out": False,
    }


def _scored(event: Event, rounds: Sequence[RoundSet]) -> Mapping[tuple[int, int], Scored]:
    """(entry, round number) → what was scored, of tables that are over, cards typed and rounds sat out."""
    over = {table.match.pk for one in rounds for table in one.tables if table.over}
    found: dict[tuple[int, int], Scored] = {}
    counted: set[tuple[int, int]] = set()
    for result in results_of(event.pk):
        if result.match is not None and result.match not in over:
            continue
        tally, match = result.tally, result.match or 0
        points, lone = found.get((tally.entry, result.round), (0, 0))
        # Two partners entered as a pair have one score between them.
        points += 0 if (tally.entry, match) in counted and match else int(tally.points)
        counted.add((tally.entry, match))
        found[tally.entry, result.round] = (points, lone + tally.lone_marched)
    return found


def _lines(
    entry: Entry,
    last: int,
    places: Mapping[tuple[int, int], Content],
    scored: Mapping[tuple[int, int], Scored],
) -> list[Content]:
    lines: list[Content] = []
    total: int | None = 0
    for number in range(1, last + 1):
        place = places.get((entry.pk, number), EMPTY)
        points, lone = scored.get((entry.pk, number), (None, None))
        total = None if total is None or points is None else total + points
        told = {"points": points, "lone": lone or None, "total": total}
        words = {name: "" if figure is None else str(figure) for name, figure in told.items()}
        lines.append({"round": number, **place, **words})
    return lines
