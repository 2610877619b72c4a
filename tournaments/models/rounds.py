"""Rounds, the matches at their tables, and who sat where."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Entry, Event
from tournaments.models.people import Player
from tournaments.models.stages import Stage


class Round(models.Model):
    """Drawn together. A proposed round is only its `draw`; matches and seats are made when it is accepted."""

    class State(models.TextChoices):
        PROPOSED = "proposed", "proposed"
        ACCEPTED = "accepted", "accepted"
        CLOSED = "closed", "closed"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField(help_text="Counts through the event, whatever the stage.")
    name = models.CharField(max_length=60, blank=True, help_text="Such as 'Semi-finals'.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    format = models.CharField(max_length=20, help_text="A code of FORMATS, or 'imported'.")
    seed = models.CharField(
        max_length=40, blank=True, help_text="Chance of the draw, kept so that it can be run again."
    )
    draw = models.JSONField(
        default=dict,
        help_text='Entry ids: {"tables": [[N, E, S, W], ...], "sitting_out": [...]}; empty when imported.',
    )
    kept = models.JSONField(
        default=dict,
        blank=True,
        help_text="The draw that a corrected result would have made, which the director chose not to follow.",
    )
    accepted_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True, help_text="When people were called.")
    closed_at = models.DateTimeField(null=True, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text="As the clock was set.")
    clock_ends_at = models.DateTimeField(null=True, blank=True, help_text="The bell, while the clock runs.")
    clock_left = models.PositiveIntegerField(null=True, blank=True, help_text="Seconds, while it stands.")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="rounds_of_an_event_are_numbered")
        ]

    def __str__(self) -> str:
        return self.name or f"round {self.number}"


class Match(models.Model):
    """Two sides at a table in a round (or three, or two single players: the ruleset says).

    In a bracket matches are called to free tables one after another: `number` is the match's in the tree.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField()
    number = models.PositiveIntegerField(null=True, blank=True, help_text="In a bracket's tree, from 0.")
    best_of = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Over when half of so many games are won; empty: as the policy says."
    )
    made_at = models.DateTimeField(auto_now_add=True, null=True)

    class Meta:
        ordering = ["table", "pk"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"],
                condition=Q(number__isnull=True),
                name="one_match_at_a_table_in_a_round",
            ),
            models.UniqueConstraint(fields=["round", "number"], name="a_match_of_a_bracket_is_called_once"),
        ]

    def __str__(self) -> str:
        return f"table {self.table}"


class Seating(models.Model):
    """A fact that only is added: this person sat here from this hand on, for this entry.

    Who sits in a seat at a hand is told by the last fact of that seat with game and hand not above it.
    Without a player it says that nobody sits there from then on; `entry` is then whose seat is empty.
    Results belong to the people who sat there, not to the draw.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seatings")
    seat = models.CharField(
        max_length=1, choices=[("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")]
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seatings")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seatings"
    )
    from_game = models.PositiveSmallIntegerField(default=1)
    from_hand = models.PositiveIntegerField(default=1, help_text="Of that game.")
    reason = models.CharField(max_length=200, blank=True)
    recorded_by = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.seat} of {self.match_id} from hand {self.from_hand}"


class SitOut(models.Model):
    """An entry without a table in a round, with the points it gets for that.

    The draw left it over, or it did not come (`absent`) and scores nothing.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sit_outs")
    points = models.IntegerField(default=0)
    absent = models.BooleanField(default=False, help_text="Did not come.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="nobody_sits_out_a_round_twice")
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} sits out round {self.round_id}"


class Forfeit(models.Model):
    """A match that was not played, or not to its end, because a side did not come or gave up.

    `absent` is the code of the side, "NS" or "EW" ("N", "S" where two single players meet), or "both". The
    others won it with `points`; it counts as won and lost and in no average.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="forfeit", primary_key=True)
    absent = models.CharField(max_length=4)
    points = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=200, blank=True)
    recorded_by = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.absent} forfeits match {self.match_id}"
