"""Accounts: by their address, by the name that others see, and what secures them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.contrib.sessions.models import Session
from django.db.models import Q
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.models import RecoveryCode, SignIn


@dataclass(frozen=True, slots=True)
class TwoSteps:
    """Whether an account is asked for a code, and how many recovery codes are left."""

    on: bool
    codes_left: int


@dataclass(frozen=True, slots=True)
class SignInShown:
    """A browser that is signed in; `here` is the one that asks."""

    sign_in: SignIn
    here: bool


def plain_address(address: str) -> str:
    """An address as it is kept and compared."""
    return address.strip().casefold()


def account_at(address: str) -> User | None:
    """The account with an address. The oldest, should the operator have made two. One query."""
    address = plain_address(address)
    found = User.objects.filter(Q(email__iexact=address) | Q(username=address), is_active=True)
    return found.order_by("pk").first()


def name_of(user: AbstractBaseUser | AnonymousUser) -> str:
    """What others may read of an account: the name it gave itself, never an e-mail address."""
    if not isinstance(user, User):
        return "a visitor"
    name = user.get_full_name()
    if name:
        return name
    return f"account {user.pk}" if "@" in user.username else user.username


def names_of_accounts(codes: Iterable[str]) -> dict[str, str]:
    """Actor code ("user:3") → the name that others may read. One query; who is gone is left out."""
    keys = {code.removeprefix("user:") for code in codes if code.startswith("user:")}
    users = User.objects.filter(pk__in=[int(key) for key in keys if key.isdecimal()])
    return {f"user:{user.pk}": name_of(user) for user in users}


def has_two_steps(user: User) -> bool:
    """Whether signing in needs a code, too. One query."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).exists()


def two_steps_of(user: User) -> TwoSteps:
    """How an account's second step stands. Two queries."""
    left = RecoveryCode.objects.filter(user=user, used_at__isnull=True).count()
    return TwoSteps(has_two_steps(user), left)


def sign_ins_of(user: User, here: str | None) -> list[SignInShown]:
    """Where an account is signed in, the browser that asks first, then the newest. Two queries."""
    known = list(SignIn.objects.filter(user=user).order_by("-at", "-pk"))
    keys = [one.session_key for one in known]
    living = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now()).values_list(
            "session_key", flat=True
        )
    )
    shown = [SignInShown(one, one.session_key == here) for one in known if one.session_key in living]
    return sorted(shown, key=lambda one: not one.here)
