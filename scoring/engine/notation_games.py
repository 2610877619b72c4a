"""A game as its native text holds it: tags, rules and hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from scoring.engine.catalogue import RULESETS
from scoring.engine.ecarte import EcarteRules
from scoring.engine.ecarte_records import EcarteRecord
from scoring.engine.records import Cut, HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side, seats_of, sides_of

DEFAULT = "north-american"
"""The ruleset of a game that names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game. An empty text means that a tag is not there; so does None.

    `rules` are the entry of the catalogue that the tags name, with what they change. `start` and `result` are
    points in the order of `sides`. `tags` are those nobody knows, in their order.
    """

    event: str = ""
    site: str = ""
    date: str = ""
    table: str = ""
    names: Mapping[Seat, str] = field(default_factory=dict)
    rules: Ruleset | EcarteRules = RULESETS[DEFAULT]
    seats: tuple[Seat, ...] = seats_of(4)
    """Who sits at the table, clockwise."""
    sides: tuple[Side, ...] = sides_of(4)
    cards: int = 5
    """Cards each is dealt."""
    cut: tuple[Cut, ...] | None = None
    """The cut for the first deal; a hand may have one of its own."""
    packets: tuple[int, ...] | None = None
    """How the cards were given out in every hand that does not say otherwise."""
    start: tuple[int, ...] | None = None
    result: tuple[int, ...] | None = None
    status: str = ""
    """final, unfinished or abandoned."""
    tags: tuple[tuple[str, str], ...] = ()
    hands: tuple[HandRecord | EcarteRecord, ...] = ()

    @property
    def players(self) -> int:
        """How many sit at the table by the rules."""
        return len(self.rules.seats)

    @property
    def dealt(self) -> tuple[HandRecord | EcarteRecord, ...]:
        """The hands with what the tags say of them: the cut in the first, the packets in each."""
        return tuple(self._dealt(hand, number) for number, hand in enumerate(self.hands))

    def _dealt(self, hand: HandRecord | EcarteRecord, number: int) -> HandRecord | EcarteRecord:
        cuts = self.cut if number == 0 and hand.cuts is None else hand.cuts
        packets = self.packets if hand.packets is None else hand.packets
        if cuts is hand.cuts and packets is hand.packets:
            return hand
        return replace(hand, cuts=cuts, packets=packets)
