"""A small league and a ladder for the demo club: a season half played, with what goes wrong in one.

Made through the same services as everything else. Chance has a fixed seed: every demo is the same league.
"""

from datetime import date, time, timedelta
from random import Random

from tournaments.actors import Actor
from tournaments.engine.league_cards import GamePlayed, Side, empty_card
from tournaments.engine.league_policies import LEAGUE_POLICIES
from tournaments.engine.names import name_of
from tournaments.models import Club, Division, Fixture, Ladder, Player, Season, Team
from tournaments.services.entrants import Entrant
from tournaments.services.fixtures import (
    accept_fixtures,
    nights_between,
    postpone_fixture,
    propose_fixtures,
)
from tournaments.services.ladders import (
    LadderTerms,
    create_ladder,
    join_players,
    make_challenge,
    settle_challenge,
)
from tournaments.services.leagues import (
    DivisionTerms,
    add_division,
    add_teams,
    change_season_state,
    create_season,
)
from tournaments.services.leagues_cards import dispute_card, enter_card, mark_late, name_pairs, sign_card
from tournaments.services.leagues_squads import register_players

TEAMS = "The Anchor, Anchor Inn\nThe Ship, Ship Inn\nThe Globe, Globe Hotel\nWharf Club, Wharf Club"
SQUADS = """Angela Bray; Tom Bastian; Cora Penrose; Will Davey; Edie Nance; Frank Hocking; Petroc Hain
Morwenna Gill; Harriet Rowe; Isaac Trewin; Jenna Pascoe; Ruan Kitto; Lowenna Vyvyan; Tamsin Ede
Mabel Chenoweth; Noah Tonkin; Olive Curnow; Perran Angove; Rosen Uren; Sid Jago; Wella Kent
Denzil Moyle; Eseld Pryor; Gerren Oates; Hedra Lobb; Jory Tripp; Kerra Bolt; Mawgan Steer"""
PLAYED_WEEKS = 3


def fill_demo_league(club: Club, today: date, actor: Actor) -> Season:
    """A season of four teams in its fourth week, and a ladder with a challenge open."""
    starts_on = today - timedelta(days=7 * PLAYED_WEEKS)
    season = create_season(
        club=club,
        name="Thursday league",
        starts_on=starts_on,
        ends_on=starts_on + timedelta(weeks=20),
        play_at=time(20, 15),
    )
    terms = DivisionTerms(league=LEAGUE_POLICIES["falmouth"], downs=1)
    division = add_division(season=season, name="Division 1", terms=terms)
    teams = add_teams(division=division, text=TEAMS)
    for team, line in zip(teams, SQUADS.splitlines(), strict=True):
        _register(team, line.split("; "), starts_on)
    nights = nights_between(starts_on, season.ends_on, 7)
    propose_fixtures(division=division, dates=nights, seed="tamar valley")
    accept_fixtures(division=division, seed="tamar valley")
    change_season_state(season=season, state=Season.State.RUNNING)
    _play(division, actor, Random("tamar valley league"))
    _ladder(club, actor)
    return season


def _register(team: Team, names: list[str], day: date) -> None:
    club_id = team.division.season.club_id
    known = dict(Player.objects.filter(club=club_id).values_list("sort_key", "pk"))
    read = [name_of(name) for name in names]
    people = [
        Entrant(name=one.display, sort_key=one.sort_key, player_id=known.get(one.sort_key)) for one in read
    ]
    register_players(team=team, entrants=people, day=day)


def _play(division: Division, actor: Actor, rng: Random) -> None:
    """Three weeks of cards: one late, one disputed; and a match of the next week postponed."""
    played = list(division.fixtures.filter(week__lte=PLAYED_WEEKS).select_related("home", "visitor"))
    for fixture in played:
        for side, team in ((Side.HOME, fixture.home), (Side.VISITOR, fixture.visitor)):
            people = list(team.squad.order_by("pk").values_list("player_id", flat=True))
            pairs = [(people[2 * at], people[2 * at + 1]) for at in range(3)]
            name_pairs(fixture=fixture, side=side, pairs=pairs, cup=pairs[:2])
        _card(fixture, actor, rng)
    for fixture in played[:-1]:
        sign_card(fixture=fixture, side=Side.HOME, actor=actor)
        sign_card(fixture=fixture, side=Side.VISITOR, actor=actor)
    mark_late(fixture=played[0], late=True)
    dispute_card(fixture=played[-1], side=Side.VISITOR, reason="Game 7 ended 21–19 for us.")
    due = division.fixtures.filter(week=PLAYED_WEEKS + 2).first()
    if due is not None:
        postpone_fixture(fixture=due, reason="The house has a wedding.")


def _card(fixture: Fixture, actor: Actor, rng: Random) -> None:
    results = {}
    for line in empty_card(fixture.division.league):
        points = (21, rng.randint(6, 20))
        home, visitor = points if rng.random() < 0.5 else points[::-1]
        results[line.number] = GamePlayed(line.number, home, visitor, cup=line.cup)
    enter_card(fixture=fixture, results=results, actor=actor)


def _ladder(club: Club, actor: Actor) -> Ladder:
    """Six people; one has climbed, and the lowest has just challenged."""
    made = create_ladder(club=club, name="Singles ladder", terms=LadderTerms())
    people = list(Player.objects.filter(club=club).order_by("sort_key")[:6])
    entrants = [Entrant(name=one.name, sort_key=one.sort_key, player_id=one.pk) for one in people]
    rungs = join_players(ladder=made, entrants=entrants)
    climbed = make_challenge(challenger=rungs[3], challenged=rungs[1], actor=actor)
    settle_challenge(challenge=climbed, winner=rungs[3], score="2–1")
    make_challenge(challenger=rungs[5], challenged=rungs[2], actor=actor)
    return made
