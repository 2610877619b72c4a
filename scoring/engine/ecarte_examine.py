"""Whether a record of a hand of écarté can be true, and everything that is wrong with it.

However little was written down, only what it proves is called a fault. Who dealt and what was trump are
supposed where they are missing, one after the other, and the record is illegal only if it is so every time;
then what is wrong every time is named, or if that is nothing, what is wrong in the case that explains most.

*Complete* means: dealer, deal, upcard, calls with the numbers changed, king marks and play are known.
Discards lie face down (law xi): nobody needs to have written them down, nor cards drawn and then laid aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from scoring.engine.cards import Card, Suit
from scoring.engine.ecarte import EcarteRules
from scoring.engine.ecarte_calls import Called, read_calls
from scoring.engine.ecarte_cards import Whereabouts, read_cards
from scoring.engine.ecarte_claims import Claimed, read_claims
from scoring.engine.ecarte_deals import read_cuts, read_packets
from scoring.engine.ecarte_duties import Play, may_have_king, play_of, seat_faults
from scoring.engine.ecarte_faults import Table, fault, in_order, sure_faults
from scoring.engine.ecarte_kings import Kings, after_the_end, ends_the_game, read_kings
from scoring.engine.ecarte_play import PACK
from scoring.engine.ecarte_records import EcarteRecord
from scoring.engine.ecarte_results import Result, possible_markers, read_result
from scoring.engine.ecarte_trace import Trace, read_play
from scoring.engine.ecarte_worlds import holding_of
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Derived, Fault, Section, Status, Step, Verdict

__all__ = ["examine_ecarte"]


@dataclass(slots=True)
class _Case:
    """The record read with one dealer and one trump."""

    faults: tuple[Fault, ...]
    derived: Derived
    unknown: tuple[str, ...]


def examine_ecarte(record: EcarteRecord, rules: EcarteRules) -> Verdict:
    """Examine a record of any completeness. Never raises for what a record can hold.

    Derived points are those of the hand by side, the king's among them; maker and outcome stay empty, since
    écarté has no maker.
    """
    outright = _seats_beyond(record, rules)
    cases = [_examined(Table(record, rules, dealer, trump)) for dealer, trump in _supposed(record, rules)]
    faults = in_order((*outright, *sure_faults([case.faults for case in cases])))
    fewest = min(len(case.faults) for case in cases)
    likely = [case for case in cases if len(case.faults) == fewest]
    derived = _agreed([case.derived for case in likely])
    unknown = tuple(name for name in likely[0].unknown if all(name in case.unknown for case in likely))
    if faults:
        return Verdict(Status.ILLEGAL, faults, derived, unknown)
    return Verdict(Status.UNPROVEN if unknown else Status.LEGAL, (), derived, unknown)


def _supposed(record: EcarteRecord, rules: EcarteRules) -> list[tuple[Seat, Suit]]:
    """Return every dealer and trump under which the record can be read."""
    dealers = [record.dealer] if record.dealer in rules.seats and record.dealer else list(rules.seats)
    turned = record.upcard if record.upcard in PACK else None
    trumps = [turned.suit] if turned and turned.suit else list(Suit)
    return [(dealer, trump) for dealer in dealers for trump in trumps]


def _seats_beyond(record: EcarteRecord, rules: EcarteRules) -> list[Fault]:
    """Return the faults of a dealer, or of a side on the result, that is not at a table of two."""
    faults = []
    if record.dealer is not None and record.dealer not in rules.seats:
        faults.append(fault("seat-not-at-table", Step(Section.CUTS), seat=record.dealer))
    for section, written in (
        (Section.TRICKS, record.said.tricks),
        (Section.POINTS, record.said.points),
        (Section.POINTS, record.scores),
    ):
        for side, _ in written or ():
            if side not in rules.sides:
                faults.append(fault("seat-not-at-table", Step(section), seat=min(side, default=None)))
    return faults


def _agreed(found: Sequence[Derived]) -> Derived:
    """Return what follows in every case."""
    same = {
        field.name: getattr(found[0], field.name)
        for field in fields(Derived)
        if all(getattr(one, field.name) == getattr(found[0], field.name) for one in found)
    }
    return Derived(**same)


def _examined(table: Table) -> _Case:
    """Read the record in one way: all its parts, whatever is wrong with the one before."""
    called, trace = read_calls(table), read_play(table)
    where = read_cards(table, called, trace)
    kings = read_kings(table, trace)
    plays = [_play(table, called, trace, where, kings, seat) for seat in table.rules.seats]
    played = [found for play in plays for found in seat_faults(play)]
    if any(found.code == "king-not-held" for found in played):
        kings.seat = None
    hands = {play.holding.seat: play.holding.exact or _shown(trace, play) for play in plays}
    claimed = read_claims(table, trace, where, hands)
    holders = [play.holding.seat for play in plays if may_have_king(play)]
    result = read_result(table, called, trace, kings, claimed, holders)
    faults = [*called.faults, *trace.faults, *where.faults, *kings.faults, *played]
    faults += [found for play in plays for found in play.holding.faults]
    if ends_the_game(table, kings):
        faults += after_the_end(table, kings, trace)
    faults += [*claimed.faults, *read_cuts(table), *read_packets(table)]
    if table.record.redeal:  # void, so that nothing in it was to be right but that it scored nothing
        faults = []
    unknown = _unknown(table, called, trace, kings, claimed, holders)
    return _Case(in_order([*faults, *result.faults]), _derived(table, trace, result), unknown)


def _play(table: Table, called: Called, trace: Trace, where: Whereabouts, kings: Kings, seat: Seat) -> Play:
    holding = holding_of(table, called, seat, frozenset(where.untold))
    return play_of(table, holding, where, trace, kings.held_at if kings.seat == seat else None)


def _shown(trace: Trace, play: Play) -> frozenset[Card] | None:
    """Return the five cards that a seat has played, if the whole play is known."""
    return frozenset(laid.card for laid in play.plays if laid.card) if trace.complete else None


def _derived(table: Table, trace: Trace, result: Result) -> Derived:
    """Return what follows; the leaders and winners as far as each is known."""
    points = result.points
    by_seat = {seat: points[table.rules.side_of(seat)] for seat in table.rules.seats} if points else None
    return Derived(
        trump=table.trump if table.record.upcard else None,
        leaders=_known_first(trace.leaders),
        winners=_known_first(trace.winners),
        tricks=result.tricks,
        points=points,
        points_by_seat=by_seat,
    )


def _known_first(seats: Sequence[Seat | None]) -> tuple[Seat, ...]:
    known: list[Seat] = []
    for seat in seats:
        if seat is None:
            break
        known.append(seat)
    return tuple(known)


def _unknown(
    table: Table, called: Called, trace: Trace, kings: Kings, claimed: Claimed, holders: Sequence[Seat]
) -> tuple[str, ...]:
    """Say what is missing, in the order of a hand; a void hand misses nothing."""
    record = table.record
    if record.redeal:
        return ()
    ended = ends_the_game(table, kings)
    missing = {
        "the dealer": record.dealer is None,
        **{f"what {seat} was dealt": not _known_deal(record, seat) for seat in table.rules.seats},
        "the upcard": record.upcard is None,
        "the calls": called.open and not ended,
        "the king marks": record.kings is None and bool(possible_markers(table, holders)),
        "the play": not (trace.complete or claimed.tricks is not None or ended),
        "whether the claim was accepted": claimed.tricks is not None and not claimed.agreed,
    }
    return tuple(name for name, lacks in missing.items() if lacks)


def _known_deal(record: EcarteRecord, seat: Seat) -> bool:
    held = record.held.get(seat)
    return held is not None and all(place.card is not None for place in held)
