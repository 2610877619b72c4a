"""One record of a hand, written as a deal of EGN 1.4, with all of it that the format cannot say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.cards import Card, Rank
from scoring.engine.egn_deal_records import breaks_off
from scoring.engine.egn_deals import SEATS
from scoring.engine.notation_calls import declared
from scoring.engine.records import (
    Call,
    CallKind,
    Exchange,
    ExchangeKind,
    Glimpse,
    HandRecord,
    Played,
    Said,
    Trick,
)
from scoring.engine.seats import Seat, left_of

Json = dict[str, object]

MOST_CALLS = 16
MOST_IN_A_LIST = 10
MOST_EXCHANGES = 4

_UNKNOWN = "Xx"
_CALLS = {CallKind.PASS: "Pass", CallKind.ACCEPT: "Order", CallKind.UNKNOWN: "x"}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something of a record that the file does not hold: code, sentence, and the hand, counted from 1."""

    code: str
    sentence: str
    hand: int | None = None


def deal_of(hand: HandRecord, place: int) -> tuple[Json | None, list[LeftOut]]:
    """Write one hand, the game's `place`th counted from 0; None if it cannot be a deal at all."""
    if hand.dealer is None:
        return None, [_left("dealer", "Nobody deals in this hand; it was left out.", place)]
    if hand.redeal:
        return None, [_left("void-hand", "A hand that was void cannot be marked so; it was left out.", place)]
    left = [_left(code, sentence, place) for code, sentence in _left_of(hand)]
    phases = [phase for phase in (_bidding(hand), _play(hand)) if phase is not None]
    state: Json = {"dealer": SEATS.index(hand.dealer), "upCard": _upcard(hand)}
    if hand.held:
        state["playerCards"] = [_cards(hand.held.get(seat, ())) for seat in SEATS]
    number = hand.number - 1 if hand.number is not None and hand.number >= 1 else place
    return {"dealNumber": number, "initialState": state, "phases": phases}, left


def _left(code: str, sentence: str, place: int) -> LeftOut:
    return LeftOut(code, sentence, place + 1)


# --- the parts


def card_text(card: Card | None) -> str:
    """Write a card as the format does: rank, and the suit small; B for Benny."""
    if card is None:
        return _UNKNOWN
    return "B" if card.suit is None else f"{card.rank}{card.suit.lower()}"


def _glimpse_text(glimpse: Glimpse) -> str:
    if glimpse.rank is Rank.BENNY:
        return "B"
    return f"{glimpse.rank or 'X'}{glimpse.suit.lower() if glimpse.suit else 'x'}"


def _cards(glimpses: tuple[Glimpse, ...]) -> list[str]:
    return [_glimpse_text(glimpse) for glimpse in glimpses[:MOST_IN_A_LIST]]


def _upcard(hand: HandRecord) -> str:
    """The card turned up; of one that is not known the suit, if the call that took it says so."""
    if hand.upcard is not None:
        return card_text(hand.upcard)
    suits = [call.suit for call in hand.calls or () if call.kind is CallKind.ACCEPT and call.suit]
    return f"X{suits[0].lower()}" if suits else _UNKNOWN


def _bidding(hand: HandRecord) -> Json | None:
    if hand.calls is None:
        return None
    maker, defender = _alone(hand)
    calls = [_call_text(call) for call in hand.calls[:MOST_CALLS]]
    phase: Json = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls, "isAlone": maker is not None}
    if defender is not None:
        phase["aloneDefender"] = SEATS.index(defender)
    if hand.discard is not None:
        phase["discard"] = _glimpse_text(hand.discard)
    if hand.exchanges:
        phase["cardExchanges"] = [_exchange(one) for one in hand.exchanges[:MOST_EXCHANGES]]
    return phase


def _call_text(call: Call) -> str:
    if call.kind is CallKind.MAKE:
        return call.suit.lower() if call.suit is not None else "n"
    return _CALLS[call.kind]


def _maker(hand: HandRecord) -> Seat | None:
    """Who made the last call that was no pass, by turn."""
    calls = hand.calls or ()
    for place in reversed(range(len(calls))):
        if calls[place].kind is not CallKind.PASS:
            one = Call(calls[place].kind, calls[place].suit, True)
            found = declared((*calls[:place], one), hand.dealer, hand.upcard, SEATS)
            return found[-1] if found else None
    return None


def _alone(hand: HandRecord) -> tuple[Seat | None, Seat | None]:
    """The lone maker and the lone defender that the file will name."""
    maker = _maker(hand)
    said = hand.alone if hand.alone is not None else declared(hand.calls, hand.dealer, hand.upcard, SEATS)
    others = [seat for seat in said if seat != maker]
    return maker if maker in said else None, others[0] if others else None


def _exchange(exchange: Exchange) -> Json:
    passed: Json = {"receiver": SEATS.index(exchange.by), "cards": _cards(exchange.taken)}
    return passed if exchange.with_seat is None else {"sender": SEATS.index(exchange.with_seat), **passed}


def _play(hand: HandRecord) -> Json | None:
    if hand.tricks is None or (hand.thrown_in and not hand.tricks):
        return None
    tricks = [
        [card_text(played.card) for played in trick.cards[:MOST_IN_A_LIST]]
        for trick in hand.tricks[:MOST_IN_A_LIST]
    ]
    return {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}


# --- what is left out


def _left_of(hand: HandRecord) -> Iterator[tuple[str, str]]:
    """Name all of a hand that its deal will not hold."""
    plain = {
        "cuts": "The cut for deal is not kept.",
        "packets": "How the cards were given out is not kept.",
        "scores": "The scores before the hand are not kept.",
        "claims": "Claims and concessions are not kept.",
        "penalties": "Penalties are not kept.",
    }
    yield from ((name, sentence) for name, sentence in plain.items() if getattr(hand, name) not in (None, ()))
    if hand.said != Said():
        yield "result", "Tricks and points as written are not kept; the play tells them."
    if hand.number is not None and hand.number < 1:
        yield "number", "Deals are numbered from one; another number is not kept."
    yield from _left_of_deal(hand)
    yield from _left_of_calls(hand)
    yield from _left_of_play(hand)


def _left_of_deal(hand: HandRecord) -> Iterator[tuple[str, str]]:
    if hand.calls is None and (hand.discard or hand.alone or hand.exchanges):
        yield "calls-unknown", "Discard, lone hands and exchanges are not kept without calls."
    if any(len(cards) > MOST_IN_A_LIST for cards in hand.held.values()):
        yield "too-many-cards", f"More than {MOST_IN_A_LIST} cards in one hand are not kept."
    if any(not cards for cards in hand.held.values()):
        yield "no-cards", "That a player was dealt no cards is not kept."
    if len(hand.exchanges) > MOST_EXCHANGES:
        yield "too-many-exchanges", f"More than {MOST_EXCHANGES} exchanges are not kept."
    for exchange in hand.exchanges:
        wanted = ExchangeKind.GOING_UNDER if exchange.with_seat is None else ExchangeKind.PARTNERS_BEST
        if exchange.away or exchange.kind is not wanted:
            yield "exchange", "Of an exchange only the cards taken are kept."


def _left_of_calls(hand: HandRecord) -> Iterator[tuple[str, str]]:
    calls = hand.calls or ()
    if len(calls) > MOST_CALLS:
        yield "too-many-calls", f"More than {MOST_CALLS} calls are not kept."
    if any(call.seat not in (None, seat) for call, seat in zip(calls, _turns(hand), strict=False)):
        yield "seat-of-a-call", "Who called out of turn is not kept."
    turned = hand.upcard.suit if hand.upcard is not None else None
    taken = {call.suit for call in calls if call.kind is CallKind.ACCEPT and call.suit not in (None, turned)}
    idle = any(call.suit for call in calls if call.kind in (CallKind.PASS, CallKind.UNKNOWN))
    if idle or len(taken) > 1 or (taken and turned is not None):
        yield "suit-of-a-call", "A suit beside a call that names none is not kept."
    maker, defender = _alone(hand)
    said = hand.alone if hand.alone is not None else declared(calls, hand.dealer, hand.upcard, SEATS)
    if len(said) > len([seat for seat in (maker, defender) if seat is not None]):
        yield "alone", "More lone hands than one a side are not kept."
    elif calls and any(call.alone for call in calls) and maker is None:
        yield "alone", "A lone hand declared by an earlier call is not kept as such."


def _turns(hand: HandRecord) -> Iterator[Seat]:
    seat = hand.dealer
    while seat is not None:
        seat = left_of(seat, SEATS)
        yield seat


def _left_of_play(hand: HandRecord) -> Iterator[tuple[str, str]]:
    tricks = hand.tricks or ()
    lone = len([seat for seat in _alone(hand) if seat is not None])
    if any(trick.leader for trick in tricks) or any(trick.winner for trick in tricks):
        yield "leaders-and-winners", "Leaders and winners as written are not kept; the cards tell them."
    if any(played.seat for played in _all(tricks)):
        yield "seat-of-a-card", "Whose card it was is not kept; the turn tells it."
    if any(played.irregular for played in _all(tricks)):
        yield "irregular", "Marks at irregular cards, and their reasons, are not kept."
    if len(tricks) > MOST_IN_A_LIST or any(len(trick.cards) > MOST_IN_A_LIST for trick in tricks):
        yield "too-many-tricks", f"More than {MOST_IN_A_LIST} tricks, or cards in one, are not kept."
    if tricks and hand.stopped != breaks_off(tricks, lone):
        yield "stopped", "Whether the rest of the play was written down is not kept."
    thrown_in = bool(hand.calls) and all(call.kind is CallKind.PASS for call in hand.calls or ())
    if hand.thrown_in != (thrown_in and len(hand.calls or ()) >= 2 * len(SEATS)):
        yield "thrown-in", "Whether the hand was thrown in is not kept; the calls tell it."


def _all(tricks: tuple[Trick, ...]) -> Iterator[Played]:
    return (played for trick in tricks for played in trick.cards)
