"""Many nights counted together: the best k of n, all of them, an average, or who came.

| way | the total is | who uses it |
|---|---|---|
| best | the best k nights | winter series: best five of six |
| all | every night | season aggregates, player of the year |
| average | points from games ÷ games | leagues in which people miss nights; needs a least number of nights |
| came | points for coming, and nothing else | attendance prizes |

A night gives its points, points for its place, or its games won (`GIVES`); each night one came to may give
points for coming on top. Numbers are exact: what is shared between level places may be a fraction.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from tournaments.engine.errors import EventViolation
from tournaments.engine.totals import Figure, ratio, tidy

WAYS = {
    "best": "the best nights",
    "all": "all nights together",
    "average": "average points per game",
    "came": "points for coming",
}
GIVES = {"points": "its points", "place": "points for its place", "won": "its games won"}
MOST_NIGHTS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """One entrant's night, from the published standings.

    `night` is the event, `sharing` how many have that rank, `games` and `game_points` leave out sit-outs and
    forfeits. `rank` 0: played, without a place.
    """

    night: int
    entrant: int
    rank: int
    sharing: int
    points: Figure
    games: Figure = 0
    game_points: Figure = 0
    games_won: Figure = 0
    lone_marches: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRule:
    """How nights become a table. `best` is k (0: all) and only for that way; `places` what 1st, 2nd ... give.

    Who has been there fewer than `least` times has no place. `chain` parts those who are level on the total:
    codes of SERIES_MEASURES. Raises EventViolation for a rule that makes no sense.
    """

    way: str = "best"
    best: int = 0
    gives: str = "points"
    places: tuple[int, ...] = ()
    coming: int = 0
    least: int = 0
    chain: tuple[str, ...] = ("FIRSTS", "TOP")

    def __post_init__(self) -> None:
        if self.way not in WAYS or self.gives not in GIVES:
            raise EventViolation("series-rule-unknown", "Choose one of the ways to count.")
        unknown = [code for code in self.chain if code not in SERIES_MEASURES]
        if unknown:
            raise EventViolation("unknown-measure", f"A series has no measure {unknown[0]!r}.")
        if not (0 <= self.best <= MOST_NIGHTS and 0 <= self.least <= MOST_NIGHTS):
            raise EventViolation("series-nights", f"Nights go from 0 to {MOST_NIGHTS}.")
        if self.way == "best" and not self.best:
            raise EventViolation("series-best-missing", "Say how many of the best nights count.")
        if self.gives == "place" and self.way in ("best", "all") and not self.places:
            raise EventViolation(
                "series-places-missing", "Say what the first place gives, and the next ones."
            )
        if list(self.places) != sorted(self.places, reverse=True) or any(one < 0 for one in self.places):
            raise EventViolation("series-places-order", "A better place gives as much as the next, or more.")
        if self.way == "came" and not self.coming:
            raise EventViolation("series-coming-missing", "Say what coming to a night gives.")

    def to_dict(self) -> dict[str, object]:
        """In JSON types."""
        return {
            "way": self.way,
            "best": self.best,
            "gives": self.gives,
            "places": list(self.places),
            "coming": self.coming,
            "least": self.least,
            "chain": list(self.chain),
        }

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> "SeriesRule":
        """What `to_dict` wrote."""
        return cls(**{**kept, "places": tuple(kept["places"]), "chain": tuple(kept["chain"])})


@dataclass(frozen=True, slots=True)
class NightCounted:
    """A night in an entrant's line: what it gave, whether that counts, and the rank of that night."""

    night: int
    gave: Figure
    counts: bool
    rank: int


@dataclass(frozen=True, slots=True)
class SeriesPlace:
    """One line of the table; `rank` is None for who has not been there often enough.

    `figures` follow the chain, by code; `parted_by` is the code that parted this rank from the one above it.
    """

    entrant: int
    rank: int | None
    shared: bool
    total: Figure
    figures: tuple[tuple[str, Figure], ...]
    nights: tuple[NightCounted, ...]
    parted_by: str | None


@dataclass(frozen=True, slots=True)
class SeriesMeasure:
    """One way to part those who are level on the total; more is better."""

    code: str
    name: str
    one: str
    sentence: str
    figure: Callable[[Sequence[Night], Sequence[NightCounted]], Figure]


_ALL = (
    SeriesMeasure(
        "FIRSTS",
        "nights won",
        "night won",
        "Nights on which nobody stood above, first places that were shared among them.",
        lambda nights, counted: sum(one.rank == 1 for one in nights),
    ),
    SeriesMeasure(
        "TOP",
        "points on the best night",
        "point on the best night",
        "What the best single night gave.",
        lambda nights, counted: max((one.gave for one in counted), default=0),
    ),
    SeriesMeasure(
        "REST",
        "points on dropped nights",
        "point on dropped nights",
        "What the nights gave that do not count.",
        lambda nights, counted: tidy(
            sum((Fraction(one.gave) for one in counted if not one.counts), Fraction())
        ),
    ),
    SeriesMeasure(
        "NIGHTS",
        "nights played",
        "night played",
        "How often one was there.",
        lambda nights, counted: len(nights),
    ),
    SeriesMeasure(
        "WON",
        "games won",
        "game won",
        "Games won on all nights.",
        lambda nights, counted: tidy(sum((Fraction(one.games_won) for one in nights), Fraction())),
    ),
    SeriesMeasure(
        "LONE",
        "lone marches",
        "lone march",
        "Lone hands that took all five tricks, on all nights.",
        lambda nights, counted: sum(one.lone_marches for one in nights),
    ),
)

SERIES_MEASURES = {one.code: one for one in _ALL}


def rank_series(rule: SeriesRule, order: Sequence[int], nights: Iterable[Night]) -> list[SeriesPlace]:
    """The table: who has a place, the best first, then who has been there too seldom, by the total.

    `order` are the nights as they were played; others do not count. An entrant twice on one night is a fault
    of the caller. Inside a shared rank the order is by entrant and means nothing.
    """
    own: dict[int, list[Night]] = defaultdict(list)
    at = {night: place for place, night in enumerate(order)}
    for one in nights:
        if one.night in at:
            own[one.entrant].append(one)
    for played in own.values():
        played.sort(key=lambda one: at[one.night])
    lines = [_line(rule, entrant, played) for entrant, played in sorted(own.items())]
    placed = [one for one in lines if len(one.nights) >= max(rule.least, 1)]
    seldom = [one for one in lines if len(one.nights) < max(rule.least, 1)]
    return _numbered(placed) + sorted(seldom, key=lambda one: (-one.total, -len(one.nights), one.entrant))


def _line(rule: SeriesRule, entrant: int, played: Sequence[Night]) -> SeriesPlace:
    """An entrant's nights added up; no rank yet."""
    gave = [_gave(rule, one) for one in played]
    best = rule.best if rule.way == "best" else 0
    chosen = sorted(range(len(gave)), key=lambda at: (-gave[at], at))[: best or None]
    counted = tuple(
        NightCounted(one.night, gave[at], at in chosen, one.rank) for at, one in enumerate(played)
    )
    figures = tuple((code, SERIES_MEASURES[code].figure(played, counted)) for code in rule.chain)
    return SeriesPlace(entrant, None, False, _total(rule, played, counted), figures, counted, None)


def _total(rule: SeriesRule, played: Sequence[Night], counted: Sequence[NightCounted]) -> Figure:
    if rule.way == "average":
        points = sum((Fraction(one.game_points) for one in played), Fraction())
        return ratio(points, sum((Fraction(one.games) for one in played), Fraction()))
    nights = sum((Fraction(one.gave) for one in counted if one.counts), Fraction())
    return tidy(nights + (rule.coming * len(played) if rule.way != "came" else 0))


def _gave(rule: SeriesRule, night: Night) -> Figure:
    """What a night gave, points for coming left out where they are added to all nights."""
    if rule.way == "came":
        return rule.coming
    if rule.way == "average":
        return ratio(night.game_points, night.games)
    if rule.gives == "won":
        return tidy(Fraction(night.games_won))
    if rule.gives == "place":
        return place_points(rule.places, night.rank, night.sharing)
    return tidy(Fraction(night.points))


def place_points(places: Sequence[int], rank: int, sharing: int) -> Figure:
    """What a place gives; who shares one shares what all their places together give."""
    if rank < 1 or sharing < 1:
        return 0
    return ratio(sum(places[rank - 1 : rank - 1 + sharing]), sharing)


def _numbered(lines: Sequence[SeriesPlace]) -> list[SeriesPlace]:
    ordered = sorted(lines, key=lambda one: (_key(one), one.entrant))
    placed: list[SeriesPlace] = []
    for key, group in groupby(ordered, key=_key):
        level = list(group)
        rank = len(placed) + 1
        above = _key(placed[-1]) if placed else None
        parted = None if above is None else _parted_by(above, key, level[0])
        for one in level:
            placed.append(
                SeriesPlace(one.entrant, rank, len(level) > 1, one.total, one.figures, one.nights, parted)
            )
    return placed


def _key(one: SeriesPlace) -> tuple[Figure, ...]:
    """The best first when sorted."""
    return (-one.total, *(-figure for _, figure in one.figures))


def _parted_by(above: Sequence[Figure], below: Sequence[Figure], one: SeriesPlace) -> str:
    codes = ("TOTAL", *(code for code, _ in one.figures))
    return next(code for code, mine, other in zip(codes, below, above, strict=True) if mine != other)
