"""The forms beside the draw: its chance, tables without a result, wishes, and fixed steps."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from tournaments.engine.formats.fixed_steps import Steps
from tournaments.engine.formats.settled import LEVEL
from tournaments.models import Wish
from tournaments.selectors.unsettled import UnsettledTable

MOST_TABLES_MOVED = 50


class SeedForm(forms.Form):
    """The chance of an earlier draw, to run it again."""

    seed = forms.RegexField(
        label="Seed of an earlier draw",
        regex=r"^[0-9A-Za-z_-]{1,40}(\+[0-9]{1,8})?$",
        required=False,
        max_length=40,
        help_text="Only to run a disputed draw again.",
        error_messages={"invalid": "A seed has up to 40 letters and figures, or ends with + and a number."},
    )


class SettledForm(forms.Form):
    """For each table without a winner how the draw goes on: who counts as the winner, or level."""

    def __init__(
        self,
        typed: Any = None,
        *,
        tables: Sequence[UnsettledTable],
        names: Mapping[int, str],
        level: bool,
        said: Mapping[int, int],
    ) -> None:
        super().__init__(typed)
        self.tables = tables
        for one in tables:
            sides = [" & ".join(names.get(entry, "") for entry in side) for side in one.sides]
            choices = [(str(at), side) for at, side in enumerate(sides)]
            if level:
                choices.append((str(LEVEL), "level"))
            self.fields[f"table_{one.table}"] = forms.ChoiceField(
                label=f"Table {one.table}: {one.word}",
                choices=choices,
                widget=forms.RadioSelect,
                initial=said.get(one.table, one.ahead),
                error_messages={"required": f"Say how table {one.table} goes on, or wait for its result."},
            )

    @property
    def settled(self) -> dict[int, int]:
        """The director's word by table, once the form is valid."""
        return {one.table: int(self.cleaned_data[f"table_{one.table}"]) for one in self.tables}


class WishForm(forms.Form):
    """Two people and what is wished of them."""

    one = forms.TypedChoiceField(label="Who", coerce=int)
    other = forms.TypedChoiceField(label="and who", coerce=int)
    kind = forms.ChoiceField(label="are", choices=Wish.Kind.choices, initial=Wish.Kind.APART)

    def __init__(self, typed: Any = None, *, names: Mapping[int, str]) -> None:
        super().__init__(typed)
        self.names = names
        choices = [("", "choose")] + [(str(entry), name) for entry, name in names.items()]
        for name in ("one", "other"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]


class StepsForm(forms.Form):
    """How many tables each seat moves after a round."""

    north = forms.IntegerField(label="North", min_value=-MOST_TABLES_MOVED, max_value=MOST_TABLES_MOVED)
    east = forms.IntegerField(label="East", min_value=-MOST_TABLES_MOVED, max_value=MOST_TABLES_MOVED)
    south = forms.IntegerField(label="South", min_value=-MOST_TABLES_MOVED, max_value=MOST_TABLES_MOVED)
    west = forms.IntegerField(label="West", min_value=-MOST_TABLES_MOVED, max_value=MOST_TABLES_MOVED)

    @property
    def steps(self) -> Steps:
        """The four, once the form is valid."""
        typed = self.cleaned_data
        return typed["north"], typed["east"], typed["south"], typed["west"]
