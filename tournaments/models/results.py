"""What a match came to, person by person. Written by `services.results` only, from what the tables report."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Entry
from tournaments.models.people import Player
from tournaments.models.rounds import Match, Round


class MatchResult(models.Model):
    """The table as it stands. `live` is for showing and has the shape of `scoring.selectors.live_of`.

    `revision` is the event's when it was last reported.
    """

    class State(models.TextChoices):
        LIVE = "live", "being played"
        OVER = "over", "over"

    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="result")
    state = models.CharField(max_length=6, choices=State.choices)
    live = models.JSONField()
    revision = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"result of match {self.match_id}"


class Tally(models.Model):
    """One person's part in one match; or, from a personal card, an entry's round with the seats unknown.

    `half_games_won` counts halves: a game won is 2, a level game 1, a lurch 4. Partners and opponents are
    the other tallies of the same match on the same or another `side`; a card's tally has no match and no
    side.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tallies")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, blank=True, related_name="tallies")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="tallies")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="tallies"
    )
    side = models.CharField(max_length=3, blank=True)
    points = models.IntegerField()
    points_against = models.IntegerField(default=0)
    games_played = models.PositiveIntegerField(default=0)
    half_games_won = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    tricks = models.PositiveIntegerField(default=0)
    hands_won = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    euchred = models.PositiveIntegerField(default=0)
    euchres = models.PositiveIntegerField(default=0)
    marches = models.PositiveIntegerField(default=0)
    lone_tried = models.PositiveIntegerField(default=0)
    lone_marched = models.PositiveIntegerField(default=0)
    personal_credit = models.IntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["match", "player", "entry"], name="one_tally_a_person_in_a_match"
            ),
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=Q(match__isnull=True),
                name="one_card_an_entry_in_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points} points of entry {self.entry_id} in round {self.round_id}"
