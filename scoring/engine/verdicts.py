"""What `examine` answers: legal, illegal or unproven, and every reason.

*Illegal*: at least one fault. *Unproven*: nothing is wrong in what was written down, but it is not complete.
*Legal*: it is complete, and every rule was kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.best_play import ClaimIs
from scoring.engine.cards import Card, Suit
from scoring.engine.hands import Outcome
from scoring.engine.seats import Seat, Side


class Status(StrEnum):
    """The three verdicts."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNPROVEN = "unproven"


class Section(StrEnum):
    """The parts of a record, in the order in which a hand is checked."""

    CUTS = "cuts"
    PACKETS = "packets"
    DEAL = "deal"
    CALLS = "calls"
    DISCARD = "discard"
    ALONE = "alone"
    EXCHANGES = "exchanges"
    KINGS = "kings"
    PLAY = "play"
    CLAIMS = "claims"
    WINNERS = "winners"
    TRICKS = "tricks"
    POINTS = "points"
    PENALTIES = "penalties"


SECTIONS = tuple(Section)


@dataclass(frozen=True, slots=True)
class Step:
    """A place in the record: `index` counts from 0 in its section.

    Deal: 5 × seat + position, seats clockwise from N, and the upcard after them. Play: cards from the first
    of the hand. Winners: tricks. Kings (écarté): marks. An index one past the end says that something is
    missing there.
    """

    section: Section
    index: int = 0


@dataclass(frozen=True, slots=True)
class Law:
    """Which rule, and in whose words: a field of the ruleset or "play", and a source of SOURCE_NAMES."""

    rule: str
    source: str


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that cannot be or was not allowed. `code` is stable kebab-case.

    `step` is where the wrong was done, `proved_at` where it first could be proved (later, for a revoke seen
    by later play). `cards` prove it.
    """

    code: str
    seat: Seat | None
    step: Step
    proved_at: Step
    cards: tuple[Card, ...]
    law: Law
    sentence: str


@dataclass(frozen=True, slots=True)
class Derived:
    """What follows from the record, as far as it goes; None where it does not follow."""

    maker: Seat | None = None
    trump: Suit | None = None
    no_trump: bool = False
    alone: frozenset[Seat] | None = None
    leaders: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    tricks: Mapping[Side, int] | None = None
    outcome: Outcome | None = None
    points: Mapping[Side, int] | None = None
    points_by_seat: Mapping[Seat, int] | None = None
    thrown_in: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """`faults` holds every one, in the order of the steps; `unknown` says what remains unknown."""

    status: Status
    faults: tuple[Fault, ...]
    derived: Derived
    unknown: tuple[str, ...] = ()
    claims: tuple[ClaimIs | None, ...] = ()
    """What each claim of the record is worth, in its order; None where nothing can be said."""

    @property
    def first(self) -> Fault | None:
        """The fault at the earliest step."""
        return self.faults[0] if self.faults else None
