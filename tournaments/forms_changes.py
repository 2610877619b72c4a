"""What the director says to change a seat on the night: each with a reason."""

from collections.abc import Sequence
from typing import Any

from django import forms

from tournaments.models import Entry, Player

NOBODY, FILLER = "nobody", "filler"
NEW = "new"


class ChangeForm(forms.Form):
    """Any change: its reason, and the places it is about."""

    reason = forms.CharField(max_length=200, error_messages={"required": "Say why the seats change."})


class SubstituteForm(ChangeForm):
    """Who plays for somebody, and from which hand on."""

    who = forms.ChoiceField(label="Who plays", required=False)
    name = forms.CharField(
        label="Or somebody new",
        required=False,
        max_length=80,
        help_text="First Surname. A word in brackets tells namesakes apart.",
    )
    from_hand = forms.IntegerField(label="From hand", min_value=1, max_value=1000)
    field_order = ("who", "name", "from_hand", "reason")

    def __init__(self, typed: Any = None, *, people: Sequence[Player], next_hand: int) -> None:
        super().__init__(typed, initial={"from_hand": next_hand}, prefix="substitute")
        choices = [("", "choose"), *((str(one.pk), str(one)) for one in people)]
        self.fields["who"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Somebody known, or somebody new."""
        clean = super().clean() or {}
        if not self.errors and bool(clean.get("who")) == bool(clean.get("name", "").strip()):
            self.add_error("who", "Choose who plays, or write the name of somebody new.")
        return clean

    @property
    def player(self) -> int | str:
        """As the service takes it."""
        who: str = self.cleaned_data["who"]
        return int(who) if who else str(self.cleaned_data["name"])


class AbsentForm(ChangeForm):
    """What becomes of the seat of somebody who did not come, or of one that is empty."""

    instead = forms.ChoiceField(label="Instead", widget=forms.RadioSelect)
    filler = forms.ChoiceField(label="The filler", required=False)
    name = forms.CharField(
        label="The filler's name", required=False, max_length=80, help_text="Only for a new filler."
    )
    field_order = ("instead", "filler", "name", "reason")

    def __init__(
        self, typed: Any = None, *, fillers: Sequence[Entry], empty: bool, pairs: bool = False
    ) -> None:
        super().__init__(typed, prefix="absent")
        filler = [(FILLER, "a filler plays, whose results never count")]
        nobody = [(NOBODY, "nobody sits there; the partner plays on")]
        ways = ([] if pairs else filler) + ([] if empty else nobody)
        self.fields["instead"].choices = ways  # type: ignore[attr-defined]
        self.initial["instead"] = ways[0][0] if ways else ""
        if pairs:
            del self.fields["filler"], self.fields["name"]
            return
        choices = [(NEW, "somebody new"), *((str(one.pk), str(one)) for one in fillers)]
        self.fields["filler"].choices = choices  # type: ignore[attr-defined]
        if not fillers:
            self.fields["filler"].widget = forms.HiddenInput()
            self.initial["filler"] = NEW

    def clean(self) -> dict[str, Any]:
        """A new filler has a name."""
        clean = super().clean() or {}
        new = clean.get("filler", NEW) in (NEW, "")
        if clean.get("instead") == FILLER and new and not clean.get("name", "").strip():
            self.add_error("name", "Write the filler's name.")
        return clean

    @property
    def filler_id(self) -> int | None:
        """The filler chosen; None for a new one."""
        chosen: str = self.cleaned_data["filler"]
        return int(chosen) if chosen not in (NEW, "") else None


class ForfeitForm(ChangeForm):
    """Which side did not come, or gave up."""

    absent = forms.ChoiceField(label="Who did not come, or gave up", widget=forms.RadioSelect)
    field_order = ("absent", "reason")

    def __init__(self, typed: Any = None, *, sides: Sequence[tuple[str, str]], begun: bool) -> None:
        super().__init__(typed, prefix="forfeit")
        both = [] if begun else [("both", "neither side came")]
        verb = "gave up" if begun else "did not come"
        ways = [(code, f"{'/'.join(code)} {verb}: {people}") for code, people in sides]
        self.fields["absent"].choices = ways + both  # type: ignore[attr-defined]
