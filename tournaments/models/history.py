"""A club's history as it is looked up: projections that can be dropped and made again from the results."""

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import Entry, Event
from tournaments.models.people import Player


class ClubHistory(models.Model):
    """When a club's records were last made, and from how many nights: one that went missing is noticed."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="history_row", primary_key=True)
    nights = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "club histories"

    def __str__(self) -> str:
        return f"history of {self.club_id}"


class KeptNight(models.Model):
    """A finished public event that is in the history, and the revision at which its results were read.

    `game_points` is the highest score of one game of the event, 0 where none is known; `game_people` are the
    players who made it. `courses` are the tables after each round, by its number: [entry id, rank, shared,
    points, rounds played], the best first.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="kept", primary_key=True)
    revision = models.BigIntegerField()
    game_points = models.IntegerField(default=0)
    game_people = models.JSONField(default=list)
    courses = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"event {self.event_id} kept at r{self.revision}"


class PersonNight(models.Model):
    """What one person did at the tables of one finished event.

    Shapes as in `Tally`. `run_first`, `run_last` and `run_best` are matches won in a row: from the first one
    of the night on, up to the last one, and at most; `matches` are those that tell who won.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="person_nights")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="person_nights")
    rounds = models.PositiveIntegerField()
    points = models.IntegerField()
    games_played = models.PositiveIntegerField()
    half_games_won = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    euchred = models.PositiveIntegerField()
    euchres = models.PositiveIntegerField()
    marches = models.PositiveIntegerField()
    lone_tried = models.PositiveIntegerField()
    lone_marched = models.PositiveIntegerField()
    matches = models.PositiveIntegerField()
    matches_won = models.PositiveIntegerField()
    run_first = models.PositiveIntegerField()
    run_last = models.PositiveIntegerField()
    run_best = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="one_night_a_person")]

    def __str__(self) -> str:
        return f"{self.player_id} in event {self.event_id}"


class ClubRecord(models.Model):
    """A record of the club as it stood from a night on; `number` counts how often it has fallen, from 1.

    Who reached the same figure on the same night holds it together. Of one kind the highest number stands.
    Either an entry holds it, or a player, perhaps with a partner.
    """

    class Kind(models.TextChoices):
        NIGHT = "night", "Most points in a night"
        LONE = "lone", "Most lone marches in a night"
        RUN = "run", "Longest winning streak"
        GAME = "game", "Highest score in a game"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="records")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    number = models.PositiveIntegerField()
    figure = models.IntegerField()
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="records")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="records")
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="records"
    )
    partner = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["kind", "-number", "pk"]
        indexes = [models.Index(fields=["club", "kind", "number"], name="records_of_a_club")]

    def __str__(self) -> str:
        return f"{self.kind} {self.figure}"
