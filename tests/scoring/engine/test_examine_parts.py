"""The parts of a record one by one: cuts, packets, redeals, exchanges, claims, results, penalties."""

from dataclasses import replace

import pytest

from scoring.engine.cards import Card
from scoring.engine.catalogue import RULESETS
from scoring.engine.examine import examine
from scoring.engine.laws import COMMON, RULE_OF, law_of
from scoring.engine.notation import read_native
from scoring.engine.records import Cut, HandRecord
from scoring.engine.rulesets import changed, field_names
from scoring.engine.seats import Seat
from scoring.engine.sources import SOURCE_NAMES
from scoring.engine.verdicts import Section, Status, Step
from tests.scoring.engine.strategies import EW, NS, E, N, S, W

ORDINARY = RULESETS["north-american"]


def hand(line, rules=ORDINARY, **changes):
    """One hand of the native form, examined under a ruleset with some fields changed."""
    rules = changed(rules, changes) if changes else rules
    read = read_native(f'[Ruleset "{rules.key}"]\n{line}\n')
    assert read.errors == ()
    ((record,),) = [game.hands for game in read.games]
    return examine(record, rules)


def codes(verdict):
    return [fault.code for fault in verdict.faults]


def cut(text):
    """`N7S E8D | N9C`: who cut what, a stroke before those who cut again."""
    return tuple(
        Cut(Seat(one[0]), Card.parse(one[1:]), stage)
        for stage, part in enumerate(text.split("|"), start=1)
        for one in part.split()
    )


def cutting(text, dealer, key, **changes):
    rules = changed(RULESETS[key], changes)
    return examine(HandRecord(cuts=cut(text), dealer=dealer), rules)


@pytest.mark.parametrize(
    ("key", "text", "dealer"),
    [
        ("two-handed", "N7S SAD", S),  # the lowest deals, and the ace is low
        ("two-handed-higher-deals", "N7S SAD", S),
        ("two-handed-higher-deals", "NJS SAD", S),
        ("somerset-1888", "NJS EAD SKC W8C", W),
        ("four-handed-1880", "N7S E7D SKC W8C | N9S E8S", E),  # ties cut again
        ("four-handed-1880", "N7S E7D SKC W7C | N9S E8S W8H | EKH WQH", W),
        ("north-american", "N9S EKD SJC", S),  # the first knave
        ("benny", "N9S EKD", W),  # by chance, whatever was cut
    ],
)
def test_the_cut_names_the_dealer(key, text, dealer):
    assert codes(cutting(text, dealer, key)) == []
    if key != "benny":
        other = N if dealer != N else S
        assert codes(cutting(text, other, key)) == ["wrong-dealer"]


def test_in_a_cut_with_knaves_high_the_knave_is_above_the_ace():
    highest = {"cut_for_deal": "highest-deals"}
    assert codes(cutting("NJS EAD SKC W8C", N, "somerset-1888", **highest)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("N7S EKD SKC", ["cut-missing"]),
        ("N7S E7D SKC W8C | N9S W8S", ["cut-by-other", "cut-missing"]),
        ("N7S E8D SKC W9C | N9S E8S", ["cut-by-other"]),
        ("N7S E7S SKC W8C", ["cut-twice"]),
    ],
)
def test_wrong_cuts(text, expected):
    verdict = cutting(text, None, "four-handed-1880")
    assert codes(verdict) == expected
    assert {fault.step.section for fault in verdict.faults} == {Section.CUTS}


def test_level_cuts_decide_nothing_yet():
    verdict = cutting("N7S E7D SKC W8C", None, "four-handed-1880")
    assert codes(verdict) == []
    assert any("level" in sentence for sentence in verdict.unknown)


def test_nobody_is_dealt_a_card_after_the_first_knave():
    assert codes(cutting("N9S EJD SKC", E, "north-american")) == ["cut-after-the-jack"]


@pytest.mark.parametrize(
    ("key", "sizes", "wrong_at"),
    [
        ("four-handed-1880", (2, 2, 2, 2, 3, 3, 3, 3), None),
        ("four-handed-1880", (3, 3, 3, 3, 2, 2, 2, 2), None),
        ("four-handed-1880", (2, 3, 2, 2, 3, 2, 3, 3), 1),
        ("four-handed-1880", (2, 2, 2, 2, 3, 3, 3), 7),
        ("benny", (2, 3, 3, 2, 3, 2, 2, 3), None),
        ("benny", (2, 3, 3, 2, 3, 3, 2, 3), 5),
        ("benny", (1, 3, 3, 2, 4, 2, 2, 3), 0),
        ("north-american", (1,) * 20, None),
        ("north-american", (4, 4, 4, 4, 1, 1, 1, 2), 7),
        ("cut-throat", (2, 2, 2, 3, 3, 3), None),
    ],
)
def test_packets(key, sizes, wrong_at):
    verdict = examine(HandRecord(packets=sizes), RULESETS[key])
    assert [fault.step for fault in verdict.faults] == (
        [] if wrong_at is None else [Step(Section.PACKETS, wrong_at)]
    )


# --- redeals


def test_a_misdeal_stays_on_the_sheet_with_its_reason_and_scores_nothing():
    assert hand("1. E 9C | | | | redeal exposed").status is Status.LEGAL


@pytest.mark.parametrize(
    ("allowed", "held", "status", "expected"),
    [
        (False, "N:9HTHTD9D9S", Status.ILLEGAL, ["farmers-hand-not-played"]),
        (True, "N:9HTHTD9D9S", Status.LEGAL, []),
        (True, "N:9HTHTD9D--", Status.UNPROVEN, []),
        (True, "N:9HTHTD9DAS", Status.UNPROVEN, []),  # it may have been another's
        (
            True,
            "N:AHTHTD9D9S E:AC------ S:ADKDJDQD9H W:KHQHJHKSQS",
            Status.ILLEGAL,
            ["farmers-hand-not-held"],
        ),
    ],
)
def test_a_farmers_hand(allowed, held, status, expected):
    verdict = hand(f"1. E 9C | {held} | | | redeal farmer", farmers_hand=allowed)
    assert codes(verdict) == expected
    assert verdict.status is status


# --- exchanges


def test_partners_best():
    best = "1. S 9H | ? | o* x-- E>W:AH:9C | ? | ?"
    assert codes(hand(best, partners_best=True)) == []
    assert codes(hand(best)) == ["partners-best-not-played"]
    wrong = "1. S 9H | E:9DTDJDQDKD | o* x-- E>W:AH:9C | ? | ?"
    assert codes(hand(wrong, partners_best=True)) == ["exchange-not-held"]
    not_alone = "1. S 9H | ? | o x-- =-* E>W:AH:9C | ? | ?"
    assert codes(hand(not_alone, partners_best=True)) == ["exchange-by-wrong-seat"]


def test_who_was_given_a_card_may_play_it_and_the_giver_did_not_keep_it():
    line = "1. S 9H | W:9CACKCQCJC E:AHTHKDQDTC | o* x-- E>W:AH:9C | W: {0} AD JD ... | ?"
    assert codes(hand(line.format("AH"), partners_best=True)) == []
    assert codes(hand(line.format("9C"), partners_best=True)) == ["not-held-undealt"]


def test_going_under():
    made = "1. S AH | E:9C9DTH9STS | p p p p p p p d E<9C9DTH:ACJDQS | ? | ?"
    assert codes(hand(made, going_under=True)) == []
    assert codes(hand(made)) == ["going-under-not-played"]
    rich = made.replace("9STS", "9SKD")
    assert codes(hand(rich, going_under=True)) == ["going-under-without-poor-hand"]
    short = made.replace("9C9DTH:ACJDQS", "9C9D:ACJD")
    assert codes(hand(short, going_under=True)) == ["exchange-of-wrong-size"]


# --- claims

# After two tricks W holds AS TS QD and no other trump is left; S has AD KD JD.
KNOWN = (
    "1. W 9C | N:9HJHTHQHKS E:QSTDTCAHKH S:ADQCJCJDKD W:JSASTS9SQD | p p p p p p p s |"
    " N: 9H AH QC 9S / W: JS KS QS JC claim {} | ?"
)


def worth(line, rules=ORDINARY, **changes):
    verdict = hand(line, rules, **changes)
    return [claim and claim.value for claim in verdict.claims], codes(verdict)


@pytest.mark.parametrize(
    ("claim", "is_worth", "faults"),
    [
        ("W 2", "certain", []),
        ("W 3", "possible", []),
        ("E 1", "certain", []),  # by the partner's trumps, however badly all play
        ("N 1", "possible", []),
        ("N 2", "impossible", ["claim-impossible"]),
        ("N 3", "impossible", ["claim-impossible"]),
        ("W 4", "impossible", ["claim-impossible"]),
    ],
)
def test_a_claim_with_every_hand_known_is_searched_out(claim, is_worth, faults):
    assert worth(KNOWN.format(claim)) == ([is_worth], faults)


def test_a_claim_is_certain_by_top_trumps_though_nothing_else_is_known():
    line = "5. S TC | S:ASAC--JCAH | p p o xQH | 9S 9H AS>S / AC QS KC>S / TC KS QC>E / claim S {} | ?"
    rules = changed(RULESETS["cut-throat"], {"lowest_rank": 9, "march": 3})
    assert worth(line.format(1), rules) == (["certain"], [])
    assert worth(line.format(2), rules) == (["possible"], [])
    assert worth(line.format(3), rules) == (["impossible"], ["claim-impossible"])


def test_a_claim_settles_the_tricks():
    line = "5. S TC | S:ASAC--JCAH | p p o xQH | 9S 9H AS / AC QS KC / TC KS QC / claim S 1+ | {} S+1"
    rules = changed(RULESETS["cut-throat"], {"lowest_rank": 9, "march": 3})
    assert codes(hand(line.format("3-2"), rules)) == []
    assert codes(hand(line.format("4-1"), rules)) == ["wrong-tricks"]


def test_a_claim_beyond_the_play_is_misplaced():
    assert worth("1. S TC | ? | o | ? claim S 1@7.0 | ?")[1] == ["claim-misplaced"]


# --- results only


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2. N -- | ? | ?H@S | ? | 5-0 NS+2", []),
        ("2. N -- | ? | ?H@S | ? | 5-0 NS+4", []),  # perhaps alone
        ("2. N -- | ? | ?H@S | ? | 5-0 NS+3", ["wrong-points"]),
        ("2. N -- | ? | ?H@S | ? | 5-0 EW+2", ["wrong-points"]),
        ("2. N -- | ? | ?H@S | ? | 2-3 EW+2", []),
        ("2. N -- | ? | ?H@S | ? | 2-2 EW+2", ["tricks-do-not-add-up"]),
        ("2. N -- | ? | ?H@S | ? | 6-0 NS+2", ["tricks-out-of-range"]),
        ("2. N -- | ? | ? | ? | 3-2 NS+1", []),
        ("2. N -- | ? | ? | ? | 3-2 NS+2", ["wrong-points"]),
    ],
)
def test_a_result_alone(line, expected):
    assert codes(hand(line)) == expected


def test_the_dealers_partner_who_accepts_under_canadian_rules_was_alone():
    rules = RULESETS["canadian"]
    assert codes(hand("2. N 9H | ? | ?H@S | ? | 5-0 NS+4", rules)) == []
    assert codes(hand("2. N 9H | ? | ?H@S | ? | 5-0 NS+2", rules)) == ["wrong-points"]
    assert codes(hand("2. N 9H | ? | p o | ? | 5-0 NS+2", rules))[0] == "must-play-alone"


@pytest.mark.parametrize(("score", "expected"), [(7, []), (8, ["alone-at-score"])])
def test_no_lone_hand_at_eight(score, expected):
    record = read_native("1. S 9H | ? | o* | ? | 5-0 EW+4\n").games[0].hands[0]
    record = replace(record, scores=((NS, 3), (EW, score)))
    assert codes(examine(record, changed(ORDINARY, {"no_lone_from": 8}))) == expected


def test_three_handed_the_maker_is_set_back():
    verdict = hand("1. S 9H | ? | o | ? | 2-3 N-2", RULESETS["cut-throat"])
    assert codes(verdict) == []
    assert verdict.derived.points == {frozenset({N}): -2, frozenset({E}): 0, frozenset({S}): 0}


# --- penalties

REVOKED = (
    "7. S QH | N:QCAHTH7D7S S:9H9DKSQD8S | p o x8S |"
    " AH KS / 7S 9H / QH TH / 9D 7D / QD QC | 4-1 pen S revoke {}"
)


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("1 N+2", ["revoke"]),
        ("1 N+3", ["revoke", "wrong-penalty"]),
        ("3 N+2", ["revoke", "penalty-without-revoke"]),
    ],
)
def test_a_revoke_and_what_it_costs(mark, expected):
    assert codes(hand(REVOKED.format(mark), RULESETS["two-handed"])) == expected


def test_the_revoke_costs_more_in_a_lone_hand():
    for alone, points in (("", 3), ("*", 5)):
        line = f"1. S 9H | ? | o{alone} | ? | 3-2 pen N revoke EW+{points}"
        assert codes(hand(line, RULESETS["somerset-1888"])) == []
        line = line.replace(f"+{points}", f"+{points + 1}")
        assert codes(hand(line, RULESETS["somerset-1888"])) == ["wrong-penalty"]


def test_a_penalty_may_take_the_place_of_the_points_of_the_hand():
    verdict = hand("1. S 9H | ? | o | ? | 3-2 pen N revoke EW+3", RULESETS["somerset-1888"])
    assert set(verdict.derived.points.values()) == {0}


# --- laws


def test_every_code_has_a_rule_of_the_ruleset_or_a_common_one_and_a_source():
    for code, rule in RULE_OF.items():
        assert rule in COMMON or rule in field_names(), code
        for rules in RULESETS.values():
            assert law_of(code, rules).source in SOURCE_NAMES


def test_the_law_of_a_field_has_the_fields_own_source():
    assert law_of("must-play-alone", RULESETS["benny"]).source == "S2"
    assert law_of("discard-is-upcard", RULESETS["two-handed"]).source == "S1"
    assert law_of("wrong-penalty", RULESETS["somerset-1888"]).source == "1888"


def test_seats_that_nobody_has():
    verdict = examine(HandRecord(dealer=W), RULESETS["cut-throat"])
    assert codes(verdict) == ["seat-not-at-table"]
    assert verdict.first.seat is W


def test_an_empty_record_proves_nothing_and_says_what_lacks():
    verdict = examine(HandRecord(), ORDINARY)
    assert verdict.status is Status.UNPROVEN
    assert len(verdict.unknown) >= 4
    assert len(set(verdict.unknown)) == len(verdict.unknown)
