"""Transcripts: for every shipped ruleset a file of hands that show its rules, with the rule and its source.

The files are in the native form. Above each hand stand a comment that names the rule, and one that says what
must be found: `% = legal`, or `% = illegal` with the code, part and place of every fault.
"""

import re
from pathlib import Path

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.examine import examine
from scoring.engine.laws import COMMON
from scoring.engine.notation import read_native
from scoring.engine.rulesets import field_names
from scoring.engine.sources import SOURCE_NAMES, SOURCES

FOLDER = Path(__file__).parent / "transcripts"
RULE = re.compile(r"% .+ Rule: (\S+) \((\w+)(, inferred)?\)\.")
by_key = pytest.mark.parametrize("key", RULESETS)


def text_of(key):
    return (FOLDER / f"{key}.txt").read_text(encoding="utf-8")


def found(verdict):
    faults = ", ".join(f"{f.code} {f.step.section} {f.step.index}" for f in verdict.faults)
    return f"{verdict.status} {faults}".strip()


@by_key
def test_every_hand_of_the_transcript_is_judged_as_it_says(key):
    read = read_native(text_of(key))
    assert read.problems == ()
    ((hands, rules),) = [(game.hands, game.rules) for game in read.games]
    assert rules == RULESETS[key]
    expected = re.findall(r"^% = (.+)$", text_of(key), re.MULTILINE)
    assert [found(examine(hand, rules)) for hand in hands] == expected
    assert len(hands) >= 12


@by_key
def test_every_hand_cites_a_rule_and_the_source_it_has(key):
    rules_cited = RULE.findall(text_of(key))
    assert len(rules_cited) == text_of(key).count("% = ")
    for rule, source, inferred in rules_cited:
        assert source in SOURCE_NAMES
        assert rule in COMMON or rule in field_names()
        if rule in field_names():
            assert SOURCES[key][rule] == (source, "inferred" if inferred else "stated")
