"""The question that comes next, as a page asks it: a sentence, and answers for a thumb."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.asking import Asked, Question, ask
from scoring.engine.cards import Card, Suit
from scoring.engine.notation_calls import call_text
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.selectors.hand_tables import ShownCard, call_words, shown_card
from scoring.selectors.hands import Examined


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to be tapped; `value` is the answer."""

    value: str
    card: ShownCard


@dataclass(frozen=True, slots=True)
class Asking:
    """A question on a page. `suits` are rows of cards by suit, `choices` other answers with their words."""

    what: str
    sentence: str
    suits: tuple[tuple[CardChoice, ...], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    held: bool = False
    trick: int = 0
    """The trick that goes on, from 1."""


def asking(one: Examined) -> Asking:
    """Return what to ask next of a hand of euchre."""
    record, rules = one.record, one.rules
    assert isinstance(record, HandRecord)
    assert isinstance(rules, Ruleset)
    asked = ask(record, rules)
    what = str(asked.what)
    suits, choices = _suits(what, asked.cards), _choices(asked, one)
    return Asking(what, _sentence(asked), suits, choices, asked.held, asked.trick)


def _sentence(asked: Asked) -> str:
    return {
        Question.DEALER: "Who deals?",
        Question.UPCARD: "Which card was turned up?",
        Question.CALL: f"What does {asked.seat} say?",
        Question.DISCARD: f"What does {asked.seat} put out?",
        Question.ALONE: "Who plays alone?",
        Question.CARD: f"Trick {asked.trick}: what does {asked.seat} play?",
        Question.NOTHING: "Everything that can be asked is written down.",
    }[asked.what]


def by_suits(cards: tuple[Card, ...]) -> list[list[Card]]:
    """Part cards into suits, each from the highest down, Benny by itself first."""
    suits: tuple[Suit | None, ...] = (None, Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
    rows = [[card for card in reversed(cards) if card.suit == suit] for suit in suits]
    return [row for row in rows if row]


def _suits(what: str, cards: tuple[Card, ...]) -> tuple[tuple[CardChoice, ...], ...]:
    return tuple(
        tuple(CardChoice(f"{what}:{card}", shown_card(card)) for card in row) for row in by_suits(cards)
    )


def _choices(asked: Asked, one: Examined) -> tuple[tuple[str, str], ...]:
    """Return the answers that are no cards, each with its words."""
    dealer = one.record.dealer
    if asked.what is Question.DEALER:
        return tuple((f"dealer:{seat}", one.game.names.get(seat) or str(seat)) for seat in one.rules.seats)
    if asked.what is Question.CALL:
        told = [(call, call_words(call, asked.seat, dealer, one)) for call in asked.calls]
        return tuple((f"call:{call_text(call)}", words[0].upper() + words[1:]) for call, words in told)
    if asked.what is Question.DISCARD:
        return (("discard:--", "It was not seen"),)
    if asked.what is Question.ALONE:
        return tuple((f"alone:{''.join(seats)}", _alone_words(seats)) for seats in asked.alone)
    return ()


def _alone_words(seats: tuple[Seat, ...]) -> str:
    return " and ".join(map(str, seats)) + " alone" if seats else "Nobody"
