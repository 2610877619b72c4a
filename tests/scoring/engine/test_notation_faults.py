"""Reading the native form never raises, and points at everything it skipped."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine import notation
from scoring.engine.egn_text import MOST_PROBLEMS
from scoring.engine.notation import MOST_BYTES, NativeRead, read_native, write_native
from scoring.engine.records import MOST_CALLS, MOST_HELD, MOST_IN_A_TRICK, MOST_TRICKS
from scoring.engine.seats import Seat
from tests.scoring.engine.record_strategies import ECARTES, games_by
from tests.scoring.engine.test_notation import EXAMPLE_1, EXAMPLE_2, EXAMPLE_3

WHOLE = f"{EXAMPLE_1}\n{EXAMPLE_2}\n{EXAMPLE_3}"
MARKS = [
    "",
    *' \n|/[]{}"\\%!?*@~<>:.=-+',
    "x",
    "J",
    "S",
    "10",
    "♥",
    "ſ",
    "K",
    "\x0c",
    "\u2028",
    "claim",
    "pen",
    "redeal",
]


def check_places(read: NativeRead, text: str) -> None:
    lines = text.split("\n")
    for problem in read.problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
        assert problem.sentence


@given(st.text())
def test_any_text_is_read(text):
    check_places(read_native(text), text)


@given(st.binary())
def test_any_bytes_are_read(content):
    read_native(content)


SECTION = st.text(
    st.sampled_from("NESWnesw23456789TJQKAO10CDHSpcdhosxXRL-?!*@~<>:./={}\"'[]%+ ♥"), max_size=24
)


@given(st.lists(SECTION, min_size=4, max_size=6), st.sampled_from(["", '[Ruleset "ecarte"]\n']))
@settings(max_examples=150)
def test_any_marks_in_a_hand_are_read_and_what_was_read_can_be_written(sections, tags):
    text = f"{tags}1. N 9H {'|'.join(sections)}"
    read = read_native(text)
    check_places(read, text)
    again = read_native(write_native(read.games))
    assert again.problems == ()
    assert again.games == read.games


@given(st.data())
@settings(max_examples=100)
def test_a_text_with_letters_changed_is_read_and_what_was_read_can_be_written(draw):
    letters = list(WHOLE)
    for _ in range(draw.draw(st.integers(1, 6))):
        letters[draw.draw(st.integers(0, len(letters) - 1))] = draw.draw(st.sampled_from(MARKS))
    text = "".join(letters)
    read = read_native(text)
    check_places(read, text)
    again = read_native(write_native(read.games))
    assert again.problems == ()
    assert again.games == read.games


@given(st.data(), st.sampled_from(ECARTES))
@settings(max_examples=40)
def test_a_text_of_ecarte_with_letters_changed_is_read(draw, rules):
    letters = list(write_native([draw.draw(games_by(rules))]))
    for _ in range(draw.draw(st.integers(1, 6))):
        letters[draw.draw(st.integers(0, len(letters) - 1))] = draw.draw(st.sampled_from(MARKS))
    text = "".join(letters)
    check_places(read_native(text), text)


@given(st.integers(0, len(WHOLE)))
def test_a_text_that_breaks_off_keeps_every_hand_that_was_whole(length):
    read = read_native(WHOLE[:length])
    check_places(read, WHOLE[:length])
    whole = [hand for game in read_native(WHOLE).games for hand in game.hands]
    kept = [hand for game in read.games for hand in game.hands]
    ended = sum(WHOLE[:length].count(line) for line in WHOLE.splitlines() if line[:1].isdigit())
    assert kept[:ended] == whole[:ended]


# --- single faults, each with its place


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("who knows", "line-unreadable", 1),
        ("1. X 9H | ? | ? | ? |", "dealer-unknown", 4),
        ("1. N 9Z | ? | ? | ? |", "card-unknown", 6),
        ("1. N 9H weather | ? | ? | ? |", "word-unknown", 9),
        ("1. N 9H cut N7Z | ? | ? | ? |", "word-unknown", 13),
        ("1. N 9H | 9H | ? | ? |", "word-unknown", 11),
        ("1. N 9H | N:9H9Z | ? | ? |", "card-unknown", 15),
        ("1. N 9H | N:9H E:9C N:9S | ? | ? |", "seat-twice", 21),
        ("1. N 9H | ? | p q o | ? |", "word-unknown", 17),
        ("1. N 9H | ? | o xZZ | ? |", "card-unknown", 18),
        ("1. N 9H | ? | o x9H x9C | ? |", "discard-twice", 21),
        ("1. N 9H | ? | ? | 9C 9X |", "card-unknown", 22),
        ("1. N 9H | ? | ? | 9C so |", "card-unknown", 22),
        ("1. N 9H | ? | ? | 9C>N / QC>E>W |", "word-unknown", 26),
        ("1. N 9H | ? | ? | 9C>N >S |", "winner-twice", 24),
        ("1. N 9H | ? | ? | claim S |", "claim-unclear", 19),
        ("1. N 9H | ? | ? | claim NS 2 |", "claim-unclear", 19),
        ("1. N 9H | ? | ? | ? 9C |", "play-unknown", 18),
        ("1. N 9H | ? | ? | ? | much", "word-unknown", 23),
        ("1. N 9H | ? | ? | ? | 3-2 4-1", "tricks-twice", 27),
        ("1. N 9H | ? | ? | ? | pen revoke", "penalty-unclear", 23),
        ("1. N 9H | ? | ? | ? | 3-2 | more", "too-many-sections", 27),
        ("1. N 9H | ? | ? | ? | 3-2 {left open", "comment-open", 27),
        ('[Event "Night" ', "tag-unreadable", 1),
        ('[Event "One"] [event "Two"]', "tag-twice", 23),
        ('[Ruleset "whist"]', "ruleset-unknown", 11),
        ('[Rules "jokers=2 target=11"]', "rule-unknown", 9),
        ('[Rules "target=eleven"]', "rule-unknown", 9),
        ('[Rules "target=11 and more"]', "rule-unknown", 19),
        ('[Rules "march=0"]', "rules-refused", 9),
        ('[Rules "lone_by=all"]', "rules-refused", 9),
        ('[Players "5"]', "tag-wrong", 11),
        ('[Ruleset "benny"] [Players "3"]', "players-differ", 29),
        ('[Deck "52"]', "tag-wrong", 8),
        ('[Seats "N N"]', "tag-wrong", 9),
        ('[Sides "NX"]', "tag-wrong", 9),
        ('[Cut "N7C 9D"]', "tag-wrong", 7),
        ('[Packets "two"]', "tag-wrong", 11),
        ('[Result "ten-7"]', "tag-wrong", 10),
        ('[Status "won"]', "tag-wrong", 10),
        ("{ never closed", "comment-open", 1),
    ],
)
def test_every_fault_is_told_with_its_place(line, code, column):
    text = f"\n{line}\n"
    found = [(one.code, one.line, one.column) for one in read_native(text).problems]
    assert found == [(code, 2, column)]


@pytest.mark.parametrize(
    ("line", "code"),
    [("1. N 9H | ? | o", "sections-missing"), ("1. N 9H | ? | ? | 9C TC>N QC KC>S |", "stroke-missing")],
)
def test_what_can_be_guessed_is_a_warning(line, code):
    read = read_native(line)
    assert [(one.code, one.warning) for one in read.problems] == [(code, True)]
    assert read.errors == ()
    (game,) = read.games
    assert len(game.hands) == 1


def test_the_rest_of_a_line_with_a_fault_is_read():
    read = read_native("1. N 9Z | S:9C | p q o | 9H ZZ TH | 4-1 x\n")
    assert len(read.problems) == 4
    (game,) = read.games
    (hand,) = game.hands
    assert hand.upcard is None
    assert Seat.S in hand.held
    assert len(hand.calls or ()) == 2
    assert len((hand.tricks or ())[0].cards) == 2


def test_what_no_hand_reaches_is_cut_and_told():
    text = (
        f"1. N 9H | N:{'9C' * 99} | {'p ' * 99} | {'9C ' * 99}{'/ 9H ' * 99} | "
        f"{'NS+1 ' * 99}{'pen N revoke ' * 99}\n"
    )
    read = read_native(text)
    (hand,) = read.games[0].hands
    assert len(hand.held[Seat.N]) == MOST_HELD
    assert len(hand.calls or ()) == MOST_CALLS
    assert len(hand.tricks or ()) == MOST_TRICKS
    assert len((hand.tricks or ())[0].cards) == MOST_IN_A_TRICK
    assert len(read.problems) <= MOST_PROBLEMS + 1


# --- whole files


def test_a_file_that_is_too_big_is_one_problem():
    assert [one.code for one in read_native(b" " * (100 * 1024 * 1024)).problems] == ["too-big"]
    assert [one.code for one in read_native("1" * (MOST_BYTES + 1)).problems] == ["too-big"]


def test_a_file_that_is_not_in_utf_8_is_one_problem():
    (problem,) = read_native(b'[Event "x"]\n1. N \xff').problems
    assert (problem.code, problem.line, problem.column) == ("not-utf-8", 2, 6)


def test_an_endless_line_is_one_problem():
    assert [one.code for one in read_native("1. N 9H | " + "(" * 1_000_000).problems] == ["line-too-long"]


def test_problems_without_end_are_counted():
    problems = read_native("nothing\n" * 10_000).problems
    assert len(problems) == MOST_PROBLEMS + 1
    assert problems[-1].code == "more-problems"


def test_hands_without_end_are_not_kept(monkeypatch):
    monkeypatch.setattr(notation, "MOST_HANDS", 50)
    read = read_native("1. N 9H | ? | ? | ? |\n" * 100)
    assert sum(len(game.hands) for game in read.games) == 50
    assert [(one.code, one.line) for one in read.problems] == [("too-many", 51)]


def test_deep_nesting_is_only_text():
    text = "{" * 5_000 + "\n" + "[" * 5_000 + "\n" + "1. N 9H | ? | " + "(" * 5_000 + " | ? |\n"
    check_places(read_native(text), text)
