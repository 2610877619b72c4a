"""Two at the same moment: a key, an invitation and the last owner's chair are each had by one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from tests import factories
from tournaments.engine.errors import EventViolation
from tournaments.models import Invitation, MailedKey, Membership
from tournaments.selectors.links import hash_token
from tournaments.services.accounts import sign_up
from tournaments.services.invitations import accept_invitation
from tournaments.services.memberships import end_membership

pytestmark = pytest.mark.django_db(transaction=True)

TOMORROW = timedelta(days=1)


def at_once(*deeds: Callable[[], object]) -> list[str]:
    """What came of deeds that begin together: "done", or the code of the refusal, sorted."""
    ready = Barrier(len(deeds))

    def run(deed: Callable[[], object]) -> str:
        try:
            ready.wait(10)
            deed()
        except EventViolation as refused:
            return refused.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(deeds)) as pool:
        return sorted(pool.map(run, deeds))


def test_a_key_makes_one_account():
    ends = timezone.now() + TOMORROW
    MailedKey.objects.create(
        purpose="sign-up", address="a@club.example", token_hash=hash_token("t"), ends_at=ends
    )
    deed = lambda: sign_up(token="t", password="the left bower 7")  # noqa: E731
    assert at_once(deed, deed, deed) == ["done", "key-used", "key-used"]
    assert User.objects.count() == 1


def test_an_invitation_is_accepted_by_one_account():
    club, ends = factories.make_club(), timezone.now() + TOMORROW
    Invitation.objects.create(
        club=club, role="scorer", token_hash=hash_token("t"), made_by="tests", ends_at=ends
    )
    users = [factories.make_account(name) for name in ("ann", "bob")]
    told = at_once(*(lambda user=user: accept_invitation(token="t", user=user) for user in users))
    assert told == ["done", "invitation-used"]
    assert Membership.objects.count() == 1


def test_of_the_last_two_owners_one_stays():
    club = factories.make_club()
    for name in ("ann", "bob"):
        factories.make_account(name, club, "owner")
    leaving = list(Membership.objects.all())
    told = at_once(*(lambda one=one: end_membership(membership=one) for one in leaving))
    assert told == ["done", "last-owner"]
    assert Membership.objects.count() == 1
