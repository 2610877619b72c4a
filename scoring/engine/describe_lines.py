"""What the sections of a description are made of: lines, and the words for numbers and people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.choices import LoneBy, LoneDefender
from scoring.engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence and the fields it tells; no sentence where these fields decide nothing in this ruleset.

    A sentence without fields is a rule of every euchre.
    """

    text: str
    fields: tuple[str, ...] = ()


Lines = Iterator[Line]

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def say(text: str, *fields: str) -> Line:
    """Tell these fields in a sentence."""
    return Line(text, fields)


def idle(*fields: str) -> Line:
    """Declare that these fields decide nothing in this ruleset."""
    return Line("", fields)


def number(count: int) -> str:
    """Write a small number as a word, a greater one in figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, thing: str) -> str:
    """Count things that have a regular plural: "eight hands"."""
    return f"{number(count)} {thing}{'' if count == 1 else 's'}"


def points(count: int) -> str:
    """Write points in figures: "1 point", "2 points", "no points"."""
    return f"{count or 'no'} {'point' if count == 1 else 'points'}"


def makers(rules: Ruleset) -> str:
    """Who has to take three tricks: two partners, or one player."""
    return "the makers" if rules.players == 4 else "the maker"


def verb(rules: Ruleset, plain: str) -> str:
    """Put a regular verb behind `makers`."""
    return plain if rules.players == 4 else f"{plain}s"


def party(rules: Ruleset) -> str:
    """Who has a score: a side or a player."""
    return "side" if rules.players == 4 else "player"


def eldest(rules: Ruleset) -> str:
    """Who speaks and plays first."""
    return "the non-dealer" if rules.players == 2 else "the player on the dealer's left"


def makers_may_be_alone(rules: Ruleset) -> bool:
    """Say whether one of two makers may choose to play alone."""
    return rules.players == 4 and rules.lone_by != LoneBy.NOBODY


def somebody_may_be_alone(rules: Ruleset) -> bool:
    """Say whether anybody who has a partner may choose to play alone."""
    return makers_may_be_alone(rules) or rules.lone_defender != LoneDefender.NO


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]
