"""The sheet only grows: asked of the database itself, past every service."""

from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from scoring.models import CardLine, Game, LedgerLine
from scoring.triggers import install, missing, open_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(game: Game) -> LedgerLine:
    """A line on a sheet."""
    return LedgerLine.objects.create(
        id=uuid4(),
        game=game,
        position=1,
        hand_number=1,
        kind="hand",
        facts={"maker": "N", "alone": [], "tricks": 3},
        recorded_by="link:1",
        recorded_at=timezone.now(),
    )


@pytest.fixture
def card(game: Game) -> CardLine:
    """A round of a personal card."""
    entry = game.match.seatings.get(seat="N").entry
    return CardLine.objects.create(
        id=uuid4(),
        round=game.match.round,
        entry=entry,
        position=1,
        points=7,
        recorded_by="user:1",
        recorded_at=timezone.now(),
    )


@pytest.mark.parametrize("table", ["scoring_ledgerline", "scoring_cardline"])
@pytest.mark.parametrize("change", ["UPDATE {} SET reason = 'x'", "DELETE FROM {}"])
def test_the_database_refuses_to_change_a_line(
    line: LedgerLine, card: CardLine, table: str, change: str
) -> None:
    with (
        pytest.raises(DatabaseError, match="only grows"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change.format(table))
    assert LedgerLine.objects.get().reason == CardLine.objects.get().reason == ""


def test_postgres_refuses_to_empty_the_sheet_at_once(line: LedgerLine) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no TRUNCATE")
    with (
        pytest.raises(DatabaseError, match="only grows"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # or what waits for the commit refuses it first
        cursor.execute("TRUNCATE scoring_ledgerline CASCADE")
    assert LedgerLine.objects.exists()


def test_the_one_door_opens_for_its_own_transaction_and_closes(line: LedgerLine) -> None:
    with open_ledger("a test"):
        LedgerLine.objects.update(reason="mended")
    assert LedgerLine.objects.get().reason == "mended"
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        LedgerLine.objects.update(reason="again")


def test_the_triggers_are_there_and_the_doctor_sees_when_one_is_not(line: LedgerLine) -> None:
    assert missing(connection) == []
    call_command("doctor", verbosity=0)
    name = "scoring_ledgerline_no_DELETE"
    on = " ON scoring_ledgerline" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{on}")
    assert missing(connection) == [name.lower()]
    with pytest.raises(CommandError, match="no_delete is missing"):
        call_command("doctor")
    install(connection)
    assert missing(connection) == []
