"""Whether every card of a record of écarté can be where it was written down: once, and with one owner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.engine.cards import Card
from scoring.engine.ecarte import TRICKS
from scoring.engine.ecarte_calls import Called
from scoring.engine.ecarte_faults import UPCARD_STEP, Table, fault
from scoring.engine.ecarte_play import IN_PACK
from scoring.engine.ecarte_trace import Trace
from scoring.engine.records import Glimpse
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Fault, Section, Step


@dataclass(slots=True)
class Whereabouts:
    """Where each card came from (None: turned up), who laid it aside and who played it.

    `untold` are the cards about which the record contradicts itself.
    """

    faults: list[Fault] = field(default_factory=list)
    untold: set[Card] = field(default_factory=set)
    came_to: dict[Card, Seat | None] = field(default_factory=dict)
    laid_aside: dict[Card, Seat | None] = field(default_factory=dict)
    played: dict[Card, Seat | None] = field(default_factory=dict)

    def found(self, code: str, card: Card, seat: Seat | None, step: Step) -> None:
        """Note what is wrong with a card."""
        self.faults.append(fault(code, step, seat=seat, cards=(card,)))
        self.untold.add(card)


def read_cards(table: Table, called: Called, trace: Trace) -> Whereabouts:
    """Follow every card that is wholly known through deal, exchanges and play."""
    where = Whereabouts()
    for number, seat in enumerate(table.rules.seats):
        held = table.record.held.get(seat)
        if held is not None and len(held) != TRICKS:
            where.faults.append(fault("hand-size", Step(Section.DEAL, TRICKS * number), seat=seat))
        for place, seen in enumerate(held or ()):
            _come(where, seen, seat, Step(Section.DEAL, TRICKS * number + min(place, TRICKS - 1)))
    for seat in table.record.held:
        if seat not in table.rules.seats:
            where.faults.append(fault("seat-not-at-table", Step(Section.DEAL), seat=seat))
    if table.record.upcard is not None:
        _come(where, Glimpse.of(table.record.upcard), None, UPCARD_STEP)
    _read_exchanges(table, called, where)
    for laid in trace.laid:
        if laid.card is not None and _in_pack(where, laid.card, laid.seat, laid.step):
            _leave(where, laid.card, laid.seat, laid.step, where.played)
    return where


def _read_exchanges(table: Table, called: Called, where: Whereabouts) -> None:
    for number, call in enumerate(called.swaps):
        for place, (seat, swap) in enumerate(((table.eldest, call.eldest), (table.dealer, call.dealer))):
            step = Step(Section.EXCHANGES, 2 * number + place)
            for card in _known(swap.away):
                if _in_pack(where, card, seat, step):
                    _leave(where, card, seat, step, where.laid_aside)
            for seen in swap.taken or ():
                _come(where, seen, seat, step)


def _known(cards: Iterable[Glimpse] | None) -> list[Card]:
    return [seen.card for seen in cards or () if seen.card is not None]


def _in_pack(where: Whereabouts, card: Card, seat: Seat | None, step: Step) -> bool:
    if card in IN_PACK:
        return True
    where.found("card-not-in-pack", card, seat, step)
    return False


def _come(where: Whereabouts, seen: Glimpse, seat: Seat | None, step: Step) -> None:
    """A card comes off the pack, which each does once."""
    card = seen.card
    if card is None or not _in_pack(where, card, seat, step):
        return
    if card in where.came_to or card in where.laid_aside:
        where.found("card-twice", card, seat, step)
    else:
        where.came_to[card] = seat


def _leave(
    where: Whereabouts, card: Card, seat: Seat | None, step: Step, pile: dict[Card, Seat | None]
) -> None:
    """A card leaves a hand, for the discards or the table; it must have been that player's, and once."""
    code = ""
    if card in where.played or card in pile:
        code = "card-twice"
    elif card in where.untold:
        pass  # it has been said already that this card cannot be everywhere
    elif card in where.laid_aside:
        same = seat is None or where.laid_aside[card] == seat
        code = "discard-taken-back" if same else "card-elsewhere"
    elif card in where.came_to:
        owner = where.came_to[card]
        if owner is None:
            code = "upcard-taken"
        elif seat is not None and owner != seat:
            code = "card-elsewhere"
    if code:
        where.found(code, card, seat, step)
    else:
        pile[card] = seat
