"""Who sits out, and who plays at tables of three: settled before anything else, evenly, and never changed.

Who sat out least sits out next, then who did longest ago, then by lot. Where partners should come from two
groups the larger one rests first, if that is as even.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.engine.formats._mending import Memory
from tournaments.engine.formats._sketch import Sketch
from tournaments.engine.formats.wishes import Spare, Wishes
from tournaments.engine.seating import DrawnRound


@dataclass(frozen=True, slots=True)
class Spared:
    """A round's people without a place at a table of four."""

    out: list[int]
    short: list[list[int]]


def tables_of_three(people: int, spare: Spare) -> int:
    """How many tables of three there are each round, so that nobody sits out."""
    wanted = -people % 4
    return wanted if spare is not Spare.SIT_OUT and people >= 3 * wanted else 0


def spared(
    order: Sequence[int], rounds: int, played: Sequence[DrawnRound], wishes: Wishes, memory: Memory
) -> list[Spared]:
    """By round to be drawn: who sits out, or the tables of three (with a ghost the first plays alone)."""
    short = tables_of_three(len(order), wishes.spare)
    turns = _Turns(order, played, wishes, bool(short))
    if not short:
        return [Spared(turns.take(len(order) % 4), []) for _ in range(rounds)]
    drawn = []
    for _ in range(rounds):
        drawn.append(Sketch([], [], _fresh_tables(turns.take(3 * short, memory), memory)))
        memory.add(drawn[-1:])
    memory.drop(drawn)
    return [Spared([], one.short) for one in drawn]


class _Turns:
    """Whose turn it is: how often, how long ago, and the number of each person."""

    def __init__(
        self, order: Sequence[int], played: Sequence[DrawnRound], wishes: Wishes, short: bool
    ) -> None:
        self.mixed = [entry in wishes.mixed for entry in order]
        taken = [_short_of(drawn) if short else drawn.sitting_out for drawn in played]
        times = Counter(entry for entries in taken for entry in entries)
        last = {entry: at for at, entries in enumerate(taken) for entry in entries}
        self.waiting = [(times[one], last.get(one, -1), person) for person, one in enumerate(order)]
        self.now = len(played)

    def take(self, wanted: int, memory: Memory | None = None) -> list[int]:
        """The next so many. With a memory, where several are as near their turn, who met the others least."""
        took: list[tuple[int, int, int]] = []
        for _ in range(wanted):
            left = sorted(set(self.waiting) - set(took))
            least = [one for one in left if one[0] == left[0][0]]
            larger = 2 * sum(self.mixed[person] for _, _, person in left) > len(left)
            level = 2 * sum(self.mixed[person] for _, _, person in left) == len(left)
            fitting = [one for one in least if level or self.mixed[one[2]] == larger] or least
            met = [sum(memory.opposing[one[2]][two[2]] for two in took) if memory else 0 for one in fitting]
            took.append(fitting[met.index(min(met))])
        again = [(often + 1, self.now, person) for often, _, person in took]
        self.waiting = [one for one in self.waiting if one not in took] + again
        self.now += 1
        return [person for _, _, person in took]


def _short_of(drawn: DrawnRound) -> list[int]:
    return [entry for table in drawn.tables if len(table.seated) == 3 for entry in table.seated]


def _fresh_tables(people: Sequence[int], memory: Memory) -> list[list[int]]:
    """People in threes who met least; with ghosts, who partnered most plays alone."""
    left, tables = list(people), []
    while left:
        first = left.pop(0)
        two = min(combinations(left, 2), key=lambda two: _price_of_three((first, *two), memory))
        left = [person for person in left if person not in two]
        three = [first, *two]
        tables.append(_ghost_seated(three, memory) if memory.ghosts else three)
    return tables


def seat_ghosts(sketches: Sequence[Sketch], memory: Memory) -> None:
    """Choose anew, and where it helps again, who plays alone at each table; all rounds are remembered."""
    for one in [*sketches, *sketches]:
        memory.drop([Sketch([], [], one.short)])
        one.short = [_ghost_seated(three, memory) for three in one.short]
        memory.add([Sketch([], [], one.short)])


def _ghost_seated(three: Sequence[int], memory: Memory) -> list[int]:
    """Who plays alone comes first: the other two have partnered least."""
    alone = min(three, key=lambda one: _price_of_partners(set(three) - {one}, memory))
    return sorted(three, key=lambda person: person != alone)


def _price_of_three(three: tuple[int, ...], memory: Memory) -> int:
    return sum(memory.opposing[one][other] for one, other in combinations(three, 2))


def _price_of_partners(two: set[int], memory: Memory) -> int:
    one, other = two
    return memory.partnering[one][other]
