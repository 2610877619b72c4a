"""The published standings of an event: a projection that can be dropped and made again."""

from django.db import models

from tournaments.models.events import Entry, Event
from tournaments.models.stages import Stage


class PublishedStandings(models.Model):
    """Which revision the standings of an event were computed from. Never goes back (compare-and-set)."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="published", primary_key=True)
    revision = models.BigIntegerField(default=-1)
    policy_number = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "published standings"

    def __str__(self) -> str:
        return f"standings of {self.event_id} at r{self.revision}"


class Standing(models.Model):
    """One line of the standings. `figures` is a list of [measure code, exact number as text]."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standings")
    rank = models.PositiveIntegerField()
    shared = models.BooleanField()
    place = models.PositiveIntegerField(help_text="Order on the page: 1 to n, also inside a shared rank.")
    points = models.IntegerField()
    rounds_played = models.PositiveIntegerField()
    figures = models.JSONField()
    sentence = models.TextField()
    brief = models.TextField(default="", help_text="The sentence without place and name.")
    parted = models.JSONField(default=dict, help_text="PlaceReport.to_dict(): what parted it from whom.")

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["event", "entry"], name="one_standing_an_entry"),
            models.UniqueConstraint(fields=["event", "place"], name="one_standing_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.entry_id}"


class StageStanding(models.Model):
    """One line of a stage's own standings, or of one of its pools (`pool` counts from 1; 0: no pools).

    Kept where an event has several stages or pools; put up together with the event's standings.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="standings")
    pool = models.PositiveSmallIntegerField(default=0)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stage_standings")
    rank = models.PositiveIntegerField()
    shared = models.BooleanField()
    place = models.PositiveIntegerField(help_text="Order on the page: 1 to n in its pool.")
    points = models.IntegerField()
    rounds_played = models.PositiveIntegerField()
    figures = models.JSONField()
    sentence = models.TextField()
    brief = models.TextField(default="", help_text="The sentence without place and name.")
    parted = models.JSONField(default=dict, help_text="PlaceReport.to_dict(): what parted it from whom.")

    class Meta:
        ordering = ["stage", "pool", "place"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_stage_standing_an_entry"),
            models.UniqueConstraint(fields=["stage", "pool", "place"], name="one_stage_standing_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.entry_id} of stage {self.stage_id}"
