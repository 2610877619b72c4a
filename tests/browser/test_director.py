"""The director at the desk: a night set up in few actions, a round typed by keyboard, each page looked at."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Club, Event, Match, Membership, Player, Round
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.links import issue_table_links, open_link

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Ann Lee\nRowe, Bob\nCora Penrose\nDan Nance\nElsie Bray\nFrank Tonkin\nGwen Vyvyan\nHarry van der Berg"
)
MOST_ACTIONS = 25


class Hands:
    """The director's hands: each click, and each field or run of keys typed, is one action."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.actions = 0

    def click(self, role: str, name: str) -> None:
        """Click what is called so."""
        self.page.get_by_role(role, name=name, exact=True).click()
        self.actions += 1

    def type(self, label: str, text: str) -> None:
        """Type into the field of this label."""
        self.page.get_by_label(label, exact=True).fill(text)
        self.actions += 1


def sign_in(page: Any, username: str, club: Club | None = None, role: str = Membership.Role.DIRECTOR) -> None:
    """Give the page the session of a new account."""
    client = Client()
    client.force_login(factories.make_account(username, club, role))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])


def test_a_night_of_eight_is_set_up_in_few_actions(laptop):
    sign_in(laptop, "founder")
    hands = Hands(laptop)
    laptop.goto(reverse("tournaments:club_new"))
    hands.type("Name", "Bude Euchre Club")
    hands.click("button", "Found the club")
    hands.type("Name", "Thursday night")
    hands.type("Rounds", "7")
    hands.click("button", "Set up the event")
    hands.type("Names, one a line", NAMES)
    hands.click("button", "Check the names")
    hands.click("button", "Enter all of these")
    hands.click("link", "Go to the draw")
    hands.click("button", "Propose a draw")
    hands.click("button", "Accept all 7 rounds")
    laptop.get_by_text("Rounds 1 to 7 are accepted").wait_for()
    assert Match.objects.filter(round__state=Round.State.ACCEPTED).count() == 14
    assert hands.actions <= MOST_ACTIONS, hands.actions


def drawn_night(club: Club, players: int = 8) -> Event:
    event = factories.make_event(club, state=Event.State.SETUP, rounds=3)
    factories.make_entries(event, factories.make_players(club, players))
    actor = Actor.of_command("tests")
    propose_draw(event=event, actor=actor, seed="seen")
    accept_draw(event=event, seed="seen", actor=actor)
    return event


def at(event: Event, name: str, **more: Any) -> str:
    return reverse(name, kwargs={"club": event.club.slug, "event": event.slug, **more})


def test_a_round_is_typed_by_keyboard_alone(laptop):
    club = factories.make_club()
    event = drawn_night(club)
    sign_in(laptop, "director", club)
    laptop.goto(at(event, "scoring:round_grid", number=1))
    laptop.get_by_label("Points N/S, table 1").focus()
    for key in ("8", "Tab", "1", "Tab", "6", "Tab", "Tab", "1", "0", "Tab", "Tab", "4", "Enter"):
        laptop.keyboard.press(key)
    laptop.get_by_text("2 cards are on the sheet.").wait_for()
    cards = LedgerLine.objects.filter(kind=LedgerLine.Kind.CARD).order_by("game__match__table")
    assert [line.facts for line in cards] == [
        {"points": {"NS": 8, "EW": 6}, "lone": {"NS": 1, "EW": 0}},
        {"points": {"NS": 10, "EW": 4}, "lone": {"NS": 0, "EW": 0}},
    ]


@pytest.fixture
def running_night() -> Event:
    """A night with a card typed, a table being played, a late line, and a namesake to come."""
    club = factories.make_club()
    event = drawn_night(club)
    match = Match.objects.get(round__event=event, round__number=1, table=1)
    phone = Actor.of_link(
        open_link(issue_table_links(event=event, tables=2, actor=Actor.of_command("tests"))[0].token)
    )
    game = open_match(match=match)
    for number, (maker, tricks) in enumerate([("N", 3), ("E", 2), ("S", 5)], start=1):
        facts = {"maker": maker, "alone": [maker] if tricks == 5 else [], "tricks": tricks}
        new = NewLine(id=uuid4(), kind=LedgerLine.Kind.HAND, hand_number=number, facts=facts)
        record_line(game_id=game.pk, new=new, actor=phone)
    Round.objects.filter(pk=match.round_id).update(state=Round.State.CLOSED)
    late = NewLine(id=uuid4(), kind="hand", hand_number=4, facts={"maker": "W", "alone": [], "tricks": 4})
    record_line(game_id=game.pk, new=late, actor=phone)
    return event


def walk(page: Any, event: Event) -> list[tuple[str, str]]:
    """Every page of the desk: what it is called, and its address."""
    game = open_match(match=Match.objects.get(round__event=event, round__number=1, table=1))
    first = game.lines.get(hand_number=1)
    setup = factories.make_event(event.club, "Next week", state=Event.State.SETUP)
    factories.make_entries(setup, list(Player.objects.filter(club=event.club)[:5]))
    return [
        ("club-new", reverse("tournaments:club_new")),
        ("event-new", f"{reverse('tournaments:event_new', args=[event.club.slug])}?like={event.slug}"),
        ("terms", at(event, "tournaments:terms")),
        ("entrants", at(setup, "tournaments:entrants")),
        ("draw", at(event, "tournaments:draw")),
        ("desk", at(event, "tournaments:desk")),
        ("links", at(event, "scoring:table_links")),
        ("grid", at(event, "scoring:round_grid", number=2)),
        ("cards", at(event, "scoring:card_grid")),
        ("card", f"{at(event, 'scoring:card_grid')}?entry={event.entries.first().pk}"),  # type: ignore[union-attr]
        ("sheet", at(event, "scoring:sheet", game=game.pk)),
        ("mend", f"{at(event, 'scoring:sheet', game=game.pk)}?mend={first.pk}"),
    ]


@pytest.mark.parametrize(
    "screen",
    [
        {"viewport": {"width": 320, "height": 640}},
        {"viewport": {"width": 1280, "height": 800}},
        {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
        {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"},
    ],
    ids=["phone", "laptop", "laptop-dark", "phone-dark"],
)
def test_the_directors_pages_shut_nobody_out_and_fit_the_screen(
    screen, running_night, open_page: Callable[..., Any], axe, look, request
):
    page = open_page(**screen)
    sign_in(page, "director", running_night.club)
    size = request.node.callspec.id
    found = []
    for name, address in walk(page, running_night):
        page.goto(address)
        found += looked_at(page, f"director-{name}-{size}", axe, look)
    page.goto(at(running_night, "scoring:table_links"))
    page.get_by_role("button", name="Make new links for 2 tables").click()
    found += looked_at(page, f"director-keys-{size}", axe, look)
    setup = Event.objects.get(name="Next week")
    page.goto(at(setup, "tournaments:entrants"))
    page.get_by_label("Names, one a line").fill(
        "Gwen Chenoweth\nNew Body\nGwen Chenoweth\n12345\nGwen Chenowet"
    )
    page.get_by_role("button", name="Check the names").click()
    found += looked_at(page, f"director-check-{size}", axe, look)
    assert found == []


def looked_at(page: Any, name: str, axe: Callable[..., list[str]], look: Callable[..., Any]) -> list[str]:
    """What is wrong with a page: what axe finds, and anything wider than the screen."""
    look(page, name)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{name}: {fault}" for fault in axe(page)] + ([f"{name}: {wide} px too wide"] if wide > 0 else [])


def test_a_refused_row_is_shown_at_the_row(laptop, forgive, axe, look):
    forgive("422")
    club = factories.make_club()
    event = drawn_night(club)
    sign_in(laptop, "director", club)
    laptop.goto(at(event, "scoring:round_grid", number=1))
    laptop.get_by_label("Points N/S, table 1").fill("30")
    laptop.get_by_label("Points E/W, table 1").fill("30")
    laptop.get_by_label("Points E/W, table 1").press("Control+Enter")
    laptop.get_by_text("8 hands make 8 to 32 points").wait_for()
    assert looked_at(laptop, "director-grid-refused-laptop", axe, look) == []
    laptop.get_by_label("Reason, table 1").fill("Counted twice on purpose")
    laptop.get_by_label("Reason, table 1").press("Control+Enter")
    laptop.get_by_text("1 card is on the sheet.").wait_for()


def test_a_wrong_sum_is_told_while_the_cursor_is_still_in_the_row(laptop):
    club = factories.make_club()
    event = drawn_night(club)
    sign_in(laptop, "director", club)
    laptop.goto(at(event, "scoring:round_grid", number=1))
    laptop.get_by_label("Points N/S, table 1").focus()
    for key in ("3", "0", "Tab", "Tab", "9", "Tab"):
        laptop.keyboard.press(key)
    laptop.get_by_text("8 hands make 8 to 32 points; 30 and 9 make 39.").wait_for()
    assert laptop.evaluate("document.activeElement.getAttribute('aria-label')") == "Lone hands E/W, table 1"
    laptop.get_by_label("Points N/S, table 1").fill("3")
    laptop.get_by_label("Points N/S, table 1").press("Tab")
    laptop.get_by_text("8 hands make").wait_for(state="detached")
    assert not LedgerLine.objects.exists(), "looking writes nothing"


def test_table_cards_print_one_to_a_sheet_of_paper(laptop, look):
    club = factories.make_club()
    event = drawn_night(club, players=12)
    sign_in(laptop, "director", club)
    laptop.goto(at(event, "scoring:table_links"))
    laptop.get_by_role("button", name="Make links for 3 tables").click()
    laptop.get_by_text("Print the cards now").wait_for()
    paper = laptop.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 3
    laptop.emulate_media(media="print")
    look(laptop, "director-keys-paper")
