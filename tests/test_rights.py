"""docs/rights.md says who may do what at every address: every address is really asked, by everybody.

After a change that is meant: `RIGHTS=write .venv/bin/python -m pytest tests/test_rights.py` writes the table
anew. Look at its difference as at code: it is the rights of everybody.
"""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from django.template.backends.django import Template
from django.utils.safestring import mark_safe

from tests.rights import table
from tests.rights.asked import PUBLIC, Row, routes, rows_of
from tests.rights.world import PEOPLE, build

pytestmark = pytest.mark.django_db

PLACE = Path(__file__).resolve().parent.parent / "docs" / "rights.md"
# What anybody may change without an account: asking for letters, holding a token, playing with the checker.
ANYBODYS = (
    "/sign-in/", "/sign-up/", "/sign-out/", "/keys/", "/invitations/", "/t/", "/join/", "/hands/", "/mail/",
    "/api/v1/hands/examine", "/admin/login/",
)  # fmt: skip


@pytest.fixture(scope="module")
def rows(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[list[Row]]:
    """Everything asked once. Pages are not drawn: who is let in is decided before."""
    from django.db import transaction

    with pytest.MonkeyPatch.context() as patched, django_db_blocker.unblock():  # type: ignore[attr-defined]
        patched.setattr(Template, "render", lambda *_, **__: mark_safe(""))
        patched.setattr("subprocess.run", lambda *_, **__: CompletedProcess([], 0, b"%PDF", b""))
        logging.disable(logging.CRITICAL)  # a few thousand refusals are no news here
        with transaction.atomic():
            world = build()
            asked = [row for route in routes() for row in rows_of(world, route)]
            transaction.set_rollback(True)
        logging.disable(logging.NOTSET)
    yield asked


def test_the_table_says_who_may_do_what_at_every_address(rows: list[Row]) -> None:
    if os.environ.get("RIGHTS") == "write":
        PLACE.write_text(table.written(rows))
    missing = table.differences(PLACE.read_text(), rows)
    assert missing == [], "docs/rights.md says otherwise; see the head of this file"


def test_each_address_lets_somebody_in(rows: list[Row]) -> None:
    paths = {row.path for row in rows}
    nobody = {path for path in paths if not any(row.let_in for row in rows if row.path == path)}
    assert nobody == set(), "give them something to do in tests/rights/world.py"


def test_a_higher_role_may_all_that_a_lower_one_may(rows: list[Row]) -> None:
    order = ("member", "scorer", "director", "owner")
    for row in rows:
        may = [one in row.let_in for one in order]
        assert may == sorted(may), (row.method, row.path)


def test_what_a_strange_club_may_anybody_with_an_account_may(rows: list[Row]) -> None:
    assert [row for row in rows if "stranger" in row.let_in and "member" not in row.let_in] == []


def test_a_visitor_changes_nothing(rows: list[Row]) -> None:
    changed = {row.path for row in rows if row.method != "GET" and "visitor" in row.let_in}
    assert {path for path in changed if not path.startswith(ANYBODYS)} == set()


def test_a_private_night_is_nothing_to_a_visitor_and_a_stranger(rows: list[Row]) -> None:
    seen = [row for row in rows if "/EVENT/" in row.path and row.let_in & {"visitor", "stranger"}]
    assert seen == []


def test_nobody_but_the_clubs_own_directors_changes_what_a_club_is(rows: list[Row]) -> None:
    """Of everything below a club's address, what a stranger may: look, and say to be somebody."""
    strange = {row.path for row in rows if row.method != "GET" and "stranger" in row.let_in}
    assert {path for path in strange if path.startswith("/clubs/CLUB/")} <= {
        "/clubs/CLUB/players/PLAYER/claim/",
        "/clubs/CLUB/mail/",
    }


def test_a_token_may_less_than_its_maker(rows: list[Row]) -> None:
    for row in rows:
        if any(who.startswith("token") for who in row.let_in):
            assert row.let_in & {"owner", "visitor"}, (row.method, row.path)


def test_every_column_says_something(rows: list[Row]) -> None:
    for who in (*PEOPLE, PUBLIC):
        assert any(who in row.let_in for row in rows), who
