"""The forms of trophies and series: what is typed, with its bounds; whether it makes sense, services say."""

import re
from typing import Any

from django import forms

from tournaments.engine.series import GIVES, SERIES_MEASURES, WAYS, SeriesRule
from tournaments.models import Club, Player, Season, Series
from tournaments.selectors.club_history import EARLIEST, LATEST
from tournaments.services.series import NewSeries
from tournaments.services.trophies import Holding

MOST_PLACES = 60


class TrophyForm(forms.Form):
    """A trophy's name and note."""

    name = forms.CharField(label="Name", max_length=80)
    note = forms.CharField(label="What it is given for", max_length=200, required=False)


class HolderForm(forms.Form):
    """Who held a trophy in a year: a person, two of them, or words."""

    year = forms.IntegerField(label="Year", min_value=EARLIEST, max_value=LATEST)
    player = forms.ModelChoiceField(
        label="Person", queryset=Player.objects.none(), required=False, empty_label="nobody on the list"
    )
    partner = forms.ModelChoiceField(
        label="Partner",
        queryset=Player.objects.none(),
        required=False,
        empty_label="no partner",
        help_text="Where a pair held it.",
    )
    words = forms.CharField(
        label="Or a name",
        max_length=120,
        required=False,
        help_text="A team, or somebody who is not on the club’s list.",
    )
    note = forms.CharField(label="Note", max_length=200, required=False)

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Player.objects.filter(club=club).order_by("sort_key", "pk")
        for name in ("player", "partner"):
            self.fields[name].queryset = people  # type: ignore[attr-defined]

    def holding(self) -> Holding:
        """What was chosen, or written."""
        chosen = self.cleaned_data
        player, partner = chosen["player"], chosen["partner"]
        return Holding(player.pk if player else None, partner.pk if partner else None, chosen["words"])


class SeriesForm(forms.Form):
    """A series: its name, whom it ranks, which nights, and the rule."""

    name = forms.CharField(label="Name", max_length=120)
    entrants = forms.ChoiceField(label="It ranks", choices=Series.Entrants.choices)
    year = forms.IntegerField(
        label="Every event of the year",
        min_value=EARLIEST,
        max_value=LATEST,
        required=False,
        help_text="Leave it empty to choose the nights yourself.",
    )
    season = forms.ModelChoiceField(
        label="League season it goes with",
        queryset=Season.objects.none(),
        required=False,
        empty_label="none",
    )
    way = forms.ChoiceField(label="What counts", choices=list(WAYS.items()))
    best = forms.IntegerField(label="How many of the best nights", min_value=0, max_value=400, required=False)
    gives = forms.ChoiceField(label="A night gives", choices=list(GIVES.items()))
    places = forms.CharField(
        label="Points for places",
        max_length=300,
        required=False,
        help_text="The first place first: 10, 8, 6, 5, 4, 3, 2, 1.",
    )
    coming = forms.IntegerField(label="Points for coming", min_value=0, max_value=1000, required=False)
    least = forms.IntegerField(label="Fewest nights for a place", min_value=0, max_value=400, required=False)
    chain = forms.MultipleChoiceField(
        label="Who is level is parted by",
        choices=[(one.code, one.name) for one in SERIES_MEASURES.values()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="In this order.",
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = Season.objects.filter(club=club)  # type: ignore[attr-defined]

    def clean_places(self) -> tuple[int, ...]:
        words = re.findall(r"[^\s,;]+", self.cleaned_data["places"])
        if len(words) > MOST_PLACES:
            raise forms.ValidationError(f"Give points to {MOST_PLACES} places at most.")
        if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
            raise forms.ValidationError("Write whole numbers with commas between them: 10, 8, 6.")
        return tuple(map(int, words))

    def new(self) -> NewSeries:
        """What is to be made. Raises EventViolation where the rule makes no sense."""
        said = self.cleaned_data
        rule = SeriesRule(
            way=said["way"],
            best=(said["best"] or 0) if said["way"] == "best" else 0,
            gives=said["gives"],
            places=said["places"],
            coming=said["coming"] or 0,
            least=said["least"] or 0,
            chain=tuple(code for code in SERIES_MEASURES if code in said["chain"]),
        )
        return NewSeries(said["name"], rule, said["entrants"], said["year"], said["season"])


def said_of(series: Series) -> dict[str, object]:
    """A series as its form takes it back."""
    rule = series.counted
    return {
        "name": series.name,
        "entrants": series.entrants,
        "year": series.year,
        "season": series.season_id,
        "way": rule.way,
        "best": rule.best or None,
        "gives": rule.gives,
        "places": ", ".join(map(str, rule.places)),
        "coming": rule.coming or None,
        "least": rule.least or None,
        "chain": list(rule.chain),
    }
