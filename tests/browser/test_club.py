"""Running the club: a night of 32 set up from last week's, and what the club's own pages look like."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import changed
from tests import factories, leagues
from tests.browser.test_director import Hands, sign_in
from tests.desk import DIRECTOR
from tournaments.models import Club, Entry, Event, Match, Membership, Player, PlayerMerge, Round
from tournaments.services.club_rules import make_ruleset, revise_ruleset
from tournaments.services.events import Terms
from tournaments.services.partnerships import form_partnership
from tournaments.services.people import ContactFacts, PersonFacts, add_player
from tournaments.services.people_merged import merge_players
from tournaments.services.presets import PresetFacts, keep_preset
from tournaments.services.registrations import register_people, take_season_fee
from tournaments.services.venues import VenueFacts, add_venue

pytestmark = pytest.mark.django_db(transaction=True)

MOST_ACTIONS = 25
MOST_SECONDS = 120


def test_a_night_of_32_is_last_weeks_with_two_gone_and_two_new(laptop):
    club = factories.make_club()
    people = factories.make_players(club, 34)
    for weeks in (3, 2, 1):
        there = people[weeks % 3 : 32 + weeks % 3] if weeks > 1 else people[:32]
        day = timezone.localdate() - timedelta(weeks=weeks)
        factories.make_entries(factories.make_event(club, plays_on=day, state="finished"), there)
    sign_in(laptop, "dora", club)
    hands, began = Hands(laptop), time.monotonic()
    laptop.goto(reverse("tournaments:club", args=[club.slug]))
    hands.click("link", "Same as last time")
    for name in (str(people[3]), str(people[7])):
        laptop.locator("label.tick", has_text=name).locator("input").uncheck()
        hands.actions += 1
    laptop.get_by_role("button", name="Set up tonight").first.click()
    hands.actions += 1
    laptop.get_by_text("is set up, with 30 entered").wait_for()
    hands.type("Names, one a line", "Zoe Newcomer\nYves Newcomer")
    hands.click("button", "Check the names")
    hands.click("button", "Enter all of these")
    laptop.get_by_role("heading", name="32 entered").wait_for()
    hands.click("link", "Go to the draw")
    hands.click("button", "Propose a draw")
    hands.click("button", "Accept all 8 rounds")
    laptop.get_by_text("Rounds 1 to 8 are accepted").wait_for()
    seconds = time.monotonic() - began
    tonight = Event.objects.get(club=club, plays_on=timezone.localdate())
    assert Entry.objects.filter(event=tonight).count() == 32
    assert Match.objects.filter(round__event=tonight, round__state=Round.State.ACCEPTED).count() == 64
    assert hands.actions <= MOST_ACTIONS, hands.actions
    assert seconds <= MOST_SECONDS, seconds
    assert hands.actions == 10


@pytest.fixture
def known_club() -> Club:
    """A club with a past: people with marks, other names and contacts, a merge, nights of ten."""
    club = factories.make_club()
    people = factories.make_players(club, 12)
    for weeks in (2, 1):
        day = timezone.localdate() - timedelta(weeks=weeks)
        factories.make_night(club, people=people[: 8 + weeks], plays_on=day, state="finished")
    facts = PersonFacts(
        name="Hannah van der Berg",
        note="from Bude",
        aliases=("Nan Baker", "Annie van den Bergh-Featherstonehaugh"),
        pronunciation="HAN-na fan der BERK",
        contact=ContactFacts(email="hannah@example.org", phone="01288 352 352"),
    )
    hannah = add_player(club=club, facts=facts, actor=DIRECTOR)
    double = add_player(club=club, facts=PersonFacts(name="Hanna van der Berg"), actor=DIRECTOR)
    merge_players(kept=people[11], gone=people[10], actor=DIRECTOR, reason="one person, two cards")
    assert PlayerMerge.objects.count() == 1
    assert hannah.pk != double.pk
    make_secretarys_lists(club, people)
    return club


def make_secretarys_lists(club: Club, people: list[Player]) -> None:
    """Rules of the club's own in two versions, a preset, partners, a house, a season with fees."""
    rules = changed(RULESETS["progressive-eight-hands"], {"euchre": 4, "lone_march": 6})
    own = make_ruleset(club=club, name="Bude rules", rules=rules, actor=DIRECTOR)
    revise_ruleset(ruleset=own, rules=changed(rules, {"march": 3}), reason="voted in May", actor=DIRECTOR)
    facts = PresetFacts(name="Thursdays", event_name="Thursday night")
    keep_preset(club=club, facts=facts, terms=Terms(ruleset=rules, rounds=8), actor=DIRECTOR)
    today = timezone.localdate()
    form_partnership(club=club, one=people[0], other=people[1], day=today, note="the cup", actor=DIRECTOR)
    house = VenueFacts(name="The Anchor", tables=12, address="Fore Street 3", map_link="https://example.org/")
    add_venue(club=club, facts=house, actor=DIRECTOR)
    season = leagues.make_season(club)
    ids = [one.pk for one in people[:5]]
    register_people(season=season, people=ids, fee=1500, day=today, actor=DIRECTOR)
    one = season.registrations.order_by("pk")[0]
    take_season_fee(id=uuid4(), registration=one, amount=500, actor=DIRECTOR)


def pages(club: Club) -> dict[str, str]:
    """Every page of the club's own desk."""
    of_the_club = (
        "players", "player_new", "merges", "event_again", "club_rules", "club_ruleset_new", "presets",
        "preset_new",
        "partnerships", "venues", "seasons", "club_settings", "event_new",
    )  # fmt: skip
    season, venue = club.seasons.get(), club.venues.get()
    of_the_season = [club.slug, season.slug]
    hannah, double = (club.players.get(name=f"{name} van der Berg") for name in ("Hannah", "Hanna"))
    merge = reverse("tournaments:player_merge", args=[club.slug, hannah.pk])
    return {name: reverse(f"tournaments:{name}", args=[club.slug]) for name in of_the_club} | {
        "club": reverse("tournaments:club", args=[club.slug]),
        "player_change": reverse("tournaments:player_change", args=[club.slug, hannah.pk]),
        "rules-form": f"{reverse('tournaments:club_ruleset_new', args=[club.slug])}?start=benny",
        "ruleset": reverse("tournaments:club_ruleset", args=[club.slug, "bude-rules"]),
        "preset_change": reverse("tournaments:preset_change", args=[club.slug, club.presets.get().pk]),
        "venue": reverse("tournaments:venue_change", args=[club.slug, venue.pk]),
        "registrations": reverse("tournaments:registrations", args=of_the_season),
        "registration": reverse(
            "tournaments:registration", args=[*of_the_season, season.registrations.order_by("pk")[0].pk]
        ),
        "merge-choose": f"{merge}?find=trewin",
        "merge": f"{merge}?other={double.pk}",
    }


@pytest.mark.parametrize("width", [320, 1280])
def test_the_clubs_pages_shut_nobody_out(width, known_club, open_page: Callable[..., Any], look, axe):
    page = open_page(viewport={"width": width, "height": 800})
    client = Client()
    client.force_login(factories.make_account("dora", known_club, Membership.Role.DIRECTOR))
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "domain": "localhost", "path": "/"}])
    found = []
    for name, address in pages(known_club).items():
        page.goto(address)
        look(page, f"club-{name}-{width}")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        faults = axe(page) if width == 320 else []  # the same words at every width, and this takes its time
        found += [f"{name}: {fault}" for fault in faults] + ([f"{name}: {wide} px"] if wide > 0 else [])
    assert found == []
