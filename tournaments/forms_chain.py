"""The form of a chain: measures in their order, and what the policy says about their figures."""

from typing import Any

from django import forms

from tournaments.engine.chains import CHAINS, MOST_MEASURES, check_chain
from tournaments.engine.errors import EventViolation
from tournaments.engine.match_totals import MatchPoints
from tournaments.engine.measures import MEASURES, Counting
from tournaments.services.events import Terms

LENGTH = 6
"""Selects that are shown; one more than a longer chain needs."""


class ChainForm(forms.Form):
    """A chain for the whole event or one of its stages, starting from the terms in force."""

    best_rounds = forms.IntegerField(
        label="Best rounds that count", min_value=0, max_value=60, required=False, help_text="0 counts all."
    )
    won = forms.IntegerField(label="Points for a match won", min_value=0, max_value=100, required=False)
    level = forms.IntegerField(label="for a level one", min_value=0, max_value=100, required=False)
    lost = forms.IntegerField(label="for one lost", min_value=0, max_value=100, required=False)
    reason = forms.CharField(
        max_length=300, required=False, help_text="Kept with the terms. Needed once the draw is made."
    )

    def __init__(self, typed: Any = None, *, terms: Terms, stage: int = 0) -> None:
        self.before, self.stage = terms, stage
        self.chain_now = terms.stages[stage - 1].chain or terms.chain if stage else terms.chain
        self._length = min(MOST_MEASURES, max(LENGTH, len(self.chain_now) + 1))
        super().__init__(typed, initial=self._first_values())
        measures = [("", "nothing more"), *((one.code, one.name) for one in MEASURES.values())]
        for at in range(1, self._length + 1):
            self.fields[f"measure_{at}"] = forms.ChoiceField(
                label="First by" if at == 1 else "then by", choices=measures, required=False
            )

    @property
    def measures(self) -> list[forms.BoundField]:
        """The selects of the chain, in their order."""
        return [self[f"measure_{at}"] for at in range(1, self._length + 1)]

    @property
    def figures(self) -> list[forms.BoundField]:
        """The fields that say how figures are counted."""
        return [self[name] for name in ("best_rounds", "won", "level", "lost")]

    def _first_values(self) -> dict[str, Any]:
        points = self.before.match_points
        counted = {"won": points.won, "level": points.level, "lost": points.lost}
        chain = {f"measure_{at}": code for at, code in enumerate(self.chain_now, start=1)}
        return chain | counted | {"best_rounds": self.before.best_rounds}

    def clean(self) -> dict[str, Any]:
        """Put the chain together, gaps left out, and refuse one that makes no sense."""
        clean = super().clean() or {}
        codes = [clean.get(f"measure_{at}", "") for at in range(1, self._length + 1)]
        clean["chain"] = tuple(code for code in codes if code)
        try:
            check_chain(clean["chain"])
        except EventViolation as refused:
            self.add_error(None, refused.sentence)
        return clean

    @property
    def counting(self) -> Counting:
        """What was typed about figures, or as it is where nothing was."""
        clean, points = self.cleaned_data, self.before.match_points
        won, level, lost = (
            now if (typed := clean.get(name)) is None else typed
            for name, now in (("won", points.won), ("level", points.level), ("lost", points.lost))
        )
        return Counting(MatchPoints(won, level, lost), clean.get("best_rounds") or 0)


def preset_values(code: str, terms: Terms) -> dict[str, Any] | None:
    """The fields as a chain of the catalogue fills them; None for a name that is none."""
    found = CHAINS.get(code)
    if found is None:
        return None
    points = terms.match_points
    return {
        **{f"measure_{at}": one for at, one in enumerate(found.measures, start=1)},
        "best_rounds": str(terms.best_rounds),
        **{"won": str(points.won), "level": str(points.level), "lost": str(points.lost)},
    }
