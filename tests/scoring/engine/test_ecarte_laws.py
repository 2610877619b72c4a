"""The laws of écarté, vi to xv of seed S3, one by one, and the duty to follow, to win and to trump."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.choices import DealAgain
from scoring.engine.ecarte import ECARTE, changed
from scoring.engine.ecarte_examine import examine_ecarte
from scoring.engine.ecarte_games import (
    Amendment,
    Calling,
    EcarteFacts,
    EcarteHand,
    EcarteVoid,
    Why,
    award,
    play_ecarte,
)
from scoring.engine.ecarte_records import KingMark, KingMoment, Swap
from scoring.engine.errors import RuleViolation
from scoring.engine.records import Played, Trick
from scoring.engine.verdicts import Section, Status, Step
from tests.scoring.engine.ecarte_samples import (
    AGAIN,
    DIAMONDS,
    NORTH,
    SOUTH,
    SPADES,
    N,
    S,
    calls,
    cards,
    codes,
    marked,
    play,
    points,
    said,
    score,
    seen,
)

ONE_PROPOSAL = [Calling.UNPROPOSED, Calling.ACCEPTED, Calling.REFUSED]


def test_both_hands_of_the_examples_are_legal():
    assert examine_ecarte(SPADES, ECARTE).status is Status.LEGAL
    assert examine_ecarte(DIAMONDS, ECARTE).status is Status.LEGAL


def test_law_vi_a_deal_of_six_cards_is_wrong():
    record = replace(SPADES, held={**SPADES.held, N: (*SPADES.held[N], *seen("8C"))})
    assert codes(record) == ["hand-size"]


def test_law_vi_playing_out_of_turn_is_wrong():
    tricks = list(SPADES.tricks)
    tricks[3] = Trick((Played(cards("AS")[0], N), Played(cards("KS")[0], S)))
    (found,) = examine_ecarte(replace(SPADES, tricks=tuple(tricks)), ECARTE).faults
    assert (found.code, found.seat, found.step) == ("out-of-turn", N, Step(Section.PLAY, 6))
    assert "law vi" in found.sentence


def test_law_vi_a_new_deal_makes_the_hand_void_so_that_nothing_in_it_is_wrong_and_nothing_scored():
    void = replace(SPADES, tricks=play("KC 9C / 8D QD"), redeal="out-of-turn")
    verdict = examine_ecarte(void, ECARTE)
    assert (verdict.status, points(void)) == (Status.LEGAL, (0, 0))
    assert codes(replace(void, said=said(0, 1))) == ["void-but-scored"]


@pytest.mark.parametrize("again, dealer", [(DealAgain.SAME_DEALER, S), (DealAgain.NEXT_DEALER, N)])
def test_law_vi_a_new_deal_is_dealt_by_whom_the_rules_say(again, dealer):
    rules = changed(ECARTE, {"void_hand": again})
    state = play_ecarte(rules, [EcarteVoid(1, "faced")], first_dealer=S)
    assert state.next_dealer == dealer
    assert state.score == {NORTH: 0, SOUTH: 0}


def test_law_vii_the_card_turned_up_is_in_no_hand():
    record = replace(SPADES, held={**SPADES.held, S: seen("7S 8D 7H KS QH")})
    assert "card-twice" in codes(record)
    assert codes(replace(SPADES, held={}, tricks=play("7S KS"))) == ["upcard-taken"]


def test_law_vii_the_stock_has_twenty_one_cards():
    four, five = Swap(4), Swap(5)
    twice = calls("propose accept propose accept", eldest=five, dealer=five)
    record = replace(SPADES, calls=twice, tricks=None)
    assert codes(record, AGAIN) == []
    thrice = replace(record, calls=calls("propose accept " * 3, eldest=four, dealer=four))
    assert codes(thrice, AGAIN) == ["stock-too-short"]


def test_law_viii_the_dealer_marks_the_king_turned_up_before_the_next_trump_is_turned():
    record = replace(SPADES, upcard=cards("KD")[0], tricks=None)
    for moment in (None, *list(KingMoment)[:-1]):
        assert codes(replace(record, kings=marked(S, moment))) == []
    late = replace(record, kings=marked(S, KingMoment.NEXT_TRUMP))
    assert codes(late) == ["king-turned-too-late"]


def test_law_viii_only_the_dealer_marks_the_king_turned_up():
    record = replace(SPADES, upcard=cards("KD")[0], tricks=None)
    assert codes(replace(record, kings=marked(N))) == ["king-not-the-dealers"]
    assert codes(replace(SPADES, kings=marked(S, KingMoment.TURN_UP))) == ["king-not-turned-up"]


def test_law_ix_a_king_held_is_marked_before_its_holder_lays_down_his_first_card():
    assert codes(replace(SPADES, kings=marked(S))) == []
    for late in (KingMoment.LATER, KingMoment.NEXT_TRUMP):
        assert codes(replace(SPADES, kings=marked(S, late))) == ["king-too-late"]


def test_law_ix_a_king_that_was_not_marked_scores_nothing():
    assert points(SPADES) == (0, 2)
    assert points(replace(SPADES, kings=marked(S))) == (0, 3)


def test_law_ix_a_king_led_to_the_first_trick_is_announced_before_it_is_played_to():
    led = replace(
        SPADES,
        held={N: seen("KS QD JH AS TC"), S: seen("9C 8D 7H QS QH")},
        tricks=play("KS QS"),
        stopped=True,
        kings=marked(N, KingMoment.BEFORE_PLAYED_TO),
    )
    assert codes(led) == []
    assert codes(replace(led, tricks=play("QD 8D"))) == ["king-too-late"]


def test_law_ix_the_dealers_king_is_not_played_to_in_the_first_trick():
    record = replace(SPADES, tricks=play("AS KS"), kings=marked(S, KingMoment.BEFORE_PLAYED_TO))
    assert codes(record) == ["king-too-late"]


def test_law_ix_a_king_that_was_not_held_cannot_be_marked():
    assert codes(replace(SPADES, kings=marked(N))) == ["king-not-held"]
    hidden = replace(SPADES, held={}, kings=marked(N))
    assert codes(hidden) == ["king-not-held"]


def test_law_x_a_proposal_cannot_be_retracted():
    assert codes(replace(SPADES, calls=calls("propose play"))) == ["proposal-retracted"]


def test_law_x_an_acceptance_cannot_be_retracted():
    assert codes(replace(SPADES, calls=calls("propose accept refuse"))) == ["acceptance-retracted"]


def test_law_xi_what_was_laid_aside_cannot_be_played():
    aside = Swap(1, seen("TC"), seen("8C"))
    record = replace(SPADES, calls=calls("propose accept", eldest=aside))
    assert codes(record) == ["discard-taken-back"]
    assert codes(replace(record, held={})) == ["discard-taken-back"]


def test_law_xi_what_is_laid_aside_was_held():
    aside = Swap(1, seen("9H"), seen("8H"))
    assert codes(replace(SPADES, calls=calls("propose accept", eldest=aside), tricks=None)) == [
        "discard-not-held"
    ]


def facts(calling: Calling, tricks: int | None, king=None, **more) -> EcarteFacts:
    """Dealt by S; N makes so many tricks."""
    return EcarteFacts(S, calling, tricks, king, **more)


def by_seat(given: EcarteFacts, rules=ECARTE) -> tuple[int, int]:
    earned = award(given, rules).by_side
    return earned[NORTH], earned[SOUTH]


@pytest.mark.parametrize(
    "tricks, earned", [(5, (2, 0)), (4, (1, 0)), (3, (1, 0)), (2, (0, 1)), (1, (0, 1)), (0, (0, 2))]
)
def test_law_xii_three_tricks_score_one_and_five_two(tricks, earned):
    assert by_seat(facts(Calling.ACCEPTED, tricks)) == earned


def test_law_xii_the_king_scores_one_beside_the_tricks():
    assert by_seat(facts(Calling.ACCEPTED, 3, S)) == (1, 1)
    assert [mark.why for mark in award(facts(Calling.ACCEPTED, 3, S), ECARTE).marks] == [Why.KING, Why.POINT]


@pytest.mark.parametrize("tricks, earned", [(5, (2, 0)), (3, (1, 0)), (2, (0, 2)), (0, (0, 2))])
def test_law_xiii_who_plays_without_proposing_and_fails_gives_two_points_even_of_a_vole(tricks, earned):
    assert by_seat(facts(Calling.UNPROPOSED, tricks)) == earned


@pytest.mark.parametrize("tricks, earned", [(5, (2, 0)), (3, (2, 0)), (2, (0, 1)), (0, (0, 2))])
def test_law_xiv_the_dealer_who_refuses_the_first_proposal_and_fails_gives_two_points(tricks, earned):
    assert by_seat(facts(Calling.REFUSED, tricks)) == earned


def test_laws_xiii_and_xiv_their_points_stand_in_place_of_those_for_the_tricks():
    rules = changed(ECARTE, {"unproposed": 4, "refused": 3})
    assert by_seat(facts(Calling.UNPROPOSED, 0), rules) == (0, 4)
    assert by_seat(facts(Calling.REFUSED, 5), rules) == (3, 0)


def test_law_xiv_a_refusal_after_the_first_proposal_costs_nothing():
    assert by_seat(facts(Calling.REFUSED_LATER, 3)) == (1, 0)


def test_laws_xiii_and_xiv_hold_for_records_too():
    assert points(SPADES) == (0, 2)
    assert points(DIAMONDS) == (2, 0)
    assert codes(replace(DIAMONDS, said=said(1, 0))) == ["points-wrong"]


def overscored() -> list:
    """N makes one point and marks two, at a score of 3."""
    return [EcarteHand(1, facts(Calling.ACCEPTED, 3), {NORTH: 2})]


def test_law_xv_an_overscore_is_mended_before_the_next_deal():
    state = play_ecarte(ECARTE, overscored(), start={NORTH: 3})
    assert state.winner == NORTH and state.wrong == {NORTH: 1, SOUTH: 0}
    mended = play_ecarte(ECARTE, [*overscored(), Amendment(NORTH, -1)], start={NORTH: 3})
    assert (mended.winner, mended.score[NORTH]) == (None, 4)


def test_law_xv_an_underscore_is_mended_before_the_next_deal():
    items = [EcarteHand(1, facts(Calling.ACCEPTED, 3), {}), Amendment(NORTH, 1)]
    state = play_ecarte(ECARTE, items, start={NORTH: 4})
    assert (state.winner, state.score[NORTH]) == (NORTH, 5)


def test_law_xv_after_the_next_deal_a_wrong_score_stands():
    second = EcarteHand(2, EcarteFacts(N, Calling.ACCEPTED, 2))
    for dealt in (second, EcarteVoid(2, "faced")):
        with pytest.raises(RuleViolation, match="law xv"):
            play_ecarte(ECARTE, [*overscored(), dealt, Amendment(NORTH, -1)])
    assert play_ecarte(ECARTE, [*overscored(), second]).score == {NORTH: 3, SOUTH: 0}


def test_law_xv_only_the_whole_mistake_is_mended():
    for wrong in (Amendment(NORTH, -2), Amendment(NORTH, 1), Amendment(SOUTH, 1)):
        with pytest.raises(RuleViolation):
            play_ecarte(ECARTE, [*overscored(), wrong])


# C18 of the worked cases


def test_c18_with_four_each_a_king_turned_up_wins_before_a_card_is_played():
    record = replace(
        SPADES, upcard=cards("KD")[0], calls=(), kings=marked(S, KingMoment.TURN_UP), scores=score(4, 4)
    )
    assert codes(replace(record, tricks=())) == []
    assert points(replace(record, tricks=())) == (0, 1)
    assert codes(replace(record, tricks=play("KC 9C"))) == ["played-after-the-game"]
    state = play_ecarte(ECARTE, [EcarteHand(1, EcarteFacts(S, None, None, S))], start=dict(score(4, 4)))
    assert (state.winner, state.score) == (SOUTH, {NORTH: 4, SOUTH: 5})


@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_c18_unproposed_the_dealer_with_three_or_all_five_scores_two(tricks):
    assert by_seat(facts(Calling.UNPROPOSED, tricks)) == (0, 2)


def test_c18_the_second_proposal_refused_and_the_dealer_takes_two_the_opponent_scores_one():
    record = replace(DIAMONDS, calls=calls("propose accept propose refuse"))
    assert (codes(record, AGAIN), points(record, AGAIN)) == ([], (1, 0))
    assert codes(record) == ["proposal-too-many"]


# the duties of play


def test_one_follows_suit_if_able():
    tricks = play("KC 8D / QD 9C / JH QH / KS AS / 7H TC")
    found, then = examine_ecarte(replace(SPADES, tricks=tricks), ECARTE).faults
    assert (found.code, found.seat, found.cards) == ("revoke", S, cards("9C"))
    assert then.code == "failed-to-trump"  # the only diamond had gone
    assert found.proved_at == found.step == Step(Section.PLAY, 1)


def test_one_wins_the_trick_if_able():
    tricks = play("KC 9C / QD 8D / JH 7H / AS KS / QH TC")
    (found,) = examine_ecarte(replace(SPADES, tricks=tricks), ECARTE).faults
    assert (found.code, found.cards, found.law.rule) == ("failed-to-win", cards("QH"), "must_win")
    assert codes(replace(SPADES, tricks=tricks), changed(ECARTE, {"must_win": False})) == []


def test_one_trumps_if_void():
    tricks = play("KC 9C / QD 8D / TC 7H / AS KS / QH JH")
    (found,) = examine_ecarte(replace(SPADES, tricks=tricks), ECARTE).faults
    assert (found.code, found.cards) == ("failed-to-trump", cards("KS"))
    assert codes(replace(SPADES, tricks=tricks), changed(ECARTE, {"must_trump": False})) == []


def test_without_the_deal_later_play_betrays_what_was_held():
    tricks = play("KC 9C / QD 8D / JH 7H / AS KS / QH TC")
    (found,) = examine_ecarte(replace(SPADES, held={}, tricks=tricks), ECARTE).faults
    assert (found.code, found.step, found.proved_at) == (
        "failed-to-win",
        Step(Section.PLAY, 5),
        Step(Section.PLAY, 8),
    )
    assert codes(replace(SPADES, held={}, tricks=tricks[:4])) == []


def test_a_king_marked_is_a_king_held():
    record = replace(SPADES, held={}, kings=marked(S), tricks=play("AS TS"), stopped=True)
    assert codes(record) == ["failed-to-win"]


def test_the_king_of_trumps_is_marked_once():
    twice = (*marked(S), KingMark(S, KingMoment.BEFORE_FIRST_CARD))
    assert codes(replace(SPADES, kings=twice)) == ["king-marked-twice"]
