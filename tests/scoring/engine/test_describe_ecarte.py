"""Écarté in words; the text to be read is descriptions/ecarte.txt."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import get_type_hints

import pytest

from scoring.engine.describe_ecarte import describe_ecarte
from scoring.engine.ecarte import BOUNDS, ECARTE, EcarteRules, changed, field_names
from scoring.engine.errors import RulesetError
from scoring.engine.sources import SOURCE_NAMES
from tests.scoring.engine.describing import assert_as_read, assert_reads_well

FIELDS = [name for name in field_names() if name not in ("key", "name")]


def others_of(field: str) -> list[EcarteRules]:
    """The shipped rules with every other value of one field."""
    kind = get_type_hints(EcarteRules)[field]
    values: list[object] = [False, True] if kind is bool else list(range(1, 8))
    if field not in BOUNDS and issubclass(kind, StrEnum):
        values = list(kind)
    found = []
    for value in values:
        try:
            found.append(changed(ECARTE, {field: value}))
        except RulesetError:
            continue
    return [rules for rules in found if rules != ECARTE]


def test_ecarte_is_told_as_somebody_has_read_it() -> None:
    assert_as_read("ecarte", describe_ecarte(ECARTE))


def test_every_field_is_told_once() -> None:
    description = describe_ecarte(ECARTE)
    told = [name for sentence in description.sentences for name in sentence.fields]
    assert Counter(told) == Counter(FIELDS)
    assert description.idle == ()


@pytest.mark.parametrize("field", FIELDS)
def test_another_value_is_another_sentence_that_reads_well_and_is_no_longer_the_sources(field: str) -> None:
    shipped = {sentence.fields: sentence for sentence in describe_ecarte(ECARTE).sentences}
    others = others_of(field)
    assert others
    for rules in others:
        for sentence in describe_ecarte(rules).sentences:
            assert_reads_well(sentence.text)
            if field in sentence.fields:
                assert sentence.text != shipped[sentence.fields].text
                assert sentence.bases != shipped[sentence.fields].bases


def test_the_law_is_named() -> None:
    notes = [str(basis) for sentence in describe_ecarte(ECARTE).sentences for basis in sentence.bases]
    assert "Stated: Victorian handbook, law xii" in notes
    assert "Inferred: Victorian handbook" in notes
    assert all(
        basis.source in SOURCE_NAMES
        for sentence in describe_ecarte(ECARTE).sentences
        for basis in sentence.bases
    )


def test_rules_of_no_known_descent_name_no_source() -> None:
    mine = changed(ECARTE, {"key": "mine"})
    assert all(sentence.bases == () for sentence in describe_ecarte(mine).sentences)
