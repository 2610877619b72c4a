"""A club, its people, and what it keeps of its own."""

from typing import Any

from rest_framework import serializers

from tournaments import models


class ClubShape(serializers.ModelSerializer[models.Club]):
    """A club."""

    class Meta:
        model = models.Club
        fields = ["id", "slug", "name", "zone", "currency", "usual_ruleset", "usual_format", "unlisted"]


class ContactShape(serializers.ModelSerializer[models.Contact]):
    """How to reach a person."""

    class Meta:
        model = models.Contact
        fields = ["email", "phone", "address"]


class PlayerShape(serializers.ModelSerializer[models.Player]):
    """A person as anybody may know them: strangers read the name as the person allows."""

    class Meta:
        model = models.Player
        fields = ["id", "name", "note", "inactive_since"]


class WholePlayerShape(serializers.ModelSerializer[models.Player]):
    """A person as the club's directors know them."""

    aliases: Any = serializers.SlugRelatedField("name", many=True, read_only=True)
    contact = serializers.SerializerMethodField()

    class Meta:
        model = models.Player
        fields = [
            *PlayerShape.Meta.fields,
            "sort_key",
            "pronunciation",
            "remarks",
            "privacy",
            "aliases",
            "contact",
        ]

    def get_contact(self, player: models.Player) -> dict[str, Any] | None:
        """None where nothing is kept."""
        return dict(ContactShape(player.contact).data) if hasattr(player, "contact") else None


class PairShape(serializers.ModelSerializer[models.Pair]):
    """Two people entered together, by their ids, the lower one first."""

    class Meta:
        model = models.Pair
        fields = ["id", "first", "second"]


class PartnershipShape(serializers.ModelSerializer[models.Partnership]):
    """Two who say that they are partners."""

    class Meta:
        model = models.Partnership
        fields = ["id", "pair", "formed_on", "ended_on", "note"]


class RulesetShape(serializers.ModelSerializer[models.ClubRuleset]):
    """A ruleset of the club's own, with every version of it."""

    versions = serializers.SerializerMethodField()

    class Meta:
        model = models.ClubRuleset
        fields = ["id", "name", "slug", "retired_at", "versions"]

    def get_versions(self, ruleset: models.ClubRuleset) -> list[dict[str, Any]]:
        """Their numbers, rules and reasons."""
        return [
            {"number": one.number, "rules": one.rules, "reason": one.reason} for one in ruleset.versions.all()
        ]


class PresetShape(serializers.ModelSerializer[models.EventPreset]):
    """An event as the club sets it up."""

    class Meta:
        model = models.EventPreset
        exclude = ["club", "made_by"]


class HolderShape(serializers.ModelSerializer[models.TrophyHolder]):
    """Who held a trophy in a year."""

    class Meta:
        model = models.TrophyHolder
        fields = ["id", "year", "player", "pair", "words", "note"]


class TrophyShape(serializers.ModelSerializer[models.Trophy]):
    """A trophy and its holders, the newest first."""

    holders = HolderShape(many=True, read_only=True)

    class Meta:
        model = models.Trophy
        fields = ["id", "number", "name", "note", "holders"]


class RegistrationShape(serializers.ModelSerializer[models.Registration]):
    """Who is registered for a season, and what was paid for it, in minor units."""

    payments = serializers.SerializerMethodField()

    class Meta:
        model = models.Registration
        fields = ["id", "season", "player", "registered_on", "fee", "currency", "note", "payments"]

    def get_payments(self, registration: models.Registration) -> list[dict[str, Any]]:
        """Each with its id, in the order they were made."""
        return [
            {"id": str(one.pk), "amount": one.amount, "reason": one.reason}
            for one in registration.payments.all()
        ]
