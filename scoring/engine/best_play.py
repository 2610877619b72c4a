"""The best that either side could have done, with all hands known.

*Best play* is exact: the makers take as many tricks as they can whatever the others do, everybody seeing
every card. It judges a hand afterwards; nobody at the table could have known it. Where each plays for
himself, the maker still stands against the other two, for only the maker's tricks decide the hand.

*Claims.* A claim of so many further tricks is a claim of at least so many, the trick on the table among them,
for the claimer's side. It is `certain` if the claimer, playing his own cards best, brings it home against
any play of all the others, his partner's worst included: nobody is asked to help. It is `possible` if some
play of all the hands gives it, and `impossible` otherwise. A concession is a claim of none and always
certain.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from scoring.engine.card_names import card_name
from scoring.engine.card_search import Search
from scoring.engine.cards import Card, Suit, strength, suit_in_play
from scoring.engine.errors import RuleViolation
from scoring.engine.hands import NEEDED, TRICKS
from scoring.engine.positions import Position
from scoring.engine.seats import Seat, Side

__all__ = [
    "ClaimIs", "Position", "best_cards", "best_tricks", "certain_tricks", "claim_is",
    "lone_hand_sentence", "possible_tricks",
]  # fmt: skip


class ClaimIs(StrEnum):
    """What a claim of further tricks is worth."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


class _Table:
    """A position laid out for the search: seats by number and cards by bit."""

    def __init__(self, position: Position, counted: Iterable[Seat], wanting: Iterable[Seat]) -> None:
        self._number = {seat: number for number, seat in enumerate(position.seats)}
        cards = {seat: set(held) for seat, held in position.held.items()}
        for seat, card in zip(position.played, position.table, strict=True):
            cards[seat].add(card)
        self._bits, suits, trumps = _bits_of(frozenset[Card]().union(*cards.values()), position.trump)
        held = [self._sum(cards[seat]) for seat in self._number]
        self._search = Search(held, suits, trumps, self._numbers(counted), self._numbers(wanting))

    def _sum(self, cards: Iterable[Card]) -> int:
        return sum(self._bits[card] for card in cards)

    def _numbers(self, seats: Iterable[Seat]) -> frozenset[int]:
        return frozenset(self._number[seat] for seat in seats if seat in self._number)

    def most(self, position: Position) -> int:
        """Return how many of the tricks left the counted seats take from this point of the same play."""
        played = zip(position.played, position.table, strict=True)
        table = [(self._number[seat], self._bits[card]) for seat, card in played]
        alive = sum(self._sum(held) for held in position.held.values())
        return self._search.most(alive, self._number[position.to_play], table, position.left)


def _bits_of(cards: Iterable[Card], trump: Suit | None) -> tuple[dict[Card, int], list[int], int]:
    """Give every card a bit: suit by suit from the lowest up, trumps last.

    Returns also each suit's bits, and those of the trumps.
    """
    suits: dict[Suit | None, list[Card]] = {}
    for card in cards:
        suits.setdefault(suit_in_play(card, trump), []).append(card)
    bits: dict[Card, int] = {}
    runs: dict[Suit | None, int] = {}
    for suit in sorted(suits, key=lambda suit: (suit is not None and suit == trump, str(suit))):
        for card in sorted(suits[suit], key=lambda card: strength(card, trump)):
            bits[card] = 1 << len(bits)
        runs[suit] = sum(bits[card] for card in suits[suit])
    return bits, list(runs.values()), 0 if trump is None else runs.get(trump, 0)


def best_tricks(position: Position) -> int:
    """Return the makers' tricks of the whole hand, those won included, under best play by all."""
    return position.tricks_won + _Table(position, position.makers, position.makers).most(position)


def best_cards(position: Position) -> dict[Card, int]:
    """Return for each card that may be played the makers' tricks of the whole hand, best play following it.

    Makers look for the greatest figure, the others for the least. Nothing where no cards are left.
    """
    table = _Table(position, position.makers, position.makers)
    after = {card: position.after(card) for card in sorted(position.legal, key=str)}
    return {card: later.tricks_won + table.most(later) for card, later in after.items()}


def certain_tricks(position: Position, seat: Seat, side: Side | None = None) -> int:
    """Return how many further tricks `seat` can make sure of for the side, everybody else against it.

    `side` is whose tricks count: the makers or the defenders, as the seat is; for a defender who is each for
    himself, only the seat.
    """
    return _Table(position, _side_at(position, seat, side), {seat}).most(position)


def possible_tricks(position: Position, seat: Seat, side: Side | None = None) -> int:
    """Return how many further tricks the seat's side takes if everybody plays to give them to it."""
    return _Table(position, _side_at(position, seat, side), position.held).most(position)


def claim_is(position: Position, seat: Seat, tricks: int, side: Side | None = None) -> ClaimIs:
    """Judge a claim of at least so many further tricks; see the top of this file, and `certain_tricks`."""
    if tricks <= certain_tricks(position, seat, side):
        return ClaimIs.CERTAIN
    if tricks <= possible_tricks(position, seat, side):
        return ClaimIs.POSSIBLE
    return ClaimIs.IMPOSSIBLE


def _side_at(position: Position, seat: Seat, side: Side | None) -> Side:
    """Return whose tricks a claim of this seat counts. Raises RuleViolation if the seat does not play."""
    if seat not in position.held:
        raise RuleViolation("seat-not-at-table", f"{seat} does not play this hand.")
    if side is not None:
        return side
    return position.makers if seat in position.makers else frozenset(position.held) - position.makers


def lone_hand_sentence(position: Position) -> str:
    """Say whether best defence beats the lone hand of the makers, and how, if a defender is to play.

    "The lone hand could be beaten: lead the ace of clubs."
    """
    figures = best_cards(position)
    tricks = best_tricks(position)
    if tricks == TRICKS:
        return "The lone hand could not be stopped: it takes all five tricks."
    what = "beaten" if tricks < NEEDED else f"held to {_WORDS[tricks]} tricks"
    if position.to_play in position.makers or not figures:
        return f"The lone hand could be {what}."
    best = max(
        (card for card in figures if figures[card] == tricks),
        key=lambda card: (
            suit_in_play(card, position.trump) != position.trump,
            strength(card, position.trump),
        ),
    )
    return f"The lone hand could be {what}: {'play' if position.table else 'lead'} {card_name(best)}."


_WORDS = {3: "three", 4: "four"}
