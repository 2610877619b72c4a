"""Where a game stands: what reading a sheet gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.engine.hands import Award
from scoring.engine.ladder import line_sentence
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side
from scoring.engine.sheets import SheetItem
from scoring.engine.tallies import Tally


class Ending(StrEnum):
    """Why a game is over."""

    TARGET = "target"
    HANDS = "hands"
    TIME = "time"
    CONCESSION = "concession"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the score ladder: the sheet's line, what it earned, and the score after it."""

    item: SheetItem
    number: int | None
    dealer: Seat | None
    """Who dealt; None if it is no deal, or if the first dealer is not known."""
    award: Award | None
    score: Mapping[Side, int]
    rules: Ruleset
    replaced: bool = False
    """A revoke's penalty stands in the place of this award."""
    after_the_end: bool = False

    @property
    def sentence(self) -> str:
        """What happened, as it is said at the table."""
        return line_sentence(self.item, self.award, self.rules)


@dataclass(frozen=True, slots=True)
class Result:
    """Why a game is over, and what it was worth."""

    ended_by: Ending
    winner: Side | None
    """None if the game is level."""
    lap: int
    lurched: frozenset[Side]
    games_won: Mapping[Side, Fraction]


@dataclass(frozen=True, slots=True)
class GameState:
    """Where a game stands once its sheet has been read."""

    score: Mapping[Side, int]
    points: Mapping[Seat, int]
    """Each person's own points: with personal credits, without what was carried into the game."""
    dealer: Seat | None
    """Who deals the next hand; None if the first dealer is not known."""
    next_number: int
    hands_counted: int
    """Hands played, and those thrown in where the ruleset counts them."""
    hands_left: int | None
    """None unless the number of hands is fixed."""
    last_hand: bool
    """The next hand is known to be the last: it is announced."""
    ended_at: int | None
    """The number of the last deal that counted; None while the game is on, or if no deal was written."""
    result: Result | None
    """None while the game is on."""
    after_the_end: tuple[int, ...]
    """The numbers of the deals written after the end."""
    rows: tuple[Row, ...]
    tallies: Mapping[Seat, Tally]
    on_the_total: Mapping[Side, int]
    """Penalties that the ruleset takes on the final total: they are in no score here."""
    card_differs: bool = False
    """A card's totals were written beside hands that make another score."""

    @property
    def over(self) -> bool:
        """Whether no further hand counts."""
        return self.result is not None

    @property
    def ended_by(self) -> Ending | None:
        """Why the game is over."""
        return self.result.ended_by if self.result else None

    @property
    def winner(self) -> Side | None:
        """Who won; None while the game is on, and if it is level."""
        return self.result.winner if self.result else None

    @property
    def level(self) -> bool:
        """Whether the game is over without a winner."""
        return self.result is not None and self.result.winner is None

    @property
    def lap(self) -> int:
        """Points the winner carries into the next game of the match."""
        return self.result.lap if self.result else 0

    @property
    def lurched(self) -> frozenset[Side]:
        """The losers who had nothing, where that counts double."""
        return self.result.lurched if self.result else frozenset()

    @property
    def lurch(self) -> bool:
        """Whether any loser had nothing, where that counts double."""
        return bool(self.lurched)

    @property
    def games_won(self) -> Mapping[Side, Fraction]:
        """Games by side: the winner's from each loser, two for a lurch.

        A level game is shared; the policy of the event may say otherwise.
        """
        return self.result.games_won if self.result else dict.fromkeys(self.score, Fraction(0))

    def carried(self) -> dict[Side, int]:
        """Return the start of the next game of the match."""
        return {self.winner: self.lap} if self.winner is not None and self.lap else {}
