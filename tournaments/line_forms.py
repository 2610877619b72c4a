"""Who a pasted line is. A namesake is never taken for the same person without the director's word."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms

from tournaments.selectors.entrants import USUAL_CATEGORIES, Known, LineRead, PairLineRead
from tournaments.services.entrants import Entrant
from tournaments.services.pairs import PairEntrant

NEW = "new"
LEAVE = "leave"


class LineForm(forms.Form):
    """Who a name is: somebody the club knows, somebody new, or left out; and the categories of the entry.

    A name with a namesake, or the same as on an earlier line, has no choice made beforehand. Of a pair there
    is a form for each of the two, and the categories of the first are those of both.
    """

    who = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": "Say who this is."})
    note = forms.CharField(label="Told apart by", required=False, max_length=40)
    categories = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(
        self,
        line: LineRead,
        typed: Mapping[str, Any] | None = None,
        *,
        words: Sequence[str] = USUAL_CATEGORIES,
        of_pair: bool = False,
    ) -> None:
        self.line = line
        first = {} if line.namesakes or line.twin else {"who": NEW}
        place = f"{line.parsed.line}-{line.parsed.part}" if of_pair else str(line.parsed.line)
        super().__init__(typed, prefix=f"line-{place}", initial=first)
        known = [(str(one.id), _said(one)) for one in (*line.namesakes, *line.near)]
        another = "another person, told apart by the note" if self.needs_note else "somebody new"
        leave = "leave this pair out" if of_pair else "leave this line out"
        self.fields["who"].choices = [*known, (NEW, another), (LEAVE, leave)]  # type: ignore[attr-defined]
        self.fields["categories"].choices = [(word, capital(word)) for word in words]  # type: ignore[attr-defined]
        if line.certain:
            self.fields["who"].widget = forms.HiddenInput()

    @property
    def needs_note(self) -> bool:
        """Whether another person of this name needs something to tell the two apart."""
        return bool(self.line.namesakes or self.line.twin)

    @property
    def comes(self) -> bool:
        """Whether somebody is entered by this line; after `is_valid`."""
        return bool(self.cleaned_data.get("who") != LEAVE)

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


class PairForms:
    """The two forms of a pasted pair, which comes as a whole, or not at all if one of the two is left out."""

    def __init__(self, line: PairLineRead, typed: Mapping[str, Any] | None, *, words: Sequence[str]) -> None:
        self.line = line
        self.one = LineForm(line.one, typed, words=words, of_pair=True)
        self.other = LineForm(line.other, typed, words=words, of_pair=True)

    def is_valid(self) -> bool:
        """Whether both are decided, or the pair is left out."""
        decided = [one.is_valid() for one in (self.one, self.other)]
        return all(decided) or not self.comes

    @property
    def comes(self) -> bool:
        """Whether the pair is entered; after `is_valid`."""
        return self.one.comes and self.other.comes

    def entrant(self) -> PairEntrant:
        """What the service takes, once both choices are made."""
        one = self.one.entrant()
        return PairEntrant(one=one, other=self.other.entrant(), categories=one.categories)


def forms_for(
    lines: Sequence[LineRead], typed: Mapping[str, Any] | None, words: Sequence[str]
) -> list[LineForm]:
    """A form for each line; what is typed is checked against the other lines too."""
    made = [LineForm(line, typed, words=words) for line in lines]
    if typed is not None:
        _refuse_repeats(form for form in made if form.is_valid() and form.comes)
    return made


def forms_for_pairs(
    lines: Sequence[PairLineRead], typed: Mapping[str, Any] | None, words: Sequence[str]
) -> list[PairForms]:
    """Two forms for each line; nobody is in two pairs, nor twice in one."""
    made = [PairForms(line, typed, words=words) for line in lines]
    if typed is not None:
        coming = [form for form in made if form.is_valid() and form.comes]
        _refuse_repeats(one for form in coming for one in (form.one, form.other))
    return made


def _refuse_repeats(coming: Iterable[LineForm]) -> None:
    """Nobody comes twice: not as one person of the list, nor as two new ones with the same name and note."""
    there: dict[str, int] = {}
    for form in coming:
        one = form.entrant()
        told = f"{one.name} ({one.note})" if one.note else one.name
        key = f"player {one.player_id}" if one.player_id is not None else told.casefold()
        if key in there:
            form.add_error("who", f"The same person as on line {there[key]}.")
        else:
            there[key] = form.line.parsed.line


def capital(word: str) -> str:
    """A category as a label: "Over 60"."""
    return word[:1].upper() + word[1:]


def _said(known: Known) -> str:
    day = f"played {known.last_on.day} {known.last_on:%b %Y}" if known.last_on else "has not played yet"
    already = f", entered already as number {known.entered}" if known.entered is not None else ""
    return f"the same person: {known.display} ({day}{already})"
