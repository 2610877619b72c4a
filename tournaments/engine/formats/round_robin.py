"""Round robin: everybody meets everybody, once or twice, in one pool or in several.

The circle (Kirkman 1847, Berger's tables): of an even number P the last stays, and in round r those meet
whose numbers add up to 2r modulo P − 1. With an odd number the one who would meet the last sits out. At home
is who comes first of a meeting; the circle alternates, so that everybody is at home as often as away, give or
take one.
"""

import random
from collections.abc import Sequence

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import (
    check_entrants,
    check_rounds,
    choose_sitting,
    least_cost_matching,
    meeting,
)
from tournaments.engine.seating import Couple, DrawnRound, Schedule, couple

Meeting = tuple[int, int]
"""Two entries: the one at home, and the visitor."""

_TRIES = 60
"""How often the rest of a broken round robin is drawn, by lot, before the best is taken."""


def circle(order: Sequence[int], legs: int = 1) -> list[list[Meeting]]:
    """Every round of the circle; who is in no meeting of a round has a bye. A second leg turns every meeting.

    With an even number home and away differ by one a leg; with an odd number they are equal.
    """
    ring = len(order) - 1 + len(order) % 2
    rounds = []
    for leg in range(legs):
        for turn in range(ring):
            rounds.append([(two, one) if leg % 2 else (one, two) for one, two in _turn(order, ring, turn)])
    return rounds


def _turn(order: Sequence[int], ring: int, turn: int) -> list[Meeting]:
    met = []
    if len(order) > ring:
        met.append((order[turn], order[-1]) if turn % 2 else (order[-1], order[turn]))
    for apart in range(1, (ring + 1) // 2):
        one, two = order[(turn + apart) % ring], order[(turn - apart) % ring]
        met.append((one, two) if apart % 2 else (two, one))
    return met


def draw_round_robin(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """The next rounds of a single round robin of pairs, teams or single players, the order by lot.

    After rounds are played, whoever comes or goes, only meetings that have not been are drawn. Raises
    EventViolation for under 3 entrants, one twice, or more rounds than are left.
    """
    return _draw(entrants, rounds, rng, played, legs=1)


def draw_double_round_robin(
    entrants: Sequence[int], rounds: int, *, rng: random.Random, played: Sequence[DrawnRound] = ()
) -> Schedule:
    """The same twice over: in the second half every meeting is turned, home for away."""
    return _draw(entrants, rounds, rng, played, legs=2)


def _draw(
    entrants: Sequence[int], rounds: int, rng: random.Random, played: Sequence[DrawnRound], legs: int
) -> Schedule:
    check_entrants(entrants, least=3, most=200, what="round robin")
    order = sorted(entrants)
    rng.shuffle(order)
    if played:
        drawn = _rest(order, rounds, rng, played, legs)
    else:
        whole = circle(order, legs)
        check_rounds(rounds, len(whole), "round robin")
        drawn = whole[:rounds]
    return Schedule(placed(drawn, entrants, len(played)))


def rounds_needed(entrants: Sequence[int], played: Sequence[DrawnRound] = (), legs: int = 1) -> int:
    """Rounds until everybody has met everybody: the whole circle, or at least so many after `played`.

    After rounds in which others came or went more may be needed, since not every rest fits that tightly.
    """
    if not played:
        return len(circle(entrants, legs))
    left = _left(list(entrants), played, legs)
    busiest = max((sum(t for met, t in left.items() if one in met) for one in entrants), default=0)
    tables = max(1, len(entrants) // 2)
    return max(busiest, -(-sum(left.values()) // tables))


def draw_the_rest(
    entrants: Sequence[int], *, rng: random.Random, played: Sequence[DrawnRound], legs: int = 1
) -> Schedule:
    """After rounds in which people came or went: as many more as it takes till all have met all."""
    check_entrants(entrants, least=3, most=200, what="round robin")
    order = sorted(entrants)
    rng.shuffle(order)
    left = _left(order, played, legs)
    rounds = rounds_needed(order, played, legs)
    while True:
        for _ in range(_TRIES):
            tried = [met for met in _one_rest(order, rounds, rng, played, dict(left)) if met]
            if sum(map(len, tried)) == sum(left.values()):
                return Schedule(placed(tried, entrants, len(played)))
        rounds += 1


def placed(
    rounds: Sequence[Sequence[Meeting]], entrants: Sequence[int], before: int = 0
) -> tuple[DrawnRound, ...]:
    """Meetings at tables 1, 2, 3 …, rounds numbered on from those `before`; who meets nobody sits out."""
    whole = []
    for number, met in enumerate(rounds, start=before + 1):
        tables = tuple(meeting(table, *two) for table, two in enumerate(met, start=1))
        sitting = sorted(set(entrants).difference(*met)) if met else sorted(entrants)
        whole.append(DrawnRound(number, tables, tuple(sitting)))
    return tuple(whole)


def _rest(
    order: Sequence[int], rounds: int, rng: random.Random, played: Sequence[DrawnRound], legs: int
) -> list[list[Meeting]]:
    """Rounds of meetings not yet had. Who has most of them left is drawn first; the fullest try is kept."""
    left = _left(order, played, legs)
    check_rounds(rounds, max(1, sum(left.values())), "rest of a round robin")
    wanted = min(sum(left.values()), rounds * (len(order) // 2))
    best: list[list[Meeting]] = []
    for _ in range(_TRIES):
        tried = _one_rest(order, rounds, rng, played, dict(left))
        if not best or sum(map(len, tried)) > sum(map(len, best)):
            best = tried
        if sum(map(len, best)) == wanted:
            break
    if not all(best):
        raise EventViolation(
            "rounds-out-of-range", f"Everybody has met everybody after {sum(map(bool, best))} more rounds."
        )
    return best


def _left(order: Sequence[int], played: Sequence[DrawnRound], legs: int) -> dict[Couple, int]:
    left = {couple(one, two): legs for at, one in enumerate(order) for two in order[:at]}
    for drawn in played:
        for table in drawn.tables:
            met = couple(*table.seated) if len(table.seated) == 2 else None
            if met in left:
                left[met] -= 1
    return {met: times for met, times in left.items() if times > 0}


def _one_rest(
    order: Sequence[int],
    rounds: int,
    rng: random.Random,
    played: Sequence[DrawnRound],
    left: dict[Couple, int],
) -> list[list[Meeting]]:
    home = dict.fromkeys(order, 0)
    for one, *_ in (table.seated for drawn in played for table in drawn.tables):
        home[one] = home.get(one, 0) + 1
    before = list(played)
    drawn = []
    for _ in range(rounds):
        sitting = choose_sitting(order, len(order) % 2, before)
        fullest = _fullest(order, sitting, rng, left)
        if not fullest:  # whose turn it is to sit out are the last who have not met
            fullest = _fullest(order, (), rng, left)
        met = [_at_home(two, home) for two in fullest]
        for one, two in met:
            home[one] += 1
            left[couple(one, two)] -= 1
        drawn.append(met)
        before += placed([met], order, len(before))
    return drawn


def _fullest(
    order: Sequence[int], sitting: Sequence[int], rng: random.Random, left: dict[Couple, int]
) -> list[Meeting]:
    """As many meetings as a round can hold of those left; who has most left comes first."""
    degree = dict.fromkeys(order, 0)
    for (one, two), times in left.items():
        degree[one] += times
        degree[two] += times
    people = [entry for entry in order if entry not in sitting]
    number = {entry: at for at, entry in enumerate(people)}
    most = 2 * max(degree.values(), default=0)
    # Every second number is a seat that stays empty: to sit beside it costs more than any meeting.
    edges = [(2 * at, 2 * at + 1, most * len(people) + 1) for at in range(len(people))]
    edges += [(2 * at + 1, 2 * far + 1, 0) for at in range(len(people)) for far in range(at)]
    for (one, two), times in sorted(left.items()):
        if times > 0 and one in number and two in number:
            edges.append((2 * number[one], 2 * number[two], most - degree[one] - degree[two]))
    matched = least_cost_matching(2 * len(people), edges, rng) or []
    return [(people[one // 2], people[two // 2]) for one, two in matched if one % 2 == two % 2 == 0]


def _at_home(two: Meeting, home: dict[int, int]) -> Meeting:
    one, other = two
    return (one, other) if home[one] <= home[other] else (other, one)


def draw_pools(
    seeds: Sequence[int], pools: int, *, rng: random.Random | None = None
) -> tuple[tuple[int, ...], ...]:
    """Entries in `pools` pools, the strongest first in `seeds`; sizes differ by one at most.

    By the snake: 1, 2, 3, then 3, 2, 1 … With `rng` each row of the snake is drawn by lot among the pools
    instead (pots). Raises EventViolation for a pool of one, and for seeds given twice.
    """
    if len(set(seeds)) != len(seeds):
        raise EventViolation("seed-twice", "Somebody is seeded twice.")
    if pools < 1:
        raise EventViolation("pools-out-of-range", f"There is at least one pool, not {pools}.")
    if len(seeds) < 2 * pools:
        raise EventViolation(
            "pool-of-one",
            f"{len(seeds)} entries in {pools} pools would leave somebody alone; take fewer pools.",
        )
    made: list[list[int]] = [[] for _ in range(pools)]
    for row, start in enumerate(range(0, len(seeds), pools)):
        turn = list(range(pools))
        if rng is not None:
            rng.shuffle(turn)
        elif row % 2:
            turn.reverse()
        for pool, entry in zip(turn, seeds[start : start + pools], strict=False):
            made[pool].append(entry)
    return tuple(map(tuple, made))


def pools_of(entries: int, size: int) -> int:
    """How many pools of `size` to make: as many as are full; what is over makes some of them larger."""
    if size < 2:
        raise EventViolation("pool-of-one", "A pool has at least two entries.")
    if entries < 2:
        raise EventViolation("too-few-entrants", f"A pool takes at least 2; there are {entries}.")
    return max(1, entries // size)


def draw_pool_rounds(pools: Sequence[Sequence[int]], *, legs: int = 1) -> Schedule:
    """Round robins of all pools side by side, tables counted through the pools in their order.

    A smaller pool is ready sooner and then sits out. Nobody is in two pools: EventViolation.
    """
    everybody = [entry for pool in pools for entry in pool]
    check_entrants(everybody, least=2, what="round robin")
    if any(len(pool) < 2 for pool in pools):
        raise EventViolation("pool-of-one", "A pool of one has nobody to meet.")
    circles = [circle(pool, legs) for pool in pools]
    longest = max(map(len, circles))
    rounds = [[two for rounds in circles if at < len(rounds) for two in rounds[at]] for at in range(longest)]
    return Schedule(placed(rounds, everybody))
