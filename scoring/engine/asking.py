"""What is to be asked next of a hand that is written down piece by piece, and what the answer may be.

A record is filled in the order of a hand: dealer, upcard, calls, discard, who plays alone, then card by
card. What is offered can be, as far as it is known where the cards are; it need not be allowed: a card that
does not follow suit is offered like any other, for the record is to show what was done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from scoring.engine.calling import read_calls
from scoring.engine.cards import BENNY, Card, Suit, pack
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import DealersPartner, LoneBy, LoneSaid, OpenSuits
from scoring.engine.dealing import read_deal
from scoring.engine.deck import bits_of, cards_in
from scoring.engine.discards import read_discard, read_exchanges
from scoring.engine.hands import TRICKS
from scoring.engine.lone import read_alone
from scoring.engine.play import Play
from scoring.engine.playing import read_play
from scoring.engine.records import Call, CallKind, HandRecord, Played, Trick
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, partner_of

__all__ = ["Asked", "Question", "ask", "with_card", "without_last"]


class Question(StrEnum):
    """What is asked."""

    DEALER = "dealer"
    UPCARD = "upcard"
    CALL = "call"
    DISCARD = "discard"
    ALONE = "alone"
    CARD = "card"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, of whom, and the answers that can be; of each kind only those that fit it."""

    what: Question
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    held: bool = False
    """The cards are the seat's own, all of them known."""
    calls: tuple[Call, ...] = ()
    alone: tuple[tuple[Seat, ...], ...] = ()
    trick: int = 0
    """The trick that the card goes to, from 1."""


_DONE = Asked(Question.NOTHING)


def ask(record: HandRecord, rules: Ruleset) -> Asked:
    """Return the next question. Never raises for what a record can hold."""
    if record.dealer not in rules.seats:
        return Asked(Question.DEALER)
    known = {glimpse.card for cards in record.held.values() for glimpse in cards}
    if record.upcard is None:
        return Asked(Question.UPCARD, cards=tuple(card for card in pack(rules) if card not in known))
    if record.redeal or any(call.kind is CallKind.UNKNOWN for call in record.calls or ()):
        return _DONE
    case = Case(record, rules)
    read_deal(case)
    read_calls(case)
    if not case.called:
        return _ask_call(case)
    if case.thrown_in or record.thrown_in or case.maker == UNKNOWN or case.trump == UNKNOWN:
        return _DONE
    return _ask_after_calls(case)


def _ask_after_calls(case: Case) -> Asked:
    read_discard(case)
    if case.discard_due and case.record.discard is None:
        return Asked(Question.DISCARD, case.name(case.dealer), *_to_discard(case))
    read_alone(case)
    read_exchanges(case)
    if not case.lone_known and not case.record.tricks and case.record.alone is None:
        choices = _who_may_be_alone(case)
        if choices:
            return Asked(Question.ALONE, alone=choices)
    return _ask_card(case)


# --- calls


def _ask_call(case: Case) -> Asked:
    record, rules = case.record, case.rules
    assert record.dealer is not None
    assert record.upcard is not None
    if record.upcard == BENNY:
        return Asked(Question.CALL, record.dealer, calls=tuple(_makes(tuple(Suit), alone=False)))
    spoken = len(record.calls or ())
    speaker = case.name((case.dealer + 1 + spoken) % rules.players)
    alone = (
        rules.players == 4 and rules.lone_by != LoneBy.NOBODY and rules.lone_said == LoneSaid.WITH_THE_CALL
    )
    if spoken < rules.players:
        if rules.dealers_partner == DealersPartner.MUST_PLAY_ALONE and speaker == partner_of(
            record.dealer, rules.seats
        ):
            return Asked(
                Question.CALL, speaker, calls=(Call(CallKind.PASS), Call(CallKind.ACCEPT, alone=True))
            )
        accepts = [Call(CallKind.ACCEPT), *([Call(CallKind.ACCEPT, alone=True)] if alone else [])]
        return Asked(Question.CALL, speaker, calls=(Call(CallKind.PASS), *accepts))
    closed = record.upcard.suit if rules.open_suits == OpenSuits.NOT_TURNED_DOWN else None
    suits = tuple(suit for suit in Suit if suit != closed)
    calls = (Call(CallKind.PASS), *_makes((*suits, *([None] if rules.no_trump else [])), alone=alone))
    return Asked(Question.CALL, speaker, calls=calls)


def _makes(suits: tuple[Suit | None, ...], *, alone: bool) -> list[Call]:
    made = [Call(CallKind.MAKE, suit) for suit in suits]
    return made + ([replace(call, alone=True) for call in made] if alone else [])


def _who_may_be_alone(case: Case) -> tuple[tuple[Seat, ...], ...]:
    """Return every declaration that no rule forbids: nobody's, one player's, one on either side."""
    sides = [(None, *sorted(side, key=list(Seat).index)) for side in case.rules.sides]
    choices = [tuple(seat for seat in one if seat is not None) for one in product(*sides)]
    choices.sort(key=len)
    return tuple(one for one in choices if _may_be(case, one))


def _may_be(case: Case, alone: tuple[Seat, ...]) -> bool:
    trial = Case(replace(case.record, alone=alone, tricks=None), case.rules)
    read_deal(trial)
    read_calls(trial)
    trial.faults.clear()
    read_alone(trial)
    return not trial.faults


# --- cards


def _ask_card(case: Case) -> Asked:
    case.faults.clear()
    tricks = case.record.tricks or ()
    play = read_play(case) if tricks else None
    number, leader, offset = _place(case, play, tricks)
    orders = case.terms.orders(case.terms.sitting_out(case.alone))
    if number > TRICKS or leader == UNKNOWN or offset >= len(orders[leader]):
        return _DONE
    place = orders[leader][offset]
    laid = bits_of(played.card for trick in tricks for played in trick.cards if played.card is not None)
    return Asked(Question.CARD, case.name(place), *_to_play(case, place, laid, number - 1), trick=number)


def _place(case: Case, play: Play | None, tricks: tuple[Trick, ...]) -> tuple[int, int, int]:
    """Return the trick that goes on, who leads it, and how many have played to it."""
    if play is None or not tricks:
        return 1, case.terms.leader(case.dealer, case.maker, case.alone), 0
    if play.lost or len(play.leaders) < len(tricks):
        return 1, UNKNOWN, 0
    if len(play.winners) < len(tricks):
        return len(tricks), play.leaders[-1], len(tricks[-1].cards)
    return len(tricks) + 1, play.winners[-1], 0


def _to_discard(case: Case) -> tuple[tuple[Card, ...], bool]:
    """Return what the dealer may put out, and whether his whole hand is known."""
    hands, dealer = case.hands, case.dealer
    mine = hands.firm[dealer] | hands.loose[dealer]
    if not hands.blank[dealer]:
        return cards_in(mine), True
    return cards_in(case.terms.pack & ~(hands.known() & ~mine)), False


def _to_play(case: Case, place: int, laid: int, rounds: int) -> tuple[tuple[Card, ...], bool]:
    """Return what this place may still have after so many tricks, and whether those are its very cards."""
    hands = case.hands
    mine = hands.firm[place] | hands.loose[place]
    unseen = hands.blank[place] - (rounds - (mine & laid).bit_count())
    if unseen <= 0 and not hands.gone[place] and mine & ~laid:
        return cards_in(mine & ~laid), True
    elsewhere = hands.known() & ~mine
    return cards_in(case.terms.pack & ~laid & ~elsewhere), False


# --- written down


def with_card(record: HandRecord, card: Card, rules: Ruleset) -> HandRecord:
    """Add a card to the trick that goes on."""
    asked = ask(record, rules)
    tricks = record.tricks or ()
    if tricks and (asked.what is not Question.CARD or asked.trick == len(tricks)):
        last = replace(tricks[-1], cards=(*tricks[-1].cards, Played(card)))
        return replace(record, tricks=(*tricks[:-1], last))
    return replace(record, tricks=(*tricks, Trick((Played(card),))))


def without_last(record: HandRecord) -> HandRecord:
    """Take back what was written down last."""
    if record.tricks:
        last = record.tricks[-1]
        kept = (replace(last, cards=last.cards[:-1], winner=None),) if len(last.cards) > 1 else ()
        return replace(record, tricks=(*record.tricks[:-1], *kept) or None)
    if record.alone is not None:
        return replace(record, alone=None)
    if record.discard is not None:
        return replace(record, discard=None)
    if record.calls:
        return replace(record, calls=record.calls[:-1] or None, thrown_in=False)
    if record.upcard is not None:
        return replace(record, upcard=None)
    return replace(record, dealer=None)
