"""What one person did on a night, added up; and matches won in a row, through nights and years."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One person's part in one match, or a round of a personal card. Figures as in `results.Tally`.

    `won` is 1, 0 for level, -1 for lost; None where it is not known, or not over.
    """

    round: int
    won: int | None
    points: int
    games_played: int
    half_games_won: int
    hands: int = 0
    made: int = 0
    euchred: int = 0
    euchres: int = 0
    marches: int = 0
    lone_tried: int = 0
    lone_marched: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Parts added up. `rounds` are those one sat in; `matches` those that tell who won.

    `run_first`, `run_last` and `run_best` are matches won in a row: from the first on, up to the last, at
    most. A level match ends a run; one that tells nothing neither ends nor lengthens it.
    """

    rounds: int = 0
    points: int = 0
    games_played: int = 0
    half_games_won: int = 0
    hands: int = 0
    made: int = 0
    euchred: int = 0
    euchres: int = 0
    marches: int = 0
    lone_tried: int = 0
    lone_marched: int = 0
    matches: int = 0
    matches_won: int = 0
    run_first: int = 0
    run_last: int = 0
    run_best: int = 0


_SUMS = tuple(one.name for one in fields(Part) if one.name not in ("round", "won"))
_WHOLE = tuple(one.name for one in fields(Done) if not one.name.startswith("run_"))
NOTHING = Done()


def added_up(parts: Sequence[Part]) -> Done:
    """A night of one person; `parts` in the order of play."""
    told = [one.won == 1 for one in parts if one.won is not None]
    runs = _runs(told)
    return Done(
        rounds=len({one.round for one in parts}),
        matches=len(told),
        matches_won=sum(told),
        run_first=runs[0] if told and told[0] else 0,
        run_last=runs[-1] if told and told[-1] else 0,
        run_best=max(runs, default=0),
        **{name: sum(getattr(one, name) for one in parts) for name in _SUMS},
    )


def _runs(told: Iterable[bool]) -> list[int]:
    """Lengths of the runs of wins, in order."""
    runs: list[int] = []
    going = False
    for won in told:
        if won and going:
            runs[-1] += 1
        elif won:
            runs.append(1)
        going = won
    return runs


def together(nights: Iterable[Done]) -> Done:
    """Several nights as one, in their order: a run goes on from night to night."""
    own = list(nights)
    first = going = best = 0
    unbroken = True
    for one in own:
        best = max(best, one.run_best, going + one.run_first)
        if unbroken:
            first += one.run_first
        won_all = one.run_first == one.matches
        unbroken = unbroken and won_all
        going = going + one.matches if won_all else one.run_last
    sums = {name: sum(getattr(one, name) for one in own) for name in _WHOLE}
    return Done(run_first=first, run_last=going, run_best=best, **sums)
