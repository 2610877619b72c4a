"""What it costs the draw when people come or go: repeats and sit-outs before and after, in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.formats.figures import Figure, Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Figures of all rounds that bind or are proposed, before a change of who takes part and after it.

    `redrawn` are the numbers of the rounds drawn anew. `note` is a sentence that says why none were, where
    some were proposed. None stands where nothing was drawn at all. `decided` matches of a bracket were by
    the change: whoever left gave them up.
    """

    redrawn: Sequence[int] = ()
    before: Figures | None = None
    after: Figures | None = None
    note: str = ""
    decided: int = 0

    @property
    def sentences(self) -> list[str]:
        """What the director reads; nothing where no draw was concerned."""
        if self.decided:
            return [f"{_matches(self.decided)} decided by it in the bracket."]
        if self.note:
            return [self.note]
        if not self.redrawn or self.before is None or self.after is None:
            return []
        said = [f"{_rounds(self.redrawn)} drawn anew."]
        if self.before.most_partnered or self.after.most_partnered:
            said.append(_repeats("partners", self.before.partner_repeats, self.after.partner_repeats))
        said.append(_repeats("opponents", self.before.opponent_repeats, self.after.opponent_repeats))
        before, after = _sit_outs(self.before), _sit_outs(self.after)
        if before != "0" or after != "0":
            said.append(f"Rounds that each sits out: {before} before, {after} now.")
        return said

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        return " ".join(self.sentences)


def _matches(count: int) -> str:
    return "1 match is" if count == 1 else f"{count} matches are"


def _rounds(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"Round {numbers[0]} is"
    return f"Rounds {numbers[0]} to {numbers[-1]} are"


def _repeats(of: str, before: Figure, after: Figure) -> str:
    best = "nobody can do better" if after.proven else f"nobody can do better than {after.floor}"
    return f"Repeats of {of}: {before.reached} before, {after.reached} now; {best}."


def _sit_outs(figures: Figures) -> str:
    fewest, most = figures.fewest_sit_outs, figures.most_sit_outs
    return str(most) if fewest == most else f"{fewest} to {most}"
