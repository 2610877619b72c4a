"""How cards, seats and sides are spelled in the native form: one way written, several read.

Written: rank and suit, `TH`; Benny `JO`; what is not known `-`, so `-H`, `J-`, `--`. Read besides: small
letters, `10H`, the signs of the suits, `2S` for Benny, and `R` and `L` for the bowers where the trump is
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scoring.engine.cards import BENNY, Card, Rank, Suit, left_bower, right_bower
from scoring.engine.records import Glimpse
from scoring.engine.seats import Seat, Side, side_code

_SIGNS = {Suit.CLUBS: "♣♧", Suit.DIAMONDS: "♦♢", Suit.HEARTS: "♥♡", Suit.SPADES: "♠♤"}
_PLAIN = tuple(rank for rank in Rank if rank is not Rank.BENNY)

CARDS: dict[str, Card] = {f"{rank}{suit}": Card(rank, suit) for rank in _PLAIN for suit in Suit} | {
    "JO": BENNY
}
"""Every card by its canonical text."""

GLIMPSES: dict[str, Glimpse] = {
    f"{rank or '-'}{suit or '-'}": Glimpse(rank, suit) for rank in (*Rank, None) for suit in (*Suit, None)
} | {"JO": Glimpse(Rank.BENNY, None)}
"""Every card and part of a card by its canonical text. Benny with a suit, which cannot be, is `OH`."""
del GLIMPSES["O-"]

TEXTS: dict[Glimpse, str] = {glimpse: text for text, glimpse in GLIMPSES.items()}
SEATS: dict[str, Seat] = {letter: seat for seat in Seat for letter in (str(seat), seat.lower())}

_LOOSE_RANKS = {str(rank): str(rank) for rank in Rank} | {"10": "T", "-": "-"}
_LOOSE_SUITS = {sign: str(suit) for suit in Suit for sign in (*_SIGNS[suit], str(suit))} | {"-": "-"}
_LOOSE = {
    rank + suit: _LOOSE_RANKS[rank] + _LOOSE_SUITS[suit] for rank in _LOOSE_RANKS for suit in _LOOSE_SUITS
}
_LOOSE |= {"JO": "JO", **{"2" + sign: "JO" for sign, suit in _LOOSE_SUITS.items() if suit == Suit.SPADES}}

ONE_CARD = re.compile("[RL]|" + "|".join(sorted(_LOOSE, key=len, reverse=True)), re.IGNORECASE)
"""One spelling of a card, whole or in part, at the place where it is looked for."""


def suit_named(text: str) -> Suit | None:
    """Read a suit by its letter or sign."""
    letter = _LOOSE_SUITS.get(text.upper(), "-")
    return None if letter == "-" else Suit(letter)


def glimpse_named(text: str, trump: Suit | None = None) -> Glimpse | None:
    """Read a card, whole or in part, in any spelling; None if it is none, or a bower without a trump."""
    known = GLIMPSES.get(text)
    if known is not None:
        return known
    spelled = text.upper().replace("\ufe0f", "")
    if spelled in {"R", "L"}:
        if trump is None:
            return None
        return Glimpse.of(right_bower(trump) if spelled == "R" else left_bower(trump))
    loose = _LOOSE.get(spelled)
    return GLIMPSES.get(loose) if loose is not None else None


def card_named(text: str, trump: Suit | None = None) -> Card | None:
    """Read a card that is wholly known, in any spelling."""
    known = CARDS.get(text)
    if known is not None:
        return known
    glimpse = glimpse_named(text, trump)
    return None if glimpse is None or glimpse not in _WHOLE else _WHOLE[glimpse]


_WHOLE = {Glimpse.of(card): card for card in CARDS.values()}


def glimpses_text(glimpses: Iterable[Glimpse]) -> str:
    """Write cards without anything between them."""
    return "".join([TEXTS[one] for one in glimpses])


def side_text(side: Side) -> str:
    """Write a side by its seats clockwise from N; `-` for one without a seat."""
    return side_code(side) or "-"


def side_named(text: str) -> Side:
    """Read what `side_text` wrote, of which the caller has seen to it that it is seats or `-`."""
    return frozenset(SEATS[letter] for letter in text if letter != "-")
