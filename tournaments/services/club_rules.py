"""Rulesets of a club's own: made from a shipped one, revised in numbered versions, retired.

An event freezes its own copy when it is set up, so that no revision ever reaches back.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from scoring.engine.describe_change import difference
from scoring.engine.rulesets import Ruleset, changed
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, ClubRuleset, RulesetVersion
from tournaments.services.revisions import raise_club_revision

MOST_RULESETS = 40
RESERVED = frozenset({"new"})
"""What stands where a ruleset's address would."""


@transaction.atomic
def make_ruleset(*, club: Club, name: str, rules: Ruleset, actor: Actor) -> ClubRuleset:
    """A new ruleset with its first version. The address is made from the name and stays."""
    called = " ".join(name.split())
    slug = slugify(called)[:56]
    if not slug or slug in RESERVED:
        raise EventViolation("ruleset-name-empty", "Give the rules a name with a letter or a figure in it.")
    Club.objects.select_for_update().get(pk=club.pk)
    there = ClubRuleset.objects.filter(club=club)
    if there.filter(slug=slug).exists():
        raise EventViolation("ruleset-name-taken", f"The club has rules called {called} already.")
    if there.count() >= MOST_RULESETS:
        raise EventViolation("too-many-rulesets", f"A club has {MOST_RULESETS} rulesets at most.")
    made = ClubRuleset.objects.create(club=club, name=called, slug=slug)
    _add_version(made, rules, number=1, reason="", actor=actor)
    raise_club_revision(club.pk)
    return made


@transaction.atomic
def revise_ruleset(*, ruleset: ClubRuleset, rules: Ruleset, reason: str, actor: Actor) -> RulesetVersion:
    """The next version, for events set up from now on."""
    held = ClubRuleset.objects.select_for_update().get(pk=ruleset.pk)
    last = held.versions.order_by("-number").first()
    number = last.number if last is not None else 0
    if last is not None and not difference(Ruleset.from_dict(last.rules), rules):
        raise EventViolation("ruleset-same", f"Nothing differs from version {number}.")
    made = _add_version(held, rules, number=number + 1, reason=" ".join(reason.split()), actor=actor)
    raise_club_revision(held.club_id)
    return made


@transaction.atomic
def retire_ruleset(*, ruleset: ClubRuleset, actor: Actor) -> None:
    """Offer it for no event any more; events that play by it keep it."""
    ClubRuleset.objects.filter(pk=ruleset.pk, retired_at=None).update(retired_at=timezone.now())
    raise_club_revision(ruleset.club_id)


@transaction.atomic
def offer_ruleset(*, ruleset: ClubRuleset, actor: Actor) -> None:
    """Offer it again."""
    ClubRuleset.objects.filter(pk=ruleset.pk).update(retired_at=None)
    raise_club_revision(ruleset.club_id)


def _add_version(
    ruleset: ClubRuleset, rules: Ruleset, *, number: int, reason: str, actor: Actor
) -> RulesetVersion:
    made = RulesetVersion(
        ruleset=ruleset,
        number=number,
        rules=changed(rules, {"name": ruleset.name}).to_dict(),
        reason=reason,
        made_by=actor.code,
    )
    made.save()
    return made
