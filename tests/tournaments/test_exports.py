"""What a club writes out: spreadsheets that come in again as they went out, and the feed of its results."""

import csv
import io
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests import factories
from tests.desk import signed_in
from tests.tournaments.bracket_events import bracket_event
from tournaments.engine.sheet_columns import guess
from tournaments.engine.spreadsheets import quoted, read_text, tidied, unquoted, written_csv
from tournaments.models import Club, Entry, Event, Player
from tournaments.selectors.exports import LISTS
from tournaments.services.workbooks import read_spreadsheet, write_spreadsheet

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def club(db: None) -> Club:
    club = factories.make_club()
    factories.make_night(club, name="Autumn night", state=Event.State.FINISHED)
    bracket_event(4, club=club, pairs=True)
    return club


def fetched(club: Club, what: str, ending: str, **asked: str) -> bytes:
    client = Client()
    client.force_login(club.memberships.get(role="director").user)
    answer = client.get(reverse("tournaments:export_file", args=[club.slug, what, ending]), asked)
    assert answer.status_code == 200
    return answer.content


@pytest.mark.parametrize("what", sorted(LISTS))
def test_both_kinds_of_file_hold_the_same(club: Club, what: str) -> None:
    signed_in("director", club)
    texts = list(csv.reader(io.StringIO(fetched(club, what, "csv").decode("utf-8-sig"))))
    sheet = load_workbook(io.BytesIO(fetched(club, what, "xlsx"))).active
    assert sheet is not None
    cells = [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    assert cells == texts and len(texts) > 1
    assert not any(one.data_type == "f" for row in sheet.iter_rows() for one in row)
    assert (
        guess(read_text(fetched(club, what, "csv"))).kind
        == {
            "players": "players",
            "entries": "entries",
            "results": "totals",
            "standings": "final-table",
        }[what]
    )


def test_a_list_says_what_the_club_knows(club: Club) -> None:
    signed_in("director", club)
    night = club.events.get(name="Autumn night")
    rows = list(csv.DictReader(io.StringIO(fetched(club, "standings", "csv").decode("utf-8-sig"))))
    places = [(one["Name"], one["Points"], one["Event"]) for one in rows]
    assert places == [
        (str(one.entry), str(one.points), night.name) for one in night.standings.order_by("place")
    ]
    rows = list(csv.DictReader(io.StringIO(fetched(club, "results", "csv").decode("utf-8-sig"))))
    for entry in Entry.objects.filter(event=night):
        own = [(int(one["Round"]), int(one["Points"])) for one in rows if one["Name"] == str(entry)]
        assert own == [(one.round.number, one.points) for one in entry.tallies.order_by("round__number")]
    one_event = fetched(club, "entries", "csv", event=night.slug).decode("utf-8-sig")
    assert len(one_event.splitlines()) == 1 + night.entries.count()


def test_a_formula_in_a_name_is_text(club: Club) -> None:
    signed_in("director", club)
    for name in ("=HYPERLINK(1)", "+1", "-x", "@SUM(A1)", "'=quoted"):
        Player.objects.create(club=club, name=name, sort_key=name)
    text = fetched(club, "players", "csv").decode("utf-8-sig")
    for row in csv.reader(io.StringIO(text)):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row)
    names = {row[0] for row in read_text(fetched(club, "players", "csv"))}
    assert {"=HYPERLINK(1)", "+1", "-x", "@SUM(A1)", "'=quoted"} <= names


@given(st.text(max_size=40))
def test_quoting_is_undone_exactly(text: str) -> None:
    assert unquoted(quoted(text)) == text
    assert not quoted(text).startswith(("=", "+", "-", "@", "\t", "\r"))


CELL = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=12)
ROW = st.lists(CELL, min_size=2, max_size=4)


@settings(max_examples=40)
@given(st.lists(ROW, min_size=1, max_size=6), st.sampled_from(["csv", "xlsx"]))
def test_whatever_is_written_is_read_again(rows: list[list[str]], kind: str) -> None:
    rows = [["Name", *row, *[""] * (4 - len(row)), "last"] for row in rows]
    expected = tidied(rows)
    content, _ = write_spreadsheet(rows, kind)
    assert read_spreadsheet(content) == expected
    assert written_csv(rows).count("\r\n") >= len(rows)


@pytest.mark.parametrize("role", [None, "member", "scorer"])
def test_only_directors_take_files_away(club: Club, role: str | None) -> None:
    client = signed_in(role, club if role else None) if role else Client()
    there = reverse("tournaments:export_file", args=[club.slug, "players", "csv"])
    assert client.get(there).status_code in {302, 403}
    assert client.get(there.replace(".csv", ".exe")).status_code in {302, 403, 404}


def test_what_is_no_list_is_not_found(club: Club) -> None:
    client = signed_in("director", club)
    for what, ending, asked in (
        ("secrets", "csv", {}),
        ("players", "exe", {}),
        ("entries", "csv", {"event": "no-such"}),
        ("entries", "csv", {"event": "\x00"}),
    ):
        answer = client.get(reverse("tournaments:export_file", args=[club.slug, what, ending]), asked)
        assert answer.status_code == 404


def feed(club: Club) -> Any:
    answer = Client().get(reverse("tournaments:results_feed", args=[club.slug]))
    assert answer.status_code == 200 and answer["Content-Type"].startswith("application/atom+xml")
    return ElementTree.fromstring(answer.content)


def test_the_feed_tells_public_events_that_are_over(club: Club) -> None:
    factories.make_night(club, name="Secret night", public=False, state=Event.State.FINISHED)
    factories.make_night(club, name="Running night")
    entries = feed(club).findall(f"{ATOM}entry")
    assert [one.findtext(f"{ATOM}title") for one in entries] == ["Autumn night, 12.03.2026"]
    night = Event.objects.get(name="Autumn night")
    first = night.standings.order_by("place")[0]
    told = entries[0].findtext(f"{ATOM}summary") or ""
    assert f"{first.entry}, {first.points} points" in told
    assert (entries[0].findtext(f"{ATOM}id") or "").endswith(f"/{night.slug}/standings/")


def test_the_feed_asks_as_much_for_many_events_as_for_one(club: Club) -> None:
    with CaptureQueriesContext(connection) as one:
        feed(club)
    for number in range(4):
        factories.make_night(club, name=f"Night {number}", state=Event.State.FINISHED)
    with CaptureQueriesContext(connection) as many:
        feed(club)
    assert len(many) == len(one) <= 4


def test_a_club_that_is_none_has_no_feed(db: None) -> None:
    assert Client().get("/clubs/nowhere/results.atom").status_code == 404
