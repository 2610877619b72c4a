"""Old seasons, in and out: what the bulk path writes is what the desk would have written, and round trips."""

import csv
import io
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import CardLine
from scoring.services.cards import record_personal_card
from scoring.services.old_seasons import import_old_events, import_players
from tests import factories
from tests.nights import DIRECTOR
from tournaments.engine.errors import EventViolation
from tournaments.engine.old_tables import Reading, TableRead, read_table
from tournaments.engine.sheet_columns import guess
from tournaments.models import Club, ClubRecord, Event, Player, Standing, Tally
from tournaments.selectors.exports import rows_of
from tournaments.services.history import rebuild_history
from tournaments.services.old_events import Source, make_old_rounds
from tournaments.services.results import event_changed
from tournaments.services.standings import publish_stale
from tournaments.services.workbooks import read_spreadsheet, write_spreadsheet

pytestmark = pytest.mark.django_db
SOURCE = Source(file="old.csv", digest="x" * 64, ruleset=factories.EIGHT_HANDS)


def read(content: bytes) -> tuple[str, TableRead]:
    grid = read_spreadsheet(content)
    found = guess(grid)
    day = date(2020, 3, 26)
    reading = Reading(found.kind, found.heading, found.columns, found.day_first, "Old night", day)
    return found.kind, read_table(grid, reading)


def bring(club: Club, content: bytes) -> int:
    kind, made = read(content)
    assert not made.faults
    done = import_old_events(club=club, kind=kind, read=made, said={}, source=SOURCE, actor=DIRECTOR)
    publish_stale()
    return len(done.events)


def written(club: Club, what: str, kind: str) -> bytes:
    return write_spreadsheet(rows_of(what, club), kind)[0]


def table(club: Club) -> list[list[Any]]:
    """The standings, written out independently of every selector."""
    rows = Standing.objects.filter(event__club=club).select_related("event", "entry")
    return [
        [
            (one.event.name, one.event.plays_on, one.rank, one.shared),
            (str(one.entry), one.points),
            sorted(one.figures),
        ]
        for one in rows.order_by("event__plays_on", "event__name", "place")
    ]


def test_the_bulk_path_writes_what_the_desk_writes() -> None:
    text = "Event,Date,Round,Name,Points,Lone\nOld,2020-01-02,1,Ann Lee,8,1\nOld,2020-01-02,1,Bob Ray,7,0\n"
    text += "Old,2020-01-02,2,Bob Ray,6,2\nOld,2020-01-02,2,Ann Lee,9,0\n"
    club, other = factories.make_club(), factories.make_club("Other Club")
    bring(club, text.encode())
    event = factories.make_event(other, "Old", plays_on=date(2020, 1, 2), rounds=2)
    names = ("Ann Lee", "Bob Ray")
    entries = {one: factories.make_entry(event, factories.make_player(other, one)) for one in names}
    rounds = make_old_rounds(event=event, numbers=[1, 2])
    cards = [(1, "Ann Lee", 8, 1), (1, "Bob Ray", 7, 0), (2, "Bob Ray", 6, 2), (2, "Ann Lee", 9, 0)]
    for round, name, points, lone in cards:
        record_personal_card(
            round=rounds[round],
            entry=entries[name],
            points=points,
            lone_hands=lone,
            reason="",
            actor=DIRECTOR,
            line_id=uuid4(),
        )

    def told(of: Club, model: type[CardLine] | type[Tally]) -> list[dict[str, object]]:
        left = {"id", "round_id", "entry_id", "recorded_at", "received_at", "recorded_by"}
        rows = model.objects.filter(round__event__club=of).order_by("round__number", "entry__number")
        return [
            {"who": str(row.entry), "round": row.round.number}
            | {name: value for name, value in vars(row).items() if name not in left and name[0] != "_"}
            for row in rows.select_related("entry__player", "round")
        ]

    assert told(club, CardLine) == told(other, CardLine)
    assert told(club, Tally) == told(other, Tally)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_standings_written_out_come_in_unchanged(kind: str) -> None:
    club, other = factories.make_club(), factories.make_club("Other Club")
    factories.make_night(club, name="Autumn night", state=Event.State.FINISHED)
    spring: dict[str, Any] = {"plays_on": date(2026, 4, 2), "players": 9, "state": Event.State.FINISHED}
    factories.make_night(club, name="Spring night", **spring)
    content = written(club, "standings", kind)
    assert bring(other, content) == 2
    assert table(other) == table(club)
    assert written(other, "standings", kind) == content or kind == "xlsx"
    assert bring(other, content) == 0 and bring(club, content) == 0  # it is here already, and the same
    assert bring(other, written(other, "standings", kind)) == 0


def test_results_written_out_come_in_as_totals() -> None:
    club, other = factories.make_club(), factories.make_club("Other Club")
    night = factories.make_night(club, name="Autumn night", state=Event.State.FINISHED)
    content = written(club, "results", "csv")
    assert bring(other, content) == 1
    for entry in night.entries.all():
        there = Tally.objects.filter(entry__event__club=other, entry__player__name=str(entry))
        assert sum(one.points for one in there) == sum(one.points for one in entry.tallies.all())
    assert bring(other, content) == 0 and bring(club, content) == 0
    ours = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))
    theirs = list(csv.reader(io.StringIO(written(other, "results", "csv").decode("utf-8-sig"))))
    kept = [0, 1, 2, 4, 5, 6, 9]  # not who sat at which table against whom
    assert [[row[at] for at in kept] for row in theirs] == [[row[at] for at in kept] for row in ours]


def test_people_written_out_come_in_unchanged() -> None:
    club, other = factories.make_club(), factories.make_club("Other Club")
    for name, note in (("Ann Lee", "Bude"), ("Ann Lee", "Looe"), ("Zoë O’Neill", ""), ("=Formula One", "")):
        factories.make_player(club, name, note)
    content = written(club, "players", "csv")
    for target, new in ((other, 4), (other, 0), (club, 0)):
        _, made = read(content)
        assert import_players(club=target, read=made, said={}, actor=DIRECTOR).people == new
    assert written(other, "players", "csv") == content


def test_a_fault_in_the_middle_leaves_nothing_behind() -> None:
    """The second event of the file names one person twice; the first one was in order."""
    club = factories.make_club()
    text = "Event,Date,Place,Name,Points\nA,2020-01-02,1,Ann Lee,8\n"
    text += "B,2020-01-09,1,Bob Ray,7\nB,2020-01-09,2,Bob Ray,6\n"
    kind, made = read(text.encode())
    with pytest.raises(EventViolation, match="Row 4"):
        import_old_events(club=club, kind=kind, read=made, said={}, source=SOURCE, actor=DIRECTOR)
    assert not Event.objects.exists() and not Player.objects.exists()


def test_a_final_table_survives_a_change_of_the_event() -> None:
    club = factories.make_club()
    bring(club, b"Place,Name,Points\n2,Ann Lee,80\n1,Bob Ray,70\n")  # the club had its reasons
    before = table(club)
    event = Event.objects.get()
    event_changed(factories.make_round(event, 9))
    publish_stale()
    assert table(club) == before
    assert [row[1][0] for row in before] == ["Bob Ray", "Ann Lee"]


def test_a_seasons_table_breaks_no_record_of_one_night() -> None:
    club = factories.make_club()
    factories.make_night(club, name="Autumn night", state=Event.State.FINISHED)
    bring(club, b"Place,Name,Points\n1,Ann Lee,1120\n2,Bob Ray,980\n")
    rebuild_history(club_id=club.pk)
    night = ClubRecord.objects.filter(club=club, kind="night")
    assert night and {one.event.name for one in night} == {"Autumn night"}
    bring(club, b"Event,Date,Round,Name,Points\nWild night,2019-01-03,1,Cy Orr,990\n")
    rebuild_history(club_id=club.pk)
    assert "Wild night" in {one.event.name for one in ClubRecord.objects.filter(kind="night")}


def test_nobody_who_was_set_aside_comes_back_by_an_old_season() -> None:
    club = factories.make_club()
    ann = factories.make_player(club, "Ann Lee")
    Player.objects.filter(pk=ann.pk).update(inactive_since=date(2021, 1, 1))
    bring(club, b"Place,Name,Points\n1,Ann Lee,80\n")
    ann.refresh_from_db()
    assert ann.inactive_since == date(2021, 1, 1)


def test_many_lines_cost_few_queries_more() -> None:
    def queries(people: int, club: Club) -> int:
        names = map(factories.name_at, range(people))
        lines = "".join(f"1,2020-01-02,Old,{name},{at}\n" for at, name in enumerate(names))
        kind, made = read(f"Round,Date,Event,Name,Points\n{lines}".encode())
        with CaptureQueriesContext(connection) as asked:
            import_old_events(club=club, kind=kind, read=made, said={}, source=SOURCE, actor=DIRECTOR)
        return len(asked)

    assert queries(50, factories.make_club("Big")) <= queries(3, factories.make_club("Small")) + 4
