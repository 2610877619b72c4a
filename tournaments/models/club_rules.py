"""What a club plays by habit: rulesets of its own, and events set up as before."""

from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.events import EventPolicy, FrozenRow


class ClubRuleset(models.Model):
    """A ruleset of the club's own, in numbered versions. Retired ones are offered no more."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="rulesets")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_ruleset_of_a_slug_in_a_club")
        ]

    def __str__(self) -> str:
        return self.name


class RulesetVersion(models.Model):
    """One version: `rules` is `scoring.engine.rulesets.Ruleset.to_dict()`, its key that of its origin.

    Never changed; events have their own copy besides.
    """

    ruleset = models.ForeignKey(ClubRuleset, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    rules = models.JSONField()
    reason = models.CharField(max_length=300, blank=True)
    made_by = models.CharField(max_length=64)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "number"], name="versions_of_a_ruleset_are_numbered")
        ]

    def __str__(self) -> str:
        return f"{self.ruleset}, version {self.number}"

    def save(
        self,
        force_insert: bool | tuple[models.base.ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: object = None,
    ) -> None:
        if not self._state.adding:
            raise FrozenRow("A version of a ruleset is never changed; add the next one.")
        super().save(force_insert=force_insert, using=using)


class EventPreset(models.Model):
    """An event as the club sets it up, under a name. The fields of the terms are those of `EventPolicy`.

    `pots` is [{"number": 1.., "name", "kind", "fee", "currency"}, ...], as the models of the cash desk have
    them.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="presets")
    name = models.CharField(max_length=80)
    event_name = models.CharField(max_length=120)
    public = models.BooleanField(default=True)
    ruleset = models.JSONField()
    scoring = models.JSONField()
    chain = models.JSONField()
    movement = models.JSONField()
    absence = models.JSONField()
    prizes = models.JSONField(default=dict)
    correction_window = models.CharField(
        max_length=12, choices=EventPolicy.Window.choices, default=EventPolicy.Window.OPEN
    )
    pots = models.JSONField(default=list)
    made_by = models.CharField(max_length=64)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="presets_of_a_club_differ_in_name")
        ]

    def __str__(self) -> str:
        return self.name
