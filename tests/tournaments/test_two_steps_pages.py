"""Two-step sign-in: switched on with an app, asked for on every way in, and the codes for a lost phone."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from tests import factories
from tests.tournaments.letters import app_code, is_in, link
from tournaments.models import Membership, RecoveryCode
from tournaments.services.two_steps import begin_two_steps, confirm_two_steps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("letters_at_once", "quick_passwords")]

GOOD = "the left bower 7"
PAGE = "tournaments:two_steps"
CODE = "tournaments:second_step"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann@club.example", "ann@club.example", GOOD)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def seed_on(page: str) -> str:
    found = re.search(r'class="seed">([A-Z2-7 ]+)<', page)
    assert found is not None
    return found[1]


def switch_on(user: User) -> tuple[str, list[str]]:
    """The app's seed, and the recovery codes; the code just used may be used again in the test."""
    seed = begin_two_steps(user=user).typed
    codes = confirm_two_steps(user=user, code=app_code(seed))
    TOTPDevice.objects.update(last_t=-1)
    return seed, codes


def half_in(user: User) -> Client:
    client = Client()
    answer = client.post(reverse("login"), {"username": user.username, "password": GOOD})
    assert answer["Location"] == reverse(CODE)
    assert not is_in(client)
    return client


@pytest.mark.parametrize(
    ("at", "code"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924")],
)
def test_the_app_of_these_tests_shows_what_rfc_6238_prints(at, code):
    """The last six figures of the table in appendix B, for SHA-1 and the seed 12345678901234567890."""
    assert app_code("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", at) == code


def test_it_is_switched_on_with_an_app_and_asked_for_from_then_on(ann):
    client = signed_in(ann)
    page = client.get(reverse(PAGE)).content.decode()
    assert "data:image/svg+xml" in page
    seed = seed_on(page)
    assert seed == seed_on(client.get(reverse(PAGE)).content.decode()), "looking again changes nothing"
    assert client.post(reverse(PAGE), {"do": "confirm", "code": "000000"}).status_code == 422
    TOTPDevice.objects.update(throttling_failure_count=0)
    done = client.post(reverse(PAGE), {"do": "confirm", "code": app_code(seed)})
    assert done.status_code == 200
    assert len(re.findall(r"<code>[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3}</code>", done.content.decode())) == 8
    other = half_in(ann)
    TOTPDevice.objects.update(last_t=-1)
    assert other.post(reverse(CODE), {"code": app_code(seed)}).status_code == 302
    assert is_in(other)


def test_the_password_alone_opens_nothing(ann):
    factories.make_club()
    Membership.objects.create(club=factories.make_club("Looe"), user=ann, role="owner")
    switch_on(ann)
    client = half_in(ann)
    for name in ("tournaments:me", "tournaments:club_new"):
        assert client.get(reverse(name)).status_code == 302
    assert client.get(reverse("tournaments:club_people", args=["looe"])).status_code == 302


def test_a_code_works_once(ann):
    seed, _ = switch_on(ann)
    code = app_code(seed)
    assert half_in(ann).post(reverse(CODE), {"code": code}).status_code == 302
    late = half_in(ann)
    assert late.post(reverse(CODE), {"code": code}).status_code == 422
    assert not is_in(late)


def test_a_guesser_waits_longer_after_each_wrong_code(ann):
    seed, _ = switch_on(ann)
    client = half_in(ann)
    for _ in range(3):
        assert client.post(reverse(CODE), {"code": "000000"}).status_code == 422
    device = TOTPDevice.objects.get()
    assert device.throttling_failure_count >= 1
    assert client.post(reverse(CODE), {"code": app_code(seed)}).status_code == 422, "right, but too soon"
    TOTPDevice.objects.update(throttling_failure_timestamp=timezone.now() - timezone.timedelta(minutes=5))
    assert client.post(reverse(CODE), {"code": app_code(seed)}).status_code == 302


@pytest.mark.parametrize("nasty", ["", "٣٣٣٣٣٣", "1e5", "-12345", "0" * 5000, "x\x00", "12 34"])
def test_what_is_no_code_is_refused(ann, nasty):
    switch_on(ann)
    assert half_in(ann).post(reverse(CODE), {"code": nasty}).status_code == 422


def test_a_recovery_code_works_once_and_for_its_own_account_only(ann):
    _, codes = switch_on(ann)
    bob = User.objects.create_user("bob@club.example", "bob@club.example", GOOD)
    switch_on(bob)
    assert half_in(bob).post(reverse(CODE), {"code": codes[0]}).status_code == 422
    assert half_in(ann).post(reverse(CODE), {"code": codes[0].lower()}).status_code == 302
    assert half_in(ann).post(reverse(CODE), {"code": codes[0]}).status_code == 422
    assert half_in(ann).post(reverse(CODE), {"code": codes[1].replace("-", "")}).status_code == 302


def test_recovery_codes_are_not_kept_as_they_are_shown(ann):
    _, codes = switch_on(ann)
    kept = " ".join(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert not any(code in kept or code.replace("-", "") in kept for code in codes)


def test_a_letter_does_not_go_round_the_second_step(ann):
    seed, _ = switch_on(ann)
    for name, typed in (("sign_in_link", {}), ("forgotten", {"password": "no trump at all 9"})):
        Client().post(reverse(f"tournaments:{name}"), {"address": ann.email})
        client = Client()
        answer = client.post(link(), typed)
        assert answer["Location"] == reverse(CODE)
        assert not is_in(client)
    assert client.post(reverse(CODE), {"code": app_code(seed)}).status_code == 302


def test_the_operators_pages_have_no_door_of_their_own(client):
    assert client.post("/admin/login/", {"username": "x", "password": "y"}).status_code == 302
    assert client.get("/admin/login/?next=/admin/")["Location"] == f"{reverse('login')}?next=/admin/"


def test_half_a_sign_in_is_forgotten_after_ten_minutes(ann, monkeypatch):
    seed, _ = switch_on(ann)
    client = half_in(ann)
    monkeypatch.setattr("tournaments.views.doors.HALF_LASTS", -1)
    assert client.post(reverse(CODE), {"code": app_code(seed)})["Location"] == reverse("login")
    assert not is_in(client)


def test_it_is_switched_off_and_codes_renewed_with_a_code_only(ann):
    _, codes = switch_on(ann)
    client = signed_in(ann)
    for do in ("end", "renew"):
        assert client.post(reverse(PAGE), {"do": do, "code": "WRONG"}).status_code == 422
    fresh = client.post(reverse(PAGE), {"do": "renew", "code": codes[0]}).content.decode()
    new = re.findall(r"<code>([^<]+)</code>", fresh)
    assert len(new) == 8
    assert not set(new) & set(codes)
    assert client.post(reverse(PAGE), {"do": "end", "code": codes[1]}).status_code == 422, "the old are void"
    assert client.post(reverse(PAGE), {"do": "end", "code": new[0]}).status_code == 302
    assert not TOTPDevice.objects.exists()
    assert not RecoveryCode.objects.exists()


def test_an_owner_without_it_is_a_member_where_the_club_asks_for_it(ann):
    club = factories.make_club()
    Membership.objects.create(club=club, user=ann, role="owner")
    client, people = signed_in(ann), reverse("tournaments:club_people", args=[club.slug])
    asked = reverse("tournaments:club_two_steps", args=[club.slug])
    client.post(asked, {"asked": "yes"})
    club.refresh_from_db()
    assert not club.owners_two_steps, "nobody locks himself out"
    switch_on(ann)
    client.post(asked, {"asked": "yes"})
    assert client.get(people).status_code == 200
    other = factories.make_account("bob", club, "owner")
    assert signed_in(other).get(people).status_code == 403
    night = factories.make_event(club)
    mine = signed_in(other).get(reverse("tournaments:me")).content.decode()
    assert "only a member there" in mine
    assert night.name not in mine, "no table is offered that would be refused"
    switch_on(other)
    assert signed_in(other).get(people).status_code == 200
    assert night.name in signed_in(other).get(reverse("tournaments:me")).content.decode()
