"""What a director says of a spreadsheet: the file, what its columns are, who its names are."""

from collections.abc import Sequence
from typing import Any

from django import forms

from scoring.engine.catalogue import RULESETS
from tournaments.engine import sheet_columns as roles
from tournaments.engine.old_tables import Reading
from tournaments.models import Event, SpreadsheetUpload
from tournaments.selectors.old_people import Asked

RULES = "progressive-eight-hands"
UNDATED = {roles.NAME, roles.PARTNER, roles.EVENT, roles.DAY, roles.ROUND}
KINDS = list(roles.KINDS.items())


def _calendar() -> forms.DateInput:
    """A day as browsers take it, whatever the language of the page."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class SpreadsheetForm(forms.Form):
    """The file."""

    file = forms.FileField(
        label="Spreadsheet",
        help_text="CSV or XLSX, 10 MB at most. Nothing is made of it before you have seen it.",
        max_length=200,
        error_messages={"required": "Choose a file.", "empty": "This file is empty."},
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )


class KindForm(forms.Form):
    """What a line of the file is."""

    kind = forms.ChoiceField(label="What is it?", choices=KINDS)


class ColumnsForm(forms.Form):
    """What the columns are, and what no column says: the event's name and day."""

    heading = forms.IntegerField(label="Last row of the heading (0: none)", min_value=0, max_value=1000)
    dates = forms.ChoiceField(
        label="Dates in figures",
        choices=[("day", "day first: 5/10 is the 5th of October"), ("month", "month first: 5/10 is May 10")],
    )
    name = forms.CharField(label="Name of the event", max_length=120, required=False)
    day = forms.DateField(label="Played on, or ended on", required=False, widget=_calendar())
    ruleset = forms.ChoiceField(
        label="Rules then", choices=[(key, rules.name or key) for key, rules in RULESETS.items()]
    )
    public = forms.BooleanField(label="Anybody may see it", required=False)
    event = forms.ChoiceField(label="Into which event", required=False)

    def __init__(
        self, upload: SpreadsheetUpload, reading: Reading, events: Sequence[Event], sent: Any = None
    ) -> None:
        said = upload.choices
        super().__init__(
            sent,
            initial={
                "heading": said["heading"],
                "dates": "day" if said["day_first"] else "month",
                "name": said["name"],
                "day": said["day"],
                "ruleset": said["ruleset"] or RULES,
                "public": said["public"],
                "event": said["event"],
            },
        )
        self.kind, self.columns = reading.kind, reading.columns
        self._drop_needless(events)
        for column in reading.columns:
            self.fields[f"role-{column.number}"] = forms.ChoiceField(
                label=f"Column {column.letters} is",
                choices=[(one, roles.ROLES[one]) for one in roles.ROLES_OF[self.kind]],
                required=False,
                initial=column.role,
            )
            if self.kind == roles.TOTALS and column.role not in UNDATED:
                self.fields[f"day-{column.number}"] = forms.DateField(
                    label=f"Night of column {column.letters}",
                    required=False,
                    initial=column.day,
                    widget=_calendar(),
                )

    def _drop_needless(self, events: Sequence[Event]) -> None:
        """Ask nothing that this kind of list does not need."""
        if self.kind == roles.ENTRIES:
            self.fields["event"].choices = [(one.slug, str(one)) for one in events]  # type: ignore[attr-defined]
            self.fields["event"].required = True
        else:
            del self.fields["event"]
        if self.kind in {roles.PLAYERS, roles.ENTRIES}:
            for name in ("dates", "name", "day", "ruleset", "public"):
                del self.fields[name]

    def fields_of(self, number: int) -> list[forms.BoundField]:
        """The fields of a column."""
        return [self[name] for name in (f"role-{number}", f"day-{number}") if name in self.fields]

    @property
    def terms(self) -> list[forms.BoundField]:
        """The fields that are no column's."""
        return [self[name] for name in self.fields if "-" not in name and name != "public"]

    @property
    def said(self) -> dict[str, Any]:
        """What was said, in JSON types; after `is_valid`."""
        clean = self.cleaned_data
        columns = []
        for one in self.columns:
            dated = clean[f"role-{one.number}"] in {roles.NIGHT, roles.NIGHT_LONE}
            day = clean.get(f"day-{one.number}") if dated else None
            columns.append([clean[f"role-{one.number}"], day.isoformat() if day else ""])
        told: dict[str, Any] = {"columns": columns, "heading": clean["heading"]}
        if "event" in clean:
            told["event"] = clean["event"]
        if "name" in clean:
            told |= {
                "name": clean["name"].strip(),
                "day": clean["day"].isoformat() if clean["day"] else "",
                "day_first": clean["dates"] == "day",
                "ruleset": clean["ruleset"],
                "public": clean["public"],
            }
        return told


class PeopleForm(forms.Form):
    """A question for each doubtful name."""

    def __init__(self, asked: Sequence[Asked], sent: Any = None) -> None:
        super().__init__(sent)
        self.asked = [one for one in asked if not one.certain]
        for at, one in enumerate(self.asked):
            self.fields[f"who-{at}"] = forms.ChoiceField(
                label=f"{one.spelling}, row {one.spelling.row}",
                choices=one.options,
                initial=one.word,
                widget=forms.RadioSelect,
                error_messages={"required": f"Say who {one.spelling} is."},
            )

    @property
    def said(self) -> dict[str, str]:
        """The word on each name, by its key; after `is_valid`."""
        return {one.spelling.key: self.cleaned_data[f"who-{at}"] for at, one in enumerate(self.asked)}
