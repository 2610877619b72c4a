"""Stages of an event: a session, a round robin, a Swiss, a bracket; and what a bracket knows."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.events import Entry, Event


class Stage(models.Model):
    """One stage of an event, made when its first round is proposed or its bracket drawn. Most have but one.

    `options` is `engine.formats.options.Options.to_dict()`. `seeds` are the entries of this stage, the best
    first; empty where whoever takes part in the event does so in this stage, too. `pools` are lists of
    entries, empty where there are none. `seed` is the chance of a bracket's or pools' draw.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True)
    format = models.CharField(max_length=20, help_text="A code of FORMATS, 'draft' or 'imported'.")
    options = models.JSONField(default=dict)
    seeds = models.JSONField(default=list, blank=True)
    pools = models.JSONField(default=list, blank=True)
    seed = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stages_of_an_event_are_numbered")
        ]

    def __str__(self) -> str:
        return self.name or f"stage {self.number}"


class BracketVerdict(models.Model):
    """A match of a bracket, decided: `number` is the match's in the tree, `one` and `other` are its two.

    Where a verdict was corrected and the director let everybody stay where they had gone, `kept_winner` and
    `kept_loser` are who went on, and who went where losers go. No winner: neither of the two came.
    """

    class How(models.TextChoices):
        PLAYED = "played", "played"
        WALKOVER = "walkover", "walkover"
        WITHDRAWN = "withdrawn", "withdrawn"
        NO_SHOW = "no-show", "neither came"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="verdicts")
    number = models.PositiveIntegerField()
    one = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    games_one = models.PositiveSmallIntegerField(default=0)
    games_other = models.PositiveSmallIntegerField(default=0)
    how = models.CharField(max_length=10, choices=How.choices, default=How.PLAYED)
    kept_winner = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    kept_loser = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    recorded_by = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_verdict_a_match_of_a_bracket"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="a_verdict_is_about_two"),
        ]

    def __str__(self) -> str:
        return f"verdict on match {self.number} of stage {self.stage_id}"


class Wish(models.Model):
    """Two entries who must not meet at a table, or must not be partners, in any draw of this event."""

    class Kind(models.TextChoices):
        APART = "apart", "never at one table"
        NEVER_PARTNERS = "never-partners", "never partners"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=14, choices=Kind.choices)
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = "wishes"
        constraints = [
            models.UniqueConstraint(fields=["event", "one", "other"], name="one_wish_of_two"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="a_wish_names_two_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.other_id} {self.kind}"


class BetterDraw(models.Model):
    """A better draw of the rounds proposed with `seed`, found in the background and offered.

    `rounds` has the shape of `Round.draw`, one for each proposed round in their order; `moves` says how many
    moves were tried so far.
    """

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, related_name="better_draw", primary_key=True
    )
    seed = models.CharField(max_length=40)
    moves = models.PositiveIntegerField(default=0)
    rounds = models.JSONField(default=list)
    figures = models.JSONField(default=dict, help_text='{"before": {...}, "after": {...}}: repeats.')
    found_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"better draw for {self.event_id}"
