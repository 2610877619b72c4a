"""What the change feed is made from. Only the database's own triggers write here: tournaments/triggers.py."""

from django.db import models

from tournaments.models.clubs import Club


class Touched(models.Model):
    """A row of a club was written and the club's counter has not been raised yet: rows of one transaction.

    No key to the club: the last thing said of a club may be that it is gone.
    """

    club_id = models.BigIntegerField(db_index=True)
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=36)

    class Meta:
        verbose_name_plural = "touched"

    def __str__(self) -> str:
        return f"{self.kind} {self.key} of {self.club_id}"


class Change(models.Model):
    """The newest change of one thing: the club's revision with which it came. One row a thing, however often.

    A thing that is no more keeps its row: a copy has to hear of it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=36)
    revision = models.BigIntegerField()

    class Meta:
        ordering = ["revision", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "kind", "key"], name="one_change_a_thing")]
        indexes = [models.Index(fields=["club", "revision", "id"], name="changes_of_a_club_in_order")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} at r{self.revision}"
