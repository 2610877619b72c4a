"""Rulesets of every kind that makes sense, and every value one of their fields may be given."""

from __future__ import annotations

from enum import StrEnum
from typing import get_type_hints

from hypothesis import strategies as st

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RulesetError
from scoring.engine.rulesets import Ruleset, changed, field_names
from scoring.engine.soundness import BOUNDS, OPTIONAL

FIELDS = tuple(name for name in field_names() if name not in ("key", "name"))
_KINDS = get_type_hints(Ruleset)


def values_of(field: str) -> list[object]:
    """Every choice, both answers, or the numbers from the least up to a dozen more."""
    kind = _KINDS[field]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return list(kind)
    if kind is bool:
        return [False, True]
    least, greatest = BOUNDS[field]
    absent = [None] if field in OPTIONAL else []
    return [*absent, *range(least, min(greatest, least + 12) + 1)]


def with_another(rules: Ruleset, field: str, value: object) -> Ruleset | None:
    """The ruleset with one field changed; None if that makes no sense."""
    try:
        return changed(rules, {field: value})
    except RulesetError:
        return None


@st.composite
def any_rules(draw: st.DrawFn) -> Ruleset:
    """A ruleset of the catalogue after any number of changes that make sense one after the other."""
    rules = RULESETS[draw(st.sampled_from(sorted(RULESETS)))]
    for field in draw(st.lists(st.sampled_from(FIELDS), max_size=20)):
        rules = with_another(rules, field, draw(st.sampled_from(values_of(field)))) or rules
    return rules


@st.composite
def single_changes(draw: st.DrawFn) -> tuple[str, Ruleset, Ruleset]:
    """A field, and two rulesets that differ in it alone."""
    rules = draw(any_rules())
    field = draw(st.sampled_from(FIELDS))
    for value in draw(st.permutations(values_of(field))):
        other = with_another(rules, field, value)
        if other is not None and other != rules:
            return field, rules, other
    return draw(single_changes())
