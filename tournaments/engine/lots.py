"""A lot among those who are level: from a seed, so that anybody can draw it again."""

from collections.abc import Iterable
from random import Random


def drawn_lot(entries: Iterable[int], seed: str) -> tuple[int, ...]:
    """The entries in the order drawn, the best first; the same for the same seed, however they are given."""
    level = sorted(entries)
    return tuple(Random(seed).sample(level, len(level)))
