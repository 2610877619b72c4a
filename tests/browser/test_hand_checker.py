"""The hand checker on a phone, at a desk, in the dark, and without scripts."""

import pytest
from django.urls import reverse

from tests.browser.browser_thread import expect

pytestmark = pytest.mark.django_db(transaction=True)

REVOKE = "1. N AH | ? | p p p p d | JC TH 9C TD / JD QC QD KD / JH QH KH 9H / 9D TC JS KS / KC QS TS 9S | ?"
WHOLE = """[Players "4"] [Deck "25"] [Target "11"] [Ruleset "benny"] [N "Ada"] [W "Bartholomew Fotheringay"]
1. W JS | N:9HJCKCKDTS E:QSTDTCAHKH S:AD9CQCJHJD W:JO9S9DQHQD | p p p o x9D | JC QS JH JS>W / QH 9H AH JD>E \
/ KH AD QD TS>N / KC TC 9C 9S>W / JO KD TD QC>W | 4-1 EW+1"""
PLAY = "AD 9D QD 9C KS AS AC JS KH QH AH TC KD 9H KC 9S JC QS JD JH"


def tap(page, answer):
    """Tap the button that gives this answer, and wait until the next question stands there."""
    before = page.locator("#question input[name=text]").input_value()
    page.locator(f'button[name="do"][value="{answer}"]').click()
    expect(page.locator("#question input[name=text]")).not_to_have_value(before)


def enter_whole_hand(page):
    """C1, by taps: S deals, the king of clubs is turned up, S takes it up and discards something."""
    page.goto(reverse("scoring:hand_entry"))
    page.get_by_role("button", name="Stick the dealer").click()
    answers = ["dealer:S", "upcard:KC", "call:p", "call:p", "call:p", "call:o", "discard:--"]
    for answer in [*answers, *(f"card:{card}" for card in PLAY.split())]:
        tap(page, answer)
    expect(page.get_by_role("heading", name="Everything that can be asked is written down.")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_checker_shuts_nobody_out_and_fits_a_phone(open_page, axe, look, scheme):
    home, entry = reverse("scoring:hands"), reverse("scoring:hand_entry")
    for width in (320, 1280):
        page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        for name, text in (("form", ""), ("revoke", REVOKE), ("whole", WHOLE)):
            page.goto(home)
            if text:
                page.get_by_label("Hands, in the native notation or in EGN").fill(text)
                page.get_by_role("button", name="Check").click()
                expect(page.locator(".verdict")).to_be_visible()
            _inspect(page, axe, look, f"hands-{name}-{width}-{scheme}", width)
        page.goto(entry)
        _inspect(page, axe, look, f"hands-begin-{width}-{scheme}", width)
        page.get_by_role("button", name="North American").click()
        tap(page, "dealer:S")
        _inspect(page, axe, look, f"hands-upcard-{width}-{scheme}", width)
        for answer in ("upcard:KC", "call:p", "call:p", "call:p"):
            tap(page, answer)
        _inspect(page, axe, look, f"hands-call-{width}-{scheme}", width)
        page.locator('button[name="held"][value="W"]').click()
        for card in ("AS", "AD", "9S", "QH", "JH"):
            page.locator(f'label:has(input[value="{card}"])').click()
        _inspect(page, axe, look, f"hands-dealt-{width}-{scheme}", width)
        page.get_by_role("button", name="Dealt to W").click()
        for answer in ("call:o", "discard:--", "card:AD", "card:9D", "card:QD"):
            tap(page, answer)
        _inspect(page, axe, look, f"hands-card-{width}-{scheme}", width)


def _inspect(page, axe, look, name, width):
    look(page, name)
    assert axe(page) == [], name
    assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_a_whole_hand_is_entered_by_taps_on_a_phone(phone):
    page = phone()
    enter_whole_hand(page)
    expect(page.locator(".verdict")).to_contain_text("Unproven")
    expect(page.locator(".hand-facts")).to_contain_text("The hand scores N/S 1, E/W 0.")
    expect(page.locator(".tricks > li")).to_have_count(5)
    page.go_back()  # takes the last card back
    expect(page.get_by_role("heading", name="Trick 5: what does E play?")).to_be_visible()


def test_a_whole_hand_is_entered_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    enter_whole_hand(page)
    page.get_by_role("button", name="Take the last answer back").click()
    expect(page.get_by_role("heading", name="Trick 5: what does E play?")).to_be_visible()
    page.get_by_role("link", name="Link to this verdict").click()
    expect(page.get_by_role("heading", name="Is this hand legal?")).to_be_visible()
    expect(page.locator(".tricks > li")).to_have_count(5)


def test_every_answer_is_a_thumb_high(phone):
    page = phone()
    page.goto(reverse("scoring:hand_entry"))
    page.get_by_role("button", name="North American").click()
    tap(page, "dealer:S")
    for button in page.locator("#question button").all():
        box = button.bounding_box()
        assert box["height"] >= 48, box
        assert box["width"] >= 44, box
