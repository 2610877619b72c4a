"""A club's own rulesets: the versions of each, and in words what they change."""

from dataclasses import dataclass

from django.db.models import Prefetch

from scoring.engine.catalogue import RULESETS
from scoring.engine.describe import parent_of, summary
from scoring.engine.describe_change import told_difference
from scoring.engine.errors import RulesetError
from scoring.engine.rulesets import Ruleset
from tournaments.models import Club, ClubRuleset, RulesetVersion

OWN = "own-"
"""Begins the choices of a form that are a club's own rulesets; the slug follows."""


@dataclass(frozen=True, slots=True)
class OwnRules:
    """A ruleset of the club in its newest version: what it is, and what it changes in its origin."""

    ruleset: ClubRuleset
    number: int
    rules: Ruleset
    origin: str
    summary: str
    changes: list[str]

    @property
    def choice(self) -> str:
        """What a form calls it."""
        return f"{OWN}{self.ruleset.slug}"


@dataclass(frozen=True, slots=True)
class VersionShown:
    """One version, and what it changed in the one before it."""

    version: RulesetVersion
    changes: list[str]


def rulesets_of(club: Club, *, retired: bool = False) -> list[OwnRules]:
    """The club's rulesets by name, those in use or those retired. Two queries."""
    rulesets = ClubRuleset.objects.filter(club=club, retired_at__isnull=not retired)
    newest = Prefetch("versions", queryset=RulesetVersion.objects.order_by("-number"))
    return [own for one in rulesets.prefetch_related(newest) if (own := _own(one)) is not None]


def ruleset_of(club: Club, slug: str) -> OwnRules | None:
    """One of the club's rulesets, retired or not. Two queries."""
    newest = Prefetch("versions", queryset=RulesetVersion.objects.order_by("-number"))
    one = ClubRuleset.objects.filter(club=club, slug=slug).prefetch_related(newest).first()
    return _own(one) if one is not None else None


def offered_rules(club: Club) -> dict[str, Ruleset]:
    """The club's own rulesets as the form of an event offers them. Two queries."""
    return {one.choice: one.rules for one in rulesets_of(club)}


def versions_of(ruleset: ClubRuleset) -> list[VersionShown]:
    """Every version, the newest first, with what it changed. One query."""
    versions = list(RulesetVersion.objects.filter(ruleset=ruleset).order_by("number"))
    shown = []
    before: Ruleset | None = None
    for version in versions:
        rules = _read(version)
        changes = told_difference(before, rules) if before is not None and rules is not None else []
        shown.append(VersionShown(version, changes))
        before = rules or before
    return shown[::-1]


def _own(ruleset: ClubRuleset) -> OwnRules | None:
    versions = list(ruleset.versions.all())
    rules = _read(versions[0]) if versions else None
    if rules is None:
        return None
    parent = parent_of(rules)
    changes = told_difference(parent, rules) if parent is not None else []
    origin = parent.name if parent is not None else ""
    return OwnRules(ruleset, versions[0].number, rules, origin, summary(rules), changes)


def _read(version: RulesetVersion) -> Ruleset | None:
    """The rules of a version; None where the snapshot is of another time."""
    try:
        return Ruleset.from_dict(version.rules)
    except RulesetError:
        return None


def shipped(key: str) -> Ruleset | None:
    """The catalogue's ruleset of that key."""
    return RULESETS.get(key)
