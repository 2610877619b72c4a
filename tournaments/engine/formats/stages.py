"""Events in stages: qualify and cut, pools to a knock-out, and the night of seeding, draft and final four.

What a stage takes from the one before is an order of entries. A cut never parts who is level: it names
them, and the director lets them play off or draws lots.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants, least_cost_matching, listed
from tournaments.engine.formats.bracket import draw_bracket, seats_of_seeds
from tournaments.engine.formats.tree import Bracket
from tournaments.engine.seating import Couple, couple
from tournaments.engine.standings import Standing


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on, best first; and of the `level` ones at the border the `open_places` that are left."""

    through: tuple[int, ...]
    level: tuple[int, ...] = ()
    open_places: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """A stage: a format of the catalogue (or "draft"), and how many go on from it (None: all)."""

    name: str
    format: str
    go_on: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Stages in their order, as presets: every number can be changed for an event."""

    code: str
    name: str
    sentence: str
    source: str
    steps: tuple[Step, ...]


QUALIFY_AND_BRACKET = Plan(
    "qualify-and-bracket",
    "Qualify, then knock-out",
    "A session's best eight play a knock-out, seeded by their standing.",
    "Usual at open tournaments.",
    (Step("Qualifying", "rotation", 8), Step("Knock-out", "single-elimination")),
)
POOLS_AND_KNOCK_OUT = Plan(
    "pools-and-knock-out",
    "Pools, then knock-out",
    "The first two of each pool play a knock-out in which they meet in the final only.",
    "Usual at national championships.",
    (Step("Pools", "round-robin", 2), Step("Knock-out", "single-elimination")),
)
DRAFT_NIGHT = Plan(
    "draft-night",
    "Seeding round, draft, round robin, final four",
    "Singles are seeded, the upper half chooses partners, pairs play a round robin, four play for the title.",
    "North American draft nights.",
    (
        Step("Seeding", "by-lot"),
        Step("Draft", "draft"),
        Step("Round robin", "round-robin", 4),
        Step("Final four", "single-elimination"),
    ),
)
PLANS = {plan.code: plan for plan in (QUALIFY_AND_BRACKET, POOLS_AND_KNOCK_OUT, DRAFT_NIGHT)}


def cut(standings: Sequence[Standing], places: int) -> Cut:
    """The first `places` of the standings. Raises EventViolation for fewer than two, or too many."""
    if not 2 <= places <= len(standings):
        raise EventViolation(
            "places-out-of-range",
            f"Of {len(standings)} entries 2 to {len(standings)} can go on, not {places}.",
        )
    through: list[int] = []
    ranks = groupby(sorted(standings, key=lambda one: one.rank), key=lambda one: one.rank)
    for _, sharing in ranks:
        entries = [one.entry for one in sharing]
        if len(through) + len(entries) > places:
            return Cut(tuple(through), tuple(entries), places - len(through))
        through += entries
        if len(through) == places:
            break
    return Cut(tuple(through))


def settle_cut(
    found: Cut, *, chosen: Sequence[int] = (), rng: random.Random | None = None
) -> tuple[int, ...]:
    """Who goes on, with those `chosen` by a play-off, the best first, or by lot with `rng`."""
    if not found.level:
        return found.through
    if rng is not None and not chosen:
        chosen = rng.sample(sorted(found.level), found.open_places)
    wrong = len(set(chosen)) != found.open_places or not set(chosen) <= set(found.level)
    if wrong or len(chosen) != found.open_places:
        raise EventViolation(
            "cut-open", f"{found.open_places} of {listed(found.level)} go on; say which, or draw lots."
        )
    return (*found.through, *chosen)


def seed_from_pools(rankings: Sequence[Sequence[int]], each: int, *, rng: random.Random) -> list[int]:
    """Seeds for a bracket from the pools' rankings: all winners first, then all seconds, and so on.

    Winners keep the order of the pools. Inside each further row the seeds are given so that two of one pool
    meet as late as can be, with two from each pool in the final only; then near the order of the pools.
    Raises EventViolation for an entry in two pools, or a pool too small.
    """
    check_entrants([entry for pool in rankings for entry in pool], least=2, what="bracket")
    if each < 1 or len(rankings) * each < 2:
        raise EventViolation("bracket-of-one", "At least two entries go on to a bracket.")
    if small := [at for at, pool in enumerate(rankings, start=1) if len(pool) < each]:
        raise EventViolation("pool-too-small", f"{each} go on, and pool {listed(small)} is smaller.")
    pools, places = len(rankings), 1 << (len(rankings) * each - 1).bit_length()
    seat = {seed: at for at, seed in enumerate(seats_of_seeds(places))}
    taken = [[seat[pool + 1]] for pool in range(pools)]
    seeds = [pool[0] for pool in rankings]
    for row in range(1, each):
        spots = [seat[row * pools + at + 1] for at in range(pools)]
        given = _apart(taken, spots, places, rng)
        for pool, spot in enumerate(given):
            taken[pool].append(spot)
        seeds += [rankings[given.index(spot)][row] for spot in spots]
    return seeds


def _apart(
    taken: Sequence[Sequence[int]], spots: Sequence[int], places: int, rng: random.Random
) -> list[int]:
    """For each pool one of the spots, so that poolmates meet late: the sooner, the dearer by far."""
    pools, rounds = len(taken), places.bit_length() - 1
    unit = pools * pools + 1
    edges = []
    for pool in range(pools):
        for at, spot in enumerate(spots):
            soon = sum(
                (4 * pools) ** (rounds - (mate ^ spot).bit_length()) for mate in taken[pool] if mate != spot
            )
            edges.append((pool, pools + at, soon * unit + abs(at - pool)))
    pairs = least_cost_matching(2 * pools, edges, rng) or []
    return [spots[far - pools] for _, far in sorted(pairs)]


def draw_knock_out(
    rankings: Sequence[Sequence[int]], each: int, *, rng: random.Random, third_place: bool = False
) -> Bracket:
    """The bracket after pools."""
    return draw_bracket(seed_from_pools(rankings, each, rng=rng), third_place=third_place)


def draft_partners(
    ranking: Sequence[int], picks: Sequence[tuple[int, int]] | None = None
) -> tuple[Couple, ...]:
    """Pairs after a seeding round, the best captain's first: the upper half are captains.

    `picks` are (captain, partner) in the order of choosing, which must be that of the ranking. Without picks
    the first takes the last, the second the last but one: as even as can be. Raises EventViolation for an odd
    number, a captain out of turn, or a partner who is not free.
    """
    check_entrants(ranking, least=4, what="draft")
    if len(ranking) % 2:
        raise EventViolation("odd-one-out", f"{len(ranking)} people do not make pairs; one is over.")
    half = len(ranking) // 2
    captains, free = list(ranking[:half]), set(ranking[half:])
    if picks is None:
        picks = list(zip(captains, reversed(ranking), strict=False))
    if [captain for captain, _ in picks] != captains:
        raise EventViolation("out-of-turn", f"Captains choose in this order: {listed(captains)}.")
    for captain, partner in picks:
        if partner not in free:
            raise EventViolation("partner-taken", f"{captain} cannot choose {partner}, who is not free.")
        free.remove(partner)
    return tuple(couple(*two) for two in picks)


def draw_final_four(
    standings: Sequence[Standing], *, chosen: Sequence[int] = (), rng: random.Random | None = None
) -> Bracket:
    """First against fourth, second against third, then the final and the third place."""
    return draw_bracket(settle_cut(cut(standings, 4), chosen=chosen, rng=rng), third_place=True)
