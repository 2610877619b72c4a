"""Rules in the native form: an entry of the catalogue, and what a game changes in it.

    [Ruleset "benny"] [Rules "target=15 lone_said=with-the-call name='Ours, on Fridays'"]

A text with anything but letters, digits, `-` and `.` in it stands in single quotes; yes and no are so
written, and a number or a choice that is absent is `none`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import get_type_hints

from scoring.engine import ecarte, rulesets
from scoring.engine.catalogue import RULESETS
from scoring.engine.ecarte import ECARTE, EcarteRules
from scoring.engine.notation_text import number_in
from scoring.engine.rulesets import Ruleset

Rules = Ruleset | EcarteRules

BOOK: dict[str, Rules] = {**RULESETS, ECARTE.key: ECARTE}
"""Every ruleset a text may name."""

BY_PLAYERS = {4: "north-american", 3: "cut-throat", 2: "two-handed"}
"""The ruleset of a game that names none, by how many play."""

_CHANGE = re.compile(r"([a-z_]+)\s*=\s*('(?:[^'\\]|\\.)*'|[^\s']+)", re.IGNORECASE | re.ASCII)
_BARE = re.compile(r"[A-Za-z0-9.-]+")
_YES_NO = {"yes": True, "true": True, "no": False, "false": False}
_ABSENT = "none"


class Unread(Exception):
    """A part of the rules that cannot be read: a sentence, and where in the text, counted from 0."""

    def __init__(self, sentence: str, at: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.at = at


_KINDS: dict[type, dict[str, object]] = {
    Ruleset: get_type_hints(Ruleset),
    EcarteRules: get_type_hints(EcarteRules),
}
"""Each field's declared type, in the order of the fields."""


def changes_in(text: str, base: Rules) -> tuple[dict[str, object], list[Unread]]:
    """Read `field=value ...`: the fields' values, and all that could not be read."""
    changes: dict[str, object] = {}
    unread: list[Unread] = []
    at = 0
    for found in _CHANGE.finditer(text):
        if skipped := text[at : found.start()].strip():
            unread.append(Unread(f"“{skipped[:40]}” is no rule with a value.", text.index(skipped, at)))
        at = found.end()
        try:
            name = found[1].lower()
            changes[name] = _value(name, found[2], base, found.start())
        except Unread as error:
            unread.append(error)
    if skipped := text[at:].strip():
        unread.append(Unread(f"“{skipped[:40]}” is no rule with a value.", text.index(skipped, at)))
    return changes, unread


def _value(name: str, written: str, base: Rules, at: int) -> object:
    kind = _KINDS[type(base)].get(name)
    if kind is None:
        raise Unread(f"No rule is called “{name[:40]}”.", at)
    if written[0] == "'":
        written = re.sub(r"\\(.)", r"\1", written[1:-1], flags=re.DOTALL)
    if kind is str:
        return written
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return written.lower()
    if kind is bool:
        value: object = _YES_NO.get(written.lower())
    elif written.lower() == _ABSENT:
        return None
    else:
        value = number_in(written)
    if value is None:
        raise Unread(f"“{written[:40]}” is no value of “{name}”.", at)
    return value


def changed(base: Rules, changes: Mapping[str, object]) -> Rules:
    """Return rules with some fields changed. Raises RulesetError."""
    if not changes:
        return base
    if isinstance(base, EcarteRules):
        return ecarte.changed(base, changes)
    return rulesets.changed(base, changes)


# --- written


def entry_of(rules: Rules) -> Rules:
    """Return the entry of the catalogue that rules are written by: their own, else the one most like them."""
    own = BOOK.get(rules.key)
    if own is not None and type(own) is type(rules):
        return own
    alike = [entry for entry in BOOK.values() if type(entry) is type(rules)]
    return min(alike, key=lambda entry: len(differences(rules, entry)))


def differences(rules: Rules, entry: Rules) -> dict[str, object]:
    """Return the fields in which rules differ from an entry."""
    kinds = _KINDS[type(rules)]
    return {name: getattr(rules, name) for name in kinds if getattr(rules, name) != getattr(entry, name)}


def changes_text(changes: Mapping[str, object]) -> str:
    """Write what `changes_in` reads."""
    return " ".join([f"{name}={_value_text(value)}" for name, value in changes.items()])


def _value_text(value: object) -> str:
    if value is None:
        return _ABSENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    if _BARE.fullmatch(text):
        return text
    return "'" + re.sub(r"(['\\])", r"\\\1", text) + "'"
