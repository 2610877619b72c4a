"""Cards as they are called at the table: "the ace of clubs"."""

from __future__ import annotations

from scoring.engine.cards import Card, Rank, Suit

RANK_NAMES: dict[Rank, str] = {
    Rank.SEVEN: "seven",
    Rank.EIGHT: "eight",
    Rank.NINE: "nine",
    Rank.TEN: "ten",
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.ACE: "ace",
}

SUIT_NAMES: dict[Suit, str] = {
    Suit.CLUBS: "clubs",
    Suit.DIAMONDS: "diamonds",
    Suit.HEARTS: "hearts",
    Suit.SPADES: "spades",
}


def card_name(card: Card) -> str:
    """Name a card in the middle of a sentence, whatever is trump: "the ace of clubs", "Benny"."""
    return "Benny" if card.suit is None else f"the {RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"
