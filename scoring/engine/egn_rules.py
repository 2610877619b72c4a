"""House rules in EGN: the flags of its `ruleset` turned into a Ruleset, and written again.

What a flag says, and nothing besides, is a change in `north-american`. A flag that is absent has the format's
own default, so that the dealer must make unless the file says that he need not.
"""

from __future__ import annotations

from scoring.engine.catalogue import RULESETS
from scoring.engine.choices import AllPass, DealersPartner, LoneDefender, LoneLead
from scoring.engine.egn_deals import LEFT_OF_LONER, Flags
from scoring.engine.errors import RulesetError
from scoring.engine.rulesets import Ruleset, changed, field_names

_BASE = RULESETS["north-american"]
_YES_NO: dict[str, tuple[str, object, object]] = {
    "std": ("all_pass", AllPass.DEALER_MUST_MAKE, AllPass.NEXT_DEALER),
    "canadian": ("dealers_partner", DealersPartner.MUST_PLAY_ALONE, DealersPartner.MAY_ASSIST),
    "defend_alone": ("lone_defender", LoneDefender.AGAINST_LONE_MAKER, LoneDefender.NO),
    "farmers": ("farmers_hand", True, False),
    "partners_best": ("partners_best", True, False),
    "go_under": ("going_under", True, False),
    "joker": ("benny", True, False),
    "allow_no_trump": ("no_trump", True, False),
}
_NUMBERS = {
    "min_rank": "lowest_rank",
    "loner_march_score": "lone_march",
    "loner_euchred_score": "lone_euchre",
}
_WITHOUT_FIELD = ("fast_break", "four_trick_tokens")
"""Rules of the format that no field of a Ruleset can keep."""

_NAMES = {"key", "name"}


def rules_of(flags: Flags) -> tuple[Ruleset, list[str]]:
    """Return the rules that flags state, and a sentence for each that cannot be kept."""
    said = [f"No rule here is “{name}”; it was left out." for name in _WITHOUT_FIELD if flags.get(name)]
    try:
        return _entry(changed(_BASE, _changes(flags))), said
    except RulesetError as error:
        return _BASE, [*said, f"The file's rules make no sense: {error.sentence}"]


def _changes(flags: Flags) -> dict[str, object]:
    held = dict(flags)
    held.setdefault("std", True)
    if held.get("farmer"):
        held.setdefault("farmers", True)
    if held.get("jokers"):
        held.setdefault("joker", True)
    changes = {
        field: yes if held.get(flag) else no for flag, (field, yes, no) in _YES_NO.items() if flag in held
    }
    changes |= {field: held[flag] for flag, field in _NUMBERS.items() if flag in held}
    if held.get("loner_lead") == LEFT_OF_LONER:
        changes["lone_lead"] = LoneLead.LEFT_OF_LONE
    if held.get("num_deals"):
        changes |= {"hands": held["num_deals"], "target": None}
    elif held.get("winning_score"):
        changes["target"] = held["winning_score"]
    if changes.get("hands") and changes["all_pass"] == AllPass.DEALER_MUST_MAKE:
        changes["thrown_in_counts"] = False
    return changes


def _entry(rules: Ruleset) -> Ruleset:
    """Return the entry of the catalogue that says the same, if there is one."""
    return next((one for one in RULESETS.values() if not lost(rules, one)), rules)


def lost(rules: Ruleset, kept: Ruleset) -> list[str]:
    """Return the fields, but for key and name, in which two rulesets differ."""
    return [
        name for name in field_names() if name not in _NAMES and getattr(rules, name) != getattr(kept, name)
    ]


def flags_of(rules: Ruleset) -> dict[str, bool | int | str]:
    """Return the flags that state these rules, as far as flags can: `rules_of` tells what they came to."""
    flags: dict[str, bool | int | str] = {"std": rules.all_pass == AllPass.DEALER_MUST_MAKE}
    for flag, (field, yes, no) in _YES_NO.items():
        if flag != "std" and getattr(rules, field) == yes != no:
            flags[flag] = True
    flags["canadian"] = rules.dealers_partner == DealersPartner.MUST_PLAY_ALONE
    for flag, field in _NUMBERS.items():
        value = getattr(rules, field)
        if value is not None and value != getattr(_BASE, field):
            flags[flag] = value
    by_loner = rules.lone_lead == LoneLead.LEFT_OF_LONE
    flags["loner_lead"] = LEFT_OF_LONER if by_loner else "LEFT_OF_DEALER"
    if rules.hands is not None:
        flags["num_deals"] = rules.hands
    elif rules.target is not None:
        flags["winning_score"] = rules.target
    return flags
