"""League tables, computed when they are looked at.

A season of ten divisions is a few thousand matches, added up by the database match by match; ranking them
takes milliseconds and always the same four queries. So no table is kept, none can be older than its cards,
and nothing has to be rebuilt.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, Sum

from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import CardScore, Side
from tournaments.engine.league_points import NO_SCORE, LeagueMatch, PointsOff, league_rows
from tournaments.engine.league_policies import LeaguePolicy
from tournaments.engine.league_seasons import half_winners, in_half
from tournaments.engine.league_table import LEAGUE_MEASURES, LeaguePlace, league_figure, rank_league
from tournaments.models import CardGame, Club, Deduction, Division, Fixture, Season, Team

COUNTED = (Fixture.State.PLAYED, Fixture.State.FORFEITED)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A place in print: `figures` are the chain's, those already in a column of their own left out."""

    place: LeaguePlace
    team: Team
    rank: str
    average: str
    figures: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division with its table. `waiting` matches are still to be played, `disputed` cards to be decided.

    `columns` are the names of the figures; `weeks` is how many the fixtures have.
    """

    division: Division
    policy: LeaguePolicy
    lines: list[TableLine]
    matches: list[LeagueMatch]
    waiting: int
    disputed: int
    columns: list[str]
    weeks: int

    @property
    def places(self) -> list[LeaguePlace]:
        """The engine's places, the best first."""
        return [line.place for line in self.lines]

    @property
    def cup(self) -> list[tuple[int, Team, int]]:
        """The cup of the same nights: rank (1, 1, 3), team and cup points; empty where there is none."""
        if not self.policy.cup_games:
            return []
        points = sorted((line.place.row.cup_points for line in self.lines), reverse=True)
        lines = sorted(self.lines, key=lambda line: (-line.place.row.cup_points, line.team.name))
        return [
            (points.index(line.place.row.cup_points) + 1, line.team, line.place.row.cup_points)
            for line in lines
        ]


def season_at(club_slug: str, season_slug: str) -> Season | None:
    """The season at an address, with its club. One query."""
    seasons = Season.objects.select_related("club")
    return seasons.filter(club__slug=club_slug, slug=season_slug).first()


def seasons_of(club: Club) -> list[Season]:
    """A club's seasons, the newest first. One query."""
    return list(Season.objects.filter(club=club))


def division_at(season: Season, division: int) -> Division | None:
    """A division of this season. One query."""
    found = Division.objects.filter(season=season, pk=division).first()
    if found is not None:
        found.season = season
    return found


def tables_of(season: Season) -> list[DivisionTable]:
    """Every division's table, the highest first. Five queries, whatever the size."""
    divisions = list(Division.objects.filter(season=season))
    for division in divisions:
        division.season = season
    return _tables(divisions)


def table_of(division: Division) -> DivisionTable:
    """One division's table. Four queries."""
    return _tables([division])[0]


def _tables(divisions: Sequence[Division]) -> list[DivisionTable]:
    keys = [division.pk for division in divisions]
    teams: dict[int, list[Team]] = defaultdict(list)
    for team in Team.objects.filter(division__in=keys):
        teams[team.division_id].append(team)
    fixtures: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in Fixture.objects.filter(division__in=keys).select_related("card"):
        fixtures[fixture.division_id].append(fixture)
    scores = scores_of(Q(card__fixture__division__in=keys))
    off: dict[int, list[PointsOff]] = defaultdict(list)
    for one in Deduction.objects.filter(division__in=keys):
        off[one.division_id].append(PointsOff(one.team_id, one.points, one.reason))
    return [_table(one, teams[one.pk], fixtures[one.pk], scores, off[one.pk]) for one in divisions]


def scores_of(which: Q) -> dict[int, CardScore]:
    """What the cards of these games add up to, by fixture; as `score_of` does. One query."""
    league = Q(cup=False)
    sums = {
        "home_games": Count("pk", filter=league & Q(winner="home")),
        "visitor_games": Count("pk", filter=league & Q(winner="visitor")),
        "home_sum": Sum("home_points", filter=league, default=0),
        "visitor_sum": Sum("visitor_points", filter=league, default=0),
        "scored": Count("pk", filter=league & Q(home_points__isnull=False)),
        "home_cup": Count("pk", filter=Q(cup=True, winner="home")),
        "visitor_cup": Count("pk", filter=Q(cup=True, winner="visitor")),
    }
    rows = CardGame.objects.filter(which).order_by().values("card__fixture_id").annotate(**sums)
    return {fixture: CardScore(*added) for fixture, *added in rows.values_list("card__fixture_id", *sums)}


def matches_of(fixtures: Iterable[Fixture], scores: Mapping[int, CardScore]) -> list[LeagueMatch]:
    """The matches that count: played, or forfeited. No query where cards came with the fixtures.

    The meeting of the half-season winners counts nowhere. A card that no longer counts is not late either.
    """
    return [
        LeagueMatch(
            number=one.pk,
            week=one.week,
            home=one.home_id,
            visitor=one.visitor_id,
            score=NO_SCORE if one.state == Fixture.State.FORFEITED else scores.get(one.pk, NO_SCORE),
            absent=absent_sides(one),
            late=one.state == Fixture.State.PLAYED and hasattr(one, "card") and one.card.late,
            decider=one.kind != Fixture.Kind.LEAGUE,
        )
        for one in fixtures
        if one.state in COUNTED and one.kind != Fixture.Kind.FINAL
    ]


def absent_sides(fixture: Fixture) -> frozenset[Side]:
    """Who did not appear at a forfeited match."""
    if fixture.state != Fixture.State.FORFEITED or not fixture.absent:
        return frozenset()
    return frozenset(Side if fixture.absent == Fixture.Absent.BOTH else [Side(fixture.absent)])


def _table(
    division: Division,
    teams: Sequence[Team],
    fixtures: Sequence[Fixture],
    scores: Mapping[int, CardScore],
    off: Sequence[PointsOff],
) -> DivisionTable:
    policy, names = division.league, {team.pk: team.name for team in teams}
    matches = matches_of(fixtures, scores)
    places = rank_league(policy, league_rows(policy, names, matches, off), matches, names)
    by_pk = {team.pk: team for team in teams}
    own = {"LP", "MW", "GW", "AVG", "HEAD", "PLAYOFF", *(() if policy.cup_games else ("CUP",))}
    columns = [code for code in policy.chain if code not in own]
    return DivisionTable(
        division=division,
        policy=policy,
        lines=[_line(place, by_pk[place.row.team], columns) for place in places],
        matches=matches,
        waiting=sum(one.state in {Fixture.State.DUE, Fixture.State.POSTPONED} for one in fixtures),
        disputed=sum(hasattr(one, "card") and one.card.disputed for one in fixtures),
        columns=[LEAGUE_MEASURES[code].name for code in columns],
        weeks=max((one.week for one in fixtures if one.kind == Fixture.Kind.LEAGUE), default=0),
    )


def _line(place: LeaguePlace, team: Team, columns: Sequence[str]) -> TableLine:
    figures = dict(place.figures)
    return TableLine(
        place=place,
        team=team,
        rank=f"{place.rank}=" if place.shared else str(place.rank),
        average=league_figure("AVG", place.row.average) if place.row.scored else "",
        figures=[(LEAGUE_MEASURES[code].name, league_figure(code, figures[code])) for code in columns],
    )


@dataclass(frozen=True, slots=True)
class Halves:
    """Both half seasons, a line a team: rank, name, points; and who won them, or why that is not settled."""

    tables: list[list[tuple[int, str, int]]]
    winners: list[Team]
    fault: str


def halves_of(table: DivisionTable, weeks: int) -> Halves:
    """Both halves of a season of so many weeks. No query; points taken off count in neither half."""
    teams = {line.team.pk: line.team for line in table.lines}
    names = {pk: team.name for pk, team in teams.items()}
    deciders = [match for match in table.matches if match.decider]
    halves = []
    for half in (1, 2):
        matches = in_half(table.matches, half, weeks)
        rows = league_rows(table.policy, names, matches)
        halves.append(rank_league(table.policy, rows, [*matches, *deciders], names))
    try:
        winners, fault = [teams[pk] for pk in half_winners(*halves)], ""
    except EventViolation as refused:
        winners, fault = [], refused.sentence
    told = [[(one.rank, names[one.row.team], one.row.league_points) for one in half] for half in halves]
    return Halves(told, winners, fault)
