"""Who played which card of a hand of écarté, and who took the tricks.

Eldest leads, then whoever took the last trick. Seats, leaders and winners that were written down are checked;
where they are wrong, who is said to have played a card is taken to have played it. A trick with an unknown
card has the winner that was written down, or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scoring.engine.cards import Card
from scoring.engine.ecarte import TRICKS
from scoring.engine.ecarte_faults import Table, fault
from scoring.engine.ecarte_play import beats
from scoring.engine.records import Played, Trick
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Fault, Section, Step


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: the how manieth of the hand, its trick, who played it, to which card."""

    index: int
    trick: int
    seat: Seat | None
    card: Card | None
    leads: bool
    led: Card | None

    @property
    def step(self) -> Step:
        """Its place in the record."""
        return Step(Section.PLAY, self.index)


@dataclass(slots=True)
class Trace:
    """The play as far as it can be followed. `leaders` and `winners` trick by trick, None where unknown."""

    faults: list[Fault] = field(default_factory=list)
    laid: list[Laid] = field(default_factory=list)
    leaders: list[Seat | None] = field(default_factory=list)
    winners: list[Seat | None] = field(default_factory=list)
    under_way: int = 0
    """Cards of a trick that was begun and not finished: 0 or 1."""

    @property
    def complete(self) -> bool:
        """Whether five tricks were played out, and all their cards are known."""
        return len(self.winners) == TRICKS and all(laid.card and laid.seat for laid in self.laid)

    def played_by(self, seat: Seat) -> list[Laid]:
        """Return what this seat played, in order; of a trick that nobody knows who led, an unknown card."""
        own = []
        for laid in self.laid:
            if laid.seat == seat:
                own.append(laid)
            elif laid.seat is None and laid.leads:
                own.append(replace(laid, card=None))
        return own

    def made_by(self, seat: Seat) -> int:
        """Return the tricks this seat is known to have taken."""
        return self.winners.count(seat)


def read_play(table: Table) -> Trace:
    """Follow the play trick by trick; what lies beyond two cards or five tricks is a fault, and left out."""
    trace = Trace()
    tricks = table.record.tricks or ()
    leader: Seat | None = table.eldest
    index = 0
    for number, trick in enumerate(tricks):
        if number == TRICKS:
            trace.faults.append(fault("too-many-tricks", Step(Section.PLAY, index)))
            break
        leader = _read_trick(table, trace, trick, index, leader, last=number == len(tricks) - 1)
        index += len(trick.cards)
    return trace


def _read_trick(
    table: Table, trace: Trace, trick: Trick, index: int, leader: Seat | None, *, last: bool
) -> Seat | None:
    """Add one trick; return who leads next, None if that is unknown."""
    two = trick.cards[:2]
    leader, other = _seats(table, trace, trick, index, leader)
    led = two[0].card if two else None
    for place, (seat, played) in enumerate(zip((leader, other), two, strict=False)):
        trace.laid.append(
            Laid(index + place, len(trace.leaders), seat, played.card, place == 0, led if place else None)
        )
    if two:
        trace.leaders.append(leader)
    if len(trick.cards) > 2:
        trace.faults.append(fault("trick-too-long", Step(Section.PLAY, index + 2)))
    if len(two) < 2:
        if not last:
            trace.faults.append(fault("trick-too-short", Step(Section.PLAY, index)))
        trace.under_way = len(two)
        return _check_winner(table, trace, trick, None)
    winner = _winner(table, two, leader, other)
    winner = _check_winner(table, trace, trick, winner)
    trace.winners.append(winner)
    return winner


def _winner(table: Table, two: Sequence[Played], leader: Seat | None, other: Seat | None) -> Seat | None:
    led, answer = two[0].card, two[1].card
    if led is None or answer is None:
        return None
    return other if beats(answer, led, table.trump) else leader


def _check_winner(table: Table, trace: Trace, trick: Trick, winner: Seat | None) -> Seat | None:
    """Compare with what was written; where nothing can be worked out, believe it if it names a player."""
    step = Step(Section.WINNERS, len(trace.winners))
    said = trick.winner
    if said is None:
        return winner
    if said not in table.rules.seats:
        trace.faults.append(fault("seat-not-at-table", step, seat=said))
        return winner
    if winner is None:
        return said
    if said != winner:
        trace.faults.append(fault("winner-wrong", step, seat=said))
    return winner


def _seats(
    table: Table, trace: Trace, trick: Trick, index: int, leader: Seat | None
) -> tuple[Seat | None, Seat | None]:
    """Return who led and who answered: as was written, or as it was their turn."""
    written = [trick.cards[0].seat if trick.cards else None]
    written.append(trick.cards[1].seat if len(trick.cards) > 1 else None)
    if leader is None and written[0] in table.rules.seats:
        leader = written[0]  # nobody knows whose lead it was, but the next card was the other's
    first = written[0] if written[0] in table.rules.seats else leader
    due = (leader, table.rules.other(first) if first else None)
    _check_turns(table, trace, trick.leader, leader, index)
    for place, seat in enumerate(written):
        if not (place == 0 and trick.leader == seat):
            _check_turns(table, trace, seat, due[place], index + place)
    at_table = [seat if seat in table.rules.seats else None for seat in (*written, trick.leader)]
    first = at_table[0] or (at_table[1] and table.rules.other(at_table[1])) or at_table[2]
    if first is None or (at_table[0] is not None and at_table[0] == at_table[1]):
        first = leader or first
    return first, table.rules.other(first) if first else None


def _check_turns(table: Table, trace: Trace, seat: Seat | None, due: Seat | None, index: int) -> None:
    if seat is not None and seat not in table.rules.seats:
        trace.faults.append(fault("seat-not-at-table", Step(Section.PLAY, index), seat=seat))
    elif seat is not None and due is not None and seat != due:
        trace.faults.append(fault("out-of-turn", Step(Section.PLAY, index), seat=seat))
