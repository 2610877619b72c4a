"""What somebody wrote down of a hand of écarté: all of it, or as little as how many tricks each made.

As with a hand of euchre (`records`) a record claims and proves nothing. None always means *not written down*;
an empty tuple means *written down, and nothing was there*. Two play, at N and S; *eldest* is the non-dealer,
who speaks and leads first. Seats beside calls and cards are claims like all others: None means "in turn".

Shapes follow the order of a hand: cuts, packets, deal, upcard, proposals and exchanges, king marks, tricks,
claims, result. Seed S3, laws vi to xv.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.engine.cards import Card
from scoring.engine.records import Claim, Cut, Glimpse, Trick
from scoring.engine.seats import Seat, Side


class EcarteCallKind(StrEnum):
    """What was said before the play. Eldest proposes or plays; the dealer accepts or refuses."""

    PROPOSE = "propose"
    ACCEPT = "accept"
    REFUSE = "refuse"
    PLAY = "play"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Swap:
    """One player's exchange with the stock after an acceptance.

    `count` is how many cards were changed, 0 for none. `away` and `taken` are the cards laid aside and drawn,
    in any order, as far as they are known; `Glimpse()` is a card of which nothing is known.
    """

    count: int | None = None
    away: tuple[Glimpse, ...] | None = None
    taken: tuple[Glimpse, ...] | None = None


@dataclass(frozen=True, slots=True)
class EcarteCall:
    """One call. Only an ACCEPT has exchanges: `propose accept N/M` gives eldest's N and the dealer's M."""

    kind: EcarteCallKind
    seat: Seat | None = None
    eldest: Swap = Swap()
    dealer: Swap = Swap()


class KingMoment(StrEnum):
    """When the king of trumps was marked, from the earliest on."""

    TURN_UP = "turn-up"
    """As it was turned up, before anything was said."""
    BEFORE_FIRST_CARD = "before-first-card"
    """Before the one who marks laid down his first card."""
    BEFORE_PLAYED_TO = "before-played-to"
    """When it lay on the table as his first card, before the other played to it."""
    LATER = "later"
    """Later in the hand or after it, but before the trump of the next deal was turned up."""
    NEXT_TRUMP = "next-trump"
    """When the trump of the next deal had been turned up."""


@dataclass(frozen=True, slots=True)
class KingMark:
    """The king of trumps marked by `seat`; `moment` None: when is not written down."""

    seat: Seat
    moment: KingMoment | None = None


@dataclass(frozen=True, slots=True)
class EcarteSaid:
    """A result as people wrote it: tricks and points by side, one side's alone if no more was written.

    Points are all those of the hand, the king's among them. `reported` marks figures that people gave rather
    than worked out (`~` in the native form).
    """

    tricks: tuple[tuple[Side, int], ...] | None = None
    points: tuple[tuple[Side, int], ...] | None = None
    reported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EcarteRecord:
    """One hand of écarté as it was written down."""

    number: int | None = None
    dealer: Seat | None = None
    cuts: tuple[Cut, ...] | None = None
    packets: tuple[int, ...] | None = None
    """Sizes in the order dealt, eldest's first, both rounds: 2 2 3 3 or 3 3 2 2."""
    held: Mapping[Seat, tuple[Glimpse, ...]] = field(default_factory=dict)
    """As dealt, before any exchange; a seat that is not in it is unknown."""
    upcard: Card | None = None
    """The eleventh card."""
    calls: tuple[EcarteCall, ...] | None = None
    """Proposals and answers. A last PLAY may be left out; empty: eldest led without a proposal."""
    kings: tuple[KingMark, ...] | None = None
    """Who marked the king, turned up or held. Empty: nobody did."""
    tricks: tuple[Trick, ...] | None = None
    stopped: bool = False
    """The rest of the play was not written down."""
    claims: tuple[Claim, ...] = ()
    said: EcarteSaid = EcarteSaid()
    redeal: str = ""
    """Why the hand was void (law vi): misdeal, out-of-turn, faced ..."""
    scores: tuple[tuple[Side, int], ...] | None = None
    """The sides' scores before the hand: a king marked at four ends the game."""
