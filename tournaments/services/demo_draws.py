"""Two tournaments for the demo club: a double knock-out of pairs half played, and pools on their way to one.

Made through the same services as everything else. Chance has a fixed seed: every demo is the same.
"""

from datetime import date
from random import Random

from scoring.engine.catalogue import RULESETS
from tournaments.actors import Actor
from tournaments.engine.formats.options import PAIRS, Options, StageTerms
from tournaments.engine.formats.tree import ready
from tournaments.engine.names import name_of
from tournaments.models import Club, Event, Player
from tournaments.selectors.brackets import bracket_now, bracket_stage_of
from tournaments.services.bracket_calls import call_matches
from tournaments.services.bracket_verdicts import decide_match
from tournaments.services.brackets import accept_bracket, propose_bracket
from tournaments.services.draws import propose_draw
from tournaments.services.entrants import Entrant
from tournaments.services.events import Terms, create_event
from tournaments.services.pairs import PairEntrant, enter_pairs

PEOPLE = """Alma Skewes & Ben Trethewey
Clem Olver & Dot Hender
Ella Jago & Fred Kestle
Grace Libby & Hal Menear
Ivor Nott & Joan Opie
Kate Pengelly & Len Quick
Maud Rosevear & Ned Spargo
Oscar Tregear & Poppy Udy
Quinn Veal & Rita Warne
Sid Yelland & Tess Angwin
Una Barnicoat & Vic Coad"""
DECIDED = 9
"""Matches of the double knock-out that are over; the next ones are called to two tables."""


def fill_demo_draws(club: Club, today: date, actor: Actor) -> None:
    """A double knock-out of eleven pairs under way, and pools proposed whose best meet in a knock-out."""
    _double_knock_out(club, today, actor)
    _pools(club, today, actor)


def _double_knock_out(club: Club, day: date, actor: Actor) -> None:
    terms = Terms(ruleset=RULESETS["north-american"], rounds=0, movement="double-elimination", entrants=PAIRS)
    event = _pairs_event(club, "Summer double knock-out", day, terms, 11, actor)
    proposed = propose_bracket(event=event, actor=actor, seed="summer")
    accept_bracket(event=event, seed=proposed.seed, actor=actor)
    rng = Random("summer")
    for _ in range(DECIDED):
        _decide_one(event, actor, rng)
    call_matches(event=event, tables=[1, 2], actor=actor)


def _decide_one(event: Event, actor: Actor, rng: Random) -> None:
    """The lowest match that can be played ends, as the director types it from a card."""
    stage = bracket_stage_of(event)
    assert stage is not None
    now = bracket_now(stage)
    number = ready(now.bracket)[0]
    seen = now.seen[number]
    winner = rng.choice([seen.one, seen.other])
    games = (1, 0) if winner == seen.one else (0, 1)
    decide_match(stage=stage, number=number, winner=winner, games=games, actor=actor)


def _pools(club: Club, day: date, actor: Actor) -> None:
    terms = Terms(
        ruleset=RULESETS["progressive-eight-hands"],
        rounds=0,
        movement="round-robin",
        stage_name="Pools",
        options=Options(pools=2, each=2),
        then=[StageTerms(format="single-elimination", name="Knock-out", options=Options(third_place=True))],
        entrants=PAIRS,
    )
    event = _pairs_event(club, "Pairs cup", day, terms, 8, actor)
    propose_draw(event=event, actor=actor, seed="pairs cup")


def _pairs_event(club: Club, name: str, day: date, terms: Terms, pairs: int, actor: Actor) -> Event:
    event = create_event(club=club, name=name, plays_on=day, terms=terms, actor=actor)
    known = dict(Player.objects.filter(club=club).values_list("sort_key", "pk"))
    entered = []
    for line in PEOPLE.splitlines()[:pairs]:
        one, other = (_entrant(said, known) for said in line.split(" & "))
        entered.append(PairEntrant(one=one, other=other))
    enter_pairs(event=event, pairs=entered, actor=actor)
    return event


def _entrant(said: str, known: dict[str, int]) -> Entrant:
    name = name_of(said)
    return Entrant(name=name.display, sort_key=name.sort_key, player_id=known.get(name.sort_key))
