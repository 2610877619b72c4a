"""What a club hands out year by year, and who held it: entered by hand, also for years without results."""

from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club
from tournaments.models.people import Pair, Player


class Trophy(models.Model):
    """A cup, a shield, a spoon; `number` is its order on the board."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="trophies")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    note = models.CharField(max_length=200, blank=True, help_text="Such as what it is given for.")

    class Meta:
        ordering = ["number", "pk"]
        verbose_name_plural = "trophies"
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="trophies_of_a_club_differ_in_name")
        ]

    def __str__(self) -> str:
        return self.name


class TrophyHolder(models.Model):
    """Who held a trophy in a year: a person, a pair, or words (a team, somebody the list does not know)."""

    trophy = models.ForeignKey(Trophy, on_delete=models.CASCADE, related_name="holders")
    year = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="trophies"
    )
    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, null=True, blank=True, related_name="trophies")
    words = models.CharField(max_length=120, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-year", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=False, pair__isnull=True, words="")
                | Q(player__isnull=True, pair__isnull=False, words="")
                | (Q(player__isnull=True, pair__isnull=True) & ~Q(words="")),
                name="a_trophy_is_held_by_a_person_a_pair_or_words",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player or self.pair or self.words} ({self.year})"
