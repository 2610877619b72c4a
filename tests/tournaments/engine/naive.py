"""A second ranking, written without the first: all are compared with all, and sets are tried one by one.

Slow on purpose, and only for small events; it shares nothing with the engine but the shape of a result.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from tournaments.engine.results import Result


def naive_ranks(entries: Sequence[int], results: Sequence[Result], chain: Sequence[str]) -> dict[int, int]:
    """Rank of each entry: one more than the number of entries above it."""
    figures: dict[int, list[Fraction]] = {entry: [] for entry in entries}
    for code in chain:
        so_far = {entry: list(figures[entry]) for entry in entries}
        for entry in entries:
            level = [other for other in entries if so_far[other] == so_far[entry]]
            figures[entry].append(_figure(entry, code, level, results))
    return {entry: 1 + sum(figures[other] > figures[entry] for other in entries) for entry in entries}


def _figure(entry: int, code: str, level: Sequence[int], results: Sequence[Result]) -> Fraction:
    mine = [result for result in results if result.tally.entry == entry]
    played = [result.tally for result in mine if not result.sat_out]
    if code == "HEAD":
        return Fraction(-_cuts_above(entry, level, results))
    if code == "PTS":
        return Fraction(sum(result.tally.points for result in mine))
    if code == "WIN":
        return sum((tally.games_won for tally in played), Fraction(0))
    if code == "LONE":
        return Fraction(sum(result.tally.lone_marched for result in mine))
    games = sum(tally.games_played for tally in played)
    if code == "PPG":
        return Fraction(sum(tally.points for tally in played), games) if games else Fraction(0)
    assert code == "RATE"
    return sum((tally.games_won for tally in played), Fraction(0)) / games if games else Fraction(0)


def _cuts_above(entry: int, level: Sequence[int], results: Sequence[Result]) -> int:
    """Of all ways to cut the level group in two that beaten paths allow, that put the entry below."""
    couples = [(one, other) for one in level for other in level]
    beat = {(one, other) for one, other in couples if _won(one, other, results) > _won(other, one, results)}
    for middle in level:  # transitive closure
        beat |= {(a, b) for a in level for b in level if (a, middle) in beat and (middle, b) in beat}
    cuts = 0
    for size in range(1, len(level)):
        for upper in combinations(level, size):
            lower = [one for one in level if one not in upper]
            if all((a, b) in beat and (b, a) not in beat for a in upper for b in lower) and entry in lower:
                cuts += 1
    return cuts


def _won(one: int, other: int, results: Sequence[Result]) -> Fraction:
    met = [
        result.tally for result in results if result.tally.entry == one and other in result.tally.opponents
    ]
    return sum((tally.games_won for tally in met), Fraction(0))
