"""The terms of an event as programs say them."""

from dataclasses import replace
from typing import Any

from rest_framework import serializers

from tournaments.api.asked import Small, Words
from tournaments.engine.chains import CHAINS
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.options import stages_planned
from tournaments.models import EventPolicy
from tournaments.services.events import LEVEL_GAMES, SIT_OUTS, Terms, ruleset_named

PLAIN = (
    "rounds", "movement", "entrants", "level_game", "games_in_a_match", "sit_out_points", "sit_out",
    "forfeit_points", "best_rounds", "correction_window",
)  # fmt: skip


class TermsSaid(serializers.Serializer[Any]):
    """How an event is played and counted. What is left out is as usual, or as it was."""

    ruleset = Words(60, required=False, help_text="A key of the catalogue, such as progressive-eight-hands.")
    movement = Words(20, required=False, help_text="A format, such as rotation.")
    rounds = Small(0, 60, required=False)
    entrants = serializers.ChoiceField(["players", "pairs"], required=False)
    chain = serializers.ListField(
        child=Words(12), required=False, max_length=20, help_text="Codes of measures."
    )
    chain_named = serializers.ChoiceField(sorted(CHAINS), required=False)
    level_game = serializers.ChoiceField(sorted(LEVEL_GAMES), required=False)
    games_in_a_match = Small(1, 9, required=False)
    sit_out_points = Small(0, 100, required=False)
    sit_out = serializers.ChoiceField(sorted(SIT_OUTS), required=False)
    forfeit_points = Small(0, 100, required=False)
    best_rounds = Small(0, 60, required=False)
    correction_window = serializers.ChoiceField(EventPolicy.Window.values, required=False)
    options = serializers.DictField(required=False, help_text="Of the format, as a policy tells them.")
    then = serializers.ListField(
        child=serializers.DictField(), required=False, max_length=10, help_text="The stages after the first."
    )


def usual_terms(said: dict[str, Any]) -> Terms:
    """The terms of a new event; EventViolation `ruleset-missing` without a ruleset."""
    if "ruleset" not in said:
        raise EventViolation("ruleset-missing", "Name the ruleset, such as progressive-eight-hands.")
    return changed_terms(Terms(ruleset=ruleset_named(said["ruleset"]), rounds=said.get("rounds", 8)), said)


def changed_terms(before: Terms, said: dict[str, Any]) -> Terms:
    """Terms with what was said put in place."""
    changed: dict[str, Any] = {name: said[name] for name in PLAIN if name in said}
    if "ruleset" in said:
        changed["ruleset"] = ruleset_named(said["ruleset"])
    if "chain_named" in said:
        changed["chain"] = CHAINS[said["chain_named"]].measures
    if "chain" in said:
        changed["chain"] = tuple(said["chain"])
    terms = replace(before, **changed)
    return _with_stages(terms, said) if {"options", "then"} & said.keys() else terms


def _with_stages(terms: Terms, said: dict[str, Any]) -> Terms:
    """Options and later stages, in the shapes of a policy's `movement`."""
    movement = {
        "format": terms.movement,
        "rounds": terms.rounds,
        "go_on": terms.go_on,
        "options": said.get("options", terms.options.to_dict()),
        "then": said.get("then", [one.to_dict() for one in terms.then]),
    }
    try:
        first, *then = stages_planned(movement)
    except (TypeError, ValueError, KeyError, AttributeError) as wrong:
        raise EventViolation(
            "stages-malformed", "Options and stages have the shapes in which a policy tells them."
        ) from wrong
    return replace(terms, options=first.options, then=tuple(then))
