"""The forms of privacy and of mail, filled in by somebody malicious: an answer, and never a 500."""

from pathlib import Path
from random import Random

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.test_form_fuzz import filled
from tournaments.models import Club, MailWish

pytestmark = pytest.mark.django_db

HOME = Path(__file__).resolve().parent.parent.parent
FIELDS = ["privacy", "sure", "unlisted", "contact_months", "email", "kinds", "find", "page"]


@pytest.mark.parametrize(
    "name", ["person_privacy", "person_erase", "club_privacy", "mail_ask", "audit", "audit_undo"]
)
def test_forms_answer_whatever_is_typed(club: Club, name: str) -> None:
    player = factories.make_player(club)
    parts = {"person_privacy": [player.pk], "person_erase": [player.pk], "audit_undo": [10**30]}
    there, rng = reverse(f"tournaments:{name}", args=[club.slug, *parts.get(name, [])]), Random(name)
    client = Client()
    client.force_login(User.objects.get(username="dora"))
    for _ in range(25):
        assert client.post(there, filled(FIELDS, rng)).status_code < 500
        assert client.get(there, filled(FIELDS, rng)).status_code < 500
    player.refresh_from_db()
    assert player.erased_at is None or name == "person_erase"


@pytest.mark.parametrize("key", ["\x00", "%00", "x" * 5000, "٣", "a:b:c", ".", "-1"])
def test_keys_of_letters_answer_whatever_they_are(club: Club, key: str) -> None:
    MailWish.objects.create(club=club, email="a@b.example", kind="results")
    for there in (f"/mail/{key}/confirm/", f"/mail/{key}/stop/"):
        assert Client().get(there).status_code < 500
        assert Client().post(there).status_code < 500
    assert MailWish.objects.count() == 1


def test_no_answer_is_made_after_its_request() -> None:
    """A streamed answer asks the database when nobody asks any more, and would be told every name."""
    files = [path for app in ("tournaments", "scoring") for path in (HOME / app).rglob("*.py")]
    assert len(files) > 100
    assert [path.name for path in files if "StreamingHttpResponse" in path.read_text()] == []
