"""Each entry's results added up, in exact numbers: the sums that measures are made of."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.engine.results import Result, Tally

Figure = int | Fraction
"""An exact number; whole ones are always int, so that they print as such."""


@dataclass(frozen=True, slots=True)
class Totals:
    """One entry's results added up; all as in Tally.

    `game_points` leave out what a sit-out or a forfeit scored. `games_played` are all that were won or lost,
    `games_forfeited` those of them that nobody played. `place` is the first of the places reached in a
    bracket, 0 where there is none.
    """

    points: Figure
    game_points: Figure
    points_against: Figure
    games_won: Figure
    games_played: Figure
    lone_marches: int
    marches: Figure
    euchres: Figure
    games_forfeited: Figure = 0
    place: int = 0
    hands_won: Figure = 0
    personal_credit: int = 0


def ratio(part: Figure, whole: Figure) -> Figure:
    """The exact share, 0 where there is nothing to share."""
    return tidy(Fraction(part) / Fraction(whole)) if whole else 0


def tidy(number: Figure) -> Figure:
    """The same number, as int where it is whole."""
    return number.numerator if number.denominator == 1 else number


def half(number: Figure) -> Figure:
    """A sum of halves as the number it is."""
    return tidy(Fraction(number) / 2)


def half_shares(tally: Tally) -> int:
    """How many halves a tally of the side counts for: both partners tell it where a pair is one entry."""
    return 1 if tally.entry in tally.partners else 2


def half_points(result: Result) -> Figure:
    """Points that a result adds to its entry, in halves; personal credit is one's own and counts in full."""
    tally = result.tally
    told = half_shares(tally) * (tally.points - tally.personal_credit) + 2 * tally.personal_credit
    return told + 2 * result.average if result.average else told


def total_up(entries: Iterable[int], results: Iterable[Result]) -> dict[int, Totals]:
    """Add up each entry's results, in one pass; results of anybody else (fillers, say) do not count.

    Where a pair is one entry both partners report their side's points and games: each then counts for half,
    which also comes out right when somebody takes over in the middle of a match. Personal credit and lone
    marches are each person's own and count in full.
    """
    sums = {entry: _Sums() for entry in entries}
    for result in results:
        if result.tally.entry in sums:
            _add(sums[result.tally.entry], result)
    return {entry: _totals(one) for entry, one in sums.items()}


def rounds_played(entries: Iterable[int], results: Iterable[Result]) -> dict[int, int]:
    """In how many rounds each entry has a result; sitting out is none."""
    rounds: dict[int, set[int]] = {entry: set() for entry in entries}
    for result in results:
        if result.tally.entry in rounds and not result.sat_out:
            rounds[result.tally.entry].add(result.round)
    return {entry: len(own) for entry, own in rounds.items()}


def best_rounds(entries: Iterable[int], results: Iterable[Result], count: int) -> dict[int, Figure]:
    """The points of each entry's best `count` rounds, points for sitting out included; 0 counts them all."""
    halves: dict[int, dict[int, Figure]] = {entry: defaultdict(int) for entry in entries}
    for result in results:
        if result.tally.entry in halves:
            halves[result.tally.entry][result.round] += half_points(result)
    return {
        entry: half(sum(sorted(rounds.values(), reverse=True)[: count or None]))
        for entry, rounds in halves.items()
    }


def own_averages(results: Sequence[Result], sat_out: Collection[tuple[int, int]]) -> list[Result]:
    """The results with each of these sit-outs, (entry, round), giving the mean of the entry's rounds.

    Exact; rounds that were forfeited count on neither side. Who has played no round yet gets nothing.
    """
    if not sat_out:
        return list(results)
    points: dict[int, Figure] = defaultdict(int)
    rounds: dict[int, set[int]] = defaultdict(set)
    for result in results:
        if not (result.sat_out or result.forfeit):
            points[result.tally.entry] += half_points(result)
            rounds[result.tally.entry].add(result.round)
    means = {entry: ratio(half(points[entry]), len(played)) for entry, played in rounds.items()}
    return [
        replace(one, tally=replace(one.tally, points=0), average=means.get(one.tally.entry, 0))
        if one.sat_out and (one.tally.entry, one.round) in sat_out
        else one
        for one in results
    ]


@dataclass(slots=True)
class _Sums:
    """Totals in halves while they are added; whole games as int, many times faster than fractions."""

    points: Figure = 0
    game_points: Figure = 0
    points_against: int = 0
    games_won: int = 0
    broken_games_won: Figure = 0
    games_played: int = 0
    lone_marches: int = 0
    marches: int = 0
    euchres: int = 0
    games_forfeited: int = 0
    hands_won: int = 0
    personal_credit: int = 0


def _add(sums: _Sums, result: Result) -> None:
    tally = result.tally
    halves, points = half_shares(tally), half_points(result)
    sums.points += points
    sums.lone_marches += tally.lone_marched
    sums.personal_credit += tally.personal_credit
    if result.sat_out:
        return
    sums.games_played += halves * tally.games_played
    if result.forfeit:
        sums.games_forfeited += halves * tally.games_played
    else:
        sums.game_points += points
        sums.points_against += halves * tally.points_against
        sums.marches += halves * tally.marches
        sums.euchres += halves * tally.euchres
        sums.hands_won += halves * tally.hands_won
    if tally.games_won.denominator == 1:
        sums.games_won += halves * tally.games_won.numerator
    else:
        sums.broken_games_won += halves * tally.games_won


def _totals(sums: _Sums) -> Totals:
    return Totals(
        points=half(sums.points),
        game_points=half(sums.game_points),
        points_against=half(sums.points_against),
        games_won=half(sums.games_won + sums.broken_games_won),
        games_played=half(sums.games_played),
        lone_marches=sums.lone_marches,
        marches=half(sums.marches),
        euchres=half(sums.euchres),
        games_forfeited=half(sums.games_forfeited),
        hands_won=half(sums.hands_won),
        personal_credit=sums.personal_credit,
    )
