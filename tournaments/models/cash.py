"""Money of an event: pots, what each person paid into them, and what was paid out. Whole minor units only.

Nothing here is taken away, or changed in what it says: a wrong fact is countered by another, with a reason.
"""

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.events import Entry, Event, FrozenRow
from tournaments.models.people import Player


class Pot(models.Model):
    """What is collected together and shared out together. `number` is its order on the desk and in the plan.

    `fee` is what each person owes: everybody entered for the entry fee, who joins for a side pot. `carry_in`
    lay in it before anybody paid; where it came from an earlier event's pot, `carried_from` says which.
    """

    class Kind(models.TextChoices):
        ENTRY = "entry", "entry fee"
        SIDE = "side", "side pot"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="pots")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    fee = models.PositiveIntegerField()
    currency = models.CharField(max_length=3)
    carry_in = models.PositiveIntegerField(default=0)
    carried_from = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="carried_to"
    )
    carry_reason = models.CharField(max_length=200, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    dropped_by = models.CharField(max_length=64, blank=True)
    dropped_reason = models.CharField(max_length=200, blank=True)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="pots_of_an_event_are_numbered")
        ]

    def __str__(self) -> str:
        return self.name


class CashFact(models.Model):
    """One thing that happened between a person and a pot; it is never changed.

    `owes` sets what the person owes in the pot from now on, in place of the pot's fee; `paid` and `refunded`
    are money that changed hands; `counter` says that the fact it `counters` never was, and why. The id is
    made by the form, so that a form sent twice is one fact.
    """

    class Kind(models.TextChoices):
        OWES = "owes", "owes"
        PAID = "paid", "paid"
        REFUNDED = "refunded", "refunded"
        COUNTER = "counter", "struck out"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    pot = models.ForeignKey(Pot, on_delete=models.CASCADE, related_name="facts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="cash_facts")
    position = models.PositiveIntegerField(help_text="Orders the facts of a pot.")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    amount = models.PositiveIntegerField(default=0)
    counters = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="countered_by"
    )
    reason = models.CharField(max_length=200, blank=True)
    taken_by = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pot", "position"]
        constraints = [
            models.UniqueConstraint(fields=["pot", "position"], name="facts_of_a_pot_are_in_order"),
            models.CheckConstraint(
                condition=Q(kind="counter", counters__isnull=False) | (~Q(kind="counter") & Q(counters=None)),
                name="a_counter_strikes_one_fact_out",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind} {self.amount}"

    def save(
        self,
        force_insert: bool | tuple[models.base.ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: object = None,
    ) -> None:
        if not self._state.adding:
            raise FrozenRow("A fact of the cash desk is never changed; counter it.")
        super().save(force_insert=force_insert, using=using)


class PrizeList(models.Model):
    """Who gets what, as a director accepted it: one in force at a time, older ones withdrawn with a reason.

    `revision` is that of the standings it was made from.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prize_lists")
    number = models.PositiveIntegerField()
    revision = models.BigIntegerField()
    accepted_by = models.CharField(max_length=64)
    accepted_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=64, blank=True)
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="prize_lists_of_an_event_are_numbered"),
            models.UniqueConstraint(
                fields=["event"], condition=Q(withdrawn_at=None), name="one_prize_list_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"prize list {self.number} of {self.event_id}"


class PotShare(models.Model):
    """One pot of a prize list: its payouts and what is carried make its amount. `rules` are a frozen copy."""

    prize_list = models.ForeignKey(PrizeList, on_delete=models.CASCADE, related_name="shares")
    pot = models.ForeignKey(Pot, on_delete=models.CASCADE, related_name="shares")
    amount = models.PositiveIntegerField()
    carried = models.PositiveIntegerField()
    rules = models.JSONField()
    notes = models.JSONField(default=list)

    class Meta:
        ordering = ["pot__number"]
        constraints = [
            models.UniqueConstraint(fields=["prize_list", "pot"], name="a_pot_is_shared_once_in_a_list")
        ]

    def __str__(self) -> str:
        return f"share of pot {self.pot_id}"


class Payout(models.Model):
    """Money of a pot for an entry, or for the club where there is none. Paid out where `paid_at` says so."""

    share = models.ForeignKey(PotShare, on_delete=models.CASCADE, related_name="payouts")
    number = models.PositiveIntegerField(help_text="Order in its pot.")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="payouts")
    amount = models.PositiveIntegerField()
    prize = models.CharField(max_length=120)
    reason = models.TextField(help_text="The whole sentence.")
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["share", "number"]
        constraints = [
            models.UniqueConstraint(fields=["share", "number"], name="payouts_of_a_pot_are_numbered")
        ]

    def __str__(self) -> str:
        return f"{self.amount} to {self.entry_id}"


class Handing(models.Model):
    """A payout was handed over, or (`given` false, with a reason) came back. Only ever added."""

    payout = models.ForeignKey(Payout, on_delete=models.CASCADE, related_name="handings")
    given = models.BooleanField()
    reason = models.CharField(max_length=200, blank=True)
    recorded_by = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"payout {self.payout_id} {'given' if self.given else 'came back'}"
