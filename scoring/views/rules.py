"""Rules in words: the shipped rulesets, what two of them differ in, and what an event is played by."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scoring.engine.catalogue import RULESETS, SOURCE_NAMES
from scoring.engine.describe import SHORT_NAMES, Description, describe, parent_of, summary
from scoring.engine.describe_change import told_difference
from scoring.engine.describe_ecarte import describe_ecarte, summary_of_ecarte
from scoring.engine.ecarte import ECARTE
from scoring.engine.errors import RulesetError
from scoring.engine.rulesets import Ruleset
from tournaments.actors import Actor
from tournaments.models import Event
from tournaments.permissions import can_see_event
from tournaments.selectors.events import event_at, policy_of
from tournaments.views.doors import event_crumbs

_PLAYERS = ((4, "For four"), (3, "For three"), (2, "For two"))


@dataclass(frozen=True, slots=True)
class RulesLine:
    """A ruleset in the list."""

    key: str
    name: str
    summary: str


@require_safe
def rules_list(request: HttpRequest) -> HttpResponse:
    """The shipped rulesets, by the number of players; écarté is a game of its own."""
    groups = [(heading, _lines(players)) for players, heading in _PLAYERS]
    other = [RulesLine(ECARTE.key, ECARTE.name, summary_of_ecarte(ECARTE))]
    return render(request, "scoring/rules_list.html", {"groups": [*groups, ("Another game for two", other)]})


def _lines(players: int) -> list[RulesLine]:
    some = (rules for rules in RULESETS.values() if rules.players == players)
    return [RulesLine(rules.key, rules.name, summary(rules)) for rules in some]


@require_safe
def ruleset(request: HttpRequest, key: str) -> HttpResponse:
    """One ruleset in words. `?with=` names another: what changes for who goes over to it."""
    crumbs = [("Rules of play", reverse("scoring:rules"))]
    if key == ECARTE.key:
        told = describe_ecarte(ECARTE)
        return render(request, "scoring/rules_one.html", _words(told) | {"crumbs": crumbs})
    rules = RULESETS.get(key)
    if rules is None:
        raise Http404
    other = RULESETS.get(request.GET.get("with", ""))
    context = _words(describe(rules)) | {
        "crumbs": crumbs,
        "others": [one for one in RULESETS.values() if one != rules],
        "other": other,
        "changes": told_difference(rules, other) if other else [],
    }
    return render(request, "scoring/rules_one.html", context)


@require_safe
def event_rules(request: HttpRequest, club: str, event: str) -> HttpResponse:
    """The rules an event froze, in words, and what they change in the shipped ruleset of the same key."""
    found = event_at(club, event)
    if found is None or not can_see_event(Actor.of(request), found):
        raise Http404
    rules = _frozen(found)
    parent = parent_of(rules) if rules else None
    context = {"event": found, "club": found.club, "crumbs": event_crumbs(found), "parent": parent}
    if rules is not None:
        context |= _words(describe(rules))
        context["changes"] = told_difference(parent, rules) if parent else []
    return render(request, "scoring/rules_event.html", context)


def _frozen(event: Event) -> Ruleset | None:
    """The event's own ruleset; None before its terms are fixed, or if the snapshot is of another time."""
    policy = policy_of(event)
    try:
        return Ruleset.from_dict(policy.ruleset) if policy else None
    except RulesetError:
        return None


def _words(told: Description) -> dict[str, object]:
    """What a page says of a ruleset, and the names of the sources it rests on."""
    codes = dict.fromkeys(basis.source for one in told.sentences for basis in one.bases if basis.source)
    return {"told": told, "sources": [(SHORT_NAMES[code], SOURCE_NAMES[code]) for code in codes]}
