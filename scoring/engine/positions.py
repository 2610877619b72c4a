"""A point of the play with every hand known, and what follows when a card is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.engine.cards import Card, Suit, legal_plays, winning_place
from scoring.engine.errors import RuleViolation
from scoring.engine.seats import Seat, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A point of the play with every hand known. Raises RuleViolation if no play can have led to it.

    `held` has the cards not yet played of everybody who plays (nobody who sits out), `table` the cards of
    the trick in hand, in the order of play, `tricks_won` the makers' tricks so far.
    """

    held: Mapping[Seat, frozenset[Card]]
    trump: Suit | None
    to_play: Seat
    makers: Side
    table: tuple[Card, ...] = ()
    tricks_won: int = 0

    def __post_init__(self) -> None:
        if sentence := _fault_of(self):
            raise RuleViolation("position-unsound", sentence)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who plays, clockwise, beginning with the seat to play."""
        playing = [seat for seat in Seat if seat in self.held]
        at = playing.index(self.to_play)
        return (*playing[at:], *playing[:at])

    @property
    def played(self) -> tuple[Seat, ...]:
        """Who has played to the trick on the table, in that order."""
        seats = self.seats
        return seats[len(seats) - len(self.table) :]

    @property
    def left(self) -> int:
        """Tricks still to be won, the one on the table among them."""
        return len(self.held[self.to_play])

    @property
    def legal(self) -> frozenset[Card]:
        """What the seat to play may play."""
        led = self.table[0] if self.table else None
        return legal_plays(self.held[self.to_play], led, self.trump)

    def after(self, card: Card) -> Position:
        """Return the position once the seat to play has played this card. Raises RuleViolation."""
        if card not in self.legal:
            raise RuleViolation("card-not-legal", f"{self.to_play} may not play {card}.")
        seats, table = self.seats, (*self.table, card)
        held = {**self.held, self.to_play: self.held[self.to_play] - {card}}
        if len(table) < len(seats):
            return replace(self, held=held, table=table, to_play=seats[1])
        winner = (*seats[1:], seats[0])[winning_place(table, self.trump)]
        won = self.tricks_won + (winner in self.makers)
        return replace(self, held=held, table=(), to_play=winner, tricks_won=won)


def _fault_of(position: Position) -> str:
    """Say what is wrong with a position, "" if nothing is."""
    held, table = position.held, position.table
    if len(held) < 2 or position.to_play not in held:
        return "Two seats or more play, and one of them is to play."
    if not position.makers & held.keys() or position.makers >= held.keys():
        return "Makers and defenders both play."
    if len(table) >= len(held):
        return "A trick is over when everybody has played to it."
    cards = [*table, *(card for cards in held.values() for card in cards)]
    if len(set(cards)) < len(cards):
        return "No card is in two places."
    if any(len(held[seat]) + (seat in position.played) != position.left for seat in held):
        return "Everybody has as many cards left as tricks are to be won."
    return ""
