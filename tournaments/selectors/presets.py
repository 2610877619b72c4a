"""Presets of events, and the terms of an event in a few lines."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.engine.describe import summary
from scoring.engine.errors import RulesetError
from scoring.engine.rulesets import Ruleset
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.options import stages_planned
from tournaments.engine.measures import MEASURES
from tournaments.engine.money import money
from tournaments.models import Club, EventPolicy, EventPreset, Pot

OF_A_POLICY = (
    "ruleset", "scoring", "chain", "movement", "absence", "prizes", "correction_window",
)  # fmt: skip
"""The fields that a preset and a policy share."""


@dataclass(frozen=True, slots=True)
class PotSaid:
    """A pot as a preset keeps it; see `EventPreset.pots`."""

    number: int
    name: str
    kind: str
    fee: int
    currency: str

    @classmethod
    def of(cls, pot: Pot) -> "PotSaid":
        """What of an event's pot is kept: not what lay in it."""
        return cls(pot.number, pot.name, pot.kind, pot.fee, pot.currency)

    def to_dict(self) -> dict[str, Any]:
        """JSON types only."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.name} {money(self.fee, self.currency)}"


@dataclass(frozen=True, slots=True)
class PresetShown:
    """A preset, and its terms a line each."""

    preset: EventPreset
    terms: list[str]


def presets_of(club: Club) -> list[PresetShown]:
    """The club's presets by name. One query."""
    return [
        PresetShown(one, terms_in_words(policy_from(one), pots_in(one)))
        for one in EventPreset.objects.filter(club=club)
    ]


def preset_of(club: Club, preset: str | int) -> EventPreset | None:
    """A preset of the club by its number, as typed in an address. One query."""
    typed = str(preset)
    if not (typed.isascii() and typed.isdigit() and len(typed) < 12):
        return None
    return EventPreset.objects.select_related("club").filter(club=club, pk=int(typed)).first()


def policy_from(preset: EventPreset) -> EventPolicy:
    """The policy an event of this preset would have; not saved, and of no event."""
    return EventPolicy(number=0, **{name: getattr(preset, name) for name in OF_A_POLICY})


def pots_in(preset: EventPreset) -> list[PotSaid]:
    """The pots an event of this preset begins with."""
    return [PotSaid(**one) for one in preset.pots]


def _rules_in_a_line(policy: EventPolicy) -> str:
    try:
        return summary(Ruleset.from_dict(policy.ruleset))
    except RulesetError:
        return "Rules of another time, which cannot be read any more"


def terms_in_words(policy: EventPolicy | None, pots: Sequence[PotSaid] = ()) -> list[str]:
    """What is played, how people meet, how they are ranked, what it costs: a line each. No query."""
    if policy is None:
        return []
    first, *then = stages_planned(policy.movement)
    format = FORMATS.get(first.format)
    name = format.name if format is not None else first.format
    rounds = f"{name}, {first.rounds} rounds" if first.rounds else name
    measures = [MEASURES[code].name for code in policy.chain if code in MEASURES]
    lines = [
        _rules_in_a_line(policy),
        f"{rounds}, then {len(then)} more {'stage' if len(then) == 1 else 'stages'}" if then else rounds,
        f"Ranked by {', then '.join(measures)}",
    ]
    return [*lines, f"Pots: {', '.join(str(pot) for pot in pots)}"] if pots else lines
