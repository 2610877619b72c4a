"""Every ruleset in words: nothing is left out, nothing is said twice, and nothing speaks in code.

The words of the shipped rulesets stand in `descriptions/*.txt`: see `describing`.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS, SOURCE_NAMES
from scoring.engine.choices import AllPass, EuchrePays, LoneBy, Reckoning
from scoring.engine.describe import Basis, Standing, basis_of, describe, summary
from scoring.engine.describe_change import difference, told_difference, value_in_words
from scoring.engine.rulesets import Ruleset, changed
from tests.scoring.engine.any_rules import FIELDS, any_rules, single_changes
from tests.scoring.engine.describing import DESCRIPTIONS, assert_as_read, assert_reads_well


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_shipped_ruleset_is_told_as_somebody_has_read_it(key: str) -> None:
    assert_as_read(key, describe(RULESETS[key]))


def test_every_text_belongs_to_a_shipped_ruleset() -> None:
    assert {place.stem for place in DESCRIPTIONS.glob("*.txt")} == {*RULESETS, "ecarte"}


@given(any_rules() | st.sampled_from(list(RULESETS.values())))
def test_every_field_is_told_once_or_decides_nothing(rules: Ruleset) -> None:
    description = describe(rules)
    told = [name for sentence in description.sentences for name in sentence.fields]
    assert Counter([*told, *description.idle]) == Counter(FIELDS)


@given(single_changes())
def test_what_is_told_differs_when_the_field_does_and_what_decides_nothing_is_not_told(
    change: tuple[str, Ruleset, Ruleset],
) -> None:
    field, before, after = change
    texts = [[sentence.text for sentence in describe(rules).sentences] for rules in (before, after)]
    if field in describe(before).idle and field in describe(after).idle:
        assert texts[0] == texts[1]
    else:
        assert texts[0] != texts[1]


def sentences_of(rules: Ruleset) -> list[str]:
    return [*(sentence.text for sentence in describe(rules).sentences), summary(rules)]


@given(any_rules())
def test_every_sentence_reads_well_and_speaks_no_code(rules: Ruleset) -> None:
    for sentence in sentences_of(rules):
        assert_reads_well(sentence)


@given(any_rules(), any_rules())
@settings(max_examples=40)
def test_every_difference_reads_well_and_speaks_no_code(before: Ruleset, after: Ruleset) -> None:
    for sentence in [change.text for change in difference(before, after)] + told_difference(before, after):
        assert_reads_well(sentence)


@given(any_rules())
def test_nothing_differs_from_itself_whatever_it_is_called(rules: Ruleset) -> None:
    renamed = changed(rules, {"key": "renamed", "name": "Otherwise called"})
    assert difference(rules, rules) == difference(rules, renamed) == []


@given(any_rules(), any_rules())
@settings(max_examples=40)
def test_every_field_that_differs_is_told_and_no_other(before: Ruleset, after: Ruleset) -> None:
    told = [change.field for change in difference(before, after)]
    assert told == [name for name in FIELDS if getattr(before, name) != getattr(after, name)]


@given(single_changes())
def test_one_change_is_one_sentence_that_names_both_values(change: tuple[str, Ruleset, Ruleset]) -> None:
    field, before, after = change
    (only,) = difference(before, after)
    assert only.field == field
    new, old = value_in_words(after, field), value_in_words(before, field)
    assert new != old
    said = only.text.lower()
    assert "instead of" in said
    assert new.lower() in said.partition(" instead of ")[0]
    rest = said.partition(" instead of ")[2]
    assert old.lower() in rest or old.split()[0] in re.split(r"\W+", rest)


@given(single_changes())
def test_there_and_back_names_the_same_values_the_other_way_round(
    change: tuple[str, Ruleset, Ruleset],
) -> None:
    _, before, after = change
    (there,), (back,) = difference(before, after), difference(after, before)
    assert (there.before, there.after) == (back.after, back.before)
    assert there.text != back.text


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_what_rests_on_a_source_says_which_and_how(key: str) -> None:
    for sentence in describe(RULESETS[key]).sentences:
        assert bool(sentence.bases) == bool(sentence.fields)
        for basis in sentence.bases:
            assert basis.source in SOURCE_NAMES
            assert basis.standing in (Standing.STATED, Standing.INFERRED)


def test_what_a_copy_changed_is_its_own_unless_the_source_allows_it() -> None:
    copy = changed(RULESETS["benny"], {"target": 15, "revoke": 3})
    assert basis_of(copy, "target") == Basis(Standing.BY_AGREEMENT, "S2")
    assert basis_of(copy, "revoke") == Basis(Standing.OWN)
    assert basis_of(copy, "march") == Basis(Standing.STATED, "S2")


def test_a_ruleset_of_no_known_descent_names_no_source() -> None:
    rules = changed(RULESETS["benny"], {"key": "slapton"})
    assert all(sentence.bases == () for sentence in describe(rules).sentences)


PLAIN: list[tuple[str, object, str]] = [
    ("target", 11, "Game is 11 up instead of 10."),
    ("lone_euchre", 4, "The euchre of a lone hand is worth 4 points instead of 2."),
    (
        "all_pass",
        AllPass.DEALER_MUST_MAKE,
        "When all pass twice there is a trump that the dealer must make"
        " instead of a deal by the next dealer.",
    ),
    (
        "laps",
        True,
        "The winner's points beyond the target are carried into the next game instead of not carried over.",
    ),
    ("benny", True, "The pack has a Benny instead of no Benny."),
    (
        "lone_by",
        LoneBy.NOBODY,
        "Of the makers, playing alone is open to nobody instead of the caller only.",
    ),
    ("lowest_rank", 7, "The pack begins at the seven instead of the nine."),
    ("reckoning", Reckoning.BY_POINTS, "A match is reckoned by points instead of by games."),
    (
        "euchre_pays",
        EuchrePays.MAKERS_SET_BACK,
        "The points of a euchre are taken off the makers instead of scored by the opponents.",
    ),
]


@pytest.mark.parametrize(("field", "value", "sentence"), PLAIN)
def test_a_change_is_told_plainly(field: str, value: object, sentence: str) -> None:
    before = RULESETS["north-american"]
    assert [change.text for change in difference(before, changed(before, {field: value}))] == [sentence]


def test_what_decides_nothing_is_left_out_for_players_and_what_is_new_is_told_as_it_stands() -> None:
    rules = RULESETS["north-american"]
    assert told_difference(rules, changed(rules, {"benny_turned_up": "dealer-names-seen"})) == []
    told = told_difference(rules, changed(rules, {"lone_defender": "always"}))
    assert told[0] == "A defender may play alone against any makers instead of never."
    timed = told_difference(rules, RULESETS["progressive-eight-hands"])
    assert "A game has eight hands instead of no fixed number of hands." in timed


def test_two_handed_to_four_handed_tells_what_partners_bring() -> None:
    told = told_difference(RULESETS["two-handed"], RULESETS["four-handed-1880"])
    assert told[0] == "Four play instead of two."
    assert "A lone hand scores 4 points for all five tricks." in told
