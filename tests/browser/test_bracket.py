"""A double knock-out of eleven pairs, from seeds to winner on the pages; one result is corrected late.

Who must be out is counted here, from the results as they were typed and tapped.
"""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import changed
from tests.browser.browser_thread import expect
from tests.browser.tapping import enter, expect_sent, sit_down
from tests.browser.test_director import at, sign_in
from tests.tournaments.bracket_events import DIRECTOR, bracket_event
from tournaments.models import BracketVerdict, Event, Match, Seating
from tournaments.services.bracket_calls import call_matches
from tournaments.services.brackets import accept_bracket, propose_bracket
from tournaments.services.links import issue_table_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HANDS = 1


@pytest.fixture
def event() -> Event:
    """Eleven pairs who play a hand a match, or the test would take an evening too."""
    event = bracket_event(11, "double-elimination", pairs=True)
    rules = changed(RULESETS["progressive-eight-hands"], {"hands": HANDS})
    event.policies.update(ruleset=rules.to_dict())
    return event


def play_on_a_phone(phone: Any, event: Event, winners: str) -> None:
    """Every hand at table 1 is a point for these seats."""
    link = issue_table_links(event=event, tables=1, actor=DIRECTOR)[0]
    page = sit_down(phone(), f"/t/{link.token}/")
    for _ in range(HANDS):
        enter(page, winners, 3)
    expect_sent(page, HANDS)
    expect(page.locator("#table_sheet tbody tr")).to_have_count(HANDS)


def mend_the_hand(page: Any, event: Event, match: Match, maker: str) -> None:
    """It was somebody else who made it."""
    page.goto(at(event, "tournaments:bracket_match", number=(match.number or 0) + 1))
    page.get_by_role("link", name="its sheet").click()
    page.get_by_role("link", name="Mend").first.click()
    page.locator(f'#mend input[name$="maker"][value="{maker}"]').check()
    page.locator("#mend").get_by_label("Reason").fill("the sides were the wrong way round")
    page.get_by_role("button", name="Mend the hand").click()
    expect(page.locator("#mend")).to_have_count(0)


def decide_next(page: Any, rng: Random, lost: Counter[str]) -> bool:
    """From the desk, type the result of some match that can be decided; False where there is none."""
    links = page.get_by_role("link", name=re.compile(r"^(type a result|Result) of match"))
    if not links.count():
        return False
    links.nth(rng.randrange(links.count())).click()
    winning = page.locator("#say label").filter(has_text=" won")
    # Texts are read at once, the page or not: it has to be there first.
    winning.nth(1).wait_for()
    names = [words.strip().removesuffix(" won") for words in winning.all_inner_texts()]
    loser = rng.randrange(2)
    winning.nth(1 - loser).click()
    page.get_by_role("button", name="Put it down").click()
    page.get_by_text(re.compile(r"Match \d+ is decided")).wait_for()
    lost[names[loser]] += 1
    return True


def look_at(page: Any, look: Any, axe: Any, name: str) -> None:
    """Wide, narrow and by a machine."""
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        look(page, f"{name}-{width}")
    assert axe(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_eleven_pairs_play_to_the_end_and_one_result_is_corrected(event, laptop, phone, look, axe) -> None:
    sign_in(laptop, "director", event.club)
    laptop.goto(at(event, "tournaments:bracket_desk"))
    look_at(laptop, look, axe, "bracket-seeds")
    laptop.get_by_role("button", name="Propose a bracket").click()
    laptop.get_by_role("button", name="Accept this bracket").wait_for()
    look_at(laptop, look, axe, "bracket-proposed")
    laptop.get_by_role("button", name="Accept this bracket").click()
    laptop.get_by_role("button", name="Call all 4 to their tables").click()
    laptop.get_by_text("Called: match 1 to table 1").wait_for()

    first = Match.objects.get(number=0)
    seated = {one.seat: str(one.entry) for one in Seating.objects.filter(match=first).select_related("entry")}
    play_on_a_phone(phone, event, "N")
    laptop.get_by_role("button", name=re.compile(r"Call match \d+ to table 1")).click()
    laptop.get_by_text(re.compile(r"Called: match \d+ to table 1")).wait_for()
    called = Match.objects.exclude(number=0).get(table=1)
    look_at(laptop, look, axe, "bracket-desk")

    mend_the_hand(laptop, event, first, "E")
    laptop.goto(at(event, "tournaments:bracket_desk"))
    expect(laptop.get_by_role("heading", name="Match 1: the table says otherwise")).to_be_visible()
    told = laptop.locator(".decide li")
    expect(told.first).to_contain_text(f"{seated['E']} instead of")
    assert Match.objects.filter(pk=called.pk).exists(), "nobody moved"
    look_at(laptop, look, axe, "bracket-differs")
    laptop.get_by_role("button", name="Draw anew").click()
    laptop.get_by_text("what follows is drawn anew").wait_for()
    assert not Match.objects.filter(pk=called.pk).exists()

    lost, rng = Counter({seated["N"]: 1}), Random(11)
    laptop.get_by_role("link", name="Result of match 2").click()
    look_at(laptop, look, axe, "bracket-match")
    laptop.goto(at(event, "tournaments:bracket_desk"))
    while decide_next(laptop, rng, lost):
        pass
    names = {str(entry) for entry in event.entries.all()}
    (winner,) = names - {name for name, times in lost.items() if times == 2}
    assert sum(lost.values()) == BracketVerdict.objects.count() == 20 + lost[winner]
    expect(laptop.get_by_role("heading", name=f"{winner} win")).to_be_visible()
    laptop.get_by_role("button", name="Finish the event").click()
    laptop.goto(at(event, "tournaments:bracket"))
    expect(laptop.locator(".bracket-winner")).to_contain_text(winner)
    look_at(laptop, look, axe, "bracket-over")
    laptop.goto(at(event, "tournaments:standings"))
    expect(laptop.locator(".standings tbody tr").first).to_contain_text(winner)


def test_a_visitor_finds_the_matches_being_played_first_and_keeps_his_place(event, phone, axe) -> None:
    propose_bracket(event=event, actor=DIRECTOR, seed="s")
    accept_bracket(event=event, seed="s", actor=DIRECTOR)
    call_matches(event=event, tables=[7], actor=DIRECTOR)
    page = phone()
    page.goto(at(event, "tournaments:bracket"))
    expect(page.locator("#now")).to_contain_text("Table 7")
    box = page.locator("#drawing-main")
    box.evaluate("box => box.scrollTo(120, 0)")
    call_matches(event=event, tables=[9], actor=DIRECTOR)
    expect(page.locator("#now")).to_contain_text("Table 9")
    assert box.evaluate("box => box.scrollLeft") == 120
    assert axe(page) == []
