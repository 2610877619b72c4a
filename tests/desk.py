"""What the tests of the director's pages share: accounts, a small night, and hands played at its tables."""

from uuid import uuid4

from django.test import Client

from scoring.models import Game, LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Club, Event, Match

DIRECTOR = Actor.of_command("tests")


def signed_in(role: str | None, club: Club | None, name: str = "somebody") -> Client:
    """The browser of a new account, with a role in the club if one is given."""
    client = Client()
    client.force_login(factories.make_account(name, club if role else None, role or ""))
    return client


def make_drawn(event: Event) -> Event:
    """Eight players and two accepted rounds of two tables; the seats stay as they are."""
    entries = factories.make_entries(event, factories.make_players(event.club, 8))
    for number in (1, 2):
        one = factories.make_round(event, number)
        for table in (1, 2):
            factories.make_match(one, table, entries[4 * table - 4 : 4 * table])
    return event


def matches_of(event: Event, number: int = 1) -> list[Match]:
    """The matches of a round, by table."""
    return list(Match.objects.filter(round__event=event, round__number=number).order_by("table"))


def play(match: Match, actor: Actor, *tricks: int) -> Game:
    """Hands made by North, one after the other."""
    game = open_match(match=match)
    for number, count in enumerate(tricks, start=1):
        facts = {"maker": "N", "alone": [], "tricks": count}
        new = NewLine(id=uuid4(), kind=LedgerLine.Kind.HAND, hand_number=number, facts=facts)
        record_line(game_id=game.pk, new=new, actor=actor)
    return game
