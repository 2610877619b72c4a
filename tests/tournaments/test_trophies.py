"""Trophies at the desk: who may write them down, and what is refused."""

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.looking import signed_in, text_of
from tournaments.models import Trophy, TrophyHolder
from tournaments.services.trophies import add_trophy

pytestmark = [pytest.mark.django_db, pytest.mark.db]


@pytest.fixture
def cup(club) -> Trophy:
    return add_trophy(club=club, name="Tamar Cup")


def desk(cup: Trophy, who: str = "dora", **said: object):
    return signed_in(who).post(reverse("tournaments:trophy_desk", args=[cup.club.slug, cup.pk]), said)


def test_a_trophy_is_put_on_the_board_held_renamed_and_taken_off(club):
    board = reverse("tournaments:trophies_desk", args=[club.slug])
    assert signed_in("dora").post(board, {"name": "Shield", "note": ""}).status_code == 302
    shield = Trophy.objects.get()
    ann = make.make_player(club)
    assert desk(shield, do="hold", year="1999", player=ann.pk).status_code == 302
    assert desk(shield, do="rename", name="Old Shield").status_code == 302
    assert "took" not in text_of(signed_in("dora").get(board)) and "Old Shield" in text_of(
        signed_in("dora").get(board)
    )
    assert desk(shield, do="drop").status_code == 422
    holder = TrophyHolder.objects.get(player=ann, year=1999)
    assert desk(shield, do="strike", holder=holder.pk).status_code == 302
    assert desk(shield, do="drop").status_code == 302 and not Trophy.objects.exists()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"year": "1999"}, "Say who held it"),
        ({"year": "12", "words": "X"}, "1850"),
        ({"year": "", "words": "X"}, "required"),
        ({"do": "strike", "holder": "x"}, "struck out already"),
        ({"do": "rename", "name": ""}, "required"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(cup, said, words):
    answer = desk(cup, **{"do": "hold"} | said)
    assert answer.status_code == 422 and words in text_of(answer)
    assert not TrophyHolder.objects.exists()


def test_twice_the_same_and_people_of_other_clubs_are_refused(club, cup):
    ann, other = make.make_player(club), make.make_player(make.make_club("Elsewhere"), "Sid Snell")
    assert desk(cup, do="hold", year="1999", player=ann.pk).status_code == 302
    assert desk(cup, do="hold", year="1999", player=ann.pk).status_code == 422
    assert desk(cup, do="hold", year="1999", player=ann.pk, partner=ann.pk).status_code == 422
    assert desk(cup, do="hold", year="1999", player=other.pk).status_code == 422
    assert TrophyHolder.objects.count() == 1


def test_a_name_is_on_the_board_once(club, cup):
    answer = signed_in("dora").post(
        reverse("tournaments:trophies_desk", args=[club.slug]), {"name": cup.name}
    )
    assert answer.status_code == 422 and "already" in text_of(answer)


@pytest.mark.parametrize("who", ["visitor", "moss", "stan"])
def test_only_a_director_writes_a_holder_down(cup, who):
    assert desk(cup, who, do="hold", year="1999", words="Nobody").status_code in {302, 403}
    assert not TrophyHolder.objects.exists()
