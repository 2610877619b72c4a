"""docs/rights.md says who may do what at every address: every address is really asked, by everybody.

After a change that is meant: `RIGHTS=write .venv/bin/python -m pytest tests/test_rights.py` writes the table
anew. Look at its difference as at code: it is the rights of everybody.
"""

import logging
import os
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from django.template.backends.django import Template
from django.utils.safestring import mark_safe

from tests.rights import table
from tests.rights.asked import PUBLIC, Row, routes, rows_of
from tests.rights.things import build
from tests.rights.world import PEOPLE

PLACE = Path(__file__).resolve().parent.parent / "docs" / "rights.md"
# What anybody may change without an account: asking for letters, holding a token, playing with the checker.
ANYBODYS = (
    "/sign-in/", "/sign-up/", "/sign-out/", "/keys/", "/invitations/", "/t/", "/join/", "/hands/", "/mail/",
    "/api/v1/hands/examine", "/admin/login/", "/clubs/CLUB/mail/",
)  # fmt: skip


PARTS = 4
# Middleware that decides nothing about rights, and takes its time.
NO_RIGHTS = ("whitenoise.", "csp.", "django.middleware.gzip.", "django.middleware.security.")
# Let in with more than a world of this size has; the test that asks.
ELSEWHERE = {
    "/clubs/CLUB/events/EVENT/prizes/change/": "test_prize_lists: once a list is accepted",
    "/api/v1/events/EVENT/prizes/NUMBER": "test_prize_lists: once a list is accepted",
    "/clubs/CLUB/history/YEAR/yearbook/": "test_yearbook: once something of the year is over",
    "/t/TOKEN/cards/": "test_hand_cards: once a hand is on the sheet",
}


@pytest.mark.django_db
@pytest.mark.parametrize("part", range(PARTS))
def test_the_table_says_who_may_do_what_at_every_address(
    part: int, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """Pages are not drawn and sheets not set, and nobody is told to wait: rights are decided before."""
    monkeypatch.setattr(Template, "render", lambda *_, **__: mark_safe(""))
    monkeypatch.setattr("subprocess.run", lambda *_, **__: CompletedProcess([], 0, b"%PDF", b""))
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *_: True)
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith(NO_RIGHTS)]
    asked = [one for at, one in enumerate(routes()) if at % PARTS == part]
    logging.disable(logging.CRITICAL)  # a few thousand refusals are no news here
    try:
        world = build()
        rows = [row for route in asked for row in rows_of(world, route)]
    finally:
        logging.disable(logging.NOTSET)
    if os.environ.get("RIGHTS") == "write":
        PLACE.write_text(table.written(table.merged(PLACE.read_text(), rows, (one.path for one in routes()))))
    wrong = table.differences(PLACE.read_text(), rows, {one.path for one in asked})
    assert wrong == [], "docs/rights.md says otherwise; the head of this file says what to do"


def test_the_table_has_no_address_that_is_no_more() -> None:
    written = {path for _, path in table.read(PLACE.read_text())}
    assert written <= {one.path for one in routes()}


# What follows judges the table by rules of its own: the test above shows that it is true.


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    """The rows of the table."""
    said = table.read(PLACE.read_text())
    return [Row(path, method, let_in) for (method, path), let_in in said.items()]


def test_each_address_lets_somebody_in(rows: list[Row]) -> None:
    paths = {row.path for row in rows}
    seen = {row.path for row in rows if row.let_in}
    nobody = paths - seen
    assert nobody == ELSEWHERE.keys(), "give them something to do in tests/rights/world.py or things.py"


def test_a_higher_role_may_all_that_a_lower_one_may(rows: list[Row]) -> None:
    order = ("member", "scorer", "director", "owner")
    for row in rows:
        may = [one in row.let_in for one in order]
        assert may == sorted(may), (row.method, row.path)


def test_what_a_strange_club_may_anybody_with_an_account_may(rows: list[Row]) -> None:
    """But the hall's pages: on the laptop in the hall, directors of every club see to it."""
    strange = [row for row in rows if "stranger" in row.let_in and "member" not in row.let_in]
    assert {row.path for row in strange} == {"/hall/", "/hall/backup/"}


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
