"""The play of a hand: the quick way through sound tricks, and how many ways there are to play hands out.

What is read here keeps every rule; whatever does not is read by `tricks`, card by card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scoring.engine.cards import Card, Suit
from scoring.engine.cases import Case
from scoring.engine.deck import (
    BIT_BY_RANK,
    BIT_FOLLOWS,
    BIT_POWER,
    FOLLOWS,
    IN_SUIT,
    NUMBER,
    POWER,
    SUIT_NUMBER,
    bits_of,
)
from scoring.engine.hands import TRICKS
from scoring.engine.records import Trick
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Fault

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(slots=True)
class Play:
    """What was read of the play under one trump and one choice of who plays."""

    trump: int
    alone: int
    faults: list[Fault] = field(default_factory=list)
    leaders: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    laid: list[tuple[int, int, int]] = field(default_factory=list)
    """Index, place and card of everything that was soundly played; empty after the quick way."""
    voids: list[tuple[int, int, int]] = field(default_factory=list)
    """Index, place and suit of every card that did not follow."""
    revokes: list[tuple[int, int]] = field(default_factory=list)
    """Trick and place of every revoke."""
    full: int = 0
    """Tricks to which everybody has played."""
    known: bool = True
    """Every card on the table is known."""
    lost: bool = False
    """At some point it is not known whose card is whose."""
    bent: bool = False
    """The play shows that others play than was said."""
    left: list[int] = field(default_factory=list)
    """Cards still held at the end by place, where they are all known."""
    unknown: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Five full tricks, every card known."""
        return self.full == TRICKS and self.known and not self.lost


def play_swiftly(case: Case, trump: int, alone: int, leader: int) -> Play | None:
    """Read tricks in which every hand is known and every rule is kept; None at the first doubt."""
    terms, hands = case.terms, case.hands
    order = terms.orders(terms.sitting_out(alone))[leader]
    tricks = case.record.tricks
    if tricks is None or len(tricks) > TRICKS:
        return None
    for place in order:
        if hands.blank[place] or hands.gone[place]:
            return None
    play = Play(trump, alone)
    held, tables = hands.firm[:], (BIT_FOLLOWS[trump], IN_SUIT[trump], BIT_POWER[trump])
    winners = play_soundly(tricks, leader, terms.turns(terms.sitting_out(alone)), held, tables)
    if winners is None:
        return None
    play.winners, play.leaders = winners, [leader, *winners[:-1]]
    play.full, play.left = len(tricks), held
    return play


Tables = tuple[dict[int, int], tuple[int, ...], tuple[dict[int, int], ...]]
"""Of one trump: BIT_FOLLOWS, IN_SUIT and BIT_POWER."""

Turns = tuple[tuple[tuple[int, Seat], ...], ...]
"""By leader: who plays, in turn, as a place and its seat."""


def play_soundly(
    tricks: tuple[Trick, ...], leader: int, turns: Turns, held: list[int], tables: Tables
) -> list[int] | None:
    """Play tricks out of the hands and return who takes them; None if anything is not as it should be."""
    follows, in_suit, power = tables
    bits, winners = BIT_BY_RANK, []
    for trick in tricks:
        cards, turn = trick.cards, turns[leader]
        if len(cards) != len(turn) or (trick.leader is not None and trick.leader is not turn[0][1]):
            return None
        following, powers, best = 0, power[0], 0
        for played, (place, due) in zip(cards, turn):  # noqa: B905 - as many, as was seen
            card, seat = played.card, played.seat
            if card is None or (seat is not due and seat is not None):
                return None
            bit, mine = bits[card.rank][card.suit], held[place]
            if not mine & bit or (mine & following and not bit & following):
                return None
            held[place] = mine ^ bit
            if not best:  # the lead, which always has some power
                following, powers = in_suit[follows[bit]], power[follows[bit]]
            strength = powers[bit]
            if strength > best:
                best, leader, taker = strength, place, due
        if trick.winner is not None and trick.winner is not taker:
            return None
        winners.append(leader)
    return winners


def legal_bits(held: int, led: int, trump: int) -> int:
    """Return what may be played of these cards to the suit led (below 0: to lead)."""
    return held if led < 0 else held & IN_SUIT[trump][led] or held


def ways_to_finish(
    held: Mapping[Seat, frozenset[Card]], trump: Suit | None, leader: Seat, table: Sequence[Card] = ()
) -> int:
    """Return in how many ways hands can legally be played out; who sits out is not in `held`.

    `table` are the cards of the trick in hand, led by `leader`; whoever has played to it holds one card less.
    """
    seats = [seat for seat in Seat if seat in held]
    hands = [bits_of(held[seat]) for seat in seats]
    suit = SUIT_NUMBER[trump]
    numbers = [NUMBER[card.rank, card.suit] for card in table]
    led = FOLLOWS[suit][numbers[0]] if numbers else -1
    best, winner, lead = -1, -1, seats.index(leader)
    for at, number in enumerate(numbers):
        if POWER[suit][led][number] > best:
            best, winner = POWER[suit][led][number], (lead + at) % len(seats)
    return _ways(hands, suit, (lead + len(numbers)) % len(seats), len(numbers), led, best, winner)


def _ways(hands: list[int], trump: int, place: int, played: int, led: int, best: int, winner: int) -> int:
    """Count on from a point in a trick: who is to play, how many have, and who takes it so far."""
    if played == len(hands):
        place, played, led, best = winner, 0, -1, -1
    if not hands[place]:
        return 1
    ways, follows = 0, FOLLOWS[trump]
    choice = legal_bits(hands[place], led, trump)
    while choice:
        bit = choice & -choice
        choice ^= bit
        number = bit.bit_length() - 1
        suit = led if played else follows[number]
        power = POWER[trump][suit][number]
        takes = power > best
        hands[place] ^= bit
        ways += _ways(
            hands, trump, (place + 1) % len(hands), played + 1, suit,
            power if takes else best, place if takes else winner,
        )  # fmt: skip
        hands[place] ^= bit
    return ways
