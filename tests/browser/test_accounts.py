"""From nothing to a scored hand, with two people and their mail; and every page of accounts looked at."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.urls import reverse

from scoring.models import LedgerLine
from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.tapping import enter, expect_sent, sit_down
from tests.browser.test_director import looked_at, sign_in
from tests.tournaments.letters import app_code, link
from tournaments.actors import Actor
from tournaments.models import Club, Membership
from tournaments.services.accounts import mail_key
from tournaments.services.invitations import invite
from tournaments.views.doors import Pages

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick_hashing")]

GOOD = "the left bower 7"


@pytest.fixture
def quick_hashing(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.HALL = False  # mail goes out


def test_from_an_address_to_a_club_whose_scorer_scores(laptop, phone):
    laptop.goto(reverse("tournaments:home"))
    laptop.get_by_role("link", name="Sign in").click()
    laptop.get_by_role("link", name="Make an account").click()
    laptop.get_by_label("E-mail address").fill("ann@club.example")
    laptop.get_by_role("button", name="Send the letter").click()
    expect(laptop.get_by_role("status")).to_contain_text("ann@club.example")
    laptop.goto(link())
    laptop.get_by_label("Your name").fill("Ann Trewin")
    laptop.get_by_label("Password").fill(GOOD)
    laptop.get_by_role("button", name="Make the account").click()
    laptop.get_by_role("link", name="Found a club").click()
    laptop.get_by_label("Name", exact=True).fill("Bude Euchre Club")
    laptop.get_by_role("button", name="Found the club").click()
    expect(laptop.get_by_text("is founded")).to_be_visible()
    club = Club.objects.get()
    laptop.goto(reverse("tournaments:club_people", args=[club.slug]))
    laptop.get_by_role("link", name="Invite somebody").click()
    laptop.get_by_label("Role").select_option("scorer")
    laptop.get_by_label("E-mail address").fill("bob@club.example")
    laptop.get_by_role("button", name="Invite").click()
    expect(laptop.get_by_text("An invitation is on its way to bob@club.example.")).to_be_visible()
    factories.make_night(club)

    page = phone()
    page.goto(link())
    page.get_by_label("Your name").fill("Bob Pascoe")
    page.get_by_label("Password").fill(GOOD)
    page.get_by_role("button", name="Make an account and accept").tap()
    expect(page).to_have_url(re.compile("/clubs/bude-euchre-club/$"))
    page.goto(reverse("tournaments:me"))
    page.get_by_role("link", name="Thursday night").first.tap()
    page.get_by_role("button", name="Score table 2").tap()
    expect(page).to_have_url(re.compile("/t/"))
    sit_down(page, page.url)
    enter(page, "N", 3)
    expect_sent(page, 1)
    hand = LedgerLine.objects.get(kind="hand")
    assert (hand.facts["maker"], hand.facts["tricks"]) == ("N", 3)
    assert [(one.user.first_name, one.role) for one in Membership.objects.order_by("pk")] == [
        ("Ann Trewin", "owner"),
        ("Bob Pascoe", "scorer"),
    ]


@pytest.mark.parametrize("width", [320, 1280])
def test_the_pages_of_accounts_shut_nobody_out_and_fit_the_screen(
    width, open_page: Callable[..., Any], axe, look, settings, forgive
):
    forgive("404")  # the key that is none
    club = factories.make_club()
    night = factories.make_night(club)
    player = night.entries.get(number=1).player
    page = open_page(viewport={"width": width, "height": 800})
    pages = Pages(key=lambda token: f"http://x/keys/{token}/", sign_in="http://x/", sign_up="http://x/")
    mail_key(purpose="sign-up", address="new@club.example", pages=pages)
    found = []
    for name, there in (
        ("sign-in", reverse("login")),
        ("sign-up", reverse("tournaments:sign_up")),
        ("key", link()),
        ("key-refused", "/keys/nothing/"),
    ):
        page.goto(there)
        found += looked_at(page, f"accounts-{name}-{width}", axe, look)
    sign_in(page, "owner", club, "owner")
    owner = User.objects.get(username="owner")
    Membership.objects.filter(user=owner).update(player=player)
    kit = factories.make_account("kit.lowenna.chenoweth@a-long-name.example", club, "scorer")
    User.objects.filter(pk=kit.pk).update(email=kit.username)
    other = night.entries.get(number=2).player
    assert other is not None
    other.claims.create(club=club, user=factories.make_account("jack@club.example"))
    actor = Actor.of_command("tests")
    issued = invite(club=club, role="director", actor=actor, address="dora@club.example", link=lambda t: t)
    settings.HALL = True
    for name, there in (
        ("me", reverse("tournaments:me")),
        ("people", reverse("tournaments:club_people", args=[club.slug])),
        ("invite", reverse("tournaments:club_invite", args=[club.slug])),
        ("two-steps", reverse("tournaments:two_steps")),
        ("password", reverse("tournaments:me_password")),
        ("invitation", f"/invitations/{issued.token}/"),
        ("score", reverse("scoring:score_tables", args=[club.slug, night.slug])),
    ):
        page.goto(there)
        if name == "people":
            page.locator("summary").last.click()
        found += looked_at(page, f"accounts-{name}-{width}", axe, look)
    page.goto(reverse("tournaments:two_steps"))
    page.get_by_role("textbox", name="Code").fill(app_code(page.locator(".seed").inner_text()))
    page.get_by_role("button", name="Switch it on").click()
    found += looked_at(page, f"accounts-codes-{width}", axe, look)
    page.goto(reverse("tournaments:club_invite", args=[club.slug]))
    page.get_by_role("button", name="Invite").click()
    found += looked_at(page, f"accounts-shown-{width}", axe, look)
    assert found == []
    assert mail.outbox
