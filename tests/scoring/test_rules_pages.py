"""The rules in words: the shipped ones for everybody, an event's own for who may see the event."""

import re

import pytest
from django.urls import reverse

from scoring.engine.catalogue import RULESETS
from scoring.engine.describe import describe
from scoring.engine.rulesets import changed
from tests import factories as make
from tests.tournaments.looking import text_of
from tournaments.models import Event, EventPolicy

pytestmark = [pytest.mark.django_db, pytest.mark.db]

KEYS = [*RULESETS, "ecarte"]


@pytest.fixture
def night() -> Event:
    return make.make_night(make.make_club(), players=8)


def event_address(event: Event) -> str:
    return reverse("scoring:event_rules", args=[event.club.slug, event.slug])


def play_by(event: Event, snapshot: dict[str, object]) -> None:
    """Another ruleset for the event, as if it had been frozen from the first."""
    EventPolicy.objects.filter(event=event).update(ruleset=snapshot)


def test_the_list_leads_to_every_ruleset(client):
    body = client.get(reverse("scoring:rules")).content.decode()
    for key in KEYS:
        assert f'href="{reverse("scoring:ruleset", args=[key])}"' in body


@pytest.mark.parametrize("key", KEYS)
def test_a_page_of_rules_has_one_heading_and_keeps_to_the_strict_policy(client, key):
    response = client.get(reverse("scoring:ruleset", args=[key]))
    body = response.content.decode()
    assert response.status_code == 200
    assert len(re.findall(r"<h1[ >]", body)) == 1
    assert re.search(r"<title>[^<·]+ · Right Bower</title>", body)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script", body)
    ids = re.findall(r'\sid="([^"]+)"', body)
    assert sorted(set(ids)) == sorted(ids)
    assert len(response.content) < 40_000


@pytest.mark.parametrize("key", sorted(RULESETS))
def test_a_page_of_rules_tells_every_sentence(client, key):
    page = text_of(client.get(reverse("scoring:ruleset", args=[key])))
    for sentence in describe(RULESETS[key]).sentences:
        assert sentence.text.replace("'", "&#x27;") in page


def test_what_is_stated_and_what_is_inferred_is_told_with_the_source(client):
    page = text_of(client.get(reverse("scoring:ruleset", args=["somerset-1888"])))
    assert "A revoke (not following suit though able to) costs 3 points. Stated: laws of 1888" in page
    assert "Inferred: old encyclopaedia" in page
    assert "Laws of the Somerset club, 1888" in page


def test_there_are_no_rules_under_another_name(client):
    assert client.get(reverse("scoring:ruleset", args=["whist"])).status_code == 404


def test_rules_only_answer_to_looking(client):
    for there in (reverse("scoring:rules"), reverse("scoring:ruleset", args=["benny"])):
        assert client.post(there).status_code == 405


def test_two_rulesets_are_compared(client):
    there = reverse("scoring:ruleset", args=["north-american"])
    page = text_of(client.get(there, {"with": "stick-the-dealer"}))
    assert "What changes in Stick the dealer" in page
    assert "When all pass twice there is a trump that the dealer must make" in page
    assert "nothing" not in text_of(client.get(there, {"with": "benny"})).partition("Compare")[0].lower()


@pytest.mark.parametrize("odd", ["", "whist", "\x00", "north-american' or 1=1", "ecarte"])
def test_an_odd_comparison_is_none(client, odd):
    response = client.get(reverse("scoring:ruleset", args=["north-american"]), {"with": odd})
    assert response.status_code == 200
    assert "What changes in" not in text_of(response)


def test_a_ruleset_compared_with_itself_is_played_alike(client):
    page = text_of(client.get(reverse("scoring:ruleset", args=["benny"]), {"with": "benny"}))
    assert "Nothing: the two are played alike." in page


def test_an_event_tells_its_own_rules_and_what_it_changed(client, night):
    play_by(night, changed(RULESETS["benny"], {"name": "Ours", "target": 15, "revoke": 3}).to_dict())
    page = text_of(client.get(event_address(night)))
    assert "What differs from Euchre with Benny" in page
    assert "Game is 15 up instead of 11." in page
    assert "A revoke costs 3 points instead of 2." in page
    assert "Game is 15 up: the first side with 15 points wins. By agreement: euchre with Benny" in page
    assert "costs 3 points. Own choice" in page


def test_an_event_by_the_shipped_rules_changes_nothing(client, night):
    play_by(night, RULESETS["north-american"].to_dict())
    page = text_of(client.get(event_address(night)))
    assert "Nothing: the event is played by these rules as they are." in page


def test_a_clubs_own_rules_are_told_without_a_source(client, night):
    page = text_of(client.get(event_address(night)))
    assert "a copy of no ruleset" in page
    assert "A game is eight hands" in page
    assert "Stated" not in page and "Where these rules come from" not in page


@pytest.mark.parametrize("snapshot", [{}, {"schema": 99}, None])
def test_an_event_without_rules_that_can_be_read_says_so(client, night, snapshot):
    if snapshot is None:
        EventPolicy.objects.filter(event=night).delete()
    else:
        play_by(night, snapshot)
    response = client.get(event_address(night))
    assert response.status_code == 200
    assert "No rules can be told yet" in text_of(response)


def test_a_private_events_rules_are_not_told_to_a_stranger(client, night):
    Event.objects.update(public=False)
    assert client.get(event_address(night)).status_code == 404
    assert client.get(reverse("scoring:event_rules", args=[night.club.slug, "nowhere"])).status_code == 404


def test_the_event_page_leads_to_its_rules(client, night):
    body = client.get(reverse("tournaments:event", args=[night.club.slug, night.slug])).content.decode()
    assert f'href="{event_address(night)}"' in body


def test_the_rules_ask_the_database_little(client, night, django_assert_max_num_queries):
    with django_assert_max_num_queries(0):
        client.get(reverse("scoring:ruleset", args=["benny"]))
    with django_assert_max_num_queries(4):
        client.get(event_address(night))
