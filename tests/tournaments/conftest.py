"""The cast of the public pages: Dora directs the club, Moss is a member, Stan directs another club."""

from typing import Any

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


@pytest.fixture
def letters_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's transaction never ends, so what waits for its end is done at once."""
    monkeypatch.setattr("django.db.transaction.on_commit", lambda do, **_: do())


@pytest.fixture
def quick_passwords(settings: Any) -> None:
    """Hashed weakly: what is tested is who gets in, not how long it takes."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
