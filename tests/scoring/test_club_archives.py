"""A club in one file: nothing of it is forgotten, and it is the same club wherever it is put back."""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, connections, models
from django.test import Client

from scoring.models import LedgerLine
from scoring.services.cards import record_personal_card
from scoring.triggers import missing, open_ledger
from tests import factories, leagues
from tests.nights import DIRECTOR, drawn_night, hand, match_of
from tests.second_database import second_database
from tests.tournaments.bracket_events import drawn_bracket
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Entry, Event, Membership, Player, Round, Standing
from tournaments.services.archive_tables import IDS, LEFT_OUT, NO_IDS, club_tables, renumbered
from tournaments.services.archives import archive_club
from tournaments.services.cash import take_fees
from tournaments.services.club_restores import restore_club
from tournaments.services.pots import NewPot, add_pot
from tournaments.services.rounds import close_round
from tournaments.services.standings import publish_stale

APPS = {"tournaments", "scoring"}


def ours() -> Iterator[type[models.Model]]:
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label in APPS:
            yield model


def test_every_table_is_in_the_archive_or_left_out_on_purpose() -> None:
    """A new model fails here until its keys lead to a club, or LEFT_OUT says why it stays behind."""
    assert {one._meta.label_lower for one in ours()} == {one.label for one in club_tables()} | LEFT_OUT.keys()


def test_every_json_column_of_the_archive_is_known_to_hold_ids_or_none() -> None:
    """Ids inside JSON are no keys: a new column fails here until IDS or NO_IDS says what is in it."""
    there = {
        f"{model._meta.label_lower}.{field.name}"
        for model in ours()
        if model._meta.label_lower not in LEFT_OUT
        for field in model._meta.concrete_fields
        if isinstance(field, models.JSONField)
    }
    assert there <= IDS.keys() | NO_IDS
    assert not IDS.keys() & NO_IDS


def test_every_key_leads_to_a_table_of_the_archive() -> None:
    labels = {one.label for one in club_tables()}
    for one in club_tables():
        for place, target in one.keys.items():
            assert target in labels or one.table.fields[place].null, one.table.fields[place]


def test_ids_in_json_move_and_nothing_else_does() -> None:
    value = {"tables": [[1, 2, None, 4]], "sitting_out": [5], "settled": {"1": "NS"}, "seed": 7}
    moved = renumbered(value, IDS["tournaments.round.draw"], lambda label, one: one + 100)
    assert moved == {
        "tables": [[101, 102, None, 104]],
        "sitting_out": [105],
        "settled": {"1": "NS"},
        "seed": 7,
    }
    odd: list[Any] = ["text", None, {"tables": "x"}, [], 3]
    for one in odd:
        assert renumbered(one, IDS["tournaments.round.draw"], lambda label, one: one + 100) == one


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club with people, nights in every state, cards, leagues and cash, its standings out."""
    club = factories.make_club()
    factories.make_account("dora", club, "director")
    night = drawn_night(club)
    for number in (1, 2, 3, 4):
        lone = "W" if number == 4 else ""
        hand(match_of(night), number, maker="NESW"[number - 1], tricks=number, alone=lone)
    hand(match_of(night, 2), 1, maker="E", tricks=5)
    closed = night.rounds.get(number=1)
    card: dict[str, Any] = {"points": 7, "lone_hands": 1, "reason": "", "actor": DIRECTOR, "line_id": uuid4()}
    record_personal_card(round=closed, entry=night.entries.order_by("number")[8], **card)
    close_round(round=closed)
    pot = add_pot(event=night, new=NewPot(name="Entry", kind="entry", fee=300), actor=DIRECTOR)
    payers = [one.player for one in night.entries.order_by("number")[:3] if one.player]
    take_fees(form_id=uuid4(), pot=pot, players=payers, actor=DIRECTOR)
    factories.make_night(club, name="Level night", state=Event.State.FINISHED)
    drawn_bracket(4, club=club, pairs=True)
    division = leagues.make_division(leagues.make_season(club), teams=leagues.TEAMS[:2])
    leagues.make_squads(division)
    leagues.play(leagues.draw(division)[0], 5)
    publish_stale()
    return club


def everything(using: str = "default") -> dict[str, list[dict[str, Any]]]:
    """Every row of the club's tables by the plain ORM: the oracle, which knows nothing of archives."""
    rows = {
        model._meta.label_lower: list(model._base_manager.using(using).order_by("pk").values())
        for model in ours()
        if model._meta.label_lower not in LEFT_OUT
    }
    for row in (row for table in rows.values() for row in table):
        for name, value in row.items():
            if name.endswith("_by") and isinstance(value, str) and value.startswith("user:"):
                row[name] = "user:0"
        if "code_hash" in row:
            row["code_hash"] = None
    return rows


def pages(club: Club) -> dict[str, str]:
    """What a visitor reads of the club, as far as links lead from its page."""
    client, found, waiting = Client(), dict[str, str](), [f"/clubs/{club.slug}/"]
    while waiting and len(found) < 60:
        there = waiting.pop(0)
        if there in found:
            continue
        answer = client.get(there)
        assert answer.status_code == 200, there
        found[there] = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
        links = re.findall(rf'href="(/clubs/{club.slug}/[^"?#]*)"', found[there])
        waiting += [one for one in dict.fromkeys(links) if not one.endswith((".ics", ".pdf"))]
    return found


def empty_database() -> None:
    with open_ledger("a test"):
        call_command("flush", interactive=False, verbosity=0)
    assert not Club.objects.exists() and not LedgerLine.objects.exists()


def test_a_club_comes_back_on_an_empty_server_page_by_page(club: Club, tmp_path: Path) -> None:
    read = pages(club)  # what nobody had counted yet is counted for the reader
    before = everything()
    assert sum("standings" in there for there in read) > 2
    manifest = archive_club(club=club, file=tmp_path / "club.jsonl.gz")
    assert manifest.rows == sum(len(rows) for rows in before.values())
    empty_database()
    owner = factories.make_account("olive")
    restored = restore_club(file=tmp_path / "club.jsonl.gz", owner_id=owner.pk)
    assert everything() == before
    assert pages(restored.club) == read
    assert (restored.moved, missing(connection)) == (False, [])
    assert [(one.user.username, one.role) for one in Membership.objects.all()] == [("olive", "owner")]
    assert factories.make_player(restored.club, "Late Comer").pk > max(
        row["id"] for row in before["tournaments.player"]
    )


def test_a_club_goes_into_either_kind_of_database(club: Club, tmp_path: Path) -> None:
    before = everything()
    archive_club(club=club, file=tmp_path / "club.jsonl.gz")
    for kind in sorted({"sqlite", connection.vendor}):
        with second_database(kind, tmp_path) as there:
            restore_club(file=tmp_path / "club.jsonl.gz", using=there)
            assert everything(there) == before
            assert missing(connections[there]) == []
            with pytest.raises(EventViolation, match="already"):
                restore_club(file=tmp_path / "club.jsonl.gz", using=there)
            with pytest.raises(EventViolation, match="already"):  # its score lines are here
                restore_club(file=tmp_path / "club.jsonl.gz", slug="twice", using=there)
            assert everything(there) == before


def told(event: Event) -> list[object]:
    """An event in names alone, whatever the ids are: standings, draws, who sat where, every line."""
    names = {one.pk: str(one) for one in Entry.objects.filter(event=event)}
    lines: list[object] = [
        (one.place, one.rank, names[one.entry_id], one.points, one.figures, one.sentence)
        for one in Standing.objects.filter(event=event)
    ]
    for one in Round.objects.filter(event=event).order_by("number"):
        lines.append([[names.get(entry) for entry in table] for table in one.draw.get("tables", [])])
        for match in one.matches.all():
            lines.append([(seat.seat, str(seat.player)) for seat in match.seatings.all()])
            lines += [line for game in match.games.all() for line in game.lines.values("id", "facts", "kind")]
    return lines


def test_a_club_comes_beside_another_one_under_other_ids(club: Club, tmp_path: Path) -> None:
    before = {event.slug: told(event) for event in club.events.all()}
    first = club.players.order_by("pk")[0].pk
    event_id, entry_id = (one.objects.order_by("pk")[0].pk for one in (Event, Entry))
    archive_club(club=club, file=tmp_path / "club.jsonl.gz")
    empty_database()
    other = factories.make_club("Other Club")
    night = drawn_night(other, people=12)
    hand(match_of(night), 1, maker="N", tricks=3)
    # Whatever numbers the database goes on with: these three are taken.
    taken = Player.objects.filter(pk=first).first() or factories.make_player(other)
    if taken.pk != first:
        taken = Player.objects.create(pk=first, club=other, name="Zoe Zelah", sort_key="zelah,zoe")
    if not Event.objects.filter(pk=event_id).exists():
        Event.objects.create(pk=event_id, club=other, name="Theirs", slug="theirs", plays_on=factories.NIGHT)
    if not Entry.objects.filter(pk=entry_id).exists():
        Entry.objects.create(pk=entry_id, event=night, number=99, player=taken)
    publish_stale()
    theirs = told(night)
    restored = restore_club(file=tmp_path / "club.jsonl.gz")
    assert restored.moved
    back = restored.club
    assert back.players.order_by("pk")[0].pk > max(first, *other.players.values_list("pk", flat=True))
    assert {event.slug: told(event) for event in back.events.all()} == before
    assert told(night) == theirs
    for event in back.events.all():
        parted = [one.parted for one in event.standings.all()]
        entries = set(event.entries.values_list("pk", flat=True))
        named = {one for told in parted for one in told.get("shared", [])}
        named |= {one for told in parted for one in (told.get("above") or {}).get("entries", [])}
        assert named <= entries
    pages(back)
    # Counting it all anew under the new ids changes nothing.
    call_command("rebuild")
    played = back.events.get(slug__contains="changing")
    assert told(played) == before[played.slug]


def test_no_account_here_is_taken_for_one_of_the_old_server(club: Club, tmp_path: Path) -> None:
    dora = Membership.objects.get(user__username="dora").user_id
    event = club.events.all()[0]
    event.policies.update(made_by=f"user:{dora}")
    archive_club(club=club, file=tmp_path / "club.jsonl.gz")
    empty_database()
    back = restore_club(file=tmp_path / "club.jsonl.gz").club
    assert set(back.events.get(slug=event.slug).policies.values_list("made_by", flat=True)) == {"user:0"}


@pytest.fixture
def archived(transactional_db: None, tmp_path: Path) -> Path:
    """A small club's archive, the club being gone and another one here."""
    night = drawn_night(factories.make_club("Bude"), people=8)
    hand(match_of(night), 1, maker="N", tricks=3)
    publish_stale()
    file = tmp_path / "bude.jsonl.gz"
    call_command("archive", "bude", str(file))
    empty_database()
    drawn_night(factories.make_club("Other Club"), people=8)
    return file


def rewritten(file: Path, lines: list[bytes]) -> None:
    """The archive with these lines and a right seal."""
    seal = hashlib.sha256(b"".join(lines)).hexdigest()
    end = json.dumps({"end": True, "sha256": seal}).encode() + b"\n"
    file.write_bytes(gzip.compress(b"".join(lines) + end))


def test_a_damaged_archive_changes_nothing(archived: Path) -> None:
    before, whole = everything(), archived.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    damaged = [b"", b"PK", whole[: len(whole) // 2], whole[:-3], gzip.compress(b"".join(lines[:-1]))]
    damaged += [gzip.compress(b"{}\n"), gzip.compress(b"".join([*lines[:9], *lines[10:]]))]
    damaged.append(gzip.compress(b"".join(lines).replace(b"Ann", b"Eve")))
    for one in damaged:
        archived.write_bytes(one)
        with pytest.raises(EventViolation) as refused:
            restore_club(file=archived)
        assert refused.value.code == "archive-damaged"
    assert everything() == before


def test_a_forged_archive_reaches_no_other_club(archived: Path) -> None:
    """A row whose key leads to the other club's people, under a right seal."""
    before = everything()
    lines = gzip.decompress(archived.read_bytes()).splitlines(keepends=True)[:-1]
    at = lines.index(b'{"table":"tournaments.entry"}\n') + 1
    row = json.loads(lines[at])
    tables = {one["label"]: one for one in json.loads(lines[0])["tables"]}
    columns = tables["tournaments.entry"]["columns"]
    row[columns.index("player_id")] = Player.objects.order_by("pk")[0].pk - 10**6
    moved = [*lines[:at], json.dumps(row).encode() + b"\n", *lines[at + 1 :]]
    rewritten(archived, moved)
    with pytest.raises(EventViolation):
        restore_club(file=archived)
    stolen = Player.objects.order_by("pk")[0].pk
    moves = max(Player.objects.values_list("pk", flat=True)) + 1
    row[columns.index("player_id")] = stolen - (moves - tables["tournaments.player"]["first"])
    rewritten(archived, [*lines[:at], json.dumps(row).encode() + b"\n", *lines[at + 1 :]])
    with pytest.raises(EventViolation):
        restore_club(file=archived)
    assert everything() == before


def test_whatever_a_line_is_made_into_it_is_refused_with_a_sentence(archived: Path) -> None:
    before = everything()
    lines = gzip.decompress(archived.read_bytes()).splitlines(keepends=True)[:-1]
    rng = Random(7)
    for _ in range(25):
        changed = list(lines)
        at = rng.randrange(1, len(lines))
        changed[at] = rng.choice(
            [b"[]\n", b"null\n", b"{}\n", b"\xff\n", b"[1,2,3]\n", lines[at].replace(b"1", b'"x"'), b"\n"]
        )
        if changed == lines:
            continue
        rewritten(archived, changed)
        with pytest.raises(EventViolation):
            restore_club(file=archived)
    assert everything() == before


def test_another_version_is_told_apart(archived: Path) -> None:
    lines = gzip.decompress(archived.read_bytes()).splitlines(keepends=True)[:-1]
    rewritten(archived, [lines[0].replace(b'"sort_key"', b'"sorted"'), *lines[1:]])
    with pytest.raises(EventViolation, match=r"tournaments\.player"):
        restore_club(file=archived)
    rewritten(archived, [lines[0].replace(b'"format":1', b'"format":2'), *lines[1:]])
    with pytest.raises(EventViolation, match="newer"):
        restore_club(file=archived)


def test_the_commands_say_what_was_done(archived: Path, capsys: pytest.CaptureFixture[str]) -> None:
    factories.make_account("olive")
    call_command("restore_club", str(archived), owner="olive", slug="new-bude")
    assert "is back at /clubs/new-bude/" in capsys.readouterr().out
    assert Club.objects.get(slug="new-bude").memberships.get().user.username == "olive"
    for wrong, sentence in (
        (["restore_club", str(archived)], "already"),
        (["restore_club", str(archived) + "x"], "no file"),
        (["archive", "nowhere", str(archived)], "other-club"),
        (["archive", "new-bude", "/nowhere/at/all.gz"], "No archive"),
    ):
        with pytest.raises(CommandError, match=sentence):
            call_command(*wrong)
    with pytest.raises(CommandError, match="no account"):
        call_command("restore_club", str(archived), owner="nobody")
