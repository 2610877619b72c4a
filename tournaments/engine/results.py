"""What people bring home from a table, and the checks that cost nothing.

A result belongs to the people who sat there. It comes from a score sheet, from a table card, or from a
*personal card*: one person's line for one round, whose partners and opponents nobody knows. All of them have
this one shape.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What one person did for one entry in one match (or, from a personal card, in one round).

    `points` are all that counts for the person, `personal_credit` included: the part the partner did not
    score. `points_against` is what the
    other side scored, 0 where a personal card does not tell. `games_won` is 0, 1/2 or 1 for one game, more
    for a match of several; a game can be won without points. Points, games, hands, tricks, `hands_won`,
    `euchres` (made against the others) and `marches` are the side's; `made`, `euchred` (as maker),
    `lone_tried` and `lone_marched` the person's own. `streak` is the longest run of games won within this
    result.

    `partners` and `opponents` hold ENTRY ids, never person ids; empty means not known. In an event of pairs
    both people bring a tally of the same entry, and each has that entry among the `partners`: that is how
    `total_up` knows that the side's points were told twice. A pair that hands in one card brings one tally.
    """

    entry: int
    person: int
    points: int
    games_won: Fraction
    games_played: int
    hands: int = 0
    tricks: int = 0
    made: int = 0
    euchred: int = 0
    euchres: int = 0
    marches: int = 0
    lone_tried: int = 0
    lone_marched: int = 0
    personal_credit: int = 0
    streak: int = 0
    points_against: int = 0
    hands_won: int = 0
    partners: frozenset[int] = frozenset()
    opponents: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A tally and where it belongs: `round` counts from 1; `match` is None for a personal card or a sit-out.

    A sit-out that scores is a result with `sat_out` true, points, and no game: it adds to points and to
    nothing that is counted per game. A `forfeit` is a game won or lost that nobody played: it counts in won
    and lost, its points add to points, and no average knows of it. Until its match is `over`, its games
    count and the match does not. `average` is what a sit-out gives instead of the tally's points, exactly.
    """

    round: int
    match: int | None
    tally: Tally
    sat_out: bool = False
    forfeit: bool = False
    over: bool = True
    average: int | Fraction = 0


@dataclass(frozen=True, slots=True)
class Doubt:
    """A figure hardly possible: shown at once, and let through with a reason. `code` is kebab-case."""

    code: str
    sentence: str


def total_check(one: int, other: int, *, hands: int, least: int, greatest: int) -> list[Doubt]:
    """Doubts about a table's two scores after `hands` hands worth `least` to `greatest` points each."""
    total, low, high = one + other, hands * least, hands * greatest
    if low <= total <= high:
        return []
    sentence = f"{hands} hands make {low} to {high} points; {one} and {other} make {total}."
    return [Doubt("total-out-of-bounds", sentence)]


def race_check(one: int, other: int, *, target: int, greatest: int) -> list[Doubt]:
    """Doubts about a finished race: it ends at the target, or past it by less than the `greatest` award."""
    won, lost, last = max(one, other), min(one, other), target - 1 + greatest
    if target <= won <= last and 0 <= lost < target:
        return []
    sentence = f"A race to {target} ends {target} to {last} against 0 to {target - 1}, not {won} to {lost}."
    return [Doubt("race-out-of-bounds", sentence)]


def lone_check(points: int, lone_marches: int, *, lone_award: int = 4) -> list[Doubt]:
    """Doubts about a side's lone marches: each brings `lone_award` points, and no more fit in."""
    if lone_award * lone_marches <= points:
        return []
    sentence = f"{lone_marches} lone marches make {lone_award * lone_marches} points; the side has {points}."
    return [Doubt("too-many-lone-marches", sentence)]


def partners_check(results: Iterable[Result]) -> list[Doubt]:
    """Doubts where two who sat together have unequal points, personal credits aside; in order of rounds."""
    by_match: dict[tuple[int, int], list[Tally]] = defaultdict(list)
    for result in results:
        if result.match is not None and not result.sat_out:
            by_match[result.round, result.match].append(result.tally)
    return [
        doubt
        for (round_number, match), tallies in sorted(by_match.items(), key=lambda item: item[0])
        for one, other in combinations(tallies, 2)
        if (doubt := _unequal(one, other, f"Round {round_number}, match {match}"))
    ]


def sum_check(totals: Sequence[int], tables: Sequence[int], *, personal_credits: int = 0) -> list[Doubt]:
    """Doubts about a round: its people's points are twice its tables' points plus the personal credits."""
    found, due = sum(totals), 2 * sum(tables) + personal_credits
    if found == due:
        return []
    sentence = f"The tables' points make {due} for their people; the people's totals make {found}."
    return [Doubt("sums-differ", sentence)]


def _unequal(one: Tally, other: Tally, where: str) -> Doubt | None:
    mine, theirs = (tally.points - tally.personal_credit for tally in (one, other))
    if other.entry not in one.partners or mine == theirs:
        return None
    return Doubt("partners-differ", f"{where}: partners have {mine} and {theirs} points.")
