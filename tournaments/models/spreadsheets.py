"""Old seasons brought in: the spreadsheet while it is looked at, and how much is known of what came of it."""

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import Event


class SpreadsheetUpload(models.Model):
    """A spreadsheet that somebody looks at before anything is made of it; forgotten after `expires_at`.

    `cells` are its rows as text, packed by `services.workbooks`; `digest` is the seal of those rows, the same
    whatever kind of file they came in. `choices` is what was said so far: {"kind", "columns": [...], "name",
    "day", "public", "ruleset", "people": {spelling: word}}; see `services.spreadsheets`.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="spreadsheets")
    name = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    cells = models.BinaryField()
    choices = models.JSONField(default=dict)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class ImportedEvent(models.Model):
    """An event that was not played here but brought in from a spreadsheet, and how much is known of it.

    Of a final table the standings are as they stand in the file, and are never computed. `key` is the seal of
    what the file says of this event: the same again changes nothing. `digest` is the seal of the whole file.
    """

    class Known(models.TextChoices):
        TABLE = "final-table", "the final table"
        TOTALS = "totals", "everybody's totals"
        HANDS = "hands", "the hands"

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="imported", primary_key=True)
    known = models.CharField(max_length=11, choices=Known.choices)
    key = models.CharField(max_length=64, db_index=True)
    source = models.CharField(max_length=200, help_text="Name of the file.")
    digest = models.CharField(max_length=64)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.known} of {self.event_id}"
