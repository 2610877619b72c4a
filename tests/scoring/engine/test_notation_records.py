"""Whatever a record can hold is written, and read again as it was: drawn records, and the oracle's hands."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS
from scoring.engine.ecarte import ECARTE
from scoring.engine.notation import GameRecord, read_native, write_native
from scoring.engine.records import HandRecord
from tests.scoring.engine.oracle_records import ORACLE, is_of_cards, oracle_lines, record_of
from tests.scoring.engine.record_strategies import ECARTES, ecarte_hands, games_by, hands

needs_the_oracle = pytest.mark.skipif(
    not ORACLE.is_file(),
    reason="the oracle corpus is not here; set RIGHT_BOWER_SHARED to the folder that holds data/",
)


def held_to(*games: GameRecord) -> None:
    """Write the games and read them: the same games, no problem, and the same text again."""
    text = write_native(games)
    read = read_native(text)
    assert read.problems == ()
    assert read.games == games
    assert write_native(read.games) == text
    assert read_native(text.encode()).games == games


@given(hands)
@settings(max_examples=150)
def test_a_written_hand_is_read_as_it_was(hand):
    held_to(GameRecord(hands=(hand,)))


@given(ecarte_hands)
@settings(max_examples=60)
def test_a_written_hand_of_ecarte_is_read_as_it_was(hand):
    held_to(GameRecord(rules=ECARTE, seats=ECARTE.seats, sides=ECARTE.sides, hands=(hand,)))


@pytest.mark.parametrize("rules", [*RULESETS.values(), *ECARTES], ids=lambda rules: rules.key)
@given(st.data())
@settings(max_examples=10)
def test_written_games_of_every_ruleset_are_read_as_they_were(rules, draw):
    held_to(*draw.draw(st.lists(games_by(rules), min_size=1, max_size=2)))


@given(hands)
@settings(max_examples=50)
def test_what_is_not_written_down_stays_so(hand):
    bare = HandRecord(number=hand.number, dealer=hand.dealer)
    held_to(GameRecord(hands=(bare, HandRecord())))


@needs_the_oracle
def test_the_oracles_hands_are_read_as_they_were():
    lines = oracle_lines()
    sound = [record_of(line) for line in lines if line["legal"]]
    faulty = [record_of(line, seated=True) for line in lines if not line["legal"] and is_of_cards(line)]
    assert len(sound) == 2_000
    assert len(faulty) >= 4_950, "a card that is in no pack cannot be held by a record"
    held_to(GameRecord(hands=tuple(sound)), GameRecord(hands=tuple(faulty)))


@needs_the_oracle
def test_a_hand_takes_a_quarter_of_the_space_it_takes_in_json():
    lines = [line for line in oracle_lines() if line["legal"]]
    text = write_native([GameRecord(hands=tuple(record_of(line) for line in lines))])
    assert len(text) < 0.28 * sum(len(json.dumps(line, separators=(",", ":"))) for line in lines)
