"""What standings are ranked by: a catalogue of values, in exact numbers.

| code | name | what is compared | kind |
|---|---|---|---|
| PTS | points | all points, sit-outs included | count |
| WIN | games won | a level game by the event's policy; rounds won where one game is a round | count |
| MATCH | matches won | a level match counts half to each | count |
| LP | league points | points for matches won, level and lost, by the event's policy | count |
| HANDS | hands won | hands made, and hands in which the side stopped the makers | count |
| LONE | lone marches | lone hands that took all five tricks | count |
| CREDIT | lone credit | the part of the points that a partner did not score | count |
| HEAD | head-to-head | beaten paths inside the tied group | in the tied group only |
| TOP | record against the highest-ranked | games against the best whom all have met | tied group only |
| PPG | points per game | points from games ÷ games | ratio |
| RATE | win share | games won ÷ games won and lost, forfeits included | ratio |
| SHARE | points share | points for ÷ (for + against), games only | ratio |
| DIFF | point difference | points for - against, games only | count |
| AGAINST | points against | points of the other side, games only | count, the lower stands above |
| OPP | strength of opposition | the mean win share of whom one met | ratio |
| BEST | best rounds | points of the best k rounds, k by the event's policy | count |
| MARCH | marches | hands in which the side took all five | count |
| EUCH | euchres made | hands in which the side stopped the makers | count |
| PLACE | bracket place | the place reached by the round in which one went out | the lower stands above |
| GAME | deciding game | the order the director recorded of a game among the level | in the tied group only |
| LOT | lot | the order of a recorded draw among the level | in the tied group only |
| TIE | shared place | nothing: who is level shares the place | end of a chain |

Adding a measure is one value here and its line in the table; more is better, but for `low` ones.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.engine.match_totals import MatchPoints, league_points, matches_won, opposition
from tournaments.engine.results import Result
from tournaments.engine.totals import Figure, Totals, best_rounds, ratio


@dataclass(frozen=True, slots=True)
class Counting:
    """What an event's policy says about figures: points for a match, and how many best rounds (0: all)."""

    match_points: MatchPoints = field(default_factory=MatchPoints)
    best_rounds: int = 0


@dataclass(frozen=True, slots=True)
class Whole:
    """Everybody who is ranked, with their totals and all results: for figures that need the others, too."""

    totals: Mapping[int, Totals]
    results: Sequence[Result]
    counting: Counting


@dataclass(frozen=True, slots=True)
class Measure:
    """One way to compare entries; the higher figure stands above, with `low` the lower.

    `name` is the plural that follows a count ("4 games won"), `one` its singular. `exact` says that the
    figure prints in full; a ratio is compared exactly too, but rounds in print (with `percent`, as per
    cent). `figure` reads it from an entry's own totals; `across` computes it for everybody from all there is.
    With neither it exists only inside a tied group. `source` says who ranks so.
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
    across: Callable[[Whole], Mapping[int, Figure]] | None = None

    @property
    def tied_only(self) -> bool:
        """Whether it says something only about those who are level."""
        return self.figure is None and self.across is None


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
        "MATCH",
        "matches won",
        "Matches won, forfeits included; one that ended level counts half to each side.",
        "Leagues and Swiss tournaments played in matches of several games.",
        one="match won",
        across=lambda whole: matches_won(whole.totals, whole.results),
    ),
    Measure(
        "LP",
        "league points",
        "Points for matches won and level, as the event says; a match that was not played gives none.",
        "Cornish and Devon euchre leagues: two for a win, one for a draw.",
        one="league point",
        across=lambda whole: league_points(whole.totals, whole.results, whole.counting.match_points),
    ),
    Measure(
        "HANDS",
        "hands won",
        "Hands that the side made, and those in which it stopped the makers.",
        "Club tie-breaks after games; a paper card does not tell them.",
        one="hand won",
        figure=lambda totals: totals.hands_won,
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
        "CREDIT",
        "lone credit",
        "Points that a player got for going alone beyond what the partner got.",
        "Progressive nights that credit the lone player personally.",
        one="lone credit",
        figure=lambda totals: totals.personal_credit,
    ),
    Measure(
        "HEAD",
        "head-to-head",
        "Who beat whom among those who are level, in games on opposite sides of a table. It parts a group "
        "only where a beaten path leads from everyone above to everyone below and none leads back.",
        "League rules (two-way); direct encounter, FIDE Handbook C.07, widened to beaten paths.",
    ),
    Measure(
        "TOP",
        "record against the highest-ranked",
        "The share of games won against the highest-placed whom all who are level have met; against the next "
        "one where that parts nobody.",
        "League rules, such as EuchreVerse: record against the first, then the second, and so on.",
        exact=False,
        percent=True,
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
        "AGAINST",
        "points against",
        "Points of the other side in games; fewer stand above.",
        "Round robins and leagues.",
        one="point against",
        low=True,
        figure=lambda totals: totals.points_against,
    ),
    Measure(
        "OPP",
        "strength of opposition",
        "The mean win share of everybody one met at a table, once for each meeting.",
        "Swiss tournaments since Buchholz, as a mean because meetings differ in number.",
        exact=False,
        percent=True,
        across=lambda whole: opposition(whole.totals, whole.results),
    ),
    Measure(
        "BEST",
        "points in the best rounds",
        "Points of so many of one's best rounds as the event counts, points for sitting out included.",
        "Series that drop the worst nights or rounds.",
        one="point in the best rounds",
        across=lambda whole: best_rounds(whole.totals, whole.results, whole.counting.best_rounds),
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
    Measure(
        "GAME",
        "deciding game",
        "A game or an extra hand played among those who are level, in the order the director recorded.",
        "Play-offs for a place: usual where a prize cannot be shared.",
        low=True,
    ),
    Measure(
        "LOT",
        "lot",
        "Drawn by lot among those who are level; the draw is recorded and can be done again from its seed.",
        "The last resort of most rules of tournaments.",
        low=True,
    ),
    Measure(
        "TIE",
        "shared place",
        "Nothing more is looked at: who is level shares the place.",
        "Prizes of tied places are added up and split.",
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
