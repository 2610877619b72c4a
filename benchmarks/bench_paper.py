"""How long a sheet of paper takes for a night of 64 and of 200 people, beside the 1 s it may take for 64.

Run as `python -m benchmarks.bench_paper`. What is timed is what a director waits for after the database has
answered: a process started, the sheet laid out, the PDF written. Nothing is kept from one go to the next.
"""

from __future__ import annotations

import os
import resource
import time

BUDGET = 1.0
REPEATS = 3
ROUNDS = 8
HEAD = {"event": "Thursday night", "club": "Bude Euchre Club", "day": "Thursday 12 March 2026"}
RULES = {
    "seats": ["N", "E", "S", "W"],
    "sides": ["N/S", "E/W"],
    "alone": True,
    "rows": 8,
    "laps": False,
    "lurches": False,
    "ends": ["Penalties N/S", "Penalties E/W"],
    "worth": "point 1 · march 2 · euchre 2 · lone march 4",
}


def sheets(count: int) -> dict[str, dict[str, object]]:
    """What each layout reads, for so many people."""
    names = [f"Lowenna Chenoweth {at}" for at in range(count)]

    def line(at: int, number: int) -> dict[str, object]:
        seat = ("North", "East", "South", "West")[number % 4]
        place = {"round": number, "table": str(at // 4 + 1), "seat": seat, "sits_out": False}
        people = {"partner": names[at - number], "against": [names[at - 2 * number], names[at - 3 * number]]}
        return {**place, **people, "points": "", "lone": "", "total": ""}

    cards = [
        {"name": name, "number": at + 1, "rounds": [line(at, number) for number in range(1, ROUNDS + 1)]}
        for at, name in enumerate(names)
    ]
    people = [["N/S", f"{names[0]} & {names[1]}"], ["E/W", f"{names[2]} & {names[3]}"]]
    tables = [{"title": f"Round 1, table {at}", "game": "", "people": people} for at in range(1, count // 4)]
    placed = [{"name": name, "table": "7", "seat": "North", "with": f"with {names[0]}"} for name in names]
    why = "34 points; parted from Bob Rowe by games won, 5 to 4."
    lines = [
        {"rank": "1=", "name": name, "points": "34", "figures": ["5", "2"], "rounds": "8", "why": why}
        for name in names
    ]
    return {
        "personal_cards": {"pairs": False, "cards": cards},
        "score_sheets": {"across": 2, "rules": RULES, "sheets": tables},
        "seating_names": {"title": "Seating", "rounds": [{"title": "Round 1", "places": placed}]},
        "badges": {"badges": [{"name": name, "note": "", "number": 1} for name in names]},
        "table_cards": {"cards": [{"table": at} for at in range(1, count // 4 + 1)]},
        "standings": {"note": "", "columns": ["Games won", "Lone marches"], "chain": [], "lines": lines},
    }


def children() -> float:
    """Seconds of processor that the processes started so far have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the seconds and the size of each sheet, the best of some goes."""
    os.environ.setdefault("SERVE", "hall")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from tournaments.services.paper import compile_pdf

    for count in (64, 200):
        for layout, content in sheets(count).items():
            best = busy = float("inf")
            for _ in range(REPEATS):
                began, worked = time.perf_counter(), children()
                size = len(compile_pdf(layout, {"head": HEAD, **content}, "a4"))
                best, busy = min(best, time.perf_counter() - began), min(busy, children() - worked)
            ratio = f" ({best / BUDGET:.2f} of the budget)" if count == 64 else ""
            print(f"{layout} for {count}: {best:.2f} s{ratio}, processor {busy:.2f} s, {size // 1024} KB")


if __name__ == "__main__":
    main()
