"""What is thought of each person's play: a projection that can be dropped and made again from the results.

Floating-point numbers stand here and nowhere else: a rating is an estimate, and nothing is ranked by it.
"""

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import Event
from tournaments.models.people import Player


class ClubRatings(models.Model):
    """When a club's ratings were last made, and from how many events: one that went missing is noticed."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="ratings_row", primary_key=True)
    revision = models.BigIntegerField(default=-1, help_text="The club's, read before the results were.")
    events = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "club ratings"

    def __str__(self) -> str:
        return f"ratings of {self.club_id} at r{self.revision}"


class RatedEvent(models.Model):
    """An event as it was counted: on which day, at which revision, and the seal of its matches' results."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rated", primary_key=True)
    plays_on = models.DateField()
    revision = models.BigIntegerField()
    seal = models.CharField(max_length=32)

    def __str__(self) -> str:
        return f"event {self.event_id} rated at r{self.revision}"


class PlayerRating(models.Model):
    """A person's rating now. `revision` is the club's at which it last changed."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="rating", primary_key=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    revision = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.mu:.1f} of {self.player_id}"


class RatingPoint(models.Model):
    """A person's rating after an event: the curve, and where a replay begins."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_points")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rating_points")
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField(help_text="In all, up to this event.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "event"], name="one_rating_a_person_after_an_event")
        ]

    def __str__(self) -> str:
        return f"{self.mu:.1f} of {self.player_id} after {self.event_id}"
