"""The cash desk by keyboard, and the prizes from the plan to the envelopes; each page looked at."""

from typing import Any

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_director import sign_in
from tournaments.actors import Actor
from tournaments.engine.prizes_rules import PLANS
from tournaments.models import CashFact, Event, Payout, Pot
from tournaments.selectors.cash import cash_of
from tournaments.services.pots import NewPot, add_pot
from tournaments.services.prize_plans import plan_prizes

pytestmark = pytest.mark.django_db(transaction=True)
DORA = Actor.of_command("tests")


def night_of(players: int = 12) -> Event:
    """A night two rounds old with an entry fee and a side pot, nobody has paid yet."""
    event = factories.make_night(factories.make_club(), players=players)
    for name, kind, fee in (("Entry fee", Pot.Kind.ENTRY, 300), ("Lone hands", Pot.Kind.SIDE, 100)):
        add_pot(event=event, new=NewPot(name=name, kind=kind, fee=fee), actor=DORA)
    return event


def address(event: Event, name: str, **more: Any) -> str:
    return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})


def both(page: Any, look: Any, axe: Any, name: str) -> None:
    """A picture as wide as a laptop and as a phone; nobody is shut out, nothing is wider than the phone."""
    assert axe(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    look(page, f"{name}-1280")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    look(page, f"{name}-320")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_fees_are_taken_by_keyboard_alone(laptop, look, axe, forgive):
    forgive("422")
    event = night_of()
    sign_in(laptop, "dora", event.club)
    laptop.goto(address(event, "cash"))
    keys = laptop.keyboard
    keys.type("1-5, 8\n")
    expect(laptop.get_by_text("£18.00 from 6 people for Entry fee.")).to_be_visible()
    keys.type("9")
    keys.press("Tab")
    keys.type("L")
    keys.press("Tab")
    keys.press("Enter")
    expect(laptop.get_by_text("for Lone hands.")).to_be_visible()
    keys.type("10 11\n")
    expect(laptop.get_by_text("£2.00 from 2 people for Lone hands.")).to_be_visible()
    keys.type("3\n")
    laptop.get_by_text("£1.00 from").wait_for()
    keys.type("3\n")
    expect(laptop.get_by_text("owes nothing for Lone hands")).to_be_visible()
    assert [one.amount for one in cash_of(event).pots] == [1800, 400]
    laptop.goto(address(event, "cash"))
    both(laptop, look, axe, "cash-desk")
    laptop.goto(address(event, "cash_pots"))
    both(laptop, look, axe, "cash-pots")


def test_one_tap_takes_one_fee_and_a_slip_is_struck_out(phone, look, axe):
    event = night_of()
    page = phone()
    sign_in(page, "dora", event.club)
    page.goto(address(event, "cash"))
    page.get_by_role("button", name="Take £3.00 from Ann Trewin for Entry fee").tap()
    expect(page.locator("#person-" + str(event.entries.get(number=1).player_id))).to_contain_text(
        "paid £3.00"
    )
    page.get_by_role("link", name="Ann Trewin").tap()
    page.get_by_text("Strike it out").first.tap()
    page.locator("[id^=why-]").fill("It was Bob who paid")
    page.get_by_role("button", name="Strike it out").tap()
    expect(page.get_by_text("Written down for Ann Trewin.")).to_be_visible()
    assert cash_of(event).pots[0].amount == 0
    assert CashFact.objects.count() == 2
    both(page, look, axe, "cash-person")


def test_prizes_from_the_plan_to_the_envelopes(laptop, look, axe):
    event = night_of()
    sign_in(laptop, "dora", event.club)
    laptop.goto(address(event, "cash"))
    laptop.keyboard.type("1-12\n")
    laptop.get_by_text("£36.00 from 12 people").wait_for()
    plan_prizes(pot=event.pots.get(number=2), rules=PLANS["lone"][1], reason="", actor=DORA)
    laptop.goto(address(event, "prizes"))
    laptop.get_by_role("link", name="Plan it").click()
    laptop.get_by_role("link", name="Three places, lone hands, last place").click()
    both(laptop, look, axe, "prize-plan")
    laptop.get_by_role("button", name="Keep this plan").click()
    expect(laptop.get_by_text("Entry fee has its plan.")).to_be_visible()
    both(laptop, look, axe, "prizes-proposed")
    laptop.get_by_role("button", name="Accept these prizes").click()
    expect(laptop.get_by_text("It balances")).to_be_visible()
    laptop.get_by_role("button", name="Hand over").first.click()
    laptop.get_by_text("Handed over.", exact=True).wait_for()
    assert Payout.objects.exclude(paid_at=None).count() == 1
    laptop.get_by_role("button", name="Publish the prize list").click()
    both(laptop, look, axe, "prizes-accepted")
    laptop.goto(address(event, "envelopes"))
    both(laptop, look, axe, "prize-envelopes")
    laptop.goto(address(event, "prize_list"))
    both(laptop, look, axe, "prize-list")
