"""What somebody wrote down of a hand: all of it, or as little as who made it and how many tricks.

A record claims; it proves nothing. It can hold what cannot be (six cards, a seat out of turn), for that is
what `examine` is there to find. None always means *not written down*; an empty tuple means *written down,
and nothing was there*. Seats written beside calls and cards are claims like all others: None means "in
turn".

Shapes follow the order of a hand: cuts, packets, deal, upcard, calls, discard, lone declarations, exchanges,
tricks, claims, result, penalties.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.engine.cards import Card, Rank, Suit
from scoring.engine.seats import Seat, Side
from scoring.engine.sheets import PenaltyKind

MOST_CALLS = 64
MOST_TRICKS = 16
MOST_IN_A_TRICK = 8
MOST_HELD = 16
"""What no hand reaches, however badly it was written down; readers cut there and say so."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A card of which rank or suit, or both, may be unknown. Benny is `Glimpse(Rank.BENNY, None)`."""

    rank: Rank | None = None
    suit: Suit | None = None

    @classmethod
    def of(cls, card: Card) -> Glimpse:
        """A card that is wholly known."""
        return cls(card.rank, card.suit)

    @property
    def card(self) -> Card | None:
        """The card, if it is wholly known."""
        if self.rank is None or (self.suit is None and self.rank is not Rank.BENNY):
            return None
        return Card(self.rank, self.suit)


class CallKind(StrEnum):
    """What was said. Order up, assist and take up are one: who said it tells them apart."""

    PASS = "pass"  # noqa: S105 - said at a table, kept by nobody
    ACCEPT = "accept"
    MAKE = "make"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `suit` is what MAKE names (None there: no trump); an UNKNOWN call may know suit and seat.

    With Benny turned up the one call is the dealer's MAKE. S2's "I turn it down" by the dealer's partner is
    an ACCEPT, alone.
    """

    kind: CallKind
    suit: Suit | None = None
    alone: bool = False
    seat: Seat | None = None


class ExchangeKind(StrEnum):
    """How cards changed hands after the calls."""

    PARTNERS_BEST = "partners-best"
    GOING_UNDER = "going-under"


@dataclass(frozen=True, slots=True)
class Exchange:
    """`by` gives `away` and takes `taken`: from the partner (`with_seat`), or from the stock (None)."""

    kind: ExchangeKind
    by: Seat
    with_seat: Seat | None
    away: tuple[Glimpse, ...]
    taken: tuple[Glimpse, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """One card on the table. `irregular` is the reason the scorer gave for marking it, "" for none."""

    card: Card | None
    seat: Seat | None = None
    irregular: str = ""


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order of play; `leader` and `winner` only if they were written down."""

    cards: tuple[Played, ...]
    leader: Seat | None = None
    winner: Seat | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """`seat` claims `tricks` further tricks after `after` tricks and so many cards of the next one.

    `accepted` None: not written down. A concession is a claim of none: `tricks` 0 and `conceded` true.
    """

    seat: Seat
    tricks: int
    after: int
    cards: int = 0
    conceded: bool = False
    accepted: bool | None = None


@dataclass(frozen=True, slots=True)
class PenaltyMark:
    """A penalty on the sheet: the offender, and the award as written, by side."""

    seat: Seat
    kind: PenaltyKind
    trick: int | None = None
    award: tuple[tuple[Side, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Cut:
    """One player's card in a round of cutting for deal; `stage` counts the rounds from 1 (ties cut again)."""

    seat: Seat
    card: Card
    stage: int = 1


@dataclass(frozen=True, slots=True)
class Said:
    """A result as people wrote it: tricks of makers and of the others, points by side.

    `reported` marks figures that people gave rather than worked out (`~` in the native form).
    """

    makers_tricks: int | None = None
    others_tricks: int | None = None
    points: tuple[tuple[Side, int], ...] | None = None
    reported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """One hand as it was written down."""

    number: int | None = None
    dealer: Seat | None = None
    cuts: tuple[Cut, ...] | None = None
    packets: tuple[int, ...] | None = None
    """Sizes in the order dealt, both rounds: 2 2 2 2 3 3 3 3."""
    held: Mapping[Seat, tuple[Glimpse, ...]] = field(default_factory=dict)
    """As dealt, before the upcard is taken; a seat that is not in it is unknown."""
    upcard: Card | None = None
    calls: tuple[Call, ...] | None = None
    discard: Glimpse | None = None
    """The dealer's; `Glimpse()` is one of which only the fact is known."""
    alone: tuple[Seat, ...] | None = None
    """Who declared to play alone, on either side, in that order, those said with a call included.

    None: only what the calls say is known.
    """
    exchanges: tuple[Exchange, ...] = ()
    tricks: tuple[Trick, ...] | None = None
    stopped: bool = False
    """The rest of the play was not written down."""
    claims: tuple[Claim, ...] = ()
    said: Said = Said()
    thrown_in: bool = False
    redeal: str = ""
    """Why the hand was void: misdeal, exposed, farmer, cards ..."""
    penalties: tuple[PenaltyMark, ...] = ()
    scores: tuple[tuple[Side, int], ...] | None = None
    """The sides' scores before the hand, where a rule looks at them (no lone hand at 8 or 9)."""
