"""Players with what is known of them, and two of them as a pair."""

from django.db import models
from django.db.models import F, Q

from tournaments.models.clubs import Club
from tournaments.models.fields import SortKeyField
from tournaments.models.names import FULL, HIDDEN, INITIALS, NameField, PrivateField


class Player(models.Model):
    """A person the club knows. Two may have the same name; `note` tells them apart on every list.

    Who comes no more has `inactive_since` and is offered on no list; whatever they played stays. `privacy`
    says what strangers read in place of the name; see `tournaments.models.names`.
    """

    class Privacy(models.TextChoices):
        FULL = FULL, "the full name"
        INITIALS = INITIALS, "initials"
        HIDDEN = HIDDEN, "no name"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = NameField(max_length=80, help_text="As shown: first name, then surname.")
    sort_key = SortKeyField(max_length=200, help_text="Surname first, folded; see tournaments.engine.names.")
    note = PrivateField(max_length=40, blank=True, help_text="Tells namesakes apart, such as 'from Bude'.")
    pronunciation = PrivateField(max_length=80, blank=True, help_text="For whoever calls the names.")
    remarks = models.TextField(max_length=1000, blank=True, help_text="The directors' own notes.")
    inactive_since = models.DateField(null=True, blank=True)
    privacy = models.CharField(max_length=10, choices=Privacy.choices, default=Privacy.FULL)
    erased_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sort_key", "pk"]
        indexes = [models.Index(fields=["club", "sort_key"], name="players_of_a_club_by_name")]

    def __str__(self) -> str:
        return f"{self.name} ({self.note})" if self.note else self.name


class PlayerAlias(models.Model):
    """Another name a person goes by, or went by: found in searches, and read as theirs in pasted lists."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=80)
    sort_key = SortKeyField(max_length=200)

    class Meta:
        ordering = ["sort_key", "pk"]
        verbose_name_plural = "player aliases"
        constraints = [
            models.UniqueConstraint(fields=["player", "sort_key"], name="aliases_of_a_player_differ")
        ]

    def __str__(self) -> str:
        return self.name


class Contact(models.Model):
    """How to reach a person. Kept apart from the person: only directors read it, and it can go by itself."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="contact", primary_key=True)
    email = models.EmailField(max_length=120, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    address = models.CharField(max_length=300, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"contact of {self.player_id}"


class PlayerMerge(models.Model):
    """Two records of one person made one: what the second record was, and every row that went over.

    `gone` holds the record that is no more, the pairs as they were, and the alias that was made of its name:
    {"player": {field: value}, "pairs": [[pair id, first id, second id], ...], "alias": id or null}. `moved`
    is [[model, field, ids, from, to], ...] in the order of moving: what an undo puts back.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="player_merges")
    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    gone_id = models.BigIntegerField(db_index=True)
    gone = models.JSONField()
    moved = models.JSONField()
    reason = models.CharField(max_length=200, blank=True)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    undone_by = models.CharField(max_length=64, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.gone_id} became {self.kept_id}"


class Pair(models.Model):
    """Two people entered together; the one with the lower id is `first`, so that a pair exists once."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pairs")
    first = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pairs_as_first")
    second = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="pairs_as_second")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="a_pair_exists_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="a_pair_is_two_people_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} & {self.second}"


class Partnership(models.Model):
    """Two who say that they are partners, from a day on and, perhaps, until another."""

    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="partnerships")
    formed_on = models.DateField()
    ended_on = models.DateField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-formed_on", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["pair"], condition=Q(ended_on__isnull=True), name="a_pair_is_partners_once_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_on__isnull=True) | Q(ended_on__gte=F("formed_on")),
                name="a_partnership_ends_after_it_is_formed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pair} since {self.formed_on}"
