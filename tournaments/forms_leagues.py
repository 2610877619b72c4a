"""The forms of leagues and ladders: what is typed, with its bounds; whether it makes sense, services say."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django import forms

from tournaments.models import Fixture, Ladder, Team
from tournaments.services.ladders import LadderTerms

YEARS = (1950, 2150)
_DATE_FORMATS = ("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d %B %Y", "%d %b %Y")


def _year(day: date) -> date:
    if not YEARS[0] <= day.year <= YEARS[1]:
        raise forms.ValidationError(f"Give the year with four figures, {YEARS[0]} to {YEARS[1]}.")
    return day


class DayField(forms.DateField):
    """A day from a calendar, in a year somebody may have meant."""

    def __init__(self, *, label: str, required: bool = True, help_text: str = "") -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(label=label, required=required, help_text=help_text, widget=widget)

    def clean(self, value: Any) -> Any:
        day = super().clean(value)
        return _year(day) if day else None


class DaysField(forms.CharField):
    """Days as people write them in a list: one a line or parted by commas."""

    def __init__(self, *, label: str, help_text: str = "2026-12-24, 24/12/2026 or 24 December 2026.") -> None:
        widget = forms.Textarea(attrs={"rows": 3})
        super().__init__(label=label, required=False, help_text=help_text, widget=widget, max_length=6_000)

    def clean(self, value: Any) -> Any:
        words = [word for word in re.split(r"[\n,;]+", super().clean(value)) if word.strip()]
        return [self._day(" ".join(word.split())) for word in words]

    def _day(self, word: str) -> date:
        for pattern in _DATE_FORMATS:
            try:
                return _year(datetime.strptime(word, pattern).date())
            except ValueError:
                continue
        raise forms.ValidationError(f"“{word[:40]}” is not a day; write it as 2026-12-24.")


def written_days(days: Iterable[str]) -> str:
    """Kept days as the field takes them back."""
    return "\n".join(days)


class SeasonForm(forms.Form):
    """A new season."""

    name = forms.CharField(max_length=120, help_text="Such as Winter league 2026–27.")
    starts_on = DayField(label="First day")
    ends_on = DayField(label="Last day")
    play_at = forms.TimeField(
        label="Matches begin at",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text="For the calendars; may stay empty.",
    )


class TeamsForm(forms.Form):
    """Teams as they come from a list."""

    text = forms.CharField(
        label="Teams, one a line",
        max_length=8_000,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        help_text="The house after a comma: The Anchor B, Anchor Inn. Else it has the team's name.",
    )


class TeamForm(forms.Form):
    """A team's name, house and nights off."""

    name = forms.CharField(max_length=80)
    venue = forms.CharField(label="House", max_length=80)
    nights_off = DaysField(label="Nights on which the team cannot play")
    closed = DaysField(label="Nights on which its house is closed to it")


class NightsForm(forms.Form):
    """The nights of a season, and the chance of an earlier draw."""

    first = DayField(label="First night")
    every = forms.IntegerField(label="Days between nights", min_value=1, max_value=60, initial=7)
    leave_out = DaysField(label="Leave out")
    seed = forms.RegexField(
        label="Seed of an earlier draw",
        regex=r"^[0-9A-Za-z_-]{1,40}$",
        required=False,
        max_length=40,
        help_text="Only to run a disputed draw again.",
        error_messages={"invalid": "A seed has up to 40 letters and figures."},
    )


class DayForm(forms.Form):
    """Another day for a match."""

    day = DayField(label="New day")


class PointsForm(forms.Form):
    """Points taken off a team."""

    points = forms.IntegerField(
        label="Points off", min_value=-100, max_value=100, initial=1, help_text="Below 0 gives points."
    )
    reason = forms.CharField(max_length=300)
    team = forms.ChoiceField()

    def __init__(self, teams: Sequence[Team], typed: Any = None) -> None:
        super().__init__(typed)
        self.fields["team"].choices = [(str(one.pk), one.name) for one in teams]  # type: ignore[attr-defined]


class DeciderForm(forms.Form):
    """A match besides the league's."""

    kind = forms.ChoiceField(
        label="What it is", choices=[one for one in Fixture.Kind.choices if one[0] != "league"]
    )
    day = DayField(label="Day")
    home = forms.ChoiceField(label="At home")
    visitor = forms.ChoiceField(label="Visitors")

    def __init__(self, teams: Sequence[Team], typed: Any = None, *, first: Sequence[Team] = ()) -> None:
        ids = [str(one.pk) for one in first]
        initial = {"kind": "final", "home": ids[0], "visitor": ids[1]} if len(ids) == 2 else {}
        super().__init__(typed, initial=initial)
        for side in ("home", "visitor"):
            self.fields[side].choices = [(str(one.pk), one.name) for one in teams]  # type: ignore[attr-defined]


class NextSeasonForm(SeasonForm):
    """The season after this one: who plays where, as the tables propose it and the director decides."""

    squads = forms.BooleanField(label="Register the squads again", required=False, initial=True)

    def __init__(
        self,
        teams: Sequence[Team],
        divisions: Sequence[tuple[int, str]],
        places: dict[int, int],
        typed: Any = None,
    ) -> None:
        super().__init__(typed)
        del self.fields["play_at"]
        self.teams = teams
        choices = [("", "does not play on"), *((str(pk), name) for pk, name in divisions)]
        for team in teams:
            self.fields[f"team_{team.pk}"] = forms.ChoiceField(
                label=team.name, choices=choices, required=False, initial=str(places.get(team.pk, ""))
            )

    @property
    def team_fields(self) -> list[forms.BoundField]:
        """A select for each team."""
        return [self[f"team_{team.pk}"] for team in self.teams]

    def places(self) -> dict[int, int]:
        """The division each team plays in next, by ids."""
        chosen = {team.pk: self.cleaned_data[f"team_{team.pk}"] for team in self.teams}
        return {team: int(division) for team, division in chosen.items() if division}


class LadderForm(forms.Form):
    """A new ladder."""

    name = forms.CharField(max_length=120)
    reach = forms.IntegerField(label="Rungs a challenge reaches up", min_value=1, max_value=200, initial=3)
    untouchable = forms.IntegerField(
        label="Top rungs that cannot be challenged", min_value=0, max_value=200, initial=0
    )
    climb = forms.ChoiceField(
        label="When the challenger wins",
        choices=Ladder.Climb.choices,
        initial="swap",
        widget=forms.RadioSelect,
    )

    def terms(self) -> LadderTerms:
        """What was chosen."""
        clean = self.cleaned_data
        return LadderTerms(reach=clean["reach"], untouchable=clean["untouchable"], climb=clean["climb"])
