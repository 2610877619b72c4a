"""Rounds in which nobody meets anybody twice, for many people and few rounds.

Four groups; in each round a group moves its own number of tables on, and no two groups ever differ by the
same number twice. Fields give as many rounds as there are tables; for other numbers of tables
`data/steps.json` holds the longest rows of steps our own search found. Up to three more people take the place
of somebody new each round, so nobody sits out twice.
"""

import json
import random
from functools import lru_cache
from importlib import resources

from tournaments.engine.formats._fields import ring
from tournaments.engine.formats._mending import Memory
from tournaments.engine.formats._sketch import Sketch
from tournaments.engine.formats._whist import is_even, lines_across, whist


def strangers(people: int, wanted: int) -> list[list[int]]:
    """The seats of as many rounds as can be had, up to `wanted`, in which 4n people meet nobody twice."""
    tables = people // 4
    if not tables:
        return []
    if is_even(people):
        return whist(people)[: min(wanted, (people - 1) // 3)]
    around = ring(tables)
    rounds = lines_across(around, 4) if around else _by_steps(tables)
    if tables % 4 == 0 and len(rounds) < wanted:
        own = strangers(tables, wanted - len(rounds))
        rounds = rounds + [[group * tables + seat for group in range(4) for seat in seats] for seats in own]
    return [_varied(seats, number) for number, seats in enumerate(rounds[:wanted])]


def with_newcomers(
    rounds: list[list[int]], people: int, memory: Memory, rng: random.Random
) -> list[Sketch] | None:
    """Rounds for 4n people, and up to three more who each take the place of somebody who has not sat out yet.

    None if that makes somebody sit out twice.
    """
    settled = people - people % 4
    sketches, rested = [], set(range(settled, people))
    if len(rounds) * (people % 4) > settled:
        return None
    for seats in rounds:
        sketch = Sketch(list(seats), [])
        for newcomer in range(settled, people):
            at = _place_for(newcomer, sketch.seats, rested, memory, rng)
            rested.add(sketch.seats[at])
            sketch.out.append(sketch.seats[at])
            sketch.seats[at] = newcomer
        memory.add([sketch])
        sketches.append(sketch)
    memory.drop(sketches)
    return sketches


def _place_for(newcomer: int, seats: list[int], rested: set[int], memory: Memory, rng: random.Random) -> int:
    """The seat, of somebody who has not sat out, at which it costs least that the newcomer sits there."""
    partnering, opposing = memory.partnering[newcomer], memory.opposing[newcomer]
    free = [at for at, person in enumerate(seats) if person not in rested]
    rng.shuffle(free)
    return min(
        free, key=lambda at: partnering[seats[at ^ 2]] + opposing[seats[at ^ 1]] + opposing[seats[at ^ 3]]
    )


@lru_cache(maxsize=1)
def _steps() -> dict[str, list[list[int]]]:
    source = resources.files("tournaments.engine.formats") / "data" / "steps.json"
    read: dict[str, list[list[int]]] = json.loads(source.read_text(encoding="utf-8"))["steps"]
    return read


def _by_steps(tables: int) -> list[list[int]]:
    return [
        [
            group * tables + (table + step) % tables
            for table in range(tables)
            for group, step in enumerate((0, *steps))
        ]
        for steps in _steps().get(str(tables), [])
    ]


def _varied(seats: list[int], number: int) -> list[int]:
    """The same tables with other partners: one of the three ways four can play."""
    way = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))[number % 3]
    return [seats[start + at] for start in range(0, len(seats), 4) for at in way]
