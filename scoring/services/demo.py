"""A club to look at: last season's nights played, one typed in from paper cards, tonight's in full swing.

Made once, through the same services as everything else: what they refuse, the demo cannot show. Chance
has a fixed seed: every demo is the same club.
"""

from datetime import date, timedelta
from random import Random
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import Ruleset
from scoring.models import Game
from scoring.services.cards import record_personal_card
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tournaments.actors import Actor
from tournaments.models import Club, Entry, Event, Match, Membership, Player, Round
from tournaments.services.clubs import found_club
from tournaments.services.demo_draws import fill_demo_draws
from tournaments.services.demo_history import fill_demo_history
from tournaments.services.demo_league import fill_demo_league
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players, read_entrants
from tournaments.services.events import Terms, change_state, create_event
from tournaments.services.rounds import close_round

CLUB = "Tamar Valley Euchre Club"
DIRECTOR = "director"
NAMES = """Angela Bray
Bastian, Tom
Cora Penrose
Davey, Will
Edie Nance
Frank Hocking
Gill, Morwenna
Harriet Rowe
Isaac Trewin
Jenna Pascoe
Kitto, Ruan
Lowenna Vyvyan
Mabel Chenoweth
Noah Tonkin
Olive Curnow
Perran Angove"""


@transaction.atomic
def fill_demo(*, today: date) -> Club:
    """The demo club; the one that is there, if it was made before."""
    there = Club.objects.filter(name=CLUB).first()
    if there is not None:
        return there
    user = User.objects.create_user(DIRECTOR, first_name="Dora", last_name="Directs")
    user.set_unusable_password()
    user.save()
    actor = Actor(code=f"user:{user.pk}", user_id=user.pk)
    club = found_club(name=CLUB, zone="Europe/London", actor=actor)
    actor = Actor(code=actor.code, user_id=user.pk, roles={club.pk: Membership.Role.OWNER})
    rng = Random("tamar valley")
    _played_night(club, today - timedelta(days=14), 8, actor, rng)
    _night_on_cards(club, today - timedelta(days=7), actor, rng)
    _tonight(club, today, actor, rng)
    fill_demo_draws(club, today, actor)
    fill_demo_league(club, today, actor)
    fill_demo_history(club, today, actor)
    return club


def _night(club: Club, name: str, day: date, people: int, rounds: int, actor: Actor) -> Event:
    terms = Terms(ruleset=RULESETS["progressive-eight-hands"], rounds=rounds, sit_out_points=7)
    event = create_event(club=club, name=name, plays_on=day, terms=terms, actor=actor)
    text = "\n".join(NAMES.splitlines()[:people])
    known = dict(Player.objects.filter(club=club).values_list("sort_key", "pk"))
    read = read_entrants(event=event, text=text).names
    entrants = [
        Entrant(name=one.display, sort_key=one.sort_key, player_id=known.get(one.sort_key)) for one in read
    ]
    enter_players(event=event, entrants=entrants, actor=actor)
    seed = str(propose_draw(event=event, actor=actor, seed=f"{club.slug} {day.isoformat()}")[0].seed)
    accept_draw(event=event, seed=seed, actor=actor)
    return event


def _played_night(club: Club, day: date, people: int, actor: Actor, rng: Random) -> None:
    event = _night(club, "Club night", day, people, 7, actor)
    for round_ in event.rounds.order_by("number"):
        _play_round(round_, actor, rng)
        close_round(round=round_)
    change_state(event=event, state=Event.State.FINISHED)


def _night_on_cards(club: Club, day: date, actor: Actor, rng: Random) -> None:
    """As most clubs still keep score: everybody brings a card with a figure for each round."""
    event = _night(club, "Card night", day, 12, 6, actor)
    for round_ in event.rounds.order_by("number"):
        for match in round_.matches.all():
            score = {"NS": rng.randint(4, 11), "EW": rng.randint(4, 11)}
            for seating in match.seatings.select_related("entry"):
                points = score["NS" if seating.seat in "NS" else "EW"]
                _card(round_, seating.entry, points, points >= 8 and rng.random() < 0.3, actor)
        close_round(round=round_)
    change_state(event=event, state=Event.State.FINISHED)


def _card(round_: Round, entry: Entry, points: int, lone: bool, actor: Actor) -> None:
    record_personal_card(
        round=round_,
        entry=entry,
        points=points,
        lone_hands=int(lone),
        reason="",
        actor=actor,
        line_id=uuid4(),
    )


def _tonight(club: Club, day: date, actor: Actor, rng: Random) -> None:
    event = _night(club, "Tonight", day, 16, 8, actor)
    first, second, third = event.rounds.order_by("number")[:3]
    for round_ in (first, second):
        _play_round(round_, actor, rng)
        close_round(round=round_)
    _play_round(third, actor, rng, hands=(0, 3, 7, 8))


def _play_round(round_: Round, actor: Actor, rng: Random, hands: tuple[int, ...] = (8, 8, 8, 8)) -> None:
    matches = Match.objects.filter(round=round_).select_related("round__event__club").order_by("table")
    for match, count in zip(matches, hands, strict=False):
        game = open_match(match=match)
        rules = Ruleset.from_dict(game.ruleset)
        if count:
            _first_deal(game, rng.choice("NESW"), actor)
        for number in range(1, count + 1):
            _hand(game, number, rules, actor, rng)


def _first_deal(game: Game, dealer: str, actor: Actor) -> None:
    new = NewLine(id=uuid4(), kind="first-deal", hand_number=0, facts={"dealer": dealer})
    record_line(game_id=game.pk, new=new, actor=actor)


def _hand(game: Game, number: int, rules: Ruleset, actor: Actor, rng: Random) -> None:
    """A hand as they fall: makers mostly get their point, and one in eight is played alone."""
    maker = str(rng.choice(rules.seats))
    alone = [maker] if rng.random() < 0.12 else []
    tricks = rng.choices(range(6), weights=[1, 4, 13, 34, 22, 14])[0]
    facts = {"maker": maker, "alone": alone, "tricks": tricks}
    record_line(
        game_id=game.pk, new=NewLine(id=uuid4(), kind="hand", hand_number=number, facts=facts), actor=actor
    )
