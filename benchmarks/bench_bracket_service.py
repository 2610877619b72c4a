"""Brackets on a database, measured: `python -m benchmarks.bench_bracket_service`.

A bracket is proposed, accepted and read back, all its matches with names as the page has them. The bars are
those agreed for the house: 50, 150 and 600 ms for single elimination of 64, 256 and 1,024 entries. Beside
them, in the same run, stands the floor: the engine alone drawing and unfolding the same tree. Standings are
computed after the commit, on a server by a worker; what they cost stands in the last column.
"""

import time
from collections.abc import Callable
from functools import partial

from django.db import connection, transaction

from benchmarks.database import fresh_database
from tests import factories
from tests.tournaments.bracket_events import DIRECTOR, bracket_event
from tournaments.engine.formats.bracket import draw_bracket
from tournaments.engine.formats.bracket_double import draw_double_bracket
from tournaments.engine.formats.tree import unfold
from tournaments.models import Event
from tournaments.selectors.bracket_pages import bracket_page, bracket_shown
from tournaments.selectors.brackets import bracket_of
from tournaments.services.bracket_calls import call_matches
from tournaments.services.bracket_verdicts import decide_match
from tournaments.services.brackets import accept_bracket, propose_bracket
from tournaments.services.standings import compute_standings

BARS = {64: 50, 256: 150, 1024: 600}
KINDS = {
    "single": ("single-elimination", draw_bracket),
    "double": ("double-elimination", draw_double_bracket),
}


def milliseconds(job: Callable[[], object], times: int = 3) -> float:
    """The fastest of several runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best * 1e3


def draw_and_read(event: Event) -> None:
    """Everything from the seeds to what a page shows."""
    propose_bracket(event=event, actor=DIRECTOR, seed="bench")
    accept_bracket(event=event, seed="bench", actor=DIRECTOR)
    page = bracket_page(event)
    assert page.now is not None
    bracket_shown(page.now, page.names)


def measure(event: Event) -> list[float]:
    """Drawing and reading, one call, one result, then the standings: each in ms."""
    taken = [milliseconds(partial(_in_one_go, event), 1) for _ in range(4)]
    with transaction.atomic():
        propose_bracket(event=event, actor=DIRECTOR, seed="bench")
        stage = accept_bracket(event=event, seed="bench", actor=DIRECTOR)
        calls = [milliseconds(partial(_call, event, table), 1) for table in (1, 2, 3)]
        winner = next(one.one for one in unfold(bracket_of(stage)) if one.one is not None)
        result = milliseconds(lambda: decide_match(stage=stage, number=0, winner=winner, actor=DIRECTOR), 1)
        standings = milliseconds(lambda: compute_standings(event.pk))
        transaction.set_rollback(True)
    return [min(taken), min(calls), result, standings]


def _in_one_go(event: Event) -> None:
    """In a transaction that is given up, so that the next run finds nothing drawn."""
    with transaction.atomic():
        draw_and_read(event)
        transaction.set_rollback(True)


def _call(event: Event, table: int) -> None:
    call_matches(event=event, tables=[table], actor=DIRECTOR)


def report() -> None:
    """Print what brackets cost on this database."""
    print(f"brackets on {connection.vendor}: proposed, accepted, read; times in ms")
    heads = ("entries", "kind", "taken", "bar", "of it", "engine", "a call", "result", "ranked")
    print(" ".join(f"{head:>7}" for head in heads))
    for entries, bar in BARS.items():
        for kind, (format, draw) in KINDS.items():
            club = factories.make_club(f"{entries} {kind}")
            taken, call, result, ranked = measure(bracket_event(entries, format, club=club))
            floor = milliseconds(lambda draw=draw, entries=entries: unfold(draw(range(entries))))  # type: ignore[misc]
            figures = (taken, floor, call, result, ranked)
            one, *others = (f"{figure:.1f}" for figure in figures)
            told = (str(entries), kind, one, str(bar), f"{taken / bar:.2f}", *others)
            print(" ".join(f"{figure:>7}" for figure in told))


if __name__ == "__main__":
    with fresh_database():
        report()
