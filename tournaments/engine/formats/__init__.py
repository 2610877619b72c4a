"""The catalogue of formats: ways to decide who meets whom. A new one is a file here and a line in FORMATS."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tournaments.engine.formats.bracket import draw_single_elimination
from tournaments.engine.formats.bracket_double import draw_double_elimination
from tournaments.engine.formats.by_lot import draw_by_lot
from tournaments.engine.formats.fixed_steps import draw_fixed_steps
from tournaments.engine.formats.howell import draw_howell
from tournaments.engine.formats.mitchell import draw_mitchell
from tournaments.engine.formats.pods import draw_pods
from tournaments.engine.formats.progressive import (
    KELLER,
    SEMI_PARTNER,
    UP_AND_DOWN,
    WHIST_DRIVE,
    DrawNextByMovement,
    draw_progressive,
)
from tournaments.engine.formats.rotation import Plan, draw_rotation, improve, plan_rotation
from tournaments.engine.formats.round_robin import draw_double_round_robin, draw_round_robin
from tournaments.engine.formats.settled import Settled
from tournaments.engine.formats.swiss import draw_next_swiss, draw_swiss
from tournaments.engine.formats.wishes import NO_WISHES, Wishes
from tournaments.engine.results import Result
from tournaments.engine.seating import DrawnRound, Schedule


class Draw(Protocol):
    """Draw `rounds` further rounds for the entrants; the same `rng` state always gives the same draw."""

    def __call__(
        self, entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
    ) -> Schedule: ...


class DrawNext(Protocol):
    """Draw the round after those `played` from their `results`; tables without a winner are refused.

    `settled` is the director's word on tables of the last round, which goes before results.
    """

    def __call__(
        self,
        entrants: Sequence[int],
        *,
        rng: random.Random,
        played: Sequence[DrawnRound],
        results: Sequence[Result],
        settled: Settled | None = None,
    ) -> DrawnRound: ...


class DrawWished(Protocol):
    """Draw as `Draw` does, under wishes, and name those that could not be kept."""

    def __call__(
        self,
        entrants: Sequence[int],
        rounds: int,
        *,
        rng: random.Random,
        played: Sequence[DrawnRound] = (),
        wishes: Wishes = NO_WISHES,
    ) -> Plan: ...


class Improve(Protocol):
    """Make a drawn schedule better under the same wishes; the very same comes back where none is better."""

    def __call__(
        self,
        schedule: Schedule,
        *,
        rng: random.Random,
        moves: int = ...,
        played: Sequence[DrawnRound] = (),
        wishes: Wishes = NO_WISHES,
    ) -> Schedule: ...


@dataclass(frozen=True, slots=True)
class Format:
    """One way to draw: `code` for machines, `name` and `sentence` for people, `source` for who plays so.

    `kind` is the kind of competition: "session", "round-robin", "swiss" or "bracket". `entrants` says who is
    drawn: "people" one by one, or "any" (pairs, teams, or single players), who then meet two at a table, at
    North and East. Where `draw_next` is given rounds follow results: `draw` makes the first one only. A
    bracket's `draw` makes its first round; the whole of it is a value of its own (`bracket`, `tree`). Where
    `plan` is given the format can keep wishes, and where `improve` is, more moves can make its draw better.
    """

    code: str
    name: str
    sentence: str
    source: str
    draw: Draw
    kind: str = "session"
    entrants: str = "people"
    draw_next: DrawNext | None = None
    plan: DrawWished | None = None
    improve: Improve | None = None


_ALL = (
    Format(
        code="rotation",
        name="Rotation",
        sentence="Rounds are drawn beforehand; nobody partners anybody twice while that can be avoided.",
        source="Whist tournaments; rotation nights of euchre clubs.",
        draw=draw_rotation,
        plan=plan_rotation,
        improve=improve,
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
        "by-lot", "By lot", "Each round is drawn by lot, repeats avoided as far as that round can.",
        "euchrefun.com: cards or chips each round.", draw_by_lot,
    ),
    Format(
        "pods", "Pods of four", "Four play three rounds together, each with each, then new pods are made.",
        "Foursome pods of club nights.", draw_pods,
    ),
    Format(
        "mitchell", "Mitchell", "Home pairs sit, visiting pairs move up a table; two winners.",
        "Mitchell 1891, for whist.", draw_mitchell, "session", "any",
    ),
    Format(
        "howell", "Howell", "Every two pairs meet once, one pair staying at the first table.",
        "Howell 1897, for whist.", draw_howell, "session", "any",
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
