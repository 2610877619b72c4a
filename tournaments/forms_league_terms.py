"""The form of a division's terms: a league policy chosen, and what figures of it the club has otherwise."""

from dataclasses import replace
from typing import Any

from django import forms

from scoring.engine.catalogue import RULESETS
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_policies import LEAGUE_POLICIES, LeaguePolicy
from tournaments.engine.league_table import LEAGUE_MEASURES
from tournaments.forms import Label
from tournaments.forms_leagues import DayField
from tournaments.services.leagues import MOST_TEAMS, DivisionTerms

KEPT = "kept"
"""The radio for a policy that comes from no catalogue."""
CHAIN = 4
FIGURES = {
    "target": "Points to win a game or frame",
    "win": "League points for a match won",
    "draw": "for a level match",
    "loss": "for a match lost",
    "game_won": "for each game won",
    "forfeit": "when the others do not appear",
    "forfeit_cup": "Cup points when the others do not appear",
    "late_card": "Points off the winner for a late card",
}
ELIGIBILITY = {
    "least_squad": "Least players registered",
    "least_players": "Least players on the night",
    "least_named": "of them registered when the season began",
    "most_borrowed": "How often one may be borrowed",
}
"""Figures that may differ from the policy chosen, and what the form calls them."""


class DivisionForm(forms.Form):
    """A division's terms. `before` is what it has now. A figure left empty is the chosen policy's own."""

    name = forms.CharField(max_length=60)
    league = forms.ChoiceField(label="What a match is, and what it gives", widget=forms.RadioSelect)
    legs = forms.IntegerField(label="Matches between two teams", min_value=1, max_value=4, initial=2)
    ups = forms.IntegerField(label="Teams that go up", min_value=0, max_value=MOST_TEAMS, initial=0)
    downs = forms.IntegerField(label="Teams that go down", min_value=0, max_value=MOST_TEAMS, initial=0)
    ruleset = forms.ChoiceField(label="Rules of play", initial="pub-21")
    registered_by = DayField(label="Players are registered by", required=False)

    def __init__(self, typed: Any = None, *, before: DivisionTerms | None = None, name: str = "") -> None:
        self.before = before
        super().__init__(typed, initial={"league": "st-austell", "name": name} | _first_values(before))
        labels = [(code, Label(one.name, one.sentence)) for code, one in LEAGUE_POLICIES.items()]
        if before is not None and before.league.code not in LEAGUE_POLICIES:
            labels.insert(0, (KEPT, Label(f"As before: {before.league.name}", before.league.sentence)))
        self.fields["league"].choices = labels  # type: ignore[attr-defined]
        four = [(key, rules.name) for key, rules in RULESETS.items() if rules.players == 4]
        self.fields["ruleset"].choices = four  # type: ignore[attr-defined]
        for code, label in {**FIGURES, **ELIGIBILITY}.items():
            self.fields[code] = forms.IntegerField(label=label, min_value=0, max_value=200, required=False)
        measures = [("", "as the league has it"), *((one.code, one.name) for one in LEAGUE_MEASURES.values())]
        for at in range(1, CHAIN + 1):
            label = "Places first by" if at == 1 else "then by"
            self.fields[f"measure_{at}"] = forms.ChoiceField(label=label, choices=measures, required=False)
        if before is not None:
            del self.fields["name"]

    @property
    def figures(self) -> list[forms.BoundField]:
        """The fields of what may differ."""
        names = [*FIGURES, *ELIGIBILITY, *(f"measure_{at}" for at in range(1, CHAIN + 1))]
        return [self[name] for name in names]

    @property
    def changed(self) -> bool:
        """Whether something differs from the policy as it is in the catalogue, or is wrong."""
        return any(field.value() not in (None, "") or field.errors for field in self.figures)

    def clean(self) -> dict[str, Any]:
        """Put the league's policy together from the one chosen and what differs."""
        clean = super().clean() or {}
        if "league" in clean:
            own = clean["league"] == KEPT and self.before is not None
            chosen = self.before.league if own and self.before else LEAGUE_POLICIES[clean["league"]]
            try:
                clean["policy"] = _changed(chosen, clean)
            except EventViolation as refused:
                self.add_error(None, refused.sentence)
        return clean

    def terms(self) -> DivisionTerms:
        """What was chosen."""
        clean = self.cleaned_data
        kept = {key: clean[key] for key in ("legs", "ups", "downs", "ruleset", "registered_by")}
        return DivisionTerms(league=clean["policy"], **kept)


def _changed(policy: LeaguePolicy, clean: dict[str, Any]) -> LeaguePolicy:
    figures = {code: clean[code] for code in FIGURES if clean.get(code) is not None}
    who = {code: clean[code] for code in ELIGIBILITY if clean.get(code) is not None}
    chain = [clean.get(f"measure_{at}") or "" for at in range(1, CHAIN + 1)]
    if any(chain):
        figures["chain"] = tuple(dict.fromkeys(code for code in chain if code))
    return replace(policy, **figures, eligibility=replace(policy.eligibility, **who))


def _first_values(before: DivisionTerms | None) -> dict[str, Any]:
    """What the form shows of terms there are: of the policy, what differs from the catalogue's."""
    if before is None:
        return {}
    kept, known = before.league, LEAGUE_POLICIES.get(before.league.code)
    values: dict[str, Any] = {
        "league": kept.code if known else KEPT,
        **{key: getattr(before, key) for key in ("legs", "ups", "downs", "ruleset", "registered_by")},
    }
    if known is None:
        return values
    for code in FIGURES:
        if getattr(kept, code) != getattr(known, code):
            values[code] = getattr(kept, code)
    for code in ELIGIBILITY:
        if getattr(kept.eligibility, code) != getattr(known.eligibility, code):
            values[code] = getattr(kept.eligibility, code)
    if kept.chain != known.chain:
        values |= {f"measure_{at}": code for at, code in enumerate(kept.chain, start=1)}
    return values
