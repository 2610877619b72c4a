"""What a director records about those whom the results leave level: a deciding game, a lot, an extra hand."""

from django.db import models

from tournaments.models.events import Event
from tournaments.models.rounds import Match


class TieWord(models.Model):
    """An order among entries that were level, the best first. Only ever added; the newest counts.

    `order` are entry ids. A lot keeps its `seed`: the same entries and seed give the same order. It parts a
    group all of whom it names, and nobody else; where results change and others become level it says nothing.
    """

    class Kind(models.TextChoices):
        GAME = "GAME", "deciding game"
        LOT = "LOT", "lot"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tie_words")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    order = models.JSONField()
    seed = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    recorded_by = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} of event {self.event_id}"


class ExtraHand(models.Model):
    """Who won the extra hand after a level game, where the policy gives the game to that side.

    It moves people and scores nothing: no point, no hand of anybody's. `side` is "NS", or "" where the word
    was taken back.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="extra_hands")
    game = models.PositiveIntegerField(default=1, help_text="Number of the game in its match.")
    side = models.CharField(max_length=3, blank=True)
    recorded_by = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "game"], name="one_extra_hand_a_game")]

    def __str__(self) -> str:
        return f"extra hand of game {self.game} of match {self.match_id}"
