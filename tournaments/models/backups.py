"""What was tried to be kept of the whole database, and whether it was."""

from django.db import models

from tournaments.models.events import Event


class Backup(models.Model):
    """One try at a backup: the file that was written, or the fault. It tells of this machine's own folder.

    `rows` counts the rows of every table in the file. Backups are left out of backups.
    """

    class Why(models.TextChoices):
        DRAW = "draw", "after a draw was accepted"
        ROUND = "round", "after a round was closed"
        ASKED = "asked", "when somebody asked for it"

    made_at = models.DateTimeField(db_index=True)
    why = models.CharField(max_length=5, choices=Why.choices)
    event = models.ForeignKey(Event, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    round_number = models.PositiveIntegerField(null=True, blank=True)
    name = models.CharField(max_length=200, blank=True)
    size = models.BigIntegerField(default=0, help_text="In bytes.")
    rows = models.BigIntegerField(default=0)
    fault = models.CharField(max_length=500, blank=True, help_text="A sentence; empty when all went well.")

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.fault or self.name
