"""The desk on the night: a whole evening by keyboard alone, and what clock, call and search look like."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tests.browser.browser_thread import expect
from tests.desk import DIRECTOR
from tournaments.actors import Actor
from tournaments.models import Club, Event, Match, Membership, Round, Standing
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.links import issue_table_links, open_link

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TABS = 120


class Keys:
    """Hands that never leave the keyboard. What is reached is seen to have the focus, and to show it."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Letters, where the cursor is."""
        self.page.keyboard.type(text)

    def go(self, name: str, tag: str = "") -> None:
        """Tab to what is called so."""
        for _ in range(MOST_TABS):
            self.press("Tab")
            at = self.page.evaluate(
                "() => { const a = document.activeElement; return [a.tagName.toLowerCase(), "
                "(a.getAttribute('aria-label') || a.labels?.[0]?.innerText || a.innerText || '').trim()]; }"
            )
            if at[1].startswith(name) and tag in {"", at[0]}:
                width = self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert width != "none", f"{name} does not show that it has the focus"
                return
        raise AssertionError(f"no key leads to {name}")

    def choose(self, name: str, tag: str = "") -> None:
        """Tab to it and press Enter."""
        self.go(name, tag)
        self.press("Enter")


def sign_in(page: Any, club: Club | None, role: str = Membership.Role.DIRECTOR) -> None:
    client = Client()
    client.force_login(factories.make_account("dora", club, role))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])


def at(event: Event, name: str, **more: Any) -> str:
    return reverse(name, kwargs={"club": event.club.slug, "event": event.slug, **more})


def drawn_night(players: int = 8, rounds: int = 3) -> Event:
    club = factories.make_club()
    event = factories.make_event(club, state=Event.State.SETUP, rounds=rounds)
    factories.make_entries(event, factories.make_players(club, players))
    propose_draw(event=event, actor=DIRECTOR, seed="seen")
    accept_draw(event=event, seed="seen", actor=DIRECTOR)
    return event


def test_a_whole_night_of_three_rounds_by_the_keyboard_alone(laptop):
    club = factories.make_club()
    event = factories.make_event(club, state=Event.State.SETUP, rounds=3)
    factories.make_entries(event, factories.make_players(club, 8))
    sign_in(laptop, club)
    keys = Keys(laptop)
    laptop.goto(at(event, "tournaments:draw"))
    keys.choose("Propose a draw", "button")
    laptop.get_by_role("button", name=re.compile("Accept all 3 rounds")).wait_for()
    keys.choose("Accept all 3 rounds", "button")
    laptop.get_by_text("Rounds 1 to 3 are accepted").wait_for()
    for number in (1, 2, 3):
        keys.choose(f"Call round {number}", "button")
        laptop.get_by_text(f"Round {number} is called").wait_for()
        keys.choose("Type the cards", "a")
        laptop.get_by_role("heading", name=f"Table cards, round {number}").wait_for()
        keys.press("/")
        keys.type("1")
        keys.press("Enter")  # to table 1, by its number
        for key in ("8", "Tab", "Tab", "6", "Enter"):
            keys.press(key)
        expect(laptop.get_by_label("Points N/S, table 2")).to_be_focused()
        for key in ("9", "Tab", "Tab", "5", "Enter"):
            keys.press(key)
        laptop.get_by_text("2 cards are on the sheet.").wait_for()
        keys.choose("Back to the desk", "a")
        laptop.locator("#desk").wait_for()
        keys.choose(f"Close round {number}", "button")
        laptop.get_by_text(f"Round {number} is closed.").wait_for()
    keys.choose("Finish the event", "button")
    laptop.get_by_text("is finished").wait_for()
    keys.choose("Standings", "a")
    laptop.get_by_role("heading", name="Standings").first.wait_for()
    assert sum(Standing.objects.filter(event=event).values_list("points", flat=True)) == 2 * 3 * 28
    assert not Round.objects.filter(event=event).exclude(state=Round.State.CLOSED).exists()


def test_a_wrong_sum_keeps_the_cursor_in_its_row_and_a_reason_lets_it_go(laptop):
    event = drawn_night()
    sign_in(laptop, event.club)
    keys = Keys(laptop)
    laptop.goto(at(event, "scoring:round_grid", number=1))
    keys.press("/")
    keys.type("1")
    keys.press("Enter")
    keys.type("30")
    keys.press("Tab", "Tab")
    keys.type("30")
    keys.press("Enter")
    expect(laptop.get_by_label("Reason, table 1")).to_be_focused()
    laptop.get_by_text("8 hands make 8 to 32 points").wait_for()
    keys.type("Two games on one card")
    keys.press("Enter")
    expect(laptop.get_by_label("Points N/S, table 2")).to_be_focused()
    keys.press("ArrowUp")
    expect(laptop.get_by_label("Points N/S, table 1")).to_be_focused()
    keys.press("Control+Enter")
    laptop.get_by_text("1 card is on the sheet.").wait_for()


def test_anybody_is_found_in_two_keystrokes(laptop):
    event = drawn_night(12)
    sign_in(laptop, event.club)
    laptop.goto(at(event, "tournaments:desk"))
    laptop.keyboard.press("/")
    laptop.keyboard.press("c")
    found = laptop.locator("#found li", has_text="Cora Penrose")
    seating = Match.objects.get(round__event=event, round__number=1, seatings__player__name="Cora Penrose")
    expect(found).to_contain_text(f"table {seating.table} ")
    laptop.keyboard.press("Escape")
    expect(laptop.locator("#found")).to_have_count(0)


@pytest.fixture
def busy_night() -> Event:
    """Four tables: a dispute, one playing, one not begun, one agreed; called with a clock; a message up."""
    event = drawn_night(16)
    links = issue_table_links(event=event, tables=4, actor=DIRECTOR)
    for number, hands in ((1, 8), (2, 3), (4, 8)):
        phone = Actor.of_link(open_link(links[number - 1].token))
        match = Match.objects.get(round__event=event, round__number=1, table=number)
        game = open_match(match=match)
        for hand in range(1, hands + 1):
            facts: dict[str, object] = {"maker": "NE"[hand % 2], "alone": [], "tricks": 3 + hand % 3}
            line = NewLine(id=uuid4(), kind=LedgerLine.Kind.HAND, hand_number=hand, facts=facts)
            record_line(game_id=game.pk, new=line, actor=phone)
        for side in ("NS", "EW") if hands == 8 else ():
            said: dict[str, object] = {"side": side}
            if number == 1 and side == "EW":
                said["disputed"] = {"NS": 5, "EW": 6}
            line = NewLine(id=uuid4(), kind=LedgerLine.Kind.CONFIRMATION, facts=said)
            record_line(game_id=game.pk, new=line, actor=phone)
    now = timezone.now()
    Round.objects.filter(event=event, number=1).update(
        called_at=now, clock_minutes=20, clock_ends_at=now + timedelta(minutes=12)
    )
    Round.objects.filter(event=event, number=2).update(called_at=now - timedelta(hours=1))  # open, too
    Event.objects.filter(pk=event.pk).update(message="Dinner when this round is over")
    return event


@pytest.mark.parametrize("width", [320, 1280, 3840])
def test_desk_wall_and_phone_shut_nobody_out_on_any_screen(
    width, busy_night, open_page: Callable[..., Any], look, axe
):
    page = open_page(viewport={"width": width, "height": 2160 if width == 3840 else 800})
    sign_in(page, busy_night.club)
    token = issue_table_links(event=busy_night, tables=4, actor=DIRECTOR)[1].token
    disputed = Match.objects.get(round__event=busy_night, round__number=1, table=1)
    walk = {
        "desk": at(busy_night, "tournaments:desk"),
        "find": at(busy_night, "tournaments:find") + "?who=a",
        "dispute": at(busy_night, "scoring:dispute", match=disputed.pk),
        "wall": at(busy_night, "tournaments:wall"),
        "phone": reverse("scoring:table", args=[token]),
    }
    found = []
    for name, address in walk.items():
        page.goto(address)
        page.wait_for_timeout(300)
        look(page, f"night-{name}-{width}", full_page=name != "wall")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        found += [f"{name}: {fault}" for fault in axe(page)] + ([f"{name}: {wide} px"] if wide > 0 else [])
    assert found == []


def test_the_desk_renews_itself_and_never_takes_away_what_somebody_types(busy_night, laptop):
    laptop.clock.install()
    sign_in(laptop, busy_night.club)
    laptop.goto(at(busy_night, "tournaments:desk"))
    box = laptop.get_by_label("A line for every phone, the wall and the event’s page")
    box.fill("Half a sentence")
    Event.objects.filter(pk=busy_night.pk).update(message="Last hand")
    other = Match.objects.get(round__event=busy_night, round__number=1, table=3)
    phone = Actor.of_link(open_link(issue_table_links(event=busy_night, tables=4, actor=DIRECTOR)[2].token))
    line = NewLine(id=uuid4(), kind="hand", hand_number=1, facts={"maker": "N", "alone": [], "tricks": 3})
    record_line(game_id=open_match(match=other).pk, new=line, actor=phone)
    laptop.clock.run_for(6_000)
    expect(box).to_have_value("Half a sentence")
    box.fill("Dinner when this round is over")
    laptop.clock.run_for(6_000)
    expect(box).to_have_value("Last hand")
    expect(laptop.locator(f"#table-on-desk-{other.pk} .state")).to_contain_text("hand 1 of 8")


def test_a_call_reaches_an_open_phone(busy_night, phone):
    token = issue_table_links(event=busy_night, tables=4, actor=DIRECTOR)[1].token
    page = phone()
    page.clock.install()
    page.goto(reverse("scoring:table", args=[token]))
    expect(page.locator("#hall-message")).to_have_text("Dinner when this round is over")
    expect(page.locator("#hall-clock")).to_have_text(re.compile(r"Time left: 1[12]:\d\d"))
    director = Client()
    director.force_login(factories.make_account("dora", busy_night.club, Membership.Role.DIRECTOR))
    sent = {"quick": "Last hand", "seen": "Dinner when this round is over"}
    assert director.post(at(busy_night, "tournaments:event_message"), sent).status_code == 302
    page.clock.run_for(6_000)
    expect(page.locator("#hall-message")).to_have_text("Last hand")
