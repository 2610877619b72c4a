from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """What happened at the table."""

    name = "scoring"
    verbose_name = "scoring"

    def ready(self) -> None:
        """What of the sheets is in a club's change feed."""
        from scoring.api_shapes import tell_sheets
        from scoring.fed import FED
        from tournaments.triggers import feed

        feed(*FED)
        tell_sheets()
