"""Letters that were asked for: confirmed, told once, stopped by a link, and never waited for."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from kombu.exceptions import OperationalError

from tests import factories, leagues
from tournaments import tasks
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Event, MailSent, MailWish, Player
from tournaments.selectors.mail import key_of, wish_of
from tournaments.services.events import change_state
from tournaments.services.letters import send_words
from tournaments.services.mail_wishes import (
    ask_for_mail,
    confirm_wish,
    drop_unconfirmed,
    mail_fixtures,
    mail_late_results,
    mail_results,
)

pytestmark = pytest.mark.django_db

ADA = "ada@example.org"


@pytest.fixture
def wish(club: Club) -> MailWish:
    """Ada wants results, and has confirmed it."""
    return MailWish.objects.create(club=club, email=ADA, kind="results", confirmed_at=timezone.now())


def links(text: str) -> list[str]:
    return re.findall(r"https?://[^/\s]+(/\S+)", text)


def test_asking_confirming_and_stopping_by_the_pages(
    club: Club, django_capture_on_commit_callbacks: Any
) -> None:
    client, there = Client(), reverse("tournaments:mail_ask", args=[club.slug])
    assert "Results by mail" in client.get(reverse("tournaments:club", args=[club.slug])).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        asked = client.post(there, {"email": ADA.upper(), "kinds": ["results"]})
    assert "Look into your mail" in asked.content.decode()
    letter = mail.outbox[0]
    assert letter.to == [ADA]
    confirm, stop = links(str(letter.body))
    assert client.get(confirm).status_code == 200
    assert MailWish.objects.get().confirmed_at is None, "a program that looks at links confirms nothing"
    client.post(confirm)
    assert MailWish.objects.get().confirmed_at is not None
    assert client.get(stop).status_code == 200
    assert MailWish.objects.exists()
    assert "Stopped" in client.post(stop).content.decode()
    assert not MailWish.objects.exists()
    assert client.post(stop).status_code == 200, "stopping what is stopped is no error"


def test_a_mail_program_stops_it_with_one_click(club: Club, wish: MailWish) -> None:
    """RFC 8058: a POST from anywhere, without cookie or form."""
    client = Client(enforce_csrf_checks=True)
    there = reverse("tournaments:mail_stop", args=[key_of(wish)])
    assert client.post(there, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not MailWish.objects.exists()


def test_the_answer_is_the_same_for_addresses_that_are_known(club: Club, wish: MailWish) -> None:
    there = reverse("tournaments:mail_ask", args=[club.slug])
    told = [Client().post(there, {"email": one, "kinds": ["results"]}) for one in (ADA, "new@example.org")]
    assert told[0].content == told[1].content


def test_nobody_is_written_to_again_and_again(club: Club, django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            ask_for_mail(club=club, email=ADA, kinds=[MailWish.Kind.RESULTS])
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("key", ["", "x", "WzEsIngiXQ:1abcde:sig", "a" * 3000])
def test_a_made_up_key_opens_nothing(club: Club, wish: MailWish, key: str) -> None:
    assert wish_of(key) is None
    if key:
        assert Client().post(reverse("tournaments:mail_confirm", args=[key])).status_code == 404
    assert MailWish.objects.exists()


def test_a_key_opens_one_wish_only(club: Club, wish: MailWish) -> None:
    key = key_of(wish)
    MailWish.objects.filter(pk=wish.pk).update(email="eve@example.org")
    assert wish_of(key) is None


def test_results_go_once_to_who_confirmed(
    club: Club, wish: MailWish, django_capture_on_commit_callbacks: Any
) -> None:
    event = factories.make_night(club, players=8, name="Thursday night")
    MailWish.objects.create(club=club, email="silent@example.org", kind="results")
    with django_capture_on_commit_callbacks(execute=True):
        change_state(event=event, state=Event.State.FINISHED)
    assert [letter.to for letter in mail.outbox] == [[ADA]]
    letter = mail.outbox[0]
    assert letter.subject == f"{club.name}: Thursday night"
    for entry in event.entries.all():
        assert str(entry) in letter.body
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop in letter.body
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    with django_capture_on_commit_callbacks(execute=True):
        mail_results(event_id=event.pk)
        mail_late_results(today=event.plays_on)
    assert len(mail.outbox) == 1


def test_results_name_people_as_strangers_may_read_them(
    club: Club, wish: MailWish, django_capture_on_commit_callbacks: Any
) -> None:
    event = factories.make_night(club, players=8, state=Event.State.FINISHED)
    shy = event.entries.order_by("pk")[0].player
    assert shy is not None
    Player.objects.filter(pk=shy.pk).update(privacy="hidden")
    with django_capture_on_commit_callbacks(execute=True):
        assert mail_results(event_id=event.pk) == 1
    assert shy.name not in mail.outbox[0].body
    assert "A player" in mail.outbox[0].body


def test_a_private_or_open_event_is_mailed_to_nobody(club: Club, wish: MailWish) -> None:
    private = factories.make_night(club, players=8, state=Event.State.FINISHED, public=False)
    running = factories.make_night(club, players=8, name="Next")
    assert mail_results(event_id=private.pk) == mail_results(event_id=running.pk) == 0


def test_the_weeks_matches_go_once_a_week(club: Club, django_capture_on_commit_callbacks: Any) -> None:
    MailWish.objects.create(club=club, email=ADA, kind="fixtures", confirmed_at=timezone.now())
    division = leagues.make_division(leagues.make_season(club))
    matches = leagues.draw(division)
    monday = leagues.STARTS - timedelta(days=leagues.STARTS.weekday())
    with django_capture_on_commit_callbacks(execute=True):
        assert mail_fixtures(today=monday) == 1
        assert mail_fixtures(today=monday + timedelta(days=1)) == 0
        assert mail_fixtures(today=date(2031, 1, 6)) == 0, "a week without matches has no letter"
    body = mail.outbox[0].body
    for match in matches:
        assert (f"{match.home} v {match.visitor}" in body) == (match.week == 1)


@pytest.mark.parametrize(
    "bad", ["a@example.org\nBcc: b@example.org", "a@example.org\r", "a\u2028b@example.org"]
)
def test_nothing_is_slipped_into_a_letters_head(bad: str) -> None:
    with pytest.raises(EventViolation):
        send_words(bad, "Hello", "text")
    with pytest.raises(EventViolation):
        send_words("a@example.org", f"Hello {bad}", "text")


def test_a_clubs_name_cannot_end_a_subject(club: Club, django_capture_on_commit_callbacks: Any) -> None:
    club.name = "Bude\r\nBcc: eve@example.org"
    club.save()
    with django_capture_on_commit_callbacks(execute=True):
        ask_for_mail(club=club, email=ADA, kinds=[MailWish.Kind.RESULTS])
    assert mail.outbox[0].subject == "Bude Bcc: eve@example.org: results by mail?"


def test_a_lost_broker_changes_no_answer(
    settings: Any, broker: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    broker("redis://127.0.0.1:1/0")
    with django_capture_on_commit_callbacks(execute=True):
        send_words(ADA, "Hello", "text")
    for _ in range(100):
        if mail.outbox:
            break
        __import__("time").sleep(0.05)
    assert [letter.to for letter in mail.outbox] == [[ADA]]


def test_a_letter_that_the_post_refuses_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert OSError in tasks.send_letter.autoretry_for  # type: ignore[attr-defined]
    assert issubclass(__import__("smtplib").SMTPException, OSError)
    assert tasks.send_letter.max_retries == 8
    assert not issubclass(OperationalError, OSError)


def test_who_never_confirms_is_forgotten(club: Club, wish: MailWish) -> None:
    old = MailWish.objects.create(club=club, email="old@example.org", kind="results")
    MailWish.objects.filter(pk=old.pk).update(made_at=timezone.now() - timedelta(days=8))
    MailWish.objects.create(club=club, email="new@example.org", kind="results")
    assert drop_unconfirmed() == 1
    assert sorted(MailWish.objects.values_list("email", flat=True)) == [ADA, "new@example.org"]


def test_confirming_twice_is_the_same(club: Club) -> None:
    made = MailWish.objects.create(club=club, email=ADA, kind="results")
    confirm_wish(wish=made)
    first = MailWish.objects.get().confirmed_at
    confirm_wish(wish=made)
    assert MailWish.objects.get().confirmed_at == first
    assert not MailSent.objects.exists()
