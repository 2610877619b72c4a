"""Hands of écarté in as few words as at the table, for tests that tell of one thing."""

from __future__ import annotations

from dataclasses import replace

from scoring.engine.cards import Card
from scoring.engine.ecarte import ECARTE, EcarteRules, changed
from scoring.engine.ecarte_examine import examine_ecarte
from scoring.engine.ecarte_records import (
    EcarteCall,
    EcarteCallKind,
    EcarteRecord,
    EcarteSaid,
    KingMark,
    KingMoment,
    Swap,
)
from scoring.engine.records import Glimpse, Played, Trick
from scoring.engine.seats import Seat

N, S = Seat.N, Seat.S
NORTH, SOUTH = frozenset({N}), frozenset({S})
AGAIN = changed(ECARTE, {"proposals": "while-the-stock-lasts"})
NONE_CHANGED = Swap(0, (), ())


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in text.split())


def seen(text: str) -> tuple[Glimpse, ...]:
    return tuple(Glimpse.of(card) for card in cards(text))


def calls(text: str, *, eldest: Swap = NONE_CHANGED, dealer: Swap = NONE_CHANGED) -> tuple[EcarteCall, ...]:
    """Calls by their words; every acceptance has the same exchanges."""
    kinds = [EcarteCallKind(word) for word in text.split()]
    return tuple(
        EcarteCall(kind, None, eldest, dealer) if kind is EcarteCallKind.ACCEPT else EcarteCall(kind)
        for kind in kinds
    )


def play(text: str) -> tuple[Trick, ...]:
    return tuple(Trick(tuple(map(Played, cards(trick)))) for trick in text.split("/"))


def marked(seat: Seat, moment: KingMoment | None = KingMoment.BEFORE_FIRST_CARD) -> tuple[KingMark, ...]:
    return (KingMark(seat, moment),)


def said(north: int, south: int) -> EcarteSaid:
    return EcarteSaid(points=((NORTH, north), (SOUTH, south)))


def score(north: int, south: int) -> tuple[tuple[frozenset[Seat], int], ...]:
    return ((NORTH, north), (SOUTH, south))


SPADES = EcarteRecord(
    dealer=S,
    held={N: seen("KC QD JH AS TC"), S: seen("9C 8D 7H KS QH")},
    upcard=Card.parse("7S"),
    calls=calls("play"),
    kings=(),
    tricks=play("KC 9C / QD 8D / JH QH / KS AS / 7H TC"),
)
"""Spades: eldest, N, takes two tricks, then the dealer, S, three, with the king of trumps among them."""

DIAMONDS = replace(
    SPADES,
    upcard=Card.parse("7D"),
    calls=calls("propose refuse"),
    tricks=play("KC 9C / QD 8D / TC 7H / AS KS / QH JH"),
)
"""Diamonds: eldest, N, takes the first three tricks, after the dealer refused cards."""


def codes(record: EcarteRecord, rules: EcarteRules = ECARTE) -> list[str]:
    """The codes of all that is wrong, in order."""
    return [found.code for found in examine_ecarte(record, rules).faults]


def points(record: EcarteRecord, rules: EcarteRules = ECARTE) -> tuple[int, int] | None:
    """What N and S score."""
    derived = examine_ecarte(record, rules).derived.points
    return None if derived is None else (derived[NORTH], derived[SOUTH])
