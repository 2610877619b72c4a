"""What the director types about who takes part; whether it makes sense, the services say."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from tournaments.engine.categories import LONGEST_CATEGORY, MOST_CATEGORIES
from tournaments.engine.names import LONGEST_NAME
from tournaments.forms import PasteForm
from tournaments.line_forms import capital
from tournaments.models import Entry
from tournaments.selectors.entrants import Known
from tournaments.services.attendance import REMOVED, STAND

SOMEBODY = ("", "choose")


class PastePairsForm(PasteForm):
    """Pairs as they come from a list or a spreadsheet."""

    def __init__(self, typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed)
        text = self.fields["text"]
        text.label = "Pairs, one a line"
        text.help_text = "Ann Lee & Bob Ray. Also with +, /, and, or a tab between the two."
        text.error_messages = {**text.error_messages, "required": "Paste or type at least one pair."}


def paste_form(pairs: bool, typed: Mapping[str, Any] | None = None, *, late: bool = False) -> PasteForm:
    """The box for names, or for pairs; a small one for those who come late."""
    form = PastePairsForm(typed) if pairs else PasteForm(typed)
    if late:
        form.fields["text"].widget.attrs["rows"] = 3
    return form


def entered(count: int, *, pairs: bool) -> str:
    """How many came in."""
    if count == 1:
        return "One pair is entered." if pairs else "One player is entered."
    return f"{count} {'pairs' if pairs else 'players'} are entered."


class TwoForm(forms.Form):
    """Two people of the club's list who become a pair."""

    one = forms.TypedChoiceField(label="One", coerce=int, error_messages={"required": "Choose the first."})
    other = forms.TypedChoiceField(
        label="The other", coerce=int, error_messages={"required": "Choose the second."}
    )

    def __init__(self, known: Sequence[Known], typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed)
        people = [(str(one.id), one.display) for one in known]
        for name in ("one", "other"):
            self.fields[name].choices = [SOMEBODY, *people]  # type: ignore[attr-defined]


class LeaveForm(forms.Form):
    """Somebody leaves: after which round, and what becomes of the results."""

    after = forms.TypedChoiceField(label="Last round played", coerce=int)
    results = forms.ChoiceField(
        label="The results so far",
        choices=[(STAND, "stand"), (REMOVED, "are removed; those of the others stand")],
        widget=forms.RadioSelect,
        initial=STAND,
    )

    def __init__(self, last: int, begun: int, typed: Mapping[str, Any] | None = None) -> None:
        """`last` is the last round accepted, `begun` the last one in which something is recorded."""
        super().__init__(typed, initial={"after": str(begun or last)})
        rounds = [(str(at), f"round {at}") for at in range(last, 0, -1)]
        self.fields["after"].choices = [*rounds, ("0", "none")]  # type: ignore[attr-defined]


class CategoriesForm(forms.Form):
    """The categories of an entry: those the club uses, and other words."""

    categories = forms.MultipleChoiceField(
        label="Categories", required=False, widget=forms.CheckboxSelectMultiple
    )
    others = forms.CharField(
        label="Other words",
        required=False,
        max_length=MOST_CATEGORIES * (LONGEST_CATEGORY + 2),
        help_text="The club's own, with commas between, such as over 60.",
    )

    def __init__(self, entry: Entry, words: Sequence[str], typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed, initial={"categories": entry.categories})
        self.fields["categories"].choices = [(word, capital(word)) for word in words]  # type: ignore[attr-defined]

    @property
    def said(self) -> list[str]:
        """Every word chosen or typed; after `is_valid`."""
        return [*self.cleaned_data["categories"], *self.cleaned_data["others"].split(",")]


class FillerForm(forms.Form):
    """Somebody who makes the numbers fit."""

    name = forms.CharField(
        label="Name of the filler",
        max_length=2 * LONGEST_NAME,
        error_messages={"required": "Give the filler a name."},
    )

    def __init__(self, pairs: bool, typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed)
        if pairs:
            self.fields["name"].label = "Names of the two fillers"


class PartnersForm(forms.Form):
    """From which bags partners are drawn: one, or two parted by a category."""

    category = forms.ChoiceField(label="Partners come", required=False, widget=forms.RadioSelect)

    @property
    def bags(self) -> bool:
        """Whether there is anything to choose."""
        return len(self.fields["category"].choices) > 1  # type: ignore[attr-defined]

    def __init__(self, words: Sequence[str], typed: Mapping[str, Any] | None = None) -> None:
        super().__init__(typed, initial={"category": ""})
        bags = [(word, f"one from the {word}, one from the others") for word in words]
        self.fields["category"].choices = [("", "from one bag"), *bags]  # type: ignore[attr-defined]


class PartnersSeenForm(PartnersForm):
    """Partners as they were looked at: by seed, bags and couples."""

    seed = forms.RegexField(regex=r"^[0-9A-Za-z_-]{1,40}$")
    seen = forms.CharField(required=False, max_length=20_000)
