"""The key to a table for somebody without an account."""

from django.db import models

from tournaments.models.events import Event


class TableLink(models.Model):
    """A table of one evening. Token and code are random and stored hashed: a stolen backup cannot score.

    The token (in the QR code) lasts until the event is archived or the link is revoked; what arrives after
    `evening_ends` is kept as late. The six-letter code works until `evening_ends` only, and gives each
    phone that types it a link of its own (without a code), since the first link's token cannot be read
    back.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="table_links")
    table = models.PositiveIntegerField()
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    evening_ends = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.CharField(max_length=64)

    class Meta:
        indexes = [models.Index(fields=["event", "table"], name="links_of_a_table")]

    def __str__(self) -> str:
        return f"link of table {self.table} of {self.event_id}"
