"""A league: seasons, their divisions, the teams in them and their squads."""

from typing import Any

from django.db import models
from django.db.models import F, Q

from tournaments.engine.league_policies import LeaguePolicy
from tournaments.models.clubs import Club
from tournaments.models.people import Player


class Season(models.Model):
    """One season of a league: its divisions are drawn together and end together.

    `play_at` is when matches usually begin, in the club's zone; the calendars say whole days without it.
    `follows` is the season whose teams it took over.
    """

    class State(models.TextChoices):
        SETUP = "setup", "being set up"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80)
    starts_on = models.DateField()
    ends_on = models.DateField()
    play_at = models.TimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.SETUP)
    follows = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_season_of_a_slug_in_a_club"),
            models.CheckConstraint(
                condition=Q(starts_on__lte=F("ends_on")), name="a_season_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """A division of a season, the highest first in `order`.

    `policy` is frozen once a match is played: {"league": `LeaguePolicy.to_dict()`, "legs": 1..4, "ups": 0..,
    "downs": 0.., "ruleset": key, "registered_by": ISO date or null}. `proposal` is a draw to be looked at:
    {"seed": text, "dates": [...], "fixtures": [[week, ISO date, home, visitor], ...]} with team ids; empty
    when there is none. `seed` is the chance of the draw that was accepted.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(max_length=60)
    order = models.PositiveSmallIntegerField()
    policy = models.JSONField()
    proposal = models.JSONField(default=dict, blank=True)
    seed = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "name"], name="divisions_of_a_season_differ_in_name")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def league(self) -> LeaguePolicy:
        """The league policy this division kept."""
        kept: dict[str, Any] = self.policy["league"]
        return LeaguePolicy.from_dict(kept)


class Venue(models.Model):
    """A house where matches are played; `room` is how many at once, `tables` how many tables it has."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    room = models.PositiveSmallIntegerField(default=1)
    tables = models.PositiveSmallIntegerField(null=True, blank=True)
    address = models.CharField(max_length=300, blank=True)
    note = models.CharField(max_length=300, blank=True, help_text="Parking, the side door, who has the key.")
    map_link = models.URLField(max_length=300, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="venues_of_a_club_differ_in_name")
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team in a division. `nights_off` and `closed` (its house is closed to it) are lists of ISO dates.

    A team that has withdrawn keeps its place in the list; `follows` is the same team a season ago.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=80)
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="teams")
    nights_off = models.JSONField(default=list, blank=True)
    closed = models.JSONField(default=list, blank=True)
    withdrawn_on = models.DateField(null=True, blank=True)
    follows = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="followed_by"
    )

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["division", "name"], name="teams_of_a_division_differ_in_name")
        ]

    def __str__(self) -> str:
        return self.name


class SquadMember(models.Model):
    """A person registered with a team, from one day until, perhaps, another. A captain speaks for it."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="squad")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="squads")
    registered_on = models.DateField()
    captain = models.BooleanField(default=False)
    left_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["player__sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "player"],
                condition=Q(left_on__isnull=True),
                name="nobody_is_in_a_squad_twice",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} for {self.team}"


class Deduction(models.Model):
    """League points taken from a team by the committee, with a reason; negative points give."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="deductions")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="deductions")
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=300)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"{self.points} off {self.team}"
