"""A game: a sheet read from top to bottom into a score, and when it is over.

*The end.* A race ends when exactly one side is highest with the target reached: if a hand that pays each
defender brings two of them level at or past it, play goes on. Fixed hands end it when enough hands counted,
the bell by the ruleset's terms, a concession and a card's totals at once. A penalty numbered with a deal
counts with that deal, wherever on the sheet it stands, before the end is judged.

*After the end.* Deals written later stand on the sheet, marked, and score nothing. Adjustments and unnumbered
penalties still change the figures: who won a race stays who won, while a game of fixed hands, of the bell or
of a card is judged on the final figures.

*A card's totals* are the score, whatever hands stand before them; but where the hands had ended the game, the
hands stand, and the card is compared with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.engine.errors import RuleViolation
from scoring.engine.hands import HandFacts
from scoring.engine.reading import Reading, SeatedAt
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side, side_name
from scoring.engine.sheets import (
    Adjustment,
    CardTotal,
    Concession,
    Penalty,
    PenaltyKind,
    Played,
    SheetItem,
    ThrownIn,
    TimeCalled,
    VoidHand,
    check_item,
    revoke_penalty,
)
from scoring.engine.states import Ending, GameState, Result, Row
from scoring.engine.tallies import Tally

__all__ = [
    "Adjustment",
    "CardTotal",
    "Concession",
    "Ending",
    "GameState",
    "Penalty",
    "PenaltyKind",
    "Played",
    "Result",
    "Row",
    "SheetItem",
    "Tally",
    "ThrownIn",
    "TimeCalled",
    "VoidHand",
    "check_item",
    "may_record",
    "play_game",
    "revoke_penalty",
]


def play_game(
    rules: Ruleset,
    items: Sequence[SheetItem],
    *,
    first_dealer: Seat | None,
    start: Mapping[Side, int] | None = None,
    last_game: bool = True,
    seated: SeatedAt | None = None,
) -> GameState:
    """Read a sheet. `start` is what sides bring in (laps); nothing is carried out of a match's last game.

    `seated` tells the seats that somebody has at a hand, where a table of four wants a player: the deal
    passes over the empty one, and all else is as at a full table. Raises RuleViolation for a line that can
    stand on no sheet, but not for lines after the end.
    """
    reading = Reading(rules, first_dealer, start or {}, seated)
    reading.read(items)
    return reading.state(last_game=last_game)


def may_record(rules: Ruleset, state: GameState, hand: HandFacts | None = None) -> None:
    """Raise RuleViolation if no further hand, or not this one, may be added to the game as it stands."""
    if state.over:
        raise RuleViolation("game-over", "The game is over; no hand can be added.")
    if hand is None or rules.no_lone_from is None:
        return
    side = rules.side_of(hand.maker)
    if hand.alone & side and state.score[side] >= rules.no_lone_from:
        sentence = f"With {state.score[side]} points {side_name(side)} may not play alone."
        raise RuleViolation("lone-forbidden-at-score", sentence)
