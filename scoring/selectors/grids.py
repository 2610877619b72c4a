"""The two grids of the desk: a round's table cards, and the event's personal cards, as they stand now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import Sum

from scoring.engine.choices import Overshoot
from scoring.engine.hands import greatest_for_a_side, least_and_greatest
from scoring.engine.rulesets import Ruleset
from scoring.models import Game, LedgerLine
from tournaments.engine.results import Doubt, lone_check, race_check, total_check
from tournaments.models import EventPolicy, Match, Round, Tally
from tournaments.selectors.desk import people_of
from tournaments.selectors.rounds import current_seatings

SIDES = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class TableFigures:
    """A table's four figures, by side code."""

    points: Mapping[str, int]
    lone: Mapping[str, int]

    @property
    def written(self) -> str:
        """Points and lone hands in one word, for the form to carry: "8 1 6 0"."""
        return " ".join(f"{self.points[side]} {self.lone[side]}" for side in SIDES)

    @property
    def said(self) -> str:
        """For people: "8 to 6, lone hands 1 to 0"."""
        points, lone = ([str(held[side]) for side in SIDES] for held in (self.points, self.lone))
        return f"{' to '.join(points)}, lone hands {' to '.join(lone)}"


@dataclass(frozen=True, slots=True)
class GridRow:
    """A table of the grid. `held` is what it came to, None before it is over; `seen` that card's line."""

    match: Match
    people: Mapping[str, str]
    held: TableFigures | None
    seen: UUID | None
    live: str
    rules: Ruleset


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one hand can bring under a ruleset: to both sides together, and to one side."""

    least: int
    greatest: int
    for_a_side: int
    lone: int

    @classmethod
    @cache
    def of(cls, rules: Ruleset) -> "Bounds":
        """Worked out from every hand that the ruleset allows."""
        least, greatest = least_and_greatest(rules)
        lone = rules.lone_march if rules.lone_march is not None else rules.march
        return cls(least, greatest, greatest_for_a_side(rules), lone)


def grid_rows(round: Round) -> list[GridRow]:
    """The tables of a round, by number. Six queries, however many tables there are."""
    matches = list(Match.objects.filter(round=round).select_related("result").order_by("table"))
    seated = current_seatings(match.pk for match in matches)
    games = {game.match_id: game for game in Game.objects.filter(match__in=matches).order_by("number")}
    lines = LedgerLine.objects.filter(
        game__in=games.values(), kind=LedgerLine.Kind.CARD, replaced_by__isnull=True
    )
    cards = {line.game_id: line for line in lines}
    lone = _lone_by_side(matches)
    newest = EventPolicy.objects.filter(event_id=round.event_id).order_by("-number").first()
    known: dict[str, Ruleset] = {}
    rows = []
    for match in matches:
        game = games.get(match.pk)
        card = cards.get(game.pk) if game is not None else None
        snapshot = game.ruleset if game is not None else (newest.ruleset if newest else {})
        rules = known.setdefault(repr(snapshot), Ruleset.from_dict(snapshot))
        people = {side: people_of(side, seated.get(match.pk, {})) for side in SIDES}
        live: Mapping[str, Any] = match.result.live if hasattr(match, "result") else {}
        held = _held(card, live, lone.get(match.pk, {}))
        rows.append(GridRow(match, people, held, card.pk if card else None, _said_live(live), rules))
    return rows


def _held(card: LedgerLine | None, live: Mapping[str, Any], lone: Mapping[str, int]) -> TableFigures | None:
    if card is not None:
        return TableFigures(card.facts["points"], card.facts["lone"])
    if live.get("over") and set(SIDES) <= set(live.get("score", {})):
        return TableFigures(live["score"], {side: lone.get(side, 0) for side in SIDES})
    return None


def _lone_by_side(matches: Sequence[Match]) -> dict[int, dict[str, int]]:
    counted = Tally.objects.filter(match__in=matches).values_list("match_id", "side").order_by()
    found: dict[int, dict[str, int]] = {}
    for match_id, side, marches in counted.annotate(Sum("lone_marched")):
        found.setdefault(match_id, {})[side] = marches
    return found


def _said_live(live: Mapping[str, Any]) -> str:
    """A table in the middle of its round, lest somebody type a card over it unawares; empty otherwise."""
    if live.get("over") or live.get("card") or not live.get("hands"):
        return ""
    score = live.get("score", {})
    return f"{live['hands']} hands so far, {' to '.join(str(score.get(side, 0)) for side in SIDES)}"


def table_doubts(figures: TableFigures, rules: Ruleset, bounds: Bounds) -> list[Doubt]:
    """What is hardly possible of a table's card under its ruleset."""
    one, other = (figures.points[side] for side in SIDES)
    doubts = []
    if rules.hands is not None:
        doubts += total_check(one, other, hands=rules.hands, least=bounds.least, greatest=bounds.greatest)
    elif rules.target is not None:
        greatest = 1 if rules.overshoot == Overshoot.CAP else bounds.for_a_side
        doubts += race_check(one, other, target=rules.target, greatest=greatest)
    for side in SIDES:
        doubts += lone_check(figures.points[side], figures.lone[side], lone_award=bounds.lone)
    return doubts


def card_doubts(points: int, lone: int, rules: Ruleset, bounds: Bounds) -> list[Doubt]:
    """What is hardly possible of one round of a personal card."""
    credit = rules.personal_lone_credit * lone
    most = (
        bounds.for_a_side * rules.hands
        if rules.hands is not None
        else (rules.target or 0) - 1 + bounds.for_a_side
    )
    doubts = []
    if rules.clock == "none" and not 0 <= points <= most + credit:
        doubts.append(
            Doubt("points-out-of-bounds", f"A round brings one person 0 to {most + credit} points.")
        )
    return doubts + lone_check(points - credit, lone, lone_award=bounds.lone)
