"""The cards of a hand, beside what the sheet knows of it: in the native notation, and checked."""

from __future__ import annotations

from scoring.engine.errors import RuleViolation
from scoring.engine.examine import examine
from scoring.engine.hands import HandFacts
from scoring.engine.notation import GameRecord, read_native, write_native
from scoring.engine.notation_hands import write_hand
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import side_name
from scoring.engine.verdicts import Derived

MOST_LETTERS = 2000
"""A whole hand with every card dealt and every comment left out takes about three hundred."""


def tidy_record(text: object, hand: HandFacts, rules: Ruleset) -> str:
    """Return the one hand of a text on one line, canonically; tags are left out, the rules are the game's.

    Raises RuleViolation when it cannot be read, when the hand was illegal, and when it is another hand than
    the one on the sheet.
    """
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise RuleViolation(
            "record-too-long", f"The cards of a hand are written in {MOST_LETTERS} letters at most."
        )
    record = _record_in(text, rules)
    verdict = examine(record, rules)
    if verdict.first is not None:
        raise RuleViolation("record-illegal", f"These cards make no legal hand. {verdict.first.sentence}")
    _check_same(verdict.derived, hand, rules)
    return write_hand(record, rules.seats)


def text_of(record: str, rules: Ruleset) -> str:
    """Return the record with the tags that name its rules, as the checker reads it."""
    return _head(rules) + record + "\n"


def _head(rules: Ruleset) -> str:
    return write_native([GameRecord(rules=rules, seats=rules.seats, sides=rules.sides)])


def _record_in(text: str, rules: Ruleset) -> HandRecord:
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("[")]
    read = read_native(_head(rules) + "\n".join(lines))
    if read.errors:
        raise RuleViolation("record-unreadable", f"The cards cannot be read. {read.errors[0].sentence}")
    hands = [hand for game in read.games for hand in game.hands]
    if len(hands) != 1 or not isinstance(hands[0], HandRecord):
        raise RuleViolation("record-unreadable", "Write down one hand, and no more.")
    return hands[0]


def _check_same(derived: Derived, hand: HandFacts, rules: Ruleset) -> None:
    """Compare what follows from the cards, as far as it goes, with the sheet."""
    differs = ""
    makers = rules.side_of(hand.maker)
    if derived.thrown_in:
        differs = "all passed"
    elif derived.maker is not None and derived.maker != hand.maker:
        differs = f"{derived.maker} made it"
    elif derived.alone is not None and derived.alone != hand.alone:
        differs = f"{side_name(derived.alone)} played alone" if derived.alone else "nobody played alone"
    elif derived.tricks is not None and derived.tricks.get(makers) != hand.tricks:
        differs = f"{side_name(makers)} took {derived.tricks.get(makers)} tricks"
    if differs:
        raise RuleViolation("record-differs", f"By these cards {differs}; the sheet says otherwise.")
