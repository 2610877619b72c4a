"""Hands with the deal or discard hidden: every revoke that shows is proved, and no legal hand is accused."""

from random import Random

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.examine import examine
from scoring.engine.verdicts import Section, Status
from tests.scoring.engine.hiding import hide_some
from tests.scoring.engine.naive_hands import draw_hand, record_of
from tests.scoring.engine.oracle_lines import cut, hide, lines, rules_of, step_of
from tests.scoring.engine.oracle_lines import record_of as record_of_line
from tests.scoring.engine.rulebook import UNUSUAL

REVOKES = ("revoke", "revoke_left_withheld", "revoke_left_played", "revoke_left_led")
HIDDEN = [{"hands": True}, {"discard": True}, {"hands": True, "discard": True}]
CUTS = [None, 4, 9, 13]


def accused(chosen):
    """Every (line, what is hidden, where it stops) of a legal line that is called illegal."""
    for line in chosen:
        for hidden in HIDDEN:
            record = hide(record_of_line(line), **hidden)
            for stop in CUTS if record.tricks else [None]:
                shown = record if stop is None else cut(record, stop)
                verdict = examine(shown, rules_of(line))
                if verdict.status is Status.ILLEGAL:
                    yield line["id"], hidden, stop, verdict.faults
                elif "hands" in hidden:
                    assert verdict.status is Status.UNPROVEN
                    assert verdict.unknown


def legal_lines():
    return [line for line in lines() if line["legal"]]


def test_no_legal_line_is_accused_whole_or_cut_short():
    assert list(accused(legal_lines()[::8])) == []


@pytest.mark.long
def test_no_legal_line_of_all_is_accused_whole_or_cut_short():
    assert list(accused(legal_lines())) == []


@pytest.mark.parametrize("kind", REVOKES)
def test_every_revoke_is_proved_from_the_whole_play_alone(kind):
    for line in lines():
        if line.get("fault") == kind:
            verdict = examine(hide(record_of_line(line), hands=True, discard=True), rules_of(line))
            assert [fault.code for fault in verdict.faults] == ["revoke"], line["id"]
            first = verdict.first
            assert first.step == step_of(line)
            assert first.proved_at.section is Section.PLAY
            assert first.proved_at.index >= first.step.index


@pytest.mark.parametrize("kind", REVOKES)
def test_a_revoke_is_proved_at_the_very_card_that_shows_it(kind):
    """Cut before the proof nothing is said, unless counting shows that no deal is left; with it, it is."""
    faulty = [line for line in lines() if line.get("fault") == kind]
    for line in faulty[::5]:
        record = hide(record_of_line(line), hands=True, discard=True)
        proved = examine(record, rules_of(line)).first.proved_at.index
        assert examine(cut(record, proved + 1), rules_of(line)).status is Status.ILLEGAL
        if proved > step_of(line).index:
            before = examine(cut(record, proved), rules_of(line))
            assert [fault.code for fault in before.faults] in ([], ["no-deal-fits"])


def test_how_soon_a_revoke_in_the_first_trick_is_proved():
    """A measured share: only the dealer, known to hold the upcard, can be caught in the trick itself."""
    proved = [0] * 5
    for line in lines():
        if line.get("fault") in REVOKES:
            first = examine(hide(record_of_line(line), hands=True, discard=True), rules_of(line)).first
            size = len(line["plays"]) // 5
            if first.step.index < size:
                proved[first.proved_at.index // size] += 1
    assert sum(proved[:5]) > 100
    assert 0 < proved[0] < sum(proved) / 4
    assert proved[1] > proved[0]


def accused_at_random(rulesets, each, seed):
    rng = Random(seed)
    for rules in rulesets:
        for _ in range(each):
            whole = record_of(draw_hand(rules, rng))
            verdict = examine(hide_some(whole, rng), rules)
            if verdict.status is Status.ILLEGAL:
                yield rules.key, verdict.faults


EVERY = [*RULESETS.values(), *UNUSUAL]


def test_leaving_out_what_was_true_accuses_nobody_under_any_ruleset():
    assert list(accused_at_random(EVERY, 100, seed=1)) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_leaving_out_what_was_true_accuses_nobody_ever(seed):
    assert list(accused_at_random(EVERY, 500, seed)) == []


def test_a_hand_is_proved_legal_only_if_nothing_that_counts_is_left_out():
    rng = Random(5)
    proved = 0
    for rules in EVERY:
        for _ in range(60):
            shown = hide_some(record_of(draw_hand(rules, rng)), rng)
            if examine(shown, rules).status is Status.LEGAL:
                proved += 1
                assert None not in (shown.upcard, shown.calls)
                assert shown.dealer or shown.calls[0].seat  # who spoke first sits left of the dealer
                assert len(shown.held) == rules.players
                assert all(card.card for held in shown.held.values() for card in held)
                assert examine(shown, rules).derived.thrown_in or len(shown.tricks) == 5
    assert proved > 50
