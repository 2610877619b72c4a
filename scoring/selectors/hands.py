"""What a text says of hands, and whether each hand can be so. Questions only: nothing is written anywhere.

A text is native notation or EGN; which of the two is seen by its first letters. Rules that somebody chose
stand before those that the text names, as long as they are rules for the same table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.engine import ecarte
from scoring.engine.catalogue import RULESETS
from scoring.engine.ecarte import ECARTE, EcarteRules
from scoring.engine.ecarte_examine import examine_ecarte
from scoring.engine.ecarte_records import EcarteRecord
from scoring.engine.egn_records import read_egn_records
from scoring.engine.egn_text import Problem
from scoring.engine.emn import read_emn
from scoring.engine.errors import RulesetError
from scoring.engine.examine import examine
from scoring.engine.notation import GameRecord, read_native, write_native
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset, from_dict
from scoring.engine.verdicts import Verdict

__all__ = [
    "BOOK",
    "MOST_LETTERS",
    "Examined",
    "Reading",
    "Rules",
    "examine_text",
    "looks_like_egn",
    "rules_named",
]

Rules = Ruleset | EcarteRules
Record = HandRecord | EcarteRecord

MOST_LETTERS = 200_000
"""In one text that somebody sends; files without such a bound go to `manage.py examine`."""

MOST_HANDS = 500
"""Hands judged of a text that somebody sends."""

BOOK: dict[str, Rules] = {**RULESETS, ECARTE.key: ECARTE}
"""Every shipped ruleset of both games, by its key."""

_JSON = re.compile(r'\ufeff?\s*\{\s*["}]')


@dataclass(frozen=True, slots=True)
class Examined:
    """One hand and its verdict. `game` has its tags and this hand only; `place` counts its hands from 1."""

    game: GameRecord
    place: int
    record: Record
    rules: Rules
    verdict: Verdict
    problems: tuple[Problem, ...] = ()
    """What could not be read of it, where the text has one game; else all problems are the text's."""

    @property
    def text(self) -> str:
        """The hand with its tags, as it is written canonically."""
        return write_native([self.game])


@dataclass(frozen=True, slots=True)
class Reading:
    """All hands of a text, and what could not be read; `left_out` hands were more than are judged at once."""

    hands: tuple[Examined, ...]
    problems: tuple[Problem, ...]
    left_out: int = 0


def rules_named(named: object) -> Rules:
    """Return the rules of a key, or of a whole ruleset as `to_dict` writes it. Raises RulesetError."""
    if isinstance(named, Mapping):
        return ecarte.from_dict(named) if named.get("game") == ecarte.GAME else from_dict(named)
    if isinstance(named, str) and named in BOOK:
        return BOOK[named]
    raise RulesetError("ruleset-unknown", f"There is no ruleset {str(named)[:40]!r}.")


def examine_text(text: str | bytes, rules: Rules | None = None, *, most: int = MOST_HANDS) -> Reading:
    """Read a text and judge its hands, so many at most. Never raises, whatever the text is."""
    games, problems = read_games(text, rules)
    found: list[Examined] = []
    left_out = 0
    for game in games:
        mine, refusal = _rules_for(game, rules)
        if refusal and refusal not in problems:
            problems = (*problems, refusal)
        room = most - len(found)
        left_out += max(len(game.hands) - room, 0)
        for place, hand in enumerate(game.dealt[: max(room, 0)], start=1):
            own = tuple(one for one in problems if one.deal == place) if len(games) == 1 else ()
            found.append(judged(game, place, hand, mine, own))
    return Reading(tuple(found), problems, left_out)


def judged(
    game: GameRecord, place: int, hand: Record, rules: Rules, problems: tuple[Problem, ...] = ()
) -> Examined:
    """Judge one hand of a game."""
    if isinstance(hand, EcarteRecord):
        assert isinstance(rules, EcarteRules)
        verdict = examine_ecarte(hand, rules)
    else:
        assert isinstance(rules, Ruleset)
        verdict = examine(hand, rules)
    alone = replace(game, rules=rules, hands=(hand,), cut=None, packets=None)
    return Examined(alone, place, hand, rules, verdict, problems)


# --- reading


def read_games(
    text: str | bytes, rules: Rules | None = None
) -> tuple[tuple[GameRecord, ...], tuple[Problem, ...]]:
    """Read games of either form. `rules` stand in for tags in a native text that has none."""
    if looks_like_egn(text):
        return _read_json(text)
    if rules is not None and isinstance(text, str) and not _has_tags(text):
        return _without_tags(text, rules)
    native = read_native(text)
    return native.games, native.problems


def looks_like_egn(text: str | bytes) -> bool:
    """Say by its first letters whether a text is JSON; a native text may begin with a comment in braces."""
    start = text[:4000].decode("utf-8", "replace") if isinstance(text, bytes) else text[:4000]
    return _JSON.match(start) is not None


def _read_json(text: str | bytes) -> tuple[tuple[GameRecord, ...], tuple[Problem, ...]]:
    """Read a game, or a match of several."""
    egn = read_egn_records(text)
    if all(one.code != "match-notation" for one in egn.problems):
        return egn.games, egn.problems
    emn = read_emn(text)
    return emn.match.games if emn.match else (), emn.problems


def _has_tags(text: str) -> bool:
    return any(line.lstrip("\ufeff \t").startswith("[") for line in text.split("\n"))


def _without_tags(text: str, rules: Rules) -> tuple[tuple[GameRecord, ...], tuple[Problem, ...]]:
    """Read bare hands as one game under these rules; a blank line parts nothing then."""
    head = write_native([GameRecord(rules=rules, seats=rules.seats, sides=rules.sides)])
    body = [line if line.strip() else "%" for line in text.removeprefix("\ufeff").split("\n")]
    native = read_native(head + "\n".join(body))
    above = head.count("\n")
    return native.games, tuple(replace(one, line=max(one.line - above, 1)) for one in native.problems)


def _rules_for(game: GameRecord, chosen: Rules | None) -> tuple[Rules, Problem | None]:
    """Return the rules to judge a game by; a problem, if those chosen are for another table."""
    if chosen is None:
        return game.rules, None
    if type(chosen) is type(game.rules) and chosen.seats == game.rules.seats:
        return chosen, None
    sentence = f"{chosen.name} is for another table than this game; it was judged by {game.rules.name}."
    return game.rules, Problem("ruleset-of-another-table", sentence, 1, 1)
