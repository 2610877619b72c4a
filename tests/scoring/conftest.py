"""The cast at the table: a night of eight hands, its first match open, a phone with the table's link."""

import pytest

from scoring.models import Game
from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Club, Event, Match, TableLink
from tournaments.services.links import IssuedLink, issue_table_links


@pytest.fixture
def club(db: None) -> Club:
    """A club."""
    return factories.make_club()


@pytest.fixture
def night(club: Club) -> Event:
    """A running night of eight players, two tables, round 1 accepted, nothing played."""
    event = factories.make_event(club)
    entries = factories.make_entries(event, factories.make_players(club, 8))
    round_ = factories.make_round(event)
    factories.make_match(round_, 1, entries[:4])
    factories.make_match(round_, 2, entries[4:])
    return event


@pytest.fixture
def table_one(night: Event) -> Match:
    """The match at table 1."""
    return Match.objects.select_related("round__event__club").get(round__event=night, table=1)


@pytest.fixture
def game(table_one: Match) -> Game:
    """Its game."""
    return open_match(match=table_one)


@pytest.fixture
def issued(night: Event) -> list[IssuedLink]:
    """Links of both tables."""
    return issue_table_links(event=night, tables=2, actor=Actor.of_command("tests"))


@pytest.fixture
def phone(issued: list[IssuedLink]) -> Actor:
    """A phone at table 1."""
    return Actor.of_link(TableLink.objects.select_related("event__club").get(pk=issued[0].link.pk))


@pytest.fixture
def director(club: Club) -> Actor:
    """Somebody who directs the club."""
    user = factories.make_account("dora", club, "director")
    return Actor(code=f"user:{user.pk}", user_id=user.pk, roles={club.pk: "director"})
