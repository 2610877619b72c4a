"""Keys for programs: made, shown once, opened, revoked."""

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import ApiToken, Club
from tournaments.services.revisions import raise_club_revision

PREFIX = "rb_"
MOST_DAYS = 3650
SEEN_EVERY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class IssuedToken:
    """A token and its secret, which nobody can read again."""

    token: ApiToken
    secret: str


@transaction.atomic
def issue_token(
    *, club: Club, name: str, scopes: Collection[str], days: int | None, actor: Actor
) -> IssuedToken:
    """Make a key of the account that asks; `days` None: it does not expire."""
    if actor.user_id is None:
        raise EventViolation("token-of-nobody", "A token belongs to an account: sign in to make one.")
    wanted = [scope for scope in ApiToken.Scope.values if scope in set(scopes)]
    if not wanted or set(scopes) - set(wanted):
        raise EventViolation("scopes-unknown", f"Choose among {', '.join(ApiToken.Scope.values)}.")
    if not name.strip():
        raise EventViolation("name-missing", "Give the token a name, such as the program's.")
    if days is not None and not 1 <= days <= MOST_DAYS:
        raise EventViolation("days-out-of-range", f"A token lasts 1 to {MOST_DAYS} days.")
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        club=club,
        made_by_id=actor.user_id,
        name=name.strip(),
        scopes=wanted,
        begins=secret[:8],
        digest=_digest(secret),
        expires_at=timezone.now() + timedelta(days=days) if days else None,
    )
    raise_club_revision(club.pk)
    return IssuedToken(token, secret)


@transaction.atomic
def revoke_token(*, token: ApiToken) -> None:
    """It opens nothing from now on. Once more is no error."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    raise_club_revision(token.club_id)


def open_token(secret: str) -> ApiToken | None:
    """The token of a secret while it holds, with maker and club; notes to the minute that it was used."""
    now = timezone.now()
    token = (
        ApiToken.objects.select_related("made_by", "club")
        .filter(digest=_digest(secret), revoked_at=None, made_by__is_active=True)
        .first()
    )
    if token is None or (token.expires_at is not None and token.expires_at <= now):
        return None
    if token.last_used_at is None or now - token.last_used_at > SEEN_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def _digest(secret: str) -> str:
    """Random bits need no slow hash."""
    return sha256(secret.encode()).hexdigest()
