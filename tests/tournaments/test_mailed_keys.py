"""Sign up, sign in by a letter, a forgotten password: what a stranger learns, and what a key opens."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.tournaments.letters import is_in, link, links
from tournaments.models import MailedKey
from tournaments.services.accounts import MOST_FROM_A_PLACE, MOST_TO_AN_ADDRESS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("letters_at_once", "quick_passwords")]

ASKED = ["tournaments:sign_up", "tournaments:sign_in_link", "tournaments:forgotten"]
GOOD = "the left bower 7"


def known(address: str = "ann@club.example", password: str = GOOD) -> User:
    return User.objects.create_user(address, address, password)


def ask(name: str, address: str, **more: str) -> tuple[int, str]:
    """The answer to somebody who asks for a letter, with the address taken out of its words."""
    answer = Client().post(reverse(name), {"address": address, **more})
    return answer.status_code, answer.content.decode().replace(address, "ADDRESS")


@pytest.mark.parametrize("name", ASKED)
def test_a_known_and_an_unknown_address_hear_the_same(name):
    known("ann@club.example")
    assert ask(name, "ann@club.example") == ask(name, "bob@club.example")
    assert len(mail.outbox) == 2
    assert [one.to for one in mail.outbox] == [["ann@club.example"], ["bob@club.example"]]


@pytest.mark.parametrize("name", ASKED)
def test_asking_costs_the_same_for_a_known_and_an_unknown_address(name):
    known("ann@club.example")
    counts = []
    for address in ("ann@club.example", "bob@club.example"):
        with CaptureQueriesContext(connection) as counted:
            ask(name, address)
        counts.append(len(counted))
    assert counts[0] == counts[1]


def test_an_account_needs_an_address_and_a_password_only():
    ask("tournaments:sign_up", " Ann@Club.Example ")
    client = Client()
    there = link()
    assert client.get(there).status_code == 200
    assert client.get(there).status_code == 200, "looking uses nothing up"
    assert not User.objects.exists()
    made = client.post(there, {"password": GOOD})
    assert made.status_code == 302
    assert is_in(client)
    user = User.objects.get()
    assert (user.username, user.email) == ("ann@club.example", "ann@club.example")
    assert user.check_password(GOOD)
    assert Client().post(there, {"password": GOOD}).status_code == 410, "a key works once"
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["short", "password", "ann@club.example", "x" * 5000])
def test_a_weak_password_is_refused_in_words_and_the_key_stays(password):
    ask("tournaments:sign_up", "ann@club.example")
    client = Client()
    assert client.post(link(), {"password": password}).status_code == 422
    assert not User.objects.exists()
    assert client.post(link(), {"password": GOOD}).status_code == 302


def test_a_known_address_gets_no_key_to_a_second_account():
    known("ann@club.example")
    ask("tournaments:sign_up", "ANN@club.example")
    assert links() == [reverse("login")]


def test_an_unknown_address_gets_no_key_to_sign_in():
    ask("tournaments:sign_in_link", "bob@club.example")
    ask("tournaments:forgotten", "bob@club.example")
    assert links(0) == links(1) == [reverse("tournaments:sign_up")]


def test_a_letter_signs_in_once():
    user = known()
    ask("tournaments:sign_in_link", user.email)
    client, other = Client(), Client()
    client.get(link())
    assert not is_in(client)
    assert client.post(link()).status_code == 302
    assert is_in(client)
    assert other.post(link()).status_code == 410
    assert not is_in(other)


def test_a_new_password_signs_out_everywhere_and_voids_the_other_keys():
    user = known()
    before = Client()
    before.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    ask("tournaments:sign_in_link", user.email)
    ask("tournaments:forgotten", user.email)
    client = Client()
    assert client.post(link(), {"password": "no trump at all 9"}).status_code == 302
    assert is_in(client)
    assert before.get(reverse("tournaments:me")).status_code == 302
    assert Client().post(link(0)).status_code == 410
    user.refresh_from_db()
    assert user.check_password("no trump at all 9")


@pytest.mark.parametrize("name", ASKED)
def test_a_key_that_is_too_old_opens_nothing(name):
    known("ann@club.example")
    ask(name, "bob@club.example" if name == "tournaments:sign_up" else "ann@club.example")
    MailedKey.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    client = Client()
    assert client.get(link()).status_code == 410
    assert client.post(link(), {"password": GOOD}).status_code == 410
    assert not is_in(client)


def test_a_guessed_key_opens_nothing_and_names_nobody():
    known("ann@club.example")
    for guess in ("x", "a" * 32, "%00", "a" * 500, "ann@club.example"):
        answer = Client().get(f"/keys/{guess}/")
        assert answer.status_code == 404
        assert b"club.example" not in answer.content


def test_keys_are_not_kept_as_they_are_sent():
    ask("tournaments:sign_up", "ann@club.example")
    token = link().strip("/").rpartition("/")[2]
    kept = MailedKey.objects.get()
    assert token not in {str(value) for value in vars(kept).values()}
    assert kept.token_hash != token


def test_a_switched_off_account_is_not_signed_in():
    user = known()
    ask("tournaments:sign_in_link", user.email)
    User.objects.update(is_active=False)
    client = Client()
    assert client.post(link()).status_code == 410
    assert not is_in(client)


def test_an_address_gets_a_few_letters_in_an_hour_and_hears_the_same():
    heard = {ask("tournaments:sign_in_link", "ann@club.example") for _ in range(MOST_TO_AN_ADDRESS + 3)}
    assert len(heard) == 1
    assert len(mail.outbox) == MOST_TO_AN_ADDRESS


def test_one_place_cannot_have_letters_sent_without_end():
    for at in range(MOST_FROM_A_PLACE):
        assert ask("tournaments:sign_in_link", f"ann{at}@club.example")[0] == 200
    assert ask("tournaments:sign_in_link", "bob@club.example")[0] == 429
    assert len(mail.outbox) == MOST_FROM_A_PLACE


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "http:///evil"],
)
def test_no_way_in_leads_elsewhere(elsewhere):
    user = known()
    ask("tournaments:sign_in_link", user.email, next=elsewhere)
    assert Client().post(link())["Location"] == reverse("tournaments:me")
    said = {"username": user.username, "password": GOOD, "next": elsewhere}
    assert Client().post(reverse("login"), said)["Location"] == reverse("tournaments:me")


def test_a_local_page_is_remembered_through_the_letter():
    user = known()
    ask("tournaments:sign_in_link", user.email, next="/clubs/new/")
    assert Client().post(link())["Location"] == "/clubs/new/"


def test_an_account_moves_to_an_address_that_answered(client):
    user = known()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    there = reverse("tournaments:me_address")
    assert client.post(there, {"address": "new@club.example", "old": "wrong"}).status_code == 422
    assert client.post(there, {"address": "new@club.example", "old": GOOD}).status_code == 302
    user.refresh_from_db()
    assert user.email == "ann@club.example"
    assert Client().post(link()).status_code == 302
    user.refresh_from_db()
    assert (user.email, user.username) == ("new@club.example", "new@club.example")
    assert mail.outbox[-1].to == ["ann@club.example"], "the old address is told"


def test_an_account_cannot_move_to_an_address_that_is_taken(client):
    known("bob@club.example")
    user = known()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.post(reverse("tournaments:me_address"), {"address": "bob@club.example", "old": GOOD})
    assert links() == [reverse("login")], "only the owner of the address hears that it is taken"
    client.post(reverse("tournaments:me_address"), {"address": "new@club.example", "old": GOOD})
    known("new@club.example")
    assert client.post(link()).status_code == 422
    user.refresh_from_db()
    assert user.email == "ann@club.example"


def test_a_name_that_breaks_the_line_is_no_header(client):
    assert ask("tournaments:sign_up", "ann@club.example\nBcc: all@club.example")[0] == 422
    assert mail.outbox == []


def test_a_club_says_who_invites_and_no_address(client):
    factories.make_account("dora", factories.make_club(), "owner")
    for name in ASKED:
        assert b"dora" not in client.get(reverse(name)).content
