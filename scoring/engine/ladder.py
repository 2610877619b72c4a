"""The words beside each line of the score ladder."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.engine.hands import Award, sentence
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Side, side_name
from scoring.engine.sheets import (
    Adjustment,
    CardTotal,
    Concession,
    Penalty,
    Played,
    SheetItem,
    ThrownIn,
    VoidHand,
)


def line_sentence(item: SheetItem, award: Award | None, rules: Ruleset) -> str:
    """Say what a line of the sheet did: "E/W euchred: 2 to N/S", "Revoke: 2 off E/W"."""
    if isinstance(item, Played):
        return sentence(item.hand, rules, award) if award else "Played, but not counted"
    if isinstance(item, ThrownIn):
        return "Thrown in"
    if isinstance(item, VoidHand):
        return f"Void: {item.reason}"
    if isinstance(item, Penalty):
        return _penalty_sentence(item)
    if isinstance(item, Adjustment):
        return f"Adjustment, {side_name(item.side)} {item.points:+d}: {item.reason}"
    if isinstance(item, Concession):
        verb = "concede" if len(item.side) > 1 else "concedes"
        return f"{side_name(item.side)} {verb}"
    if isinstance(item, CardTotal):
        return f"Card: {_figures(item.points, rules)}"
    return "The bell, in the middle of a hand" if item.hand_in_play else "The bell"


def _penalty_sentence(penalty: Penalty) -> str:
    what = str(penalty.kind).replace("-", " ").capitalize()
    ways = [("off", penalty.off), ("to", penalty.to)]
    told = [f"{penalty.points} {way} {side_name(seats)}" for way, seats in ways if seats]
    return f"{what}: {', '.join(told)}"


def _figures(points: Mapping[Side, int], rules: Ruleset) -> str:
    return ", ".join(f"{side_name(side)} {points[side]}" for side in rules.sides)
