"""Keys for programs, and the writes that they may send again."""

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club


class ApiToken(models.Model):
    """A program's key to one club, stored hashed. It may do what its maker may, narrowed by its scopes.

    `scopes` is a list of `Scope` values. Who loses a role takes it from the tokens they made, too.
    """

    class Scope(models.TextChoices):
        READ = "read", "read what its maker may read"
        SCORE = "score", "enter results, as a scorer"
        DIRECT = "direct", "run events, as a director"
        ADMIN = "admin", "run the club, as an owner"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="api_tokens")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    scopes = models.JSONField()
    begins = models.CharField(max_length=12, help_text="Its first letters: enough to tell it from others.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the whole.")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="To the minute.")

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} ({self.begins}…)"


class IdempotencyKey(models.Model):
    """A write that was answered: the same key with the same request gets the same answer, for a day.

    `request` is a hash of method, address and body. A write that was refused changed nothing and is not kept.
    """

    actor = models.CharField(max_length=64)
    key = models.CharField(max_length=200)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    answer = models.JSONField(null=True)
    headers = models.JSONField(default=dict)
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="one_write_a_key")]

    def __str__(self) -> str:
        return f"{self.key} of {self.actor}"
