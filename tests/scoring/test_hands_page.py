"""The hand checker's page: what it says of known hands, and what it does with anything else."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS
from tests.scoring.hand_texts import C1, C2, C3, LEGAL, REVOKE, egn_text

XSS = '<script>alert(1)</script><img src=x onerror="alert(2)">'


def paste(text, ruleset="", status=200):
    answer = Client().post(reverse("scoring:hands"), {"text": text, "ruleset": ruleset})
    assert answer.status_code == status, answer.content.decode()
    return words(answer)


def words(answer):
    """The page without its tags, spaces run together."""
    body = re.sub(r"<[^>]*>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", unescape(body))


def enter(text, answer, cards=()):
    there = reverse("scoring:hand_entry")
    return Client().post(there, {"text": text, "do": answer, "cards": cards}, follow=True)


# --- known hands


def test_a_pasted_revoke_names_the_seat_both_tricks_and_the_law():
    told = paste(REVOKE)
    assert "Illegal. 1 fault" in told
    assert "N did not follow clubs in trick 1: KC came later." in told
    assert "In trick 1, proved in trick 5, by N." in told
    assert "The law: Follow the suit led if able" in told
    assert "Euchre with Benny, a modern description" in told
    assert told.index("Trick 1 E J S 10 W 9 N 10 ▲ fault 1") < told.index("Trick 5 N K ◆ proof of 1")


def test_the_example_file_with_a_revoke_names_the_seat_and_both_tricks():
    told = paste(egn_text("has-a-revoke.egn"))
    assert "2 hands: 0 legal, 1 illegal, 1 unproven." in told
    assert "In trick 1, proved in trick 5, by N." in told


def test_a_complete_hand_is_legal_and_scores_by_side_and_person():
    told = paste(LEGAL.replace("[Deck", '[N "Ada"] [W "Bea"] [Deck'))
    assert "Legal. The record is complete" in told
    assert "The hand scores N/S 0, E/W 1 (Ada 0, E 1, S 0, Bea 1)." in told
    assert "best play by all, E/W would take three tricks." in told


@pytest.mark.parametrize(
    ("text", "rules", "said"),
    [
        (C1, "stick-the-dealer", ["The hand scores N/S 1, E/W 0.", "Trick 2 S K W A N A E J E takes it"]),
        (C2, "north-american", ["Unproven.", "The hand scores N/S 0, E/W 2."]),
        (C3, "north-american", ["N/S 0, E/W 1.", "could be held to four tricks: lead the ten of clubs."]),
        ("1. S JO | ? | p p p p h | ? |", "benny", ["Illegal.", "The law: If Benny is turned up"]),
        ("1. S JO | ? | h | ? | 3-2 NS+1", "benny", ["Unproven.", "The hand scores N/S 1, E/W 0."]),
        # C17 (a): W orders up and plays with E, N alone leads E; (b) W alone; (c) both; (d) "I turn it down"
        ("1. S QH | ? | o N* | 9S 9D 9C ... | 2-3 NS+4", "benny", ["Trick 1 E 9 W 9 N 9", "N/S 4, E/W 0"]),
        ("1. S QH | ? | o N* | ? | 5-0 EW+2", "benny", ["Unproven.", "N/S 0, E/W 2"]),
        ("1. S QH | ? | o W* | 9S 9D 9C ... | 2-3 NS+2", "benny", ["Trick 1 N 9 S 9 W 9", "N/S 2, E/W 0"]),
        ("1. S QH | ? | o W* N* | 9S 9D ... | 5-0 EW+4", "benny", ["Trick 1 N 9 W 9", "N/S 0, E/W 4"]),
        ("1. S QH | ? | o W* N* | ? | 2-3 NS+4", "benny", ["Unproven.", "N/S 4, E/W 0"]),
        ("1. S QH | ? | p o N* | 9S 9D 9C ... |", "benny", ["Trick 1 E 9 W 9 N 9", "N turns it down"]),
    ],
)  # fmt: skip
def test_cases_of_known_answer_through_the_page(text, rules, said):
    told = paste(text, rules)
    for words_of_it in said:
        assert words_of_it in told, told


def test_without_a_natural_trump_the_call_is_refused_where_one_is_needed():
    told = paste('[Rules "natural_trump=yes"]\n' + C2)
    assert "Illegal." in told
    assert "In the calling, by N." in told


def test_from_four_nine_in_two_hands():
    told = paste(egn_text("two-hands-from-4-9.egn"))
    assert "N/S 4, E/W 0" in told
    assert "N/S 2, E/W 0" in told


def test_a_verdict_can_be_passed_on_by_its_address():
    page = Client().post(reverse("scoring:hands"), {"text": REVOKE}).content.decode()
    address = unescape(re.search(r'href="([^"]*)">Link to this verdict', page)[1])
    assert "In trick 1, proved in trick 5, by N." in words(Client().get(address))


# --- anything else


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. S XX | ? | p | ? |", "There is no card “XX”."),
        ("1. S 7C | ? | p p p o | AD 9D QD 9C | ?", "7C is not in this pack."),
        ("1. S KC | N:9HTHJHQHKHAH | p | ? |", "six"),
        ("1. S KC | N:9HTHJHQHKH N:9S | p | ? |", "stand here twice"),
        ("1. S KC | ? | p p p o | AD 9D QD / KS AS AC JS / KH QH AH TC | ?", "did not play to trick 1"),
        ("9 hearts please", "There is no hand in this text that can be read."),
        ("1. S KC | ? | p p p o* | N: 8H / AC KC JC | ?", "Illegal."),
        ('[Ruleset "ecarte"]\n1. S KC | ? | ? | JO JO | ?', "JO is not in the pack."),
        ('{"fileType": "Euchre Game Notation"', "breaks off"),
        ("[" * 5000, "is no tag"),
    ],
)
def test_bad_input_is_told_and_nothing_breaks(text, said):
    answer = Client().post(reverse("scoring:hands"), {"text": text})
    assert answer.status_code in {200, 422}
    if said != "six":
        assert said in words(answer)
    else:
        assert "Illegal." in words(answer)


def test_a_text_that_is_too_long_is_refused_with_a_sentence():
    assert "200,000 letters at most" in paste("x" * 200_001, status=422)
    assert Client().get(reverse("scoring:hands"), {"text": "1" * 5000}).status_code == 422


def test_an_unknown_ruleset_is_refused_with_a_sentence():
    assert "There is no ruleset 'none'." in paste(REVOKE, "none", status=422)


def test_rules_for_another_table_are_not_used_for_this_one():
    assert "is for another table than this game" in paste('[Players "4"]\n' + REVOKE, "cut-throat")


def test_what_is_pasted_is_shown_and_never_run():
    for text in (
        XSS,
        f'[Event "{XSS}"] [N "{XSS}"]\n1. S KC | {XSS} | {XSS} | AD! {{{XSS}}} | redeal {{{XSS}}}',
        LEGAL + XSS,
    ):
        for answer in (Client().post(reverse("scoring:hands"), {"text": text, "ruleset": XSS}),
                       Client().post(reverse("scoring:hands"), {"text": text}),
                       Client().get(reverse("scoring:hand_entry"), {"text": text, "held": XSS}),
                       Client().post(reverse("scoring:hand_entry"), {"text": text, "do": XSS})):  # fmt: skip
            body = answer.content.decode()
            assert "<script>alert" not in body
            assert "<img src=x" not in body


WORDS = ["1. S KC", "p", "o*", "JO", "AD", "x--", '[Ruleset "ecarte"]', "claim S 1", "concede NE", "propose"]
MARKS = [*'|/?:.*!@>{}[]"% \n', "accept 3/2", "K!N", "redeal", "pen S revoke 1", "N:9HTH", "E<9C9DTH:ACKDQS"]


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=200) | st.lists(st.sampled_from(WORDS + MARKS), max_size=40).map(" ".join),
    st.sampled_from(["", "ecarte", *RULESETS]),
)
def test_no_text_at_all_breaks_the_page(text, ruleset):
    for there in ("scoring:hands", "scoring:hand_entry"):
        answer = Client().post(reverse(there), {"text": text, "ruleset": ruleset}, follow=True)
        assert answer.status_code in {200, 422}


# --- card by card


def test_answers_fill_the_text_and_can_be_taken_back():
    answer = Client().post(reverse("scoring:hand_entry"), {"ruleset": "north-american"}, follow=True)
    for said in ("dealer:S", "upcard:KC", "call:p", "call:o*"):
        answer = enter(text_of(answer), said)
    assert "1. S KC | ? | p o* | ? |" in text_of(answer)
    assert "What does S put out?" in words(answer)
    assert "1. S KC | ? | p | ? |" in text_of(enter(text_of(answer), "back"))


def test_a_hand_that_is_known_is_offered_as_it_is_held():
    answer = Client().post(reverse("scoring:hand_entry"), {"ruleset": "north-american"}, follow=True)
    for said in ("dealer:S", "upcard:KC", "call:p", "call:p", "call:p", "call:o", "discard:--"):
        answer = enter(text_of(answer), said)
    answer = enter(text_of(answer), "held:W", ["AS", "AD", "9S", "QH", "JH"])
    body = answer.content.decode()
    assert sorted(re.findall(r'value="card:(\w+)"', body)) == ["9S", "AD", "AS", "JH", "QH"]


@pytest.mark.parametrize(
    "said", ["card:XX", "dealer:Q", "call:", "alone:NESW", "held:X", "nothing", "", "upcard:"]
)
def test_an_answer_that_answers_nothing_changes_nothing(said):
    text = '[Ruleset "north-american"]\n1. S KC | ? | p | ? |'
    answer = enter(text, said)
    assert answer.status_code in {200, 422}
    assert "1. S KC | ? | p | ? |" in text_of(answer)


def test_a_text_that_is_no_hand_begins_again():
    assert "begin again" in words(
        Client().post(reverse("scoring:hand_entry"), {"text": "nonsense", "do": "back"})
    )


def text_of(answer):
    return unescape(re.search(r'name="text" value="([^"]*)"', answer.content.decode())[1])
