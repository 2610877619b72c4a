"""The director's page of stages: who goes on is seen before it is done."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.tournaments.test_stages import draw, pairs_event, play
from tournaments.engine.formats.options import Options, StageTerms
from tournaments.models import Event
from tournaments.services.standings import publish_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    made = pairs_event(
        8, options=Options(pools=2), then=[StageTerms(name="Final round", format="round-robin")]
    )
    play(draw(made))
    publish_standings(event_id=made.pk)
    return made


@pytest.fixture
def director(event: Event) -> Client:
    client = Client()
    client.force_login(factories.make_account("dora", event.club, "director"))
    return client


def at(event: Event, name: str = "stages") -> str:
    return reverse(f"tournaments:{name}", args=[event.club.slug, event.slug])


def test_pools_and_who_goes_on_are_seen_and_begun(event, director, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        page = director.get(at(event)).content.decode()
    assert "Pool 1" in page and "Pool 2" in page
    assert "From stage 1 to Final round" in page or "Pools" in page
    assert director.post(at(event, "stage_next")).status_code == 302
    assert [one.number for one in event.stages.all()] == [1, 2]
    assert director.post(at(event, "stage_drop")).status_code == 302
    assert [one.number for one in event.stages.all()] == [1]


def test_what_cannot_be_is_said_and_nothing_is_changed(event, director):
    answer = director.post(at(event, "stage_drop"))
    assert answer.status_code == 422
    assert "first stage" in answer.content.decode()
    wrong = {"chosen": ["x", "9" * 30], "pick_9999999999999999999999": "1", "pick_": "2", "lot": "x" * 500}
    assert director.post(at(event, "stage_next"), wrong).status_code in {302, 422}


def test_a_page_without_stages_says_so(director, event):
    other = factories.make_event(event.club, "Quiet night")
    assert "No stage has begun" in director.get(at(other)).content.decode()
