"""How many hands a second the engine awards and reads, beside OpenSpiel's returns for as many finished hands.

Run as `python -m benchmarks.bench_award`. Rates differ from machine to machine: only the ratio of one run
counts, and both sides of it are measured in this run. OpenSpiel (`pyspiel`) is no dependency; where it is
not installed this is said, and there is no ratio.

What the ratio means: OpenSpiel's `returns` hands out two figures that its C++ worked out when the last card
fell, under its own rules and no others. Ours checks the facts and awards them, by side and by seat, under
any ruleset, in Python. The peer's rate is therefore about the ceiling of any call from Python, not that of
the same work.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from random import Random

from scoring.engine.catalogue import RULESETS
from scoring.engine.games import Played, play_game
from scoring.engine.hands import HandFacts, award, possible_hands
from scoring.engine.rulesets import Ruleset

HANDS = 20_000
PEERS_HANDS = 2_000
REPEATS = 5
SEED = 1880


def rate(job: Callable[[], int]) -> float:
    """Return how many hands a second the job does, the best of several goes; it says how many it did."""
    best = 0.0
    for _ in range(REPEATS):
        began = time.perf_counter()
        done = job()
        best = max(best, done / (time.perf_counter() - began))
    return best


def some_hands(rules: Ruleset, how_many: int) -> list[HandFacts]:
    """Draw hands the ruleset allows; the same ones every time."""
    return Random(SEED).choices(list(possible_hands(rules)), k=how_many)


def awarding(rules: Ruleset) -> float:
    """Return hands awarded a second."""
    hands = some_hands(rules, HANDS)

    def job() -> int:
        for hand in hands:
            award(hand, rules)
        return len(hands)

    return rate(job)


def reading(rules: Ruleset) -> float:
    """Return hands a second read from sheets of twelve hands: score, deal, end and tallies."""
    hands = some_hands(rules, HANDS)
    sheets = [
        [Played(number, hand) for number, hand in enumerate(hands[at : at + 12], start=1)]
        for at in range(0, len(hands), 12)
    ]
    dealer = rules.seats[0]

    def job() -> int:
        for sheet in sheets:
            play_game(rules, sheet, first_dealer=dealer)
        return len(hands)

    return rate(job)


def peers_returns() -> float | None:
    """Return how many finished hands a second OpenSpiel pays, or None where it is not installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game, chance = pyspiel.load_game("euchre"), Random(SEED)
    finished = []
    for _ in range(PEERS_HANDS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        finished.append(state)

    def job() -> int:
        for state in finished:
            state.returns()
        return len(finished)

    return rate(job)


def main() -> None:
    """Print the rates, and the ratio to the peer's if it is there."""
    ours = {key: awarding(RULESETS[key]) for key in ("north-american", "benny", "cut-throat")}
    for key, hands in ours.items():
        print(f"award, {key}: {hands:,.0f} hands/s")
    for key in ("north-american", "progressive-eight-hands"):
        print(f"play_game, sheets of twelve, {key}: {reading(RULESETS[key]):,.0f} hands/s")
    peer = peers_returns()
    if peer is None:
        print("OpenSpiel is not installed (pip install open_spiel): nothing to compare with in this run.")
        return
    print(f"OpenSpiel returns(): {peer:,.0f} hands/s")
    print(f"award, north-american / OpenSpiel: {ours['north-american'] / peer:.2f}")


if __name__ == "__main__":
    main()
