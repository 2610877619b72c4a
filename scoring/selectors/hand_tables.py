"""An examined hand as a page shows it: who held, said and played what, and where each fault lies.

Faults are numbered from 1 in their order. A card at which one lies, or which proves one, bears its number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.card_names import SUIT_NAMES, card_name
from scoring.engine.cards import Card
from scoring.engine.choices import DealersPartner
from scoring.engine.ecarte_records import EcarteCall, EcarteRecord
from scoring.engine.records import Call, CallKind, Glimpse, HandRecord, Played
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side, left_of, partner_of, side_code, side_name
from scoring.engine.verdicts import Fault, Section
from scoring.selectors.hand_words import law_sentence, source_name, trick_at
from scoring.selectors.hands import Examined, Record


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card on a page. `rank` and `suit` are "" where unknown; `name` is what a screen reader says.

    `faults` and `proves` are numbers of faults; `seat` is "" where it is not known whose card it is.
    """

    rank: str
    suit: str
    name: str
    seat: str = ""
    faults: tuple[int, ...] = ()
    proves: tuple[int, ...] = ()
    wins: bool = False


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """One trick in the order of play; `winner` as it follows, "" where it does not."""

    number: int
    cards: tuple[ShownCard, ...]
    winner: str
    faults: tuple[int, ...]
    """Faults of who is written down as the winner."""


@dataclass(frozen=True, slots=True)
class ShownCall:
    """One call in words, by whom ("" if that is not known)."""

    seat: str
    words: str
    faults: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShownFault:
    """One fault in words: what was wrong, where, by which law of which book."""

    number: int
    fault: Fault
    where: str
    law: str
    source: str


@dataclass(frozen=True, slots=True)
class ShownHand:
    """Everything a page says of one hand."""

    examined: Examined
    heading: str
    faults: tuple[ShownFault, ...]
    held: tuple[tuple[str, tuple[ShownCard, ...]], ...]
    upcard: ShownCard | None
    calls: tuple[ShownCall, ...]
    discard: ShownCard | None
    notes: tuple[str, ...]
    """What else was done before the play, or in place of it."""
    tricks: tuple[ShownTrick, ...]
    scores: tuple[tuple[str, int], ...]
    """Points of the hand by side, as people say it."""
    people: tuple[tuple[str, int], ...]
    """Points of the hand by person, where they differ from the side's or people are named."""
    best: tuple[str, ...] = ()


def shown_hand(examined: Examined, best: tuple[str, ...] = ()) -> ShownHand:
    """Lay out one hand; `best` says what best play makes of it."""
    record, verdict = examined.record, examined.verdict
    marks = _Marks(verdict.faults)
    points = verdict.derived.points or {}
    return ShownHand(
        examined,
        f"Hand {examined.place if record.number is None else record.number}",
        tuple(_shown_fault(number, one, examined) for number, one in enumerate(verdict.faults, start=1)),
        tuple((str(seat), _fan(record.held[seat])) for seat in examined.rules.seats if seat in record.held),
        None if record.upcard is None else shown_card(record.upcard),
        _calls(examined, marks),
        _discard(record),
        _notes(record),
        shown_tricks(examined, marks),
        tuple((side_name(side), points[side]) for side in examined.rules.sides if side in points),
        _people(examined, points),
        best,
    )


class _Marks:
    """At which step which faults lie, and which are proved there."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.at: dict[tuple[Section, int], tuple[int, ...]] = {}
        self.proved: dict[tuple[Section, int], tuple[int, ...]] = {}
        for number, fault in enumerate(faults, start=1):
            _add(self.at, (fault.step.section, fault.step.index), number)
            if fault.proved_at != fault.step:
                _add(self.proved, (fault.proved_at.section, fault.proved_at.index), number)


def _add(found: dict[tuple[Section, int], tuple[int, ...]], key: tuple[Section, int], number: int) -> None:
    found[key] = (*found.get(key, ()), number)


def shown_card(card: Card | Glimpse | None) -> ShownCard:
    """Lay out a card, wholly known or not."""
    whole = card.card if isinstance(card, Glimpse) else card
    if whole is not None:
        rank = "Benny" if whole.suit is None else "10" if whole.rank == "T" else str(whole.rank)
        return ShownCard(rank, str(whole.suit or ""), card_name(whole))
    if isinstance(card, Glimpse) and (card.rank or card.suit):
        return ShownCard(str(card.rank or "?"), str(card.suit or ""), "a card known in part")
    return ShownCard("?", "", "a card not known")


def _fan(cards: Sequence[Glimpse]) -> tuple[ShownCard, ...]:
    return tuple(map(shown_card, cards))


# --- tricks


def shown_tricks(examined: Examined, marks: _Marks | None = None) -> tuple[ShownTrick, ...]:
    """Lay out the play: each card with whose it is, as far as that follows."""
    marks = marks or _Marks(examined.verdict.faults)
    derived, found, first = examined.verdict.derived, [], 0
    for number, trick in enumerate(examined.record.tricks or ()):
        leader = trick.leader or (derived.leaders[number] if number < len(derived.leaders) else None)
        winner = derived.winners[number] if number < len(derived.winners) else trick.winner
        seats = _in_turn(examined, leader, trick.cards)
        cards = tuple(
            _played(played, seat, first + at, seat is not None and seat == winner, marks)
            for at, (played, seat) in enumerate(zip(trick.cards, seats, strict=True))
        )
        wrong = marks.at.get((Section.WINNERS, number), ())
        found.append(ShownTrick(number + 1, cards, str(winner or ""), wrong))
        first += len(trick.cards)
    return tuple(found)


def _played(played: Played, seat: Seat | None, index: int, wins: bool, marks: _Marks) -> ShownCard:
    key = (Section.PLAY, index)
    card = shown_card(played.card)
    return ShownCard(
        card.rank,
        card.suit,
        card.name,
        str(seat or ""),
        marks.at.get(key, ()),
        marks.proved.get(key, ()),
        wins,
    )


def _in_turn(examined: Examined, leader: Seat | None, cards: Sequence[Played]) -> list[Seat | None]:
    """Give each card its seat: the one written, else who is next of those who play."""
    seats, alone = examined.rules.seats, examined.verdict.derived.alone or ()
    sitting = {partner_of(seat, seats) for seat in alone if seat in seats}
    found: list[Seat | None] = []
    seat = leader if leader in seats else None
    for played in cards:
        found.append(played.seat or seat)
        if seat is not None:
            seat = left_of(seat, seats)
            while seat in sitting:
                seat = left_of(seat, seats)
    return found


# --- calls


def _calls(examined: Examined, marks: _Marks) -> tuple[ShownCall, ...]:
    record = examined.record
    if isinstance(record, EcarteRecord):
        return tuple(_ecarte_call(call, at, marks) for at, call in enumerate(record.calls or ()))
    return tuple(_call(examined, record, call, at, marks) for at, call in enumerate(record.calls or ()))


def _call(examined: Examined, record: HandRecord, call: Call, at: int, marks: _Marks) -> ShownCall:
    seats, seat = examined.rules.seats, call.seat
    if seat is None and record.dealer in seats:
        assert record.dealer is not None
        seat = seats[(seats.index(record.dealer) + 1 + at) % len(seats)]
        if record.upcard is not None and record.upcard.suit is None:
            seat = record.dealer
    faults = marks.at.get((Section.CALLS, at), ())
    return ShownCall(str(seat or ""), call_words(call, seat, record.dealer, examined), faults)


def call_words(call: Call, seat: Seat | None, dealer: Seat | None, examined: Examined) -> str:
    """Say a call as it is said at the table."""
    seats = examined.rules.seats
    words = "call not known"
    if call.kind is CallKind.PASS:
        words = "passes"
    elif call.kind is CallKind.MAKE:
        words = f"makes {SUIT_NAMES[call.suit]}" if call.suit else "plays without a trump"
    elif call.kind is CallKind.ACCEPT:
        partner = partner_of(dealer, seats) if dealer in seats and dealer is not None else None
        words = "takes it up" if seat == dealer else "orders it up"
        if seat is not None and seat == partner:
            words = "turns it down, to play alone in its suit" if _must_be_alone(examined) else "assists"
            return words if _must_be_alone(examined) or not call.alone else f"{words}, alone"
    return f"{words}, alone" if call.alone else words


def _must_be_alone(examined: Examined) -> bool:
    """Say whether the dealer's partner cannot keep the dealer: "I turn it down" is how he takes the suit."""
    rules = examined.rules
    return isinstance(rules, Ruleset) and rules.dealers_partner == DealersPartner.MUST_PLAY_ALONE


_ECARTE_WORDS = {"propose": "proposes", "accept": "accepts", "refuse": "refuses", "play": "plays"}


def _ecarte_call(call: EcarteCall, at: int, marks: _Marks) -> ShownCall:
    words = _ECARTE_WORDS.get(str(call.kind), "call not known")
    counts = (call.eldest.count, call.dealer.count)
    if counts != (None, None):
        eldest, dealer = ("?" if count is None else count for count in counts)
        words += f"; eldest changes {eldest}, the dealer {dealer}"
    return ShownCall(str(call.seat or ""), words, marks.at.get((Section.CALLS, at), ()))


def _discard(record: Record) -> ShownCard | None:
    written = record.discard if isinstance(record, HandRecord) else None
    return None if written is None else shown_card(written)


def _notes(record: Record) -> tuple[str, ...]:
    notes = []
    if isinstance(record, EcarteRecord):
        notes += [f"{mark.seat} marks the king" for mark in record.kings or ()]
    else:
        notes += [f"{seat} plays alone" for seat in record.alone or ()]
        notes += ["all passed twice; thrown in"] if record.thrown_in else []
    return (*notes, *([f"void and dealt again: {record.redeal}"] if record.redeal else ()))


# --- words


def _shown_fault(number: int, fault: Fault, examined: Examined) -> ShownFault:
    where = _where(fault, examined.record)
    law = law_sentence(fault.law, examined.rules)
    return ShownFault(number, fault, where, law, source_name(fault.law))


_PLACES = {
    Section.CUTS: "In the cut for deal",
    Section.PACKETS: "In the deal",
    Section.DEAL: "In the deal",
    Section.CALLS: "In the calling",
    Section.DISCARD: "At the discard",
    Section.ALONE: "In playing alone",
    Section.EXCHANGES: "In the exchange",
    Section.KINGS: "In marking the king",
    Section.CLAIMS: "In a claim",
    Section.TRICKS: "In the tricks written down",
    Section.POINTS: "In the points written down",
    Section.PENALTIES: "In a penalty",
}


def _where(fault: Fault, record: Record) -> str:
    """Say where a fault was done, and where it was proved if that was later."""
    step, proved = fault.step, fault.proved_at
    if step.section is Section.WINNERS:
        return f"In trick {step.index + 1}"
    if step.section is not Section.PLAY:
        where = _PLACES[step.section]
    else:
        where = f"In trick {trick_at(record, step.index)[0]}"
    if proved == step or proved.section is not Section.PLAY:
        return where
    return f"{where}, proved in trick {trick_at(record, proved.index)[0]}"


def _people(examined: Examined, points: Mapping[Side, int]) -> tuple[tuple[str, int], ...]:
    """Name those who score, if people are named or one of a side is credited with more than the side."""
    by_seat, names = examined.verdict.derived.points_by_seat, examined.game.names
    if by_seat is None:
        return ()
    own = any(points.get(side) != by_seat[seat] for side in points for seat in side if seat in by_seat)
    if not own and (not names or side_code(by_seat) == ""):
        return ()
    return tuple((names.get(seat) or str(seat), earned) for seat, earned in by_seat.items())
