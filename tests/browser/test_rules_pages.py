"""The rules in words on a phone, at a desk, in the dark and on paper."""

import pytest
from django.urls import reverse

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import changed
from tests import factories
from tests.browser.browser_thread import expect
from tournaments.models import EventPolicy

pytestmark = pytest.mark.django_db(transaction=True)


def addresses():
    night = factories.make_night(factories.make_club(), players=8)
    ours = changed(RULESETS["benny"], {"name": "Our Benny", "target": 15, "revoke": 3})
    EventPolicy.objects.filter(event=night).update(ruleset=ours.to_dict())
    return {
        "list": reverse("scoring:rules"),
        "benny": reverse("scoring:ruleset", args=["benny"]),
        "compared": reverse("scoring:ruleset", args=["north-american"]) + "?with=benny",
        "ecarte": reverse("scoring:ruleset", args=["ecarte"]),
        "event": reverse("scoring:event_rules", args=[night.club.slug, night.slug]),
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_rules_shut_nobody_out_and_fit_a_phone(open_page, axe, look, scheme):
    there_are = addresses()
    for width in (320, 1280):
        page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        for name in ["list", "benny", "compared", "ecarte", "event"] if scheme == "light" else ["event"]:
            there = there_are[name]
            page.goto(there)
            expect(page.locator("h1")).to_be_visible()
            assert axe(page) == [], f"{name} {width} {scheme}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            look(page, f"rules-{name}-{width}-{scheme}")


def test_two_rulesets_are_compared_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    page.goto(reverse("scoring:rules"))
    page.get_by_role("link", name="North American, to ten").click()
    page.get_by_label("Ruleset", exact=True).select_option(label="Stick the dealer")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", name="What changes in Stick the dealer")).to_be_visible()
    expect(page.get_by_text("there is a trump that the dealer must make")).to_be_visible()


def test_rules_print_without_what_is_for_the_screen(open_page):
    page = open_page()
    page.goto(reverse("scoring:ruleset", args=["benny"]))
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Compare")).to_be_hidden()
    expect(page.get_by_role("heading", name="Compare with another ruleset")).to_be_hidden()
    expect(page.get_by_text("Game is 11 up")).to_be_visible()
