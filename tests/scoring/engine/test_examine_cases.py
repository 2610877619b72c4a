"""Cases with known right answers (C1 to C4, C12, C13, C17, C20), each checked by hand."""

import pytest

from scoring.engine.cards import Suit
from scoring.engine.catalogue import RULESETS
from scoring.engine.examine import examine
from scoring.engine.games import play_game
from scoring.engine.hands import Outcome
from scoring.engine.notation import read_native
from scoring.engine.rulesets import changed
from scoring.engine.seats import left_of
from scoring.engine.sheets import ThrownIn
from scoring.engine.verdicts import Section, Status, Step
from tests.scoring.engine.strategies import EW, NS, E, N, S, W

BENNY = RULESETS["benny"]
ORDINARY = RULESETS["north-american"]


def hand(line, rules=ORDINARY):
    """One hand of the native form, examined under a ruleset."""
    read = read_native(f'[Ruleset "{rules.key}"]\n{line}\n')
    assert read.problems == ()
    ((record,),) = [game.hands for game in read.games]
    return examine(record, rules)


def codes(verdict):
    return [fault.code for fault in verdict.faults]


def test_c1_the_left_bower_takes_the_ace_of_trumps():
    verdict = hand(
        "1. S KC | ? | p p p o x-- | W: AD 9D QD 9C / S: KS AS AC JS / E: KH QH AH TC / N: KD 9H KC 9S"
        " / S: JC QS JD JH | 4-1 NS+1",
        RULESETS["stick-the-dealer"],
    )
    assert codes(verdict) == []
    assert verdict.status is Status.UNPROVEN  # the hands are known, but not what was put out
    assert verdict.derived.winners == (S, E, N, S, S)
    assert verdict.derived.tricks == {NS: 4, EW: 1}
    assert verdict.derived.points == {NS: 1, EW: 0}
    assert verdict.derived.outcome is Outcome.POINT


C2 = "1. W JC | N:TSTHKSQDKD | o | ? | 1-4 EW+2"


def test_c2_ordering_up_with_no_trump_in_hand_is_allowed_where_none_is_asked_for():
    verdict = hand(C2)
    assert codes(verdict) == []
    assert verdict.derived.points == {NS: 0, EW: 2}


def test_c2_and_refused_where_a_natural_trump_is():
    verdict = hand(C2, changed(ORDINARY, {"natural_trump": True}))
    assert codes(verdict) == ["no-natural-trump"]
    assert verdict.first.step == Step(Section.CALLS, 0)
    assert verdict.first.seat == N
    assert len(verdict.first.cards) == 5
    assert verdict.first.law.rule == "natural_trump"


def test_c3_a_lone_hand_of_four_tricks_is_a_point():
    verdict = hand(
        "1. E TS | ? | p p p o* | S: 9S QD TS / E: JS QS 9C@N ... | ?",
    )
    assert verdict.derived.alone == {E}
    verdict = hand(
        "1. E TS | ? | p p p o* x-- | S: 9D QD TS / E: JS QS 9S / E: AH KS TH / S: 9C QC AC / E: QH TC JH"
        " | 4-1 EW+1"
    )
    assert codes(verdict) == []
    assert verdict.derived.winners == (E, E, S, E, E)
    assert verdict.derived.points == {NS: 0, EW: 1}


@pytest.mark.parametrize(
    ("line", "earned"),
    [
        ("1. E 9C | ? | ?H@S* | ? | 5-0 NS+4", {NS: 4, EW: 0}),
        ("2. S QD | ? | p p p o | ? | 5-0 NS+2", {NS: 2, EW: 0}),
    ],
)
def test_c4_from_four_to_nine_in_two_hands(line, earned):
    verdict = hand(line)
    assert codes(verdict) == []
    assert verdict.derived.points == earned


class TestC12BennyTurnedUp:
    def test_the_dealer_names_a_suit_takes_benny_and_discards(self):
        verdict = hand("1. S JO | ? | h x9C | ? | 3-2 NS+1", BENNY)
        assert codes(verdict) == []
        assert (verdict.derived.maker, verdict.derived.trump) == (S, Suit.HEARTS)

    def test_there_is_no_round_of_passes(self):
        verdict = hand("1. S JO | ? | p p p h x9C | ? | 3-2 NS+1", BENNY)
        assert codes(verdict) == ["benny-turned-up"]
        assert verdict.first.step == Step(Section.CALLS, 0)
        assert verdict.first.law.source == "S2"
        assert verdict.derived.maker == S

    def test_nobody_else_names_the_suit(self):
        assert codes(hand("1. S JO | ? | h@W | ? | ?", BENNY)) == ["benny-turned-up"]


@pytest.mark.parametrize(
    ("key", "changes", "calls", "points"),
    [
        ("north-american", {}, "o*", "NS+2"),
        ("north-american", {"lone_euchre": 3}, "o*", "NS+3"),
        ("somerset-1888", {}, "o*", "NS+4"),
        ("benny", {}, "o W*", "NS+2"),
        ("benny", {}, "o N*", "NS+4"),
        ("benny", {}, "o W* N*", "NS+4"),
    ],
)
def test_c13_what_a_euchred_lone_hand_pays_is_the_rulesets_to_say(key, changes, calls, points):
    rules = changed(RULESETS[key], changes)
    assert codes(hand(f"1. S 9H | ? | {calls} | ? | 2-3 {points}", rules)) == []
    assert codes(hand(f"1. S 9H | ? | {calls} | ? | 2-3 NS+5", rules)) == ["wrong-points"]


class TestC17AloneUnderTheBennyRules:
    """Dealer S, the nine of hearts turned up."""

    @pytest.mark.parametrize(
        ("calls", "leader"),
        [
            ("o N*", E),  # left of N
            ("o W*", N),  # left of W
            ("o W* N*", N),  # the lone defender
            ("p o* =N*", E),  # "I turn it down": left of N, where eldest would be W
        ],
    )
    def test_who_leads(self, calls, leader):
        for seat in (N, E, S, W):
            verdict = hand(f"1. S 9H | ? | {calls} | {seat}: 9C ... | ?", BENNY)
            if seat == leader:
                assert codes(verdict) == []
            else:
                assert verdict.first.step == Step(Section.PLAY, 0)

    @pytest.mark.parametrize(
        ("calls", "result"),
        [
            ("o N*", "2-3 NS+4"),
            ("o N*", "3-2 EW+1"),
            ("o N*", "5-0 EW+2"),
            ("o W*", "3-2 EW+1"),
            ("o W*", "2-3 NS+2"),
            ("o W* N*", "5-0 EW+4"),
            ("o W* N*", "2-3 NS+4"),
        ],
    )
    def test_what_is_paid(self, calls, result):
        assert codes(hand(f"1. S 9H | ? | {calls} | ? | {result}", BENNY)) == []

    def test_i_turn_it_down_leaves_the_upcard_out_and_the_dealer_without_a_discard(self):
        assert codes(hand("1. S 9H | ? | p o* x9C | ? | ?", BENNY)) == ["discard-not-due"]
        verdict = hand("1. S 9H | ? | p o* | E: 9C 9H ... | ?", BENNY)
        assert "play-turned-down" in codes(verdict)

    def test_the_dealers_partner_cannot_accept_and_keep_the_dealer(self):
        verdict = hand("1. S 9H | ? | p o* | E: 9C AC@S ... | ?", BENNY)
        assert verdict.first.step == Step(Section.PLAY, 1)


@pytest.mark.parametrize(
    ("key", "deals_again"), [("progressive-eight-hands", True), ("four-handed-1880", False)]
)
def test_c20_a_hand_that_is_thrown_in(key, deals_again):
    rules = RULESETS[key]
    verdict = hand("1. S 9H | ? | p p p p p p p p | | passed", rules)
    assert codes(verdict) == []
    assert verdict.derived.thrown_in
    state = play_game(rules, [ThrownIn(1)], first_dealer=S)
    assert state.dealer == (S if deals_again else left_of(S, rules.seats))
    assert state.hands_counted == 0


def test_a_stuck_dealer_throws_nothing_in():
    verdict = hand("1. S 9H | ? | p p p p p p p p | | passed", RULESETS["stick-the-dealer"])
    assert codes(verdict) == ["stuck-dealer-passes"]
