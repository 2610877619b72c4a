"""A ruleset in plain English: every field in one sentence, and where it comes from.

`describe` reads the fields and nothing else, so that a club's own rules are told as well as the shipped ones.
A field that decides nothing in a ruleset (what follows when Benny is turned up, where there is no Benny) is
told in no sentence but named in `idle`. `key` and `name` are the title, not a rule.

Where a ruleset is one of the catalogue's, or a copy of one under the same key, each sentence also says by
which source; what a copy changed is its own, unless the source itself allows that value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.cards import pack
from scoring.engine.catalogue import OPTIONS, RULESETS, SOURCES
from scoring.engine.choices import AllPass, DealersPartner, Defenders, EuchrePays, Overshoot
from scoring.engine.describe_calling import playing_alone, the_calling, the_deal, the_play, the_table
from scoring.engine.describe_lines import Line, Lines, capital, counted, makers_may_be_alone, number
from scoring.engine.describe_scoring import points_of_a_hand, the_game, the_match, the_penalties
from scoring.engine.rulesets import Ruleset
from scoring.engine.sources import STATED

TITLE_FIELDS = ("key", "name")


SHORT_NAMES = {
    "S1": "old encyclopaedia",
    "S2": "euchre with Benny",
    "S3": "Victorian handbook",
    "EB9": "Britannica",
    "1888": "laws of 1888",
    "M": "club practice",
}
"""The sources of SOURCE_NAMES in two or three words."""


class Standing(StrEnum):
    """How a value stands to its source."""

    STATED = "stated"
    INFERRED = "inferred"
    BY_AGREEMENT = "by agreement"
    OWN = "own choice"


@dataclass(frozen=True, slots=True)
class Basis:
    """Why a sentence says what it says: a code of SOURCE_NAMES, "" where the club chose for itself.

    `law` is the numeral of the source's law, where it has numerals.
    """

    standing: Standing
    source: str = ""
    law: str = ""

    def __str__(self) -> str:
        """Write it as a note beside the sentence: "Stated: laws of 1888"."""
        words = SHORT_NAMES.get(self.source, "")
        law = f", law {self.law}" if self.law else ""
        return f"{capital(self.standing)}{words and f': {words}'}{law}"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence and the fields it tells; `bases` has each basis once, in the order of the fields.

    No fields: a rule of every euchre. No bases: nothing is known of where the ruleset comes from.
    """

    text: str
    fields: tuple[str, ...]
    bases: tuple[Basis, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Some sentences under one heading."""

    heading: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Description:
    """A ruleset in words; `idle` are the fields that decide nothing in it."""

    title: str
    summary: str
    parts: tuple[Part, ...]
    idle: tuple[str, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All of them, in order."""
        return tuple(sentence for part in self.parts for sentence in part.sentences)


_PARTS: tuple[tuple[str, Callable[[Ruleset], Lines]], ...] = (
    ("The table and the cards", the_table),
    ("The deal", the_deal),
    ("The calling", the_calling),
    ("Playing alone", playing_alone),
    ("The play", the_play),
    ("Points of a hand", points_of_a_hand),
    ("The game", the_game),
    ("Several games", the_match),
    ("Penalties", the_penalties),
)


def describe(rules: Ruleset) -> Description:
    """Tell a ruleset in words."""
    told = [(heading, tuple(lines(rules))) for heading, lines in _PARTS]
    parts = tuple(
        Part(heading, tuple(_with_bases(line, rules) for line in lines if line.text))
        for heading, lines in told
    )
    unsaid = tuple(name for _, lines in told for line in lines if not line.text for name in line.fields)
    return Description(rules.name or rules.key, summary(rules), parts, unsaid)


def _with_bases(line: Line, rules: Ruleset) -> Sentence:
    found = (basis_of(rules, name) for name in line.fields)
    return Sentence(line.text, line.fields, tuple(dict.fromkeys(basis for basis in found if basis)))


def parent_of(rules: Ruleset) -> Ruleset | None:
    """Return the ruleset of the catalogue that has this key: itself, or the one it is a copy of."""
    return RULESETS.get(rules.key)


def basis_of(rules: Ruleset, field: str) -> Basis | None:
    """Say where a field's value comes from; None for a ruleset that is no copy of one in the catalogue."""
    parent = parent_of(rules)
    if parent is None:
        return None
    code, standing = SOURCES[rules.key][field]
    value = getattr(rules, field)
    if value == getattr(parent, field):
        return Basis(Standing.STATED if standing == STATED else Standing.INFERRED, code)
    if value in OPTIONS.get(rules.key, {}).get(field, ()):
        return Basis(Standing.BY_AGREEMENT, code)
    return Basis(Standing.OWN)


def summary(rules: Ruleset) -> str:
    """Tell a ruleset in one line: "Four players, 24 cards, game 10 up; a lone march scores 4."."""
    cards = f"{len(pack(rules))} cards{' with Benny' if rules.benny else ''}"
    head = f"{capital(number(rules.players))} players, {cards}, {_length(rules)}"
    lone = makers_may_be_alone(rules) and rules.lone_march is not None
    traits = {
        f"a lone march scores {rules.lone_march}": lone,
        "the dealer must make when all pass": rules.all_pass == AllPass.DEALER_MUST_MAKE,
        "the dealer's partner accepts only alone": rules.dealers_partner == DealersPartner.MUST_PLAY_ALONE,
        f"a euchre sets back {rules.euchre}": rules.euchre_pays == EuchrePays.MAKERS_SET_BACK,
        "each defender for himself": rules.defenders == Defenders.EACH_FOR_HIMSELF,
        f"no score goes beyond {rules.target}": rules.overshoot == Overshoot.CAP,
        "laps and lurches": rules.laps and rules.lurches,
        "laps": rules.laps and not rules.lurches,
        "lurches": rules.lurches and not rules.laps,
        f"rubbers of {number(rules.rubber_games)}": rules.rubber,
    }
    told = ", ".join(words for words, there in traits.items() if there)
    return f"{head}; {told}." if told else f"{head}."


def _length(rules: Ruleset) -> str:
    if rules.target is not None:
        return f"game {rules.target} up"
    return "until the bell" if rules.hands is None else counted(rules.hands, "hand")
