"""What standings are ranked by: a catalogue of values, in exact numbers.

| code | name | what is compared | kind |
|---|---|---|---|
| PTS | points | all points, sit-outs included | count |
| WIN | games won | a level game by the event's policy; rounds won where one game is a round | count |
| LONE | lone marches | lone hands that took all five tricks | count |
| HEAD | head-to-head | beaten paths inside the tied group | in the tied group only |
| PPG | points per game | points from games ÷ games | ratio |
| RATE | win share | games won ÷ games played | ratio |
| SHARE | points share | points for ÷ (for + against), games only | ratio |
| DIFF | point difference | points for − against, games only | count |
| MARCH | marches | hands in which the side took all five | count |
| EUCH | euchres made | hands in which the side stopped the makers | count |

Not done yet: matches won, league points, strength of opposition, best k of n, lot, bracket place.
Adding a measure is one value here and its line in the table; more is always better.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine.results import Result, Tally

Figure = int | Fraction
"""An exact number; whole ones are always int, so that they print as such."""


@dataclass(slots=True)
class Totals:
    """One entry's results added up. `game_points` leaves out what a sit-out scored; the rest as in Tally.

    Counted in halves (`_halves`) while adding: partners entered together both tell what their side did.
    """

    points: Figure = 0
    game_points: Figure = 0
    points_against: Figure = 0
    games_won: Figure = 0
    games_played: Figure = 0
    lone_marches: int = 0
    marches: Figure = 0
    euchres: Figure = 0


@dataclass(frozen=True, slots=True)
class Measure:
    """One way to compare entries; the higher figure stands above.

    `name` is the plural that follows a count ("4 games won"), `one` its singular. `exact` says that the figure prints
    in full; a ratio is compared exactly too, but rounds in print (`percent` to per cent). `figure` is None for a
    measure that exists only inside a tied group. `source` says who ranks so.
    """

    code: str
    name: str
    sentence: str
    source: str
    exact: bool = True
    one: str = ""
    percent: bool = False
    figure: Callable[[Totals], Figure] | None = None


def ratio(part: Figure, whole: Figure) -> Figure:
    """The exact share, 0 where there is nothing to share."""
    return tidy(Fraction(part) / Fraction(whole)) if whole else 0


def tidy(number: Figure) -> Figure:
    """The same number, as int where it is whole."""
    return number.numerator if number.denominator == 1 else number


_ALL = (
    Measure(
        "PTS",
        "points",
        "All points scored, those given for sitting out included.",
        "Progressive euchre since Keller (1887): the card with most points wins.",
        one="points",
        figure=lambda totals: totals.points,
    ),
    Measure(
        "WIN",
        "games won",
        "Games won; a level game counts as the event says. One game a round: rounds won.",
        "Usual first tie-break of progressive nights.",
        one="game won",
        figure=lambda totals: totals.games_won,
    ),
    Measure(
        "LONE",
        "lone marches",
        "Lone hands that took all five tricks.",
        "Usual second tie-break of progressive nights, and a prize of its own.",
        one="lone march",
        figure=lambda totals: totals.lone_marches,
    ),
    Measure(
        "HEAD",
        "head-to-head",
        "Who beat whom among those who are level: in games at one table on opposite sides. It parts a group only where "
        "a beaten path leads from every one above to every one below and none leads back.",
        "League rules (two-way); direct encounter, FIDE Handbook C.07, widened to beaten paths.",
    ),
    Measure(
        "PPG",
        "points per game",
        "Points scored in games, divided by games played; sitting out counts on neither side.",
        "Series averages of leagues, for unequal numbers of games.",
        exact=False,
        figure=lambda totals: ratio(totals.game_points, totals.games_played),
    ),
    Measure(
        "RATE",
        "win share",
        "Games won divided by games played.",
        "Leagues with byes: win per cent.",
        exact=False,
        percent=True,
        figure=lambda totals: ratio(totals.games_won, totals.games_played),
    ),
    Measure(
        "SHARE",
        "points share",
        "Points scored in games, divided by those of both sides.",
        "Leagues with byes: points per cent.",
        exact=False,
        percent=True,
        figure=lambda totals: ratio(totals.game_points, totals.game_points + totals.points_against),
    ),
    Measure(
        "DIFF",
        "point difference",
        "Points scored in games, less those of the other side.",
        "Round robins and leagues.",
        one="point difference",
        figure=lambda totals: totals.game_points - totals.points_against,
    ),
    Measure(
        "MARCH",
        "marches",
        "Hands in which the side took all five tricks.",
        "Club tie-breaks after lone marches.",
        one="march",
        figure=lambda totals: totals.marches,
    ),
    Measure(
        "EUCH",
        "euchres made",
        "Hands in which the side stopped the makers.",
        "Club tie-breaks after lone marches.",
        one="euchre made",
        figure=lambda totals: totals.euchres,
    ),
)

MEASURES: dict[str, Measure] = {measure.code: measure for measure in _ALL}


def total_up(entries: Iterable[int], results: Iterable[Result]) -> dict[int, Totals]:
    """Add up each entry's results, in one pass; results of anybody else (fillers, say) do not count.

    Where a pair is one entry both partners report their side's points and games: each then counts for half, which
    also comes out right when somebody takes over in the middle of a match. Personal credit and lone marches are
    each person's own and count in full.
    """
    doubled = {entry: [0, 0, 0, 0, 0, 0, 0, 0] for entry in entries}
    uneven: dict[int, Fraction] = {}
    for result in results:
        tally = result.tally
        if tally.entry in doubled:
            _add(doubled[tally.entry], tally, played=not result.sat_out)
            _add_wins(doubled[tally.entry], tally, uneven)
    return {entry: _halved(sums, uneven.get(entry, Fraction(0))) for entry, sums in doubled.items()}


def _weight(tally: Tally) -> int:
    """Halves that a side's figure counts for: one where both partners are of this entry, otherwise two."""
    return 1 if tally.entry in tally.partners else 2


def _add(sums: list[int], tally: Tally, *, played: bool) -> None:
    weight = _weight(tally)
    credit = tally.personal_credit
    points = weight * (tally.points - credit) + 2 * credit
    sums[0] += points
    sums[6] += weight * tally.marches
    sums[7] += weight * tally.euchres
    sums[5] += tally.lone_marched
    if played:
        sums[1] += points
        sums[2] += weight * tally.points_against
        sums[4] += weight * tally.games_played


def _add_wins(sums: list[int], tally: Tally, uneven: dict[int, Fraction]) -> None:
    """Whole games are added as int, which is many times faster than adding fractions."""
    won = tally.games_won
    if won.denominator == 1:
        sums[3] += _weight(tally) * won.numerator
    else:
        uneven[tally.entry] = uneven.get(tally.entry, Fraction(0)) + _weight(tally) * won


def _halved(sums: list[int], uneven: Fraction) -> Totals:
    points, game_points, against, won, played, lone, marches, euchres = sums
    return Totals(
        points=_half(points),
        game_points=_half(game_points),
        points_against=_half(against),
        games_won=tidy((won + uneven) / 2) if uneven else _half(won),
        games_played=_half(played),
        lone_marches=lone,
        marches=_half(marches),
        euchres=_half(euchres),
    )


def _half(number: int) -> Figure:
    return Fraction(number, 2) if number % 2 else number // 2
