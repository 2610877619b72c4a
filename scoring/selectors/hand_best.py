"""What best play would have made of a hand whose cards are all known, in sentences.

Worked out by search, so only within a budget of time: what is not found by then is not said.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from scoring.engine.best_play import Position, best_cards, best_tricks, lone_hand_sentence
from scoring.engine.card_names import card_name
from scoring.engine.cards import Card
from scoring.engine.errors import RuleViolation
from scoring.engine.hands import TRICKS
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, partner_of, side_name
from scoring.engine.terms import terms_of
from scoring.engine.verdicts import Section
from scoring.selectors.hand_tables import shown_tricks
from scoring.selectors.hands import Examined

BUDGET = 0.6
"""Seconds for all hands of one page."""

_WORDS = ("no tricks", "one trick", "two tricks", "three tricks", "four tricks", "all five tricks")


class Budget:
    """Time that may still be spent."""

    def __init__(self, seconds: float = BUDGET) -> None:
        self._until = monotonic() + seconds

    @property
    def spent(self) -> bool:
        """No search may be begun any more."""
        return monotonic() > self._until


def best_sentences(one: Examined, budget: Budget) -> tuple[str, ...]:
    """Say what best play makes of a hand, and which card of the play threw a trick away first."""
    if budget.spent:
        return ()
    try:
        position = _as_play_began(one)
        if position is None:
            return ()
        tricks, makers = best_tricks(position), side_name(position.makers)
        lone = len(position.makers & position.held.keys()) == 1 and len(position.held) == 3 and _lone(one)
        if lone:
            told = f"With every card seen: {_lower(lone_hand_sentence(position))}"
        else:
            told = f"With every card seen and best play by all, {makers} would take {_WORDS[tricks]}."
        slip = "" if budget.spent else _first_slip(one, position, tricks, budget)
    except RuleViolation:
        return ()  # no play can have begun so; the faults say why
    return (told, slip) if slip else (told,)


def _lone(one: Examined) -> bool:
    derived = one.verdict.derived
    return bool(derived.alone and derived.maker and one.rules.side_of(derived.maker) & derived.alone)


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


# --- the hands as the play began


def _as_play_began(one: Examined) -> Position | None:
    """Return the position before the first lead; None unless every card of those who play is known."""
    record, rules, derived = one.record, one.rules, one.verdict.derived
    if not isinstance(record, HandRecord) or not isinstance(rules, Ruleset) or derived.maker is None:
        return None
    if record.dealer not in rules.seats or (derived.trump is None and not derived.no_trump):
        return None
    assert record.dealer is not None
    alone = derived.alone or frozenset()
    held = _played_out(one) or _dealt(one, record)
    if held is None or len({card for cards in held.values() for card in cards}) < TRICKS * len(held):
        return None
    place = terms_of(rules).place
    bits = sum(1 << place[seat] for seat in alone)
    leader = rules.seats[terms_of(rules).leader(place[record.dealer], place[derived.maker], bits)]
    return Position(
        held=held, trump=derived.trump, to_play=leader, makers=frozenset(rules.side_of(derived.maker))
    )


def _playing(one: Examined) -> list[Seat]:
    seats, alone = one.rules.seats, one.verdict.derived.alone or ()
    sitting = {partner_of(seat, seats) for seat in alone}
    return [seat for seat in seats if seat not in sitting]


def _played_out(one: Examined) -> dict[Seat, frozenset[Card]] | None:
    """Return the hands as the whole play shows them, whatever was put out before it."""
    tricks = one.record.tricks or ()
    wrong = any(fault.step.section is Section.PLAY and fault.code != "revoke" for fault in one.verdict.faults)
    if wrong or len(tricks) != TRICKS:
        return None
    held: dict[Seat, set[Card]] = {seat: set() for seat in _playing(one)}
    for shown, trick in zip(shown_tricks(one), tricks, strict=True):
        for card, played in zip(shown.cards, trick.cards, strict=True):
            if played.card is None or card.seat not in held:
                return None
            held[Seat(card.seat)].add(played.card)
    whole = all(len(cards) == TRICKS for cards in held.values())
    return {seat: frozenset(cards) for seat, cards in held.items()} if whole else None


def _dealt(one: Examined, record: HandRecord) -> dict[Seat, frozenset[Card]] | None:
    """Return the hands as they were dealt, the upcard taken up for the discard."""
    if record.exchanges:
        return None
    held: dict[Seat, frozenset[Card]] = {}
    for seat in _playing(one):
        cards = frozenset(glimpse.card for glimpse in record.held.get(seat, ()) if glimpse.card is not None)
        if seat == record.dealer and record.discard is not None and record.upcard is not None:
            cards = (cards | {record.upcard}) - {record.discard.card}
        if len(cards) != TRICKS:
            return None
        held[seat] = frozenset(card for card in cards if card is not None)
    taken = any(str(call.kind) == "accept" for call in record.calls or ())
    if taken and record.discard is None and record.dealer in held:
        return None
    return held


# --- the play against best play


def _first_slip(one: Examined, position: Position, tricks: int, budget: Budget) -> str:
    """Name the first card after which its side could not do as well any more."""
    for number, seat, card in _cards(one):
        if budget.spent or card is None or seat != position.to_play or card not in position.legal:
            return ""
        figures = best_cards(position)
        ours = seat in position.makers
        if figures[card] != tricks:
            better = min((other for other in figures if figures[other] == tricks), key=str)
            lost = abs(tricks - figures[card])
            what = "a trick" if lost == 1 else _WORDS[lost]
            who = "the makers" if ours else "the defenders"
            return (
                f"In trick {number} {seat} played {card_name(card)}, which cost {who} {what}; "
                f"{card_name(better)} would not have."
            )
        position = position.after(card)
    return ""


def _cards(one: Examined) -> Iterable[tuple[int, Seat | None, Card | None]]:
    for shown, trick in zip(shown_tricks(one), one.record.tricks or (), strict=True):
        for card, played in zip(shown.cards, trick.cards, strict=True):
            yield shown.number, Seat(card.seat) if card.seat else None, played.card
