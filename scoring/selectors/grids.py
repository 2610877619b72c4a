"""The two grids of the desk: a round's table cards, and the event's personal cards, as they stand now."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import Sum

from scoring.engine.choices import Overshoot
from scoring.engine.hands import greatest_for_a_side, least_and_greatest
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import side_code
from scoring.models import Game, LedgerLine
from scoring.selectors.openings import rules_of_table
from tournaments.engine.results import Doubt, lone_check, race_check, total_check
from tournaments.models import EventPolicy, Match, Round, Tally
from tournaments.selectors.desk import people_of
from tournaments.selectors.rounds import current_seatings

ORDER = ("NS", "EW", "N", "E", "S")
"""The order in which sides are typed and told: two of a table of four, or three each for himself."""
RowKey = tuple[int, int]
"""A match's id and the number of one of its games."""


@dataclass(frozen=True, slots=True)
class TableFigures:
    """A table's figures of one game, by side code."""

    points: Mapping[str, int]
    lone: Mapping[str, int]

    @property
    def sides(self) -> list[str]:
        """The sides there are, in order."""
        return [side for side in ORDER if side in self.points]

    @property
    def written(self) -> str:
        """Points and lone hands in one word, for the form to carry: "8 1 6 0"."""
        return " ".join(f"{self.points[side]} {self.lone.get(side, 0)}" for side in self.sides)

    @property
    def said(self) -> str:
        """For people: "8 to 6, lone hands 1 to 0"."""
        points = " to ".join(str(self.points[side]) for side in self.sides)
        lone = " to ".join(str(self.lone.get(side, 0)) for side in self.sides)
        return f"{points}, lone hands {lone}" if len(self.sides) == 2 else points


@dataclass(frozen=True, slots=True)
class GridRow:
    """A game of a table. `held` is what it came to, None before it is over; `seen` that card's line.

    `games` are all that the match may have; the row is of game `number`.
    """

    match: Match
    people: Mapping[str, str]
    held: TableFigures | None
    seen: UUID | None
    live: str
    rules: Ruleset
    number: int = 1
    games: int = 1

    @property
    def key(self) -> RowKey:
        """Which row this is."""
        return self.match.pk, self.number

    @property
    def sides(self) -> list[str]:
        """The codes of the sides, in order."""
        return [side_code(side) for side in self.rules.sides]

    @property
    def place(self) -> str:
        """For people: "table 3", "table 3, game 2"."""
        game = f", game {self.number}" if self.games > 1 else ""
        return f"table {self.match.table}{game}"


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
    """The tables of a round, by number, with a row for each game. Six queries, however many there are."""
    matches = list(Match.objects.filter(round=round).select_related("result").order_by("table", "pk"))
    seated = current_seatings(match.pk for match in matches)
    games = {(one.match_id, one.number): one for one in Game.objects.filter(match__in=matches)}
    lines = LedgerLine.objects.filter(
        game__in=games.values(), kind=LedgerLine.Kind.CARD, replaced_by__isnull=True
    )
    cards = {line.game_id: line for line in lines}
    lone = _lone_by_side(matches)
    newest = EventPolicy.objects.filter(event_id=round.event_id).order_by("-number").first()
    usual = int(newest.scoring.get("games_in_a_match", 1)) if newest else 1
    known: dict[str, Ruleset] = {}
    rows = []
    for match in matches:
        there = seated.get(match.pk, {})
        most = match.best_of or usual
        for number in range(1, _games_to_type(match, most) + 1):
            game = games.get((match.pk, number))
            rules = _rules(game or games.get((match.pk, 1)), newest, there, known)
            people = {side_code(side): people_of(side_code(side), there) for side in rules.sides}
            card = cards.get(game.pk) if game is not None else None
            now = _now(match, number, most, lone.get(match.pk, {}))
            held = _held(card, now, rules)
            seen = card.pk if card is not None else None
            rows.append(GridRow(match, people, held, seen, _said_now(now), rules, number, most))
    return rows


def _games_to_type(match: Match, most: int) -> int:
    """All games that a match may have; once it is decided, those that it took."""
    live: Mapping[str, Any] = match.result.live if hasattr(match, "result") else {}
    return len(live["each"]) if live.get("over") and live.get("each") else most


def _rules(
    game: Game | None, policy: EventPolicy | None, seats: Collection[str], known: dict[str, Ruleset]
) -> Ruleset:
    if game is None:
        return rules_of_table(policy, seats) if policy is not None else Ruleset.from_dict({})
    return known.setdefault(repr(game.ruleset), Ruleset.from_dict(game.ruleset))


def _now(match: Match, number: int, most: int, lone: Mapping[str, int]) -> Mapping[str, Any]:
    """How one game stands: score, lone marches by side, hands, over. Empty before its first line."""
    live: Mapping[str, Any] = match.result.live if hasattr(match, "result") else {}
    if most > 1:
        return next((one for one in live.get("each", []) if one["number"] == number), {})
    return {**live, "lone": lone} if live else {}


def _held(card: LedgerLine | None, now: Mapping[str, Any], rules: Ruleset) -> TableFigures | None:
    if card is not None:
        return TableFigures(card.facts["points"], card.facts["lone"])
    if now.get("over") and {side_code(side) for side in rules.sides} <= set(now.get("score", {})):
        return TableFigures(now["score"], now["lone"])
    return None


def _lone_by_side(matches: Sequence[Match]) -> dict[int, dict[str, int]]:
    counted = Tally.objects.filter(match__in=matches).values_list("match_id", "side").order_by()
    found: dict[int, dict[str, int]] = {}
    for match_id, side, marches in counted.annotate(Sum("lone_marched")):
        found.setdefault(match_id, {})[side] = marches
    return found


def _said_now(now: Mapping[str, Any]) -> str:
    """A game under way, lest somebody type a card over it unawares; empty otherwise."""
    if now.get("over") or now.get("card") or not now.get("hands"):
        return ""
    score: Mapping[str, int] = now.get("score", {})
    told = " to ".join(str(score[side]) for side in ORDER if side in score)
    hands = "1 hand" if now["hands"] == 1 else f"{now['hands']} hands"
    return f"{hands} so far, {told}"


def table_doubts(figures: TableFigures, rules: Ruleset, bounds: Bounds) -> list[Doubt]:
    """What is hardly possible of a table's card under its ruleset."""
    points = [figures.points[side] for side in figures.sides]
    if len(points) != 2:
        return _sum_doubts(points, rules, bounds)
    doubts = []
    if rules.hands is not None:
        doubts += total_check(*points, hands=rules.hands, least=bounds.least, greatest=bounds.greatest)
    elif rules.target is not None:
        greatest = 1 if rules.overshoot == Overshoot.CAP else bounds.for_a_side
        doubts += race_check(*points, target=rules.target, greatest=greatest)
    for side in figures.sides:
        doubts += lone_check(figures.points[side], figures.lone.get(side, 0), lone_award=bounds.lone)
    return doubts


def _sum_doubts(points: Sequence[int], rules: Ruleset, bounds: Bounds) -> list[Doubt]:
    """Three, each for himself: what all of them have together."""
    if rules.hands is None:
        return []
    total, low, high = sum(points), rules.hands * bounds.least, rules.hands * bounds.greatest
    if low <= total <= high:
        return []
    sentence = f"{rules.hands} hands make {low} to {high} points; these make {total}."
    return [Doubt("total-out-of-bounds", sentence)]


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
