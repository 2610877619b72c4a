"""A director brings an old season in, on the laptop and on a phone, and a visitor finds it in the history."""

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_cash import both
from tests.browser.test_director import sign_in
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

NIGHTS = """Season 2019-20;;;;;;
Player;5 Oct;;12 Oct;;3 Jan;
;Points;Lone;Points;Lone;Points;Lone
Ann Trewin;8;1;9;0;7;2
Bob Pascoe;7;0;-;;6;0
Jon Smith;5;0;5;1;x;
The ladies;;;;;;
Total;20;1;14;1;13;2
"""
FINAL = """Pos;Name;Points;Games won;Lone hands
1;Ann Trewin;112;9,5;3
2=;Bob Pascoe;90;7½;1
2=;Cora Nance;90;7;0
"""


def file(text: str, name: str) -> dict[str, object]:
    return {"name": name, "mimeType": "text/csv", "buffer": text.encode()}


def test_an_old_season_comes_in(laptop, open_page, look, axe, forgive):
    forgive("422")
    club = factories.make_club()
    for name in ("Ann Trewin", "Bob Pascoe", "John Smith"):
        factories.make_player(club, name)
    sign_in(laptop, "dora", club)
    laptop.goto(reverse("scoring:imports", args=[club.slug]))
    both(laptop, look, axe, "import-start")
    laptop.get_by_label("Spreadsheet").set_input_files(file(NIGHTS, "Club night.csv"))
    laptop.get_by_role("button", name="Look at it").click()
    expect(laptop.get_by_role("heading", name="What are the columns?")).to_be_visible()
    both(laptop, look, axe, "import-columns")
    laptop.get_by_role("button", name="Go on").click()
    expect(laptop.get_by_role("heading", name="Who is who?")).to_be_visible()
    both(laptop, look, axe, "import-people")
    laptop.get_by_label("John Smith, of the club’s list").check()
    laptop.get_by_role("button", name="Go on").click()
    expect(laptop.get_by_role("heading", name="3 events")).to_be_visible()
    both(laptop, look, axe, "import-preview")
    laptop.get_by_role("button", name="Bring it in").click()
    expect(laptop.get_by_text("Brought in: 3 events, and 0 people new to the club.")).to_be_visible()
    laptop.get_by_label("Spreadsheet").set_input_files(file(FINAL, "Winter league 2019.csv"))
    laptop.get_by_role("button", name="Look at it").click()
    laptop.get_by_role("button", name="Go on").click()
    expect(laptop.get_by_role("alert")).to_contain_text("Say on which day")
    look(laptop, "import-columns-fault")
    laptop.get_by_label("Played on, or ended on").fill("2020-03-26")
    laptop.get_by_role("button", name="Go on").click()
    laptop.get_by_role("button", name="Bring it in").click()
    both(laptop, look, axe, "import-done")
    laptop.goto(reverse("tournaments:exports", args=[club.slug]))
    both(laptop, look, axe, "export")
    visitor = open_page()
    event = Event.objects.get(name="Winter league 2019")
    visitor.goto(reverse("tournaments:event", args=[club.slug, event.slug]))
    expect(visitor.get_by_text("only the final table is known")).to_be_visible()
    both(visitor, look, axe, "old-event")
    visitor.goto(reverse("tournaments:standings", args=[club.slug, event.slug]))
    both(visitor, look, axe, "old-standings")
