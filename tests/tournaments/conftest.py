"""The cast of the public pages: Dora directs the club, Moss is a member, Stan directs another club."""

import pytest

from tests import factories as make
from tournaments.models import Club, Event, Membership


@pytest.fixture
def club() -> Club:
    club = make.make_club()
    make.make_account("dora", club, Membership.Role.DIRECTOR)
    make.make_account("moss", club)
    make.make_account("stan", make.make_club("Looe Euchre"), Membership.Role.DIRECTOR)
    return club


@pytest.fixture
def night(club: Club) -> Event:
    return make.make_night(club, players=10)
