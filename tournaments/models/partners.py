"""Partners drawn by lot for people who entered one by one."""

from django.db import models

from tournaments.models.events import Event


class PartnerDraw(models.Model):
    """How an event's single entries became pairs: kept so that it can be run again in public, and undone.

    `category` parts the two bags, one partner coming from each; empty where all were in one bag. `singles`
    are the entries there were, in their order: [{"player": id, "number": 1.., "categories": [...], "filler":
    bool}, ...]; `wishes` what was wished of them: [[kind, player id, player id], ...].
    """

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, related_name="partner_draw", primary_key=True
    )
    seed = models.CharField(max_length=40)
    category = models.CharField(max_length=30, blank=True)
    singles = models.JSONField()
    wishes = models.JSONField(default=list)
    drawn_by = models.CharField(max_length=64)
    drawn_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"partners of {self.event_id} by lot"
