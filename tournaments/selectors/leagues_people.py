"""A team's page: its squad, its matches, and what each person did, also when lent to somebody else."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from django.db.models import Q

from tournaments.engine.league_table import league_figure
from tournaments.models import CardGame, Fixture, Player, Season, SquadMember, Team
from tournaments.selectors.leagues import scores_of
from tournaments.selectors.leagues_cards import SEATS
from tournaments.selectors.leagues_fixtures import FixtureLine, fixtures_with, lines_of


@dataclass(slots=True)
class PersonLine:
    """What a person did for this team, and in how many games for others (`elsewhere`)."""

    player: Player
    member: SquadMember | None = None
    matches: set[int] = field(default_factory=set)
    games: int = 0
    won: int = 0
    points: int = 0
    scored: int = 0
    elsewhere: int = 0
    elsewhere_won: int = 0

    @property
    def borrowed(self) -> bool:
        """Whether the person played without being of the squad."""
        return self.member is None

    @property
    def average(self) -> str:
        """Points a game, over games that have points."""
        return league_figure("AVG", Fraction(self.points, self.scored)) if self.scored else ""


@dataclass(frozen=True, slots=True)
class TeamPage:
    """All that a team's page says."""

    team: Team
    people: list[PersonLine]
    lines: list[FixtureLine]


def team_at(season: Season, team: int) -> Team | None:
    """A team of this season, with its division and house. One query."""
    found = Team.objects.filter(division__season=season, pk=team).select_related("division", "venue").first()
    if found is not None:
        found.division.season = season
    return found


def team_page(team: Team) -> TeamPage:
    """A team's squad, fixtures and people. Four queries; five where somebody was borrowed."""
    fixtures = fixtures_with(Q(home=team) | Q(visitor=team))
    which = Q(card__fixture__home=team) | Q(card__fixture__visitor=team)
    lines = lines_of(fixtures, scores_of(which), {team.division_id: team.division.league})
    return TeamPage(team, people_of(team), lines)


def people_of(team: Team) -> list[PersonLine]:
    """Everybody of the squad and everybody who played for the team, by name; league and cup together."""
    members = list(SquadMember.objects.filter(team=team).select_related("player").order_by("pk"))
    lines = {one.player_id: PersonLine(one.player, one) for one in members}
    games = list(_games(team, lines))
    strangers = {player for row in games for player, side in _seated(row) if row[side] == team.pk} - set(
        lines
    )
    for stranger in Player.objects.filter(pk__in=strangers) if strangers else ():
        lines[stranger.pk] = PersonLine(stranger)
    for row in games:
        for player, side in _seated(row):
            if player in lines:
                _add(lines[player], row, side, own=row[side] == team.pk)
    return sorted(lines.values(), key=lambda one: (one.player.sort_key, one.player.pk))


Row = dict[str, object]


def _games(team: Team, people: Iterable[int]) -> Iterable[Row]:
    """Games of the season in which this team or one of these people played. One query."""
    wanted = Q(card__fixture__home=team) | Q(card__fixture__visitor=team)
    for seat in SEATS:
        wanted |= Q(**{f"{seat}__in": list(people)})
    rows = CardGame.objects.filter(
        wanted,
        card__fixture__division__season=team.division.season_id,
        card__fixture__state=Fixture.State.PLAYED,
    ).exclude(winner="", home_points__isnull=True)
    for row in rows.values_list(
        "card__fixture_id",
        "card__fixture__home_id",
        "card__fixture__visitor_id",
        "winner",
        "home_points",
        "visitor_points",
        *(f"{seat}_id" for seat in SEATS),
    ):
        names = ("fixture", "home", "visitor", "winner", "home_points", "visitor_points", *SEATS)
        yield dict(zip(names, row, strict=True))


def _seated(row: Row) -> list[tuple[int, str]]:
    """Who sat at a game, with the side."""
    return [(player, seat.split("_")[0]) for seat in SEATS if isinstance(player := row[seat], int)]


def _add(line: PersonLine, row: Row, side: str, *, own: bool) -> None:
    won = int(row["winner"] == side)
    if not own:
        line.elsewhere += 1
        line.elsewhere_won += won
        return
    line.matches.add(int(str(row["fixture"])))
    line.games += 1
    line.won += won
    points = row[f"{side}_points"]
    if isinstance(points, int):
        line.points += points
        line.scored += 1


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody who may be named in a pair: of the squad first, then everybody else of the season."""

    player: Player
    own: bool


def choices_for(team: Team, day: date) -> list[Choice]:
    """Whom a captain may name on a day. One query; a person of two squads is listed once."""
    members = SquadMember.objects.filter(
        team__division__season=team.division.season_id, registered_on__lte=day
    )
    members = members.filter(Q(left_on__isnull=True) | Q(left_on__gt=day)).select_related("player")
    found: dict[int, Choice] = {}
    for one in members.order_by("player__sort_key", "player_id"):
        own = one.team_id == team.pk
        if own or one.player_id not in found:
            found[one.player_id] = Choice(one.player, own)
    return sorted(found.values(), key=lambda one: not one.own)


def squads_of(season: Season) -> dict[int, list[SquadMember]]:
    """Who is registered now, by team. One query."""
    squads: dict[int, list[SquadMember]] = defaultdict(list)
    members = SquadMember.objects.filter(team__division__season=season, left_on__isnull=True)
    for one in members.select_related("player"):
        squads[one.team_id].append(one)
    return squads
