"""The laptop dies, and another takes over with an older backup: every line comes back, once and in order."""

import time
from typing import Any
from urllib.parse import urlsplit

import pytest

from scoring.models import Game, LedgerLine
from scoring.services.matches import open_match
from scoring.triggers import open_ledger
from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.tapping import OFFLINE, enter, expect_score, expect_sent, recorded, sit_down
from tournaments.actors import Actor
from tournaments.models import Event, EventRevision, Match
from tournaments.services.links import issue_table_links

HANDS = [("N", 3), ("E", 5), ("S", 2), ("W", 4), ("N", 5), ("E", 1)]
POINTS = (5, 5)  # 1 + 0 + 0 + 0 + 2 + 2 against 0 + 2 + 2 + 1


@pytest.fixture
def night(transactional_db: None) -> Event:
    """A night of eight at two tables, nothing played."""
    event = factories.make_event(factories.make_club())
    entries = factories.make_entries(event, factories.make_players(event.club, 8))
    round_ = factories.make_round(event)
    for table in (1, 2):
        factories.make_match(round_, table, entries[4 * table - 4 : 4 * table])
    return event


@pytest.fixture
def at(night: Event) -> str:
    """The address of table 1, which is kept in every backup."""
    return f"/t/{issue_table_links(event=night, tables=2, actor=Actor.of_command('tests'))[0].token}/"


def play_six(page: Any) -> None:
    for number, (maker, tricks) in enumerate(HANDS, start=1):
        enter(page, maker, tricks)
        expect_sent(page, number)
    expect_score(page, *POINTS)


def written() -> list[tuple[Any, ...]]:
    lines = LedgerLine.objects.order_by("position")
    return [(str(one.pk), one.position, one.kind, one.hand_number, one.facts) for one in lines]


def restore(night: Event, *, keep: int, as_another_game: bool = False) -> None:
    """Put the backup in place that was made when only so many lines were there.

    One made before the table's first phone came knows no game yet: another table takes its number.
    """
    EventRevision.objects.filter(event=night).update(number=1)
    with open_ledger("a restored backup"):
        for line in LedgerLine.objects.filter(position__gt=keep).order_by("-position"):
            line.delete()
        if as_another_game:
            lost = Game.objects.get()
            number, policy, ruleset = lost.pk, lost.policy_number, lost.ruleset
            lost.delete()
            other = Match.objects.get(table=2)
            Game.objects.create(pk=number, match=other, policy_number=policy, ruleset=ruleset)


def test_a_second_laptop_at_the_same_address_is_told_everything(
    phone: Any, at: str, night: Event, forgive: Any
) -> None:
    """The backup is from before the first hand; the phone knows the sheet and tells it by itself."""
    forgive("403|404|409")
    page = sit_down(phone(), at)
    play_six(page)
    was = written()
    restore(night, keep=0, as_another_game=True)
    enter(page, "S", 3)
    expect_sent(page, 7)
    expect_score(page, POINTS[0] + 1, POINTS[1])
    assert written()[: len(was)] == was
    assert recorded() == [("hand", number, *hand) for number, hand in enumerate([*HANDS, ("S", 3)], start=1)]
    page.reload()
    expect_sent(page, 7)
    assert len(recorded()) == 7


def test_the_open_page_follows_a_server_that_moved(
    settings: Any, phone: Any, at: str, night: Event, live_server: Any, forgive: Any, axe: Any, look: Any
) -> None:
    """From one address to another, on plain http as in a hall: asked across origins, by the table's token."""
    forgive(OFFLINE)
    settings.ALLOWED_HOSTS = ["*"]  # asked for first, and so given back when every page is closed
    port = urlsplit(live_server.url).port
    page = phone(base_url=f"http://first.test:{port}")
    sit_down(page, at)
    play_six(page)
    was = written()
    restore(night, keep=4)  # the seats, and three hands
    page.route("http://first.test:*/**", lambda route: route.abort())  # that laptop is dead
    enter(page, "S", 3)
    page.get_by_text("The server moved").last.tap()
    page.get_by_label("New address").fill("nonsense://")
    page.get_by_role("button", name="Tell it the sheet").tap()
    expect(page.locator("#moved .said")).to_contain_text("Type an address")
    assert axe(page, "#moved") == []
    look(page, "table-moved-phone")
    page.get_by_label("New address").fill(f"second.test:{port}")
    page.get_by_role("button", name="Tell it the sheet").tap()
    page.wait_for_url(f"http://second.test:{port}{at}")
    expect_sent(page, 7)
    expect_score(page, POINTS[0] + 1, POINTS[1])
    assert written()[: len(was)] == was
    assert len(recorded()) == 7
    enter(page, "N", 4)  # and goes on there
    expect(page.locator("#table_over")).to_be_visible()
    expect_sent(page, 8)


def test_a_line_that_the_new_server_has_otherwise_is_asked_about(
    phone: Any, at: str, night: Event, forgive: Any
) -> None:
    forgive(f"409|{OFFLINE}")
    page = sit_down(phone(), at)
    for number, (maker, tricks) in enumerate(HANDS[:3], start=1):
        enter(page, maker, tricks)
        expect_sent(page, number)
    page.context.set_offline(True)
    restore(night, keep=3)
    other = sit_down(phone(), at)
    enter(other, "E", 3)
    expect_sent(other, 3)
    page.context.set_offline(False)
    expect(page.locator("#stopped")).to_contain_text("This hand is on the sheet with other facts.")
    page.get_by_role("button", name="Keep the sheet's").tap()
    expect_sent(page, 3)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect_score(page, 1, 3)
    expect(page.locator("#stopped")).to_be_hidden()
    assert [line[1:] for line in recorded()] == [(1, "N", 3), (2, "E", 5), (3, "E", 3)]


def test_no_game_is_opened_for_a_table_that_is_not_the_links(at: str, night: Event, client: Any) -> None:
    match = Match.objects.get(table=2)
    there = f"{at}?match={match.pk}&number=1"
    assert client.get(there, headers={"Accept": "application/json"}).json()["game"] is None
    assert not Game.objects.filter(match=match).exists()
    assert open_match(match=match).match_id == match.pk


def test_a_phone_that_was_put_away_meanwhile_still_knows_the_sheet(phone: Any, at: str, night: Event) -> None:
    page = sit_down(phone(), at)
    for number, (maker, tricks) in enumerate(HANDS[:3], start=1):
        enter(page, maker, tricks)
        expect_sent(page, number)
    was = written()
    page.goto("about:blank")
    restore(night, keep=2)
    page.goto(at)
    until = time.monotonic() + 20
    while written() != was and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert written() == was
    expect_sent(page, 3)
