"""Scoring at the table with real telephones: two of them, a bad signal, no script, a dark room."""

import re

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.models import LedgerLine
from scoring.services.matches import open_match
from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.tapping import (
    LEDGER,
    OFFLINE,
    enter,
    expect_score,
    expect_sent,
    recorded,
    sit_down,
    tap,
)
from tournaments.actors import Actor
from tournaments.models import Event, EventPolicy, Match
from tournaments.services.links import issue_table_links


@pytest.fixture
def night(transactional_db: None) -> Event:
    """A night of four at one table, nothing played."""
    club = factories.make_club()
    event = factories.make_event(club)
    entries = factories.make_entries(event, factories.make_players(club, 4))
    factories.make_match(factories.make_round(event), 1, entries)
    return event


@pytest.fixture
def at(night: Event) -> str:
    """The address of the table."""
    open_match(match=Match.objects.get())
    return f"/t/{issue_table_links(event=night, tables=1, actor=Actor.of_command('tests'))[0].token}/"


def test_a_hand_is_three_taps_and_its_award_is_seen_before(phone, at, axe, look):
    page = phone()
    page.goto(at)
    assert axe(page) == []
    look(page, "table-seats-phone")
    page.get_by_role("button", name="Yes, that is us").tap()
    assert axe(page) == []
    tap(page, "dealer", "N")
    expect(page.locator("#who-deals")).to_have_text(re.compile("Ann Trewin deals"))
    tap(page, "maker", "E")
    assert axe(page) == []
    look(page, "table-tricks-phone")
    tap(page, "tricks", 2)
    expect(page.locator("#tell")).to_contain_text("E/W euchred: 2 to N/S")
    expect(page.locator("#tell")).to_contain_text("Then N/S 2, E/W 0. Bob Pascoe deals next.")
    assert axe(page) == []
    page.get_by_role("button", name="Record").tap()
    expect_score(page, 2, 0)
    expect(page.locator("#which-hand")).to_have_text("Hand 2 of 8")
    expect_sent(page, 1)
    enter(page, "N", 5, alone=True)
    expect_score(page, 6, 0)
    expect_sent(page, 2)
    look(page, "table-phone")
    assert recorded() == [("first-deal", 0, None, None), ("hand", 1, "E", 2), ("hand", 2, "N", 5)]
    assert LedgerLine.objects.get(hand_number=2).facts["alone"] == ["N"]


def test_everything_to_be_tapped_is_large_enough_for_a_thumb(phone, at):
    page = sit_down(phone(), at)
    enter(page, "N", 3)
    tap(page, "maker", "N")
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(button, a, label, summary)")]
            .filter((one) => one.checkVisibility())
            .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 47.5 || box.width < 47.5).map(([words]) => words)"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_three_hands_without_a_signal_are_sent_once_in_order(phone, at, forgive):
    forgive(OFFLINE)
    ann, bob = sit_down(phone(), at), sit_down(phone(), at)
    enter(ann, "N", 3)
    expect_sent(ann, 1)
    ann.context.set_offline(True)
    for maker, tricks in (("E", 5), ("S", 2), ("W", 4)):
        enter(ann, maker, tricks)
    expect_score(ann, 1, 5)
    expect(ann.locator("#waiting-lines")).to_contain_text("3 hands waiting")
    ann.context.set_offline(False)
    expect_sent(ann, 4)
    expect(ann.locator("#waiting-lines")).to_be_hidden()
    assert recorded() == [("hand", 1, "N", 3), ("hand", 2, "E", 5), ("hand", 3, "S", 2), ("hand", 4, "W", 4)]
    expect_score(bob, 1, 5)  # the other phone sees it by itself
    expect_sent(bob, 4)


def test_what_waits_survives_a_reload(phone, at, forgive):
    forgive(OFFLINE)
    page = sit_down(phone(), at)
    page.route(LEDGER, lambda route: route.abort())
    enter(page, "N", 3)
    enter(page, "E", 5)
    page.reload()
    expect(page.locator("#waiting-lines")).to_contain_text("2 hands waiting")
    expect_score(page, 1, 2)
    assert recorded() == []
    page.unroute(LEDGER)
    page.reload()
    expect_sent(page, 2)
    assert recorded() == [("hand", 1, "N", 3), ("hand", 2, "E", 5)]


def test_a_lost_answer_doubles_nothing(phone, at, forgive):
    forgive(OFFLINE)
    page = sit_down(phone(), at)

    def lose(route):
        route.fetch()  # the server has it, the phone never hears
        route.abort()

    page.route(LEDGER, lose)
    enter(page, "N", 3)
    expect(page.locator("#waiting-lines")).to_contain_text("1 hand waiting")
    page.unroute(LEDGER)
    enter(page, "E", 3)
    expect_sent(page, 2)
    assert recorded() == [("hand", 1, "N", 3), ("hand", 2, "E", 3)]


def test_a_page_of_the_halls_own_portal_is_no_answer(phone, at):
    page = sit_down(phone(), at)
    page.route(
        LEDGER, lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Welcome</h1>")
    )
    enter(page, "N", 3)
    expect(page.locator("#waiting-lines")).to_contain_text("1 hand waiting")
    page.unroute(LEDGER)
    page.reload()
    expect_sent(page, 1)


def test_the_same_hand_on_two_phones_is_one_hand(phone, at, forgive):
    forgive(OFFLINE)
    ann, bob = sit_down(phone(), at), sit_down(phone(), at)
    bob.context.set_offline(True)
    for page in (ann, bob):
        enter(page, "N", 3)
        enter(page, "E", 5)
    bob.locator("#undo-form button").tap()  # never sent, so it is simply gone
    enter(bob, "E", 5)
    expect_sent(ann, 2)
    bob.context.set_offline(False)
    expect_sent(bob, 2)
    expect_score(bob, 1, 2)
    assert recorded() == [("hand", 1, "N", 3), ("hand", 2, "E", 5)]


def test_two_phones_that_differ_ask_the_person(phone, at, forgive, axe, look):
    forgive(f"{OFFLINE}|409")
    ann, bob = sit_down(phone(), at), sit_down(phone(), at)
    bob.context.set_offline(True)
    enter(ann, "N", 3)
    expect_sent(ann, 1)
    enter(bob, "N", 5)
    enter(bob, "S", 3)
    bob.context.set_offline(False)
    expect(bob.locator("#stopped")).to_contain_text("This hand is on the sheet with other facts.")
    expect(bob.locator("#stopped .mine")).to_contain_text("N/S march: 2 to N/S")
    expect(bob.locator("#stopped .theirs")).to_contain_text("N/S make the point: 1 to N/S")
    assert axe(bob) == []
    look(bob, "table-conflict-phone")
    bob.get_by_role("button", name="Use this phone's").tap()
    expect(bob.locator("#stopped")).to_be_hidden()
    expect_sent(bob, 2)
    expect_score(bob, 3, 0)
    expect_score(ann, 3, 0)
    assert [line[1:] for line in recorded()] == [(1, "N", 3), (1, "N", 5), (2, "S", 3)]


def test_the_sheets_version_can_be_kept(phone, at, forgive):
    forgive(f"{OFFLINE}|409")
    ann, bob = sit_down(phone(), at), sit_down(phone(), at)
    bob.context.set_offline(True)
    enter(ann, "N", 3)
    expect_sent(ann, 1)
    enter(bob, "N", 5)
    enter(bob, "S", 3)
    bob.context.set_offline(False)
    bob.get_by_role("button", name="Keep the sheet's").tap()
    expect_sent(bob, 2)
    expect_score(bob, 2, 0)
    assert [line[1:] for line in recorded()] == [(1, "N", 3), (2, "S", 3)]


def test_undo_is_a_tap_and_a_correction_a_few(phone, at):
    page = sit_down(phone(), at)
    enter(page, "N", 3)
    enter(page, "E", 5)
    expect_sent(page, 2)
    page.locator("#undo-form button").tap()
    expect_sent(page, 1)
    expect_score(page, 1, 0)
    enter(page, "W", 3)
    expect_sent(page, 2)
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#correcting")).to_contain_text("Correcting “N/S make the point: 1 to N/S”.")
    enter(page, "N", 1)
    expect_score(page, 0, 3)
    expect(page.locator("#table_sheet tbody")).to_contain_text("N/S euchred: 2 to E/W corrected")
    assert [line[0] for line in recorded()] == ["hand", "hand", "retraction", "hand", "hand"]


def test_a_refused_hand_can_be_entered_anew(phone, at, forgive):
    forgive("422")
    page = sit_down(phone(), at)

    def garble(route):
        route.continue_(post_data=route.request.post_data.replace('"tricks":3', '"tricks":9'))

    page.route(LEDGER, garble)
    enter(page, "N", 3)
    expect(page.locator("#stopped")).to_contain_text("A hand has five tricks; 9 were claimed.")
    page.get_by_role("button", name="Enter it anew").tap()
    enter(page, "N", 4)
    expect_sent(page, 1)
    expect(page.locator("#stopped")).to_be_hidden()
    assert recorded() == [("hand", 1, "N", 4)]


def test_a_phone_that_keeps_nothing_says_so_and_still_scores(phone, at):
    page = phone()
    denied = "get() { throw new DOMException('denied', 'SecurityError'); }"
    page.context.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ {denied} }});")
    sit_down(page, at)
    expect(page.locator("#no-storage")).to_be_visible()
    enter(page, "N", 3)
    expect_sent(page, 1)
    assert recorded() == [("hand", 1, "N", 3)]


def test_a_link_that_was_taken_back_stops_the_queue_with_a_sentence(phone, at, night, forgive):
    forgive("410")
    page = sit_down(phone(), at)
    night.table_links.update(revoked_at="2026-03-12T20:00Z")
    enter(page, "N", 3)
    expect(page.locator("#stopped")).to_contain_text("This table link was replaced.")
    fresh = issue_table_links(event=night, tables=1, actor=Actor.of_command("tests"))[0]
    page.goto(f"/t/{fresh.token}/")
    page.get_by_role("button", name="Try again").tap()
    expect_sent(page, 1)
    assert recorded() == [("hand", 1, "N", 3)]


def test_the_end_is_said_and_the_next_round_is_found(phone, at, axe, look, night):
    page = sit_down(phone(), at)
    for maker in "NESNESN":
        enter(page, maker, 3)
    expect(page.locator("#last-hand")).to_be_visible()
    enter(page, "E", 3)
    expect(page.locator("#table_over")).to_contain_text("Ann Trewin and Cora Penrose win, 5–3.")
    expect(page.locator("#hand_form")).to_be_hidden()
    expect_sent(page, 8)
    assert axe(page) == []
    look(page, "table-over-phone")
    entries = list(night.entries.order_by("number"))
    factories.make_match(factories.make_round(night, 2), 1, [*entries[1:], entries[0]])
    page.locator("#table_over .look-again").tap()
    expect(page.locator("h1")).to_contain_text("round 2")
    expect(page.locator('[data-side="NS"]')).to_contain_text("Bob Pascoe")


def test_a_keyboard_looks_through_the_choices_and_takes_one(laptop, at, look):
    page = laptop
    page.goto(at)
    page.get_by_role("button", name="Yes, that is us").press("Enter")
    page.get_by_role("button", name="Nobody remembers").press("Enter")
    page.locator('[name="maker"][value="N"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[name="maker"][value="E"]')).to_be_checked()
    expect(page.locator("fieldset.tricks")).to_be_hidden()
    page.keyboard.press("Enter")
    page.locator('[name="tricks"][value="4"]').focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Record").press("Enter")
    expect_score(page, 0, 1)
    expect_sent(page, 1)
    look(page, "table-laptop")


def test_without_a_script_a_hand_is_played_with_the_form(open_page, at, look):
    page = open_page(viewport={"width": 320, "height": 640}, java_script_enabled=False)
    page.goto(at)
    look(page, "table-plain-phone")
    page.locator('label:has([name="maker"][value="N"])').click()
    page.locator('label:has([name="alone"][value="N"])').click()
    page.locator('label:has([name="tricks"][value="5"])').click()
    page.get_by_role("button", name="Show what it earns").click()
    expect(page.locator("#table_confirm h2")).to_have_text("N alone marches: 4 to N/S")
    page.get_by_role("button", name="Record").click()
    expect_score(page, 4, 0)
    assert recorded() == [("hand", 1, "N", 5)]


def test_the_code_opens_the_table(phone, night, axe, look):
    issued = issue_table_links(event=night, tables=1, actor=Actor.of_command("tests"))[0]
    page = phone()
    page.goto("/join/")
    assert axe(page) == []
    look(page, "join-phone")
    page.get_by_label("Table code").fill(issued.code.lower())
    page.get_by_role("button", name="Open the table").tap()
    expect(page.locator("h1")).to_contain_text("Table 1")


def test_a_dark_room_gets_a_dark_table(phone, at, axe, look):
    page = sit_down(phone(color_scheme="dark"), at)
    enter(page, "E", 2)
    tap(page, "maker", "N")
    assert axe(page) == []
    look(page, "table-dark-phone")


def test_the_second_game_of_a_match_follows_the_first(phone, night):
    match = Match.objects.get()
    policy = factories.make_policy(night, number=2, ruleset=RULESETS["north-american"])
    EventPolicy.objects.filter(pk=policy.pk).update(scoring={**policy.scoring, "games_in_a_match": 2})
    open_match(match=match)
    issued = issue_table_links(event=night, tables=1, actor=Actor.of_command("tests"))[0]
    page = sit_down(phone(), f"/t/{issued.token}/")
    for _ in range(3):
        enter(page, "N", 5, alone=True)
    expect(page.locator("#table_over")).to_contain_text("Ann Trewin and Cora Penrose win, 12–0.")
    page.get_by_role("link", name="Next game").tap()
    expect(page.locator("h1")).to_contain_text("game 2")
    expect_score(page, 0, 0)
    page.get_by_role("link", name="Game 1: 12–0").tap()
    expect_sent(page, 3)


def test_long_names_wrap_and_nothing_leaves_the_screen(phone, night, look):
    for seating in Match.objects.get().seatings.select_related("player"):
        seating.player.name = f"Bartholomew-Featherstonehaugh {seating.seat} Cholmondeley-Warburton"
        seating.player.save()
    open_match(match=Match.objects.get())
    issued = issue_table_links(event=night, tables=1, actor=Actor.of_command("tests"))[0]
    page = sit_down(phone(), f"/t/{issued.token}/")
    enter(page, "N", 5, alone=True)
    tap(page, "maker", "N")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    look(page, "table-long-names-phone")
