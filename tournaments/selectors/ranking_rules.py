"""By what an event ranks, and whom: its newest policy, the words recorded about ties, its entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.engine.formats.options import stages_planned
from tournaments.engine.match_totals import MatchPoints
from tournaments.engine.measures import Counting
from tournaments.engine.standings import Word
from tournaments.models import Entry, EventPolicy, Stage, TieWord


@dataclass(frozen=True, slots=True)
class Rules:
    """By what an event ranks: its chain, the stages' own chains by number, the policy's counting, words.

    To look back, `upto` is the last round that counts, and `decided` says in which round a match of a
    bracket was, by its stage's id and its number in the tree.
    """

    chain: Sequence[str]
    stages: Mapping[int, Sequence[str]]
    counting: Counting
    words: Sequence[Word]
    upto: int | None = None
    decided: Mapping[tuple[int, int], int] = field(default_factory=dict)

    def of(self, stage: Stage | None) -> Sequence[str]:
        """The chain of a stage, or of the event."""
        return self.stages.get(stage.number, self.chain) if stage is not None else self.chain


def rules_of(event_id: int) -> Rules:
    """By what an event ranks now. Two queries."""
    policy = EventPolicy.objects.filter(event_id=event_id).order_by("-number").first()
    words = TieWord.objects.filter(event_id=event_id).order_by("pk")
    recorded = [Word(one.kind, tuple(one.order)) for one in words]
    if policy is None:
        return Rules([], {}, Counting(), recorded)
    planned = stages_planned(policy.movement)
    own = {number: one.chain for number, one in enumerate(planned, start=1) if one.chain}
    return Rules(list(policy.chain), own, counting_of(policy.scoring), recorded)


def counting_of(scoring: Mapping[str, Any]) -> Counting:
    """What a policy's `scoring` says about figures."""
    points = scoring.get("match_points")
    return Counting(
        match_points=MatchPoints(*points) if points else MatchPoints(),
        best_rounds=scoring.get("best_rounds", 0),
    )


def entries_of(event_id: int) -> list[Entry]:
    """Every entry of an event with its people, in the order of entering. One query."""
    entries = Entry.objects.filter(event_id=event_id)
    return list(entries.select_related("player", "pair__first", "pair__second").order_by("number"))


def stages_of(event_id: int) -> list[Stage]:
    """The stages of an event with their rounds, in order. Two queries."""
    return list(Stage.objects.filter(event_id=event_id).prefetch_related("rounds").order_by("number"))
