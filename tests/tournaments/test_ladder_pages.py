"""A ladder on the page: who reads, who challenges, who says who won."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.test_form_fuzz import fields_of, filled
from tests.tournaments.looking import signed_in, text_of
from tests.tournaments.test_ladder_services import NAMES, make_ladder, rung, standing
from tournaments.models import Club, Ladder, LadderChallenge, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """Five people; the third and fourth have accounts."""
    made = make_ladder(club)
    for name in ("Cora Rowe", "Dan Rowe"):
        factories.make_account(name.split()[0].lower(), club, Membership.Role.MEMBER, rung(made, name).player)
    return made


def at(ladder: Ladder, name: str = "ladder") -> str:
    return reverse(f"tournaments:{name}", args=[ladder.club.slug, ladder.slug])


def test_anybody_reads_a_ladder(ladder, django_assert_num_queries):
    with django_assert_num_queries(3):
        page = Client().get(at(ladder))
    told = text_of(page)
    assert [told.index(name) for name in NAMES] == sorted(told.index(name) for name in NAMES)
    assert b"<form" not in page.content


def test_who_stands_there_challenges_and_only_the_loser_or_a_director_says_who_won(ladder):
    people = {name: rung(ladder, name).pk for name in NAMES}
    dare = {"change": "challenge", "challenger": people["Dan Rowe"], "challenged": people["Cora Rowe"]}
    assert signed_in("moss").post(at(ladder, "ladder_change"), dare).status_code == 403
    assert signed_in("cora").post(at(ladder, "ladder_change"), dare).status_code == 403
    assert signed_in("dan").post(at(ladder, "ladder_change"), dare).status_code == 302
    one = LadderChallenge.objects.get()
    won = {"change": "settle", "challenge": one.pk, "winner": people["Dan Rowe"], "score": "2–1"}
    assert signed_in("dan").post(at(ladder, "ladder_change"), won).status_code == 403, "not one's own win"
    assert (
        signed_in("cora")
        .post(at(ladder, "ladder_change"), {"change": "call-off", "challenge": one.pk})
        .status_code
        == 403
    )
    assert signed_in("cora").post(at(ladder, "ladder_change"), won).status_code == 302
    assert standing(ladder)[2:4] == ["Dan Rowe", "Cora Rowe"]
    assert "Dan Rowe won, 2–1" in text_of(Client().get(at(ladder)))


def test_a_challenge_that_cannot_be_is_refused_in_a_sentence(ladder):
    people = {name: rung(ladder, name).pk for name in NAMES}
    dare = {"change": "challenge", "challenger": people["Elsie Rowe"], "challenged": people["Ann Rowe"]}
    page = signed_in("dora").post(at(ladder, "ladder_change"), dare)
    assert page.status_code == 422 and "A challenge reaches 3 rungs up" in text_of(page)


def test_the_director_makes_a_ladder_and_puts_people_on_it(club):
    dora = signed_in("dora")
    sent = {"name": "Summer ladder", "reach": 2, "untouchable": 0, "climb": "swap"}
    assert dora.post(reverse("tournaments:ladder_new", args=[club.slug]), sent).status_code == 302
    made = Ladder.objects.get()
    page = dora.post(at(made, "ladder_check"), {"text": "Ann Rowe\nBob Rowe"})
    assert page.status_code == 200 and not made.rungs.exists()
    sent = {"text": "Ann Rowe\nBob Rowe", "line-1-who": "new", "line-2-who": "new"}
    assert dora.post(at(made, "ladder_enter"), sent).status_code == 302
    assert standing(made) == ["Ann Rowe", "Bob Rowe"]
    ann, bob = (rung(made, name) for name in ("Ann Rowe", "Bob Rowe"))
    pair = {"change": "join-pair", "first": ann.player_id, "second": bob.player_id}
    assert dora.post(at(made, "ladder_change"), pair).status_code == 302
    assert dora.post(at(made, "ladder_change"), {"change": "leave", "rung": ann.pk}).status_code == 302
    assert standing(made) == ["Bob Rowe", "Ann Rowe & Bob Rowe"]


@pytest.mark.parametrize("name", ["ladder_check", "ladder_enter", "ladder_change"])
def test_only_a_director_changes_who_stands_on_it(ladder, name):
    sent = {"change": "leave", "rung": rung(ladder, "Ann Rowe").pk, "text": "New Man", "line-1-who": "new"}
    for who in ("visitor", "stan", "moss", "dan"):
        assert signed_in(who).post(at(ladder, name), sent).status_code == (302 if who == "visitor" else 403)
    assert standing(ladder) == list(NAMES)


@pytest.mark.parametrize("name", ["ladder_check", "ladder_enter", "ladder_change"])
def test_forms_of_a_ladder_answer_whatever_is_typed(ladder, name):
    client, rng = signed_in("dora"), Random(name)
    known = ["change", "rung", "challenger", "challenged", "winner", "score", "first", "second", "text"]
    fields = sorted({*fields_of(client.get(at(ladder)).content.decode()), *known})
    for _ in range(5):
        assert client.post(at(ladder, name), filled(fields, rng)).status_code < 500
