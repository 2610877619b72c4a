"""An account: made, found again, moved to another address. Each of these is opened by a key sent by mail.

Whoever asks hears the same, known here or not; only the letter tells the address's owner which it is. A key
has 192 random bits and works once; a row is kept for every letter, so that nobody can have a hundred sent.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from axes.utils import reset
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.engine.errors import EventViolation
from tournaments.models import MailedKey
from tournaments.selectors.accounts import account_at, plain_address
from tournaments.selectors.links import hash_token
from tournaments.services import letters
from tournaments.services.audit import record_account
from tournaments.services.letters import Letter, send_words

Purpose = MailedKey.Purpose
LASTS = {
    Purpose.SIGN_UP: timedelta(days=1),
    Purpose.SIGN_IN: timedelta(minutes=15),
    Purpose.PASSWORD: timedelta(hours=1),
    Purpose.ADDRESS: timedelta(days=1),
}
MOST_TO_AN_ADDRESS = 5
"""Letters in an hour; who asks for more hears the same, and the ones that were sent still work."""
MOST_FROM_A_PLACE = 40
"""Keys asked for from one network address in an hour: a whole club on the hall's Wi-Fi fits."""
KEPT = timedelta(days=2)


class KeyRefused(EventViolation):
    """The key opens nothing: unknown (404), used or too old (410)."""

    def __init__(self, code: str, sentence: str, *, status: int) -> None:
        super().__init__(code, sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class Pages:
    """Where a letter's reader goes: the page of a key, sign in, sign up. Whole addresses."""

    key: Callable[[str], str]
    sign_in: str
    sign_up: str


@transaction.atomic
def mail_key(
    *,
    purpose: str,
    address: str,
    pages: Pages,
    then: str = "",
    place: str | None = None,
    user: User | None = None,
) -> None:
    """Send a key to an address; `user` is whose address is to become this one, for that purpose only.

    `then` is the local page that was wanted, `place` the network address of who asks.
    """
    address, now = plain_address(address), timezone.now()
    MailedKey.objects.filter(ends_at__lt=now - KEPT).delete()
    recent = MailedKey.objects.filter(made_at__gt=now - timedelta(hours=1))
    if place and recent.filter(asked_from=place).count() >= MOST_FROM_A_PLACE:
        raise EventViolation(
            "too-many-letters", "Too many letters were asked for from here. Try again in an hour."
        )
    enough = recent.filter(address=address).count() >= MOST_TO_AN_ADDRESS
    holder, token = account_at(address), secrets.token_urlsafe(24)
    MailedKey.objects.create(
        purpose=purpose,
        address=address,
        user=user if purpose == Purpose.ADDRESS else holder,
        token_hash=hash_token(token),
        then=then[:200],
        asked_from=place,
        ends_at=now + LASTS[Purpose(purpose)],
    )
    if not enough:
        letter = _letter(purpose, holder is not None, token, pages)
        send_words(address, letter.subject, letter.text)


def _letter(purpose: str, known: bool, token: str, pages: Pages) -> Letter:
    if purpose in {Purpose.SIGN_UP, Purpose.ADDRESS} and known:
        return letters.known_letter(pages.sign_in)
    if purpose in {Purpose.SIGN_IN, Purpose.PASSWORD} and not known:
        return letters.unknown_letter(pages.sign_up)
    written = {
        Purpose.SIGN_UP: letters.sign_up_letter,
        Purpose.SIGN_IN: letters.sign_in_letter,
        Purpose.PASSWORD: letters.password_letter,
        Purpose.ADDRESS: letters.address_letter,
    }
    return written[Purpose(purpose)](pages.key(token))


def open_key(token: str) -> MailedKey:
    """What a token opens, and it stays unused: a mail program that looks at links spends nothing."""
    key = (
        MailedKey.objects.select_related("user").filter(token_hash=hash_token(token)).first()
        if 0 < len(token) <= 100
        else None
    )
    if key is None or (key.purpose != Purpose.SIGN_UP and key.user is None):
        raise KeyRefused("key-unknown", "This link is not known here. Ask for a new one.", status=404)
    if key.used_at is not None:
        raise KeyRefused("key-used", "This link was used already. Ask for a new one.", status=410)
    if key.ends_at < timezone.now() or (key.user is not None and not key.user.is_active):
        raise KeyRefused("key-over", "This link is too old. Ask for a new one.", status=410)
    return key


def _spend(token: str) -> MailedKey:
    """Use a key up. Of two who try at once one is refused."""
    key = open_key(token)
    if not MailedKey.objects.filter(pk=key.pk, used_at__isnull=True).update(used_at=timezone.now()):
        raise KeyRefused("key-used", "This link was used already. Ask for a new one.", status=410)
    return key


@transaction.atomic
def make_account(*, address: str, password: str, name: str = "") -> User:
    """A new account; that the address is its owner's was shown before. `name` is what the club sees."""
    address = plain_address(address)
    taken = EventViolation(
        "address-taken", "No new account can be made with this address. If it is yours, sign in with it."
    )
    if account_at(address) is not None:
        raise taken
    try:
        with transaction.atomic():
            user = User.objects.create_user(address, address, password, first_name=name.strip())
    except IntegrityError as twice:
        raise taken from twice
    record_account(user.pk, "made")
    return user


@transaction.atomic
def sign_up(*, token: str, password: str, name: str = "") -> tuple[User, str]:
    """The account that a key was sent for, and the page that was wanted."""
    key = _spend(token)
    if key.purpose != Purpose.SIGN_UP:
        raise KeyRefused("key-unknown", "This link is not known here. Ask for a new one.", status=404)
    return make_account(address=key.address, password=password, name=name), key.then


@transaction.atomic
def redeem_sign_in(*, token: str) -> tuple[User, str]:
    """The account that a key signs in, and the page that was wanted."""
    key = _spend(token)
    if key.purpose != Purpose.SIGN_IN or key.user is None:
        raise KeyRefused("key-unknown", "This link is not known here. Ask for a new one.", status=404)
    return key.user, key.then


@transaction.atomic
def renew_password(*, token: str, password: str) -> User:
    """A new password by a key. What was signed in is signed out, and other keys to this account are void."""
    key = _spend(token)
    if key.purpose != Purpose.PASSWORD or key.user is None:
        raise KeyRefused("key-unknown", "This link is not known here. Ask for a new one.", status=404)
    key.user.set_password(password)
    reset(username=key.user.username)  # who was stopped for guessing has shown that the address is theirs
    key.user.save(update_fields=["password"])
    MailedKey.objects.filter(user=key.user, used_at__isnull=True).update(used_at=timezone.now())
    record_account(key.user.pk, "new password by mail")
    return key.user


@transaction.atomic
def move_address(*, token: str) -> User:
    """The account uses the address that the key was sent to; its old address is told."""
    key = _spend(token)
    if key.purpose != Purpose.ADDRESS or key.user is None:
        raise KeyRefused("key-unknown", "This link is not known here. Ask for a new one.", status=404)
    user, old = key.user, key.user.email
    if account_at(key.address) not in {None, user}:
        raise EventViolation("address-taken", "Another account uses this address by now.")
    if "@" in user.username or not user.username:
        user.username = key.address
    user.email = key.address
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "email"])
    except IntegrityError as twice:
        raise EventViolation("address-taken", "Another account uses this address by now.") from twice
    if old:
        letter = letters.moved_letter(key.address)
        send_words(old, letter.subject, letter.text)
    record_account(user.pk, "another address")
    return user


@transaction.atomic
def rename_account(*, user: User, name: str) -> None:
    """What a club's people see instead of a number."""
    user.first_name = " ".join(name.split())[:80]
    user.save(update_fields=["first_name"])
    record_account(user.pk, "another name")


@transaction.atomic
def change_password(*, user: User, password: str) -> None:
    """A new password by who is signed in. Keys by mail to another one are void."""
    user.set_password(password)
    user.save(update_fields=["password"])
    keys = MailedKey.objects.filter(user=user, purpose=Purpose.PASSWORD, used_at__isnull=True)
    keys.update(used_at=timezone.now())
    record_account(user.pk, "new password")
