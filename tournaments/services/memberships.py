"""Roles in a club: changed, given up, taken away; and which of its players an account is."""

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Membership, Player, PlayerClaim
from tournaments.services.revisions import raise_club_revision

Role = Membership.Role
RANKS = {Role.MEMBER.value: 0, Role.SCORER.value: 1, Role.DIRECTOR.value: 2, Role.OWNER.value: 3}


@transaction.atomic
def change_role(*, membership: Membership, role: str) -> None:
    """Another role in the same club."""
    if role not in RANKS:
        raise EventViolation("role-unknown", "Choose one of the roles.")
    held = _held(membership)
    if held.role == Role.OWNER and role != Role.OWNER:
        _see_that_an_owner_remains(held)
    Membership.objects.filter(pk=held.pk).update(role=role)
    raise_club_revision(held.club_id)


@transaction.atomic
def end_membership(*, membership: Membership) -> None:
    """Take a role away, or give it up. What the account wrote stays written."""
    held = _held(membership)
    if held.role == Role.OWNER:
        _see_that_an_owner_remains(held)
    PlayerClaim.objects.filter(club_id=held.club_id, user_id=held.user_id).delete()
    held.delete()
    raise_club_revision(held.club_id)


def _held(membership: Membership) -> Membership:
    """The membership as it is now, under the club's lock: of two last owners who leave at once one stays."""
    Club.objects.select_for_update().get(pk=membership.club_id)
    held = Membership.objects.filter(pk=membership.pk).first()
    if held is None:
        raise EventViolation("member-gone", "This account has no role in the club any more.")
    return held


def _see_that_an_owner_remains(leaving: Membership) -> None:
    others = Membership.objects.filter(club_id=leaving.club_id, role=Role.OWNER).exclude(pk=leaving.pk)
    if not others.exists():
        raise EventViolation(
            "last-owner", "A club needs an owner. Make somebody else an owner first, then step back."
        )


@transaction.atomic
def ask_two_steps(*, club: Club, asked: bool, has_two_steps: bool) -> None:
    """Whether the club's owners need two-step sign-in. Who asks for it has it: nobody locks himself out."""
    if asked and not has_two_steps:
        raise EventViolation(
            "two-steps-first", "Switch two-step sign-in on for yourself first, on the page Me."
        )
    Club.objects.filter(pk=club.pk).update(owners_two_steps=asked)
    raise_club_revision(club.pk)


@transaction.atomic
def become_player(*, membership: Membership, player: Player) -> None:
    """The account is this player. Each account is one person of a club, and each person has one account."""
    if player.club_id != membership.club_id:
        raise EventViolation("player-elsewhere", "This person is not in the club's list.")
    Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    taken = Membership.objects.filter(player=player).exclude(pk=membership.pk).exists()
    if taken or membership.player_id not in {None, player.pk}:
        raise EventViolation(
            "player-taken", "The person or the account is joined already. A director can part them first."
        )
    membership.player = player
    membership.save(update_fields=["player"])
    raise_club_revision(membership.club_id)


@transaction.atomic
def part_from_player(*, membership: Membership) -> None:
    """The account is nobody in particular again."""
    membership.player = None
    membership.save(update_fields=["player"])
    raise_club_revision(membership.club_id)


@transaction.atomic
def claim_player(*, player: Player, user: User) -> PlayerClaim:
    """Say to be a player; the director decides. A later word of the same account replaces the earlier."""
    if Membership.objects.filter(club_id=player.club_id, user=user, player__isnull=False).exists():
        raise EventViolation("player-taken", "Your account is somebody of this club already.")
    if Membership.objects.filter(player=player).exists():
        raise EventViolation("player-taken", "This person has an account already. Ask the director.")
    claim, _ = PlayerClaim.objects.update_or_create(
        club_id=player.club_id, user=user, defaults={"player": player}
    )
    raise_club_revision(player.club_id)
    return claim


@transaction.atomic
def settle_claim(*, claim: PlayerClaim, confirmed: bool) -> None:
    """Confirm that an account is the player it says to be, or decline. The claim is gone either way."""
    held = PlayerClaim.objects.select_for_update(of=("self",)).filter(pk=claim.pk).first()
    if held is None:
        raise EventViolation("claim-gone", "This was decided already.")
    if confirmed:
        membership, _ = Membership.objects.get_or_create(club_id=held.club_id, user_id=held.user_id)
        become_player(membership=membership, player=held.player)
    held.delete()
    raise_club_revision(held.club_id)
