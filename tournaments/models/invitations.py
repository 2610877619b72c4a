"""How an account comes to a role in a club, or to be one of its players."""

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club, Membership
from tournaments.models.people import Player


class Invitation(models.Model):
    """A role in a club, offered to whoever holds the link. Only its token's hash is kept.

    `address` is where it was mailed; without one it was shown on the director's screen. With a `player` the
    account that accepts is this person.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Membership.Role.choices)
    address = models.CharField(max_length=150, blank=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    ends_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.club_id} as {self.role}"


class PlayerClaim(models.Model):
    """An account says that it is one of the club's players; a director confirms or declines."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="player_claims")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="player_claims")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_claim_in_a_club")]

    def __str__(self) -> str:
        return f"{self.user_id} says to be player {self.player_id}"
