"""What a program reads of the score sheets."""

from typing import Any

from rest_framework import serializers

from scoring.models import CardLine, Game, LedgerLine
from tournaments.api.kinds import KINDS, Kind


class SheetLineShape(serializers.ModelSerializer[LedgerLine]):
    """One line of a sheet, as it was written."""

    class Meta:
        model = LedgerLine
        fields = [
            "id",
            "position",
            "hand_number",
            "kind",
            "facts",
            "replaces",
            "reason",
            "late",
            "recorded_at",
        ]


class GameShape(serializers.ModelSerializer[Game]):
    """A game and its whole sheet, in order of arrival."""

    lines = SheetLineShape(many=True, read_only=True)

    class Meta:
        model = Game
        fields = ["id", "match", "number", "policy_number", "lines"]


class CardLineShape(serializers.ModelSerializer[CardLine]):
    """One round of a personal card."""

    class Meta:
        model = CardLine
        fields = [
            "id",
            "round",
            "entry",
            "position",
            "points",
            "lone_hands",
            "replaces",
            "reason",
            "recorded_at",
        ]


def tell_sheets() -> None:
    """Put the sheets into the feed of changes."""
    told: dict[str, Any] = {
        "game": Kind(Game.objects.prefetch_related("lines"), GameShape),
        "card-line": Kind(CardLine.objects.all(), CardLineShape),
    }
    KINDS.update(told)
