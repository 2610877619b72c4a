"""The league table: teams ranked by a chain of measures, and every place explained in words.

| code | name | what is compared |
|---|---|---|
| LP | league points | what the matches gave, less deductions |
| MW | matches won | walkovers included |
| RATE | matches won, per cent | for unequal numbers of matches |
| GW | games won | league games |
| GD | game difference | games won less games lost |
| GAVG | game average | games won divided by games lost |
| PD | point difference | points scored less points against |
| PF | points scored | in games that have points |
| AVG | points a game | in games that have points |
| CUP | cup points | of the cup played on the same nights |
| HEAD | head-to-head | matches between those who are level; beaten paths |
| PLAYOFF | play-off | deciders between those who are level; beaten paths |

Adding a measure is one value here and its line in the table; more is always better.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.engine.errors import EventViolation
from tournaments.engine.explanations import ordinal
from tournaments.engine.league_points import Figure, LeagueMatch, LeagueRow, award_of
from tournaments.engine.league_policies import LeaguePolicy
from tournaments.engine.meetings import beaten_paths
from tournaments.engine.totals import ratio


@dataclass(frozen=True, slots=True)
class LeagueMeasure:
    """One way to compare teams. `figure` is None for what exists between level teams only.

    A `ratio` is compared exactly and printed with two places, with `percent` as per cent.
    """

    code: str
    name: str
    sentence: str
    figure: Callable[[LeagueRow], Figure] | None = None
    ratio: bool = False
    percent: bool = False


def _game_average(row: LeagueRow) -> Figure:
    """Games won over games lost; a team that lost none stands above every other, by what it won."""
    return Fraction(row.games_for, row.games_against) if row.games_against else row.games_for * 10**6


_ALL = (
    LeagueMeasure(
        "LP", "league points", "What the matches gave, less deductions.", lambda r: r.league_points
    ),
    LeagueMeasure(
        "MW", "matches won", "Matches won, those against an absent side included.", lambda r: r.won
    ),
    LeagueMeasure(
        "RATE",
        "matches won, per cent",
        "Matches won divided by matches played, for unequal numbers of matches.",
        lambda r: ratio(r.won, r.played),
        ratio=True,
        percent=True,
    ),
    LeagueMeasure("GW", "games won", "Games won in all matches.", lambda r: r.games_for),
    LeagueMeasure(
        "GD", "game difference", "Games won, less games lost.", lambda r: r.games_for - r.games_against
    ),
    LeagueMeasure("GAVG", "game average", "Games won divided by games lost.", _game_average, ratio=True),
    LeagueMeasure(
        "PD",
        "point difference",
        "Points scored, less points against.",
        lambda r: r.points_for - r.points_against,
    ),
    LeagueMeasure("PF", "points scored", "Points in games that have points.", lambda r: r.points_for),
    LeagueMeasure(
        "AVG",
        "points a game",
        "Points divided by the games that have points.",
        lambda r: r.average,
        ratio=True,
    ),
    LeagueMeasure("CUP", "cup points", "Games won in the cup on the same nights.", lambda r: r.cup_points),
    LeagueMeasure(
        "HEAD",
        "head-to-head",
        "Who beat whom in the matches between those who are level; a circle parts nobody.",
    ),
    LeagueMeasure("PLAYOFF", "play-off", "A match played for the place between those who are level."),
)

LEAGUE_MEASURES: dict[str, LeagueMeasure] = {measure.code: measure for measure in _ALL}


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """One line of the table: its row, its rank (1, 1, 3), the chain's figures, and why, in a sentence.

    `parted_by` is the code that parted this rank from the one above, None for the first; `met` says what a
    side won of the matches with each other team that was level with it when HEAD or PLAYOFF had its turn.
    """

    row: LeagueRow
    rank: int
    shared: bool
    figures: tuple[tuple[str, Figure], ...]
    parted_by: str | None
    met: tuple[tuple[int, Figure], ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class _Level:
    """Teams level so far, and the code that parted them from those above."""

    teams: list[int]
    parted_by: str | None


def rank_league(
    policy: LeaguePolicy, rows: Sequence[LeagueRow], matches: Iterable[LeagueMatch], names: Mapping[int, str]
) -> list[LeaguePlace]:
    """The table, the best first; teams level on the whole chain share a rank, by number.

    Raises EventViolation for a code in the policy's chain that is no measure.
    """
    by_team = {row.team: row for row in rows}
    played = list(matches)
    figures: dict[int, dict[str, Figure]] = {team: {} for team in by_team}
    met: dict[int, tuple[tuple[int, Figure], ...]] = {}
    levels = [_Level(sorted(by_team), None)] if by_team else []
    for code in policy.chain:
        measure = _measure(code)
        if measure.figure is not None:
            for team, row in by_team.items():
                figures[team][code] = measure.figure(row)
            levels = [part for level in levels for part in _parted(level, code, figures)]
        else:
            wins = _wins(policy, levels, played, deciders=code == "PLAYOFF")
            levels = [part for level in levels for part in _parted_by_meetings(level, code, wins, met)]
    return explained(_numbered(levels, by_team, figures, met), names, policy)


def _measure(code: str) -> LeagueMeasure:
    if code not in LEAGUE_MEASURES:
        raise EventViolation("unknown-measure", f"A league is not ranked by {code!r}.")
    return LEAGUE_MEASURES[code]


def _parted(level: _Level, code: str, figures: Mapping[int, Mapping[str, Figure]]) -> list[_Level]:
    by_figure: dict[Figure, list[int]] = defaultdict(list)
    for team in level.teams:
        by_figure[figures[team][code]].append(team)
    groups = [by_figure[figure] for figure in sorted(by_figure, reverse=True)]
    return [_Level(group, code if at else level.parted_by) for at, group in enumerate(groups)]


def _wins(
    policy: LeaguePolicy, levels: Sequence[_Level], matches: Iterable[LeagueMatch], *, deciders: bool
) -> dict[int, dict[int, Figure]]:
    """Matches each won against each of its own level group; a level match is half a win to both."""
    group_of = {team: at for at, level in enumerate(levels) for team in level.teams}
    wins: dict[int, dict[int, Figure]] = {team: {} for team in group_of}
    for match in matches:
        home, visitor = match.home, match.visitor
        if match.decider is not deciders or home not in group_of or group_of[home] != group_of.get(visitor):
            continue
        winner = award_of(policy, match).winner
        half: Figure = 0 if match.absent else Fraction(1, 2)
        for team, other in ((home, visitor), (visitor, home)):
            won = half if winner is None else int(match.team(winner) == team)
            wins[team][other] = wins[team].get(other, 0) + won
    return wins


def _parted_by_meetings(
    level: _Level,
    code: str,
    wins: Mapping[int, Mapping[int, Figure]],
    met: dict[int, tuple[tuple[int, Figure], ...]],
) -> list[_Level]:
    if len(level.teams) == 1:
        return [level]
    for team in level.teams:
        met[team] = tuple(sorted(wins[team].items()))
    groups = beaten_paths(level.teams, wins)
    return [_Level(group, code if at else level.parted_by) for at, group in enumerate(groups)]


def _numbered(
    levels: Iterable[_Level],
    by_team: Mapping[int, LeagueRow],
    figures: Mapping[int, Mapping[str, Figure]],
    met: Mapping[int, tuple[tuple[int, Figure], ...]],
) -> list[LeaguePlace]:
    places: list[LeaguePlace] = []
    for level in levels:
        rank, shared = len(places) + 1, len(level.teams) > 1
        places += [
            LeaguePlace(
                by_team[team], rank, shared, tuple(figures[team].items()), level.parted_by, met.get(team, ())
            )
            for team in level.teams
        ]
    return places


def explained(
    places: Sequence[LeaguePlace], names: Mapping[int, str], policy: LeaguePolicy
) -> list[LeaguePlace]:
    """The same places with their sentences: who was level on the first measure, and what parted them."""
    ranks = [list(group) for _, group in groupby(places, key=lambda one: one.rank)]
    told: list[LeaguePlace] = []
    for at, sharing in enumerate(ranks):
        above = ranks[at - 1] if at else []
        below = ranks[at + 1] if at + 1 < len(ranks) else []
        for one in sharing:
            clauses = [_opening(one, [other for other in sharing if other is not one], names, policy)]
            clauses += _clause(one, above, one.parted_by, names, "below")
            clauses += _clause(one, below, below[0].parted_by if below else None, names, "above")
            clauses += [f"{off.points} {_point(off.points)} off: {off.reason}" for off in one.row.deductions]
            sentence = "; ".join(clauses).removesuffix(".") + "."
            told.append(_with_sentence(one, sentence))
    return told


def _with_sentence(one: LeaguePlace, sentence: str) -> LeaguePlace:
    return LeaguePlace(one.row, one.rank, one.shared, one.figures, one.parted_by, one.met, sentence)


def _opening(
    one: LeaguePlace, sharing: Sequence[LeaguePlace], names: Mapping[int, str], policy: LeaguePolicy
) -> str:
    name, place, code = names[one.row.team], ordinal(one.rank), one.figures[0][0] if one.figures else ""
    figure = f"{league_figure(code, one.figures[0][1])} {LEAGUE_MEASURES[code].name}" if code else ""
    if not sharing:
        return f"{place}, {name}: {figure}" if figure else f"{place}, {name}"
    others = _named(sharing, names)
    figures = [(known, figure) for known, figure in one.figures]
    level = _and(
        [f"{LEAGUE_MEASURES[known].name} ({league_figure(known, figure)})" for known, figure in figures]
    )
    left = ", and only a play-off would part them" if "PLAYOFF" in policy.chain else ""
    return f"{name} shares {place} with {others}: level on {level}{left}"


def _clause(
    one: LeaguePlace, others: Sequence[LeaguePlace], code: str | None, names: Mapping[int, str], where: str
) -> list[str]:
    """How a neighbouring rank was parted from this one, if both were level on the first measure."""
    if not others or code is None or not one.figures or code == one.figures[0][0]:
        return []
    measure, near = LEAGUE_MEASURES[code], _named(others, names)
    if measure.figure is not None:
        mine, theirs = dict(one.figures)[code], dict(others[0].figures)[code]
        by = f"{measure.name}, {league_figure(code, mine)} to {league_figure(code, theirs)}"
    else:
        by = measure.name
        other = others[0].row.team
        mine, theirs = dict(one.met).get(other, 0), dict(others[0].met).get(one.row.team, 0)
        if not one.shared and len(others) == 1 and mine != theirs:
            by += f", {league_figure('', mine)} to {league_figure('', theirs)}"
    return [f"level with {near}, placed {where} by {by}"]


def league_figure(code: str, figure: Figure) -> str:
    """A figure as printed: 14, 2½, and with two places, half up, 12.15 and 71.43 %; below 0 with a minus."""
    sign, size = "−" if figure < 0 else "", abs(Fraction(figure))
    measure = LEAGUE_MEASURES.get(code)
    if measure is not None and measure.ratio:
        hundredths = (size * (100 if measure.percent else 1) * 200 + 1) // 2
        return f"{sign}{hundredths // 100}.{hundredths % 100:02}{' %' if measure.percent else ''}"
    return f"{sign}{int(size) or ''}½" if size.denominator == 2 else f"{sign}{size}"


def _point(points: int) -> str:
    return "point" if abs(points) == 1 else "points"


def _named(others: Sequence[LeaguePlace], names: Mapping[int, str]) -> str:
    """Names of up to four; of more the first three and how many others."""
    listed = [names[one.row.team] for one in (others if len(others) <= 4 else others[:3])]
    return _and(listed if len(others) <= 4 else [*listed, f"{len(others) - 3} others"])


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
