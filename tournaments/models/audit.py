"""Who did what, when and from where: a row for everything that changes an event, a person or a right."""

from datetime import timedelta
from typing import Any

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import Event, FrozenRow

ADDRESS_KEPT = timedelta(days=90)
"""How long it is kept from where somebody asked."""


class AuditRows(models.QuerySet["AuditEntry"]):
    """Rows that are only added. What the law wants forgotten goes by `forget`."""

    def update(self, **kwargs: Any) -> int:
        raise FrozenRow("The record of changes is only added to.")

    def delete(self) -> Any:
        raise FrozenRow("The record of changes is only added to.")

    def forget(self, **blanked: Any) -> int:
        """The one way in: addresses that are too old, and the words about a person who is erased."""
        if not blanked.keys() <= {"address", "before", "after"}:
            raise FrozenRow("Who did what and when is never forgotten.")
        return super().update(**blanked)


class AuditEntry(models.Model):
    """One change. `actor` is an actor's code; `verb` what was asked for: the name of the address or the task.

    `kind` and `key` name the thing, such as "player" and its id. `before` and `after` are what of it differs,
    by the names of its columns. `address` is where the request came from; it is blanked after 90 days.
    """

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="audit_entries")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, null=True, related_name="audit_entries")
    actor = models.CharField(max_length=64)
    verb = models.CharField(max_length=80)
    kind = models.CharField(max_length=40, blank=True)
    key = models.CharField(max_length=64, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    address = models.GenericIPAddressField(null=True, blank=True)
    request_id = models.CharField(max_length=64, blank=True)

    objects = AuditRows.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["club", "-id"], name="changes_of_a_club_newest_first"),
            models.Index(fields=["kind", "key"], name="changes_of_a_thing"),
        ]

    def __str__(self) -> str:
        return f"{self.actor}: {self.verb} {self.kind} {self.key}".strip()

    def save(
        self,
        force_insert: bool | tuple[models.base.ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: object = None,
    ) -> None:
        if not self._state.adding:
            raise FrozenRow("The record of changes is only added to.")
        super().save(force_insert=force_insert, using=using)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise FrozenRow("The record of changes is only added to.")
