"""A club's ladders: whoever stands lower challenges somebody above."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.clubs import Club
from tournaments.models.people import Pair, Player


class Ladder(models.Model):
    """A ladder of players or of pairs. The rules are those of the engine's `LadderRules`."""

    class Climb(models.TextChoices):
        SWAP = "swap", "both change places"
        INSERT = "insert", "everybody between moves down one"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ladders")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80)
    reach = models.PositiveSmallIntegerField(default=3)
    untouchable = models.PositiveSmallIntegerField(default=0)
    climb = models.CharField(max_length=6, choices=Climb.choices, default=Climb.SWAP)
    closed = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_ladder_of_a_slug_in_a_club")
        ]

    def __str__(self) -> str:
        return self.name


class LadderRung(models.Model):
    """Somebody's place on a ladder, 1 at the top; a player or a pair. Who has left has no `rung`."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="rungs")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="ladder_rungs"
    )
    pair = models.ForeignKey(
        Pair, on_delete=models.PROTECT, null=True, blank=True, related_name="ladder_rungs"
    )
    rung = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = [F("rung").asc(nulls_last=True), "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=True) ^ Q(pair__isnull=True), name="a_rung_is_a_player_or_a_pair"
            ),
            models.UniqueConstraint(fields=["ladder", "player"], name="a_player_is_on_a_ladder_once"),
            models.UniqueConstraint(fields=["ladder", "pair"], name="a_pair_is_on_a_ladder_once"),
        ]

    def __str__(self) -> str:
        return str(self.player or self.pair)


class LadderChallenge(models.Model):
    """A challenge: open, then settled by a winner, or called off. The rungs are those when it was made."""

    ladder = models.ForeignKey(Ladder, on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey(LadderRung, on_delete=models.CASCADE, related_name="challenges_made")
    challenged = models.ForeignKey(LadderRung, on_delete=models.CASCADE, related_name="challenges_met")
    challenger_rung = models.PositiveIntegerField()
    challenged_rung = models.PositiveIntegerField()
    winner = models.ForeignKey(
        LadderRung, on_delete=models.CASCADE, null=True, blank=True, related_name="challenges_won"
    )
    score = models.CharField(max_length=40, blank=True, help_text="As told, such as 2–1.")
    called_off = models.BooleanField(default=False)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.challenger} challenges {self.challenged}"
