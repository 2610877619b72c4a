"""A hand entered piece by piece: each answer changes the native text that a page carries along.

The text is all there is to keep, so that a page can be reloaded, gone back from, passed on, and edited.
An answer is one word, `dealer:S`, `upcard:KC`, `call:o*`, `discard:--`, `alone:NE`, `card:AD`, `held:N` with
five cards beside it, or `back`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.engine.asking import with_card, without_last
from scoring.engine.cards import pack
from scoring.engine.errors import RuleViolation
from scoring.engine.notation import GameRecord, write_native
from scoring.engine.notation_calls import call_named
from scoring.engine.notation_cards import SEATS, card_named, glimpse_named
from scoring.engine.records import MOST_CALLS, Glimpse, HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.selectors.hand_questions import by_suits
from scoring.selectors.hand_tables import ShownCard, shown_card
from scoring.selectors.hands import Examined, Rules, examine_text, judged

__all__ = ["answered", "cards_to_deal", "hand_begun", "hand_in"]

MOST_CARDS = 40
"""Of a play, however wrong it is."""


def hand_begun(rules: Rules) -> str:
    """Return the text of a hand of which nothing is known."""
    game = GameRecord(rules=rules, seats=rules.seats, sides=rules.sides, hands=(HandRecord(number=1),))
    return write_native([game])


def hand_in(text: str) -> Examined | None:
    """Return the last hand of a text, None if there is none of euchre."""
    found = [one for one in examine_text(text).hands if isinstance(one.record, HandRecord)]
    return found[-1] if found else None


def answered(one: Examined, answer: str, cards: Sequence[str] = ()) -> str:
    """Return the text with one answer more. Raises RuleViolation for an answer that cannot be read."""
    record, rules = one.record, one.rules
    assert isinstance(record, HandRecord)
    assert isinstance(rules, Ruleset)
    kind, _, word = answer.partition(":")
    if kind == "back":
        changed = without_last(record)
    elif kind == "held":
        changed = _with_held(record, word, cards)
    elif kind == "card":
        changed = _with_card(record, word, rules)
    else:
        changed = _with_fact(record, kind, word)
    return judged(one.game, one.place, changed, rules).text


def _unread(answer: str) -> RuleViolation:
    return RuleViolation("answer-unreadable", f"“{answer[:40]}” answers nothing here.")


def _with_fact(record: HandRecord, kind: str, word: str) -> HandRecord:
    """Write down who deals, what is turned up, what is said, what is put out or who plays alone."""
    call, card, glimpse = call_named(word), card_named(word), glimpse_named(word)
    if kind == "dealer" and word in SEATS:
        return replace(record, dealer=SEATS[word])
    if kind == "upcard" and card is not None:
        return replace(record, upcard=card)
    if kind == "call" and call is not None and len(record.calls or ()) < MOST_CALLS:
        return replace(record, calls=(*(record.calls or ()), call))
    if kind == "discard" and glimpse is not None:
        return replace(record, discard=glimpse)
    if kind == "alone" and len(word) <= 2 and all(letter in SEATS for letter in word):
        return replace(record, alone=tuple(SEATS[letter] for letter in word))
    raise _unread(f"{kind}:{word}")


def _with_card(record: HandRecord, word: str, rules: Ruleset) -> HandRecord:
    card = card_named(word)
    if card is None or sum(len(trick.cards) for trick in record.tricks or ()) >= MOST_CARDS:
        raise _unread(word)
    return with_card(record, card, rules)


def _with_held(record: HandRecord, seat: str, words: Sequence[str]) -> HandRecord:
    """Write down what a seat was dealt; nothing ticked means that it is not known."""
    cards = [card_named(word) for word in words[:16]]
    if seat not in SEATS or None in cards:
        raise _unread(f"held:{seat}")
    held = {one: dealt for one, dealt in record.held.items() if one != SEATS[seat]}
    if cards:
        held[SEATS[seat]] = tuple(Glimpse.of(card) for card in cards if card is not None)
    return replace(record, held=held)


def cards_to_deal(
    record: HandRecord, rules: Ruleset, seat: Seat
) -> tuple[tuple[tuple[str, ShownCard, bool], ...], ...]:
    """Return, by suits, each card that the seat may have been dealt, and whether it is written down so."""
    elsewhere = {glimpse.card for one, cards in record.held.items() if one != seat for glimpse in cards}
    mine = {glimpse.card for glimpse in record.held.get(seat, ())}
    free = tuple(card for card in pack(rules) if card not in elsewhere and card != record.upcard)
    return tuple(tuple((str(card), shown_card(card), card in mine) for card in row) for row in by_suits(free))
