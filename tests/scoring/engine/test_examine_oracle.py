"""Every line of the oracle's corpus: the same verdict and first step, the same winners, tricks and points."""

from collections import Counter

import pytest

from scoring.engine.examine import examine
from scoring.engine.seats import Seat, side_code
from scoring.engine.verdicts import Status
from tests.scoring.engine.oracle_lines import lines, record_of, rules_of, step_of

# The most that is said of a line with one planted fault, on the average of its kind.
SLIPS = {"bid_skipped": 1.9, "bid_out_of_turn": 1.3, "wrong_leader": 1.3}


def by_code(figures):
    return {side_code(side): figure for side, figure in figures.items()}


def test_every_legal_line_is_legal_and_comes_to_the_same_winners_tricks_and_points():
    legal = [line for line in lines() if line["legal"]]
    assert len(legal) == 2_000
    for line in legal:
        verdict = examine(record_of(line), rules_of(line))
        assert verdict.status is Status.LEGAL, (line["id"], verdict.faults, verdict.unknown)
        derived = verdict.derived
        assert [*derived.winners] == [Seat(seat) for seat in line["trick_winners"]], line["id"]
        assert by_code(derived.tricks) == line["tricks"], line["id"]
        assert by_code(derived.points) == line["points"], line["id"]


def test_every_faulty_line_is_illegal_at_the_same_first_step():
    faulty = [line for line in lines() if not line["legal"]]
    assert len(faulty) == 5_100
    for line in faulty:
        verdict = examine(record_of(line), rules_of(line))
        assert verdict.status is Status.ILLEGAL, line["id"]
        assert verdict.first.step == step_of(line), (line["id"], line["fault"], verdict.faults)


def test_one_wrong_thing_is_not_followed_by_a_train_of_others():
    """Each of these lines has one fault planted; what else is noted must be rare, and is counted here."""
    noted, seen = Counter(), Counter()
    for line in lines():
        if not line["legal"]:
            seen[line["fault"]] += 1
            noted[line["fault"]] += len(examine(record_of(line), rules_of(line)).faults)
    averages = {kind: noted[kind] / seen[kind] for kind in seen}
    assert {kind: average for kind, average in averages.items() if average > SLIPS.get(kind, 1.05)} == {}


@pytest.mark.parametrize("common", [True, False])
def test_the_dealer_may_discard_the_card_just_taken_up_where_the_ruleset_lets_him(common):
    for line in lines("oracle_variants"):
        verdict = examine(record_of(line), rules_of(line, common))
        if common:
            assert verdict.status is Status.LEGAL, (line["id"], verdict.faults, verdict.unknown)
        else:
            assert [fault.code for fault in verdict.faults] == ["discard-is-upcard"], line["id"]
