from typing import Any

from django.apps import AppConfig
from django.apps import apps as apps_of_now
from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate


class TournamentsConfig(AppConfig):
    """Who meets whom, and who stands where."""

    name = "tournaments"
    verbose_name = "tournaments"

    def ready(self) -> None:
        """Our checks, and the triggers of the change feed; on SQLite these are off while migrations run."""
        import tournaments.checks  # noqa: F401 - registers itself
        from tournaments.fed import FED
        from tournaments.triggers import feed

        feed(*FED)
        pre_migrate.connect(_take_off, sender=self)
        post_migrate.connect(_put_on, sender=self)


def _take_off(using: str, plan: Any = (), **_: Any) -> None:
    from tournaments.triggers import remove

    if plan and connections[using].vendor == "sqlite":
        remove(connections[using])


def _put_on(using: str, apps: Any = apps_of_now, **_: Any) -> None:
    from tournaments.triggers import install

    install(connections[using], apps)
