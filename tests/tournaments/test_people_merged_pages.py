"""The pages on which two records of one person become one, and are parted again."""

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.looking import signed_in, text_of
from tests.tournaments.test_people_merged import two  # noqa: F401 - the two records, a fixture
from tournaments.models import Event, PlayerMerge

pytestmark = pytest.mark.django_db


def test_the_pages_lead_from_a_doubt_to_one_record_and_back(club, two):  # noqa: F811
    ann, misspelled = two
    client = signed_in("dora")
    change = reverse("tournaments:player_change", args=[club.slug, ann.pk])
    assert misspelled in client.get(change).context["doubles"]
    there = reverse("tournaments:player_merge", args=[club.slug, ann.pk])
    found = client.get(there, {"find": "trewinn"})
    assert [line.player for line in found.context["lines"]] == [misspelled]
    assert "entries: 2" in text_of(client.get(there, {"other": misspelled.pk}))
    done = client.post(there, {"other": misspelled.pk, "reason": "a slip"}, follow=True)
    assert f"Ann Trewinn is now {ann}, with both histories." in text_of(done)
    undo = reverse("tournaments:merge_undo", args=[club.slug, PlayerMerge.objects.get().pk])
    old = client.get(reverse("tournaments:player", args=[club.slug, misspelled.pk]))
    assert old["Location"] == reverse("tournaments:player", args=[club.slug, ann.pk])
    assert "Part them again" in text_of(client.get(reverse("tournaments:merges", args=[club.slug])))
    assert "has a record of their own again" in text_of(client.post(undo, follow=True))
    assert client.post(undo).status_code == 422


def test_a_refusal_is_shown_with_its_reasons(club):
    night: Event = make.make_night(club, players=8)
    one, other = (night.entries.get(number=number).player for number in (1, 2))
    there = reverse("tournaments:player_merge", args=[club.slug, one.pk])
    assert "They cannot be one person" in text_of(signed_in("dora").get(there, {"other": other.pk}))
    answer = signed_in("dora").post(there, {"other": other.pk})
    assert answer.status_code == 422
    assert "Both took part in" in text_of(answer)
