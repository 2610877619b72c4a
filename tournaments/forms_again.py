"""The form that sets up tonight like an earlier night."""

from typing import Any

from django import forms

from tournaments.forms_leagues import DayField
from tournaments.selectors.again import Again


class AgainForm(forms.Form):
    """The day, the name, and who comes."""

    name = forms.CharField(max_length=120)
    plays_on = DayField(label="Day")

    def __init__(self, seen: Again, typed: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(typed, initial=initial)
        self.seen = seen
        self.fields["who"] = forms.TypedMultipleChoiceField(
            choices=[(one.id, one.name) for one in (*seen.there, *seen.others)],
            coerce=int,
            required=False,
            error_messages={"invalid_choice": "Somebody who is ticked did not come lately."},
        )

    @property
    def ticked(self) -> set[int]:
        """Who is ticked as the page is shown: what was sent, or those of last time."""
        if not self.is_bound:
            return {one.id for one in self.seen.there if one.ticked}
        sent: list[str] = self.data.getlist("who")  # type: ignore[attr-defined]
        return {int(one) for one in sent if one.isascii() and one.isdigit() and len(one) < 12}
