"""The catalogue of formats: ways to decide who meets whom. A new one is a file here and a line in FORMATS."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.engine.formats.bracket import draw_single_elimination
from tournaments.engine.formats.bracket_double import draw_double_elimination
from tournaments.engine.formats.fixed_steps import draw_fixed_steps
from tournaments.engine.formats.progressive import (
    KELLER,
    SEMI_PARTNER,
    UP_AND_DOWN,
    WHIST_DRIVE,
    DrawNextByMovement,
    draw_progressive,
)
from tournaments.engine.formats.rotation import draw_rotation
from tournaments.engine.formats.round_robin import draw_double_round_robin, draw_round_robin
from tournaments.engine.formats.swiss import draw_next_swiss, draw_swiss
from tournaments.engine.results import Result
from tournaments.engine.seating import DrawnRound, Schedule


class Draw(Protocol):
    """Draw `rounds` further rounds for the entrants; the same `rng` state always gives the same draw."""

    def __call__(
        self, entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
    ) -> Schedule: ...


class DrawNext(Protocol):
    """Draw the round after those `played` from their `results`; tables without a winner are refused."""

    def __call__(
        self,
        entrants: Sequence[int],
        *,
        rng: random.Random,
        played: Sequence[DrawnRound],
        results: Sequence[Result],
    ) -> DrawnRound: ...


@dataclass(frozen=True, slots=True)
class Format:
    """One way to draw: `code` for machines, `name` and `sentence` for people, `source` for who plays so.

    `kind` is the kind of competition: "session", "round-robin", "swiss" or "bracket". `entrants` says who is
    drawn: "people" one by one, or "any" (pairs, teams, or single players), who then meet two at a table, at
    North and East. Where `draw_next` is given rounds follow results: `draw` makes the first one only. A
    bracket's `draw` makes its first round; the whole of it is a value of its own (`bracket`, `tree`).
    """

    code: str
    name: str
    sentence: str
    source: str
    draw: Draw
    kind: str = "session"
    entrants: str = "people"
    draw_next: DrawNext | None = None


_ALL = (
    Format(
        code="rotation",
        name="Rotation",
        sentence="Rounds are drawn beforehand; nobody partners anybody twice while that can be avoided.",
        source="Whist tournaments; rotation nights of euchre clubs.",
        draw=draw_rotation,
    ),
    Format(
        "keller", KELLER.name, KELLER.sentence, KELLER.source,
        draw_progressive, draw_next=DrawNextByMovement(KELLER),
    ),
    Format(
        "up-and-down", UP_AND_DOWN.name, UP_AND_DOWN.sentence, UP_AND_DOWN.source,
        draw_progressive, draw_next=DrawNextByMovement(UP_AND_DOWN),
    ),
    Format(
        "whist-drive", WHIST_DRIVE.name, WHIST_DRIVE.sentence, WHIST_DRIVE.source,
        draw_progressive, draw_next=DrawNextByMovement(WHIST_DRIVE),
    ),
    Format(
        "semi-partner", SEMI_PARTNER.name, SEMI_PARTNER.sentence, SEMI_PARTNER.source,
        draw_progressive, draw_next=DrawNextByMovement(SEMI_PARTNER),
    ),
    Format(
        "fixed-steps", "Fixed steps", "Each seat moves its own number of tables after every round.",
        "World Euchre Federation; Chat Gamers.", draw_fixed_steps,
    ),
    Format(
        "round-robin", "Round robin", "Everybody meets everybody once.",
        "Berger's tables; club leagues.", draw_round_robin, "round-robin", "any",
    ),
    Format(
        "double-round-robin", "Double round robin", "Everybody meets everybody twice, home and away.",
        "Berger's tables; club leagues.", draw_double_round_robin, "round-robin", "any",
    ),
    Format(
        "swiss", "Swiss", "Like scores meet, and nobody twice.",
        "Zürich 1895; matching since Ólafsson 1990.", draw_swiss, "swiss", "any", draw_next_swiss,
    ),
    Format(
        "single-elimination", "Knock-out", "Who loses is out; byes go to the top seeds.",
        "Any knock-out.", draw_single_elimination, "bracket", "any",
    ),
    Format(
        "double-elimination", "Double knock-out", "Who loses twice is out.",
        "Any double knock-out.", draw_double_elimination, "bracket", "any",
    ),
)  # fmt: skip

FORMATS: dict[str, Format] = {one.code: one for one in _ALL}
