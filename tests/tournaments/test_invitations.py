"""Invitations: what they give, to whom, how long; and what their link tells to whom."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.desk import signed_in
from tests.tournaments.letters import LINK, is_in, link
from tournaments.models import Club, Invitation, Membership, Player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("letters_at_once", "quick_passwords")]

GOOD = "the left bower 7"


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def owner(club: Club) -> Client:
    return signed_in("owner", club, "owner")


@pytest.fixture
def served(settings):
    """As on a server, where mail goes out."""
    settings.HALL = False


def invite(client: Client, club: Club, role: str = "scorer", address: str = "", player: object = "") -> str:
    """The local address of the invitation's page, from the letter or from the screen."""
    form = {"role": role, "address": address, "player": getattr(player, "pk", player)}
    answer = client.post(reverse("tournaments:club_invite", args=[club.slug]), form)
    assert answer.status_code in {200, 302}, answer.content.decode()
    return (
        link() if address else LINK.findall(answer.content.decode().split("whole-link")[1].split('"')[2])[0]
    )


def test_a_letter_makes_an_account_with_its_role(club, owner, served):
    there = invite(owner, club, address="Ann@Club.Example")
    assert mail.outbox[0].to == ["ann@club.example"]
    client = Client()
    assert club.name in client.get(there).content.decode()
    assert client.post(there, {"password": GOOD, "name": "Ann Trewin"}).status_code == 302
    assert is_in(client)
    made = Membership.objects.get(user__email="ann@club.example")
    assert (made.role, made.club) == ("scorer", club)
    assert Client().get(there).status_code == 410, "a link works once"


def test_an_account_accepts_by_one_press(club, owner):
    there = invite(owner, club, "director")
    client = signed_in(None, None, "kit")
    client.get(there)
    assert not Membership.objects.filter(user__username="kit").exists(), "looking accepts nothing"
    client.post(there)
    assert Membership.objects.get(user__username="kit").role == "director"


@pytest.mark.parametrize(
    ("has", "offered", "then"), [("member", "scorer", "scorer"), ("owner", "member", "owner")]
)
def test_a_higher_role_stays(club, owner, has, offered, then):
    client = signed_in(has, club, "kit")
    client.post(invite(owner, club, offered))
    assert Membership.objects.get(user__username="kit").role == then


def test_shown_on_a_screen_it_proves_no_address(club, owner, served):
    there = invite(owner, club)
    assert "sign-up" in Client().get(there).content.decode()
    assert Client().post(there, {"address": "x@club.example", "password": GOOD}).status_code == 403
    assert not User.objects.filter(email="x@club.example").exists()


def test_in_a_hall_without_mail_it_makes_an_account_on_the_spot(club, owner):
    there = invite(owner, club)
    client = Client()
    form = {"address": "Ann@Club.Example", "password": GOOD}
    assert client.post(there, form).status_code == 302
    assert is_in(client)
    assert Membership.objects.get(user__email="ann@club.example").role == "scorer"


def test_in_a_hall_a_mailed_one_is_shown_too(club, owner):
    form = {"role": "scorer", "address": "ann@club.example", "player": ""}
    page = owner.post(reverse("tournaments:club_invite", args=[club.slug]), form)
    assert "data:image/svg+xml" in page.content.decode()


def test_on_a_server_a_mailed_one_is_not_shown(club, owner, served):
    form = {"role": "scorer", "address": "ann@club.example", "player": ""}
    page = owner.post(reverse("tournaments:club_invite", args=[club.slug]), form, follow=True)
    assert link() not in page.content.decode()


def test_an_address_that_has_an_account_is_told_to_sign_in(club, owner, served):
    User.objects.create_user("ann@club.example", "ann@club.example", GOOD)
    there = invite(owner, club, address="ann@club.example")
    answer = Client().post(there, {"password": GOOD})
    assert answer.status_code == 422
    assert "sign in" in answer.content.decode()
    assert Invitation.objects.get().accepted_at is None, "nothing half written"


def test_it_makes_an_account_a_player(club, owner):
    player = factories.make_player(club)
    there = invite(owner, club, "member", player=player)
    client = signed_in(None, None, "kit")
    client.post(there)
    assert Membership.objects.get(user__username="kit").player == player


def test_a_player_who_has_an_account_is_not_given_away(club, owner):
    player = factories.make_player(club)
    there = invite(owner, club, "member", player=player)
    factories.make_account("first", club, player=player)
    client = signed_in(None, None, "kit")
    assert client.post(there).status_code == 422
    assert not Membership.objects.filter(user__username="kit").exists()


def test_a_player_of_another_club_cannot_be_named(club, owner):
    other = factories.make_player(factories.make_club("Looe"))
    form = {"role": "member", "address": "", "player": str(other.pk)}
    answer = owner.post(reverse("tournaments:club_invite", args=[club.slug]), form)
    assert answer.status_code == 422
    assert other.name not in answer.content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"revoked_at": timezone.now()},
        {"ends_at": timezone.now() - timedelta(seconds=1)},
        {"accepted_at": timezone.now()},
    ],
    ids=["taken back", "too old", "used"],
)
def test_what_is_over_invites_nobody_and_names_no_club(club, owner, change):
    there = invite(owner, club)
    Invitation.objects.update(**change)
    for client in (Client(), signed_in(None, None, "kit")):
        for ask in (client.get, client.post):
            answer = ask(there)
            assert answer.status_code == 410
            assert club.name not in answer.content.decode()
    assert not Membership.objects.filter(user__username="kit").exists()


@pytest.mark.parametrize("guess", ["x", "a" * 32, "%00", "a" * 500])
def test_a_guessed_link_invites_nobody(club, owner, guess):
    invite(owner, club)
    answer = Client().get(f"/invitations/{guess}/")
    assert answer.status_code == 404
    assert club.name not in answer.content.decode()


def test_a_link_is_not_kept_as_it_is_sent(club, owner):
    token = invite(owner, club).strip("/").rpartition("/")[2]
    assert token not in {str(value) for value in vars(Invitation.objects.get()).values()}


def test_taking_back_is_for_who_may_give_the_role(club, owner):
    invite(owner, club, "owner")
    there = reverse("tournaments:club_invitation", args=[club.slug, Invitation.objects.get().pk])
    assert signed_in("director", club, "dora").post(there).status_code == 403
    assert owner.post(there).status_code == 302
    assert Invitation.objects.get().revoked_at is not None


@pytest.mark.parametrize("role", ["owner", "director"])
def test_a_director_gives_no_role_like_his_own(club, role):
    client = signed_in("director", club, "dora")
    form = {"role": role, "address": "", "player": ""}
    assert client.post(reverse("tournaments:club_invite", args=[club.slug]), form).status_code == 422
    assert not Invitation.objects.exists()


def test_a_name_cannot_write_the_letters_head(owner, club):
    Club.objects.update(name="Bude\r\nBcc: all@club.example")
    form = {"role": "scorer", "address": "ann@club.example", "player": ""}
    answer = owner.post(reverse("tournaments:club_invite", args=[club.slug]), form)
    assert answer.status_code == 422
    assert mail.outbox == []
    assert not Invitation.objects.exists()


def test_a_club_cannot_send_letters_without_end(owner, club, monkeypatch):
    monkeypatch.setattr("tournaments.services.invitations.MOST_IN_A_DAY", 3)
    codes = []
    for at in range(5):
        form = {"role": "scorer", "address": f"ann{at}@club.example", "player": ""}
        there = reverse("tournaments:club_invite", args=[club.slug])
        codes.append(owner.post(there, form).status_code)
    assert codes == [200, 200, 200, 422, 422]
    assert len(mail.outbox) == 3
    assert Player.objects.count() == 0
