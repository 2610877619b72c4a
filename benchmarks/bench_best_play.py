"""How long best play of a whole deal takes, beside a plain minimax without memory on the same deals.

Run as `python -m benchmarks.bench_best_play`. Times differ from machine to machine: only the ratio of one run
counts, and both sides of it are measured in this run. The bar is a whole deal of four hands in 50
milliseconds, by the median.

The peer is what one writes first: every legal way of finishing the hand, no bounds, no memory, on sets of
cards. Whole deals would take it too long, so both are compared on the same deals of four cards a hand.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median

from scoring.engine.best_play import best_cards, best_tricks
from scoring.engine.cards import Suit, pack
from scoring.engine.catalogue import RULESETS
from scoring.engine.positions import Position
from tests.scoring.engine.plain_search import plain_tricks

DEALS = 200
PEERS_DEALS = 25
SEED = 1880


def some_deals(key: str, how_many: int, *, cards: int = 5, lone: bool = False) -> list[Position]:
    """Deal positions before the first lead; the same ones every time."""
    rules, chance = RULESETS[key], Random(SEED)
    deals = []
    for _ in range(how_many):
        seats = rules.seats[:3] if lone else rules.seats
        dealt = chance.sample(pack(rules), 5 * len(seats))
        held = {seat: frozenset(dealt[at * 5 :][:cards]) for at, seat in enumerate(seats)}
        makers = frozenset({seats[0]}) if lone else rules.side_of(seats[0])
        trump = chance.choice(list(Suit))
        deals.append(Position(held=held, trump=trump, to_play=chance.choice(seats), makers=makers))
    return deals


def times(job: Callable[[Position], object], deals: Sequence[Position]) -> list[float]:
    """Milliseconds for each deal."""
    taken = []
    for deal in deals:
        began = time.perf_counter()
        job(deal)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def plain(position: Position) -> int:
    """Play everything out."""
    return plain_tricks(position, position.makers, position.makers)


def main() -> None:
    """Print the times by kind of deal, and the ratio to the peer's."""
    for key in ("two-handed", "cut-throat", "north-american", "benny", "four-handed-1880"):
        taken = times(best_tricks, some_deals(key, DEALS))
        print(f"best_tricks, whole deals, {key}: median {median(taken):.2f} ms, most {max(taken):.1f} ms")
    taken = times(best_tricks, some_deals("north-american", DEALS, lone=True))
    print(f"best_tricks, whole deals, lone hand: median {median(taken):.2f} ms, most {max(taken):.1f} ms")
    taken = times(best_cards, some_deals("north-american", DEALS))
    print(f"best_cards, whole deals, north-american: median {median(taken):.2f} ms, most {max(taken):.1f} ms")
    short = some_deals("north-american", PEERS_DEALS, cards=4)
    ours, peers = sum(times(best_tricks, short)), sum(times(plain, short))
    print(f"four cards each: ours {ours / len(short):.2f} ms a deal, plain {peers / len(short):.1f} ms")
    print(f"plain / ours: {peers / ours:.0f}")


if __name__ == "__main__":
    main()
