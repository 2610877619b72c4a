"""Rotations, measured: `python -m benchmarks.bench_rotation`.

Each number of people and of rounds that was searched for at length stands with the unevenness (SS) drawn here
at once, the floor proven by counting, the least ever found, and the seconds it took. Then late changes,
wishes, and large fields, which have nothing to stand beside but the floor. Seconds depend on the machine; all
else does not.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import partial

from tests.tournaments.engine.rotation_bests import BESTS, bar
from tournaments.engine.formats.figures import Figures, figures
from tournaments.engine.formats.rotation import Plan, draw_rotation, improve, plan_rotation
from tournaments.engine.formats.wishes import Spare, Wishes
from tournaments.engine.seating import Schedule

LATE = (
    (16, 3, 8, 1, 0),
    (24, 3, 8, 2, 0),
    (24, 3, 8, 0, 4),
    (32, 3, 10, 3, 1),
    (48, 3, 10, 4, 0),
    (100, 3, 10, 5, 2),
)
"""People, rounds played, rounds in all, who leave, who come."""
COUPLES = ((8, 4), (8, 6), (10, 6), (12, 6), (12, 8), (16, 8), (20, 8), (20, 10), (32, 10))
LARGE = ((42, 20), (57, 57), (66, 60), (90, 30), (150, 12), (200, 60), (200, 199))


def timed(draw: Callable[[], Schedule]) -> tuple[Schedule, float]:
    """What was drawn, and seconds of this process."""
    start = time.process_time()
    drawn = draw()
    return drawn, time.process_time() - start


def line(label: str, found: Figures, seconds: float, best: str = "") -> None:
    """One line of a table."""
    partners, unevenness = found.partner_repeats, found.unevenness
    repeated = f"{partners.reached} ({partners.floor})"
    even = f"{unevenness.reached} ({unevenness.floor})"
    print(f"{label:28} {repeated:>8} {even:>15} {best:>6} {found.most_opposed:3} {seconds:7.2f}")


def searched() -> None:
    """Beside the least found by long searches."""
    missed = 0
    for (people, rounds), best in sorted(BESTS.items()):
        drawn, seconds = timed(partial(draw_rotation, range(people), rounds, rng=random.Random(1)))
        found = figures(drawn)
        line(f"{people} people, {rounds} rounds", found, seconds, str(best))
        missed += found.unevenness.reached > bar(best) or found.partner_repeats.reached > 0
    print(f"{len(BESTS) - missed} of {len(BESTS)} within the bar")


def late() -> None:
    """People leave and come after some rounds."""
    for people, before, rounds, leaving, coming in LATE:
        played = draw_rotation(range(people), before, rng=random.Random(1)).rounds
        entrants = range(leaving, people + coming)
        drawn, seconds = timed(
            partial(draw_rotation, entrants, rounds - before, rng=random.Random(2), played=played)
        )
        label = f"{people} -{leaving} +{coming}, {before} of {rounds} played"
        line(label, figures([*played, *drawn.rounds]), seconds)


def wished() -> None:
    """Couples who never meet and partners of two groups; then tables of three."""
    for couples, rounds in COUPLES:
        apart = [(one, one + couples) for one in range(couples)]
        _planned(
            f"{couples} couples, {rounds} rounds",
            2 * couples,
            rounds,
            Wishes.of(apart=apart, mixed=range(couples)),
        )
    for people, rounds in ((7, 7), (10, 6), (19, 8), (30, 10)):
        for spare in (Spare.THREE_HANDED, Spare.GHOST):
            _planned(f"{people} {spare.value}, {rounds} rounds", people, rounds, Wishes(spare=spare))


def _planned(label: str, people: int, rounds: int, wishes: Wishes) -> None:
    plans: list[Plan] = []

    def draw() -> Schedule:
        plans.append(plan_rotation(range(people), rounds, rng=random.Random(1), wishes=wishes))
        return plans[-1].schedule

    drawn, seconds = timed(draw)
    line(label, figures(drawn), seconds, f"-{len(plans[0].relaxed)}" if plans[0].relaxed else "kept")


def large(cells: Sequence[tuple[int, int]] = LARGE) -> None:
    """Nothing to stand beside, and one million moves more."""
    for people, rounds in cells:
        drawn, seconds = timed(partial(draw_rotation, range(people), rounds, rng=random.Random(1)))
        line(f"{people} people, {rounds} rounds", figures(drawn), seconds)
        if people < 70:
            better, seconds = timed(partial(improve, drawn, rng=random.Random(2)))
            line("  and a million moves", figures(better), seconds)


def main() -> None:
    """Print the tables."""
    print(f"{'':28} partners      SS (floor)   best opp seconds")
    searched()
    late()
    wished()
    large()


if __name__ == "__main__":
    main()
