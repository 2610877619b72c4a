"""The hand checker for programs: verdicts in JSON, and a refusal with a sentence for everything else."""

import json

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.api_hands import ExamineThrottle
from scoring.engine.catalogue import RULESETS
from scoring.engine.ecarte import ECARTE, to_dict
from tests.scoring.hand_texts import LEGAL, REVOKE, egn_text

THERE = "/api/v1/hands/examine"


@pytest.fixture(autouse=True)
def many_tries(monkeypatch):
    """As many tries as a test needs; how many there may be is a test of its own."""
    cache.clear()
    monkeypatch.setattr(ExamineThrottle, "rate", "100000/min")


def send(body, status=200):
    body = body if isinstance(body, str | bytes) else json.dumps(body)
    answer = Client().post(THERE, body, content_type="application/json")
    assert answer.status_code == status, answer.content
    return answer.json()


def only(body):
    hands = send(body)["hands"]
    assert len(hands) == 1
    return hands[0]


def test_a_revoke_names_seat_step_proof_law_and_cards():
    verdict = only({"text": REVOKE})["verdict"]
    assert verdict["status"] == "illegal"
    (fault,) = verdict["faults"]
    assert (fault["code"], fault["seat"], fault["cards"]) == ("revoke", "N", ["KC"])
    assert fault["step"] == {"section": "play", "index": 3, "trick": 1, "card": 4}
    assert fault["proved_at"] == {"section": "play", "index": 16, "trick": 5, "card": 1}
    assert fault["law"]["rule"] == "play"
    assert fault["law"]["source_name"]
    assert "did not follow clubs" in fault["sentence"]


def test_the_example_file_names_the_seat_and_both_tricks():
    first, second = send({"text": egn_text("has-a-revoke.egn")})["hands"]
    assert first["verdict"]["status"] == "unproven"
    (fault,) = second["verdict"]["faults"]
    assert (fault["seat"], fault["step"]["trick"], fault["proved_at"]["trick"]) == ("N", 1, 5)


def test_a_complete_hand_tells_what_follows_from_it():
    hand = only({"text": LEGAL})
    derived = hand["verdict"]["derived"]
    assert hand["verdict"]["status"] == "legal"
    assert (derived["maker"], derived["trump"], derived["alone"]) == ("W", "S", [])
    assert derived["winners"] == ["W", "E", "N", "W", "W"]
    assert (derived["tricks"], derived["points"]) == ({"NS": 1, "EW": 4}, {"NS": 0, "EW": 1})
    assert only({"text": hand["hand"]})["hand"] == hand["hand"]


PARTS = {
    "dealer": "S",
    "upcard": "KC",
    "calls": ["p", "p", "p", "o"],
    "tricks": [{"cards": ["AD", "9D", "QD", "9C"], "winner": "S"}, {"cards": ["KS"], "leader": "S"}],
    "said": {"makers_tricks": 4, "others_tricks": 1, "points": {"NS": 1}},
}


def test_a_hand_in_parts_is_read_as_its_text_would_be():
    hand = only({"ruleset": "stick-the-dealer", "hand": PARTS})
    assert "1. S KC | ? | p p p o | AD 9D QD 9C>S / S: KS | 4-1 NS+1\n" in hand["hand"]
    assert hand["problems"] == []


def test_all_parts_of_a_hand_have_their_place():
    parts = {
        "number": 7, "dealer": "W", "upcard": "JS", "scores": {"NS": 4, "EW": 9}, "cuts": ["N7C", "E9D"],
        "packets": [2, 2, 2, 2, 3, 3, 3, 3], "held": {"N": ["9H", "JC", "KC", "KD", "TS"], "E": ["--"]},
        "calls": ["p", "p", "p", "o"], "discard": "9D", "alone": ["W"], "exchanges": ["E>W:AH"],
        "tricks": [{"cards": []}], "claims": ["claim W 4+"], "stopped": True,
        "penalties": ["pen S revoke 1 EW+2"],
    }  # fmt: skip
    text = only({"hand": parts, "ruleset": "benny"})["hand"].splitlines()[-1]
    expected = (
        "7. W JS at NS+4 EW+9 cut N7C E9D packets 2 2 2 2 3 3 3 3 | N:9HJCKCKDTS E:-- | p p p o x9D W* E>W:AH"
    )
    assert text.startswith(expected), text
    assert "claim W 4+" in text
    assert text.endswith("pen S revoke 1 EW+2")
    assert "redeal exposed" in only({"hand": {"dealer": "E", "redeal": "exposed"}})["hand"]
    assert "passed" in only({"hand": {"dealer": "E", "calls": ["p"] * 8, "thrown_in": True}})["hand"]


def test_ecarte_is_judged_by_its_own_laws():
    parts = {"dealer": "S", "upcard": "KD", "calls": ["propose", "accept 3/2"], "kings": ["S@turn-up"]}
    assert only({"hand": parts, "ruleset": "ecarte"})["ruleset"] == "ecarte"
    assert only({"hand": parts, "ruleset": to_dict(ECARTE)})["ruleset"] == "ecarte"


def test_a_whole_ruleset_may_be_sent():
    own = RULESETS["north-american"].to_dict() | {"natural_trump": True}
    hand = only({"text": "1. W JC | N:TSTHKSQDKD | o | ? | 1-4", "ruleset": own})
    assert [fault["code"] for fault in hand["verdict"]["faults"]] == ["no-natural-trump"]


def test_what_cannot_be_read_is_told_with_its_place():
    problem = only({"text": "1. S KC | ? | p p zz o | ? | ?"})["problems"][0]
    assert (problem["code"], problem["line"], problem["column"]) == ("word-unknown", 1, 19)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ("", 422, "text-or-hand"),
        ("[" * 100_000, 400, "parse-error"),
        (b"\xff\xfe", 400, "parse-error"),
        ('{"text": "\\ud800"}', 400, "parse-error"),
        ('{"text": NaN}', 400, "parse-error"),
        ("1" * 1_000_001, 413, "too-large"),
        ("[]", 422, "malformed"),
        ({}, 422, "text-or-hand"),
        ({"text": "1. S KC", "hand": {}}, 422, "text-or-hand"),
        ({"text": {"a": 1}}, 422, "malformed"),
        ({"text": "x" * 200_001}, 422, "malformed"),
        ({"text": "no hand"}, 422, "no-hand"),
        ({"text": REVOKE, "ruleset": "none"}, 422, "ruleset-unknown"),
        ({"text": REVOKE, "ruleset": [1]}, 422, "ruleset-unknown"),
        ({"text": REVOKE, "ruleset": {"schema": 1, "key": "x"}}, 422, "field-missing"),
        ({"hand": {"calls": ["p | p"]}}, 422, "word-unreadable"),
        ({"hand": {"tricks": [{"cards": ["AD / KD"]}]}}, 422, "word-unreadable"),
        ({"hand": {"tricks": "AD"}}, 422, "malformed"),
        ({"hand": {"calls": ["p"] * 65}}, 422, "malformed"),
        ({"hand": {"held": {"N": "9H"}}}, 422, "malformed"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_a_code_and_a_sentence(body, status, code):
    told = send(body, status)
    assert told["code"] == code
    assert told["sentence"].endswith(".")


def test_other_methods_and_other_types_are_refused():
    assert Client().get(THERE).status_code == 405
    assert Client().post(THERE, {"text": REVOKE}).status_code == 415


def test_one_address_may_try_so_many_times_a_minute(monkeypatch):
    monkeypatch.setattr(ExamineThrottle, "rate", "3/min")
    assert [Client().post(THERE, "{}", content_type="application/json").status_code for _ in range(4)] == [
        422, 422, 422, 429,
    ]  # fmt: skip


# --- anything at all

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
words = st.lists(
    st.text(max_size=6) | st.sampled_from(["p", "o*", "h", "AD", "JO", "x--", "E>N:AH"]), max_size=6
)
tricks = st.lists(
    st.fixed_dictionaries({"cards": words}, optional={"leader": st.text(max_size=1)}), max_size=6
)
PARTS_OF = {
    **dict.fromkeys(("dealer", "upcard", "discard", "redeal"), st.text(max_size=3) | st.sampled_from("NESW")),
    **dict.fromkeys(("calls", "alone", "cuts", "exchanges", "claims", "kings", "penalties"), words),
    **dict.fromkeys(("stopped", "thrown_in"), st.booleans()),
    "held": st.dictionaries(st.sampled_from(["N", "E", "S", "W", "X", ""]), words, max_size=4),
    "packets": st.lists(st.integers(), max_size=8),
    "scores": st.dictionaries(st.text(max_size=3), st.integers(-99, 99), max_size=3),
    "tricks": tricks,
    "number": st.integers(),
    "said": st.dictionaries(st.sampled_from(["makers_tricks", "others_tricks", "points"]), json_values),
}
hands = st.fixed_dictionaries({}, optional={name: part | json_values for name, part in PARTS_OF.items()})
bodies = st.fixed_dictionaries(
    {},
    optional={
        "text": st.text(max_size=60) | json_values,
        "hand": hands | json_values,
        "ruleset": st.sampled_from([*RULESETS, "ecarte"]) | json_values,
    },
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bodies | json_values | st.binary(max_size=40))
def test_nothing_that_is_sent_breaks_it(body):
    body = body if isinstance(body, bytes) else json.dumps(body)
    answer = Client().post(THERE, body, content_type="application/json")
    assert answer.status_code in {200, 400, 422}
    if answer.status_code != 200:
        assert answer.json()["sentence"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(sorted(RULESETS["benny"].to_dict())), json_values, min_size=1))
def test_no_ruleset_at_all_breaks_it(changes):
    for whole in (RULESETS["benny"].to_dict(), to_dict(ECARTE)):
        body = json.dumps({"text": REVOKE, "ruleset": whole | changes})
        answer = Client().post(THERE, body, content_type="application/json")
        assert answer.status_code in {200, 422}
