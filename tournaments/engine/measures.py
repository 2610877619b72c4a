"""What standings are ranked by: a catalogue of values, in exact numbers.

| code | name | what is compared | kind |
|---|---|---|---|
| PTS | points | all points, sit-outs included | count |
| WIN | games won | a level game by the event's policy; rounds won where one game is a round | count |
| LONE | lone marches | lone hands that took all five tricks | count |
| HEAD | head-to-head | beaten paths inside the tied group | in the tied group only |
| PPG | points per game | points from games ÷ games | ratio |
| RATE | win share | games won ÷ games won and lost, forfeits included | ratio |
| SHARE | points share | points for ÷ (for + against), games only | ratio |
| DIFF | point difference | points for - against, games only | count |
| MARCH | marches | hands in which the side took all five | count |
| EUCH | euchres made | hands in which the side stopped the makers | count |
| PLACE | bracket place | the place reached by the round in which one went out | the lower stands above |

Not done yet: matches won, league points, strength of opposition, best k of n, lot.
Adding a measure is one value here and its line in the table; more is better, but for a place.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.engine.results import Result

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


@dataclass(frozen=True, slots=True)
class Measure:
    """One way to compare entries; the higher figure stands above, with `low` the lower.

    `name` is the plural that follows a count ("4 games won"), `one` its singular. `exact` says that the
    figure prints in full; a ratio is compared exactly too, but rounds in print (with `percent`, as per
    cent). `figure` is None for a measure that exists only inside a tied group. `source` says who ranks so.
    """

    code: str
    name: str
    sentence: str
    source: str
    exact: bool = True
    one: str = ""
    percent: bool = False
    low: bool = False
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
        "Who beat whom among those who are level, in games on opposite sides of a table. It parts a group "
        "only where a beaten path leads from everyone above to everyone below and none leads back.",
        "League rules (two-way); direct encounter, FIDE Handbook C.07, widened to beaten paths.",
    ),
    Measure(
        "PPG",
        "points per game",
        "Points scored in games, divided by games; sitting out and forfeits count on neither side.",
        "Series averages of leagues, for unequal numbers of games.",
        exact=False,
        figure=lambda totals: ratio(totals.game_points, totals.games_played - totals.games_forfeited),
    ),
    Measure(
        "RATE",
        "win share",
        "Games won divided by games won and lost, forfeits included.",
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
    Measure(
        "PLACE",
        "bracket place",
        "The place reached in a bracket, by the round in which one went out; shared by who went together.",
        "Any knock-out: the losers of the quarter-finals are fifth to eighth.",
        low=True,
        figure=lambda totals: totals.place,
    ),
)

MEASURES: dict[str, Measure] = {measure.code: measure for measure in _ALL}


def written(measure: Measure, figure: Figure) -> str:
    """The figure as printed: 4, 4½, 12.15 or 71.43 % (two places, half up), without the measure's name."""
    if not measure.exact:
        return f"{_two_places(100 * Fraction(figure))} %" if measure.percent else _two_places(figure)
    if figure > 0 and figure.denominator == 2:
        return f"{figure.numerator // 2 or ''}½"
    return str(figure)


def _two_places(figure: Figure) -> str:
    hundredths = (abs(Fraction(figure)) * 200 + 1) // 2
    return f"{'-' if figure < 0 else ''}{hundredths // 100}.{hundredths % 100:02}"


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


@dataclass(slots=True)
class _Sums:
    """Totals in halves while they are added; whole games as int, many times faster than fractions."""

    points: int = 0
    game_points: int = 0
    points_against: int = 0
    games_won: int = 0
    broken_games_won: Figure = 0
    games_played: int = 0
    lone_marches: int = 0
    marches: int = 0
    euchres: int = 0
    games_forfeited: int = 0


def _add(sums: _Sums, result: Result) -> None:
    tally = result.tally
    halves = 1 if tally.entry in tally.partners else 2
    points = halves * (tally.points - tally.personal_credit) + 2 * tally.personal_credit
    sums.points += points
    sums.lone_marches += tally.lone_marched
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
    if tally.games_won.denominator == 1:
        sums.games_won += halves * tally.games_won.numerator
    else:
        sums.broken_games_won += halves * tally.games_won


def _totals(sums: _Sums) -> Totals:
    return Totals(
        points=_half(sums.points),
        game_points=_half(sums.game_points),
        points_against=_half(sums.points_against),
        games_won=_half(sums.games_won + sums.broken_games_won),
        games_played=_half(sums.games_played),
        lone_marches=sums.lone_marches,
        marches=_half(sums.marches),
        euchres=_half(sums.euchres),
        games_forfeited=_half(sums.games_forfeited),
    )


def _half(number: Figure) -> Figure:
    return tidy(Fraction(number) / 2)
