"""Rotations kept ready: the best our own searches found for numbers of people and of rounds, and cycles.

`data/rotations.json.xz`: by "people rounds", a word for each round, a letter for each seat, then those who
sit out. `data/cycles.json`: the first round, or two, of a cycle for 4n + 2 and 4n + 3 people in which
everybody partners everybody at most once. The rest follows by moving everybody one place on round a circle
(with two rounds, the two halves of the people each round its own). A test counts every figure anew.
"""

import json
import lzma
from functools import lru_cache
from importlib import resources
from math import gcd

from tournaments.engine.formats._sketch import Sketch, sketched

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-+"
_SHELF = resources.files("tournaments.engine.formats") / "data"


@lru_cache(maxsize=1)
def rotations() -> dict[str, str]:
    """Everything on the shelf, as it is written."""
    text = lzma.decompress((_SHELF / "rotations.json.xz").read_bytes()).decode("utf-8")
    read: dict[str, str] = json.loads(text)["rotations"]
    return read


@lru_cache(maxsize=1)
def cycles() -> dict[str, list[list[int]]]:
    """The first rounds of cycles, by people."""
    read: dict[str, list[list[int]]] = json.loads((_SHELF / "cycles.json").read_text(encoding="utf-8"))[
        "cycles"
    ]
    return read


def kept(people: int, rounds: int) -> list[Sketch]:
    """The rotation on the shelf for just so many people and rounds; empty if there is none."""
    words = rotations().get(f"{people} {rounds}", "").split()
    return sketched(people, [[LETTERS.index(letter) for letter in word[: people // 4 * 4]] for word in words])


def cycle(people: int) -> list[Sketch]:
    """As many rounds as people, every beginning of them with even sit-outs; empty if none is kept."""
    first = cycles().get(str(people), [])
    if len(first) == 2:
        half = people // 2
        return sketched(
            people, [_moved_in_halves(seats, turn, half) for seats in first for turn in range(half)]
        )
    spare, common = people % 4, gcd(people, people % 4)
    turns = [offset + step * spare for offset in range(common) for step in range(people // common)]
    return sketched(people, [[(seat + turn) % people for seat in seats] for seats in first for turn in turns])


def _moved_in_halves(seats: list[int], turn: int, half: int) -> list[int]:
    return [(seat + turn) % half if seat < half else half + (seat + turn) % half for seat in seats]
