"""A round, and the matches at its tables with what came of them."""

from typing import Any

from rest_framework import serializers

from tournaments import models

TALLY = [
    "entry_id",
    "player_id",
    "side",
    "points",
    "points_against",
    "games_played",
    "half_games_won",
    "hands",
    "tricks",
    "hands_won",
    "made",
    "euchred",
    "euchres",
    "marches",
    "lone_tried",
    "lone_marched",
    "personal_credit",
    "streak",
]


class SitOutShape(serializers.ModelSerializer[models.SitOut]):
    """An entry without a table."""

    class Meta:
        model = models.SitOut
        fields = ["entry", "points", "absent"]


class RoundShape(serializers.ModelSerializer[models.Round]):
    """Drawn together. While it is proposed, `draw` is all there is of it."""

    sit_outs = SitOutShape(many=True, read_only=True)

    class Meta:
        model = models.Round
        fields = [
            "id",
            "event",
            "stage",
            "number",
            "name",
            "state",
            "format",
            "seed",
            "draw",
            "accepted_at",
            "called_at",
            "closed_at",
            "clock_minutes",
            "clock_ends_at",
            "clock_left",
            "sit_outs",
        ]


class SeatingShape(serializers.ModelSerializer[models.Seating]):
    """Who sat where, from which hand on; nobody where `player` is null."""

    class Meta:
        model = models.Seating
        fields = ["seat", "entry", "player", "from_game", "from_hand", "reason"]


class MatchShape(serializers.ModelSerializer[models.Match]):
    """Two sides at a table: seats as facts in their order, the table's state, each person's part in it."""

    seatings = SeatingShape(many=True, read_only=True)
    result = serializers.SerializerMethodField()
    forfeit = serializers.SerializerMethodField()
    tallies = serializers.SerializerMethodField()
    extra_hands = serializers.SerializerMethodField()

    class Meta:
        model = models.Match
        fields = [
            "id",
            "round",
            "table",
            "number",
            "best_of",
            "seatings",
            "result",
            "forfeit",
            "tallies",
            "extra_hands",
        ]

    def get_result(self, match: models.Match) -> dict[str, Any] | None:
        """The table as it stands; None before the first hand."""
        result = getattr(match, "result", None)
        return {"state": result.state, **result.live} if result is not None else None

    def get_forfeit(self, match: models.Match) -> dict[str, Any] | None:
        """Which side did not come, and what the other got for it."""
        forfeit = getattr(match, "forfeit", None)
        if forfeit is None:
            return None
        return {"absent": forfeit.absent, "points": forfeit.points, "reason": forfeit.reason}

    def get_tallies(self, match: models.Match) -> list[dict[str, Any]]:
        """By entry and player."""
        told = [
            {name.removesuffix("_id"): getattr(one, name) for name in TALLY} for one in match.tallies.all()
        ]
        return sorted(told, key=lambda one: (one["entry"], one["player"] or 0))

    def get_extra_hands(self, match: models.Match) -> list[dict[str, Any]]:
        """Who won the extra hand after a level game."""
        return [{"game": one.game, "side": one.side} for one in match.extra_hands.all()]
