"""A hand takes at most four taps, whatever happened in it; so do thrown in and misdeal."""

from typing import Any

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.hands import possible_hands
from scoring.engine.rulesets import changed
from scoring.engine.seats import side_code
from scoring.models import LedgerLine
from scoring.services.matches import open_match
from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.tapping import sit_down
from tournaments.actors import Actor
from tournaments.models import Match
from tournaments.services.links import issue_table_links

MOST = 4
# Euchre with Benny: anybody may play alone, and be defended alone.
RULES = changed(RULESETS["benny"], {"key": "benny-hands", "target": None, "hands": 40})


class Thumb:
    """Taps, and how many."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def tile(self, name: str, value: object) -> None:
        self.press(self.page.locator(f'#hand_form label:has([name="{name}"][value="{value}"])'))

    def button(self, name: str) -> None:
        self.press(self.page.locator("#hand_form").get_by_role("button", name=name, exact=True))

    def press(self, target: Any) -> None:
        target.tap()
        self.taps += 1


@pytest.fixture
def page(transactional_db: None, phone: Any) -> Any:
    """A phone at a table of Euchre with Benny."""
    event = factories.make_event(factories.make_club(), ruleset=RULES)
    entries = factories.make_entries(event, factories.make_players(event.club, 4))
    factories.make_match(factories.make_round(event), 1, entries)
    open_match(match=Match.objects.get())
    issued = issue_table_links(event=event, tables=1, actor=Actor.of_command("tests"))[0]
    return sit_down(phone(), f"/t/{issued.token}/")


# What happened, what is tapped between who made it and the tricks, and what the line then holds.
HANDS = {
    "point, three tricks": ("N", "", 3, []),
    "point, four tricks": ("E", "", 4, []),
    "march": ("S", "", 5, []),
    "euchre": ("W", "", 1, []),
    "lone march": ("N", "Ann", 5, ["N"]),
    "lone hand by the partner": ("N", "Cora", 5, ["S"]),
    "lone euchred": ("E", "Bob", 2, ["E"]),
    "defended alone": ("N", "Bob", 2, ["E"]),
    "lone hand defended alone": ("N", "Ann v Dan", 0, ["N", "W"]),
}


def test_every_outcome_takes_four_taps_at_most(page: Any) -> None:
    """One table plays them all, so that each is entered in the middle of a game."""
    taken: dict[str, int] = {}
    for number, (outcome, (maker, alone, tricks, _)) in enumerate(HANDS.items(), start=1):
        thumb = Thumb(page)
        thumb.tile("maker", maker)
        if alone:
            thumb.button(alone)
        thumb.tile("tricks", tricks)
        thumb.button("Record")
        expect(page.locator("#which-hand")).to_contain_text(f"Hand {number + 1} of 40")
        taken[outcome] = thumb.taps
    for outcome, said in (("Thrown in", "Thrown in"), ("Misdeal", "Void: misdeal")):
        thumb = Thumb(page)
        thumb.button(outcome)
        thumb.button("Record")
        expect(page.locator("#table_sheet tbody tr").first).to_contain_text(said)
        taken[outcome] = thumb.taps
    assert max(taken.values()) <= MOST, taken
    expect(page.locator("#table_sheet tbody tr.is-waiting")).to_have_count(0)
    expect(page.locator("#table_sheet tbody tr")).to_have_count(len(HANDS) + 2)
    lines = LedgerLine.objects.filter(kind="hand").order_by("hand_number")
    facts = [(one.facts["maker"], one.facts["tricks"], one.facts["alone"]) for one in lines]
    assert facts == [(maker, tricks, alone) for maker, _, tricks, alone in HANDS.values()]
    assert [one.kind for one in LedgerLine.objects.filter(hand_number__gt=len(HANDS))] == [
        "thrown-in",
        "void",
    ]


def test_every_way_of_being_alone_has_a_button_of_its_own(page: Any, look: Any, axe: Any) -> None:
    """So that no hand of any ruleset needs more taps than these."""
    ways = {side_code(one.alone) for one in possible_hands(RULES) if str(one.maker) == "N" and one.alone}
    page.locator('#hand_form label:has([name="maker"][value="N"])').tap()
    expect(page.locator(".sets .set")).to_have_count(len(ways))
    assert axe(page) == []
    look(page, "table-alone-phone")
    page.get_by_role("button", name="Ann v Bob", exact=True).tap()
    expect(page.get_by_role("button", name="Ann v Bob", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Ann v Bob", exact=True).tap()
    expect(page.locator('.sets [aria-pressed="true"]')).to_have_count(0)
