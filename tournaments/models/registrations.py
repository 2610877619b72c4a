"""Who is registered for a season, what it costs each, and what was paid. Whole minor units only."""

import uuid

from django.db import models

from tournaments.models.leagues import Season
from tournaments.models.people import Player


class Registration(models.Model):
    """A person registered with the club for a season. `fee` is what they owe for it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    registered_on = models.DateField()
    fee = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=3)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["player__sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="nobody_is_registered_twice")
        ]

    def __str__(self) -> str:
        return f"{self.player} for {self.season}"


class FeePayment(models.Model):
    """Money that changed hands for a registration; given back where `amount` is below 0. Only ever added.

    The id is made by the form, so that a form sent twice is one payment.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="payments")
    amount = models.IntegerField()
    reason = models.CharField(max_length=200, blank=True)
    taken_by = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.amount} for {self.registration_id}"
