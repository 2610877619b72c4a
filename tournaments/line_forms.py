"""Who a pasted line is. A namesake is never taken for the same person without the director's word."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from tournaments.selectors.entrants import Known, LineRead
from tournaments.services.entrants import Entrant

NEW = "new"
LEAVE = "leave"
CATEGORIES = (("ladies", "Ladies"), ("men", "Men"), ("juniors", "Juniors"))


class LineForm(forms.Form):
    """Who a line is: somebody the club knows, somebody new, or left out; and his categories.

    A line with a namesake, or with the same name as an earlier one, has no choice made beforehand.
    """

    who = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": "Say who this is."})
    note = forms.CharField(label="Told apart by", required=False, max_length=40)
    categories = forms.MultipleChoiceField(
        required=False, choices=CATEGORIES, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, line: LineRead, typed: Mapping[str, Any] | None = None) -> None:
        self.line = line
        first = {} if line.namesakes or line.twin else {"who": NEW}
        super().__init__(typed, prefix=f"line-{line.parsed.line}", initial=first)
        known = [(str(one.id), _said(one)) for one in (*line.namesakes, *line.near)]
        another = "another person, told apart by the note" if self.needs_note else "somebody new"
        choices = [*known, (NEW, another), (LEAVE, "leave this line out")]
        self.fields["who"].choices = choices  # type: ignore[attr-defined]
        if line.certain:
            self.fields["who"].widget = forms.HiddenInput()

    @property
    def needs_note(self) -> bool:
        """Whether another person of this name needs something to tell the two apart."""
        return bool(self.line.namesakes or self.line.twin)

    @property
    def comes(self) -> bool:
        """Whether somebody is entered by this line."""
        return bool(self.cleaned_data["who"] != LEAVE)

    def clean(self) -> dict[str, Any]:
        """Two people of one name are told apart by a note that no other of them has."""
        clean = super().clean() or {}
        note = " ".join(clean.get("note", "").split())
        clean["note"] = note
        if clean.get("who") == NEW and self.needs_note:
            called = f"{self.line.parsed.display} ({note})".casefold()
            if not note:
                self.add_error("note", "Add a word that tells them apart, such as the village.")
            elif called in {one.display.casefold() for one in self.line.namesakes}:
                self.add_error("note", "The club knows somebody of this name and note; choose another word.")
        return clean

    def entrant(self) -> Entrant:
        """What the service takes, once the choice is made."""
        clean, parsed = self.cleaned_data, self.line.parsed
        new = clean["who"] == NEW
        return Entrant(
            name=parsed.display,
            sort_key=parsed.sort_key,
            player_id=None if new else int(clean["who"]),
            note=clean["note"] if new and self.needs_note else "",
            categories=tuple(clean["categories"]),
        )


def forms_for(
    lines: Sequence[LineRead], known: Sequence[Known], typed: Mapping[str, Any] | None
) -> list[LineForm]:
    """A form for each line; what is typed is checked against the other lines too."""
    made = [LineForm(line, typed) for line in lines]
    if typed is not None:
        _refuse_repeats(made)
    return made


def _refuse_repeats(made: Sequence[LineForm]) -> None:
    """Nobody comes twice: not as one person of the list, nor as two new ones with the same name and note."""
    there: dict[str, int] = {}
    for form in made:
        if not form.is_valid() or not form.comes:
            continue
        one = form.entrant()
        told = f"{one.name} ({one.note})" if one.note else one.name
        key = f"player {one.player_id}" if one.player_id is not None else told.casefold()
        if key in there:
            form.add_error("who", f"The same person as on line {there[key]}.")
        else:
            there[key] = form.line.parsed.line


def _said(known: Known) -> str:
    day = f"played {known.last_on.day} {known.last_on:%b %Y}" if known.last_on else "has not played yet"
    already = f", entered already as number {known.entered}" if known.entered is not None else ""
    return f"the same person: {known.display} ({day}{already})"
