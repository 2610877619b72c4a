"""Invitations to a role in a club: made, taken back, accepted.

The token has 192 random bits and is kept hashed. One that was mailed to an address also shows whose the
address is, so that an account can be made with it at once; one shown on a screen does not.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Invitation, Membership, Player
from tournaments.selectors.accounts import plain_address
from tournaments.selectors.links import hash_token
from tournaments.services.letters import invitation_letter, send_words
from tournaments.services.memberships import RANKS, become_player
from tournaments.services.revisions import raise_club_revision

LASTS = timedelta(days=14)
MOST_OPEN = 200
"""Invitations of a club that wait at once: a club cannot be used to send letters without end."""
MOST_IN_A_DAY = 100


class InvitationRefused(EventViolation):
    """The link invites nobody: unknown (404), taken back, accepted or over (410)."""

    def __init__(self, code: str, sentence: str, *, status: int) -> None:
        super().__init__(code, sentence)
        self.status = status


@dataclass(frozen=True, slots=True)
class IssuedInvitation:
    """Its token is there once, when it is made: only the hash is kept."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(
    *,
    club: Club,
    role: str,
    actor: Actor,
    link: Callable[[str], str],
    address: str = "",
    player: Player | None = None,
) -> IssuedInvitation:
    """Offer a role. With an `address` the link is mailed there; `link` makes a whole address of a token."""
    if role not in Membership.Role.values:
        raise EventViolation("role-unknown", "Choose one of the roles.")
    if player is not None and player.club_id != club.pk:
        raise EventViolation("player-elsewhere", "This person is not in the club's list.")
    _see_that_there_is_room(club)
    token, address = secrets.token_urlsafe(24), plain_address(address)
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        address=address,
        player=player,
        token_hash=hash_token(token),
        made_by=actor.code,
        ends_at=timezone.now() + LASTS,
    )
    if address:
        letter = invitation_letter(club.name, invitation.get_role_display(), link(token))
        send_words(address, letter.subject, letter.text)
    raise_club_revision(club.pk)
    return IssuedInvitation(invitation, token)


def _see_that_there_is_room(club: Club) -> None:
    now = timezone.now()
    made = club.invitations.filter(made_at__gt=now - timedelta(days=1)).count()
    waiting = club.invitations.filter(ends_at__gt=now, revoked_at=None, accepted_at=None).count()
    if made >= MOST_IN_A_DAY or waiting >= MOST_OPEN:
        raise EventViolation(
            "too-many-invitations", "Too many invitations at once. Take some back, or go on tomorrow."
        )


@transaction.atomic
def revoke_invitation(*, invitation: Invitation) -> None:
    """Take an invitation back; one that was accepted stays accepted."""
    waiting = Invitation.objects.filter(pk=invitation.pk, accepted_at__isnull=True, revoked_at__isnull=True)
    if not waiting.update(revoked_at=timezone.now()):
        raise EventViolation("invitation-over", "This invitation was accepted or taken back already.")
    raise_club_revision(invitation.club_id)


def open_invitation(token: str) -> Invitation:
    """What a link offers, with its club and player, while it does."""
    found = (
        Invitation.objects.select_related("club", "player").filter(token_hash=hash_token(token)).first()
        if 0 < len(token) <= 100
        else None
    )
    if found is None:
        raise InvitationRefused(
            "invitation-unknown", "This invitation is not known here. Ask the club for a new one.", status=404
        )
    words = {
        "invitation-revoked": ("The club took this invitation back.", found.revoked_at is not None),
        "invitation-used": ("This invitation was accepted already.", found.accepted_at is not None),
        "invitation-over": (
            "This invitation is too old. Ask the club for a new one.",
            found.ends_at < timezone.now(),
        ),
    }
    for code, (sentence, holds) in words.items():
        if holds:
            raise InvitationRefused(code, sentence, status=410)
    return found


@transaction.atomic
def accept_invitation(*, token: str, user: User) -> Membership:
    """The role is the account's; a higher one that it has stays. With a player it is this person."""
    found = open_invitation(token)
    waiting = Invitation.objects.filter(pk=found.pk, accepted_at__isnull=True, revoked_at__isnull=True)
    if not waiting.update(accepted_at=timezone.now(), accepted_by=user):
        raise InvitationRefused("invitation-used", "This invitation was accepted already.", status=410)
    membership, made = Membership.objects.select_for_update().get_or_create(
        club=found.club, user=user, defaults={"role": found.role}
    )
    if not made and RANKS[found.role] > RANKS[membership.role]:
        membership.role = found.role
        membership.save(update_fields=["role"])
    if found.player is not None:
        become_player(membership=membership, player=found.player)
    raise_club_revision(found.club_id)
    return membership
