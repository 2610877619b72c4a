"""Old seasons by the pages: from the file to the club's history, step by step, for directors only."""

import io
from datetime import date
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.models import CardLine, LedgerLine
from tests import factories
from tests.desk import signed_in
from tests.test_permissions import DIRECTED, READ
from tournaments.models import Club, Event, ImportedEvent, Match, Player, SpreadsheetUpload, Standing, Tally
from tournaments.services.standings import publish_stale

pytestmark = pytest.mark.django_db

FINAL = """Winter league 2019-20;;;;
Pos;Name;Points;Games won;Lone hands
1;Lee, Ann;112;9,5;3
;Second half;;;
2=;Bob Ray;90;7½;1
2=;Cy Orr;90;7;0
;Total;292;;
"""
NIGHTS = """Name,5 Oct 2019,12 Oct 2019,Total
Ann Lee,8,9,17
Bob Ray,7,-,7
Cy Orr,x,5,5
"""


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in("director", club, "dora")


def send(
    client: Client, club: Club, text: str | bytes, name: str = "Winter 2019-20.csv"
) -> SpreadsheetUpload:
    content = text if isinstance(text, bytes) else text.encode()
    answer = client.post(
        reverse("scoring:imports", args=[club.slug]), {"file": SimpleUploadedFile(name, content)}
    )
    assert answer.status_code == 302, answer.content.decode()
    return SpreadsheetUpload.objects.latest("pk")


def page(name: str, upload: SpreadsheetUpload) -> str:
    return reverse(f"scoring:{name}", args=[upload.club.slug, upload.pk])


def columns(client: Client, upload: SpreadsheetUpload, **changed: str) -> str:
    """What the page proposes, sent back with changes; where it leads."""
    answer = client.get(page("import_columns", upload))
    form = answer.context["form"]
    said = {name: form[name].value() for name in form.fields}
    said = {name: value for name, value in said.items() if value not in (None, False, "")}
    answer = client.post(page("import_columns", upload), said | changed)
    return answer["Location"] if answer.status_code == 302 else answer.content.decode()


def bring_in(client: Client, upload: SpreadsheetUpload, **changed: str) -> None:
    there = columns(client, upload, **changed)
    assert there == page("import_people", upload), there
    assert client.get(there)["Location"] == page("import_preview", upload)
    assert client.get(page("import_preview", upload)).status_code == 200
    answer = client.post(page("import_preview", upload))
    assert answer.status_code == 302, answer.content.decode()


def test_a_final_table_stands_as_it_was_typed(director: Client, club: Club) -> None:
    upload = send(director, club, FINAL)
    bring_in(director, upload, day="2020-03-26", name="Winter league")
    event = Event.objects.get(name="Winter league")
    assert (event.plays_on, event.state, event.imported.known) == (
        date(2020, 3, 26),
        "finished",
        "final-table",
    )
    publish_stale()
    lines = [(one.rank, one.shared, str(one.entry), one.points) for one in Standing.objects.order_by("place")]
    assert lines == [(1, False, "Ann Lee", 112), (2, True, "Bob Ray", 90), (2, True, "Cy Orr", 90)]
    shown = Client().get(reverse("tournaments:standings", args=[club.slug, event.slug])).content.decode()
    assert "9½" in shown and "2=" in shown
    assert not SpreadsheetUpload.objects.exists()
    # A renaming, or anything that raises the revision, leaves the table as it is.
    event.revision_row.number += 5
    event.revision_row.save()
    publish_stale()
    again = [(one.rank, one.shared, str(one.entry), one.points) for one in Standing.objects.order_by("place")]
    assert again == lines
    event.refresh_from_db()
    assert event.published.revision == event.revision_row.number


def test_nights_across_become_an_event_each(director: Client, club: Club) -> None:
    bring_in(director, send(director, club, NIGHTS), name="Club night")
    publish_stale()
    found = {
        event.plays_on: [(str(one.entry), one.rank, one.points) for one in event.standings.all()]
        for event in Event.objects.filter(name="Club night")
    }
    assert found == {
        date(2019, 10, 5): [("Ann Lee", 1, 8), ("Bob Ray", 2, 7)],
        date(2019, 10, 12): [("Ann Lee", 1, 9), ("Cy Orr", 2, 5)],
    }
    assert CardLine.objects.count() == Tally.objects.count() == 4
    assert set(ImportedEvent.objects.values_list("known", flat=True)) == {"totals"}
    for event in Event.objects.all():
        there = reverse("tournaments:event", args=[club.slug, event.slug])
        assert Client().get(there).status_code == 200


def test_the_same_file_again_changes_nothing(director: Client, club: Club) -> None:
    bring_in(director, send(director, club, NIGHTS), name="Club night")
    before = (Event.objects.count(), Player.objects.count(), CardLine.objects.count())
    upload = send(director, club, NIGHTS.replace(",", ";"))  # saved with another delimiter
    columns(director, upload, name="Club night")
    shown = director.get(page("import_preview", upload)).content.decode()
    assert "2 events of this file are here already" in shown and "Nobody new" in shown
    answer = director.post(page("import_preview", upload), follow=True)
    assert "nothing was changed" in answer.content.decode()
    assert (Event.objects.count(), Player.objects.count(), CardLine.objects.count()) == before
    # One night more: that one comes, the others stay.
    more = NIGHTS.replace("Total", "19 Oct 2019").replace(",17", ",10").replace(",7\n", ",6\n")
    bring_in(director, send(director, club, more), name="Club night")
    assert (Event.objects.count(), Player.objects.count()) == (3, 3)


def test_other_figures_of_an_event_that_is_here_are_refused(director: Client, club: Club) -> None:
    bring_in(director, send(director, club, NIGHTS), name="Club night")
    upload = send(director, club, NIGHTS.replace("Ann Lee,8", "Ann Lee,80"))
    columns(director, upload, name="Club night")
    answer = director.get(page("import_preview", upload))
    assert answer.status_code == 422 and "with other figures" in answer.content.decode()
    assert Event.objects.count() == 2


def test_doubtful_names_are_asked(director: Client, club: Club) -> None:
    known = factories.make_player(club, "John Smith")
    factories.make_player(club, "Ann Lee", note="Bude")
    factories.make_player(club, "Ann Lee", note="Looe")
    upload = send(
        director, club, "Name,Points\nJon Smith,9\nAnn Lee,8\nRobert Ray,7\nRobret Ray,6\nCy Orr,5\n"
    )
    there = columns(director, upload, day="2020-03-26", name="Old night")
    shown = director.get(there)
    fields = shown.context["form"].fields
    assert [field.label for field in fields.values()] == [
        "Jon Smith, row 2",
        "Ann Lee, row 3",
        "Robret Ray, row 5",
    ]
    assert director.post(there, {}).status_code == 422
    looe = Player.objects.get(note="Looe")
    said = {"who-0": str(known.pk), "who-1": str(looe.pk), "who-2": "same:robert ray"}
    # The two spellings are one person, who then stands in the table twice: refused with both rows.
    assert director.post(there, said)["Location"] == page("import_preview", upload)
    refused = director.post(page("import_preview", upload))
    assert refused.status_code == 422 and "rows 4 and 5" in refused.content.decode()
    assert not Event.objects.exists() and Player.objects.count() == 3
    director.post(there, said | {"who-2": "new"})
    assert director.post(page("import_preview", upload)).status_code == 302
    assert Player.objects.count() == 6
    who = [one.entry.player for one in Standing.objects.select_related("entry__player").order_by("place")]
    assert who[:2] == [known, looe]


def test_what_cannot_be_read_is_told_with_row_and_column(director: Client, club: Club) -> None:
    upload = send(director, club, "Place,Name,Points\n1,Ann Lee,lots\n2,,7\n3,Bob Ray,7.5\n")
    shown = columns(director, upload, day="2020-03-26", name="Old night")
    for told in (
        "Row 2, column C: “lots” is no number",
        "Row 3, column B",
        "Row 4, column C: 7.5 is no whole",
    ):
        assert told in shown
    assert not Event.objects.exists()


def test_people_of_a_file_come_onto_the_list(director: Client, club: Club) -> None:
    factories.make_player(club, "Ann Lee")
    upload = send(director, club, "Name,Note\nAnn Lee,\nBob Ray,Bude\n=Sum Evil,\n")
    bring_in(director, upload)
    assert sorted(map(str, Player.objects.all())) == ["=Sum Evil", "Ann Lee", "Bob Ray (Bude)"]


def test_entries_of_a_file_enter_an_event(director: Client, club: Club) -> None:
    event = factories.make_event(club, "Open night", state=Event.State.SETUP)
    ann = factories.make_player(club, "Ann Lee")
    factories.make_entry(event, ann)
    upload = send(director, club, "Name,Categories\nAnn Lee,ladies\nBob Ray,\nCy Orr,ladies\n")
    bring_in(director, upload, event=event.slug)
    there = [(str(one), one.categories) for one in event.entries.order_by("number")]
    assert there == [("Ann Lee", []), ("Bob Ray", []), ("Cy Orr", ["ladies"])]


def test_a_workbook_is_read_like_a_text(director: Client, club: Club) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Name", date(2019, 10, 5), None])
    sheet.append([None, "Points", "Lone"])
    sheet.merge_cells("B1:C1")
    sheet.append(["Ann Lee", 8, 1])
    sheet.append(["Bob Ray", 7.0, "=1+1"])
    out = io.BytesIO()
    book.save(out)
    bring_in(director, send(director, club, out.getvalue(), "old.xlsx"), name="Old night")
    lines = CardLine.objects.order_by("position").values_list("points", "lone_hands")
    assert list(lines) == [(8, 1), (7, 0)]  # nobody has worked the formula out: it has no value


HANDS = """Round,Table,Hand,North,East,South,West,Maker,Alone,Tricks
1,1,1,Ann Lee,Bob Ray,Cy Orr,Di Fox,N,,3
1,1,2,,,,,Bob Ray,yes,5
1,1,3,,,,,S,,2
1,2,1,Ed Hay,Flo Ives,Gus Joy,Hal Key,W,,4
2,1,1,Ann Lee,Cy Orr,Bob Ray,Di Fox,East,,5
"""


def test_hands_go_onto_sheets_and_are_counted(director: Client, club: Club) -> None:
    bring_in(director, send(director, club, HANDS), name="Old night", day="2019-10-05")
    event = Event.objects.get()
    assert (event.state, event.imported.known, event.rounds.count()) == ("finished", "hands", 2)
    lines = LedgerLine.objects.filter(game__match__round__event=event)
    assert lines.count() == 5 and not lines.exclude(late="").exists()
    match = Match.objects.get(round__number=1, table=1)
    seated = [str(one.player) for one in match.seatings.order_by("pk")]
    assert seated == ["Ann Lee", "Bob Ray", "Cy Orr", "Di Fox"]
    alone = lines.get(hand_number=2)
    assert alone.facts == {"maker": "E", "alone": ["E"], "tricks": 5}
    # By hand: a point to N/S; E marches alone, 4 to E/W; S is euchred, 2 to E/W.
    points = {str(one.player): one.points for one in Tally.objects.filter(match=match)}
    assert points == {"Ann Lee": 1, "Cy Orr": 1, "Bob Ray": 6, "Di Fox": 6}
    publish_stale()
    assert event.standings.count() == 8
    upload = send(director, club, HANDS.replace(",", "\t"))
    columns(director, upload, name="Old night", day="2019-10-05")
    assert "here already" in director.get(page("import_preview", upload)).content.decode()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1,1,2,,", "1,1,3,,", "Row 3, column C: hand 2 of this table comes next"),
        ("Bob Ray,yes,5", "Zoe,yes,5", "Row 3, column H: “Zoe” is no seat"),
        ("N,,3", "N,,6", "Row 2, column J: 6 is not between 0 and 5"),
        ("N,,3", "N,,", "Row 2, column J: the tricks are missing"),
        ("1,2,1,Ed Hay", "1,2,1,Ann Lee", "Ann Lee sits at two tables in round 1"),
        ("Ed Hay,Flo Ives", "Ed Hay,Ed Hay", "Row 5: somebody sits in two seats"),
        ("1,1,3,,", "1,1,3,Hal Key,", "Row 4: others sit at this table"),
    ],
)
def test_hands_that_cannot_be_are_told_with_their_row(
    director: Client, club: Club, old: str, new: str, told: str
) -> None:
    upload = send(director, club, HANDS.replace(old, new))
    assert told in columns(director, upload, name="Old night", day="2019-10-05")
    assert not Event.objects.exists()


def test_a_hand_too_many_for_the_rules_refuses_the_file(director: Client, club: Club) -> None:
    more = "".join(f"2,1,{number},,,,,N,,3\n" for number in range(2, 11))
    upload = send(director, club, HANDS + more)
    there = columns(director, upload, name="Old night", day="2019-10-05")
    director.get(there)
    refused = director.post(page("import_preview", upload))
    assert refused.status_code == 422 and "Row 14: " in refused.content.decode()
    assert not Event.objects.exists() and not Player.objects.exists() and not LedgerLine.objects.exists()


@pytest.mark.parametrize("text", [FINAL, NIGHTS, HANDS])
def test_every_page_of_an_old_event_answers(director: Client, club: Club, text: str) -> None:
    bring_in(director, send(director, club, text), name="Old night", day="2019-10-05")
    publish_stale()
    event = Event.objects.filter(name="Old night")[0]
    for name in [one for one, parts in (READ | DIRECTED).items() if parts == []]:
        there = reverse(name, args=[club.slug, event.slug])
        assert director.get(there).status_code < 500, name
        assert Client().get(there).status_code < 500, name
    person = reverse("tournaments:player", args=[club.slug, Player.objects.get(name="Ann Lee").pk])
    assert Client().get(person).status_code == 200


@pytest.mark.parametrize("role", ["visitor", "member", "stranger"])
def test_others_learn_nothing_of_a_file(director: Client, club: Club, role: str) -> None:
    upload = send(director, club, FINAL)
    other = factories.make_club("Other Club")
    client = Client()
    if role != "visitor":
        client = signed_in("member", club, "mia") if role == "member" else signed_in("owner", other, "olga")
    for name in ("import_columns", "import_people", "import_preview", "import_drop"):
        for method in (client.get, client.post):
            assert method(page(name, upload)).status_code in {302, 403, 404, 405}
    if role == "stranger":  # in the stranger's own club there is no such file
        for name in ("import_columns", "import_people", "import_preview"):
            assert client.get(reverse(f"scoring:{name}", args=[other.slug, upload.pk])).status_code == 404
    assert SpreadsheetUpload.objects.count() == 1 and not Event.objects.exists()


def test_a_few_files_wait_for_a_day(director: Client, club: Club) -> None:
    for number in range(8):
        send(director, club, f"Name,Points\nAnn Lee,{number}\n")
    assert SpreadsheetUpload.objects.count() == 5
    upload = send(director, club, "Name,Points\nAnn Lee,7\n")  # the same file is the same one
    assert SpreadsheetUpload.objects.count() == 5
    SpreadsheetUpload.objects.update(expires_at="2020-01-01T00:00Z")
    assert director.get(page("import_columns", upload)).status_code == 404
    send(director, club, FINAL)
    assert SpreadsheetUpload.objects.count() == 1


@pytest.mark.parametrize(("size", "code"), [(13, 400), (11, 422)])
def test_a_file_too_large_is_refused(director: Client, club: Club, size: int, code: int) -> None:
    there = reverse("scoring:imports", args=[club.slug])
    content = b"Ann Lee,7\n" * (size * 1024 * 1024 // 10)
    answer = director.post(there, {"file": SimpleUploadedFile("big.csv", content)})
    assert answer.status_code == code and "10 MB" in answer.content.decode()
    assert not SpreadsheetUpload.objects.exists()


def test_whatever_is_sent_is_answered(director: Client, club: Club) -> None:
    rng = Random(7)
    files = [
        b"",
        b"PK\x03\x04",
        b"\xd0\xcf\x11\xe0",
        b"\x00" * 50,
        b'"',
        b'a,b\n"x',
        bytes(range(256)),
        b"," * 999,
    ]
    files += [rng.randbytes(200) for _ in range(10)]
    there = reverse("scoring:imports", args=[club.slug])
    for content in files:
        answer = director.post(there, {"file": SimpleUploadedFile("x.csv", content)})
        assert answer.status_code in {302, 422}
    nasty = [
        "",
        "\x00",
        "٣",
        "-1",
        "9" * 400,
        "<script>",
        "=1+1",
        "2020-13-45",
        "PTS",
        "name",
        "night",
        "new",
    ]
    for text in (FINAL, NIGHTS):
        upload = send(director, club, text)
        fields = list(director.get(page("import_columns", upload)).context["form"].fields)
        for _ in range(15):
            said = {name: rng.choice(nasty) for name in [*fields, "do", "kind"] if rng.random() < 0.6}
            for name in ("import_columns", "import_people", "import_preview"):
                assert director.post(page(name, upload), said).status_code < 500
                assert director.get(page(name, upload)).status_code < 500
                upload = SpreadsheetUpload.objects.filter(pk=upload.pk).first() or send(director, club, text)
