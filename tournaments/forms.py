"""The director's forms: what is typed, with its bounds. Whether it makes a night, the services say."""

import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django import forms
from django.conf import settings

from scoring.engine.catalogue import RULESETS
from scoring.engine.choices import AllPass
from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset, changed
from tournaments.engine.formats.options import StageTerms
from tournaments.engine.measures import MEASURES
from tournaments.forms_format import FormatForm
from tournaments.models import EventPolicy
from tournaments.services.events import CLUB_CHAIN, Terms, terms_from

SEATED = 4
FIRST_RULESET = "progressive-eight-hands"
KEPT = "kept"
"""The radio for a ruleset that is in no catalogue, or was changed: as it was before."""
CHAIN_LENGTH = 5
"""Selects of the chain; more where the earlier policy has more."""
LEVEL_GAME = (
    ("half", "half a game won to each side"),
    ("nothing", "no game won by anybody"),
    ("extra-hand", "a game won to whoever wins one hand more, which scores nothing"),
)


@dataclass(frozen=True, slots=True)
class Label:
    """What a radio says: a name, and what it stands for in one line."""

    name: str
    line: str

    def __str__(self) -> str:
        return self.name


def label_of(rules: Ruleset, name: str = "") -> Label:
    """The ruleset in one line: how long, what a hand pays, what is unusual."""
    length = f"{rules.hands} hands a round" if rules.hands is not None else f"to {rules.target} points"
    alone = f", alone {rules.lone_march}" if rules.lone_march is not None else ""
    parts = [length, f"march {rules.march}{alone}", f"euchre {rules.euchre}"]
    unusual = {
        "with Benny": rules.benny,
        "stick the dealer": rules.all_pass == AllPass.DEALER_MUST_MAKE,
        "laps": rules.laps,
        "lurches count double": rules.lurches,
        f"{rules.personal_lone_credit} more for the lone player": bool(rules.personal_lone_credit),
    }
    parts += [words for words, there in unusual.items() if there]
    return Label(name or rules.name or rules.key, "; ".join(parts))


def lengthened(rules: Ruleset, length: int | None) -> Ruleset:
    """The ruleset with another number of hands or another target, whichever it counts by."""
    if length is None:
        return rules
    return changed(rules, {"hands" if rules.hands is not None else "target": length})


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(max_length=120, help_text="As it is known in the town, such as Bude Euchre Club.")
    zone = forms.ChoiceField(label="Time zone")

    def __init__(self, typed: Any = None) -> None:
        super().__init__(typed, initial={"zone": settings.TIME_ZONE})
        names = sorted(name for name in zoneinfo.available_timezones() if "/" in name and name[0].isupper())
        self.fields["zone"].choices = [(name, name) for name in ("UTC", *names)]  # type: ignore[attr-defined]


class TermsForm(forms.Form):
    """How an event is played and counted. `before` is the policy it starts from, if there is one.

    `own` are the club's rulesets besides the shipped ones, by the value of their radio.
    """

    ruleset = forms.ChoiceField(widget=forms.RadioSelect)
    length = forms.IntegerField(
        label="Hands a round, or points to win",
        required=False,
        min_value=1,
        max_value=200,
        help_text="Leave empty to play the ruleset's own number.",
    )
    sit_out_points = forms.IntegerField(
        label="Points for sitting out",
        min_value=0,
        max_value=100,
        initial=0,
        help_text="0 gives nothing; clubs use 7 or 8.",
    )
    sit_out_average = forms.BooleanField(
        label="Or one's own average of points a round",
        required=False,
        help_text="Instead of the points above; exact, and not for those who were late.",
    )
    forfeit_points = forms.IntegerField(
        label="Points for a match the others forfeit",
        min_value=0,
        max_value=100,
        initial=0,
        required=False,
        help_text="Given to whoever was there, beside the match won.",
    )
    level_game = forms.ChoiceField(
        label="A level game counts", choices=LEVEL_GAME, widget=forms.RadioSelect, initial="half"
    )

    def __init__(
        self,
        typed: Any = None,
        *,
        before: EventPolicy | None = None,
        initial: dict[str, Any] | None = None,
        own: Mapping[str, Ruleset] | None = None,
    ):
        self.before = before
        self._rules = {rules.key: rules for rules in RULESETS.values() if rules.players == SEATED}
        self._own = {key: rules for key, rules in (own or {}).items() if rules.players == SEATED}
        self._rules |= self._own
        self._length = max(CHAIN_LENGTH, len(before.chain) if before else 0)
        super().__init__(typed, initial=self._first_values() | (initial or {}))
        kept = [(KEPT, label_of(self._rules[KEPT], "As before"))] if KEPT in self._rules else []
        usual = sorted(self._rules, key=lambda key: (key not in self._own, key != FIRST_RULESET))
        labels = [(key, label_of(self._rules[key])) for key in usual if key != KEPT]
        self.fields["ruleset"].choices = kept + labels  # type: ignore[attr-defined]
        measures = [(one.code, one.name) for one in MEASURES.values()]
        for at in range(1, self._length + 1):
            self.fields[f"measure_{at}"] = forms.ChoiceField(
                label="First by" if at == 1 else "then by",
                choices=measures if at == 1 else [("", "nothing more"), *measures],
                required=at == 1,
            )

    @property
    def measures(self) -> list[forms.BoundField]:
        """The selects of the chain, in their order."""
        return [self[f"measure_{at}"] for at in range(1, self._length + 1)]

    def _first_values(self) -> dict[str, Any]:
        policy = self.before
        chain = policy.chain if policy else CLUB_CHAIN
        values = {f"measure_{at}": code for at, code in enumerate(chain, start=1)}
        if policy is None:
            return values | {"ruleset": FIRST_RULESET}
        return (
            values
            | self._chosen(Ruleset.from_dict(policy.ruleset))
            | {
                "sit_out_points": policy.absence.get("sit_out_points", 0),
                "sit_out_average": policy.absence.get("sit_out") == "average",
                "forfeit_points": policy.absence.get("forfeit_points", 0),
                "level_game": policy.scoring.get("level_game", "half"),
            }
        )

    def _chosen(self, rules: Ruleset) -> dict[str, Any]:
        """The radio and the length that say these rules; KEPT where none does."""
        length = rules.hands if rules.hands is not None else rules.target
        for key, known in self._rules.items():
            if known == rules:
                return {"ruleset": key}
        for key, known in self._rules.items():
            if (known.hands is None) == (rules.hands is None) and lengthened(known, length) == rules:
                return {"ruleset": key, "length": str(length)}
        self._rules[KEPT] = rules
        return {"ruleset": KEPT}

    def clean(self) -> dict[str, Any]:
        """Put the ruleset and the chain together; only head-to-head may stand there twice."""
        clean = super().clean() or {}
        codes = [clean.get(f"measure_{at}", "") for at in range(1, self._length + 1)]
        clean["chain"] = chain = [code for code in codes if code]
        for at, code in enumerate(codes, start=1):
            if code and not MEASURES[code].tied_only and code in codes[: at - 1]:
                self.add_error(f"measure_{at}", f"{MEASURES[code].name.capitalize()} stands above already.")
        if "ruleset" in clean and "length" in clean and chain:
            try:
                clean["rules"] = lengthened(self._rules[clean["ruleset"]], clean["length"])
            except RuleViolation as refused:
                self.add_error("length", refused.sentence)
        return clean

    def terms(self, format: FormatForm) -> Terms:
        """What was chosen here and in `format`, and from the policy before it what neither form shows."""
        clean, before = self.cleaned_data, self.before
        chosen = format.stages()
        kept: dict[str, Any] = {}
        if before is not None:
            old = terms_from(before)
            chosen["then"] = _with_chains(chosen["then"], old.then)
            kept = {
                "stage_chain": old.stage_chain,
                "match_points": old.match_points,
                "best_rounds": old.best_rounds,
                "games_in_a_match": before.scoring.get("games_in_a_match", 1),
                "correction_window": before.correction_window,
                "prizes": before.prizes,
            }
        return Terms(
            ruleset=clean["rules"],
            chain=clean["chain"],
            level_game=clean["level_game"],
            sit_out_points=clean["sit_out_points"],
            forfeit_points=clean["forfeit_points"] or 0,
            sit_out="average" if clean["sit_out_average"] else "points",
            **chosen,
            **kept,
        )


def _with_chains(stages: Sequence[StageTerms], before: Sequence[StageTerms]) -> tuple[StageTerms, ...]:
    """Stages as chosen, each with the chain that the stage in its place had: no field of theirs shows it."""
    chains = [one.chain for one in before] + [()] * len(stages)
    return tuple(replace(one, chain=chain) for one, chain in zip(stages, chains, strict=False))


class EventForm(TermsForm):
    """A new event: its name and day, and its terms."""

    name = forms.CharField(max_length=120)
    plays_on = forms.DateField(label="Day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    public = forms.BooleanField(
        label="Anybody may see it",
        required=False,
        initial=True,
        help_text="Without it only the club's members may.",
    )

    def clean_plays_on(self) -> date:
        """A year that a person may have meant."""
        day: date = self.cleaned_data["plays_on"]
        if not 1950 <= day.year <= 2150:
            raise forms.ValidationError("Give the year with four figures, 1950 to 2150.")
        return day


class PresetForm(TermsForm):
    """An event's terms under a name."""

    name = forms.CharField(label="Name of the preset", max_length=80, help_text="Such as Thursday night.")
    event_name = forms.CharField(label="Its events are called", max_length=120)
    public = forms.BooleanField(label="Anybody may see them", required=False, initial=True)


class AmendForm(TermsForm):
    """Other terms for an event there is."""

    reason = forms.CharField(
        max_length=300, required=False, help_text="Kept with the terms. Needed once the draw is made."
    )


class PasteForm(forms.Form):
    """Names as they come from a list or a mail."""

    text = forms.CharField(
        label="Names, one a line",
        max_length=60_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "autocomplete": "off", "spellcheck": "false"}),
        help_text="First Surname, or Surname, First.",
        error_messages={"required": "Paste or type at least one name."},
    )
