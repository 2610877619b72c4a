"""The form of a club's settings."""

from typing import Any

from django import forms

from scoring.engine.catalogue import RULESETS
from tournaments.engine.formats import FORMATS
from tournaments.engine.money import CURRENCIES
from tournaments.forms import SEATED, ClubForm
from tournaments.models import Club
from tournaments.selectors.club_rules import offered_rules

FIELDS = ("name", "zone", "currency", "usual_ruleset", "usual_format")


class ClubSettingsForm(ClubForm):
    """A club's name, clock and money, and what new events begin with."""

    currency = forms.ChoiceField(
        choices=[(one.code, f"{one.code}, {one.name}") for one in CURRENCIES.values()]
    )
    usual_ruleset = forms.ChoiceField(label="Rules a new event begins with", required=False)
    usual_format = forms.ChoiceField(
        label="How people meet in a new event",
        required=False,
        choices=[("", "no usual one"), *((code, one.name) for code, one in FORMATS.items())],
    )

    def __init__(self, club: Club, typed: Any = None) -> None:
        super().__init__(typed)
        self.initial = {name: getattr(club, name) for name in FIELDS}
        own = [(key, rules.name) for key, rules in offered_rules(club).items()]
        shipped = [(key, rules.name) for key, rules in RULESETS.items() if rules.players == SEATED]
        choices = [("", "no usual ones"), *own, *shipped]
        self.fields["usual_ruleset"].choices = choices  # type: ignore[attr-defined]
