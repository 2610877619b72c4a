"""Draws, measured: `python -m benchmarks.bench_draws`.

Bars are those agreed for the house: single and double elimination as fast as brackets-manager makes and
stores them in memory (0.6, 4.4 and 44 or 61 ms for 64, 256 and 1,024 entries, measured elsewhere), and a
Swiss round after five in 0.1 s for 256 entries and 0.5 s for 1,000. brackets-manager runs on Node and is
not on PyPI.

Peers in the same run, where they are installed (`pip install double-elimination`; swisspair comes with the
tests): double-elimination links the same matches as plain objects, without their rounds and places on
paper, and does not keep rematches off; swisspair is C++ and weighs all pairs exactly, so its time is that
of the same kind of answer.
"""

import importlib
import random
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from types import ModuleType

from tournaments.engine.formats.bracket import draw_bracket
from tournaments.engine.formats.bracket_double import draw_double_bracket
from tournaments.engine.formats.by_lot import draw_by_lot
from tournaments.engine.formats.fixed_steps import better_steps
from tournaments.engine.formats.pods import draw_pods
from tournaments.engine.formats.round_robin import draw_round_robin
from tournaments.engine.formats.swiss import Within, draw_swiss_round
from tournaments.engine.formats.tree import ready, record, unfold
from tournaments.engine.seating import DrawnRound, contacts

BRACKET_BARS = {64: (0.6, 0.6), 256: (4.4, 4.4), 1024: (44.0, 61.0)}
SWISS_BARS = {256: 100, 1000: 500}


def peer(name: str) -> ModuleType | None:
    """The peer's module, None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def milliseconds(job: Callable[[], object], least: float = 0.3) -> float:
    """The fastest of several runs, for at least `least` seconds."""
    best, until = float("inf"), time.perf_counter() + least
    while time.perf_counter() < until:
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def report_brackets() -> None:
    """Print what making a bracket costs, and moving one result on."""
    other = peer("double_elimination.tournament")
    print("brackets; times in ms" + ("" if other else "; double-elimination is not installed, so no ratio"))
    print(f"{'entries':>7} {'kind':>7} {'ours':>7} {'bar':>6} {'peer':>7} {'ratio':>6} {'a result':>8}")
    for entries, bars in BRACKET_BARS.items():
        seeds = list(range(entries))
        for kind, draw, bar in (
            ("single", draw_bracket, bars[0]),
            ("double", draw_double_bracket, bars[1]),
        ):
            ours = milliseconds(partial(draw, seeds))
            bracket = draw(seeds)
            number = ready(bracket)[0]
            moved = milliseconds(partial(record, bracket, number, unfold(bracket)[number].one), 0.1)
            theirs = milliseconds(partial(other.Tournament, seeds)) if other and kind == "double" else None
            told = f"{theirs:7.2f} {theirs / ours:6.1f}" if theirs else f"{'–':>7} {'–':>6}"
            print(f"{entries:7} {kind:>7} {ours:7.2f} {bar:6.1f} {told} {moved:8.2f}")


def swiss_season(entries: int, rounds: int) -> tuple[dict[int, Fraction], list[DrawnRound]]:
    """Scores and rounds of a Swiss event with random winners."""
    rng, scores = random.Random(entries), dict.fromkeys(range(entries), Fraction(0))
    played: list[DrawnRound] = []
    for _ in range(rounds):
        played.append(draw_swiss_round(scores, rng=rng, played=played).round)
        for table in played[-1].tables:
            scores[rng.choice(table.seated)] += 1
    return scores, played


def swisspair_round(
    swisspair: ModuleType, scores: dict[int, Fraction], played: Sequence[DrawnRound]
) -> Callable[[], object]:
    """The same round drawn by the peer."""
    met: dict[str, set[str]] = {str(entry): set() for entry in scores}
    for one, other in contacts(played).meetings:
        met[str(one)].add(str(other))
        met[str(other)].add(str(one))
    players = [
        swisspair.Player(
            id=str(entry), points=int(scores[entry]), rank=at, cannot_be_paired_against_ids=met[str(entry)]
        )
        for at, entry in enumerate(sorted(scores, key=lambda entry: -scores[entry]), start=1)
    ]
    return partial(swisspair.create_matches, players)


def _sixth(
    scores: dict[int, Fraction], played: Sequence[DrawnRound], within: Within, order: Sequence[int]
) -> object:
    return draw_swiss_round(scores, rng=random.Random(1), played=played, within=within, order=order)


def report_swiss() -> None:
    """Print what the sixth Swiss round costs, by lot and folded, and that nobody meets again."""
    other = peer("swisspair")
    print("\nSwiss, the round after five; times in ms", end="")
    print("" if other else "; swisspair is not installed, so no ratio")
    print(f"{'entries':>7} {'by lot':>7} {'fold':>7} {'next':>7}", end=" ")
    print(f"{'bar':>5} {'again':>5} {'peer':>8} {'ratio':>6}")
    for entries, bar in SWISS_BARS.items():
        scores, played = swiss_season(entries, 5)
        order = sorted(scores, key=lambda entry: (-scores[entry], entry))
        times = []
        for within in Within:
            job = partial(_sixth, scores, played, within, order)
            times.append(milliseconds(job))
        drawn = draw_swiss_round(scores, rng=random.Random(1), played=played).round
        again = contacts([*played, drawn]).meeting_repeats
        theirs = milliseconds(swisspair_round(other, scores, played), 0.01) if other else None
        told = f"{theirs:8.1f} {theirs / times[0]:6.1f}" if theirs else f"{'–':>8} {'–':>6}"
        print(f"{entries:7} {times[0]:7.1f} {times[1]:7.1f} {times[2]:7.1f} {bar:5} {again:5} {told}")


def report_others() -> None:
    """Print what other draws cost; no peer is known for them."""
    print("\nothers; times in ms")
    jobs: dict[str, Callable[[], object]] = {
        "round robin of 64, all rounds": lambda: draw_round_robin(range(64), 63, rng=random.Random(1)),
        "100 people by lot, 8 rounds": lambda: draw_by_lot(range(100), 8, rng=random.Random(1)),
        "100 people in pods, 9 rounds": lambda: draw_pods(range(100), 9, rng=random.Random(1)),
        "best steps at 25 tables, 12 rounds": lambda: better_steps(25, 12),
    }
    for name, job in jobs.items():
        print(f"{name:<36} {milliseconds(job, 0.1):8.1f}")


if __name__ == "__main__":
    report_brackets()
    report_swiss()
    report_others()
