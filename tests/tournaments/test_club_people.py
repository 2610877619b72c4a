"""The people of a club: roles given and taken, the last owner, and who says to be whom."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.desk import signed_in
from tournaments.models import Club, ClubRevision, Event, Membership, PlayerClaim

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def owner(club: Club) -> Client:
    return signed_in("owner", club, "owner")


def people(club: Club) -> str:
    return reverse("tournaments:club_people", args=[club.slug])


def member(club: Club, name: str) -> Membership:
    return Membership.objects.get(club=club, user__username=name)


def change(client: Client, one: Membership, do: str, role: str = "", club: Club | None = None) -> int:
    there = reverse("tournaments:club_member", args=[(club or one.club).slug, one.pk])
    return client.post(there, {"do": do, "role": role}).status_code


def test_addresses_are_seen_by_who_directs_only(club, owner):
    ann = User.objects.create(username="ann@club.example", email="ann@club.example")
    Membership.objects.create(club=club, user=ann)
    assert "ann@club.example" in owner.get(people(club)).content.decode()
    for role in ("member", "scorer"):
        answer = signed_in(role, club, role).get(people(club))
        assert answer.status_code == 403
        assert b"ann@club.example" not in answer.content
    stranger = signed_in("owner", factories.make_club("Looe"), "stan")
    assert stranger.get(people(club)).status_code == 403
    assert Client().get(people(club)).status_code == 302


def test_an_account_that_gave_no_name_is_a_number_and_no_address(club, owner):
    ann = User.objects.create(username="ann@club.example", email="ann@club.example")
    assert Membership.objects.create(club=club, user=ann)
    assert f"account {ann.pk}" in owner.get(people(club)).content.decode()


@pytest.mark.parametrize("role", ["member", "scorer", "director", "owner"])
def test_an_owner_gives_any_role(club, owner, role):
    factories.make_account("kit", club)
    before = ClubRevision.objects.get(club=club).number
    assert change(owner, member(club, "kit"), "role", role) == 302
    assert member(club, "kit").role == role
    assert ClubRevision.objects.get(club=club).number > before


@pytest.mark.parametrize(
    ("has", "gets", "status"),
    [
        ("member", "scorer", 302),
        ("scorer", "member", 302),
        ("member", "director", 403),
        ("owner", "member", 403),
    ],
)
def test_a_director_gives_and_takes_the_lesser_roles(club, owner, has, gets, status):
    factories.make_account("kit", club, has)
    director = signed_in("director", club, "dora")
    assert change(director, member(club, "kit"), "role", gets) == status
    assert member(club, "kit").role == (gets if status == 302 else has)
    assert change(director, member(club, "kit"), "remove") == (403 if has == "owner" else 302)


def test_the_last_owner_cannot_step_back_or_leave(club, owner):
    one = member(club, "owner")
    leave = reverse("tournaments:me_leave", args=[club.slug])
    change(owner, one, "role", "member")
    change(owner, one, "remove")
    owner.post(leave)
    assert member(club, "owner").role == "owner"
    factories.make_account("kit", club, "owner")
    owner.post(leave)
    assert not Membership.objects.filter(user__username="owner").exists()


def test_anybody_may_leave(club):
    for role in ("member", "scorer", "director"):
        client = signed_in(role, club, role)
        client.post(reverse("tournaments:me_leave", args=[club.slug]))
        assert not Membership.objects.filter(user__username=role).exists()


def test_the_people_of_one_club_are_not_changed_from_another(club, owner):
    other = factories.make_club("Looe")
    stan = signed_in("owner", other, "stan")
    for one in (member(club, "owner"),):
        assert change(stan, one, "remove", club=other) == 404
        assert change(stan, one, "remove") == 403
    assert change(owner, member(other, "stan"), "role", "member", club=club) == 404


@pytest.mark.parametrize(("do", "role"), [("role", "king"), ("role", ""), ("", "member"), ("x", "")])
def test_what_is_no_change_changes_nothing(club, owner, do, role):
    factories.make_account("kit", club)
    assert change(owner, member(club, "kit"), do, role) in {302, 404}
    assert member(club, "kit").role == "member"


# --- this is me ---


@pytest.fixture
def night(club: Club) -> Event:
    return factories.make_night(club)


def player_of(event: Event, number: int = 1):
    return event.entries.get(number=number).player


def claim(client: Client, player) -> int:
    return client.post(reverse("tournaments:player_claim", args=[player.club.slug, player.pk])).status_code


def settle(client: Client, one: PlayerClaim, do: str, club: Club | None = None) -> int:
    there = reverse("tournaments:club_claim", args=[(club or one.club).slug, one.pk])
    return client.post(there, {"do": do}).status_code


def test_who_says_to_be_a_player_is_one_when_the_director_says_so(club, night):
    kit = signed_in(None, None, "kit")
    player = player_of(night)
    assert claim(kit, player) == 302
    assert not Membership.objects.filter(user__username="kit").exists()
    dora = signed_in("director", club, "dora")
    assert player.name in dora.get(people(club)).content.decode()
    assert settle(dora, PlayerClaim.objects.get(), "confirm") == 302
    assert (member(club, "kit").player, member(club, "kit").role) == (player, "member")
    assert not PlayerClaim.objects.exists()


def test_a_claim_that_is_declined_gives_nothing(club, night):
    claim(signed_in(None, None, "kit"), player_of(night))
    settle(signed_in("director", club, "dora"), PlayerClaim.objects.get(), "decline")
    assert not PlayerClaim.objects.exists()
    assert not Membership.objects.filter(user__username="kit").exists()


def test_nobody_settles_a_claim_who_does_not_direct(club, night):
    kit = signed_in(None, None, "kit")
    claim(kit, player_of(night))
    one = PlayerClaim.objects.get()
    stan = signed_in("owner", factories.make_club("Looe"), "stan")
    assert settle(kit, one, "confirm") == 403
    assert settle(signed_in("scorer", club, "scorer"), one, "confirm") == 403
    assert settle(stan, one, "confirm") == 403
    assert settle(stan, one, "confirm", Club.objects.get(name="Looe")) == 404
    assert not Membership.objects.filter(user__username="kit").exists()


def test_a_person_with_an_account_is_nobody_elses(club, night):
    player = player_of(night)
    factories.make_account("ann", club, player=player)
    claim(signed_in(None, None, "kit"), player)
    assert not PlayerClaim.objects.exists()


def test_of_two_who_say_to_be_one_person_one_is(club, night):
    player, dora = player_of(night), signed_in("director", club, "dora")
    for name in ("kit", "jack"):
        claim(signed_in(None, None, name), player)
    for one in PlayerClaim.objects.order_by("pk"):
        settle(dora, one, "confirm")
    assert [one.user.username for one in player.memberships.all()] == ["kit"]


def test_a_person_whom_one_may_not_see_cannot_be_claimed(club, night):
    Event.objects.update(public=False)
    kit, player = signed_in(None, None, "kit"), player_of(night)
    answer = kit.post(reverse("tournaments:player_claim", args=[club.slug, player.pk]))
    assert answer.status_code == 404
    assert player.name not in answer.content.decode()
    assert claim(signed_in("member", club, "moss"), player) == 302


def test_an_account_is_parted_from_a_player(club, night, owner):
    factories.make_account("ann", club, player=player_of(night))
    assert change(owner, member(club, "ann"), "part") == 302
    assert member(club, "ann").player is None


# --- the page Me ---


def test_me_shows_my_clubs_my_table_and_my_results(club, night):
    player = player_of(night)
    client = Client()
    client.force_login(
        factories.make_account("ann", club, player=player), "django.contrib.auth.backends.ModelBackend"
    )
    page = client.get(reverse("tournaments:me")).content.decode()
    assert club.name in page and player.name in page
    seat = player.seatings.get(match__round__number=3)
    assert f"Table {seat.match.table}, {seat.get_seat_display()}" in page
    assert night.name in page


def test_me_asks_as_much_after_a_long_life_as_after_a_short_one(club, night, django_assert_num_queries):
    player = player_of(night)
    client = Client()
    user = factories.make_account("ann", club, "scorer", player)
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    with django_assert_num_queries(QUERIES_OF_ME):
        client.get(reverse("tournaments:me"))
    for at in range(6):
        factories.make_night(club, name=f"Night {at}", people=list(club.players.all()))
        other = factories.make_club(f"Club {at}")
        Membership.objects.create(club=other, user=user)
    with django_assert_num_queries(QUERIES_OF_ME):
        client.get(reverse("tournaments:me"))


QUERIES_OF_ME = 11


def test_the_people_page_asks_as_much_for_many_as_for_one(club, owner, django_assert_num_queries):
    with django_assert_num_queries(QUERIES_OF_PEOPLE):
        owner.get(people(club))
    for at in range(10):
        factories.make_account(f"kit{at}", club, player=factories.make_player(club, f"Kit {at}"))
    with django_assert_num_queries(QUERIES_OF_PEOPLE):
        owner.get(people(club))


QUERIES_OF_PEOPLE = 7
