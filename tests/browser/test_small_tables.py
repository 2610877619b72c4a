"""A table with a ghost on the phone, and tables of three and matches of several games on the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.tapping import enter, expect_score, expect_sent, tap
from tests.nights import DIRECTOR, FOUR_HANDS, drawn_night, hand, match_of, sitting, write
from tournaments.models import Club, Match
from tournaments.services.links import issue_table_links


def signed_in(page, club: Club) -> None:
    client = Client()
    client.force_login(factories.make_account("dora", club, "director"))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])


def test_three_score_a_table_of_four_that_wants_a_player(phone, look, axe, transactional_db):
    event = drawn_night(factories.make_club(), 7, spare="ghost", rounds=1)
    match = next(one for one in (match_of(event, 1), match_of(event, 2)) if len(sitting(one)) == 3)
    north, east, west = (sitting(match)[seat].player for seat in "NEW")
    token = issue_table_links(event=event, tables=2, actor=DIRECTOR)[match.table - 1].token
    page = phone()
    page.goto(reverse("scoring:table", args=[token]))
    page.get_by_role("button", name="Yes, that is us").tap()
    tap(page, "dealer", "E")
    expect(page.locator("#who-deals b")).to_have_text(str(east))
    look(page, "ghost-phone")
    enter(page, "N", 5)
    expect_score(page, 2, 0)
    expect(page.locator("#who-deals b")).to_have_text(str(west))
    enter(page, "W", 3)
    expect(page.locator("#who-deals b")).to_have_text(str(north))
    expect_sent(page, 2)
    assert axe(page) == []


@pytest.mark.parametrize("width", [320, 1280])
def test_the_desk_shows_and_types_tables_of_three_and_several_games(
    open_page, look, axe, width, transactional_db
):
    club = factories.make_club()
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    hand(match_of(event, 1), 1, "N", 5, "N")
    several = factories.make_event(club, "Best of three", ruleset=FOUR_HANDS)
    entries = factories.make_entries(several, factories.make_players(club, 8))
    one = factories.make_round(several)
    for table in (1, 2):
        factories.make_match(one, table, entries[4 * table - 4 : 4 * table])
    Match.objects.filter(round=one).update(best_of=3)
    write(match_of(several), "card", points={"NS": 8, "EW": 3}, lone={"NS": 1, "EW": 0})
    page = open_page(viewport={"width": width, "height": 800})
    signed_in(page, club)
    for name, of in (("desk", event), ("grid", event), ("several", several)):
        place = "tournaments:desk" if name == "desk" else "scoring:round_grid"
        number = [] if name == "desk" else [1]
        page.goto(reverse(place, args=[club.slug, of.slug, *number]))
        look(page, f"three-{name}-{width}")
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
