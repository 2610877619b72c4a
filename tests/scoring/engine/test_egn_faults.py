"""Everything that can be wrong in a file of games, each with its code and its place."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.engine import egn_text
from scoring.engine.egn import MOST_BYTES, MOST_DEALS, read_egn
from scoring.engine.hands import HandFacts
from scoring.engine.seats import Seat
from tests.scoring.engine.egn_samples import MARCH, Json, deal, game, march, text


def codes(file: object) -> list[str]:
    return [problem.code for problem in read_egn(file if isinstance(file, str) else text(file)).problems]


def changed(**metadata: Any) -> str:
    return text(game(**metadata))


def spoilt(change: Callable[[Json], object], *, more: bool = False) -> str:
    """One march with something changed; with `more` another deal follows it."""
    one = march()
    change(one)
    return text(game([one, march(1, dealer=1)] if more else [one]))


def bidding(name: str, value: object) -> Callable[[Json], object]:
    return lambda one: one["phases"][0].__setitem__(name, value)


def play(name: str, value: object) -> Callable[[Json], object]:
    return lambda one: one["phases"][1].__setitem__(name, value)


def state(name: str, value: object) -> Callable[[Json], object]:
    return lambda one: one["initialState"].__setitem__(name, value)


def trick(at: int, cards: object) -> Callable[[Json], object]:
    return play("tricks", [*MARCH[:at], cards, *MARCH[at + 1 :]])


def without(name: str) -> str:
    file = game()
    del file[name]
    return text(file)


def numbered(cases: list[tuple[str, str]]) -> list[str]:
    return [f"{at}-{code}" for at, (_, code) in enumerate(cases)]


PASSES = ["Pass"] * 4
ERRORS = [
    ("", "not-json"),
    ("{", "breaks-off"),
    ("no game", "not-json"),
    (text(game()) + "}", "not-json"),
    (text(game()).replace('"Pass",', '"Pass"', 1), "not-json"),
    (text(game()).replace("Ann", "A\\nn", 1).replace("\\n", "\n", 1), "not-json"),
    ("[" * 100_000, "too-deep"),
    ('{"a":' * 100_000, "too-deep"),
    ("[" + "0," * egn_text.MOST_VALUES + "0]", "too-many-values"),
    ("[]", "not-egn"),
    ("7", "not-egn"),
    (text({"fileType": "Chess"}), "not-egn"),
    (text({"fileType": "Euchre Match Notation"}), "match-notation"),
    (text(game()).replace('"deals"', '"version": "1.4", "deals"'), "field-twice"),
    (spoilt(lambda one: one.__setitem__("initial_state", {})), "field-twice"),
    (without("version"), "field-missing"),
    (without("metadata"), "field-missing"),
    (without("deals"), "field-missing"),
    (text(game([])), "no-deals"),
    (text(game([march()] * (MOST_DEALS + 1))), "too-many-deals"),
    (changed(players=["Ann", "Bob", "Cora"]), "players-not-four"),
    (changed(ruleset={"num_players": 3}), "players-not-four"),
    (changed(players=["Ann", "Bob", "ANN", "Dan"]), "player-twice"),
    (changed(players=["Ann", " ", "Cora", "Dan"]), "player-nameless"),
    (changed(players=["Ann", {"name": 7}, "Cora", "Dan"]), "player-nameless"),
    (changed(initialScore=[4]), "score-wrong"),
    (changed(initialScore=[4, "9"]), "score-wrong"),
    (changed(initialScore=[0, -1]), "score-wrong"),
    (changed(finalScore=[10, 1e400]), "not-json"),
    (changed(finalScore=[10, 10**40]), "score-wrong"),
    (changed(ruleset={"std": "yes"}), "wrong-shape"),
    (changed(ruleset={"loner_lead": "NOBODY"}), "rule-unknown"),
    (text(game(["AbC-_9"])), "deal-packed"),
    (text(game([[march()]])), "wrong-shape"),
    (spoilt(lambda one: one.pop("initialState")), "field-missing"),
    (spoilt(lambda one: one.pop("phases")), "field-missing"),
    (spoilt(lambda one: one["initialState"].pop("dealer")), "field-missing"),
    (spoilt(state("dealer", 4)), "dealer-wrong"),
    (spoilt(state("dealer", True)), "wrong-shape"),
    (spoilt(lambda one: one["phases"][0].__setitem__("type", "EXCHANGE")), "phase-unknown"),
    (spoilt(lambda one: one["phases"].append(one["phases"][0])), "phase-twice"),
    (spoilt(bidding("calls", [*PASSES, "Alone"])), "call-unknown"),
    (spoilt(bidding("calls", [*PASSES, 7])), "call-unknown"),
    (spoilt(bidding("calls", ["h"])), "calls-conflict"),
    (spoilt(bidding("calls", [*PASSES, "Order"])), "calls-conflict"),
    (spoilt(bidding("calls", [*PASSES, "h", "Pass"])), "calls-conflict"),
    (spoilt(bidding("calls", [*PASSES, *PASSES, "h"])), "calls-conflict"),
    (spoilt(bidding("calls", [*PASSES, *PASSES])), "calls-conflict"),
    (spoilt(bidding("calls", [*PASSES, "x"])), "trump-unknown"),
    (text(game([deal(calls=["Order"], upcard="Xx", tricks=MARCH)])), "trump-unknown"),
    (text(game([deal(alone=True)])), "alone-wrong"),
    (spoilt(bidding("aloneDefender", 2)), "alone-wrong"),
    (spoilt(bidding("aloneDefender", 9)), "alone-wrong"),
    (spoilt(play("initialLead", 4)), "lead-wrong"),
    (text(game([march(alone=True)])).replace('"tricks"', '"initialLead": 3, "tricks"'), "lead-wrong"),
    (spoilt(trick(0, ["Jh", "9h", "9c", "Zz"])), "card-unknown"),
    (spoilt(trick(0, ["Jh", "9h", "9c", ""])), "card-unknown"),
    (spoilt(trick(0, ["Jh", "9h", "9c", "Xs"])), "card-unknown"),
    (spoilt(trick(0, ["Jh", "9h", "9c", None])), "card-unknown"),
    (spoilt(trick(0, ["Jh", "9h", "9c", "8s"])), "card-not-in-pack"),
    (spoilt(trick(0, ["Jh", "9h", "9c", "B"])), "card-not-in-pack"),
    (spoilt(trick(1, ["Jh", "Th", "Tc", "Ts"])), "card-twice"),
    (spoilt(trick(0, ["R", "9h", "Jh", "9s"])), "card-twice"),
    (spoilt(trick(0, ["Jh", "9h", "9c"])), "cards-wrong-number"),
    (spoilt(trick(4, ["As", "Td", "Jc", "Js", "Qd"])), "cards-wrong-number"),
    (spoilt(bidding("isAlone", True)), "cards-wrong-number"),
    (spoilt(trick(0, "Jh")), "wrong-shape"),
    (spoilt(play("tricks", MARCH[:4]), more=True), "tricks-not-five"),
    (spoilt(play("tricks", [*MARCH, ["Qd"]])), "tricks-not-five"),
    (spoilt(bidding("calls", ["Pass"]), more=True), "tricks-not-five"),
]
WARNINGS = [
    (changed(version="1.9"), "version-unknown"),
    (changed(version="one"), "version-unknown"),
    (changed(mood="gay"), "field-unknown"),
    (changed(ruleset={"house": 1}), "field-unknown"),
    (spoilt(lambda one: one.__setitem__("alternativeLines", [{}])), "field-skipped"),
    (spoilt(play("playAnnotations", {"0": ["[??]"]})), "field-skipped"),
    (spoilt(lambda one: one.__setitem__("dealNumber", 5)), "deal-number"),
    (spoilt(state("kitty", ["Zz"])), "card-unknown"),
    (spoilt(state("playerCards", [[], ["Jh"], [], []])), "cards-wrong-number"),
    (spoilt(state("upCard", "9h")), "suit-turned-down"),
    (spoilt(play("initialLead", 3)), "lead-differs"),
    (text(game([march(), march(1, dealer=3)])), "dealer-out-of-turn"),
    (text(game([march(), deal(1, dealer=1, calls=["Pass"])])), "deal-unfinished"),
    (text(game([march(), deal(1, dealer=1, calls=["Order"], tricks=MARCH[:2])])), "deal-unfinished"),
    (text(game([march(), {**march(1, dealer=1), "phases": []}])), "deal-unfinished"),
]


@pytest.mark.parametrize(("file", "code"), ERRORS, ids=numbered(ERRORS))
def test_a_fault_is_an_error_with_its_code(file, code):
    assert code in [problem.code for problem in read_egn(file).errors]


@pytest.mark.parametrize(("file", "code"), WARNINGS, ids=numbered(WARNINGS))
def test_what_is_odd_is_a_warning_and_the_facts_stand(file, code):
    read = read_egn(file)
    assert (code in [problem.code for problem in read.warnings], read.errors) == (True, ())
    assert read.games[0].deals[0].hand == HandFacts(Seat.E, frozenset(), 5) or code == "lead-differs"


def test_all_faults_of_a_deal_are_told_not_only_the_first():
    one = march()
    one["initialState"]["dealer"] = 9
    one["phases"][0]["calls"] = ["Perhaps"]
    one["phases"][1]["tricks"] = [["Zz"], *MARCH[1:]]
    assert codes(game([one])) == ["dealer-wrong", "call-unknown", "card-unknown"]


def test_a_fault_is_told_with_line_column_and_deal():
    file = text(game([march(), march(1, dealer=1)])).replace('"Td"', '"Tz"')
    problem = next(one for one in read_egn(file).errors if one.deal == 2)
    line = file.split("\n")[problem.line - 1]
    assert line[problem.column - 1 :].startswith('"Tz"')


def test_sound_deals_are_read_beside_a_spoilt_one():
    read = read_egn(spoilt(bidding("calls", ["Perhaps"]), more=True))
    assert [one.number for one in read.games[0].deals] == [2]


def test_what_is_not_utf_8_is_pointed_at():
    problem = read_egn(b'{\n "a": "\xff"}').problems[0]
    assert (problem.code, problem.line, problem.column) == ("not-utf-8", 2, 8)


def test_a_huge_file_is_refused_unread():
    assert [one.code for one in read_egn(b" " * (MOST_BYTES + 1)).problems] == ["too-big"]


def test_very_many_faults_are_counted_not_listed():
    tricks = [["Zz"] * 600] * 5
    problems = read_egn(text(game([deal(calls=["Order"], tricks=tricks)]))).problems
    assert (len(problems), problems[-1].code) == (egn_text.MOST_PROBLEMS + 1, "more-problems")
    assert not problems[-1].warning


def test_what_a_file_holds_is_shown_short_and_harmless():
    problem = read_egn(changed(version="\u202e\x00\ud800" * 900)).problems[0]
    assert problem.sentence.isprintable()
    assert len(problem.sentence) < 120


def test_of_a_field_written_twice_the_first_counts():
    file = text(game()).replace('"dealer": 0', '"dealer": 0, "dealer": 3')
    read = read_egn(file.replace('"deals"', '"version": "1.9", "deals"'))
    assert [problem.code for problem in read.problems] == ["field-twice", "field-twice"]
    assert read.games[0].version == "1.4"


def test_a_list_that_breaks_off_is_not_read_in_part():
    file = game(initialScore=[4, 9])
    last = text({"fileType": file["fileType"], "deals": file["deals"], "metadata": file["metadata"]})
    read = read_egn(last[: last.index("9\n", last.index("initialScore")) - 1])
    assert [problem.code for problem in read.problems] == ["breaks-off"]
    assert read.games[0].initial_score == (0, 0)
