"""Leagues and ladders."""

from typing import Any

from rest_framework import serializers

from tournaments import models


class SeasonShape(serializers.ModelSerializer[models.Season]):
    """One season of a league."""

    class Meta:
        model = models.Season
        fields = ["id", "club", "name", "slug", "starts_on", "ends_on", "play_at", "state", "follows"]


class DivisionShape(serializers.ModelSerializer[models.Division]):
    """A division, with its policy and, while it is looked at, the proposed fixtures."""

    class Meta:
        model = models.Division
        fields = ["id", "season", "name", "order", "policy", "proposal", "seed"]


class VenueShape(serializers.ModelSerializer[models.Venue]):
    """A house where matches are played."""

    class Meta:
        model = models.Venue
        fields = ["id", "name", "room", "tables", "address", "note", "map_link"]


class TeamShape(serializers.ModelSerializer[models.Team]):
    """A team in a division, and the points taken off it."""

    deductions = serializers.SerializerMethodField()

    class Meta:
        model = models.Team
        fields = [
            "id",
            "division",
            "name",
            "venue",
            "nights_off",
            "closed",
            "withdrawn_on",
            "follows",
            "deductions",
        ]

    def get_deductions(self, team: models.Team) -> list[dict[str, Any]]:
        """Each with its reason."""
        return [{"id": one.pk, "points": one.points, "reason": one.reason} for one in team.deductions.all()]


class SquadMemberShape(serializers.ModelSerializer[models.SquadMember]):
    """A person registered with a team."""

    class Meta:
        model = models.SquadMember
        fields = ["id", "team", "player", "registered_on", "captain", "left_on"]


class CardGameShape(serializers.ModelSerializer[models.CardGame]):
    """A game of a card."""

    class Meta:
        model = models.CardGame
        fields = [
            "number",
            "cup",
            "home_first",
            "home_second",
            "visitor_first",
            "visitor_second",
            "home_points",
            "visitor_points",
            "winner",
        ]


class CardShape(serializers.ModelSerializer[models.MatchCard]):
    """The card of a match: its games, and who signed or disputed it."""

    games = CardGameShape(many=True, read_only=True)
    home_signed = serializers.SerializerMethodField()
    visitor_signed = serializers.SerializerMethodField()

    class Meta:
        model = models.MatchCard
        fields = [
            "home_signed",
            "visitor_signed",
            "home_disputed",
            "visitor_disputed",
            "decided",
            "handed_in_at",
            "late",
            "games",
        ]

    def get_home_signed(self, card: models.MatchCard) -> bool:
        """Whether the home side has signed."""
        return bool(card.home_signed_by)

    def get_visitor_signed(self, card: models.MatchCard) -> bool:
        """Whether the visitors have."""
        return bool(card.visitor_signed_by)


class FixtureShape(serializers.ModelSerializer[models.Fixture]):
    """A match between two teams; `card` is null before anybody was named or any game entered."""

    card = serializers.SerializerMethodField()

    class Meta:
        model = models.Fixture
        fields = [
            "id",
            "division",
            "kind",
            "week",
            "day",
            "home",
            "visitor",
            "venue",
            "moved_from",
            "state",
            "absent",
            "notes",
            "card",
        ]

    def get_card(self, fixture: models.Fixture) -> dict[str, Any] | None:
        """See `CardShape`."""
        card = getattr(fixture, "card", None)
        return dict(CardShape(card).data) if card is not None else None


class LadderShape(serializers.ModelSerializer[models.Ladder]):
    """A ladder and its rules."""

    class Meta:
        model = models.Ladder
        fields = ["id", "club", "name", "slug", "reach", "untouchable", "climb", "closed"]


class RungShape(serializers.ModelSerializer[models.LadderRung]):
    """Somebody's place on a ladder; who has left has none."""

    class Meta:
        model = models.LadderRung
        fields = ["id", "ladder", "player", "pair", "rung"]


class ChallengeShape(serializers.ModelSerializer[models.LadderChallenge]):
    """A challenge: open, settled by a winner, or called off."""

    class Meta:
        model = models.LadderChallenge
        fields = [
            "id",
            "ladder",
            "challenger",
            "challenged",
            "challenger_rung",
            "challenged_rung",
            "winner",
            "score",
            "called_off",
            "made_at",
            "settled_at",
        ]
