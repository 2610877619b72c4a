"""The points of 2,000 hands played with an independent engine, as far as result facts decide them.

The oracle's own rules: the caller alone, a defender alone where the line says so (also against two, which
most rule books do not allow), four points for a lone march and for a lone defender's euchre.
"""

import json
import os
from pathlib import Path

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.hands import HandFacts, award
from scoring.engine.rulesets import changed
from scoring.engine.seats import Seat
from tests.scoring.engine.strategies import EW, NS

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("RIGHT_BOWER_SHARED", ROOT.parent / "shared"))
CORPUS = SHARED / "data" / "oracle.jsonl"

pytestmark = pytest.mark.skipif(
    not CORPUS.is_file(),
    reason="the oracle corpus is not here; set RIGHT_BOWER_SHARED to the folder that holds data/",
)


def lines():
    with CORPUS.open() as corpus:
        return [json.loads(line) for line in corpus]


def rules_of(line):
    defending = "always" if line["rules"]["defend_alone"] else "no"
    return changed(RULESETS["north-american"], {"lone_defender": defending})


def facts_of(line):
    maker = next(seat for seat, call in reversed(line["bids"]) if call != "pass")
    makers = next(side for side in ("NS", "EW") if maker in side)
    alone = frozenset(Seat(seat) for seat in line["alone"])
    return HandFacts(Seat(maker), alone, line["tricks"][makers])


def test_every_legal_hand_earns_what_the_oracle_paid():
    called = 0
    for line in lines():
        if line["legal"] and line["plays"]:
            called += 1
            earned = award(facts_of(line), rules_of(line)).by_side
            assert {"NS": earned[NS], "EW": earned[EW]} == line["points"], line["id"]
    assert called == 1_861  # 2,000 legal hands, of which 139 were passed out


def test_every_wrong_claim_of_points_is_seen():
    wrong = [
        line for line in lines() if not line["legal"] and line["fault"] == "wrong_points" and line["plays"]
    ]
    assert len(wrong) > 100
    for line in wrong:
        earned = award(facts_of(line), rules_of(line)).by_side
        assert {"NS": earned[NS], "EW": earned[EW]} != line["points"], line["id"]
