"""The club, who may do what in it, and the counter that orders its changes."""

from uuid import uuid4

from django.conf import settings
from django.db import models


class Club(models.Model):
    """A tenant: every private thing of a club is reached through it."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    zone = models.CharField(max_length=60, default="UTC", help_text="Time zone, such as Europe/London.")
    currency = models.CharField(max_length=3, default="GBP", help_text="A code of CURRENCIES (ISO 4217).")
    usual_ruleset = models.CharField(
        max_length=80, blank=True, help_text="Chosen at first for a new event: as `TermsForm.ruleset`."
    )
    usual_format = models.CharField(max_length=20, blank=True, help_text="A code of FORMATS, or nothing.")
    owners_two_steps = models.BooleanField(
        default=False, help_text="An owner counts as a member until two-step sign-in is switched on."
    )
    unlisted = models.BooleanField(
        default=False, help_text="On no list and in no search engine; reached by its address."
    )
    contact_months = models.PositiveSmallIntegerField(
        default=24, help_text="Contacts go this long after somebody last played; 0: they stay."
    )
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class ClubRevision(models.Model):
    """Raised by every change that the club's pages show. Its own row: saving a club cannot undo it.

    `mark` names this story of the numbers: a server restored from a backup begins another.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="revision_row", primary_key=True)
    number = models.BigIntegerField(default=0)
    mark = models.UUIDField(default=uuid4)

    def __str__(self) -> str:
        return f"{self.club_id} r{self.number}"


class Membership(models.Model):
    """An account's role in a club. An account may be the same person as one of the club's players."""

    class Role(models.TextChoices):
        OWNER = "owner", "owner"
        DIRECTOR = "director", "director"
        SCORER = "scorer", "scorer"
        MEMBER = "member", "member"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.SET_NULL, null=True, blank=True, related_name="memberships"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_in_a_club")]

    def __str__(self) -> str:
        return f"{self.user_id} is {self.role} of {self.club_id}"
