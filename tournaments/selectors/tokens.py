"""A club's keys for programs, as its page lists them."""

from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import ApiToken, Club

MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A key with what it may do in words; `works` says whether it still opens anything."""

    token: ApiToken
    may: list[str]
    works: bool


def tokens_of(club: Club) -> list[TokenLine]:
    """The newest first. One query."""
    now = timezone.now()
    return [
        TokenLine(
            one,
            [str(ApiToken.Scope(scope).label) for scope in one.scopes],
            one.revoked_at is None and (one.expires_at is None or one.expires_at > now),
        )
        for one in ApiToken.objects.filter(club=club)[:MOST_LISTED]
    ]
