"""Installed, the page opens without signal; on a hall's plain http it does all but that, and says so."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from scoring.services.matches import open_match
from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.tapping import OFFLINE, enter, expect_score, expect_sent, recorded, sit_down
from tournaments.actors import Actor
from tournaments.models import Match
from tournaments.services.links import issue_table_links

KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const kept = await (await caches.open("right-bower.tables")).keys();
    return navigator.serviceWorker.controller !== null && kept.length > 0;
}"""

LISTEN = """
    window.asked = [];
    const lock = { released: false, release: async () => (lock.released = true) };
    navigator.wakeLock.request = async (kind) => asked.push(kind) && lock;
    navigator.vibrate = () => asked.push("buzz");
"""


@pytest.fixture
def at(transactional_db: None) -> str:
    """The address of a table of four, nothing played."""
    event = factories.make_event(factories.make_club())
    entries = factories.make_entries(event, factories.make_players(event.club, 4))
    factories.make_match(factories.make_round(event), 1, entries)
    open_match(match=Match.objects.get())
    return f"/t/{issue_table_links(event=event, tables=1, actor=Actor.of_command('tests'))[0].token}/"


def test_the_page_opens_without_signal_with_its_sheet_and_what_waits(
    phone: Any, at: str, forgive: Any, look: Any
) -> None:
    forgive(OFFLINE)
    page = sit_down(phone(service_workers="allow"), at)
    enter(page, "N", 3)
    expect_sent(page, 1)
    page.wait_for_function(KEPT)
    page.context.set_offline(True)
    enter(page, "E", 5)
    page.reload()  # a battery that died would do
    expect_score(page, 1, 2)
    expect(page.locator("#waiting-lines")).to_contain_text("1 hand waiting")
    enter(page, "S", 2)
    page.goto("/t/")
    page.get_by_role("link", name="Open round 1, table 1 again").tap()
    expect(page.locator("#waiting-lines")).to_contain_text("2 hands waiting. No signal")
    expect(page.locator("#table_sheet tbody tr")).to_have_count(3)
    look(page, "table-offline-phone")
    page.context.set_offline(False)
    expect_sent(page, 3)
    assert recorded() == [("hand", 1, "N", 3), ("hand", 2, "E", 5), ("hand", 3, "S", 2)]


def test_on_plain_http_everything_works_and_the_page_says_what_a_reload_needs(
    settings: Any, phone: Any, at: str, live_server: Any, forgive: Any, axe: Any, look: Any
) -> None:
    forgive(OFFLINE)
    settings.ALLOWED_HOSTS = ["*"]  # asked for first, and so given back when every page is closed
    page = phone(base_url=f"http://hall.test:{urlsplit(live_server.url).port}", service_workers="allow")
    page.clock.install()
    sit_down(page, at)
    assert (
        page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]")
        == [False] * 3
    )
    enter(page, "N", 5, alone=True)
    expect_sent(page, 1)
    page.get_by_text("This phone", exact=True).tap()
    expect(page.locator("#no-worker")).to_contain_text("Leave it open where the signal is bad")
    expect(page.locator("#no-wake")).to_be_visible()
    assert axe(page) == []
    page.context.set_offline(True)
    enter(page, "E", 2)
    page.clock.fast_forward("02:00")
    expect(page.locator("#no-answer")).to_contain_text("to load it again needs the server back")
    look(page, "table-silence-phone")
    assert axe(page) == []
    page.context.set_offline(False)
    expect_sent(page, 2)
    expect(page.locator("#no-answer")).to_be_hidden()
    page.reload()
    expect_score(page, 6, 0)
    assert recorded() == [("hand", 1, "N", 5), ("hand", 2, "E", 2)]


def test_what_a_phone_likes_is_kept_on_it(phone: Any, at: str) -> None:
    page = phone()
    page.add_init_script(LISTEN)
    sit_down(page, at)
    assert page.evaluate("asked") == ["screen"]  # it stays on without being asked to
    page.get_by_text("This phone", exact=True).tap()
    page.get_by_label("Ask for the trump suit of each hand").check()
    page.get_by_label("Buzz when a hand is recorded").check()
    page.get_by_label("Keep the screen on").uncheck()
    sit_down(page, at)
    page.locator('#hand_form label:has([name="maker"][value="N"])').tap()
    page.locator('#hand_form label:has([name="tricks"][value="3"])').tap()
    page.locator('#hand_trump label:has([value="H"])').tap()
    page.get_by_role("button", name="Record").tap()
    expect_sent(page, 1)
    assert page.evaluate("asked") == ["buzz"]
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#versions")).to_contain_text("Ann Trewin made it, 3 tricks, trump Hearts.")
