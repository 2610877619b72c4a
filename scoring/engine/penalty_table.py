"""The penalties that a ruleset itself has numbers for, told before anybody pays them."""

from __future__ import annotations

from typing import Any

from scoring.engine.choices import PenaltyOn
from scoring.engine.ladder import line_sentence
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Side, side_code
from scoring.engine.sheets import Penalty, revoke_penalty


def penalty_table(rules: Ruleset) -> list[dict[str, Any]]:
    """Return a revoke by each side, and one in a lone hand where that is dearer, in JSON types.

    `facts` are those of a sheet's line, but for its hand; `by_side` is empty where the score does not change
    until the final total. Pages carry it, so that no rule needs to be known there.
    """
    dearer = rules.players == 4 and rules.lone_revoke != rules.revoke
    return [
        _told(rules, side, lone=lone)
        for lone in ((False, True) if dearer else (False,))
        for side in rules.sides
    ]


def _told(rules: Ruleset, side: Side, *, lone: bool) -> dict[str, Any]:
    penalty = revoke_penalty(rules, number=None, offenders=side, lone=lone)
    facts = {"points": penalty.points, "why": str(penalty.kind)}
    if penalty.off is not None:
        facts["off"] = side_code(penalty.off)
    if penalty.to is not None:
        facts["to"] = side_code(penalty.to)
    return {
        "side": side_code(side),
        "lone": lone,
        "facts": facts,
        "by_side": {} if rules.penalty_on == PenaltyOn.FINAL else _paid(penalty, rules),
        "sentence": line_sentence(penalty, None, rules),
    }


def _paid(penalty: Penalty, rules: Ruleset) -> dict[str, int]:
    """Return what each side gets, below nothing for what it loses."""
    paid = {}
    for side in rules.sides:
        gets = penalty.points if penalty.to is not None and side <= penalty.to else 0
        loses = penalty.points if penalty.off == side else 0
        if gets - loses:
            paid[side_code(side)] = gets - loses
    return paid
