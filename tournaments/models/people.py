"""Players, and two of them as a pair."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.clubs import Club
from tournaments.models.fields import SortKeyField


class Player(models.Model):
    """A person the club knows. Two may have the same name; `note` tells them apart on every list."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=80, help_text="As shown: first name, then surname.")
    sort_key = SortKeyField(max_length=200, help_text="Surname first, folded; see tournaments.engine.names.")
    note = models.CharField(
        max_length=40, blank=True, help_text="Tells namesakes apart, such as 'from Bude'."
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "pk"]
        indexes = [models.Index(fields=["club", "sort_key"], name="players_of_a_club_by_name")]

    def __str__(self) -> str:
        return f"{self.name} ({self.note})" if self.note else self.name


class Pair(models.Model):
    """Two people entered together; the one with the lower id is `first`, so that a pair exists once."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pairs")
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pairs_as_first")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pairs_as_second")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="a_pair_exists_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="a_pair_is_two_people_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} & {self.second}"
