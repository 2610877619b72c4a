"""Standings and rotations, measured: `python -m benchmarks.bench_standings`.

Standings stand beside a floor in the same run: adding up points in a dict and sorting by them, which no
ranking can do without. The ratio says what exact measures, tie-breaks and head-to-head cost on top. Rotations
print what was reached beside the proven floor.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from tournaments.engine.explanations import explain
from tournaments.engine.formats.rotation import draw_rotation, floor, repeats
from tournaments.engine.results import Result, Tally
from tournaments.engine.seating import DrawnRound, Schedule, contacts
from tournaments.engine.standings import rank

CHAIN = ("PTS", "WIN", "LONE", "HEAD")
ROTATIONS = ((8, 7), (12, 8), (16, 8), (18, 8), (24, 8), (32, 10), (40, 8), (64, 12), (100, 10), (200, 12))


def evening(people: int, rounds: int) -> list[Result]:
    """A night's results for a drawn rotation: eight hands a round, points at random."""
    rng = random.Random(people)
    return [
        result
        for drawn in draw_rotation(range(people), rounds, rng=rng).rounds
        for result in _round(drawn, rng)
    ]


def _round(drawn: DrawnRound, rng: random.Random) -> list[Result]:
    results = []
    for table in drawn.tables:
        points = rng.randint(2, 12), rng.randint(2, 12)
        for at, side in enumerate(table.sides):
            mine, theirs = points[at], points[1 - at]
            won = Fraction(1, 2) if mine == theirs else Fraction(int(mine > theirs))
            for entry in side:
                tally = Tally(
                    entry=entry,
                    person=entry,
                    points=mine,
                    games_won=won,
                    games_played=1,
                    lone_marched=int(rng.random() < 0.2),
                    partners=frozenset(side) - {entry},
                    opponents=frozenset(table.sides[1 - at]),
                )
                results.append(Result(round=drawn.number, match=table.table, tally=tally))
    return results


def sort_on_points(results: Sequence[Result]) -> list[tuple[int, int]]:
    """The floor: points added up and sorted, and nothing else."""
    points: Counter[int] = Counter()
    for result in results:
        points[result.tally.entry] += result.tally.points
    return sorted(points.items(), key=lambda item: -item[1])


def seconds(job: Callable[[], object], least: float = 0.5) -> float:
    """The fastest of several runs, for at least `least` seconds."""
    best, until = float("inf"), time.perf_counter() + least
    while time.perf_counter() < until:
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best


def report_standings() -> None:
    """Print what ranking costs beside the floor."""
    print(f"standings by {', '.join(CHAIN)}, eight rounds; times in ms")
    print(f"{'entries':>7} {'results':>7} {'rank':>7} {'per s':>6} {'floor':>6} {'ratio':>5} {'told':>5}")
    for people in (32, 64, 200):
        results = evening(people, 8)
        names = {entry: f"Player {entry}" for entry in range(people)}
        ranked = seconds(partial(rank, range(people), results, CHAIN))
        lowest = seconds(partial(sort_on_points, results))
        standings = rank(range(people), results, CHAIN)
        told = seconds(partial(explain, standings, names))
        print(
            f"{people:7} {len(results):7} {ranked * 1e3:7.2f} {1 / ranked:6.0f} {lowest * 1e3:6.3f}"
            f" {ranked / lowest:5.1f} {told * 1e3:5.2f}"
        )


def report_rotations() -> None:
    """Print what rotations reach, and in what time."""
    print("\nrotations, found / proven floor of partner repeats")
    print(f"{'people':>8} {'rounds':>8} {'partners':>10} {'opponents':>10} {'meetings':>9} {'seconds':>8}")
    for people, rounds in ROTATIONS:
        start = time.perf_counter()
        schedule: Schedule = draw_rotation(range(people), rounds, rng=random.Random(1))
        taken = time.perf_counter() - start
        met = contacts(schedule)
        reached = f"{repeats(schedule)} / {floor(schedule)}"
        print(
            f"{people:8} {rounds:8} {reached:>10} {met.opponent_repeats:10}"
            f" {met.meeting_repeats:9} {taken:8.2f}"
        )


if __name__ == "__main__":
    report_standings()
    report_rotations()
