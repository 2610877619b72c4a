"""Money, in whole minor units."""

from typing import Any

from rest_framework import serializers

from tournaments import models


class PotShape(serializers.ModelSerializer[models.Pot]):
    """A pot and every fact of it, in order; a fact is never changed, another counters it."""

    facts = serializers.SerializerMethodField()

    class Meta:
        model = models.Pot
        fields = [
            "id",
            "event",
            "number",
            "name",
            "kind",
            "fee",
            "currency",
            "carry_in",
            "carried_from",
            "carry_reason",
            "dropped_at",
            "dropped_reason",
            "facts",
        ]

    def get_facts(self, pot: models.Pot) -> list[dict[str, Any]]:
        """What was owed, paid, given back and struck out."""
        return [
            {
                "id": str(one.pk),
                "player": one.player_id,
                "kind": one.kind,
                "amount": one.amount,
                "counters": str(one.counters_id) if one.counters_id else None,
                "reason": one.reason,
            }
            for one in pot.facts.all()
        ]


class PrizeListShape(serializers.ModelSerializer[models.PrizeList]):
    """Who gets what, as a director accepted it."""

    shares = serializers.SerializerMethodField()

    class Meta:
        model = models.PrizeList
        fields = [
            "id",
            "event",
            "number",
            "revision",
            "accepted_at",
            "published_at",
            "withdrawn_at",
            "withdrawn_reason",
            "shares",
        ]

    def get_shares(self, prizes: models.PrizeList) -> list[dict[str, Any]]:
        """By pot, each with its payouts in order."""
        return [
            {
                "pot": one.pot_id,
                "amount": one.amount,
                "carried": one.carried,
                "payouts": [_payout(payout) for payout in one.payouts.all()],
            }
            for one in prizes.shares.all()
        ]


def _payout(one: models.Payout) -> dict[str, Any]:
    return {
        "id": one.pk,
        "entry": one.entry_id,
        "amount": one.amount,
        "prize": one.prize,
        "reason": one.reason,
        "paid": one.paid_at is not None,
        "handings": [{"given": handing.given, "reason": handing.reason} for handing in one.handings.all()],
    }
