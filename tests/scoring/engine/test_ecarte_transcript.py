"""The transcript of écarté: hands in the native form, each with its law and what is to be said of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring.engine.ecarte import EcarteRules
from scoring.engine.ecarte_examine import examine_ecarte
from scoring.engine.ecarte_records import EcarteRecord
from scoring.engine.notation import read_native
from tests.scoring.engine.ecarte_samples import NORTH, SOUTH

TEXT = (Path(__file__).parent / "transcripts" / "ecarte.txt").read_text(encoding="utf-8")
READ = read_native(TEXT)
EXPECTED = re.findall(r"^% => (.*)$", TEXT, re.MULTILINE)
HANDS = [(game.rules, hand) for game in READ.games for hand in game.hands]


def test_every_hand_is_read_and_something_is_said_of_it():
    assert READ.problems == ()
    assert len(HANDS) == len(EXPECTED) == 23


def test_every_law_from_vi_on_is_cited():
    assert set(re.findall(r"[Ll]aw ([ivx]+)", TEXT)) >= {
        "vi",
        "vii",
        "viii",
        "ix",
        "x",
        "xi",
        "xii",
        "xiii",
        "xiv",
    }


@pytest.mark.parametrize("at", range(len(EXPECTED)))
def test_a_hand_of_the_transcript_is_judged_as_it_says(at):
    rules, hand = HANDS[at]
    assert isinstance(rules, EcarteRules) and isinstance(hand, EcarteRecord)
    verdict = examine_ecarte(hand, rules)
    points = verdict.derived.points
    said = "?" if points is None else f"{points[NORTH]}-{points[SOUTH]}"
    faults = " ".join([str(verdict.status), *(found.code for found in verdict.faults)])
    assert f"{faults}; {said}" == EXPECTED[at]
