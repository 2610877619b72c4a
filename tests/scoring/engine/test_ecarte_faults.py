"""Every fault that a record of écarté can have, each by a record that has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.cards import BENNY, Card
from scoring.engine.ecarte import ECARTE, changed
from scoring.engine.ecarte_examine import examine_ecarte
from scoring.engine.ecarte_faults import CODES
from scoring.engine.ecarte_records import (
    EcarteCall,
    EcarteCallKind,
    EcarteRecord,
    EcarteSaid,
    KingMoment,
    Swap,
)
from scoring.engine.records import Claim, Cut, Glimpse, Played, Trick
from scoring.engine.seats import Seat
from scoring.engine.sources import SOURCE_NAMES
from scoring.engine.verdicts import Derived, Status
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

NOTHING = EcarteRecord()
BARE = replace(SPADES, held={}, calls=None, kings=None, tricks=None)
KING_UP = replace(SPADES, upcard=cards("KD")[0], tricks=None)


def cut(text: str) -> tuple[Cut, ...]:
    """Cuts of N and S in turn, two a stage."""
    return tuple(Cut((N, S)[at % 2], card, 1 + at // 2) for at, card in enumerate(cards(text)))


def swapped(swap: Swap, words: str = "propose accept") -> EcarteRecord:
    return replace(BARE, calls=calls(words, eldest=swap))


CASES: list[tuple[str, EcarteRecord]] = [
    ("seat-not-at-table", replace(NOTHING, dealer=Seat.E)),
    ("card-not-in-pack", replace(BARE, held={N: (Glimpse.of(BENNY), *seen("KC QD JH AS"))})),
    ("card-twice", replace(BARE, held={N: seen("KC KC QD JH AS")})),
    ("card-twice", replace(BARE, tricks=play("KC 9C / QD 8D / KC"))),
    ("cut-card-twice", replace(BARE, cuts=cut("9C 9C"))),
    ("cut-after-decision", replace(BARE, cuts=cut("9C TC 9D 8D"))),
    ("wrong-dealer", replace(BARE, cuts=cut("JC AC"))),
    ("packets-wrong", replace(BARE, packets=(2, 3, 3, 2))),
    ("hand-size", replace(BARE, held={N: seen("KC")})),
    ("call-out-of-turn", replace(BARE, calls=(EcarteCall(EcarteCallKind.PROPOSE, S),))),
    ("call-not-allowed", replace(BARE, calls=calls("accept"))),
    ("call-after-the-end", replace(BARE, calls=calls("play accept"))),
    ("proposal-too-many", replace(BARE, calls=calls("propose accept propose"))),
    ("proposal-retracted", replace(BARE, calls=calls("propose play"))),
    ("acceptance-retracted", replace(BARE, calls=calls("propose accept refuse"))),
    ("exchange-without-acceptance", replace(BARE, calls=(EcarteCall(EcarteCallKind.PLAY, N, Swap(1)),))),
    ("exchange-size", swapped(Swap(6))),
    ("exchange-miscounted", swapped(Swap(2, seen("KC")))),
    ("discard-not-held", replace(swapped(Swap(1, seen("8H"))), held={N: seen("KC QD JH AS TC")})),
    ("discard-taken-back", replace(swapped(Swap(1, seen("KC"))), tricks=play("KC 9C"))),
    ("upcard-taken", replace(BARE, tricks=play("7S KS"))),
    ("card-elsewhere", replace(BARE, held={S: seen("KC QD JH AS TC")}, tricks=play("KC 9C"))),
    ("king-marked-twice", replace(BARE, kings=marked(N) * 2)),
    ("king-not-turned-up", replace(BARE, kings=marked(S, KingMoment.TURN_UP))),
    ("king-not-the-dealers", replace(KING_UP, kings=marked(N))),
    ("king-turned-too-late", replace(KING_UP, kings=marked(S, KingMoment.NEXT_TRUMP))),
    ("king-too-late", replace(BARE, kings=marked(S, KingMoment.LATER))),
    ("king-not-held", replace(BARE, kings=marked(N), tricks=play("AS KS"))),
    ("out-of-turn", replace(BARE, tricks=(Trick((Played(cards("KC")[0], S),)),))),
    ("card-not-held", replace(BARE, calls=(), held={N: seen("KC QD JH AS TC")}, tricks=play("KD 9D"))),
    ("revoke", replace(BARE, tricks=play("KC 8D / QD 9C"))),
    ("failed-to-win", replace(BARE, tricks=play("JH 7H / QD 8D / TC QH"))),
    ("failed-to-trump", replace(BARE, tricks=play("KC 9D / QC KS"))),
    ("trick-too-long", replace(BARE, tricks=play("KC 9C 8C"))),
    ("trick-too-short", replace(BARE, tricks=play("KC / QD 8D"))),
    ("too-many-tricks", replace(BARE, tricks=play("KC 9C / QD 8D / JH QH / KS AS / 7H TC / 8H 9H"))),
    ("played-after-the-game", replace(KING_UP, kings=marked(S, KingMoment.TURN_UP), scores=score(0, 4))),
    ("played-after-claim", replace(BARE, tricks=play("KC 9C / QD"), claims=(Claim(N, 1, 1, accepted=True),))),
    ("claim-out-of-place", replace(BARE, tricks=play("KC 9C"), claims=(Claim(N, 1, 2),))),
    ("claim-impossible", replace(BARE, tricks=play("KC 9C"), claims=(Claim(N, 5, 1),))),
    ("winner-wrong", replace(BARE, tricks=(Trick(tuple(map(Played, cards("KC 9C"))), winner=S),))),
    ("tricks-out-of-range", replace(BARE, said=EcarteSaid(((NORTH, 3), (SOUTH, 3))))),
    ("tricks-wrong", replace(SPADES, said=EcarteSaid(((NORTH, 3), (SOUTH, 2))))),
    ("points-wrong", replace(SPADES, said=said(0, 1))),
    ("points-wrong", replace(NOTHING, said=said(4, 0))),
    ("void-but-scored", replace(NOTHING, redeal="faced", said=said(1, 0))),
    ("game-over", replace(NOTHING, scores=score(5, 0))),
]


@pytest.mark.parametrize("code, record", CASES, ids=[f"{at}-{code}" for at, (code, _) in enumerate(CASES)])
def test_a_record_with_this_fault_has_it(code, record):
    assert code in codes(record)


def test_the_stock_is_counted_where_proposals_go_on():
    five = Swap(5)
    spent = replace(BARE, calls=calls("propose accept " * 3 + "propose", eldest=five, dealer=Swap(2)))
    assert codes(spent, AGAIN) == ["stock-spent"]
    short = replace(BARE, calls=calls("propose accept " * 3, eldest=five, dealer=Swap(3)))
    assert codes(short, AGAIN) == ["stock-too-short"]


def test_every_code_of_the_table_is_shown_here():
    assert {code for code, _ in CASES} | {"stock-spent", "stock-too-short"} == set(CODES)


@pytest.mark.parametrize("record", [record for _, record in CASES])
def test_a_fault_cites_a_rule_and_a_source_and_says_a_sentence(record):
    for found in examine_ecarte(record, ECARTE).faults:
        assert found.law.source in SOURCE_NAMES
        assert found.law.rule == "play" or hasattr(ECARTE, found.law.rule)
        assert found.sentence.endswith(".") and "{" not in found.sentence


def test_of_nothing_nothing_follows():
    verdict = examine_ecarte(NOTHING, ECARTE)
    assert (verdict.status, verdict.derived) == (Status.UNPROVEN, Derived())
    assert len(verdict.unknown) == 7


def test_a_hand_without_a_dealer_or_trump_is_wrong_if_it_is_so_with_every_dealer_and_trump():
    tricks = play("KC 8D / QD 9C")
    twice = play("KC 8D / KC 9C")  # whoever leads to the second trick, the eight was no club
    assert codes(replace(NOTHING, tricks=twice)) == ["revoke", "card-twice"]
    assert (
        codes(replace(NOTHING, tricks=tricks)) == []
    )  # the eight of diamonds may have been a trump that won
    assert "revoke" in codes(replace(NOTHING, upcard=cards("7S")[0], tricks=tricks))


def test_where_it_is_not_known_what_was_laid_aside_only_what_is_wrong_in_every_hand_is_a_fault():
    held = {S: seen("9C 8D 7H KS QH")}
    two_gone = replace(BARE, held=held, calls=calls("propose accept", dealer=Swap(2)), tricks=play("KC TD"))
    assert codes(two_gone) == []  # the club and the king may have gone
    one_gone = replace(two_gone, calls=calls("propose accept", dealer=Swap(1)))
    assert examine_ecarte(one_gone, ECARTE).status is Status.ILLEGAL  # one of them was still there


def test_who_changed_two_of_five_cards_plays_three_of_them_and_no_fourth():
    held = {N: seen("KC QD JH AS TC")}
    changed_two = replace(BARE, held=held, calls=calls("propose accept", eldest=Swap(2)))
    assert codes(replace(changed_two, tricks=play("KC 9C / QD 8D / JH TH"))) == []
    assert codes(replace(changed_two, tricks=play("KC 9C / QD 8D / JH TH / AS 8S"))) == ["card-not-held"]


def test_a_card_played_unseen_may_be_the_one_that_was_held():
    held = {S: seen("9C 8D 7H 9D QH")}
    unseen = Trick((Played(cards("8S")[0]), Played(None)), winner=N)
    record = replace(BARE, held=held, calls=(), tricks=(unseen, *play("KC 8H")))
    assert codes(record) == ["card-not-held"]
    assert codes(replace(record, tricks=(unseen, *play("KC 8D")))) == []  # the nine of clubs may have gone
    assert codes(replace(BARE, kings=marked(S), tricks=(unseen,))) == []


def test_a_king_laid_aside_cannot_be_marked():
    aside = replace(BARE, calls=calls("propose accept", dealer=Swap(1, seen("KS"))), kings=marked(S))
    assert codes(aside) == ["king-not-held"]


def test_a_king_that_was_dealt_to_both_is_one_fault():
    both = {N: seen("KS QD JH AS TC"), S: seen("9C 8D 7H KS QH")}
    for seat in (N, S):
        assert codes(replace(BARE, held=both, calls=(), kings=marked(seat))) == ["card-twice"]


def test_a_card_of_which_only_the_suit_is_known_must_be_followed_with():
    held = {S: (Glimpse(None, cards("9C")[0].suit), *[Glimpse()] * 4)}
    assert codes(replace(BARE, held=held, calls=(), tricks=play("KC TD"))) == ["revoke"]


def test_points_are_derived_as_soon_as_nothing_can_change_them():
    record = replace(DIAMONDS, tricks=DIAMONDS.tricks[:4], stopped=True)
    assert points(record) == (2, 0)  # three tricks to one
    assert points(replace(record, tricks=DIAMONDS.tricks[:3])) == (
        2,
        0,
    )  # a vole is two as well, after a refusal
    assert points(replace(record, calls=(), tricks=DIAMONDS.tricks[:3])) is None


def test_a_claim_that_is_certain_needs_no_acceptance_and_one_that_is_not_does():
    rest = replace(SPADES, tricks=SPADES.tricks[:3])
    certain = replace(rest, claims=(Claim(S, 2, 3),))
    assert examine_ecarte(certain, ECARTE).status is Status.LEGAL
    gift = replace(rest, claims=(Claim(S, 1, 3),))  # S could make two
    assert examine_ecarte(gift, ECARTE).status is Status.LEGAL
    first = replace(SPADES, tricks=(), claims=(Claim(N, 4, 0),))
    assert "whether the claim was accepted" in examine_ecarte(first, ECARTE).unknown
    accepted = replace(first, claims=(Claim(N, 4, 0, accepted=True),))
    assert (examine_ecarte(accepted, ECARTE).status, points(accepted)) == (Status.LEGAL, (1, 0))


def test_a_claim_by_the_highest_trumps_is_certain_against_hidden_cards():
    held = {S: seen("KS QS 8D 7H QH")}
    record = replace(BARE, held=held, calls=(), kings=(), tricks=(), claims=(Claim(S, 2, 0),))
    assert "whether the claim was accepted" not in examine_ecarte(record, ECARTE).unknown
    too_much = replace(record, claims=(Claim(N, 4, 0, accepted=True),))
    assert codes(too_much) == ["claim-impossible"]


def test_the_king_turned_up_makes_the_queen_of_trumps_the_highest():
    record = replace(KING_UP, held={S: seen("QD JD 8C 7H QH")}, calls=(), kings=(), tricks=())
    claimed = replace(record, claims=(Claim(S, 2, 0),))
    assert "whether the claim was accepted" not in examine_ecarte(claimed, ECARTE).unknown
    three = replace(record, claims=(Claim(S, 3, 0),))
    assert "whether the claim was accepted" in examine_ecarte(three, ECARTE).unknown


def test_a_king_marked_after_the_play_comes_too_late_for_a_game_that_the_point_has_won():
    record = replace(DIAMONDS, upcard=cards("KD")[0], kings=marked(S, KingMoment.LATER), scores=score(4, 4))
    assert (codes(record), points(record)) == ([], (2, 0))
    assert points(replace(record, scores=score(2, 4))) == (2, 1)


def test_a_trick_that_nobody_knows_who_led_may_have_taken_any_card():
    unseen = Trick((Played(None), Played(None)))
    later = Trick((Played(cards("8C")[0], S), Played(cards("8H")[0], N)))
    record = replace(
        BARE,
        upcard=cards("KD")[0],
        held={N: seen("8H 9H JD TC TD"), S: seen("7D 8C 8D AC TS")},
        calls=(),
        tricks=(unseen, *play("JD 7D / TC AC"), later),
    )
    assert codes(record) == []


def test_a_concession_gives_the_rest_and_one_after_a_claim_accepts_it():
    rest = replace(SPADES, tricks=SPADES.tricks[:2])
    assert points(replace(rest, claims=(Claim(S, 0, 2, conceded=True),))) == (2, 0)
    both = (Claim(S, 3, 2), Claim(N, 0, 2, conceded=True))
    assert points(replace(rest, claims=both)) == (0, 2)


def test_a_claim_that_was_refused_settles_nothing():
    record = replace(SPADES, claims=(Claim(S, 3, 2, accepted=False),))
    assert examine_ecarte(record, ECARTE).status is Status.LEGAL


def test_the_cut_decides_by_the_rank_of_the_rules():
    jack_and_ace = replace(BARE, cuts=cut("JC AC"))
    assert codes(jack_and_ace, changed(ECARTE, {"cut_rank": "ace-high"})) == []
    assert codes(replace(BARE, cuts=cut("9C 9D 8C TD"))) == []  # equal cards cut again
    assert codes(jack_and_ace, changed(ECARTE, {"cut_for_deal": "at-random"})) == []
    assert codes(jack_and_ace, changed(ECARTE, {"cut_for_deal": "lowest-deals"})) == []


def test_packets_follow_the_rules():
    odd = replace(BARE, packets=(2, 3, 3, 2))
    assert codes(odd, changed(ECARTE, {"packets": "dealer-varies"})) == []
    assert codes(replace(BARE, packets=(1, 1, 4, 4)), changed(ECARTE, {"packets": "any"})) == []
    assert codes(replace(BARE, packets=(5, 4)), changed(ECARTE, {"packets": "any"})) == ["packets-wrong"]


def test_a_verdict_names_every_fault_in_the_order_of_the_hand():
    record = replace(
        SPADES,
        packets=(5, 5),
        calls=calls("propose play"),
        kings=marked(N),
        tricks=play("KC 9C / QD 8D / JH 7H / AS KS / QH TC"),
        said=said(3, 3),
    )
    assert codes(record) == [
        "packets-wrong",
        "proposal-retracted",
        "king-not-held",
        "failed-to-win",
        "points-wrong",
    ]


def test_no_record_however_odd_makes_the_examination_fail():
    odd = EcarteRecord(
        dealer=Seat.W,
        held={Seat.E: (), N: seen("KC") * 9, S: ()},
        upcard=BENNY,
        cuts=(Cut(Seat.W, BENNY, -1),),
        packets=(),
        calls=(
            EcarteCall(EcarteCallKind.UNKNOWN),
            EcarteCall(EcarteCallKind.ACCEPT, Seat.E, Swap(-3), Swap(99)),
        ),
        kings=marked(Seat.W),
        tricks=(Trick(()), Trick((Played(None),)), Trick((Played(Card.parse("KC"), Seat.E),) * 5)),
        claims=(Claim(Seat.E, -1, 9, 7), Claim(N, 0, 0, conceded=True)),
        said=EcarteSaid(((frozenset(), 9),), ((frozenset(Seat), -9),)),
        scores=((frozenset(), 0),),
    )
    assert examine_ecarte(odd, ECARTE).status is Status.ILLEGAL
