"""What most draws share: checks of a request, who sits out, tables of fixed pairs, pairing at least cost."""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import rustworkx

from tournaments.engine.errors import EventViolation
from tournaments.engine.seating import DrawnRound, DrawnTable

MOST_ENTRANTS = 2000
CHANCE_BITS = 32
"""Of the lot that every possible pair draws: so that one best pairing is the only one, on any machine."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a draw could not keep, told to the director: `code` is kebab-case."""

    code: str
    sentence: str


def check_entrants(
    entrants: Sequence[int], *, least: int, most: int = MOST_ENTRANTS, what: str = "draw"
) -> None:
    """See that everybody is entered once and their number can be drawn; raise EventViolation otherwise."""
    if twice := sorted(entry for entry, times in Counter(entrants).items() if times > 1):
        raise EventViolation("entrant-twice", f"Entered more than once: {listed(twice)}.")
    if any(entry < 0 for entry in entrants):
        raise EventViolation("entrant-unknown", "The number of an entry is never below 0.")
    found = len(entrants)
    if found < least:
        raise EventViolation(
            "too-few-entrants", f"A {what} takes at least {least}; there are {len(entrants)}."
        )
    if found > most:
        raise EventViolation(
            "too-many-entrants", f"A {what} takes at most {most}; there are {len(entrants)}."
        )


def check_rounds(rounds: int, most: int, what: str = "draw") -> None:
    """Raise EventViolation unless `rounds` is 1 to `most`."""
    if not 1 <= rounds <= most:
        raise EventViolation("rounds-out-of-range", f"This {what} has 1 to {most} rounds, not {rounds}.")


def needs_results(rounds: int, played: Sequence[DrawnRound]) -> None:
    """Raise EventViolation when more than the first round is asked of a draw that follows results."""
    if rounds != 1 or played:
        raise EventViolation(
            "results-needed", "This movement goes by results: draw one round, play it, then draw the next."
        )


def meeting(table: int, one: int, other: int) -> DrawnTable:
    """A table where two entries of fixed people meet, one named at North, the other at East."""
    return DrawnTable(table, one, other, None, None)


def sit_outs(played: Iterable[DrawnRound]) -> dict[int, list[int]]:
    """The rounds each entry sat out, in order of playing; who never did is not listed."""
    rounds: dict[int, list[int]] = {}
    for drawn in played:
        for entry in drawn.sitting_out:
            rounds.setdefault(entry, []).append(drawn.number)
    return rounds


def choose_sitting(order: Sequence[int], count: int, played: Iterable[DrawnRound]) -> list[int]:
    """The next `count` to sit out: who did least often, then longest ago, then by their place in `order`."""
    before = sit_outs(played)
    return sorted(order, key=lambda entry: (len(before.get(entry, ())), before.get(entry, [0])[-1]))[:count]


def pair_off(
    people: Sequence[int], cost: Callable[[int, int], int], rng: random.Random, *, never: Collection[int] = ()
) -> list[tuple[int, int]] | None:
    """Everybody in twos so that the costs (not below 0) add up to least; among equals the lot decides.

    A pair whose cost is in `never` is not made; None when there is then no way. `people` are an even number.
    Pairs and the two in them come in the order of `people`. By maximum-weight matching in integers (Edmonds).
    """
    edges = []
    for at, one in enumerate(people):
        for far in range(at + 1, len(people)):
            price = cost(one, people[far])
            if price not in never:
                edges.append((at, far, price))
    matched = least_cost_matching(len(people), edges, rng)
    return None if matched is None else [(people[at], people[far]) for at, far in matched]


def least_cost_matching(
    people: int, edges: Sequence[tuple[int, int, int]], rng: random.Random
) -> list[tuple[int, int]] | None:
    """Pairs of 0 … people − 1 joining all of them at least cost, ascending; None when the edges cannot.

    The random part of a weight is far below any difference of cost, and makes the best pairing unique, so
    that neither the library's inner order nor the machine decides.
    """
    shift = CHANCE_BITS + people.bit_length()
    top = max((price for _, _, price in edges), default=0) + 1
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(people))
    graph.add_edges_from(
        [(one, far, (top - price << shift) + rng.getrandbits(CHANCE_BITS)) for one, far, price in edges]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < people:
        return None
    return sorted((one, far) if one < far else (far, one) for one, far in matched)


def listed(entries: Iterable[int | str]) -> str:
    """Numbers, or names, as a sentence holds them: "3, 5 and 8"."""
    words = [str(entry) for entry in entries]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nobody"
