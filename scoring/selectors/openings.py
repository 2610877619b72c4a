"""Under which rules a match is opened: the night's, or those of a smaller table."""

from collections.abc import Collection

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import Ruleset, changed
from scoring.engine.seats import seats_of
from tournaments.models import EventPolicy

SMALLER = {3: ("three_handed_ruleset", "cut-throat"), 2: ("two_handed_ruleset", "two-handed")}
"""By players: where a policy's absence names another ruleset of the catalogue, and the usual one."""


def rules_of_table(policy: EventPolicy, seats: Collection[str]) -> Ruleset:
    """The event's ruleset; where three sit (at N, E, S) or two (N, S) one for so many.

    That one plays the night's number of hands, if the night plays a fixed number. Three at other seats play
    as four of whom one is missing.
    """
    night = Ruleset.from_dict(policy.ruleset)
    players = next((many for many in (2, 3) if set(seats) == {str(seat) for seat in seats_of(many)}), 4)
    if players >= night.players:
        return night
    name, usual = SMALLER[players]
    rules = RULESETS.get(str(policy.absence.get(name, usual)), RULESETS[usual])
    if rules.players != players:
        rules = RULESETS[usual]
    if night.hands is None:
        return rules
    return changed(rules, {"target": None, "hands": night.hands})
