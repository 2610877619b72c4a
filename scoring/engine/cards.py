"""The pack, and how cards rank once there is a trump.

Plain suits run A K Q J 10 9 8 7. In the trump suit Benny (the joker) stands first, then the right bower (the
knave of trumps), then the left bower (the other knave of the same colour). Benny and the left bower *are*
trumps, for leading, following and revoking, whatever is printed on them. With no trump there are no bowers.
Sources: seed S1 for the bowers, seed S2 for Benny.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from scoring.engine.errors import RuleViolation

if TYPE_CHECKING:
    from scoring.engine.rulesets import Ruleset


class Suit(StrEnum):
    """A suit, by its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def same_colour(self) -> Suit:
        """The other suit of this colour: the "next" suit, and the one that lends the left bower."""
        return _SAME_COLOUR[self]


_SAME_COLOUR = {
    Suit.CLUBS: Suit.SPADES,
    Suit.SPADES: Suit.CLUBS,
    Suit.DIAMONDS: Suit.HEARTS,
    Suit.HEARTS: Suit.DIAMONDS,
}


class Rank(StrEnum):
    """A printed rank, by its letter; the members run from the lowest up."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    BENNY = "O"


_ORDER = {rank: place for place, rank in enumerate(Rank, start=1)}
_LEFT, _RIGHT, _BEST = len(Rank) + 1, len(Rank) + 2, len(Rank) + 3
_FROM_LOWEST = {7: Rank.SEVEN, 8: Rank.EIGHT, 9: Rank.NINE}


@dataclass(frozen=True, slots=True)
class Card:
    """One card. Benny alone has no suit: the joker, or the two of spades standing in for it."""

    rank: Rank
    suit: Suit | None

    def __post_init__(self) -> None:
        if (self.rank == Rank.BENNY) != (self.suit is None):
            raise RuleViolation("card-unreadable", "Benny has no suit, and every other card has one.")

    def __str__(self) -> str:
        return "JO" if self.suit is None else f"{self.rank}{self.suit}"

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read the two letters of a card, as `str` writes them. Raises RuleViolation."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise RuleViolation("card-unreadable", f"There is no card {text!r}.") from None


BENNY = Card(Rank.BENNY, None)
_BY_TEXT = {str(card): card for card in (Card(r, s) for s in Suit for r in Rank if r != Rank.BENNY)}
_BY_TEXT["JO"] = BENNY


def right_bower(trump: Suit) -> Card:
    """Return the knave of trumps."""
    return _BY_TEXT[f"J{trump}"]


def left_bower(trump: Suit) -> Card:
    """Return the other knave of the trump's colour."""
    return _BY_TEXT[f"J{_SAME_COLOUR[trump]}"]


def pack(rules: Ruleset) -> tuple[Card, ...]:
    """Return the cards the ruleset plays with, suit by suit from the lowest up, Benny last."""
    return _pack(rules.lowest_rank, rules.benny)


@cache
def _pack(lowest_rank: int, benny: bool) -> tuple[Card, ...]:
    lowest = _ORDER[_FROM_LOWEST[lowest_rank]]
    plain = tuple(card for card in _BY_TEXT.values() if card != BENNY and _ORDER[card.rank] >= lowest)
    return (*plain, BENNY) if benny else plain


def suit_in_play(card: Card, trump: Suit | None) -> Suit | None:
    """Return the suit a card belongs to for leading and following; None for Benny when there is no trump."""
    if card.suit is None:
        return trump
    if trump is not None and card.rank == Rank.JACK and card.suit == _SAME_COLOUR[trump]:
        return trump  # the left bower follows trump, whatever is printed on it
    return card.suit


def strength(card: Card, trump: Suit | None) -> int:
    """Return the card's place in its suit in play; higher wins, and only cards of one suit compare."""
    if card.suit is None:
        return _BEST
    if trump is not None and card.rank == Rank.JACK:
        if card.suit == trump:
            return _RIGHT
        if card.suit == _SAME_COLOUR[trump]:
            return _LEFT
    return _ORDER[card.rank]


def beats(card: Card, best: Card, trump: Suit | None) -> bool:
    """Say whether a card played later takes the trick from the best one so far."""
    suit = suit_in_play(card, trump)
    if suit == suit_in_play(best, trump):
        return strength(card, trump) > strength(best, trump)
    return trump is not None and suit == trump


def winning_place(played: Sequence[Card], trump: Suit | None) -> int:
    """Return which card of a trick takes it, counted from 0 in the order of play."""
    winner = 0
    for place in range(1, len(played)):
        if beats(played[place], played[winner], trump):
            winner = place
    return winner


def legal_plays(held: Iterable[Card], led: Card | None, trump: Suit | None) -> frozenset[Card]:
    """Return what may be played to the card led: its suit if held, else anything (no duty to trump)."""
    cards = frozenset(held)
    if led is None:
        return cards
    suit = suit_in_play(led, trump)
    following = frozenset(card for card in cards if suit_in_play(card, trump) == suit)
    return following or cards
