"""Two-step sign-in: a code from an app beside the password, and recovery codes for a phone that was lost.

The app's codes, their drift, and how long a guesser waits are django-otp's, kept in the database: every web
process knows of every try. Recovery codes are kept hashed, each works once.
"""

import secrets
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.engine.errors import EventViolation
from tournaments.models import RecoveryCode
from tournaments.selectors.links import hash_token
from tournaments.services.audit import record_account

CODES = 8
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 16  # 80 bits
WRONG = "This code is not right. Wait for the next one and type that."


@dataclass(frozen=True, slots=True)
class Seed:
    """What an app needs: the address in the QR code, and the same to type."""

    address: str
    typed: str


@transaction.atomic
def begin_two_steps(*, user: User) -> Seed:
    """The seed of an app; the same one until it is confirmed, so that a page may be looked at twice."""
    if TOTPDevice.objects.filter(user=user, confirmed=True).exists():
        raise EventViolation("two-steps-on", "Two-step sign-in is on already.")
    device, _ = TOTPDevice.objects.get_or_create(user=user, confirmed=False, defaults={"name": "app"})
    address = device.config_url
    typed = address.partition("secret=")[2].partition("&")[0]
    return Seed(address, " ".join(typed[at : at + 4] for at in range(0, len(typed), 4)))


def confirm_two_steps(*, user: User, code: str) -> list[str]:
    """Switch it on with a code from the app; the recovery codes, shown this once."""
    if not _app_says(user, code, confirmed=False):
        raise EventViolation("code-wrong", WRONG)
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user, confirmed=False).update(confirmed=True)
        record_account(user.pk, "two-step sign-in on")
        return _new_codes(user)


def second_step_holds(*, user: User, code: str) -> bool:
    """Whether a code from the app, or a recovery code, is right. Used up by that; a wrong one makes wait."""
    return _app_says(user, code, confirmed=True) or _spend_recovery_code(user, code)


def renew_recovery_codes(*, user: User, code: str) -> list[str]:
    """Fresh recovery codes instead of the old ones, for who has the app's code."""
    _demand(user, code)
    with transaction.atomic():
        record_account(user.pk, "new recovery codes")
        return _new_codes(user)


def end_two_steps(*, user: User, code: str) -> None:
    """Switch it off, for who has a code."""
    _demand(user, code)
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user).delete()
        RecoveryCode.objects.filter(user=user).delete()
        record_account(user.pk, "two-step sign-in off")


def _demand(user: User, code: str) -> None:
    if not second_step_holds(user=user, code=code):
        raise EventViolation("code-wrong", WRONG)


def _app_says(user: User, code: str, *, confirmed: bool) -> bool:
    """Ask the device under a lock: a code works once, also for two who type it at the same moment.

    What the device notes of a wrong try must be committed: nothing is raised in here.
    """
    digits = "".join(code.split())
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=confirmed).first()
        if device is None or not (digits.isascii() and digits.isdecimal() and len(digits) == device.digits):
            return False
        return bool(device.verify_token(digits))


def _new_codes(user: User) -> list[str]:
    RecoveryCode.objects.filter(user=user).delete()
    codes = ["".join(secrets.choice(LETTERS) for _ in range(LENGTH)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, code_hash=_hash(user, code)) for code in codes)
    return ["-".join(code[at : at + 4] for at in range(0, LENGTH, 4)) for code in codes]


def _spend_recovery_code(user: User, code: str) -> bool:
    letters = "".join(one for one in code.upper() if one in LETTERS)
    if len(letters) != LENGTH or len(code) > 40:
        return False
    unused = RecoveryCode.objects.filter(user=user, code_hash=_hash(user, letters), used_at__isnull=True)
    return bool(unused.update(used_at=timezone.now()))


def _hash(user: User, letters: str) -> str:
    return hash_token(f"recovery:{user.pk}:{letters}")
