"""Whom somebody means who types numbers and beginnings of names at the cash desk."""

import re
from collections.abc import Sequence

from tournaments.engine.errors import EventViolation
from tournaments.engine.names import fold
from tournaments.selectors.cash import Cash, PersonCash


def people_called(cash: Cash, text: str) -> list[PersonCash]:
    """The people somebody typed, each once: numbers ("3 17", "1-24") and beginnings of names, by commas.

    A number stands for everybody of that entry. EventViolation for who cannot be found, or not for certain.
    """
    found: dict[int, PersonCash] = {}
    for word in re.split(r"[,;\n]", text):
        for one in _called(cash, word.strip()):
            found[one.player_id] = one
    if not found:
        raise EventViolation("nobody-called", "Type a number or a name.")
    return list(found.values())


def _called(cash: Cash, word: str) -> list[PersonCash]:
    if not word:
        return []
    if re.fullmatch(r"[0-9]{1,6}(\s+[0-9]{1,6})*", word):
        return [one for number in word.split() for one in _numbered(cash, int(number), int(number))]
    if between := re.fullmatch(r"([0-9]{1,6})\s*[-–]\s*([0-9]{1,6})", word):
        return _numbered(cash, int(between[1]), int(between[2]))
    if re.fullmatch(r"[0-9\s]+", word):
        raise EventViolation("number-unknown", "There is no such number.")
    wanted = fold(word).split()
    named = [one for one in cash.people if _begins(fold(one.name).split(), wanted)]
    if len(named) > 1:
        told = ", ".join(f"{one.number or ''} {one.name}".strip() for one in named[:4])
        raise EventViolation("name-ambiguous", f"Called so: {told}. Type more, or the number.")
    if not named:
        raise EventViolation("name-unknown", "Nobody on the list is called so.")
    return named


def _numbered(cash: Cash, first: int, last: int) -> list[PersonCash]:
    numbered = [one for one in cash.people if one.number is not None and first <= one.number <= last]
    if not numbered:
        raise EventViolation("number-unknown", f"Nobody has the number {first}.")
    return numbered


def _begins(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether every wanted beginning begins a word of its own."""
    left = list(words)
    for start in wanted:
        word = next((word for word in left if word.startswith(start)), None)
        if word is None:
            return False
        left.remove(word)
    return bool(wanted)
