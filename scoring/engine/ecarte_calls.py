"""What was said before the play of écarté, and how many cards were changed.

Eldest plays or proposes; the dealer accepts or refuses. After an acceptance both change cards, eldest first.
A proposal or an acceptance cannot be retracted (law x).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from scoring.engine.ecarte import STOCK, TRICKS, Proposals
from scoring.engine.ecarte_faults import Table, fault
from scoring.engine.ecarte_games import Calling
from scoring.engine.ecarte_records import EcarteCall, EcarteCallKind, Swap
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Fault, Section, Step


class _Turn(Enum):
    ELDEST = auto()
    DEALER = auto()
    OVER = auto()


@dataclass(slots=True)
class Called:
    """What the calls say. `callings`: every way in which they may have ended.

    `swaps` are the acceptances in order; their exchanges are steps 2 × acceptance (eldest) and one more (the
    dealer). `unseen` says that there may have been more of them than were written down, `open` that something
    about the calls is not known.
    """

    faults: list[Fault] = field(default_factory=list)
    callings: frozenset[Calling] = frozenset(Calling)
    swaps: list[EcarteCall] = field(default_factory=list)
    unseen: bool = False
    open: bool = False
    drawn: int = 0


_AFTER = {
    EcarteCallKind.PROPOSE: _Turn.DEALER,
    EcarteCallKind.ACCEPT: _Turn.ELDEST,
    EcarteCallKind.REFUSE: _Turn.OVER,
    EcarteCallKind.PLAY: _Turn.OVER,
}
_ALLOWED = {
    _Turn.ELDEST: (EcarteCallKind.PROPOSE, EcarteCallKind.PLAY),
    _Turn.DEALER: (EcarteCallKind.ACCEPT, EcarteCallKind.REFUSE),
    _Turn.OVER: (),
}


def read_calls(table: Table) -> Called:
    """Check the calls one by one; after a wrong one go on from what it would have led to."""
    called = Called()
    calls = table.record.calls
    if calls is None:
        called.open = called.unseen = True
        return called
    turn, kind = _Turn.ELDEST, None
    for index, call in enumerate(calls):
        kind = _meant(call.kind, turn, last=index == len(calls) - 1)
        _check_speaker(table, called, turn, index, call)
        if kind is not EcarteCallKind.UNKNOWN:
            _check_kind(table, called, turn, index, kind)
            turn = _AFTER[kind]
        _read_swaps(table, called, index, call, kind)
    called.callings = _ended(called, turn, kind)
    called.unseen = turn is _Turn.DEALER or kind is EcarteCallKind.UNKNOWN
    called.open = called.open or called.unseen
    return called


def _meant(kind: EcarteCallKind, turn: _Turn, *, last: bool) -> EcarteCallKind:
    """Read an unknown call that was not the last as the one after which something can be said."""
    if kind is not EcarteCallKind.UNKNOWN or last:
        return kind
    return EcarteCallKind.ACCEPT if turn is _Turn.DEALER else EcarteCallKind.PROPOSE


def _speaker(table: Table, turn: _Turn) -> Seat:
    return table.dealer if turn is _Turn.DEALER else table.eldest


def _check_speaker(table: Table, called: Called, turn: _Turn, index: int, call: EcarteCall) -> None:
    step = Step(Section.CALLS, index)
    if call.seat is not None and call.seat not in table.rules.seats:
        called.faults.append(fault("seat-not-at-table", step, seat=call.seat))
    elif call.seat is not None and turn is not _Turn.OVER and call.seat != _speaker(table, turn):
        called.faults.append(fault("call-out-of-turn", step, seat=call.seat))


def _check_kind(table: Table, called: Called, turn: _Turn, index: int, kind: EcarteCallKind) -> None:
    code = _wrong(table, called, turn, kind)
    if code:
        seat = _speaker(table, turn)
        if code == "acceptance-retracted":
            seat = table.dealer
        called.faults.append(fault(code, Step(Section.CALLS, index), seat=seat))


def _wrong(table: Table, called: Called, turn: _Turn, kind: EcarteCallKind) -> str:
    """Return the code of what is wrong with a call, "" for nothing."""
    if turn is _Turn.OVER:
        return "call-after-the-end"
    if kind not in _ALLOWED[turn]:
        if turn is _Turn.DEALER and kind is EcarteCallKind.PLAY:
            return "proposal-retracted"
        if called.swaps and kind is EcarteCallKind.REFUSE:
            return "acceptance-retracted"
        return "call-not-allowed"
    if kind is EcarteCallKind.PROPOSE and called.swaps:
        if table.rules.proposals is Proposals.ONE:
            return "proposal-too-many"
        if called.drawn >= STOCK:
            return "stock-spent"
    return ""


def _read_swaps(table: Table, called: Called, index: int, call: EcarteCall, kind: EcarteCallKind) -> None:
    both = ((table.eldest, call.eldest), (table.dealer, call.dealer))
    if kind is not EcarteCallKind.ACCEPT:
        for seat, swap in both:
            if swap != Swap():
                step = Step(Section.CALLS, index)
                called.faults.append(fault("exchange-without-acceptance", step, seat=seat))
        return
    for place, (seat, swap) in enumerate(both):
        _check_swap(called, Step(Section.EXCHANGES, 2 * len(called.swaps) + place), seat, swap)
    called.swaps.append(call)


def swap_size(swap: Swap) -> int | None:
    """Return how many cards were changed, by whichever of its parts was written down."""
    for size in (swap.count, swap.away, swap.taken):
        if size is not None:
            return size if isinstance(size, int) else len(size)
    return None


def _check_swap(called: Called, step: Step, seat: Seat, swap: Swap) -> None:
    size = swap_size(swap)
    if size is None:
        called.open = True
        return
    if not 0 <= size <= TRICKS:
        called.faults.append(fault("exchange-size", step, seat=seat))
        return
    if any(part is not None and len(part) != size for part in (swap.away, swap.taken)):
        called.faults.append(fault("exchange-miscounted", step, seat=seat))
    called.drawn += size
    if called.drawn - size <= STOCK < called.drawn:
        called.faults.append(fault("stock-too-short", step, seat=seat))


def _ended(called: Called, turn: _Turn, kind: EcarteCallKind | None) -> frozenset[Calling]:
    """Return how the calls may have ended, by the last of them."""
    refused = Calling.REFUSED_LATER if called.swaps else Calling.REFUSED
    settled = Calling.ACCEPTED if called.swaps else Calling.UNPROPOSED
    if kind is EcarteCallKind.REFUSE:
        return frozenset({refused})
    if turn is _Turn.DEALER:
        return frozenset({Calling.ACCEPTED, Calling.REFUSED_LATER, refused})
    if kind is EcarteCallKind.UNKNOWN and not called.swaps:
        return frozenset(Calling)
    return frozenset({settled})
