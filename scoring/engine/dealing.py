"""The deal as it was written down: who deals, what was turned up, and what each was dealt."""

from __future__ import annotations

from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.deck import CARDS, NUMBER, bits_of
from scoring.engine.records import Glimpse
from scoring.engine.seats import Seat
from scoring.engine.terms import HELD
from scoring.engine.verdicts import Section

UPCARD = "the upcard"


def read_deal(case: Case) -> None:
    """Read dealer, upcard and hands, and note cards that the pack lacks or holds only once."""
    record, terms = case.record, case.terms
    if record.dealer is not None:
        case.dealer = case.place_of(record.dealer, Section.DEAL, 0)
    for seat in record.held:
        if seat not in terms.place:
            sentence = f"Nobody sits at {seat} at a table of {terms.players}."
            case.fault("seat-not-at-table", Section.DEAL, HELD * terms.players, sentence, seat=seat)
    if not _read_swiftly(case):
        _read_thoroughly(case)


def _read_swiftly(case: Case) -> bool:
    """Read hands that are known and sound; False, with nothing noted, if they are not."""
    record, seen, held = case.record, 0, []
    number = NUMBER
    try:
        for seat in case.terms.seats:
            bits = 0
            for card in record.held[seat]:
                bits |= 1 << number[card.rank, card.suit]
            held.append(bits)
            seen |= bits
        upcard = record.upcard
        if upcard is None:
            return False
        case.upcard = number[upcard.rank, upcard.suit]
    except KeyError:
        return False
    seen |= 1 << case.upcard
    sound = not seen & ~case.terms.pack and seen.bit_count() == HELD * case.terms.players + 1
    if sound and all(bits.bit_count() == HELD for bits in held):
        case.held = held
        return True
    case.upcard = UNKNOWN
    return False


def _read_thoroughly(case: Case) -> None:
    """Read whatever was written; a card that cannot be where it is written counts as not known there."""
    seen: dict[int, int] = {}
    for place, seat in enumerate(case.terms.seats):
        case.blanks[place] = HELD
        if seat in case.record.held:
            _read_hand(case, place, case.record.held[seat], seen)
    if case.record.upcard is not None:
        glimpse = Glimpse.of(case.record.upcard)
        case.upcard = _read_card(case, case.terms.players, 0, glimpse, seen)
    for place in range(case.terms.players):
        case.blanks[place] = HELD - case.held[place].bit_count()


def _read_hand(case: Case, place: int, glimpses: tuple[Glimpse, ...], seen: dict[int, int]) -> None:
    if len(glimpses) != HELD:
        at = HELD * place + min(len(glimpses), HELD - 1)
        sentence = f"{case.name(place)} was dealt {len(glimpses)} cards; everybody is dealt {HELD}."
        case.fault("not-five-cards", Section.DEAL, at, sentence, seat=place)
    for position, glimpse in enumerate(glimpses):
        number = _read_card(case, place, min(position, HELD - 1), glimpse, seen)
        if number >= 0 and case.held[place].bit_count() < HELD:
            case.held[place] |= 1 << number


def _read_card(case: Case, place: int, position: int, glimpse: Glimpse, seen: dict[int, int]) -> int:
    """Return the card's number, UNKNOWN if it is not known or cannot be."""
    at = HELD * place + position
    seat = place if place < case.terms.players else UNKNOWN
    number = NUMBER.get((glimpse.rank, glimpse.suit), UNKNOWN)
    if number == UNKNOWN:
        if not fitting(glimpse) & case.terms.pack:
            case.fault("card-not-in-pack", Section.DEAL, at, "The pack has no such card.", seat=seat)
        return UNKNOWN
    if not case.terms.pack >> number & 1:
        sentence = f"{CARDS[number]} is not in this pack."
        case.fault("card-not-in-pack", Section.DEAL, at, sentence, seat=seat, cards=1 << number)
        return UNKNOWN
    if number in seen:
        _dealt_twice(case, number, at, seat, seen[number])
        return UNKNOWN
    seen[number] = place
    return number


def _dealt_twice(case: Case, number: int, at: int, seat: int, first: int) -> None:
    """Note it, and hold neither place to the card: which of them is wrong does not show."""
    where = case.name(seat) if seat >= 0 else UPCARD
    sentence = f"{CARDS[number]} was dealt to {case.name(first)} and again to {where}."
    if seat < 0:
        sentence = f"{CARDS[number]} was dealt to {case.name(first)} and is the upcard too."
    case.fault("dealt-twice", Section.DEAL, at, sentence, seat=seat, cards=1 << number)
    case.held[first] &= ~(1 << number)


def fitting(glimpse: Glimpse) -> int:
    """Return the cards a glimpse may be, of the largest pack."""
    number = NUMBER.get((glimpse.rank, glimpse.suit))
    if number is not None:
        return 1 << number
    return bits_of(
        card
        for card in CARDS
        if (glimpse.rank is None or card.rank == glimpse.rank)
        and (glimpse.suit is None or card.suit == glimpse.suit)
    )


def whole_hand(case: Case, seat: Seat) -> int:
    """Return the five cards a seat was dealt, 0 if they are not all known."""
    place = case.terms.place[seat]
    return case.held[place] if not case.blanks[place] else 0
