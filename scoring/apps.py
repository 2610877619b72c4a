from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """What happened at the table."""

    name = "scoring"
    verbose_name = "scoring"
