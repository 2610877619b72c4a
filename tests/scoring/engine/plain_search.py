"""An oracle for best play: every legal way of finishing is played out. Slow, and plain enough to be read.

It knows cards and turns, and nothing of the search it checks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hypothesis import strategies as st

from scoring.engine.cards import BENNY, Card, Suit, legal_plays, pack, winning_place
from scoring.engine.positions import Position
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat

Hands = tuple[frozenset[Card], ...]
Table = tuple[tuple[int, Card], ...]


def plain_tricks(
    position: Position, counted: Collection[Seat], wanting: Collection[Seat], *, remember: bool = False
) -> int:
    """Tricks left that fall to `counted` when `wanting` want them to and the rest do not."""
    seats = position.seats
    hands = tuple(position.held[seat] for seat in seats)
    played = range(len(seats) - len(position.table), len(seats))
    ours, theirs = [{seats.index(seat) for seat in some if seat in seats} for some in (counted, wanting)]
    table = tuple(zip(played, position.table, strict=True))
    return Plain(position.trump, ours, theirs, {} if remember else None).tricks(hands, 0, table)


class Plain:
    """Minimax; `seen` keeps what whole deals would otherwise play out too often."""

    def __init__(self, trump: Suit | None, counted: set[int], wanting: set[int], seen: dict | None) -> None:
        self.trump, self.counted, self.wanting, self.seen = trump, counted, wanting, seen

    def tricks(self, hands: Hands, seat: int, table: Table = ()) -> int:
        if not table and not any(hands):
            return 0
        if table or self.seen is None:
            return self.best(hands, seat, table)
        if (hands, seat) not in self.seen:
            self.seen[hands, seat] = self.best(hands, seat, table)
        return self.seen[hands, seat]

    def best(self, hands: Hands, seat: int, table: Table) -> int:
        led = table[0][1] if table else None
        figures = [
            self.playing(hands, seat, table, card) for card in legal_plays(hands[seat], led, self.trump)
        ]
        return max(figures) if seat in self.wanting else min(figures)

    def playing(self, hands: Hands, seat: int, table: Table, card: Card) -> int:
        rest = tuple(held - {card} if who == seat else held for who, held in enumerate(hands))
        trick = (*table, (seat, card))
        if len(trick) < len(hands):
            return self.tricks(rest, (seat + 1) % len(hands), trick)
        winner = trick[winning_place([each for _, each in trick], self.trump)][0]
        return (winner in self.counted) + self.tricks(rest, winner)


def cards_of(text: str) -> frozenset[Card]:
    """Read cards as a notation writes them: "JC JS AC"."""
    return frozenset(Card.parse(each) for each in text.split())


@st.composite
def positions(draw: st.DrawFn, cards: int = 3, most_seats: int = 4) -> Position:
    """Any position before a trick or within one: two to four seats, any trump or none, Benny now and then."""
    seats = sorted(draw(st.sets(st.sampled_from(Seat), min_size=2, max_size=most_seats)))
    rules = Ruleset(key="drawn", benny=draw(st.booleans()), lowest_rank=draw(st.sampled_from([7, 9])))
    dealt = draw(st.permutations(pack(rules)))[: cards * len(seats)]
    without_trump = BENNY not in dealt
    trump = draw(st.sampled_from([None, *Suit] if without_trump else list(Suit)))
    held = {seat: frozenset(dealt[at * cards : (at + 1) * cards]) for at, seat in enumerate(seats)}
    makers = frozenset(draw(st.sets(st.sampled_from(seats), min_size=1, max_size=len(seats) - 1)))
    position = Position(held=held, trump=trump, to_play=draw(st.sampled_from(seats)), makers=makers)
    for _ in range(draw(st.integers(0, len(seats) + 1))):
        position = position.after(draw(st.sampled_from(sorted(position.legal, key=str))))
    return position


def a_position(
    held: Mapping[Seat, str], trump: Suit | None, to_play: Seat, makers: Sequence[Seat]
) -> Position:
    """A position before a trick in as few words as it can be told."""
    told = {seat: cards_of(cards) for seat, cards in held.items()}
    return Position(held=told, trump=trump, to_play=to_play, makers=frozenset(makers))
