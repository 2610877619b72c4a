"""Brackets on paper: every match once, joined to those it comes from, readable at any size."""

from random import Random

import pytest

from tests.paper_reading import A4, HOSTILE, pages_of, squeezed
from tournaments.engine.formats.bracket import draw_bracket
from tournaments.engine.formats.bracket_double import draw_double_bracket
from tournaments.engine.formats.bracket_layout import layout
from tournaments.engine.formats.tree import Bracket, Feed, ready, record, unfold
from tournaments.selectors.paper_bracket import bracket_sheet
from tournaments.services.paper import compile_pdf

HEAD = {"event": "Winter cup", "club": "Bude Euchre Club", "day": "Thursday 12 March 2026"}
BRACKETS = {
    "of two": draw_bracket([1, 2]),
    "of eight": draw_bracket(range(1, 9), third_place=True, best_of=3),
    "with a plate": draw_bracket(range(1, 24), third_place=True, plate=True),
    "of a hundred": draw_bracket(range(1, 101)),
    "double": draw_double_bracket(range(1, 17)),
    "big double": draw_double_bracket(range(1, 65)),
}
NAMES = {entry: f"Pair {entry}" for entry in range(1, 101)}


def played(bracket: Bracket, matches: int, seed: int = 5) -> Bracket:
    """The bracket after so many matches, won by lot."""
    rng = Random(seed)
    for _ in range(matches):
        number = ready(bracket)[0]
        now = unfold(bracket)[number]
        bracket = record(bracket, number, rng.choice([now.one, now.other]))
    return bracket


@pytest.mark.parametrize("key", BRACKETS)
def test_every_match_stands_on_one_page_once(key):
    parts = bracket_sheet(BRACKETS[key], layout(BRACKETS[key]), NAMES)
    numbers = [match["number"] for part in parts for match in part["matches"]]
    assert sorted(numbers) == [*range(1, len(BRACKETS[key].matches) + 1)]


@pytest.mark.parametrize("key", BRACKETS)
def test_matches_of_a_page_stand_apart_and_inside_it(key):
    for part in bracket_sheet(BRACKETS[key], layout(BRACKETS[key]), NAMES):
        for at, one in enumerate(part["matches"]):
            assert 0 <= one["column"] < part["columns"] <= 8
            assert 0 <= one["row"] < part["rows"] <= 34
            beside = [other for other in part["matches"][:at] if other["column"] == one["column"]]
            assert all(abs(other["row"] - one["row"]) >= 2 for other in beside)


@pytest.mark.parametrize("key", BRACKETS)
def test_a_line_leads_from_a_match_to_the_next_of_its_winner(key):
    bracket = BRACKETS[key]
    for part in bracket_sheet(bracket, layout(bracket), NAMES):
        for one in part["matches"]:
            match = bracket.matches[one["number"] - 1]
            winners = {side.of + 1 for side in (match.one, match.other) if side.kind is Feed.WINNER}
            joined = {part["matches"][at]["number"] for at in one["lines"]}
            here = {other["number"] for other in part["matches"]}
            assert joined <= winners
            assert {number for number in winners & here if number not in joined} <= finals(bracket)
            for at in one["lines"]:
                assert part["matches"][at]["column"] < one["column"]


def finals(bracket: Bracket) -> set[int]:
    """The grand final: no line leads from it to its second match."""
    return {match.number + 1 for match in bracket.matches if match.part.name == "FINAL"}


def test_who_has_won_and_by_how_many_games_is_told():
    bracket = played(BRACKETS["of eight"], 3)
    (part,) = bracket_sheet(bracket, layout(bracket), NAMES)
    told = {match["number"]: match for match in part["matches"]}
    for number, verdict in bracket.verdicts.items():
        one = told[number + 1]
        winner = {1: one["one"], 2: one["other"]}[one["winner"]]
        assert winner == NAMES[verdict.winner]
        assert one["games"] in {"2–0", "0–2"}
        assert one["games"].startswith("2") == (one["winner"] == 1)
    assert told[4]["winner"] == 0 and told[4]["games"] == ""
    assert told[7]["one"] == "winner of 5" and told[8]["word"] == "Third place"


@pytest.mark.parametrize(("key", "pages"), [("of eight", 1), ("with a plate", 2), ("of a hundred", 5)])
def test_a_bracket_is_printed_lying_with_every_name(key, pages):
    names = NAMES | dict(enumerate(HOSTILE, start=1))
    bracket = BRACKETS[key]
    parts = bracket_sheet(bracket, layout(bracket), names)
    found = pages_of(compile_pdf("bracket", {"head": HEAD, "parts": parts}, "a4"))
    assert len(found) == pages
    assert {page.size for page in found} == {(A4[1], A4[0])}
    text = "".join(page.squeezed for page in found)
    for entry in bracket.seeds:
        assert all(squeezed(word.removeprefix("😀")) in text for word in names[entry].split())
    for page in found:
        assert page.blank(0, page.size[1] - 5, *page.size)
