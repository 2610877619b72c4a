"""Cards as a file of games writes them: rank and suit ("9h", also "Nh"), bowers, Benny, unknown ones."""

from __future__ import annotations

from scoring.engine.cards import BENNY, Card, Suit, left_bower, right_bower
from scoring.engine.errors import RuleViolation

_UNKNOWN_RANKS, _UNKNOWN_SUITS = "X", "XTNG"


def read_card(written: object, trump: Suit | None) -> Card | None:
    """Read a card: rank and suit, B for Benny, R and L for the bowers; None if it is none, or unknown."""
    if not isinstance(written, str) or not 1 <= len(written) <= 2:
        return None
    text = written.upper()
    if text == "B":
        return BENNY
    if text in {"R", "L"}:
        if trump is None:
            return None
        return right_bower(trump) if text == "R" else left_bower(trump)
    try:
        return Card.parse(text.replace("N", "9", 1) if text.startswith("N") else text)
    except RuleViolation:
        return None


def is_unknown(written: object) -> bool:
    """Say whether a card is left open: an empty text, an unknown rank or an unknown suit."""
    if not isinstance(written, str):
        return False
    text = written.upper()
    return not text or (len(text) == 2 and (text[0] in _UNKNOWN_RANKS or text[1] in _UNKNOWN_SUITS))


def suit_of(upcard: object) -> Suit | None:
    """Return the suit of a card whose rank may be unknown."""
    if not isinstance(upcard, str) or len(upcard) != 2:
        return None
    return next((suit for suit in Suit if suit == upcard[1].upper()), None)
