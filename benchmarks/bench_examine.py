"""How many full records a second the engine examines, beside OpenSpiel replaying the same hands.

Run as `python -m benchmarks.bench_examine`. Only the ratios of one run count: both sides are measured in it,
on the 2,000 legal hands of the tests' corpus. OpenSpiel (`pyspiel`, PyPI `open_spiel`) is no dependency;
where it is not installed this is said, and there are no ratios. It may lie in another environment:
`PYTHONPATH` finds it there.

*Plain replay*: a new state, and every action of the hand looked up in the legal actions and applied, from
numbers made ready beforehand. *The same job*: OpenSpiel given a record as it was written down, and asked what
`examine` answers: is the deal sound, is each seat in turn, is each step legal, are the trick winners, the
tricks and the points that were written down right.
"""

from __future__ import annotations

import gc
import importlib
import time
from collections.abc import Callable
from typing import Any

from scoring.engine.examine import examine
from scoring.engine.verdicts import Status
from tests.scoring.engine.oracle_lines import lines, record_of, rules_of

GOES = 5
SEATS, SUITS, RANKS = "NESW", "CDHS", "9TJQKA"
CARDS = {rank + suit: 4 * r + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
PASS, FIRST_SUIT, ALONE, WITH_PARTNER = 24, 25, 29, 30
Line = dict[str, Any]


def rate(job: Callable[[], int]) -> float:
    """Return how many hands a second of its own time the job does in one go; other work does not count."""
    gc.collect()
    began = time.process_time()
    done = job()
    return done / (time.process_time() - began)


def ours(chosen: list[Line], status: Status | None) -> Callable[[], int]:
    """Examine records made ready beforehand."""
    records = [(record_of(line), rules_of(line)) for line in chosen]

    def job() -> int:
        for record, rules in records:
            verdict = examine(record, rules)
            assert status in (None, verdict.status)
        return len(records)

    return job


class Peer:
    """OpenSpiel's euchre, with the four combinations of its two options."""

    def __init__(self, pyspiel: Any) -> None:
        self.games = {
            (stick, defend): pyspiel.load_game(
                "euchre", {"stick_the_dealer": stick, "allow_lone_defender": defend}
            )
            for stick in (False, True)
            for defend in (False, True)
        }

    def game(self, line: Line) -> Any:
        return self.games[line["rules"]["stick_dealer"], line["rules"]["defend_alone"]]

    def deal(self, line: Line) -> list[int]:
        """Who deals, the cards one at a time from the dealer, the upcard."""
        dealer = SEATS.index(line["dealer"])
        order = [SEATS[(dealer + place) % 4] for place in range(4)]
        cards = [CARDS[line["hands"][seat][at]] for at in range(5) for seat in order]
        return [dealer, *cards, CARDS[line["upcard"]]]

    def bid(self, line: Line, call: str) -> int:
        if call == "pass":
            return PASS
        suit = line["upcard"][1] if call == "order_up" else call[-1]
        return FIRST_SUIT + SUITS.index(suit)

    def actions(self, line: Line) -> list[int]:
        """Every action of a legal hand."""
        actions = self.deal(line) + [self.bid(line, call) for _, call in line["bids"]]
        if line["discard"]:
            actions.append(CARDS[line["discard"]])
        state = self.game(line).new_initial_state()
        for action in actions:
            state.apply_action(action)
        while not state.is_terminal() and ALONE in state.legal_actions():
            alone = SEATS[state.current_player()] in line["alone"]
            actions.append(ALONE if alone else WITH_PARTNER)
            state.apply_action(actions[-1])
        return actions + [CARDS[card] for _, card in line["plays"]]

    def replay(self, chosen: list[Line]) -> Callable[[], int]:
        """Plain replay."""
        ready = [(self.game(line), self.actions(line)) for line in chosen]

        def job() -> int:
            for game, actions in ready:
                state = game.new_initial_state()
                for action in actions:
                    assert action in state.legal_actions()
                    state.apply_action(action)
            return len(ready)

        return job

    def same_job(self, chosen: list[Line]) -> Callable[[], int]:
        """Judge lines as they were written down."""

        def job() -> int:
            for line in chosen:
                assert self.judge(line)
            return len(chosen)

        return job

    def judge(self, line: Line) -> bool:
        """Say whether OpenSpiel finds everything in a line as it was written."""
        state = self.game(line).new_initial_state()
        for action in self.deal(line):
            if action not in state.legal_actions():
                return False
            state.apply_action(action)
        steps = [(seat, self.bid(line, call)) for seat, call in line["bids"]]
        if line["discard"]:
            steps.append((line["dealer"], CARDS[line["discard"]]))
        if not self.follow(state, steps):
            return False
        alone = []
        while not state.is_terminal() and ALONE in state.legal_actions():
            seat = SEATS[state.current_player()]
            if seat in line["alone"]:
                alone.append(seat)
            state.apply_action(ALONE if seat in line["alone"] else WITH_PARTNER)
        plays = [(seat, CARDS[card]) for seat, card in line["plays"]]
        return alone == line["alone"] and self.follow(state, plays) and self.result(state, line)

    def follow(self, state: Any, steps: list[tuple[str, int]]) -> bool:
        for seat, action in steps:
            if state.current_player() != SEATS.index(seat) or action not in state.legal_actions():
                return False
            state.apply_action(action)
        return True

    def result(self, state: Any, line: Line) -> bool:
        if not state.is_terminal():
            return False
        winners = [SEATS[trick.winner()] for trick in state.tricks()] if line["plays"] else []
        if winners != line["trick_winners"]:
            return False
        tricks = {side: sum(seat in side for seat in winners) for side in ("NS", "EW")}
        returns = state.returns()
        points = {"NS": max(0, int(returns[0])), "EW": max(0, int(returns[1]))}
        return tricks == line["tricks"] and points == line["points"]


def main() -> None:
    """Print the rates, and the ratios to the peer's if it is there; the sides take turns."""
    legal = [line for line in lines() if line["legal"]]
    faulty = [line for line in lines() if not line["legal"]]
    jobs = {
        "examine, full legal records": ours(legal, Status.LEGAL),
        "examine, full records with one fault": ours(faulty, Status.ILLEGAL),
    }
    try:
        peer = Peer(importlib.import_module("pyspiel"))
    except ImportError:
        print("OpenSpiel is not importable (PyPI open_spiel): nothing to compare with in this run.")
    else:
        jobs["OpenSpiel, plain replay"] = peer.replay(legal)
        jobs["OpenSpiel, the same job"] = peer.same_job(legal)
    best = dict.fromkeys(jobs, 0.0)
    for _ in range(GOES):
        for name, job in jobs.items():
            best[name] = max(best[name], rate(job))
    for name, hands in best.items():
        print(f"{name}: {hands:,.0f} hands/s")
    mine, *_ = best.values()
    for name in list(best)[2:]:
        print(f"examine / {name}: {mine / best[name]:.2f}")


if __name__ == "__main__":
    main()
