"""Addresses that are told of a club's changes, and what became of each telling."""

from django.db import models

from tournaments.models.clubs import Club


class Webhook(models.Model):
    """An address to be told. `kinds` are kinds of the change feed; empty means all of them.

    `told` is the club's revision up to which it has been told. The secret signs what is sent and can be read
    again by nobody; it is kept as it is, since a hash signs nothing.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    secret = models.CharField(max_length=64)
    kinds = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    told = models.BigIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    off_because = models.CharField(max_length=200, blank=True, help_text="Where it switched itself off.")
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One message to a webhook, sent again until it is taken. `upto` is the revision it tells of."""

    id = models.UUIDField(primary_key=True)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    body = models.TextField()
    upto = models.BigIntegerField()
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(default=0, help_text="Of the last answer; 0: there was none.")
    fault = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name_plural = "webhook deliveries"
        constraints = [
            models.UniqueConstraint(
                fields=["webhook"], condition=models.Q(taken_at=None), name="one_message_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"message to {self.webhook_id} up to r{self.upto}"
