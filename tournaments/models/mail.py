"""Who asked to be written to, and about what."""

from django.db import models

from tournaments.models.clubs import Club


class MailWish(models.Model):
    """An address that wants a club's results or fixtures by mail. Nothing is sent until it has confirmed.

    Stopping takes the row away: nothing is kept of who once asked.
    """

    class Kind(models.TextChoices):
        RESULTS = "results", "results"
        FIXTURES = "fixtures", "fixtures"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="mail_wishes")
    email = models.EmailField(max_length=120)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    made_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "email", "kind"], name="an_address_wishes_a_thing_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.club_id}"


class MailSent(models.Model):
    """That a wish was answered about one thing, such as "results:12": nobody gets the same letter twice."""

    wish = models.ForeignKey(MailWish, on_delete=models.CASCADE, related_name="sent")
    what = models.CharField(max_length=60)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "mail sent"
        constraints = [models.UniqueConstraint(fields=["wish", "what"], name="a_wish_is_answered_once")]

    def __str__(self) -> str:
        return f"{self.what} to {self.wish_id}"
