"""Fixed steps before the event: when people first meet again by them, and which steps do better."""

from dataclasses import dataclass

from tournaments.engine.formats.fixed_steps import Steps, StepsCheck, better_steps, check_steps
from tournaments.engine.formats.options import StageTerms

MOST_PEOPLE = 240
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}


@dataclass(frozen=True, slots=True)
class StepsShown:
    """Steps with what they come to, in words."""

    check: StepsCheck

    @property
    def text(self) -> str:
        """ "N 0, E +1, S −1, W +2"."""
        return ", ".join(
            f"{seat} {f'{step:+d}'.replace('-', '−') if step else 0}"
            for seat, step in zip("NESW", self.check.steps, strict=True)
        )

    @property
    def named(self) -> list[tuple[str, int]]:
        """As a form sends them."""
        return list(zip(("north", "east", "south", "west"), self.check.steps, strict=True))

    @property
    def sentence(self) -> str:
        """The first time anybody meets again."""
        found, first = self.check, self.check.first
        if first is None:
            return f"Nobody meets anybody twice in {found.rounds} rounds."
        one, other = (SEATS[letter] for letter in first.seats)
        how = "partners" if first.partners else "opponents"
        return (
            f"In round {first.round} those who began as {one} and {other} of one table meet again, as {how}."
        )


@dataclass(frozen=True, slots=True)
class StepsPage:
    """The steps in force (the best there are, unless some were chosen), those tried, and better ones."""

    people: int
    tables: int
    rounds: int
    chosen: bool
    now: StepsShown
    tried: StepsShown | None
    better: list[StepsShown]


def steps_page(people: int, terms: StageTerms, tried: Steps | None = None) -> StepsPage | None:
    """What the movement by steps comes to for so many people; None where it cannot be said. No query."""
    if not 3 <= people <= MOST_PEOPLE or terms.format != "fixed-steps" or terms.rounds < 1:
        return None
    tables = -(-people // 4)
    best = better_steps(tables, terms.rounds)
    chosen = terms.options.steps
    now = (
        check_steps((chosen[0], chosen[1], chosen[2], chosen[3]), tables, terms.rounds) if chosen else best[0]
    )
    looked_at = check_steps(tried, tables, terms.rounds) if tried is not None else None
    return StepsPage(
        people=people,
        tables=tables,
        rounds=terms.rounds,
        chosen=bool(chosen),
        now=StepsShown(now),
        tried=StepsShown(looked_at) if looked_at is not None else None,
        better=[StepsShown(one) for one in best if _repeats(one) < _repeats(now)],
    )


def _repeats(check: StepsCheck) -> tuple[int, int]:
    return check.partner_repeats, check.meeting_repeats
