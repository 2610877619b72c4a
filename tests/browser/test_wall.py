"""The wall and the page that says where one sits, in a real browser: large, by themselves, for everybody."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.browser.browser_thread import expect
from tournaments.models import Event, Standing
from tournaments.selectors.clock import Clock
from tournaments.services.revisions import raise_revisions

SIZES = {"phone": (320, 640), "laptop": (1280, 800), "4k": (3840, 2160)}


@pytest.fixture
def night() -> Event:
    club = factories.make_club()
    return factories.make_night(club, players=66, played=3)


def at(event: Event, name: str) -> str:
    return reverse(name, args=[event.club.slug, event.slug])


@pytest.mark.parametrize("size", SIZES)
def test_the_wall_is_read_at_any_size_and_shuts_nobody_out(night, open_page, look, axe, size):
    width, height = SIZES[size]
    page = open_page(viewport={"width": width, "height": height})
    page.goto(at(night, "tournaments:wall"))
    expect(page.locator("#roll-seating li")).to_have_count(64)
    look(page, f"wall-{size}", full_page=size == "phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_where_one_sits_is_told_large(night, open_page, look, axe, size):
    width, height = SIZES[size]
    page = open_page(viewport={"width": width, "height": height})
    page.goto(at(night, "tournaments:event"))
    look(page, f"event-with-sit-{size}", full_page=False)
    page.get_by_label("Where do I sit").fill("trewin")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#sit h2")).to_contain_text("Round 4")
    look(page, f"sit-{size}")
    assert axe(page) == []
    page.goto(at(night, "tournaments:sit"))
    look(page, f"sit-all-{size}", full_page=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_long_list_rolls_by_itself_and_a_poll_does_not_throw_it_back(night, laptop):
    laptop.goto(at(night, "tournaments:wall"))
    laptop.clock.install()
    laptop.goto(at(night, "tournaments:wall"))
    where = "document.getElementById('roll-standings').scrollTop"
    assert laptop.evaluate(where) == 0
    laptop.clock.run_for(12_000)
    rolled = laptop.evaluate(where)
    assert rolled > 50
    last = Standing.objects.filter(event=night).order_by("place").last()
    Standing.objects.filter(pk=last.pk).update(points=777)
    raise_revisions(night.pk, night.club_id)
    laptop.clock.run_for(5_000)
    expect(laptop.locator("#roll-standings")).to_contain_text("777")
    assert laptop.evaluate(where) >= rolled


def test_where_less_motion_is_asked_for_pages_are_turned(night, open_page):
    page = open_page(reduced_motion="reduce")
    page.clock.install()
    page.goto(at(night, "tournaments:wall"))
    where = "document.getElementById('roll-standings').scrollTop"
    seen = set()
    for _ in range(12):
        seen.add(page.evaluate(where))
        page.clock.run_for(5_000)
    window = page.evaluate("document.getElementById('roll-standings').clientHeight")
    stops = sorted(seen)
    assert 3 <= len(stops) <= 8
    turned = [after - before for before, after in pairwise(stops)]
    assert all(window * 0.5 < far < window for far in turned[:-1]) and turned[-1] < window


def test_a_wall_whose_server_is_gone_says_so(night, laptop, forgive):
    forgive("ERR_INTERNET_DISCONNECTED|htmx:(sendError|afterRequest)")
    laptop.clock.install()
    laptop.goto(at(night, "tournaments:wall"))
    laptop.context.set_offline(True)
    laptop.clock.run_for(6_000)
    expect(laptop.locator("#wall-lost")).to_be_visible()
    laptop.context.set_offline(False)
    laptop.clock.run_for(6_000)
    expect(laptop.locator("#wall-lost")).to_be_hidden()


def test_the_clock_counts_down_by_the_servers_time(night, laptop, monkeypatch, look, axe):
    ends = timezone.now() + timedelta(minutes=12, seconds=30)
    monkeypatch.setattr("tournaments.views.wall.clock_of", lambda rounds: Clock(ends))
    laptop.goto(at(night, "tournaments:wall"))
    expect(laptop.locator("#wall-clock")).to_have_text(re.compile(r"^12:\d\d$"))
    look(laptop, "wall-clock", full_page=False)
    assert axe(laptop) == []


def test_without_scripts_everything_is_on_the_page(night, open_page, look):
    page = open_page(java_script_enabled=False)
    page.goto(at(night, "tournaments:wall"))
    expect(page.locator("#roll-standings li")).to_have_count(66)
    expect(page.locator("#roll-seating li").last).to_be_visible()
    look(page, "wall-without-scripts", full_page=False)


def test_a_finished_night_leaves_the_wall_to_the_standings(night, laptop, look):
    Event.objects.update(state=Event.State.FINISHED)
    night.rounds.update(state="closed")
    laptop.goto(at(night, "tournaments:wall"))
    expect(laptop.locator("#roll-seating")).to_have_count(0)
    look(laptop, "wall-finished", full_page=False)
