"""What the director types about hands: the two grids, and every way to mend a sheet."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django import forms

from scoring.engine.choices import EuchrePays
from scoring.engine.hands import TRICKS
from scoring.engine.lines import PENALTIES, VOID_REASONS
from scoring.models import LedgerLine
from scoring.selectors.grids import GridRow, TableFigures
from scoring.services.grids import Problem, TypedTable

MOST = 999
Kind = LedgerLine.Kind


def figure_field(label: str, *, least: int = 0, lone: bool = False) -> forms.IntegerField:
    """A cell of a grid: a whole number, blank where nothing is known."""
    attrs = {"inputmode": "numeric", "autocomplete": "off", "maxlength": "4", "aria-label": label}
    attrs["class"] = "figure lone" if lone else "figure"
    return forms.IntegerField(
        required=False,
        min_value=least,
        max_value=MOST,
        widget=forms.TextInput(attrs=attrs),
        error_messages={"invalid": f"{label}: type a whole number."},
    )


class RowForm(forms.Form):
    """A row of the grid: points and lone hands of each side. It carries what it was shown with."""

    shown = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, max_length=36, widget=forms.HiddenInput)
    reason = forms.CharField(required=False, max_length=300)

    def __init__(self, row: GridRow, typed: Mapping[str, Any] | None = None) -> None:
        self.row = row
        self.problems: list[Problem] = []
        first: dict[str, Any] = {"shown": row.held.written if row.held else "", "seen": row.seen or ""}
        for side in row.sides if row.held else ():
            first[f"points_{side}"] = row.held.points[side]  # type: ignore[union-attr]
            first[f"lone_{side}"] = row.held.lone.get(side, 0)  # type: ignore[union-attr]
        game = f"-{row.number}" if row.number > 1 else ""
        super().__init__(typed, prefix=f"match-{row.match.pk}{game}", initial=first)
        least = -MOST if row.rules.euchre_pays == EuchrePays.MAKERS_SET_BACK else 0
        for side in row.sides:
            label = f"{'/'.join(side)}, {row.place}"
            self.fields[f"points_{side}"] = figure_field(f"Points {label}", least=least)
            if self.asks_lone:
                self.fields[f"lone_{side}"] = figure_field(f"Lone hands {label}", lone=True)
        self.fields["reason"].widget.attrs |= {"class": "reason", "aria-label": f"Reason, {row.place}"}

    @property
    def asks_lone(self) -> bool:
        """Whether anybody chooses to play alone: at a smaller table the maker always does, or nobody."""
        return self.row.rules.players == 4

    @property
    def cells(self) -> list[tuple[str, forms.BoundField, forms.BoundField | str]]:
        """Side by side: the people, the points, the lone hands."""
        return [
            (
                self.row.people[side],
                self[f"points_{side}"],
                self[f"lone_{side}"] if self.asks_lone else "",
            )
            for side in self.row.sides
        ]

    @property
    def lines(self) -> list[list[tuple[str, forms.BoundField, forms.BoundField | str]]]:
        """The cells two by two: three who play each for himself take two lines."""
        cells = self.cells
        return [cells[at : at + 2] for at in range(0, len(cells), 2)]

    @property
    def has_points(self) -> bool:
        """Whether all sides' points are typed, rightly or wrongly."""
        return all(self[f"points_{side}"].value() not in (None, "") for side in self.row.sides)

    @property
    def asks_reason(self) -> bool:
        """Whether the row shows the field for a reason: a result or a reason is there, or it was refused."""
        return bool(self.row.held or self.row.live or self.problems or self.errors or self["reason"].value())

    @property
    def faults(self) -> list[str]:
        """What is wrong with the row, in sentences."""
        wrong = [str(sentence) for sentences in self.errors.values() for sentence in sentences]
        return [problem.sentence for problem in self.problems] + wrong

    def clean(self) -> dict[str, Any]:
        """A card has all sides' points or none; lone hands left blank are none."""
        clean = super().clean() or {}
        points = [clean.get(f"points_{side}") for side in self.row.sides]
        lone = [clean.get(f"lone_{side}") for side in self.row.sides]
        typed = [value for value in (*points, *lone) if value is not None]
        if not self.errors and typed and None in points:
            all_of = "both sides" if len(points) == 2 else "all three"
            self.add_error(None, f"Type the points of {all_of}, or leave the row empty.")
        return clean

    def typed(self) -> TypedTable | None:
        """The row for the service; None where it is empty."""
        clean = self.cleaned_data
        points = {side: clean[f"points_{side}"] for side in self.row.sides}
        if None in points.values():
            return None
        lone = {side: clean.get(f"lone_{side}") or 0 for side in self.row.sides}
        figures = TableFigures(points, lone)
        return TypedTable(self.row.key, figures, clean["shown"], id_of(clean["seen"]), clean["reason"])


class ReasonForm(forms.Form):
    """Any change to a sheet: its reason, and the id of the line it makes: sending it twice is harmless."""

    line = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    reason = forms.CharField(max_length=300, error_messages={"required": "Say why the sheet is changed."})

    def facts(self) -> dict[str, object]:
        """The facts of the line."""
        return {}


class MendForm(ReasonForm):
    """Another account of a hand: played, thrown in, or void."""

    kind = forms.ChoiceField(
        label="The hand was",
        choices=((Kind.HAND, "played"), (Kind.THROWN_IN, "thrown in"), (Kind.VOID, "void")),
        widget=forms.RadioSelect,
    )
    maker = forms.ChoiceField(label="Who made it", required=False, widget=forms.RadioSelect)
    alone = forms.MultipleChoiceField(
        label="Who played alone", required=False, widget=forms.CheckboxSelectMultiple
    )
    tricks = forms.TypedChoiceField(
        label="Tricks the makers took",
        required=False,
        coerce=int,
        choices=[(str(count), str(count)) for count in range(TRICKS + 1)],
        widget=forms.RadioSelect,
    )
    why = forms.ChoiceField(
        label="Why it is void", required=False, choices=[("", "–"), *VOID_REASONS.items()]
    )
    field_order = ("kind", "maker", "alone", "tricks", "why", "reason", "line")

    def __init__(self, seats: Sequence[tuple[str, str]], typed: Any = None, initial: Any = None) -> None:
        super().__init__(typed, initial=initial, prefix="mend")
        self.fields["maker"].choices = seats  # type: ignore[attr-defined]
        self.fields["alone"].choices = seats  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A played hand has a maker and tricks; a void one a cause."""
        clean = super().clean() or {}
        if clean.get("kind") == Kind.HAND:
            if not clean.get("maker"):
                self.add_error("maker", "Say who made it.")
            if clean.get("tricks") in ("", None):
                self.add_error("tricks", "Say how many tricks the makers took.")
        if clean.get("kind") == Kind.VOID and not clean.get("why"):
            self.add_error("why", "Say why the hand is void.")
        return clean

    def facts(self) -> dict[str, object]:
        """As `LedgerLine` keeps them."""
        clean = self.cleaned_data
        if clean["kind"] == Kind.HAND:
            return {"maker": clean["maker"], "alone": clean["alone"], "tricks": clean["tricks"]}
        return {"why": clean["why"]} if clean["kind"] == Kind.VOID else {}


class SidesForm(ReasonForm):
    """A line about a side of the table; `sides` are the codes of those there are."""

    named: tuple[str, ...] = ("side",)

    def __init__(self, sides: Sequence[str], typed: Any = None, *, prefix: str) -> None:
        super().__init__(typed, prefix=prefix)
        names = [(side, "/".join(side)) for side in sides]
        for name in self.named:
            nobody = [] if self.fields[name].required else [("", "nobody")]
            self.fields[name].choices = nobody + names  # type: ignore[attr-defined]


class PenaltyForm(SidesForm):
    """Points taken from one side, given to the other, or both."""

    kind = Kind.PENALTY
    named = ("off", "to")
    why = forms.ChoiceField(label="For", choices=[(key, key.replace("-", " ")) for key in PENALTIES])
    points = forms.IntegerField(min_value=1, max_value=MOST)
    off = forms.ChoiceField(label="Taken from", required=False)
    to = forms.ChoiceField(label="Given to", required=False)
    hand = forms.IntegerField(label="In hand", required=False, min_value=1, max_value=MOST)
    field_order = ("why", "points", "off", "to", "hand", "reason", "line")

    def clean(self) -> dict[str, Any]:
        """A penalty goes somewhere."""
        clean = super().clean() or {}
        if not (clean.get("off") or clean.get("to")):
            self.add_error("off", "Say whose points are taken, or who gets them.")
        return clean

    def facts(self) -> dict[str, object]:
        """As `LedgerLine` keeps them: what is not known is left out."""
        clean = self.cleaned_data
        return {name: clean[name] for name in ("why", "points", "off", "to", "hand") if clean[name]}


class AdjustmentForm(SidesForm):
    """Points by the director's word."""

    kind = Kind.ADJUSTMENT
    side = forms.ChoiceField()
    points = forms.IntegerField(min_value=-MOST, max_value=MOST, help_text="With a minus to take away.")
    field_order = ("side", "points", "reason", "line")

    def facts(self) -> dict[str, object]:
        """As `LedgerLine` keeps them."""
        return {"side": self.cleaned_data["side"], "points": self.cleaned_data["points"]}


class ConcessionForm(SidesForm):
    """A side gives the game up."""

    kind = Kind.CONCESSION
    side = forms.ChoiceField(label="Given up by")
    field_order = ("side", "reason", "line")

    def facts(self) -> dict[str, object]:
        """As `LedgerLine` keeps them."""
        return {"side": self.cleaned_data["side"]}


ADDED: dict[str, type[PenaltyForm] | type[AdjustmentForm] | type[ConcessionForm]] = {
    "penalty": PenaltyForm,
    "adjustment": AdjustmentForm,
    "concession": ConcessionForm,
}
"""Lines that a director adds to a sheet, by what its form is called."""


def id_of(text: str) -> UUID | None:
    """A line's id as a form carries it; None when it is none."""
    try:
        return UUID(text)
    except ValueError:
        return None
