"""By lot with memory: each round partners are drawn, then who meets whom, and the lot avoids repeats.

Two least-cost pairings (see `_drawing`): first of people, by how often they partnered and then met; then of
the couples so made, by how often their people met. Among draws that repeat equally little the lot decides.
Each round is as good as it can be by itself; a rotation, drawn as a whole, is better over many rounds.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants, check_rounds, choose_sitting, pair_off
from tournaments.engine.seating import Couple, DrawnRound, DrawnTable, Schedule, contacts, couple

MOST_ROUNDS = 60
_NEVER = -1


def draw_by_lot(
    entrants: Sequence[int],
    rounds: int,
    *,
    rng: random.Random,
    played: Sequence[DrawnRound] = (),
    apart: Collection[Couple] = (),
) -> Schedule:
    """`rounds` more rounds by lot, after those `played`. Sit-outs go round evenly.

    Couples in `apart` never share a table. Raises EventViolation
    for under 4 or over 240 people, one twice, or couples that cannot be kept apart.
    """
    check_entrants(entrants, least=4, most=240, what="night by lot")
    check_rounds(rounds, MOST_ROUNDS, "night by lot")
    kept = frozenset(couple(*two) for two in apart)
    before = list(played)
    for _ in range(rounds):
        before.append(_one_round(entrants, before, kept, rng))
    return Schedule(tuple(before[len(played) :]))


def _one_round(
    entrants: Sequence[int], before: Sequence[DrawnRound], apart: Collection[Couple], rng: random.Random
) -> DrawnRound:
    order = sorted(entrants)
    rng.shuffle(order)
    sitting = choose_sitting(order, len(order) % 4, before)
    people = [entry for entry in order if entry not in sitting]
    met = contacts(before)
    couples = _partners(people, met.partners, met.meetings, apart, rng)
    tables = _opponents(couples, met.meetings, apart, rng)
    rng.shuffle(tables)
    number = max((drawn.number for drawn in before), default=0) + 1
    return DrawnRound(
        number,
        tuple(
            DrawnTable(at, one[0], other[0], one[1], other[1])
            for at, (one, other) in enumerate(tables, start=1)
        ),
        tuple(sorted(sitting)),
    )


def _partners(
    people: Sequence[int],
    partners: Mapping[Couple, int],
    meetings: Mapping[Couple, int],
    apart: Collection[Couple],
    rng: random.Random,
) -> list[Couple]:
    """Couples: to partner again costs more than any number of meetings, and more each time."""
    dear = 1 + len(people) * max(meetings.values(), default=0)

    def cost(one: int, other: int) -> int:
        two = couple(one, other)
        if two in apart:
            return _NEVER
        return dear * partners.get(two, 0) ** 2 + meetings.get(two, 0)

    return _paired(people, cost, rng)


def _opponents(
    couples: Sequence[Couple], meetings: Mapping[Couple, int], apart: Collection[Couple], rng: random.Random
) -> list[tuple[Couple, Couple]]:
    """Tables of two couples whose people have met least; the second time costs three times the first."""

    def cost(one: int, other: int) -> int:
        fours = [couple(a, b) for a in couples[one] for b in couples[other]]
        if any(two in apart for two in fours):
            return _NEVER
        return sum(meetings.get(two, 0) * (meetings.get(two, 0) + 1) // 2 for two in fours)

    return [(couples[one], couples[other]) for one, other in _paired(range(len(couples)), cost, rng)]


def _paired(people: Sequence[int], cost: Callable[[int, int], int], rng: random.Random) -> list[Couple]:
    pairs = pair_off(people, cost, rng, never={_NEVER})
    if pairs is None:
        raise EventViolation("forbidden-pairs", "No draw of this round keeps all these couples apart.")
    return pairs
