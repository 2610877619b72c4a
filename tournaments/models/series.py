"""A series: many nights counted together, such as the best five of six or the player of the year."""

from typing import Any

from django.db import models
from django.db.models import Q

from tournaments.engine.series import SeriesRule
from tournaments.models.clubs import Club
from tournaments.models.events import Event
from tournaments.models.leagues import Season
from tournaments.models.people import Pair, Player


class Series(models.Model):
    """Nights counted together by one rule (`SeriesRule.to_dict()`), for people or for pairs.

    With a `year` every public finished event of that year counts, by itself; otherwise those that are
    chosen. `computed_at` is empty before the first time.
    """

    class Entrants(models.TextChoices):
        PLAYERS = "players", "people"
        PAIRS = "pairs", "pairs"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="series")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80)
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="series"
    )
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    entrants = models.CharField(max_length=7, choices=Entrants.choices, default=Entrants.PLAYERS)
    rule = models.JSONField()
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name_plural = "series"
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_series_of_a_slug_in_a_club")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def counted(self) -> SeriesRule:
        """The rule this series is counted by."""
        kept: dict[str, Any] = self.rule
        return SeriesRule.from_dict(kept)


class SeriesEvent(models.Model):
    """An event of a series; `lines` are its standings as read at `revision` (-1: not yet).

    A line is [entry id, rank, how many share it, points, games, points from games, games won, lone marches],
    exact numbers as text.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="nights")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="in_series")
    revision = models.BigIntegerField(default=-1)
    lines = models.JSONField(default=list)

    class Meta:
        ordering = ["event__plays_on", "event"]
        constraints = [models.UniqueConstraint(fields=["series", "event"], name="an_event_counts_once")]

    def __str__(self) -> str:
        return f"event {self.event_id} in series {self.series_id}"


class SeriesStanding(models.Model):
    """One line of a series' table: a projection. Exact numbers are text.

    `nights` are [event id, what it gave, whether it counts, rank], in the order of play. Without a `rank`
    one has not played the nights that the rule asks for.
    """

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="series_standings"
    )
    pair = models.ForeignKey(
        Pair, on_delete=models.CASCADE, null=True, blank=True, related_name="series_standings"
    )
    place = models.PositiveIntegerField(help_text="Order on the page: 1 to n.")
    rank = models.PositiveIntegerField(null=True, blank=True)
    shared = models.BooleanField()
    total = models.CharField(max_length=60)
    figures = models.JSONField()
    parted_by = models.CharField(max_length=10, blank=True, help_text="What parted it from the rank above.")
    nights = models.JSONField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["series", "place"], name="one_series_standing_a_place"),
            models.CheckConstraint(
                condition=Q(player__isnull=True) ^ Q(pair__isnull=True),
                name="a_series_standing_is_of_a_player_or_a_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank} in series {self.series_id}"
