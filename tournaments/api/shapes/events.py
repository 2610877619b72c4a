"""An event: its terms, who takes part, its stages."""

from typing import Any

from rest_framework import serializers

from tournaments import models


class EventShape(serializers.ModelSerializer[models.Event]):
    """One competition. `partners` is how they were drawn by lot, `imported` how much is known of it."""

    partners = serializers.SerializerMethodField()
    imported = serializers.SerializerMethodField()

    class Meta:
        model = models.Event
        fields = [
            "id",
            "club",
            "name",
            "slug",
            "plays_on",
            "state",
            "public",
            "message",
            "partners",
            "imported",
        ]

    def get_partners(self, event: models.Event) -> dict[str, Any] | None:
        """None where nobody was paired by lot."""
        drawn = getattr(event, "partner_draw", None)
        return {"seed": drawn.seed, "category": drawn.category} if drawn is not None else None

    def get_imported(self, event: models.Event) -> str | None:
        """None of an event that was played here."""
        imported = getattr(event, "imported", None)
        return imported.known if imported is not None else None


class PolicyShape(serializers.ModelSerializer[models.EventPolicy]):
    """How an event is played and counted: a numbered copy that is never changed."""

    class Meta:
        model = models.EventPolicy
        exclude = ["made_by", "made_at"]


class EntryShape(serializers.ModelSerializer[models.Entry]):
    """Who takes part: a player or a pair."""

    class Meta:
        model = models.Entry
        fields = [
            "id",
            "event",
            "number",
            "player",
            "pair",
            "categories",
            "withdrawn_after",
            "results_removed",
            "filler",
            "drafted",
        ]


class NamedEntryShape(serializers.ModelSerializer[models.Entry]):
    """Who takes part, with the name that is shown."""

    name = serializers.SerializerMethodField()

    class Meta:
        model = models.Entry
        fields = [*EntryShape.Meta.fields, "name"]

    def get_name(self, entry: models.Entry) -> str:
        """A pair is two names."""
        return str(entry)


class StageShape(serializers.ModelSerializer[models.Stage]):
    """One stage of an event; `seeds` and `pools` hold ids of entries."""

    class Meta:
        model = models.Stage
        fields = ["id", "event", "number", "name", "format", "options", "seeds", "pools", "seed"]


class WishShape(serializers.ModelSerializer[models.Wish]):
    """Two entries who must not meet, or not be partners."""

    class Meta:
        model = models.Wish
        fields = ["id", "event", "kind", "one", "other"]


class VerdictShape(serializers.ModelSerializer[models.BracketVerdict]):
    """A match of a bracket, decided."""

    class Meta:
        model = models.BracketVerdict
        exclude = ["recorded_by", "recorded_at"]


class TieWordShape(serializers.ModelSerializer[models.TieWord]):
    """A deciding game, or a lot with its seed; `order` holds ids of entries, the best first."""

    class Meta:
        model = models.TieWord
        fields = ["id", "event", "kind", "order", "seed", "reason"]


class StandingsShape(serializers.ModelSerializer[models.PublishedStandings]):
    """Which revision of the event its standings show: ask for them when it has changed."""

    class Meta:
        model = models.PublishedStandings
        fields = ["event", "revision", "policy_number"]


class SeriesShape(serializers.ModelSerializer[models.Series]):
    """Nights counted together, and which."""

    events = serializers.SerializerMethodField()

    class Meta:
        model = models.Series
        fields = ["id", "name", "slug", "season", "year", "entrants", "rule", "events"]

    def get_events(self, series: models.Series) -> list[int]:
        """Ids of its events, in order."""
        return sorted(one.event_id for one in series.nights.all())
