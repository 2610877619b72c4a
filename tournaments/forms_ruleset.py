"""The form of a club's own ruleset: every field of a ruleset, with the words its values have in the rules."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, get_type_hints

from django import forms

from scoring.engine.catalogue import RULESETS
from scoring.engine.describe_change import words_for
from scoring.engine.errors import RulesetError
from scoring.engine.rulesets import Ruleset, changed
from scoring.engine.soundness import BOUNDS, OPTIONAL

GROUPS: tuple[tuple[str, Mapping[str, str]], ...] = (
    (
        "Points of a hand",
        {
            "point": "Three or four tricks",
            "march": "All five",
            "euchre": "A euchre",
            "lone_point": "Three or four tricks alone",
            "lone_march": "All five alone",
            "lone_euchre": "A euchre of somebody alone",
            "lone_defender_euchre": "A euchre by a lone defender",
            "personal_lone_credit": "More for the lone player than for the partner",
            "euchre_pays": "A euchre is",
            "defenders": "Defenders score",
        },
    ),
    (
        "The game and the match",
        {
            "target": "Points that win a game",
            "hands": "Or hands in a game",
            "clock": "The end by the clock",
            "overshoot": "Points beyond the target",
            "laps": "Laps",
            "lurches": "A game whose loser has no points",
            "reckoning": "A match is reckoned",
            "rubber": "Games are played",
            "rubber_games": "Games of a rubber",
            "rubber_points": "Points for the rubber",
        },
    ),
    (
        "Playing alone",
        {
            "lone_by": "Who may play alone",
            "lone_said": "When it is said",
            "lone_defender": "A defender alone",
            "lone_lead": "Who leads against a lone hand",
            "partners_best": "The partner’s best card",
            "no_lone_from": "Not alone any more from so many points",
            "lone_must_take_five": "A lone hand without all five",
        },
    ),
    (
        "The calling",
        {
            "dealers_partner": "The dealer’s partner accepts",
            "open_suits": "Suits of the second stage",
            "all_pass": "When all pass twice",
            "thrown_in_counts": "A hand thrown in",
            "benny_turned_up": "When Benny is turned up",
            "upcard_taken": "Taking the upcard",
            "discard_may_be_upcard": "Discarding the upcard",
            "natural_trump": "Trump needs a card of the suit",
            "no_trump": "No trump",
        },
    ),
    (
        "The pack and the deal",
        {
            "lowest_rank": "The pack begins at the",
            "benny": "The pack has",
            "cut_for_deal": "The first deal goes to",
            "cut_rank": "Highest in the cut",
            "cut_pack": "The shuffled pack is",
            "packets": "Cards are dealt",
            "void_hand": "After a void hand",
            "farmers_hand": "A hand of nines and tens is",
            "going_under": "Or may exchange",
        },
    ),
    (
        "Penalties",
        {
            "revoke": "A revoke costs",
            "lone_revoke": "A revoke in a lone hand costs",
            "revoke_counts": "It counts",
            "revokes_cancel": "Equal revokes of both sides",
            "penalty_goes": "A penalty is",
            "penalty_on": "Penalties count in",
        },
    ),
)
"""What a club may change, in the groups of the form; the number of players stays its origin's."""

_KINDS = get_type_hints(Ruleset)


class RulesetForm(forms.Form):
    """A ruleset to be made from `start`, field by field."""

    name = forms.CharField(max_length=80, help_text="Such as Bude rules.")

    def __init__(self, start: Ruleset, typed: Any = None, *, name: str = "", revised: bool = False) -> None:
        self.start = start
        initial: dict[str, Any] = {"name": name}
        super().__init__(typed, initial=initial)
        for _, labels in GROUPS:
            for field, label in labels.items():
                self.fields[field] = _field(field, label)
                initial[field] = _written(getattr(start, field))
        if revised:
            self.fields["name"].disabled = True
            self.fields["reason"] = forms.CharField(
                max_length=300, required=False, help_text="Kept with the version."
            )

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under the words of their group."""
        return [(heading, [self[field] for field in labels]) for heading, labels in GROUPS]

    def clean(self) -> dict[str, Any]:
        """Make the ruleset, or say why there is none."""
        clean = super().clean() or {}
        if self.errors:
            return clean
        said = {field: _read(field, clean[field]) for _, labels in GROUPS for field in labels}
        try:
            clean["rules"] = changed(self.start, said | {"name": clean["name"]})
        except RulesetError as refused:
            self.add_error(None, refused.sentence)
        return clean


class StartForm(forms.Form):
    """Which of the shipped rulesets a club's own begins as."""

    start = forms.ChoiceField(label="Begin as", widget=forms.RadioSelect)

    def __init__(self, typed: Any = None) -> None:
        super().__init__(typed)
        own = [(rules.key, rules.name) for rules in RULESETS.values() if rules.players == 4]
        self.fields["start"].choices = own  # type: ignore[attr-defined]


def _field(name: str, label: str) -> forms.Field:
    kind = _KINDS[name]
    if name == "lowest_rank":
        return forms.ChoiceField(label=label, choices=[(str(at), words_for(name, at)) for at in (9, 8, 7)])
    if kind is bool:
        return forms.ChoiceField(
            label=label, choices=[("yes", words_for(name, True)), ("no", words_for(name, False))]
        )
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return forms.ChoiceField(label=label, choices=[(one.value, words_for(name, one)) for one in kind])
    least, greatest = BOUNDS[name]
    empty = words_for(name, None) if name in OPTIONAL else ""
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=greatest,
        required=name not in OPTIONAL,
        help_text=f"Empty: {empty}." if empty else "",
    )


def _written(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, StrEnum) else value


def _read(name: str, said: Any) -> object:
    if _KINDS[name] is bool:
        return said == "yes"
    return int(said) if name == "lowest_rank" else said
