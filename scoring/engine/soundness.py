"""Which rulesets make no sense, and why they are refused.

First every field by itself (type and size), then the fields together. Each refusal has a code of its own, so
that a form can put the sentence beside the right field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from scoring.engine.choices import (
    AllPass,
    Clock,
    DealersPartner,
    Defenders,
    EuchrePays,
    LoneBy,
    LoneDefender,
    Overshoot,
    Reckoning,
    UpcardTaken,
)
from scoring.engine.errors import RulesetError

if TYPE_CHECKING:
    from scoring.engine.rulesets import Ruleset

_KEY = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_LONGEST_NAME = 120

BOUNDS: dict[str, tuple[int, int]] = {
    "players": (2, 4),
    "lowest_rank": (7, 9),
    "no_lone_from": (1, 999),
    "point": (1, 100),
    "march": (1, 100),
    "euchre": (1, 100),
    "lone_point": (1, 100),
    "lone_march": (1, 100),
    "lone_euchre": (1, 100),
    "lone_defender_euchre": (1, 100),
    "personal_lone_credit": (0, 100),
    "target": (1, 1000),
    "hands": (1, 1000),
    "rubber_games": (1, 99),
    "rubber_points": (0, 100),
    "revoke": (0, 100),
    "lone_revoke": (0, 100),
}
"""Least and greatest of every number a ruleset may hold, both included."""

OPTIONAL = frozenset(
    {"no_lone_from", "lone_point", "lone_march", "lone_euchre", "lone_defender_euchre", "target", "hands"}
)
"""The numbers that may be absent."""


def refuse_nonsense(rules: Ruleset, kinds: Mapping[str, object]) -> None:
    """Raise RulesetError at the first thing that is wrong; `kinds` are the declared types of the fields."""
    for name, kind in kinds.items():
        _refuse_wrong_value(name, getattr(rules, name), kind)
    for check in (_table_faults, _calling_faults, _lone_faults, _points_faults, _game_faults, _match_faults):
        for code, sentence in check(rules):
            raise RulesetError(code, sentence)


def _refuse_wrong_value(name: str, value: object, kind: object) -> None:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        if type(value) is not kind:
            raise RulesetError("choice-unknown", f"{name} is one of {', '.join(kind)}.")
    elif kind is bool:
        if type(value) is not bool:
            raise RulesetError("not-yes-or-no", f"{name} is either true or false.")
    elif kind is str:
        _refuse_wrong_text(name, value)
    elif value is not None or name not in OPTIONAL:
        _refuse_wrong_number(name, value)


def _refuse_wrong_number(name: str, value: object) -> None:
    least, greatest = BOUNDS[name]
    if type(value) is not int or not least <= value <= greatest:
        raise RulesetError("number-out-of-range", f"{name} is a whole number from {least} to {greatest}.")


def _refuse_wrong_text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise RulesetError("not-a-text", f"{name} is a text.")
    if name == "key" and not _KEY.fullmatch(value):
        raise RulesetError("key-unreadable", "A key has small letters, digits and hyphens, 64 at most.")
    if name == "name" and (len(value) > _LONGEST_NAME or not value.isprintable()):
        raise RulesetError("name-unreadable", f"A name has {_LONGEST_NAME} printable letters at most.")


Faults = Iterator[tuple[str, str]]


def _table_faults(rules: Ruleset) -> Faults:
    """Two-handed, three-handed and four-handed play allow different things."""
    if rules.players == 3 and rules.euchre_pays == EuchrePays.OPPONENTS_SCORE:
        yield "euchre-pays-whom", "Three-handed, a euchre sets the maker back or pays each defender."
    if rules.players != 3 and rules.euchre_pays == EuchrePays.EACH_DEFENDER_SCORES:
        yield "euchre-pays-whom", "Only at a table of three does a euchre pay each defender."
    if rules.players != 3 and rules.defenders == Defenders.EACH_FOR_HIMSELF:
        yield "defenders-apart", "Only at a table of three can the defenders be each for himself."
    if rules.players != 4 and rules.dealers_partner == DealersPartner.MUST_PLAY_ALONE:
        yield "no-partners", "The dealer has a partner only at a table of four."
    if rules.players != 4 and rules.partners_best:
        yield "no-partners", "A partner's best card needs a partner."
    if rules.farmers_hand and rules.going_under:
        yield "two-poor-hands", "A poor hand is thrown in or exchanged, not both."


def _calling_faults(rules: Ruleset) -> Faults:
    """What is turned up, taken and discarded."""
    if rules.upcard_taken == UpcardTaken.DISCARD_FIRST and rules.discard_may_be_upcard:
        yield "discard-before-upcard", "Who discards before taking the upcard cannot discard the upcard."
    if rules.benny and rules.no_trump:
        yield "benny-without-trump", "With no trump Benny would belong to no suit."
    if rules.thrown_in_counts and rules.all_pass == AllPass.DEALER_MUST_MAKE:
        yield "nothing-thrown-in", "When the dealer must make, no hand is thrown in."
    if rules.thrown_in_counts and rules.hands is None:
        yield "nothing-to-count", "A thrown-in hand counts only among a fixed number of hands."
    if rules.dealers_partner == DealersPartner.MUST_PLAY_ALONE and rules.lone_by == LoneBy.NOBODY:
        yield "lone-hand-needed", "The dealer's partner cannot have to play alone where nobody may."


_LONE_NUMBERS = ("lone_point", "lone_march", "lone_euchre", "lone_defender_euchre")
_LONE_BY_AT = {2: LoneBy.NOBODY, 3: LoneBy.MAKER_ALWAYS}


def _lone_faults(rules: Ruleset) -> Faults:
    """Two-handed has no lone hand; three-handed the maker is always alone against the other two."""
    only = _LONE_BY_AT.get(rules.players, rules.lone_by)
    if rules.lone_by != only:
        yield "lone-at-small-table", f"At a table of {rules.players}, lone_by can only be {only}."
    if rules.players == 4 and rules.lone_by == LoneBy.MAKER_ALWAYS:
        yield "lone-with-partner", "At a table of four the maker has a partner."
    if rules.players != 4 and any(getattr(rules, name) is not None for name in _LONE_NUMBERS):
        yield "lone-points-idle", "At a table of two or three no hand is paid as a lone hand."
    if rules.players != 4 and rules.lone_defender != LoneDefender.NO:
        yield "lone-defender-idle", "A defender can play alone only at a table of four."
    yield from _lone_option_faults(rules)


def _lone_option_faults(rules: Ruleset) -> Faults:
    nobody = rules.players != 4 or rules.lone_by == LoneBy.NOBODY
    if nobody and rules.lone_defender == LoneDefender.AGAINST_LONE_MAKER:
        yield "lone-defender-idle", "No maker plays alone, so no defender can play against one."
    if nobody and (rules.lone_must_take_five or rules.no_lone_from is not None or rules.partners_best):
        yield "lone-option-idle", "Options of the lone hand need somebody who may play alone."
    if nobody and rules.personal_lone_credit:
        yield "lone-option-idle", "Personal credit for a lone hand needs somebody who may play alone."
    if rules.lone_defender == LoneDefender.NO and rules.lone_by == LoneBy.ANY_PLAYER:
        yield "any-player-but-defenders", "Where any player may play alone, so may a defender."
    if rules.no_lone_from is not None and (rules.target is None or rules.no_lone_from >= rules.target):
        yield "no-lone-from", "Lone hands can be barred only from a score short of the target."


def _points_faults(rules: Ruleset) -> Faults:
    """More tricks never earn less."""
    lone_point = rules.point if rules.lone_point is None else rules.lone_point
    lone_march = rules.march if rules.lone_march is None else rules.lone_march
    if rules.march < rules.point:
        yield "march-below-point", "A march is worth no less than a point."
    if lone_march < lone_point:
        yield "march-below-point", "A lone march is worth no less than a lone hand of three or four tricks."
    if lone_march < rules.march:
        yield "lone-below-pair", "A lone march is worth no less than a march with the partner."
    if rules.lone_revoke < rules.revoke:
        yield "lone-below-pair", "A revoke in a lone hand costs no less than another."


def _game_faults(rules: Ruleset) -> Faults:
    """A race to a target or a fixed number of hands, never both; the bell may join either."""
    if rules.target is not None and rules.hands is not None:
        yield "target-and-hands", "A game is played to a target or for a number of hands, never both."
    if rules.target is None and rules.hands is None and rules.clock == Clock.NONE:
        yield "no-end", "A game needs a target, a number of hands or a bell to end it."
    if rules.target is None and rules.laps:
        yield "laps-without-target", "Laps are points beyond a target, and there is none."
    if rules.target is None and rules.overshoot == Overshoot.CAP:
        yield "cap-without-target", "A score is capped at a target, and there is none."
    if rules.laps and rules.overshoot == Overshoot.CAP:
        yield "laps-with-cap", "What is capped cannot be carried into the next game."


def _match_faults(rules: Ruleset) -> Faults:
    """What games are worth to each other."""
    if rules.target is None and rules.reckoning == Reckoning.BY_POINTS:
        yield "points-without-target", "Reckoning by points counts what the loser wants of the target."
    if rules.rubber and rules.reckoning != Reckoning.BY_GAMES:
        yield "rubber-by-points", "A rubber is reckoned by games."
    if rules.rubber and rules.players == 3:
        yield "rubber-of-three", "A rubber is played between two sides."
    if rules.rubber and rules.target is None:
        yield "rubber-without-target", "The games of a rubber are played to a target."
