"""A league's matches: when and where, and the card that came of each."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.leagues import Division, Team, Venue
from tournaments.models.people import Player


class Fixture(models.Model):
    """A match between two teams of a division. `week` counts the rounds of the season from 1.

    A `playoff` is played after the season between teams that are level, a `final` between the winners of the
    half seasons; neither counts in the table. `moved_from` is the day it was first drawn for. `absent`
    says who did not appear at a forfeited match. `sequence` goes up whenever calendars must learn of a
    change.
    """

    class Kind(models.TextChoices):
        LEAGUE = "league", "league match"
        PLAYOFF = "playoff", "play-off"
        FINAL = "final", "meeting of the half-season winners"

    class State(models.TextChoices):
        DUE = "due", "to be played"
        POSTPONED = "postponed", "postponed"
        PLAYED = "played", "played"
        FORFEITED = "forfeited", "forfeited"
        WITHDRAWN = "withdrawn", "withdrawn"

    class Absent(models.TextChoices):
        NOBODY = "", "nobody"
        HOME = "home", "the home side"
        VISITOR = "visitor", "the visitors"
        BOTH = "both", "both sides"

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="fixtures")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.LEAGUE)
    week = models.PositiveSmallIntegerField()
    day = models.DateField()
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_fixtures")
    visitor = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="visiting_fixtures")
    venue = models.ForeignKey(Venue, on_delete=models.PROTECT, related_name="fixtures")
    moved_from = models.DateField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DUE)
    absent = models.CharField(max_length=8, choices=Absent.choices, default=Absent.NOBODY, blank=True)
    sequence = models.PositiveIntegerField(default=0)
    notes = models.CharField(max_length=300, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["week", "day", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("visitor")), name="a_team_does_not_meet_itself"),
            models.CheckConstraint(
                condition=Q(absent="") | Q(state="forfeited") | Q(state="withdrawn"),
                name="somebody_absent_forfeits",
            ),
        ]
        indexes = [models.Index(fields=["division", "week"], name="fixtures_of_a_division")]

    def __str__(self) -> str:
        return f"{self.home} v {self.visitor}"


class MatchCard(models.Model):
    """The card of a match, which both sides sign or dispute, with the reason in the words of who disputes it.

    Signatures are actors' codes, empty where there is none. A dispute stays until the director has `decided`
    it. A card that was changed is signed anew.
    """

    fixture = models.OneToOneField(Fixture, on_delete=models.CASCADE, related_name="card")
    home_signed_by = models.CharField(max_length=64, blank=True)
    visitor_signed_by = models.CharField(max_length=64, blank=True)
    home_disputed = models.CharField(max_length=300, blank=True)
    visitor_disputed = models.CharField(max_length=300, blank=True)
    decided = models.CharField(max_length=300, blank=True, help_text="The director's word on a dispute.")
    handed_in_at = models.DateTimeField(null=True, blank=True)
    late = models.BooleanField(default=False)
    entered_by = models.CharField(max_length=64, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"card of {self.fixture_id}"

    @property
    def disputed(self) -> bool:
        """Whether a side's word still waits for the director's."""
        return bool(self.home_disputed or self.visitor_disputed) and not self.decided

    @property
    def signed(self) -> bool:
        """Whether both sides have signed."""
        return bool(self.home_signed_by and self.visitor_signed_by)


class CardGame(models.Model):
    """A game of a card. It may be recorded as won without points; people may stay unnamed.

    Statistics go to these people, whatever squad they are of; points and games to the teams.
    """

    class Winner(models.TextChoices):
        NOBODY = "", "nobody"
        HOME = "home", "the home side"
        VISITOR = "visitor", "the visitors"

    card = models.ForeignKey(MatchCard, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    cup = models.BooleanField(default=False)
    home_first = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    home_second = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    visitor_first = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    visitor_second = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    home_points = models.PositiveSmallIntegerField(null=True, blank=True)
    visitor_points = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.CharField(max_length=8, choices=Winner.choices, default=Winner.NOBODY, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["card", "number"], name="games_of_a_card_are_numbered"),
            models.CheckConstraint(
                condition=Q(home_points__isnull=True, visitor_points__isnull=True)
                | Q(home_points__isnull=False, visitor_points__isnull=False),
                name="a_game_has_the_points_of_both_sides",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.card_id}"
