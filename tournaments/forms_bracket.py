"""The forms beside a bracket: its seeds, the tables of the hall, and a director's word on a match."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from tournaments.engine.formats.tree import How
from tournaments.forms_draw import SeedForm
from tournaments.selectors.bracket_pages import MatchShown
from tournaments.services.bracket_calls import MOST_TABLES

MOST_RATING = 1_000_000


class SeedsForm(SeedForm):
    """The order of the seeds, by place or by rating. `people` are entry ids and names, in the order now."""

    def __init__(self, typed: Any = None, *, people: Mapping[int, str], seeding: str) -> None:
        super().__init__(typed)
        self.people = people
        self.seeding = seeding
        most = len(people) if seeding == "list" else MOST_RATING
        for entry, name in people.items() if seeding in {"list", "rating"} else ():
            self.fields[f"entry_{entry}"] = forms.IntegerField(
                label=name,
                required=False,
                min_value=1 if seeding == "list" else -MOST_RATING,
                max_value=most,
                widget=forms.NumberInput(attrs={"autocomplete": "off"}),
            )

    @property
    def rows(self) -> list[forms.BoundField]:
        """A field for everybody, in the order now."""
        return [self[f"entry_{entry}"] for entry in self.people if f"entry_{entry}" in self.fields]

    def clean(self) -> dict[str, Any]:
        """Two in one place is no order."""
        clean = super().clean() or {}
        if self.seeding == "list":
            places: dict[int, str] = {}
            for entry, place in self._typed(clean).items():
                if place in places:
                    raise forms.ValidationError(
                        f"Seed {place} is given twice: {places[place]} and {self.people[entry]}."
                    )
                places[place] = self.people[entry]
        return clean

    @property
    def order(self) -> list[int] | None:
        """Whoever was given a place stands there, the others fill the gaps as they are; None but by list."""
        if self.seeding != "list":
            return None
        given = {place: entry for entry, place in self._typed(self.cleaned_data).items()}
        others = iter([entry for entry in self.people if entry not in given.values()])
        return [given[at] if at in given else next(others) for at in range(1, len(self.people) + 1)]

    @property
    def ratings(self) -> dict[int, int] | None:
        """By entry; None where nobody's was typed."""
        return self._typed(self.cleaned_data) or None if self.seeding == "rating" else None

    def _typed(self, clean: Mapping[str, Any]) -> dict[int, int]:
        typed = {entry: clean.get(f"entry_{entry}") for entry in self.people}
        return {entry: number for entry, number in typed.items() if number is not None}


class TablesForm(forms.Form):
    """How many tables stand in the hall."""

    tables = forms.IntegerField(label="Tables in the hall", min_value=1, max_value=MOST_TABLES)


class CallForm(forms.Form):
    """A match to a table, or, with neither, as many as there are."""

    number = forms.IntegerField(min_value=1, max_value=100_000, required=False)
    table = forms.IntegerField(min_value=1, max_value=MOST_TABLES, required=False)


OUTCOMES: tuple[tuple[str, How, str], ...] = (
    ("won", How.PLAYED, "{one} won"),
    ("came", How.WALKOVER, "{other} did not come, or gave up"),
    ("stayed", How.WITHDRAWN, "{other} left the event"),
)
"""How the side that goes on did so, and what it is called."""


class MatchForm(forms.Form):
    """What a director says of a match between two who are known."""

    outcome = forms.ChoiceField(
        label="What happened", widget=forms.RadioSelect, error_messages={"required": "Say who goes on."}
    )
    games_one = forms.IntegerField(min_value=0, max_value=9, required=False)
    games_other = forms.IntegerField(min_value=0, max_value=9, required=False)
    reason = forms.CharField(max_length=200, required=False, help_text="Kept with the result.")

    def __init__(self, typed: Any = None, *, match: MatchShown, best_of: int) -> None:
        super().__init__(typed)
        self.match, self.best_of = match, best_of
        self.fields["outcome"].choices = _choices(match)  # type: ignore[attr-defined]
        for name, side in zip(("games_one", "games_other"), match.sides, strict=True):
            self.fields[name].label = f"Games of {side.name}"
            if best_of == 1:
                del self.fields[name]

    @property
    def winner(self) -> int | None:
        """The entry that goes on; None where neither came."""
        side = self.cleaned_data["outcome"].partition("-")[2]
        return {"one": self.match.one.entry, "other": self.match.other.entry}.get(side)

    @property
    def how(self) -> How:
        """How it was decided."""
        word = self.cleaned_data["outcome"].partition("-")[0]
        return next((how for code, how, _ in OUTCOMES if code == word), How.NO_SHOW)

    @property
    def games(self) -> tuple[int, int] | None:
        """Games of both sides as typed; None where they say nothing new."""
        one, other = (self.cleaned_data.get(name) for name in ("games_one", "games_other"))
        if self.how is not How.PLAYED or (one is None and other is None):
            return None
        return one or 0, other or 0


def _choices(match: MatchShown) -> Sequence[tuple[str, str]]:
    sides = (("one", match.one.name, match.other.name), ("other", match.other.name, match.one.name))
    told = [
        (f"{code}-{side}", words.format(one=mine, other=theirs))
        for code, _, words in OUTCOMES
        for side, mine, theirs in sides
    ]
    return [*told, ("nobody", "Neither came: both are out")]
