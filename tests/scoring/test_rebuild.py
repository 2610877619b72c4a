"""Deriving anew: equal to what was derived line by line, in few queries, and by a command that says how far.

What a line leaves behind has oracles of its own (test_recording, test_two_phones); here both ways must agree.
"""

from io import StringIO
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from scoring.services.rebuild import rebuild_event
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Event, Match, MatchResult, Standing, Tally
from tournaments.services.standings import publish_standings

DIRECTOR = Actor.of_command("tests")


def played(rounds: int, hands: int = 3) -> Event:
    """Two tables a round, some hands at each; one table of the last round has nothing on its sheet."""
    event = factories.make_event(factories.make_club(f"Club of {rounds}"), f"{rounds} rounds")
    entries, rng = factories.make_entries(event, factories.make_players(event.club, 8)), Random(rounds)
    for number in range(1, rounds + 1):
        made = factories.make_round(event, number)
        rng.shuffle(entries)
        for table in (1, 2):
            drawn = factories.make_match(made, table, entries[4 * table - 4 : 4 * table])
            match = Match.objects.select_related("round__event__club").get(pk=drawn.pk)
            game = open_match(match=match)
            for hand in range(1, 1 + hands * (number < rounds or table == 1)):
                facts = {"maker": rng.choice("NESW"), "alone": [], "tricks": rng.randint(0, 5)}
                line = NewLine(id=uuid4(), kind="hand", hand_number=hand, facts=facts)
                record_line(game_id=game.pk, new=line, actor=DIRECTOR)
    return event


def derived(event: Event) -> list[list[dict[str, Any]]]:
    """All that is derived, without keys and revisions."""
    rows = (
        Standing.objects.filter(event=event).order_by("place"),
        Tally.objects.filter(round__event=event).order_by("match", "player"),
        MatchResult.objects.filter(match__round__event=event).order_by("match"),
    )
    return [
        [{name: told for name, told in row.items() if name not in {"id", "revision"}} for row in one.values()]
        for one in rows
    ]


@pytest.mark.django_db
def test_what_is_derived_anew_is_what_was_there() -> None:
    event = played(4)
    publish_standings(event_id=event.pk)
    before = derived(event)
    assert len(before[1]) == 7 * 4, "four people at each table with a hand"
    assert rebuild_event(event=event) == 8
    assert derived(event) == before


@pytest.mark.django_db
def test_many_matches_take_as_many_queries_as_few() -> None:
    few, many = played(2, hands=1), played(9, hands=1)
    counts = []
    for event in (few, many):
        with CaptureQueriesContext(connection) as asked:
            rebuild_event(event=event)
        counts.append(len(asked))
    assert counts[1] - counts[0] in {0, 1}, "SQLite writes only so many values at once"


@pytest.mark.django_db
def test_how_far_it_is_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.services.rebuild.AT_ONCE", 3)
    heard: list[int] = []
    assert rebuild_event(event=played(4, hands=1), done=heard.append) == 8
    assert heard == [3, 6, 8]


@pytest.mark.django_db(transaction=True)
def test_the_command_derives_one_event_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    event = played(3)
    publish_standings(event_id=event.pk)
    before = derived(event)
    Tally.objects.all().update(points=77)
    out = StringIO()
    call_command("rebuild", f"{event.club.slug}/{event.slug}", stdout=out)
    assert f"{event.club.slug}/{event.slug}: 6 matches" in out.getvalue()
    assert derived(event) == before
    with pytest.raises(CommandError, match="There is no event nowhere/nothing"):
        call_command("rebuild", "nowhere/nothing")


@pytest.mark.django_db(transaction=True)
def test_two_processes_derive_on_postgresql_and_are_refused_on_sqlite() -> None:
    events = [played(2), played(3)]
    for event in events:
        publish_standings(event_id=event.pk)
    before = [derived(event) for event in events]
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="one process write at a time"):
            call_command("rebuild", "--jobs", "2")
        return
    Tally.objects.all().update(points=77)
    call_command("rebuild", "--jobs", "2", stdout=StringIO())
    assert [derived(event) for event in events] == before
