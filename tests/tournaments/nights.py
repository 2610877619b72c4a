"""Nights on which people come and go: set up, drawn, and read as the database has them."""

from tests import factories
from tournaments.actors import Actor
from tournaments.models import Event, EventPolicy
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant

DIRECTOR = Actor(code="user:1", user_id=1)
Drawn = tuple[list[list[int | None]], list[int]]


def night_of(players: int, rounds: int = 6, movement: dict[str, object] | None = None) -> Event:
    club = factories.make_club()
    event = factories.make_event(club, state=Event.State.SETUP, policy=False)
    factories.make_policy(event, rounds=rounds, sit_out_points=7)
    if movement:
        EventPolicy.objects.filter(event=event).update(movement={"rounds": rounds} | movement)
    factories.make_entries(event, factories.make_players(club, players))
    return event


def new(name: str) -> Entrant:
    return Entrant(name=name, sort_key=",".join(reversed(name.lower().split())))


def drawn(event: Event, upto: int) -> Event:
    """Proposed, and accepted as far as a round."""
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    if upto:
        accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=upto)
    return event


def written(event: Event, state: str) -> dict[int, Drawn]:
    """Rounds as they stand in the database, by number."""
    rounds = event.rounds.filter(state=state).order_by("number")
    return {one.number: (one.draw["tables"], one.draw["sitting_out"]) for one in rounds}
