"""An event, its numbered policies, its counter, and who takes part."""

from uuid import uuid4

from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club
from tournaments.models.people import Pair, Player


class FrozenRow(Exception):
    """A bug: something tried to change a row that only ever is added."""


class Event(models.Model):
    """One competition of a club; in this storey a session night."""

    class State(models.TextChoices):
        SETUP = "setup", "being set up"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        ARCHIVED = "archived", "archived"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80)
    plays_on = models.DateField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.SETUP)
    public = models.BooleanField(default=True)
    message = models.CharField(max_length=200, blank=True, help_text="The director's word to everybody now.")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-plays_on", "-pk"]
        constraints = [models.UniqueConstraint(fields=["club", "slug"], name="one_event_of_a_slug_in_a_club")]

    def __str__(self) -> str:
        return self.name


def fresh_key() -> str:
    """A word that was never used before, of 32 letters."""
    return uuid4().hex


class EventRevision(models.Model):
    """Raised as the last statement of every transaction that changes anything seen of the event.

    `facts_key` is renewed with it unless the change was a match's own result, which then carries the new
    number: whoever has read an event knows from both what to read again.
    """

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, related_name="revision_row", primary_key=True
    )
    number = models.BigIntegerField(default=0)
    facts_key = models.CharField(max_length=32, default=fresh_key)

    def __str__(self) -> str:
        return f"{self.event_id} r{self.number}"


class EventPolicy(models.Model):
    """How this event is played and counted: a numbered, frozen copy. Amending adds a number, with a reason.

    Shapes: `ruleset` is `scoring.engine.rulesets.Ruleset.to_dict()`; `scoring` {"level_game": "half" |
    "nothing" | "extra-hand", "games_in_a_match": 1.., "match_points": [won, level, lost],
    "best_rounds": 0..}; `chain` a list of codes of MEASURES; `movement` {"format": code in
    FORMATS, "rounds": 1.., "entrants": "players" | "pairs", "options": `Options.to_dict()`, "then": [{"name",
    "format", "rounds", "go_on", "options", "chain"}, ...] for the stages after the first}; `absence`
    {"sit_out_points": integer, "forfeit_points": integer, "sit_out": "points" | "average"}; `prizes` {} or
    {"schema": 1, "pots": {number of the pot: `PotRules.to_dict()`}}.
    """

    class Window(models.TextChoices):
        NEXT_TRUMP = "next-trump", "until the next trump is turned"
        NEXT_DEAL = "next-deal", "before the next deal"
        SIGNED = "signed", "until the card is signed"
        OPEN = "open", "until the round is closed"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="policies")
    number = models.PositiveIntegerField()
    schema = models.PositiveSmallIntegerField(default=1)
    ruleset = models.JSONField()
    scoring = models.JSONField()
    chain = models.JSONField()
    movement = models.JSONField()
    absence = models.JSONField()
    prizes = models.JSONField(default=dict)
    correction_window = models.CharField(max_length=12, choices=Window.choices, default=Window.OPEN)
    reason = models.CharField(max_length=300, blank=True)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="policies_of_an_event_are_numbered")
        ]

    def __str__(self) -> str:
        return f"policy {self.number} of {self.event_id}"

    def save(
        self,
        force_insert: bool | tuple[models.base.ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: object = None,
    ) -> None:
        if not self._state.adding:
            raise FrozenRow("A policy is never changed; amend the event, which adds the next number.")
        super().save(force_insert=force_insert, using=using)


class Entry(models.Model):
    """Who takes part: a player or a pair, never both. `number` is the order of entering and never changes."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, null=True, blank=True, related_name="entries")
    categories = models.JSONField(
        default=list, blank=True, help_text='Such as ["ladies"]; the club names them.'
    )
    withdrawn_after = models.PositiveIntegerField(null=True, blank=True, help_text="Last round played.")
    results_removed = models.BooleanField(default=False, help_text="Withdrawn, and its results with it.")
    filler = models.BooleanField(default=False, help_text="Makes the numbers fit; its results never count.")
    drafted = models.BooleanField(default=False, help_text="A pair made on the night from single players.")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entries_of_an_event_are_numbered"),
            models.UniqueConstraint(fields=["event", "player"], name="a_player_enters_an_event_once"),
            models.UniqueConstraint(fields=["event", "pair"], name="a_pair_enters_an_event_once"),
            models.CheckConstraint(
                condition=Q(player__isnull=True) ^ Q(pair__isnull=True), name="an_entry_is_a_player_or_a_pair"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player or self.pair)
