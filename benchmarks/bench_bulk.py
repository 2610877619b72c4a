"""How many hands a second are read and judged, yes or no, out of a text: `bulk` beside OpenSpiel.

Run as `python -m benchmarks.bench_bulk`, with OpenSpiel importable or not as in `bench_examine`. Our side
begins with the text of the 2,000 legal hands of the tests' corpus, so that reading is in it; OpenSpiel's
plain replay begins with actions made ready beforehand. The sides take turns, and only the ratios count.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from benchmarks.bench_examine import GOES, Line, Peer, rate
from scoring.engine.bulk import legal_hands
from scoring.engine.examine import examine
from scoring.engine.notation import read_native
from scoring.engine.notation_hands import write_hand
from scoring.engine.records import HandRecord
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Status
from tests.scoring.engine.oracle_lines import lines, record_of, rules_of

Texts = list[tuple[str, Ruleset]]
REPEATED = 5
"""Times the hands stand in the text: a bulk file is longer than the corpus."""


def texts_of(chosen: list[Line], *, seated: bool) -> Texts:
    """Write the hands, one text for each ruleset, with or without whose each call and card was."""
    grouped: dict[int, tuple[Ruleset, list[str]]] = {}
    for line in chosen:
        rules = rules_of(line)
        text = write_hand(record_of(line), tuple(Seat))
        for seat in () if seated else Seat:
            text = text.replace(f"@{seat}", "")
        grouped.setdefault(id(rules), (rules, []))[1].append(text)
    return [("\n".join(written * REPEATED), rules) for rules, written in grouped.values()]


def bulk(texts: Texts) -> Callable[[], int]:
    """Read and judge with `legal_hands`."""
    return lambda: sum(1 for text, rules in texts for _ in legal_hands(text, rules))


def one_by_one(texts: Texts) -> Callable[[], int]:
    """Read with `read_native`, judge with `examine`."""

    def job() -> int:
        done = 0
        for text, rules in texts:
            for hand in read_native(text).games[0].hands:
                assert isinstance(hand, HandRecord)
                assert examine(hand, rules).status is not Status.UNPROVEN
                done += 1
        return done

    return job


def main() -> None:
    """Print the rates, and the ratios to the peer's if it is there."""
    legal = [line for line in lines() if line["legal"]]
    faulty = [line for line in lines() if not line["legal"]]
    plain, seated = texts_of(legal, seated=False), texts_of(legal, seated=True)
    jobs = {
        "legal_hands, legal hands": bulk(plain),
        "legal_hands, the same with seats written": bulk(seated),
        "legal_hands, hands with one fault": bulk(texts_of(faulty, seated=True)),
        "read_native and examine, legal hands": one_by_one(plain),
    }
    try:
        jobs["OpenSpiel, plain replay"] = Peer(importlib.import_module("pyspiel")).replay(legal)
    except ImportError:
        print("OpenSpiel is not importable (PyPI open_spiel): nothing to compare with in this run.")
    best = dict.fromkeys(jobs, 0.0)
    for _ in range(GOES):
        for name, job in jobs.items():
            best[name] = max(best[name], rate(job))
    peer = best.get("OpenSpiel, plain replay")
    for name, hands in best.items():
        print(f"{name}: {hands:,.0f} hands/s" + (f", {hands / peer:.2f} × plain replay" if peer else ""))


if __name__ == "__main__":
    main()
