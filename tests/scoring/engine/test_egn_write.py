"""Games and matches in the public notations: read whole, written again, and what they cannot say."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.cards import Card, Suit
from scoring.engine.catalogue import RULESETS
from scoring.engine.egn import read_egn
from scoring.engine.egn_records import read_egn_records
from scoring.engine.egn_write import write_egn
from scoring.engine.emn import EMN_VERSIONS, MatchRecord, read_emn, write_emn
from scoring.engine.notation import GameRecord, read_native, write_native
from scoring.engine.notation_calls import declared
from scoring.engine.records import (
    Call,
    CallKind,
    Exchange,
    ExchangeKind,
    Glimpse,
    HandRecord,
    Said,
)
from scoring.engine.rulesets import changed
from scoring.engine.seats import Seat
from tests.scoring.engine.egn_samples import deal, four, game, march, text
from tests.scoring.engine.oracle_records import ORACLE, SHARED, oracle_lines, record_of
from tests.scoring.engine.record_strategies import games_by
from tests.scoring.engine.strategies import E, N, S, W

EXAMPLES = sorted((SHARED / "data" / "egn").glob("*.egn"))
FOUR = [rules for rules in RULESETS.values() if rules.players == 4]

needs_the_examples = pytest.mark.skipif(
    not EXAMPLES,
    reason="the example games are not here; set RIGHT_BOWER_SHARED to the folder that holds data/",
)


def only_game(file: object) -> GameRecord:
    read = read_egn_records(file if isinstance(file, str | bytes) else text(file))
    assert read.problems == ()
    return read.games[0]


def only_hand(file: object) -> HandRecord:
    (hand,) = only_game(file).hands
    assert isinstance(hand, HandRecord)
    return hand


def written(record: GameRecord) -> str:
    return write_egn(record).text


def left_of(*hands: HandRecord, **fields: object) -> set[str]:
    return {one.code for one in write_egn(GameRecord(hands=hands, **fields)).left_out}  # type: ignore[arg-type]


def without_leaders(record: GameRecord) -> GameRecord:
    """The game without the leaders of its tricks: the form of today has no field for them."""
    hands = []
    for hand in record.hands:
        assert isinstance(hand, HandRecord)
        tricks = tuple(replace(trick, leader=None) for trick in hand.tricks or ())
        hands.append(replace(hand, tricks=None if hand.tricks is None else tricks))
    return replace(record, hands=tuple(hands))


# --- read whole


def test_a_deal_is_read_with_its_calls_cards_and_discard():
    one = deal(calls=["Pass", "Order"], tricks=[["Ad", "9d"]], upcard="Qd", alone=True)
    one["phases"][0]["discard"] = "9c"
    one["initialState"]["playerCards"] = [["9c", "Xd", "Jx", "Xx", "R"], [], [], []]
    assert only_hand(game([one])) == HandRecord(
        number=1,
        dealer=N,
        upcard=Card.parse("QD"),
        held={
            N: (
                Glimpse.of(Card.parse("9C")),
                Glimpse(None, Suit.DIAMONDS),
                Glimpse(Card.parse("JC").rank),
                Glimpse(),
                Glimpse.of(Card.parse("JD")),
            )
        },
        calls=(Call(CallKind.PASS), Call(CallKind.ACCEPT, alone=True)),
        discard=Glimpse.of(Card.parse("9C")),
        tricks=only_hand(game([one])).tricks,
        stopped=True,
    )


def test_an_upcard_known_by_its_suit_leaves_it_to_the_call():
    hand = only_hand(game([deal(calls=["Order"], tricks=[["Ah"]], upcard="Xh")]))
    assert (hand.upcard, hand.calls) == (None, (Call(CallKind.ACCEPT, Suit.HEARTS),))


def test_a_lone_defender_stands_after_the_lone_maker():
    one = march(alone=True)
    one["phases"][0]["aloneDefender"] = 2
    assert only_hand(game([one])).alone == (E, S)
    one["phases"][0]["aloneDefender"] = -1
    assert only_hand(game([one])).alone is None
    assert only_hand(game([one], ruleset={"defend_alone": True})).alone == (E,), "here it would be told"


def test_cards_passed_come_from_the_partner_or_the_stock():
    one = march(alone=True)
    one["phases"][0]["cardExchanges"] = [
        {"sender": 3, "receiver": 1, "cards": ["As"]},
        {"receiver": 0, "cards": ["Ac", "Kc", "Xx"]},
    ]
    first, second = only_hand(game([one])).exchanges
    assert first == Exchange(ExchangeKind.PARTNERS_BEST, E, W, (), (Glimpse.of(Card.parse("AS")),))
    assert (second.kind, second.by, len(second.taken)) == (ExchangeKind.GOING_UNDER, N, 3)


def test_what_is_against_the_rules_is_kept_for_those_who_judge():
    one = deal(calls=["h", "Order", "Pass"], tricks=[["Jh", "9h"], ["Jh"] * 6])
    hand = only_hand(game([one]))
    assert [call.kind for call in hand.calls or ()] == [CallKind.MAKE, CallKind.ACCEPT, CallKind.PASS]
    assert [len(trick.cards) for trick in hand.tricks or ()] == [2, 6]


def test_all_pass_is_thrown_in_and_fewer_passes_are_not():
    assert only_hand(game([deal()])).thrown_in
    assert only_hand(game([deal()])).tricks == ()
    unfinished = only_hand(game([deal(calls=["Pass"] * 3)]))
    assert (unfinished.thrown_in, unfinished.tricks) == (False, None)


def test_the_flags_become_an_entry_of_the_catalogue_where_one_says_the_same():
    assert only_game(game()).rules == RULESETS["stick-the-dealer"], "the format's own default"
    assert only_game(game(ruleset={"std": False})).rules == RULESETS["north-american"]
    assert only_game(game(ruleset={"std": False, "canadian": True})).rules == RULESETS["canadian"]
    own = only_game(game(ruleset={"std": True, "winning_score": 7, "loner_euchred_score": 4})).rules
    assert own == changed(
        RULESETS["north-american"], {"all_pass": "dealer-must-make", "target": 7, "lone_euchre": 4}
    )


def test_a_rule_that_no_field_keeps_is_told():
    read = read_egn_records(text(game(ruleset={"fast_break": True})))
    assert [(one.code, one.warning) for one in read.problems] == [("rule-not-kept", True)]
    read = read_egn_records(text(game(ruleset={"joker": True, "allow_no_trump": True})))
    assert [one.code for one in read.problems] == ["rule-not-kept"]


def test_every_fault_is_told_with_its_deal():
    one = deal(calls=["Pass", "Perhaps"], tricks=[["Zz", "9h", 3]], upcard="9z")
    one["initialState"]["kitty"] = ["Ah", "", ""]
    read = read_egn_records(text(game([one, "packed=="])))
    found = {(problem.code, problem.deal) for problem in read.problems}
    assert found == {
        ("card-unknown", 1),
        ("call-unknown", 1),
        ("kitty-left-out", 1),
        ("deal-packed", 2),
    }
    assert len(read.games[0].hands) == 1


@given(st.text() | st.binary())
def test_any_text_is_read(content):
    read_egn_records(content)
    read_emn(content)


@given(st.data())
@settings(max_examples=60)
def test_a_file_with_letters_changed_is_read_and_what_was_read_can_be_written(draw):
    file = list(text(game([march(alone=True), deal(1, dealer=1), four(2, dealer=2)])))
    for _ in range(draw.draw(st.integers(1, 4))):
        at = draw.draw(st.integers(0, len(file) - 1))
        file[at] = draw.draw(st.sampled_from(["", *'{}[]",:1e\n\\XJx9']))
    read = read_egn_records("".join(file))
    for record in read.games:
        write_egn(record)
        assert read_native(write_native([record])).games == (record,)


# --- written again


@needs_the_examples
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_read_equal_after_writing(path):
    before = read_egn_records(path.read_bytes())
    assert before.errors == ()
    (record,) = before.games
    after = read_egn_records(written(record))
    assert after.problems == ()
    assert after.games == (without_leaders(record),)
    assert {one.code for one in write_egn(record).left_out} <= {"leaders-and-winners"}
    assert read_native(write_native([record])).games == (record,)


@needs_the_examples
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_comes_to_the_same_results_after_writing(path):
    before = read_egn(path.read_bytes())
    after = read_egn(written(read_egn_records(path.read_bytes()).games[0]))
    assert [(one.dealer, one.hand, one.winners) for held in before.games for one in held.deals] == [
        (one.dealer, one.hand, one.winners) for held in after.games for one in held.deals
    ]


@pytest.mark.skipif(
    not ORACLE.is_file(),
    reason="the oracle corpus is not here; set RIGHT_BOWER_SHARED to the folder that holds data/",
)
def test_the_oracles_hands_are_read_as_they_were():
    lines = [line for line in oracle_lines() if line["legal"]][:400]
    for line in lines:
        hand = record_of(line)
        tricks = tuple(replace(trick, winner=None) for trick in hand.tricks or ())
        plain = replace(hand, number=1, tricks=tricks, said=Said())
        made = write_egn(GameRecord(hands=(plain,)))
        assert made.left_out == ()
        read = only_game(made.text).hands[0]
        assert isinstance(read, HandRecord)
        said = read.alone or tuple(declared(read.calls, read.dealer, read.upcard, tuple(Seat)))
        assert said == plain.alone, line["id"]
        assert replace(read, calls=plain.calls, alone=said) == plain, line["id"]


def test_every_ruleset_for_four_says_which_of_its_rules_the_format_cannot_hold():
    for rules in FOUR:
        made = write_egn(GameRecord(rules=rules))
        assert json.loads(made.text)["metadata"]["ruleset"]
        read = only_game(made.text).rules
        missing = [one for one in made.left_out if one.code == "rule"]
        assert bool(missing) == (read.key != rules.key), rules.key
    assert not [one for one in write_egn(GameRecord()).left_out if one.code == "rule"]


@given(st.sampled_from(FOUR).flatmap(games_by))
@settings(max_examples=80)
def test_any_game_of_four_is_written_and_read_without_a_fault(record):
    made = write_egn(record)
    read = read_egn_records(made.text)
    assert {problem.code for problem in read.errors} <= {"player-twice", "score-wrong", "seat-unknown"}
    told = {one.hand for one in made.left_out}
    kept = [hand for number, hand in enumerate(record.hands, start=1) if number not in told]
    for hand in kept:
        assert any(same(hand, other) for other in read.games[0].hands)


def same(hand: HandRecord, other: HandRecord) -> bool:
    """Say whether two hands are one but for what two records may say in two ways: number, lone hands."""
    plain = {"number": None, "alone": None, "calls": None, "stopped": False, "tricks": None}
    calls = [
        (call.kind, call.suit if call.kind is not CallKind.ACCEPT else None) for call in hand.calls or ()
    ]
    theirs = [
        (call.kind, call.suit if call.kind is not CallKind.ACCEPT else None) for call in other.calls or ()
    ]
    return replace(hand, **plain) == replace(other, **plain) and calls == theirs  # type: ignore[arg-type]


def test_what_the_format_cannot_say_is_told_hand_by_hand():
    line = (
        "1. N 9H at NS+4 cut N7C packets 2 3 | N:9C | p p@N oH* xQH S* E>W:9C:TC "
        "| E: 9C@E TC!{why} QC>S claim S 1 | 3-2 NS+1 pen S revoke 1 N+2"
    )
    (record,) = read_native(f'[Site "Hall"]\n[Beer "bitter"]\n[Status "final"]\n{line}\n').games
    made = write_egn(record)
    assert {one.code for one in made.left_out if one.hand == 1} == {
        *("scores", "cuts", "packets", "claims", "penalties", "result", "exchange", "irregular"),
        *("leaders-and-winners", "seat-of-a-call", "seat-of-a-card", "stopped"),
    }
    assert [one.sentence for one in made.left_out if one.code == "tag"] == [
        "The tag Site is not kept.",
        "The tag Status is not kept.",
        "The tag Beer is not kept.",
    ]


def test_a_void_hand_and_one_without_a_dealer_are_no_deals():
    made = write_egn(GameRecord(hands=(HandRecord(dealer=N, redeal="misdeal"), HandRecord())))
    assert json.loads(made.text)["deals"] == []
    assert [(one.code, one.hand) for one in made.left_out] == [("void-hand", 1), ("dealer", 2)]


def test_only_games_of_four_can_be_written():
    made = write_egn(GameRecord(rules=RULESETS["two-handed"], seats=(N, S)))
    assert (made.text, made.left_out[0].code) == ("", "not-four-handed")


def test_points_are_put_in_the_order_of_the_file():
    sides = (frozenset({E, W}), frozenset({N, S}))
    file = json.loads(written(GameRecord(sides=sides, start=(9, 4), result=(9, 10))))
    assert (file["metadata"]["initialScore"], file["metadata"]["finalScore"]) == ([4, 9], [10, 9])
    assert "points" in left_of(start=(1, 2, 3))


def test_texts_too_long_and_days_without_an_hour():
    made = write_egn(GameRecord(event="x" * 200, date="2024-02-29", names={N: "y" * 99}))
    metadata = json.loads(made.text)["metadata"]
    assert ("title" in metadata, metadata["date"]) == (False, "2024-02-29T00:00")
    assert {one.code for one in made.left_out} == {"text", "names"}
    assert only_game(made.text).date == "2024-02-29"
    assert "text" in left_of(date="last Tuesday")


def test_two_lone_hands_a_side_or_by_an_earlier_call_are_not_kept():
    calls = (Call(CallKind.PASS, alone=True), Call(CallKind.ACCEPT))
    assert "alone" in left_of(HandRecord(dealer=N, calls=calls, alone=(Seat.N, Seat.E, Seat.S)))
    assert left_of(HandRecord(dealer=N, calls=(Call(CallKind.ACCEPT),), alone=(E, S))) == set()


# --- matches


def a_match() -> MatchRecord:
    """Two games in which the partners change."""
    names = {N: "Ann", E: "Bob", S: "Cora", W: "Dan"}
    first = replace(only_game(game()), names=names)
    second = replace(only_game(game([four()])), names={N: "Ann", E: "Cora", S: "Bob", W: "Dan"})
    return MatchRecord(match_id="m-1", title="A night", date="2024-02-29", games=(first, second))


@pytest.mark.parametrize("version", EMN_VERSIONS)
def test_a_match_is_read_as_it_was(version):
    made = write_emn(a_match(), version=version)
    assert made.left_out == ()
    read = read_emn(made.text)
    assert (read.match, read.problems) == (a_match(), ())
    file = json.loads(made.text)
    assert [one["name"] for one in file["metadata"]["players"]] == ["Ann", "Bob", "Cora", "Dan"]
    assert file["games"][1][EMN_VERSIONS[version]] == ["p-01", "p-03", "p-02", "p-04"]


def test_a_matchs_names_stand_before_those_of_its_games():
    file = json.loads(write_emn(a_match()).text)
    del file["games"][0]["gameData"]["metadata"]["players"]
    file["games"][1]["gameData"]["metadata"]["players"] = ["no", "names", "at", "all"]
    file["metadata"]["result"] = {"status": "COMPLETED"}
    read = read_emn(json.dumps(file))
    assert read.match == a_match()
    assert [(one.code, one.warning) for one in read.problems] == [("field-skipped", True)]


def test_a_match_that_seats_a_stranger_is_told():
    file = json.loads(write_emn(a_match()).text)
    file["games"][0]["players"][2] = "p-09"
    assert [one.code for one in read_emn(json.dumps(file)).problems] == ["player-unknown"]
    assert [one.code for one in read_emn(text(game())).problems] == ["not-emn"]


def test_only_known_versions_of_a_match_are_written():
    with pytest.raises(ValueError, match=r"1\.0 or 1\.1"):
        write_emn(a_match(), version="2")
    assert write_emn(MatchRecord()).text == ""
