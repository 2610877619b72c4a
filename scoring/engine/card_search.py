"""How many tricks some of the seats take when every card is seen: the search behind `best_play`.

Every outstanding card is one bit. Each suit in play is a run of bits, the highest card the highest bit, and
trumps stand above all other suits; so a card takes the trick from the best one so far exactly if it is the
greater number and of the suit led or a trump. Seats are counted clockwise from 0.

A question is "can they take so many more?", answered yes or no; three such answers at most make a number of
five tricks. What is known of a place between two tricks is kept: two places are the same if, suit by suit,
the same seats hold the cards from the highest to the lowest, whatever is printed on them. Of neighbouring
cards in one player's hand only one is tried.

`counted` are the seats whose tricks are asked for, `wanting` those who try to take them; the rest try to
prevent it. In a hand played out these are the same, in a claim they need not be.
"""

from __future__ import annotations

from collections.abc import Sequence

Played = tuple[int, int]
"""A card on the table: its seat and its bit."""

_Known = tuple[int, int]


class Search:
    """The memory of one deal with one trump; `held` are the seats' cards, `suits` the runs, trumps last.

    What lies on the table counts to `held` of whoever played it.
    """

    __slots__ = (
        "_counted", "_held", "_known", "_next", "_seats", "_shapes", "_suits", "_sure", "_tried", "_trumps",
        "_wanting",
    )  # fmt: skip

    def __init__(
        self,
        held: Sequence[int],
        suits: Sequence[int],
        trumps: int,
        counted: frozenset[int],
        wanting: frozenset[int],
    ) -> None:
        """Set out the cards; `trumps` is 0 where there is no trump, else one of the suits."""
        self._seats = len(held)
        self._held = tuple(held)
        self._suits = tuple(suits)
        self._trumps = trumps
        self._counted = tuple(seat in counted for seat in range(self._seats))
        self._wanting = tuple(seat in wanting for seat in range(self._seats))
        self._next = tuple((seat + 1) % self._seats for seat in range(self._seats))
        self._known: dict[tuple[int, ...], _Known] = {}
        self._shapes: dict[int, int] = {0: 0}
        self._sure: dict[int, _Known] = {}
        self._tried: tuple[dict[int, tuple[int, ...]], ...] = tuple({} for _ in held)

    def most(self, alive: int, seat: int, table: Sequence[Played], left: int) -> int:
        """Return how many of the `left` tricks the counted seats take, the one on the table among them.

        `alive` are the cards not yet played, `seat` is to play next.
        """
        least, greatest = 0, left
        while least < greatest:
            need = (least + greatest + 1) // 2
            if self.reaches(alive, seat, table, left, need):
                least = need
            else:
                greatest = need - 1
        return least

    def reaches(self, alive: int, seat: int, table: Sequence[Played], left: int, need: int) -> bool:
        """Say whether the counted seats take at least `need` of the `left` tricks."""
        if not table:
            return self._from_lead(alive, seat, left, need)
        led = self._suit_of(table[0][1])
        winner, best = table[0]
        for who, card in table[1:]:
            if card > best and card & (led | self._trumps):
                winner, best = who, card
        return self._follow(alive, seat, self._seats - len(table), led, best, winner, left, need)

    def _suit_of(self, card: int) -> int:
        for suit in self._suits:
            if card & suit:
                return suit
        raise ValueError("a card of no suit")

    def _from_lead(self, alive: int, leader: int, left: int, need: int) -> bool:
        """Answer between two tricks, by what is sure, by what is known, or by trying every lead."""
        if need <= 0:
            return True
        if need > left:
            return False
        if left == 1:
            return self._last_trick(alive, leader)
        place, known = self._place(alive, leader, left)
        least, greatest = known
        if need <= least:
            return True
        if need > greatest:
            return False
        reached = self._lead(alive, leader, left, need)
        self._known[place] = (need, greatest) if reached else (least, need - 1)
        return reached

    def _place(self, alive: int, leader: int, left: int) -> tuple[tuple[int, ...], _Known]:
        """Return the place's name, and the least and the greatest that is known of it."""
        shapes = self._shapes
        there = [alive & suit for suit in self._suits]
        place = (leader, *[shapes[some] if some in shapes else self._shape(some) for some in there])
        if place in self._known:
            return place, self._known[place]
        trumps = alive & self._trumps
        ours, theirs = self._sure[trumps] if trumps in self._sure else self._count_sure(trumps)
        return place, (ours, left - theirs)

    def _last_trick(self, alive: int, leader: int) -> bool:
        """Everybody has one card."""
        seat, winner = self._next[leader], leader
        best = alive & self._held[leader]
        takes = self._suit_of(best) | self._trumps
        while seat != leader:
            card = alive & self._held[seat]
            if card > best and card & takes:
                winner, best = seat, card
            seat = self._next[seat]
        return self._counted[winner]

    def _lead(self, alive: int, leader: int, left: int, need: int) -> bool:
        wanting, after, waiting = self._wanting[leader], self._next[leader], self._seats - 1
        tried = self._tried[leader]
        for suit in reversed(self._suits):
            there = alive & suit
            for card in tried[there] if there in tried else self._to_try(there, leader):
                if self._follow(alive ^ card, after, waiting, suit, card, leader, left, need) is wanting:
                    return wanting
        return not wanting

    def _follow(
        self, alive: int, seat: int, waiting: int, led: int, best: int, winner: int, left: int, need: int
    ) -> bool:
        """Answer within a trick: `waiting` seats are still to play to it, `seat` first."""
        wanting, after = self._wanting[seat], self._next[seat]
        takes = led | self._trumps
        for card in self._choices(alive, seat, led, best, self._counted[winner] is wanting):
            if card > best and card & takes:
                top, taker = card, seat
            else:
                top, taker = best, winner
            if waiting > 1:
                reached = self._follow(alive ^ card, after, waiting - 1, led, top, taker, left, need)
            else:
                reached = self._from_lead(alive ^ card, taker, left - 1, need - self._counted[taker])
            if reached is wanting:
                return wanting
        return not wanting

    def _choices(self, alive: int, seat: int, led: int, best: int, content: bool) -> Sequence[int]:
        """Return which cards to try: low ones first if `content` with who has the trick so far."""
        tried, held, alike = self._tried[seat], alive & self._held[seat], alive | best
        if held & led:
            there = alike & led
            cards = tried[there] if there in tried else self._to_try(there, seat)
            return cards[::-1] if content or cards[0] < best else cards
        thrown: list[int] = []
        for suit in self._suits:
            if held & suit:
                there = alike & suit
                thrown += (tried[there] if there in tried else self._to_try(there, seat))[::-1]
        return thrown if content or not self._trumps else thrown[::-1]

    def _to_try(self, there: int, seat: int) -> tuple[int, ...]:
        """Return one card of each unbroken run that the seat holds of a suit, from the highest down."""
        cards, held, rest, joined = [], self._held[seat], there, False
        while rest:
            card = 1 << (rest.bit_length() - 1)
            rest ^= card
            if card & held and not joined:
                cards.append(card)
            joined = bool(card & held)
        self._tried[seat][there] = found = tuple(cards)
        return found

    def _shape(self, there: int) -> int:
        """Number who holds the cards of a suit from the highest down, whatever is printed on them."""
        shape, rest = 1, there
        while rest:
            card = 1 << (rest.bit_length() - 1)
            rest ^= card
            shape = shape << 2 | next(seat for seat, held in enumerate(self._held) if card & held)
        self._shapes[there] = shape
        return shape

    def _count_sure(self, trumps: int) -> _Known:
        """Count the tricks that trumps make whatever is played: one hand's unbroken run from the highest."""
        run, rest, holder = 0, trumps, None
        while rest:
            card = 1 << (rest.bit_length() - 1)
            who = next(seat for seat, held in enumerate(self._held) if card & held)
            if holder not in (None, who):
                break
            rest, run, holder = rest ^ card, run + 1, who
        sure = (run, 0) if holder is not None and self._counted[holder] else (0, run)
        self._sure[trumps] = sure
        return sure
