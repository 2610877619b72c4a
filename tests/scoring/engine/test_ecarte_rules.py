"""The rules of écarté as a value: sources, refusals, snapshots; and a game counted by them."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.choices import CutForDeal, DealAgain, Packets
from scoring.engine.ecarte import (
    BOUNDS,
    ECARTE,
    ECARTE_OPTIONS,
    ECARTE_SOURCES,
    LAWS,
    EcarteCutRank,
    EcarteRules,
    Proposals,
    changed,
    from_dict,
    to_dict,
)
from scoring.engine.ecarte_games import Calling, EcarteFacts, EcarteHand, EcarteVoid, award, play_ecarte
from scoring.engine.errors import RulesetError, RuleViolation
from scoring.engine.seats import Seat
from scoring.engine.sources import INFERRED, SOURCE_NAMES, STATED
from tests.scoring.engine.ecarte_samples import NORTH, SOUTH, N, S

numbers = {name: st.integers(least, 9) for name, (least, _) in BOUNDS.items()}


@st.composite
def ecarte_rules(draw: st.DrawFn) -> EcarteRules:
    """Any rules that make sense."""
    point = draw(st.integers(1, 4))
    return EcarteRules(
        key="drawn",
        cut_for_deal=draw(st.sampled_from([cut for cut in CutForDeal if cut is not CutForDeal.FIRST_JACK])),
        cut_rank=draw(st.sampled_from(EcarteCutRank)),
        packets=draw(st.sampled_from(Packets)),
        void_hand=draw(st.sampled_from(DealAgain)),
        proposals=draw(st.sampled_from(Proposals)),
        must_win=draw(st.booleans()),
        must_trump=draw(st.booleans()),
        king=draw(st.integers(1, 4)),
        point=point,
        vole=point + draw(st.integers(0, 3)),
        unproposed=point + draw(st.integers(0, 3)),
        refused=point + draw(st.integers(0, 3)),
        target=draw(st.integers(1, 15)),
        amendable=draw(st.booleans()),
    )


@st.composite
def any_facts(draw: st.DrawFn) -> EcarteFacts:
    """A hand that was played."""
    dealer, king = draw(st.sampled_from([N, S])), draw(st.sampled_from([None, N, S]))
    late = king == dealer and draw(st.booleans())
    return EcarteFacts(dealer, draw(st.sampled_from(Calling)), draw(st.integers(0, 5)), king, late)


def test_every_field_has_a_source_and_a_law_is_cited_where_there_is_one():
    names = {field.name for field in fields(EcarteRules)}
    assert set(ECARTE_SOURCES) == names and set(LAWS) < names
    for code, how in ECARTE_SOURCES.values():
        assert code in SOURCE_NAMES and how in (STATED, INFERRED)
    for name, values in ECARTE_OPTIONS.items():
        assert getattr(ECARTE, name) in values


def test_the_misprint_of_law_xiii_is_shown_as_inferred_and_law_xiv_as_stated():
    assert (ECARTE_SOURCES["unproposed"], LAWS["unproposed"]) == (("S3", INFERRED), "xiii")
    assert (ECARTE_SOURCES["refused"], LAWS["refused"]) == (("S3", STATED), "xiv")


@given(ecarte_rules())
def test_a_snapshot_gives_the_same_rules_again(rules):
    assert from_dict(to_dict(rules)) == rules


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"king": 0}, "number-out-of-range"),
        ({"target": True}, "value-of-wrong-kind"),
        ({"proposals": "twice"}, "choice-unknown"),
        ({"must_win": 1}, "value-of-wrong-kind"),
        ({"name": "a\nb"}, "name-unreadable"),
        ({"key": ""}, "key-unreadable"),
        ({"vole": 1, "point": 2}, "vole-below-point"),
        ({"refused": 1, "point": 2, "vole": 2}, "penalty-below-point"),
        ({"cut_for_deal": "first-jack-deals"}, "first-jack"),
        ({"bowers": True}, "field-unknown"),
    ],
)
def test_rules_that_make_no_sense_refuse_to_exist(changes, code):
    with pytest.raises(RulesetError) as refused:
        changed(ECARTE, changes)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "snapshot, code",
    [
        ([], "ruleset-unreadable"),
        ({"game": "euchre"}, "ruleset-unreadable"),
        ({**to_dict(ECARTE), "schema": 2}, "schema-unknown"),
        ({**to_dict(ECARTE), "bowers": 1}, "field-unknown"),
        ({name: value for name, value in to_dict(ECARTE).items() if name != "king"}, "field-missing"),
    ],
)
def test_a_snapshot_that_is_none_is_refused(snapshot, code):
    with pytest.raises(RulesetError) as refused:
        from_dict(snapshot)
    assert refused.value.code == code


def test_two_sit_at_the_table_and_nobody_else():
    assert ECARTE.sides == (NORTH, SOUTH) and ECARTE.other(N) == S
    for ask in (ECARTE.other, ECARTE.side_of):
        with pytest.raises(RuleViolation):
            ask(Seat.E)


@given(ecarte_rules(), any_facts())
def test_one_more_trick_never_hurts(rules, facts):
    def gain(tricks: int) -> int:
        earned = award(EcarteFacts(facts.dealer, facts.calling, tricks), rules).by_side
        eldest = rules.side_of(rules.other(facts.dealer))
        return earned[eldest] - earned[rules.side_of(facts.dealer)]

    if rules.vole <= min(rules.unproposed, rules.refused):
        assert all(gain(tricks) <= gain(tricks + 1) for tricks in range(5))


@given(ecarte_rules(), any_facts())
def test_turning_the_table_turns_the_award(rules, facts):
    turned = EcarteFacts(
        rules.other(facts.dealer),
        facts.calling,
        facts.tricks,
        facts.king and rules.other(facts.king),
        facts.king_late,
    )
    here, there = award(facts, rules).by_side, award(turned, rules).by_side
    assert (here[NORTH], here[SOUTH]) == (there[SOUTH], there[NORTH])


@given(ecarte_rules(), st.lists(any_facts(), max_size=12))
def test_a_game_is_won_by_whoever_marks_the_last_point_wanted_and_by_nobody_else(rules, hands):
    items = [EcarteHand(number, facts) for number, facts in enumerate(hands, start=1)]
    state = play_ecarte(rules, items)
    naive, winner = {NORTH: 0, SOUTH: 0}, None
    for facts in hands:
        for mark in award(facts, rules).marks:
            if winner is None:
                naive[frozenset({mark.seat})] += mark.points
                winner = next((side for side in naive if naive[side] >= rules.target), None)
    assert (state.score, state.winner) == (naive, winner)
    assert state.rows == () or state.rows[-1].score == naive


def test_the_deal_passes_after_every_hand_and_not_after_a_void_one():
    played = EcarteHand(1, EcarteFacts(S, Calling.ACCEPTED, 3))
    assert play_ecarte(ECARTE, [], first_dealer=S).next_dealer == S
    assert play_ecarte(ECARTE, [played]).next_dealer == N
    assert play_ecarte(ECARTE, [played, EcarteVoid(2, "misdeal")]).next_dealer == N


def test_at_four_all_the_dealers_king_turned_up_is_worth_nothing_once_the_other_made_the_point():
    late = EcarteFacts(S, Calling.ACCEPTED, 3, S, True)
    start = {NORTH: 4, SOUTH: 4}
    state = play_ecarte(ECARTE, [EcarteHand(1, late)], start=start)
    assert (state.winner, state.score) == (NORTH, {NORTH: 5, SOUTH: 4})
    in_time = EcarteFacts(S, Calling.ACCEPTED, 3, S)
    assert play_ecarte(ECARTE, [EcarteHand(1, in_time)], start=start).winner == SOUTH


def test_if_wrong_marks_take_both_to_five_who_earned_it_first_has_won():
    hand = EcarteHand(1, EcarteFacts(S, Calling.ACCEPTED, 0), {NORTH: 1, SOUTH: 2})
    assert play_ecarte(ECARTE, [hand], start={NORTH: 4, SOUTH: 3}).winner == SOUTH


def test_hands_after_the_end_stand_on_the_sheet_and_score_nothing():
    vole = EcarteHand(1, EcarteFacts(S, Calling.ACCEPTED, 5))
    state = play_ecarte(ECARTE, [vole, vole], start={NORTH: 3})
    assert (state.winner, state.score[NORTH]) == (NORTH, 5)
    assert [row.after_the_end for row in state.rows] == [False, True]


@pytest.mark.parametrize(
    "facts, code",
    [
        (EcarteFacts(S, Calling.ACCEPTED, 6), "tricks-out-of-range"),
        (EcarteFacts(S, Calling.ACCEPTED, None), "tricks-missing"),
        (EcarteFacts(S, None, 3), "calling-missing"),
        (EcarteFacts(S, Calling.ACCEPTED, 3, N, True), "king-too-late"),
        (EcarteFacts(Seat.E, Calling.ACCEPTED, 3), "seat-not-at-table"),
        (EcarteFacts(S, None, None, S), "tricks-missing"),  # the score is nothing to nothing
    ],
)
def test_facts_that_cannot_be_are_refused(facts, code):
    with pytest.raises(RuleViolation) as refused:
        play_ecarte(ECARTE, [EcarteHand(1, facts)])
    assert refused.value.code == code


def test_where_nothing_may_be_mended_a_wrong_score_stands():
    rules = changed(ECARTE, {"amendable": False})
    hand = EcarteHand(1, EcarteFacts(S, Calling.ACCEPTED, 3), {NORTH: 2})
    assert play_ecarte(rules, [hand]).wrong == {NORTH: 0, SOUTH: 0}
