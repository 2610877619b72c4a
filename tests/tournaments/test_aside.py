"""Standings in a hall: a thread computes them, once for many hands, and nobody waits."""

import time
from unittest.mock import patch

import pytest

from tests import factories
from tournaments.models import Event
from tournaments.services import standings
from tournaments.services.announce import announce
from tournaments.services.aside import is_asked
from tournaments.services.revisions import raise_revisions
from tournaments.services.standings import freshen_standings

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(settings) -> Event:
    settings.STANDINGS_ASIDE = 0.2
    return factories.make_night(factories.make_club(), played=1)


def wait_for(event: Event, revision: int) -> None:
    ends = time.monotonic() + 20
    while time.monotonic() < ends:
        event.published.refresh_from_db()
        if event.published.revision >= revision:
            return
        time.sleep(0.05)
    pytest.fail(f"the table stayed at {event.published.revision}")


def test_many_changes_cost_one_table_and_the_last_of_them_is_in_it(event):
    with patch.object(standings, "compute_standings", wraps=standings.compute_standings) as computed:
        for _ in range(20):
            revision = raise_revisions(event.pk, event.club_id)
            announce(event.pk)
        assert is_asked(event.pk)
        wait_for(event, revision)
    assert computed.call_count <= 2
    assert not is_asked(event.pk)


def test_a_reader_waits_for_his_own_change_and_for_no_other(event):
    revision = raise_revisions(event.pk, event.club_id)
    announce(event.pk)
    known = {"event_id": event.pk, "published": revision - 1, "current": revision}
    assert not freshen_standings(**known)
    assert freshen_standings(**known, at_least=str(revision))
    wait_for(event, revision)


def test_what_was_lost_with_a_process_the_next_reader_brings_up(event):
    revision = raise_revisions(event.pk, event.club_id)  # and nobody was told
    assert freshen_standings(event_id=event.pk, published=revision - 1, current=revision)
    wait_for(event, revision)
