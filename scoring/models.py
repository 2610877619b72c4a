"""The score sheet: games and their lines. Lines are only ever added; triggers in the database see to it."""

from django.db import models
from django.db.models import Q

from tournaments.models import Entry, Match, Round


class Game(models.Model):
    """One game of a match, with the ruleset it is played under, copied when it was opened.

    It goes with its match when a draw is taken back; its lines do not let it go.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField(default=1)
    policy_number = models.PositiveIntegerField()
    ruleset = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="games_of_a_match_are_numbered")
        ]

    def __str__(self) -> str:
        return f"game {self.number} of match {self.match_id}"


class Late(models.TextChoices):
    """Why a line came too late to count by itself; the director decides."""

    NO = "", "in time"
    ROUND_CLOSED = "round-closed", "the round was closed"
    CARD_TYPED = "card-typed", "the card was typed in"
    EVENING_OVER = "evening-over", "the evening was over"
    MOVED = "moved", "it was the director's on the server before"


class LedgerLine(models.Model):
    """One line of a game's sheet. `facts` hold what was seen, never points that follow from it.

    | kind | facts |
    |---|---|
    | `first-deal` (hand 0) | {"dealer": "N"} |
    | `hand` | {"maker": "N", "alone": ["N"], "tricks": 5}; if known "trump": "H", and "record": its cards |
    | `thrown-in` | {} |
    | `void` | {"why": "misdeal"} |
    | `card` | {"points": {"NS": 8, "EW": 6}, "lone": {"NS": 1, "EW": 0}}: a paper card's totals |
    | `penalty` | {"off": "NS", "to": "EW", "points": 2, "why": "revoke"}: off, to or both; "hand" if known |
    | `adjustment` | {"side": "NS", "points": -1} |
    | `concession` | {"side": "NS"} |
    | `time` | {"hand_in_play": true}: the bell |
    | `confirmation` | {"side": "NS"} accepts the score; with "disputed": {"NS": 8, "EW": 7} it does not |
    | `confirmation` | {"seats": "right"} or "wrong": whether those sit here whom the draw put here |
    | `retraction` | {} and `replaces` |

    `hand_number` counts every deal, also thrown in and void ones. `replaces` makes a line stand for an
    older one; the line that nothing replaces is the one that holds. `recorded_by` is an actor's code, no
    key to a user, and facts hold no personal data: people can be erased and the sheet stays.
    """

    class Kind(models.TextChoices):
        FIRST_DEAL = "first-deal", "who deals first"
        HAND = "hand", "hand"
        THROWN_IN = "thrown-in", "thrown in"
        VOID = "void", "void hand"
        CARD = "card", "card total"
        PENALTY = "penalty", "penalty"
        ADJUSTMENT = "adjustment", "adjustment"
        CONCESSION = "concession", "concession"
        TIME = "time", "the bell"
        CONFIRMATION = "confirmation", "confirmation"
        RETRACTION = "retraction", "retraction"

    id = models.UUIDField(
        primary_key=True, help_text="Made on the device, so that sending twice is harmless."
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="lines")
    position = models.PositiveIntegerField(help_text="Order of arrival in this game, from 1.")
    hand_number = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=14, choices=Kind.choices)
    facts = models.JSONField(default=dict)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    reason = models.CharField(max_length=300, blank=True)
    late = models.CharField(max_length=12, choices=Late.choices, blank=True, default=Late.NO)
    recorded_by = models.CharField(max_length=64)
    recorded_at = models.DateTimeField(help_text="By the device's clock.")
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["game", "position"], name="one_line_a_position"),
            models.UniqueConstraint(
                fields=["game", "hand_number"],
                condition=Q(replaces__isnull=True),
                name="one_first_line_a_hand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.hand_number or ''} of game {self.game_id}"


class CardLine(models.Model):
    """One round of a personal card: an entry's points and lone hands, seats unknown. Only ever added, too.

    A correction `replaces` the older line; a retraction has no points.
    """

    id = models.UUIDField(primary_key=True)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="card_lines")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="card_lines")
    position = models.PositiveIntegerField(help_text="Order of arrival in this round, from 1.")
    points = models.IntegerField(null=True, blank=True)
    lone_hands = models.PositiveIntegerField(default=0)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    reason = models.CharField(max_length=300, blank=True)
    recorded_by = models.CharField(max_length=64)
    recorded_at = models.DateTimeField()
    received_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "position"], name="one_card_line_a_position"),
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=Q(replaces__isnull=True),
                name="one_first_card_line_an_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"card of entry {self.entry_id} in round {self.round_id}"
