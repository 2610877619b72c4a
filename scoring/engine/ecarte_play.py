"""How écarté is played: K Q J A 10 9 8 7 in every suit, no bowers, and no choice where a trick can be won.

Who plays second follows suit if able, and with a card that wins if able; who cannot follow trumps if able.
Seed S3 begins after the laws that say so; both duties are fields of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.engine.cards import Card, Rank, Suit
from scoring.engine.ecarte import ECARTE, EcarteRules
from scoring.engine.seats import Seat

RANKS = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.ACE,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
)
"""The ranks from the lowest up: the ace stands between the ten and the knave."""

PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
"""All 32 cards, suit by suit from the lowest up."""

IN_PACK = frozenset(PACK)

_PLACE = {rank: place for place, rank in enumerate(RANKS)}


def strength(card: Card) -> int:
    """Return a card's place in its suit, 0 for a seven; only cards of one suit compare.

    Benny is in no pack of écarté, but may stand in a record of it, even twice.
    """
    return _PLACE.get(card.rank, -1)


def beats(answer: Card, led: Card, trump: Suit) -> bool:
    """Say whether the second card of a trick takes it from the first."""
    if answer.suit == led.suit:
        return strength(answer) > strength(led)
    return answer.suit == trump


def legal_plays(
    held: Iterable[Card], led: Card | None, trump: Suit, rules: EcarteRules = ECARTE
) -> frozenset[Card]:
    """Return what may be played: anything to lead; else a winner of the suit led, that suit, or a trump."""
    cards = frozenset(held)
    if led is None:
        return cards
    following = frozenset(card for card in cards if card.suit == led.suit)
    if not following:
        trumps = frozenset(card for card in cards if card.suit == trump)
        return trumps if rules.must_trump and trumps else cards
    winners = frozenset(card for card in following if beats(card, led, trump))
    return winners if rules.must_win and winners else following


def ways_to_play(
    held: Mapping[Seat, frozenset[Card]], leader: Seat, trump: Suit, rules: EcarteRules = ECARTE
) -> int:
    """Count the legal ways to play out two hands of one size from `leader`'s lead."""
    (other,) = (seat for seat in held if seat != leader)
    if not held[leader]:
        return 1
    ways = 0
    for led in held[leader]:
        for answer in legal_plays(held[other], led, trump, rules):
            left = {leader: held[leader] - {led}, other: held[other] - {answer}}
            ways += ways_to_play(left, other if beats(answer, led, trump) else leader, trump, rules)
    return ways
