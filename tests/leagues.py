"""What the tests of leagues share: a season of one division with squads, fixtures, and cards filled in."""

from collections.abc import Sequence
from datetime import date, timedelta

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.formats.round_robin import circle
from tournaments.engine.league_cards import GamePlayed, Side, empty_card
from tournaments.engine.league_policies import LEAGUE_POLICIES
from tournaments.models import Club, Division, Fixture, Season, SquadMember, Team
from tournaments.services.fixtures import accept_fixtures, nights_between, propose_fixtures
from tournaments.services.leagues import DivisionTerms, add_division, add_teams, create_season
from tournaments.services.leagues_cards import enter_card

STARTS = date(2026, 9, 3)
ENDS = date(2027, 3, 25)
TEAMS = ("The Anchor", "The Ship", "The Globe", "The Bell")
SECRETARY = Actor.of_command("tests")


def terms(code: str = "st-austell", **more: object) -> DivisionTerms:
    return DivisionTerms(league=LEAGUE_POLICIES[code], **more)  # type: ignore[arg-type]


def make_season(club: Club, name: str = "Winter league", **more: object) -> Season:
    return create_season(club=club, name=name, starts_on=STARTS, ends_on=ENDS, **more)  # type: ignore[arg-type]


def make_division(
    season: Season,
    teams: Sequence[str] = TEAMS,
    code: str = "st-austell",
    name: str = "Division 1",
    **more: object,
) -> Division:
    division = add_division(season=season, name=name, terms=terms(code, **more))
    add_teams(division=division, text="\n".join(teams))
    return division


def draw(division: Division) -> list[Fixture]:
    """Fixtures every Thursday in the circle's own order, without the engine's search: quick."""
    teams = list(division.teams.order_by("pk"))
    rounds = circle(range(len(teams)))
    made = []
    for week in range(len(rounds) * int(division.policy["legs"])):
        for one, other in rounds[week % len(rounds)]:
            home, visitor = (one, other) if week // len(rounds) % 2 == 0 else (other, one)
            made.append(
                Fixture(
                    division=division,
                    week=week + 1,
                    day=STARTS + timedelta(weeks=week),
                    home=teams[home],
                    visitor=teams[visitor],
                    venue_id=teams[home].venue_id,
                )
            )
    return Fixture.objects.bulk_create(made)


def draw_by_lot(division: Division, seed: str = "7") -> list[Fixture]:
    """Fixtures every Thursday, searched for, proposed and accepted."""
    propose_fixtures(division=division, dates=nights_between(STARTS, ENDS, 7), seed=seed)
    return accept_fixtures(division=division, seed=seed)


def make_squads(division: Division, size: int = 7) -> None:
    """Everybody registered on the first day; the first of each is the captain."""
    for team in Team.objects.filter(division=division).order_by("pk"):
        for at in range(size):
            player = factories.make_player(
                division.season.club, f"{factories.GIVEN[at]} {team.name.split()[-1]}"
            )
            SquadMember.objects.create(team=team, player=player, registered_on=STARTS, captain=at == 0)


def results(division: Division, home: int, low: int = 12) -> dict[int, GamePlayed]:
    """A card on which the home side wins its first so many games, and the visitors all the others."""
    target = division.league.target
    lines = empty_card(division.league)
    return {
        line.number: GamePlayed(line.number, *((target, low) if at < home else (low, target)), cup=line.cup)
        for at, line in enumerate(lines)
    }


def play(fixture: Fixture, home: int, low: int = 12) -> Fixture:
    """The card handed in."""
    enter_card(fixture=fixture, results=results(fixture.division, home, low), actor=SECRETARY)
    fixture.refresh_from_db()
    return fixture


def later(fixture: Fixture, weeks: int = 40) -> date:
    """A day on which nobody plays."""
    return fixture.day + timedelta(weeks=weeks)


def pairs_of(team: Team, count: int) -> list[tuple[int | None, int | None]]:
    """So many pairs of the squad, in the order of registering."""
    people = list(team.squad.order_by("pk").values_list("player_id", flat=True))
    return [(people[2 * at], people[2 * at + 1]) for at in range(count)]


HOME, VISITOR = Side.HOME, Side.VISITOR
