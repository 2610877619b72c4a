from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Who meets whom, and who stands where."""

    name = "tournaments"
    verbose_name = "tournaments"
