"""Live pages that every visitor may read: made once for all of them, and for nobody else."""

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.models import Event, Membership, Player
from tournaments.services.revisions import raise_revisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Event:
    return factories.make_night(factories.make_club())


def standings(event: Event) -> str:
    return reverse("tournaments:standings", args=[event.club.slug, event.slug])


def change(event: Event) -> None:
    """Something about the event is written, and its revision raised as every service does."""
    Event.objects.filter(pk=event.pk).update(name="A great night")
    with transaction.atomic():
        raise_revisions(event.pk, event.club_id)


def test_the_second_visitor_costs_one_query(night: Event, django_assert_num_queries) -> None:
    first = Client().get(standings(night))
    with django_assert_num_queries(1):
        second = Client().get(standings(night))
    assert second.content == first.content
    assert second.headers["ETag"] == first.headers["ETag"]


def test_a_change_is_seen_at_once(night: Event) -> None:
    assert "A great night" not in Client().get(standings(night)).content.decode()
    change(night)
    assert "A great night" in Client().get(standings(night)).content.decode()


def test_page_and_moving_part_are_not_taken_for_each_other(night: Event) -> None:
    page = Client().get(standings(night)).content
    part = Client().get(standings(night), headers={"HX-Request": "true"}).content
    assert page != part
    assert Client().get(standings(night)).content == page


def test_an_account_gets_a_page_of_its_own(night: Event) -> None:
    Client().get(standings(night))
    director = Client()
    user = User.objects.create_user("jan")
    Membership.objects.create(club=night.club, user=user, role=Membership.Role.DIRECTOR)
    director.force_login(user)
    assert "Sign out" in director.get(standings(night)).content.decode()
    assert "Sign out" not in Client().get(standings(night)).content.decode()


def test_an_event_that_is_hidden_is_hidden_from_the_next_visitor(night: Event) -> None:
    assert Client().get(standings(night)).status_code == 200
    Event.objects.filter(pk=night.pk).update(public=False)
    assert Client().get(standings(night)).status_code == 404


def test_a_name_hidden_from_strangers_is_not_in_the_page_kept(night: Event) -> None:
    shy = Player.objects.filter(club=night.club).earliest("pk")
    Player.objects.filter(pk=shy.pk).update(privacy="hidden")
    member = Client()
    user = User.objects.create_user("loveday")
    Membership.objects.create(club=night.club, user=user, role=Membership.Role.MEMBER)
    member.force_login(user)
    assert shy.name in member.get(standings(night)).content.decode()
    for _ in range(2):
        assert shy.name not in Client().get(standings(night)).content.decode()


def test_the_same_numbers_after_a_backup_was_put_back_are_another_page(night: Event) -> None:
    was = Client().get(standings(night)).headers["ETag"]
    with transaction.atomic():
        raise_revisions(night.pk, night.club_id)
    night.revision_row.refresh_from_db()
    night.revision_row.number -= 1
    night.revision_row.save()
    assert Client().get(standings(night), headers={"If-None-Match": was}).status_code == 200
