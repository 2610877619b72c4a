"""The native form by example: what each mark means, and that writing is canonical."""

import pytest

from scoring.engine.cards import BENNY, Card, Suit
from scoring.engine.catalogue import RULESETS
from scoring.engine.notation import GameRecord, read_native, write_native
from scoring.engine.records import (
    Call,
    CallKind,
    Claim,
    Cut,
    Exchange,
    ExchangeKind,
    Glimpse,
    HandRecord,
    PenaltyMark,
    Played,
    Said,
    Trick,
)
from scoring.engine.rulesets import changed
from scoring.engine.seats import Seat, side_from_code
from scoring.engine.sheets import PenaltyKind
from tests.scoring.engine.strategies import EW, NS, E, N, S, W

EXAMPLE_1 = """\
[Event "Slapton league"] [Players "4"] [Deck "25"] [Target "11"] [Ruleset "benny"] [Result "2-1"] [Status "unfinished"]
1. W JS | N:9HJCKCKDTS E:QSTDTCAHKH S:AD9CQCJHJD W:JO9S9DQHQD | p p p o x9D | JC QS JH JS>W / QH 9H AH JD>E / KH AD QD TS>N / KC TC 9C 9S>W / JO KD TD QC>W | 4-1 EW+1
2. N -- | ? | ?H@S | ? | ~5-0 NS+2
3. E 9C |  |  |  | redeal exposed
4. E TD |  | p p p p p p p p |  | passed
"""  # noqa: E501

EXAMPLE_2 = """\
[Players "3"] [Seats "N E S"] [Deck "24"] [Ruleset "cut-throat"] [Rules "lowest_rank=9 march=3"]
5. S TC | S:ASAC--JCAH | p p o xQH | 9S 9H AS>S / AC QS KC>S / TC KS QC>E / claim S 1 concede NE | 3-2 S+1
"""

EXAMPLE_3 = """\
[Players "2"] [Seats "N S"] [Deck "32"] [Ruleset "two-handed"] [Rules "revoke=2"]
7. S QH | N:QCAHTH7D7S S:9H9DKSQD8S | p o x8S | AH KS!{revoke, proved by 9H in trick 2} / 7S 9H>S / QH TH>S / 9D 7D>S / QD QC>S | 4-1 pen S revoke 1 N+2
"""  # noqa: E501


def card(text: str) -> Card:
    return Card.parse(text)


def glimpses(*texts: str) -> tuple[Glimpse, ...]:
    return tuple(Glimpse.of(card(text)) for text in texts)


def games_in(text: str | bytes) -> tuple[GameRecord, ...]:
    read = read_native(text)
    assert read.problems == ()
    assert read_native(write_native(read.games)).games == read.games
    return read.games


def hand_in(line: str, *, tags: str = "") -> HandRecord:
    (game,) = games_in(f"{tags}\n{line}\n")
    (hand,) = game.hands
    assert isinstance(hand, HandRecord)
    return hand


# --- the examples of the form


def test_the_first_example_holds_a_full_hand_a_result_a_void_hand_and_one_thrown_in():
    (game,) = games_in(EXAMPLE_1)
    assert (game.event, game.rules, game.result) == ("Slapton league", RULESETS["benny"], (2, 1))
    assert game.status == "unfinished"
    full, result, void, passed = game.hands
    assert isinstance(full, HandRecord)
    assert (full.number, full.dealer, full.upcard) == (1, W, card("JS"))
    assert full.held[W] == glimpses("JO", "9S", "9D", "QH", "QD")
    assert [call.kind for call in full.calls or ()] == [CallKind.PASS] * 3 + [CallKind.ACCEPT]
    assert full.discard == Glimpse.of(card("9D"))
    assert full.tricks is not None
    assert [trick.winner for trick in full.tricks] == [W, E, N, W, W]
    assert full.tricks[4].cards == tuple(Played(card(one)) for one in ("JO", "KD", "TD", "QC"))
    assert full.said == Said(4, 1, ((EW, 1),))
    assert result == HandRecord(
        number=2,
        dealer=N,
        calls=(Call(CallKind.UNKNOWN, Suit.HEARTS, seat=S),),
        said=Said(5, 0, ((NS, 2),), reported=True),
    )
    assert void == HandRecord(number=3, dealer=E, upcard=card("9C"), calls=(), tricks=(), redeal="exposed")
    assert passed == HandRecord(
        number=4, dealer=E, upcard=card("TD"), calls=(Call(CallKind.PASS),) * 8, tricks=(), thrown_in=True
    )


def test_the_second_example_ends_in_a_claim_and_two_concessions():
    (game,) = games_in(EXAMPLE_2)
    assert game.rules == changed(RULESETS["cut-throat"], {"lowest_rank": 9, "march": 3})
    (hand,) = game.hands
    assert isinstance(hand, HandRecord)
    assert hand.held == {S: (*glimpses("AS", "AC"), Glimpse(), *glimpses("JC", "AH"))}
    assert hand.claims == (
        Claim(S, 1, after=3),
        Claim(N, 0, after=3, conceded=True),
        Claim(E, 0, after=3, conceded=True),
    )
    assert len(hand.tricks or ()) == 3
    assert hand.said.points == ((side_from_code("S", 3), 1),)


def test_the_third_example_gives_the_reason_of_a_card_and_the_penalty():
    (game,) = games_in(EXAMPLE_3)
    assert game.rules == RULESETS["two-handed"], "revoke=2 is no difference"
    (hand,) = game.hands
    assert isinstance(hand, HandRecord)
    assert hand.tricks is not None
    assert hand.tricks[0] == Trick(
        (Played(card("AH")), Played(card("KS"), irregular="revoke, proved by 9H in trick 2"))
    )
    award = ((side_from_code("N", 2), 2),)
    assert hand.penalties == (PenaltyMark(S, PenaltyKind.REVOKE, 1, award),)


@pytest.mark.parametrize("text", [EXAMPLE_1, EXAMPLE_2, EXAMPLE_3])
def test_the_examples_hands_are_canonical_but_for_deals_left_out(text):
    hands = [line for line in text.splitlines() if line[0] != "["]
    written = write_native(games_in(text)).splitlines()[-len(hands) :]
    assert written == [line.replace("|  |", "| ? |", 1) for line in hands], "an unknown deal is a ?"


# --- cases with known answers


def test_an_ordinary_point_can_be_written():
    line = (
        "1. S KC | ? | p p p o | AD 9D QD 9C>W / KS AS AC JS>W / KH QH AH TC>N / KD 9H KC 9S>S"
        " / JC QS JD JH>S | 4-1 NS+1"
    )
    hand = hand_in(line, tags='[Ruleset "stick-the-dealer"]')
    assert hand.tricks is not None
    assert hand.tricks[3].cards[0] == Played(card("KD"))
    assert write_native([GameRecord(hands=(hand,))]).splitlines()[-1] == line


def test_a_lone_hand_has_three_cards_in_a_trick():
    line = "1. E TS | ? | p p p o* | 9D QD TS / JS QS 9S / AH KS TH / 9C QC AC / QH TC JH | 4-1 EW+1"
    hand = hand_in(line)
    assert hand.calls is not None
    assert hand.calls[3] == Call(CallKind.ACCEPT, alone=True)
    assert hand.alone is None, "nothing is known but what the calls say"
    assert [len(trick.cards) for trick in hand.tricks or ()] == [3] * 5


def test_a_game_that_starts_at_4_to_9_is_won_in_two_hands():
    text = (
        '[Start "4-9"]\n[Result "10-9"]\n[Status "final"]\n'
        "1. N KS at NS+4 EW+9 | ? | p p p p p h* | ? | 5-0 NS+4\n"
        "2. E QD at NS+8 EW+9 | ? | o | ? | 5-0 NS+2\n"
    )
    (game,) = games_in(text)
    assert (game.start, game.result) == ((4, 9), (10, 9))
    first, second = game.hands
    assert isinstance(first, HandRecord)
    assert first.calls is not None
    assert first.calls[5] == Call(CallKind.MAKE, Suit.HEARTS, alone=True)
    assert second.scores == ((NS, 8), (EW, 9))


# --- the marks


def test_cuts_packets_and_scores_stand_before_the_deal():
    hand = hand_in("1. N 9H at NS+8 EW+9 cut N7C E9D S7H W8D / N8C SKD packets 2 3 2 3 3 2 3 2 | ? | ? | ? |")
    assert hand.cuts is not None
    assert hand.cuts[0] == Cut(N, card("7C"))
    assert hand.cuts[5] == Cut(S, card("KD"), 2)
    assert hand.packets == (2, 3, 2, 3, 3, 2, 3, 2)


def test_the_tags_cut_is_that_of_the_first_deal_and_its_packets_are_those_of_all():
    text = '[Cut "NJC E9D"]\n[Packets "2 2 3 3"]\n1. N 9H | ? | ? | ? |\n2. E 9C packets 3 2 | ? | ? | ? |\n'
    (game,) = games_in(text)
    first, second = game.dealt
    assert first.cuts == (Cut(N, card("JC")), Cut(E, card("9D")))
    assert first.packets == (2, 2, 3, 3)
    assert (second.cuts, second.packets) == (None, (3, 2))
    assert game.hands[0].cuts is None


def test_benny_turned_up_leaves_one_call_the_dealers_suit():
    hand = hand_in("1. W JO | ? | s* x9H E* | ? | 3-2", tags='[Ruleset "benny"]')
    assert (hand.upcard, hand.calls) == (BENNY, (Call(CallKind.MAKE, Suit.SPADES, alone=True),))
    assert hand.alone == (W, E)


def test_lone_seats_of_both_sides_follow_the_calls():
    said = hand_in("1. S 9H | ? | o* x9C E* | ? | 3-2")
    assert said.alone == (W, E), "who said it with the call comes first"
    after = hand_in("1. S 9H | ? | o S* E* | ? | 3-2")
    assert after.alone == (S, E)
    assert hand_in("1. S 9H | ? | o -* | ? | 3-2").alone == ()
    assert hand_in("1. S 9H | ? | o* =E* | ? | 3-2").alone == (E,), "a record that contradicts itself"
    assert hand_in("1. S 9H | ? | p p p p n* | ? | 3-2").calls == (
        *(Call(CallKind.PASS),) * 4,
        Call(CallKind.MAKE, None, alone=True),
    )


def test_i_turn_it_down_is_an_acceptance_alone():
    (game,) = games_in('[Ruleset "benny"]\n1. S 9H | ? | p o* | ? | 3-2 NS+1\n')
    assert isinstance(game.hands[0], HandRecord)
    assert (game.hands[0].calls or ())[1] == Call(CallKind.ACCEPT, alone=True)


def test_cards_change_hands_with_the_partner_or_with_the_stock():
    hand = hand_in("1. S 9H | ? | o* N>W:AH:9C E<9C9DTH:ACKDQS | ? |")
    assert hand.exchanges == (
        Exchange(ExchangeKind.PARTNERS_BEST, W, N, glimpses("9C"), glimpses("AH")),
        Exchange(ExchangeKind.GOING_UNDER, E, None, glimpses("9C", "9D", "TH"), glimpses("AC", "KD", "QS")),
    )


def test_a_call_may_be_unknown_and_so_may_all():
    assert hand_in("1. S 9H | ? | ? | ? |").calls is None
    assert hand_in("1. S 9H | ? | ?- | ? |").calls == (Call(CallKind.UNKNOWN),)
    assert hand_in("1. S 9H | ? | p ? | ? |").calls == (Call(CallKind.PASS), Call(CallKind.UNKNOWN))
    assert hand_in("1. S 9H | ? |  | ? |").calls == ()
    assert hand_in("1. S -- | ? | p oH@N | ? |").calls == (
        Call(CallKind.PASS),
        Call(CallKind.ACCEPT, Suit.HEARTS, seat=N),
    )


def test_a_discard_of_which_only_the_fact_is_known():
    assert hand_in("1. S 9H | ? | o x-- | ? |").discard == Glimpse()
    assert hand_in("1. S 9H | ? | o x-C | ? |").discard == Glimpse(None, Suit.CLUBS)


def test_leaders_winners_seats_and_what_is_not_known_of_the_play():
    hand = hand_in("1. S 9H | ? | ? | E: 9C@E -- KC@W >W / W: / - / 9S ... | ?-2")
    assert hand.tricks == (
        Trick((Played(card("9C"), E), Played(None), Played(card("KC"), W)), E, W),
        Trick((), W),
        Trick(()),
        Trick((Played(card("9S")),)),
    )
    assert hand.stopped
    assert hand.said == Said(None, 2)


def test_claims_stand_where_they_were_made_and_say_what_became_of_them():
    hand = hand_in("1. S 9H | ? | ? | claim N 3? 9C TC / QC claim E 2+ / concede W claim S 1@4.1 | 3-2")
    assert hand.claims == (
        Claim(N, 3, 0, accepted=False),
        Claim(E, 2, 1, 1, accepted=True),
        Claim(W, 0, 2, conceded=True),
        Claim(S, 1, 4, 1),
    )


def test_several_penalties_each_have_their_award():
    hand = hand_in("1. S 9H | ? | ? | ? | 3-2 NS+1 pen S revoke 2 EW+2 NS-2 pen W table-talk")
    assert hand.penalties == (
        PenaltyMark(S, PenaltyKind.REVOKE, 2, ((EW, 2), (NS, -2))),
        PenaltyMark(W, PenaltyKind.TABLE_TALK),
    )
    assert hand.said.points == ((NS, 1),)


def test_any_reason_for_a_void_hand_can_be_written():
    for reason in ("misdeal", "farmer", "cards 4", "no ace, no face | {none} \\ at all\n", "pen"):
        game = GameRecord(hands=(HandRecord(redeal=reason),))
        assert games_in(write_native([game])) == (game,)
    assert hand_in("1. S 9H | ? | ? | ? | redeal").redeal == "unstated"


# --- tags and rules


@pytest.mark.parametrize("key", list(RULESETS))
def test_every_ruleset_of_the_catalogue_is_named_by_its_key(key):
    rules = RULESETS[key]
    game = GameRecord(rules=rules, seats=rules.seats, sides=rules.sides)
    assert f'[Ruleset "{key}"]' in write_native([game])
    assert "[Rules " not in write_native([game])
    assert games_in(write_native([game])) == (game,)


def test_a_clubs_own_rules_are_written_by_what_they_change_in_the_entry_most_like_them():
    own = changed(
        RULESETS["pub-21"], {"key": "bell-inn", "name": "Bell Inn's, on Fridays", "no_lone_from": 19}
    )
    text = write_native([GameRecord(rules=own)])
    assert '[Ruleset "pub-21"]' in text
    assert "key=bell-inn name='Bell Inn\\\\'s, on Fridays' no_lone_from=19" in text
    assert games_in(text)[0].rules == own


def test_deck_target_and_players_change_rules_that_do_not_say_otherwise():
    (game,) = games_in('[Deck "33"]\n[Target "7"]\n')
    assert game.rules == changed(RULESETS["north-american"], {"lowest_rank": 7, "benny": True, "target": 7})
    (three,) = games_in('[Players "3"]\n')
    assert three.rules == RULESETS["cut-throat"]
    read = read_native('[Ruleset "benny"]\n[Rules "target=15"]\n[Target "11"]\n')
    assert [problem.code for problem in read.problems] == ["tag-differs"]
    assert read.games[0].rules.target == 15


def test_unknown_tags_are_kept_in_their_order():
    (game,) = games_in('[Weather "rain"]\n[Event "A \\"night\\""]\n[Beer "bitter"]\n')
    assert game.tags == (("Weather", "rain"), ("Beer", "bitter"))
    assert game.event == 'A "night"'


def test_names_belong_to_seats():
    (game,) = games_in('[N "Ann Trewin"] [E "Bob Pascoe"] [S "Cora Penrose"] [W "Dan Nance"]\n')
    assert game.names[Seat.E] == "Bob Pascoe"


# --- lenient reading


@pytest.mark.parametrize(
    "line",
    [
        "1. s kc | N: 9h 10♥ jc | pass PASS p assist xqh | ad 9d qd 9c>w/ks as ac js | 4-1 ns+1",
        "1 . S KC|n:9HTHJC|P p p o XQH|AD 9D QD 9C>W / KS AS AC JS|4-1  NS+1",
        "1. S K♣ | N:9♥10hJ♧ | p{he thought} p p pick up xQ♥ | AD 9D QD 9C {ooh} >W / KS AS AC L | 4-1 NS+1",
    ],
)
def test_small_letters_signs_tens_words_and_comments_are_read(line):
    hand = hand_in(line)
    expected = hand_in("1. S KC | N:9HTHJC | p p p o xQH | AD 9D QD 9C>W / KS AS AC JS | 4-1 NS+1")
    assert hand == expected


def test_bowers_and_the_two_of_spades_are_read_where_they_mean_a_card():
    hand = hand_in("1. S KC | N:RL2S | p p p o | R L 2S -- | 3-2")
    assert hand.held == {N: glimpses("JC", "JS", "JO")}
    assert (hand.tricks or ())[0].cards == tuple(Played(one) for one in (card("JC"), card("JS"), BENNY, None))
    read = read_native("1. S KC | N:R | p p p p n | L | 3-2\n")
    assert [(problem.code, problem.column) for problem in read.problems] == [
        ("card-unknown", 13),
        ("card-unknown", 29),
    ], "without a trump there is no bower"


def test_comments_and_lines_nobody_reads_may_stand_anywhere():
    text = (
        "\ufeff% a night in March\r\n{ Over\n\nseveral lines } {and again}\r\n"
        '[Event "Night"] {the third} [Table "4"]\r\n\r\n1. N 9H | ? | ? | ? | 3-2\r\n'
    )
    (game,) = games_in(text)
    assert (game.event, game.table, len(game.hands)) == ("Night", "4", 1)


def test_games_are_parted_by_blank_lines():
    hand = "1. N 9H | ? | ? | ? | 3-2\n"
    assert len(games_in(f"{hand}\n{hand}{hand}\n\n\n{hand}")) == 3
    assert len(games_in(f'[Event "one"]\n\n{hand}')) == 1, "a blank line after the tags parts nothing"
