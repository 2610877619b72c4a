"""The bulk way says of every hand what reading and examining it says."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.engine.bulk import legal_hands
from scoring.engine.catalogue import RULESETS
from scoring.engine.ecarte import ECARTE
from scoring.engine.examine import examine
from scoring.engine.notation import read_native
from scoring.engine.notation_games import GameRecord
from scoring.engine.notation_hands import write_hand
from scoring.engine.notation_tags import write_tags
from scoring.engine.records import HandRecord
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Status
from tests.scoring.engine.oracle_lines import lines, record_of, rules_of
from tests.scoring.engine.record_strategies import hands

SEATS = tuple(Seat)
HAND = (
    "7. N 9D | N:TS9H9SKHQH E:QSKCJSTD9C S:ACAHQCKSAS W:JHJCJDADKD | p p o xTS -* | "
    "KC QC JC 9S>E / JS KS KD 9H>W / AD 9D TD AC>W / JD QH 9C AH>W / JH KH QS AS>W | 5-0 NS+0 EW+2"
)
RULES = rules_of({"rules": {"stick_dealer": True, "defend_alone": True}})
PIECES = [
    *HAND.split(" "),
    "JO",
    "--",
    "{a|b}",
    "{",
    "}",
    "|",
    "/",
    "?",
    "@S",
    ">E",
    "claim S 2",
    "...",
    "passed",
]
"""What a line may hold, whether in place or out of it."""


def slowly(text, rules):
    """Read everything, and examine every hand."""
    found = [hand for game in read_native(text).games for hand in game.hands]
    return [isinstance(hand, HandRecord) and examine(hand, rules).status is Status.LEGAL for hand in found]


def held_to(text, rules=RULES):
    answers = list(legal_hands(text, rules))
    assert answers == slowly(text, rules)
    return answers


def by_rules(chosen, common=False):
    """Group lines by their rules: the text of the hands, and what the oracle says of them."""
    grouped = {}
    for line in chosen:
        group = grouped.setdefault(id(rules_of(line, common)), (rules_of(line, common), [], []))
        group[1].append(write_hand(record_of(line), SEATS))
        group[2].append(line["legal"])
    return [(rules, "\n".join(texts), legal) for rules, texts, legal in grouped.values()]


def unmarked(text):
    """Leave out whose each card was and who called what."""
    for seat in SEATS:
        text = text.replace(f"@{seat}", "")
    return text


def test_every_line_of_the_oracle_is_answered_as_the_oracle_and_the_examiner_answer_it():
    groups = by_rules(lines())
    assert sum(len(legal) for _, _, legal in groups) == 7_100
    for rules, text, legal in groups:
        assert held_to(text, rules) == legal


@pytest.mark.parametrize("common", [True, False])
def test_the_oracles_variants_are_legal_where_the_upcard_may_be_discarded(common):
    groups = by_rules(lines("oracle_variants"), common)
    assert sum(len(legal) for _, _, legal in groups) == 300
    for rules, text, _ in groups:
        assert set(held_to(text, rules)) == {common}


def test_hands_are_answered_alike_where_it_is_not_written_whose_each_card_was():
    for rules, text, _ in by_rules(lines()[::9]):
        held_to(unmarked(text), rules)


def test_most_legal_hands_go_the_quick_way(monkeypatch):
    [(rules, text, _), *_] = by_rules([line for line in lines() if line["legal"]][:500])
    assert all(legal_hands(f"{text}\n{unmarked(text)}", rules))
    list(legal_hands(text, rules))
    examined = []
    monkeypatch.setattr(
        "scoring.engine.bulk.examine", lambda *given: examined.append(given) or examine(*given)
    )
    assert all(legal_hands(text, rules))
    assert not examined


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.key)
def test_hands_are_answered_alike_under_every_ruleset(rules):
    game = GameRecord(rules=rules, seats=rules.seats, sides=rules.sides)
    held_to("\n".join([*write_tags(game), HAND, HAND, "", HAND, HAND]), rules)
    held_to(f"{HAND}\n{HAND}", rules)


def test_a_hand_stands_in_its_game_and_not_in_a_comment():
    assert held_to(HAND) == [True]
    assert held_to(f"\ufeff{HAND}\r\n\n% {HAND}\n {HAND}\n-{HAND[1:]}\n") == [True, True, True]
    assert held_to(f"{{ not\n{HAND}\nyet }} {HAND}\n{HAND}\n") == [True, True]
    tags = "\n".join(write_tags(GameRecord(rules=ECARTE, seats=ECARTE.seats, sides=ECARTE.sides)))
    assert held_to(f'{tags}\n{HAND}\n\n{HAND}\n[Players "3"]\n{HAND}') == [False, True, True]
    assert held_to(HAND.replace("5-0", "4-1")) == [False]
    assert held_to(HAND.replace("9S>E", "9S>N")) == [False]
    assert held_to(HAND + " " * 30_000) == []
    passed = [*HAND.split(" | ")[:2], "p p p p p p p p", "", "0-0 NS+0"]
    next_dealer = RULESETS["north-american"]
    assert held_to(" | ".join(passed), next_dealer) == [True]
    assert held_to(" | ".join([*passed[:3], "9H", "passed"]), next_dealer) == [False]
    assert held_to(" | ".join([*passed[:4], "NS+1"]), next_dealer) == [False]
    assert held_to("") == []


@given(st.lists(st.one_of(hands.map(lambda hand: write_hand(hand, SEATS)), st.text(), st.just(HAND))))
@example(['[Players "2"]', HAND])
def test_any_text_is_answered_alike(written):
    held_to("\n".join(written))


@given(st.data())
def test_a_changed_line_is_answered_alike(data):
    """A word, a letter or a stretch is put in, left out or put in the place of another."""
    line = data.draw(st.sampled_from([HAND, unmarked(write_hand(record_of(lines()[0]), SEATS))]))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(line)))
        end = at + data.draw(st.sampled_from([0, 1, 2, 3, 5]))
        put = data.draw(
            st.one_of(st.sampled_from(PIECES), st.sampled_from(sorted(set(HAND))), st.text(max_size=3))
        )
        line = line[:at] + put + line[end:]
    held_to(f"{line}\n{HAND}")


@given(st.data())
def test_a_line_with_words_changed_about_is_answered_alike(data):
    words = HAND.split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at] = data.draw(st.sampled_from(PIECES))
    held_to(" ".join(words))
