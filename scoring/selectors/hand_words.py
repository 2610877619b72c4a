"""A verdict as it is told to programs, and the laws behind its faults as they are told to people."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scoring.engine.describe import describe
from scoring.engine.describe_ecarte import describe_ecarte
from scoring.engine.ecarte import EcarteRules
from scoring.engine.egn_text import Problem
from scoring.engine.seats import Side, side_code
from scoring.engine.sources import SOURCE_NAMES
from scoring.engine.verdicts import Derived, Fault, Law, Section, Step, Verdict
from scoring.selectors.hands import Examined, Record, Rules

_COMMON = {
    "cut": "Each cuts once, and again only where the cards that decide are equal.",
    "deal": "The pack holds every card once; each is dealt five, and the next card is turned up.",
    "calling": "From the dealer's left each speaks in turn, once in a stage, until a trump is fixed.",
    "play": "Follow the suit led if able; the highest trump, or else the highest card of the suit led, "
    "takes the trick, and its winner leads.",
    "score": "A hand has five tricks, and its points follow from them.",
}
"""The rules that are no field of a ruleset (`engine.laws.COMMON`), in words."""


@lru_cache(maxsize=64)
def _told(rules: Rules) -> Mapping[str, str]:
    """Each field of the rules with the sentence that tells it."""
    words = describe_ecarte(rules) if isinstance(rules, EcarteRules) else describe(rules)
    return {field: one.text for one in words.sentences for field in one.fields}


def law_sentence(law: Law, rules: Rules) -> str:
    """Tell the rule that was broken; "" where the rules have no words for it."""
    return _told(rules).get(law.rule) or _COMMON.get(law.rule, "")


def source_name(law: Law) -> str:
    """Name the book that the rule stands in."""
    return SOURCE_NAMES.get(law.source, law.source)


def trick_at(record: Record, index: int) -> tuple[int, int]:
    """Return trick and card within it, both from 1, of a card counted from the first of the hand.

    One past the last card is the next card of the last trick.
    """
    for number, trick in enumerate(record.tricks or (), start=1):
        if index < len(trick.cards) or number == len(record.tricks or ()):
            return number, index + 1
        index -= len(trick.cards)
    return 1, index + 1


# --- for programs


def examined_dict(one: Examined) -> dict[str, object]:
    """A hand with its verdict, in JSON types."""
    return {
        "number": one.record.number,
        "ruleset": one.rules.key,
        "verdict": verdict_dict(one.verdict, one.record, one.rules),
        "hand": one.text,
        "problems": [problem_dict(problem) for problem in one.problems],
    }


def verdict_dict(verdict: Verdict, record: Record, rules: Rules) -> dict[str, object]:
    """A verdict in JSON types."""
    return {
        "status": str(verdict.status),
        "faults": [_fault_dict(fault, record, rules) for fault in verdict.faults],
        "derived": _derived_dict(verdict.derived),
        "unknown": list(verdict.unknown),
        "claims": [None if claim is None else str(claim) for claim in verdict.claims],
    }


def problem_dict(problem: Problem) -> dict[str, object]:
    """A problem of reading in JSON types; line and column count from 1."""
    return {
        "code": problem.code,
        "sentence": problem.sentence,
        "line": problem.line,
        "column": problem.column,
        "hand": problem.deal,
        "warning": problem.warning,
    }


def _fault_dict(fault: Fault, record: Record, rules: Rules) -> dict[str, object]:
    law = fault.law
    return {
        "code": fault.code,
        "seat": None if fault.seat is None else str(fault.seat),
        "step": _step_dict(fault.step, record),
        "proved_at": _step_dict(fault.proved_at, record),
        "cards": [str(card) for card in fault.cards],
        "law": {
            "rule": law.rule,
            "source": law.source,
            "source_name": source_name(law),
            "sentence": law_sentence(law, rules),
        },
        "sentence": fault.sentence,
    }


def _step_dict(step: Step, record: Record) -> dict[str, object]:
    """A place, with the trick and the card in it, from 1, where it is one of the play."""
    told: dict[str, object] = {"section": str(step.section), "index": step.index}
    if step.section is Section.PLAY:
        told["trick"], told["card"] = trick_at(record, step.index)
    elif step.section is Section.WINNERS:
        told["trick"] = step.index + 1
    return told


def _derived_dict(derived: Derived) -> dict[str, object]:
    alone, by_seat = derived.alone, derived.points_by_seat
    return {
        "maker": None if derived.maker is None else str(derived.maker),
        "trump": None if derived.trump is None else str(derived.trump),
        "no_trump": derived.no_trump,
        "alone": None if alone is None else list(side_code(alone)),
        "leaders": [str(seat) for seat in derived.leaders],
        "winners": [str(seat) for seat in derived.winners],
        "tricks": _by_side(derived.tricks),
        "outcome": None if derived.outcome is None else str(derived.outcome),
        "points": _by_side(derived.points),
        "points_by_seat": None
        if by_seat is None
        else {str(seat): points for seat, points in by_seat.items()},
        "thrown_in": derived.thrown_in,
    }


def _by_side(figures: Mapping[Side, int] | None) -> dict[str, int] | None:
    return None if figures is None else {side_code(side): figure for side, figure in figures.items()}
