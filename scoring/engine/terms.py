"""A ruleset as the examiner asks it: seats as places counted clockwise from N, cards as bits.

Worked out once for each ruleset and kept, for the last few hundred rulesets asked about.
"""

from __future__ import annotations

from scoring.engine.cards import pack
from scoring.engine.choices import LoneLead
from scoring.engine.deck import bits_of
from scoring.engine.hands import TRICKS, Award, HandFacts, award_checked
from scoring.engine.laws import law_of
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side
from scoring.engine.verdicts import Law

HELD = TRICKS
"""Cards dealt to each player: as many as there are tricks."""


class Terms:
    """What never changes from hand to hand under one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.seats: tuple[Seat, ...] = rules.seats
        self.players = rules.players
        self.everybody = (1 << self.players) - 1
        self.place: dict[Seat, int] = {seat: at for at, seat in enumerate(self.seats)}
        self.sides: tuple[Side, ...] = rules.sides
        self.side_at: tuple[Side, ...] = tuple(rules.side_of(seat) for seat in self.seats)
        self.side_bits: tuple[int, ...] = tuple(
            sum(1 << self.place[seat] for seat in side) for side in self.side_at
        )
        self.pack = bits_of(pack(rules))
        self.side_of = dict(zip(self.seats, self.side_at, strict=True))
        self.dealt = HELD * self.players + 1  # the upcard with the hands
        self.stock = self.pack.bit_count() - HELD * self.players - 1
        self._orders: dict[int, tuple[tuple[int, ...], ...]] = {}
        self._turns: dict[int, tuple[tuple[tuple[int, Seat], ...], ...]] = {}
        self._awards: dict[tuple[int, int, int], Award] = {}
        self.laws: dict[str, Law] = {}
        """The law behind each code of a fault, as far as one was asked for."""
        self.settings: dict[object, object] = {}
        """What the same calls lead to every time (`swift`)."""

    def all_dealt(self, seen: int) -> bool:
        """Say whether these are as many different cards as are dealt and turned up, all of the pack."""
        return not seen & ~self.pack and seen.bit_count() == self.dealt

    def partner(self, place: int) -> int | None:
        """Return who sits opposite as a partner, if anybody does."""
        return (place + 2) % 4 if self.players == 4 else None

    def orders(self, sitting_out: int) -> tuple[tuple[int, ...], ...]:
        """By leader: the places of those who play, in turn. A seat that sits out leads nothing: ()."""
        found = self._orders.get(sitting_out)
        if found is None:
            n = self.players
            found = tuple(
                tuple(p % n for p in range(lead, lead + n) if not sitting_out >> p % n & 1)
                if not sitting_out >> lead & 1
                else ()
                for lead in range(n)
            )
            self._orders[sitting_out] = found
        return found

    def turns(self, sitting_out: int) -> tuple[tuple[tuple[int, Seat], ...], ...]:
        """By leader: those who play, in turn, as a place and its seat."""
        found = self._turns.get(sitting_out)
        if found is None:
            orders = self.orders(sitting_out)
            found = tuple(tuple((place, self.seats[place]) for place in order) for order in orders)
            self._turns[sitting_out] = found
        return found

    def sitting_out(self, alone: int) -> int:
        """Return the partners of those who play alone; at a small table nobody sits out."""
        if self.players != 4:
            return 0
        return sum(1 << (place + 2) % 4 for place in range(4) if alone >> place & 1)

    def leader(self, dealer: int, maker: int, alone: int) -> int:
        """Return who leads to the first trick."""
        sitting_out = self.sitting_out(alone)
        start = dealer + 1
        if alone and self.rules.lone_lead == LoneLead.LEFT_OF_LONE:
            theirs = alone & ~self.side_bits[maker]
            both = theirs and alone & self.side_bits[maker]
            if both:
                return theirs.bit_length() - 1  # two play alone: the lone defender leads
            start = alone.bit_length()  # left of the one who plays alone
        while sitting_out >> start % self.players & 1:
            start += 1
        return start % self.players

    def law(self, code: str) -> Law:
        """Return the rule that a fault of this code breaks."""
        found = self.laws.get(code)
        if found is None:
            found = self.laws[code] = law_of(code, self.rules)
        return found

    def award(self, maker: int, alone: int, tricks: int) -> Award:
        """Return what a hand earns whose facts the examiner has passed."""
        found = self._awards.get((maker, alone, tricks))
        if found is None:
            lone = frozenset(seat for at, seat in enumerate(self.seats) if alone >> at & 1)
            found = award_checked(HandFacts(self.seats[maker], lone, tricks), self.rules)
            self._awards[maker, alone, tricks] = found
        return found


MOST_KEPT = 256
_kept: dict[int, Terms] = {}
"""By the identity of the ruleset, which its terms keep alive, so that none is compared field by field."""


def terms_of(rules: Ruleset) -> Terms:
    """Return the terms of a ruleset."""
    found = _kept.get(id(rules))
    if found is None or found.rules is not rules:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[id(rules)] = Terms(rules)
    return found
