"""Cards as small numbers, and what follows suit and what wins as tables: the quick way to ask `cards`.

A card's number is its place in `CARDS`; a set of cards is a whole number with one bit for each. Trumps are
numbered as in `TRUMPS`, and NO_TRUMP is the last. Every table is filled by asking `cards`, so that no rule
stands here a second time.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.engine.cards import BENNY, Card, Rank, Suit, strength, suit_in_play

TRUMPS: tuple[Suit | None, ...] = (*Suit, None)
NO_TRUMP = 4
OWN_SUIT = 4
"""The suit in play of Benny when there is no trump: it follows nothing, and nothing follows it."""

CARDS: tuple[Card, ...] = (*(Card(rank, suit) for suit in Suit for rank in Rank if rank != Rank.BENNY), BENNY)
NUMBER: dict[tuple[Rank | None, Suit | None], int] = {
    (card.rank, card.suit): number for number, card in enumerate(CARDS)
}
"""By rank and suit. A card that is only half known is not in it."""

BIT: dict[tuple[Rank | None, Suit | None], int] = {key: 1 << number for key, number in NUMBER.items()}
"""The same as bits."""

BIT_BY_RANK: dict[Rank | None, dict[Suit | None, int]] = {
    rank: {suit: bit for (of, suit), bit in BIT.items() if of == rank} for rank, _ in BIT
}
"""The same by rank, then suit: no pair need be made for the asking, which halves its cost."""

BENNY_NUMBER = len(CARDS) - 1
ALL_CARDS = (1 << len(CARDS)) - 1
SUIT_NUMBER: dict[Suit | None, int] = {suit: number for number, suit in enumerate(TRUMPS)}


def number_of(card: Card) -> int:
    """Return a card's place in CARDS."""
    return NUMBER[card.rank, card.suit]


def bits_of(cards: Iterable[Card]) -> int:
    """Return a set of cards as bits."""
    bits = 0
    for card in cards:
        bits |= 1 << number_of(card)
    return bits


def numbers_in(bits: int) -> list[int]:
    """Return the numbers of the cards in a set, the lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def cards_in(bits: int) -> tuple[Card, ...]:
    """Return the cards of a set."""
    return tuple(CARDS[number] for number in numbers_in(bits))


def _suit_number(card: Card, trump: Suit | None) -> int:
    suit = suit_in_play(card, trump)
    return OWN_SUIT if suit is None else SUIT_NUMBER[suit]


FOLLOWS: tuple[tuple[int, ...], ...] = tuple(
    tuple(_suit_number(card, trump) for card in CARDS) for trump in TRUMPS
)
"""By trump and card: the suit in play."""

IN_SUIT: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(1 << n for n in range(len(CARDS)) if follows[n] == suit) for suit in range(OWN_SUIT + 1))
    for follows in FOLLOWS
)
"""By trump and suit in play: the cards that follow it."""

PRINTED: tuple[int, ...] = tuple(
    sum(1 << n for n, card in enumerate(CARDS) if card.suit == suit) for suit in Suit
)
"""By suit: the cards on which it is printed, Benny never."""

_TRUMP_IS_MORE = 100


def _power(card: Card, trump: Suit | None, led: int) -> int:
    suit = _suit_number(card, trump)
    if trump is not None and suit == SUIT_NUMBER[trump]:
        return _TRUMP_IS_MORE + strength(card, trump)
    return strength(card, trump) if suit == led else 0


POWER: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(_power(card, trump, led) for card in CARDS) for led in range(OWN_SUIT + 1))
    for trump in TRUMPS
)
"""By trump, suit led and card: the greatest power takes the trick; 0 cannot take it."""

BIT_POWER: tuple[tuple[dict[int, int], ...], ...] = tuple(
    tuple({1 << number: power for number, power in enumerate(powers)} for powers in by_suit)
    for by_suit in POWER
)
"""The same by a card's bit."""

BIT_FOLLOWS: tuple[dict[int, int], ...] = tuple(
    {1 << number: suit for number, suit in enumerate(follows)} for follows in FOLLOWS
)
"""FOLLOWS by a card's bit."""
