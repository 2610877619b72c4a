"""The accounts of a club: who has which role, who is invited, who says to be whom."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.models import Club, Invitation, Membership, Player, PlayerClaim
from tournaments.selectors.accounts import name_of

ORDER = [Membership.Role.OWNER, Membership.Role.DIRECTOR, Membership.Role.SCORER, Membership.Role.MEMBER]


@dataclass(frozen=True, slots=True)
class PersonShown:
    """An account of the club, for its directors: `address` is its e-mail, `two_steps` for owners."""

    membership: Membership
    name: str
    address: str
    two_steps: bool


@dataclass(frozen=True, slots=True)
class ClubPeople:
    """Owners first, then directors, scorers, members, each by name; invitations and claims that wait."""

    people: list[PersonShown]
    invitations: list[Invitation]
    claims: list[PlayerClaim]


def club_people(club: Club) -> ClubPeople:
    """All of it. Three queries."""
    second = TOTPDevice.objects.filter(user=OuterRef("user"), confirmed=True)
    found = club.memberships.select_related("user", "player").annotate(two_steps=Exists(second))
    people = [
        PersonShown(one, name_of(one.user), one.user.email, one.two_steps)  # type: ignore[attr-defined]
        for one in found
    ]
    rank = {role: at for at, role in enumerate(ORDER)}
    people.sort(key=lambda one: (rank[one.membership.role], one.name.casefold(), one.membership.pk))  # type: ignore[index]
    waiting = club.invitations.select_related("player").filter(
        revoked_at__isnull=True, accepted_at__isnull=True, ends_at__gt=timezone.now()
    )
    claims = club.player_claims.select_related("user", "player").order_by("made_at", "pk")
    return ClubPeople(people, list(waiting.order_by("-made_at", "-pk")), list(claims))


def membership_at(club: Club, key: int) -> Membership | None:
    """A membership of the club, with club, account and player. One query."""
    found = Membership.objects.select_related("club", "user", "player")
    return found.filter(club=club, pk=key).first() if key < 2**63 else None


def invitation_at(club: Club, key: int) -> Invitation | None:
    """An invitation of the club. One query."""
    return club.invitations.filter(pk=key).first() if key < 2**63 else None


def claim_at(club: Club, key: int) -> PlayerClaim | None:
    """A claim of the club, with club and player. One query."""
    found = PlayerClaim.objects.select_related("club", "player", "user")
    return found.filter(club=club, pk=key).first() if key < 2**63 else None


def unjoined_players(club: Club) -> list[Player]:
    """The club's players without an account, by surname. One query."""
    return list(club.players.filter(memberships__isnull=True).order_by("sort_key", "pk"))
