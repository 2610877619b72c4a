"""Signing in with a password: who gets in, who is stopped, and where one is signed in."""

import re

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.tournaments.letters import is_in, link
from tournaments.models import AuditEntry, SignIn
from tournaments.services.sign_ins import browser_words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_passwords")]

GOOD = "the left bower 7"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann@club.example", "ann@club.example", GOOD)


def enter(name: str = "ann@club.example", password: str = GOOD, agent: str = FIREFOX, **more: str) -> Client:
    client = Client(headers={"user-agent": agent}, **more)  # type: ignore[arg-type]
    client.post(reverse("login"), {"username": name, "password": password})
    return client


def test_the_case_of_an_address_does_not_matter(ann):
    assert is_in(enter("Ann@CLUB.example"))


def test_an_account_with_a_name_signs_in_by_it():
    User.objects.create_user("Dora", "", GOOD)
    assert is_in(enter("Dora"))


def test_a_wrong_password_and_an_unknown_address_hear_the_same(ann):
    heard = []
    for name in ("ann@club.example", "bob@club.example"):
        page = Client().post(reverse("login"), {"username": name, "password": "wrong"}).content.decode()
        heard.append(re.sub(r'value="\w{64}"', "", page))
    assert heard[0].replace("ann@", "bob@") == heard[1]


def test_a_guesser_is_stopped_by_what_the_database_knows(ann, settings):
    """Not by what one web process remembers: each try comes from a browser of its own."""
    settings.AXES_FAILURE_LIMIT = 3
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    for _ in range(3):
        enter(password="wrong")
    client = Client()
    answer = client.post(reverse("login"), {"username": ann.username, "password": GOOD})
    assert answer.status_code == 429
    assert "Too many tries" in answer.content.decode()
    assert not is_in(client)
    assert is_in(enter(REMOTE_ADDR="198.51.100.7")), "the owner at home is not locked out with the guesser"


@pytest.mark.usefixtures("letters_at_once")
def test_who_answers_a_letter_waits_no_longer(ann, settings):
    settings.AXES_FAILURE_LIMIT = 3
    for _ in range(3):
        enter(password="wrong")
    assert not is_in(enter())
    Client().post(reverse("tournaments:forgotten"), {"address": ann.email})
    Client().post(link(), {"password": "no trump at all 9"})
    assert is_in(enter(password="no trump at all 9"))


def test_behind_a_proxy_it_is_the_guesser_who_is_stopped(ann, settings):
    settings.AXES_FAILURE_LIMIT = 3
    settings.HALL = False
    for at in range(3):
        enter(password="wrong", HTTP_X_FORWARDED_FOR=f"10.0.0.{at}, 203.0.113.9")
    assert not is_in(enter(HTTP_X_FORWARDED_FOR="198.51.100.7, 203.0.113.9"))
    assert is_in(enter(HTTP_X_FORWARDED_FOR="203.0.113.9, 198.51.100.7"))


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox, Android"),
        (EDGE, "Edge, Windows"),
        ("", "unknown browser"),
        ("x" * 9999, "unknown browser"),
    ],
)
def test_a_browser_is_named_in_two_words(agent, words):
    assert browser_words(agent) == words


def test_one_sees_where_one_is_signed_in_and_signs_out_elsewhere(ann):
    here, elsewhere = enter(), enter(agent=EDGE)
    page = here.get(reverse("tournaments:me")).content.decode()
    assert "Firefox, Android" in page and "Edge, Windows" in page
    here.post(reverse("tournaments:me_sessions"))
    assert here.get(reverse("tournaments:me")).status_code == 200
    assert elsewhere.get(reverse("tournaments:me")).status_code == 302
    assert "Edge, Windows" not in here.get(reverse("tournaments:me")).content.decode()


def test_one_browser_is_signed_out_and_nobody_elses(ann):
    User.objects.create_user("bob@club.example", "bob@club.example", GOOD)
    here, there, bob = enter(), enter(agent=EDGE), enter("bob@club.example")
    theirs = SignIn.objects.get(user__username="bob@club.example")
    here.post(reverse("tournaments:me_sessions"), {"which": str(theirs.pk)})
    assert bob.get(reverse("tournaments:me")).status_code == 200
    one = SignIn.objects.get(user=ann, browser="Edge, Windows")
    here.post(reverse("tournaments:me_sessions"), {"which": str(one.pk)})
    assert there.get(reverse("tournaments:me")).status_code == 302
    assert here.get(reverse("tournaments:me")).status_code == 200


def test_signing_out_takes_the_browser_off_the_list(ann):
    here, there = enter(), enter(agent=EDGE)
    there.post(reverse("logout"))
    assert "Edge, Windows" not in here.get(reverse("tournaments:me")).content.decode()


def test_a_changed_password_signs_out_everywhere_else(ann):
    here, there = enter(), enter(agent=EDGE)
    form = {"old": GOOD, "password": "no trump at all 9"}
    page = reverse("tournaments:me_password")
    assert here.post(page, form | {"old": "wrong"}).status_code == 422
    assert here.post(page, form).status_code == 302
    assert here.get(reverse("tournaments:me")).status_code == 200
    assert there.get(reverse("tournaments:me")).status_code == 302
    assert "Firefox, Android" in here.get(reverse("tournaments:me")).content.decode()
    assert Session.objects.count() == 1
    recorded = AuditEntry.objects.get(kind="account", key=str(ann.pk), verb="me_password")
    assert recorded.after == {"done": "new password"}, "and nothing of what was typed"


def test_a_session_gets_a_new_key_at_sign_in(ann):
    client = Client()
    client.get(reverse("login"))
    session = client.session
    session["x"] = 1
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    client.post(reverse("login"), {"username": ann.username, "password": GOOD})
    assert client.session.session_key != before
