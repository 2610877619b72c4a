"""The director's form for how people meet: the format, what is chosen of it, and the stages after it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.options import (
    AS_USUAL,
    DRAFT,
    PAIRS,
    PLAYERS,
    Options,
    StageTerms,
    stages_planned,
)
from tournaments.models import EventPolicy
from tournaments.services.events import COUNT_THEMSELVES, MOST_ROUNDS

KEPT = "kept"
"""The choice for stages that this form cannot say: as they were before."""
GAMES = (1, 3, 5, 7, 9)
BRACKET_FIELDS = ("third_place", "plate", "second_final", "best_of", "final_best_of")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a radio says: a name, and what it stands for in one line."""

    name: str
    line: str

    def __str__(self) -> str:
        return self.name


def _formats(entrants: str) -> list[tuple[str, Choice]]:
    return [
        (code, Choice(one.name, one.sentence)) for code, one in FORMATS.items() if one.entrants == entrants
    ]


class FormatForm(forms.Form):
    """How people meet. `before` is the policy it starts from, if there is one."""

    entrants = forms.ChoiceField(
        label="Who enters",
        choices=[
            (
                PLAYERS,
                Choice("Single players", "They change partners, or draw them for the evening."),
            ),
            (PAIRS, Choice("Pairs", "Two people enter together and stay partners.")),
        ],
        widget=forms.RadioSelect,
        initial=PLAYERS,
        required=False,
    )
    movement = forms.ChoiceField(
        label="How they meet",
        choices=[
            ("Single players change tables and partners", _formats("people")),
            ("Pairs meet pairs", _formats("any")),
        ],
        widget=forms.RadioSelect,
        initial="rotation",
        required=False,
    )
    rounds = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        initial=8,
        required=False,
        help_text="A round robin and a knock-out count their own: leave it empty.",
    )
    then = forms.ChoiceField(
        label="And then",
        choices=[
            ("", "that is all"),
            ("single-elimination", "the best play a knock-out"),
            ("double-elimination", "the best play a double knock-out"),
            ("round-robin", "the best meet in a round robin"),
            (DRAFT, "the better half choose partners; a round robin of pairs and a final four"),
        ],
        required=False,
    )
    go_on = forms.IntegerField(label="How many go on", min_value=2, max_value=256, initial=8, required=False)
    spare = forms.ChoiceField(
        label="Who fills no table",
        choices=[
            ("sit-out", "sits out, everybody as often"),
            ("three-handed", "plays at a table of three"),
            ("ghost", "partners a ghost: three sit at a table of four"),
        ],
        required=False,
    )
    mixed = forms.CharField(
        label="Mixed partners: one of each is of this group",
        max_length=30,
        required=False,
        help_text="The name of a group of the entrants, such as ladies. Empty: anybody partners anybody.",
    )
    steps = forms.RegexField(
        label="Fixed steps of North, East, South, West",
        regex=r"^\s*[+-]?\d{1,2}(\s+[+-]?\d{1,2}){3}\s*$",
        required=False,
        help_text="Tables each seat moves after a round, such as 0 1 -1 2. Empty: the best there are.",
        error_messages={"invalid": "Give four whole numbers, such as 0 1 -1 2."},
    )
    pools = forms.IntegerField(label="Pools", min_value=1, max_value=32, initial=1, required=False)
    each = forms.IntegerField(
        label="Of each pool go on", min_value=1, max_value=16, initial=2, required=False
    )
    seeding = forms.ChoiceField(
        label="Seeds",
        choices=[
            ("list", "in the order of the list"),
            ("lot", "by lot"),
            ("rating", "by a number typed for each"),
        ],
        required=False,
    )
    best_of = forms.TypedChoiceField(
        label="A match of the knock-out is best of",
        choices=[(number, str(number)) for number in GAMES],
        coerce=int,
        empty_value="1",
        required=False,
    )
    final_best_of = forms.TypedChoiceField(
        label="The final is best of",
        choices=[(0, "the same"), *((number, str(number)) for number in GAMES)],
        coerce=int,
        empty_value="0",
        required=False,
    )
    third_place = forms.BooleanField(label="A match for the third place", required=False)
    plate = forms.BooleanField(label="A plate for whoever loses the first match", required=False)
    second_final = forms.BooleanField(
        label="Double knock-out: the final is played again if its winner had lost once and the other had not",
        required=False,
        initial=True,
    )

    def __init__(self, typed: Any = None, *, before: EventPolicy | None = None, usual: str = "") -> None:
        self._before = stages_planned(before.movement) if before else ()
        first = {"movement": usual} if usual in FORMATS else {}
        if usual in FORMATS and FORMATS[usual].entrants != "people":
            first["entrants"] = PAIRS
        super().__init__(typed, initial=_values(self._before, before) if before else first)
        if self.initial.get("then") == KEPT:
            self.fields["then"].choices += [(KEPT, "the stages as before")]  # type: ignore[attr-defined]

    @property
    def movements(self) -> list[tuple[str, list[BoundWidget]]]:
        """The radios of the formats under the words of their group."""
        words = [words for words, _ in self.fields["movement"].choices]  # type: ignore[attr-defined]
        groups: dict[str, list[BoundWidget]] = {each: [] for each in words}
        for radio in self["movement"]:
            groups[words[int(str(radio.data["index"]).split("_")[0])]].append(radio)
        return list(groups.items())

    @property
    def more(self) -> list[forms.BoundField]:
        """The fields that few need, in their order."""
        names = ("spare", "mixed", "steps", "pools", "each", "seeding", "best_of", "final_best_of")
        return [self[name] for name in names]

    @property
    def ticks(self) -> list[forms.BoundField]:
        """What is ticked or not of a knock-out."""
        return [self[name] for name in ("third_place", "plate", "second_final")]

    def clean(self) -> dict[str, Any]:
        """A format that does not know its own number of rounds needs one."""
        clean = super().clean() or {}
        if self.errors:
            return clean
        format = FORMATS[clean["movement"] or "rotation"]
        if not clean.get("rounds") and format.kind not in COUNT_THEMSELVES:
            self.add_error("rounds", "Say how many rounds are played.")
            return clean
        try:
            clean["stages"] = self._stages(clean)
        except EventViolation as refused:
            self.add_error(None, refused.sentence)
        return clean

    def stages(self) -> dict[str, Any]:
        """What was chosen, as the fields of `Terms` are called."""
        first, *then = self.cleaned_data["stages"]
        return {
            "movement": first.format,
            "rounds": first.rounds,
            "stage_name": first.name,
            "go_on": first.go_on,
            "options": first.options,
            "then": tuple(then),
            "entrants": self.cleaned_data["entrants"] or PLAYERS,
        }

    def _stages(self, clean: dict[str, Any]) -> tuple[StageTerms, ...]:
        code = clean["movement"] or self.initial.get("movement") or "rotation"
        format = FORMATS[code]
        bracket = {name: clean[name] for name in BRACKET_FIELDS}
        bracket |= {name: int(clean[name]) for name in ("best_of", "final_best_of")}
        own = bracket if format.kind == "bracket" else {"best_of": bracket["best_of"]}
        options = Options(
            spare=clean["spare"] or AS_USUAL.spare,
            mixed=clean["mixed"].strip(),
            steps=tuple(int(step) for step in clean["steps"].split()),
            pools=clean["pools"] or 1,
            each=clean["each"] or 2,
            seeding=clean["seeding"] or AS_USUAL.seeding,
            **(own if format.entrants == "any" else {}),
        )
        rounds = 0 if format.kind == "bracket" else clean["rounds"] or 0
        then = self._then(clean["then"], Options(**bracket))
        pooled = options.pools > 1
        return (
            StageTerms(
                format=code,
                name=_first_name(clean["then"], pooled) if then else "",
                rounds=rounds,
                go_on=clean["go_on"] if then and clean["then"] != DRAFT and not pooled else None,
                options=options,
            ),
            *then,
        )

    def _then(self, chosen: str, bracket: Options) -> tuple[StageTerms, ...]:
        if chosen == KEPT:
            return self._before[1:]
        if chosen == DRAFT:
            return (
                StageTerms(format=DRAFT, name="Draft"),
                StageTerms(format="round-robin", name="Round robin", go_on=4),
                StageTerms(format="single-elimination", name="Final four", options=Options(third_place=True)),
            )
        if not chosen:
            return ()
        name = "Final round" if chosen == "round-robin" else FORMATS[chosen].name
        options = AS_USUAL if chosen == "round-robin" else bracket
        return (StageTerms(format=chosen, name=name, options=options),)


def _first_name(then: str, pooled: bool) -> str:
    if pooled:
        return "Pools"
    return "Seeding" if then == DRAFT else "Qualifying"


def _values(stages: tuple[StageTerms, ...], before: EventPolicy) -> dict[str, Any]:
    """The form's values that say these stages; `then` is KEPT where none does."""
    first, *then = stages
    values: dict[str, Any] = {
        "entrants": before.movement.get("entrants", PLAYERS),
        "movement": first.format,
        "rounds": first.rounds or None,
        "go_on": first.go_on or 8,
        "spare": first.options.spare,
        "mixed": first.options.mixed,
        "steps": " ".join(str(step) for step in first.options.steps),
        "pools": first.options.pools,
        "each": first.options.each,
        "seeding": first.options.seeding,
        "then": (KEPT if len(then) > 1 else then[0].format) if then else "",
    }
    if [one.format for one in then] == [DRAFT, "round-robin", "single-elimination"]:
        values["then"] = DRAFT
    bracket = next((one for one in stages if one.format.endswith("elimination")), first)
    return values | {name: getattr(bracket.options, name) for name in BRACKET_FIELDS}
