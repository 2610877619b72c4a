"""Who still shares a place, what parted all others, and what was recorded about ties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.engine.measures import MEASURES, Measure
from tournaments.models import Event, Stage, Standing, TieWord
from tournaments.selectors.ranking import Table, ranked
from tournaments.selectors.ranking_rules import rules_of
from tournaments.selectors.results import entry_names
from tournaments.selectors.standings import printed


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """Entries that share a place, and the chain by which they could have been parted."""

    rank: int
    entries: tuple[int, ...]
    chain: Sequence[str]


def tied_groups(event_id: int) -> list[TiedGroup]:
    """Every shared place, of the event and of its stages and pools, from the results there are now."""
    rules = rules_of(event_id)
    ranking = ranked(event_id, rules)
    stages = {one.pk: one for one in Stage.objects.filter(event_id=event_id)}
    last = max(stages.values(), key=lambda one: one.number, default=None)
    found = _shared_in(ranking.whole, rules.of(last))
    for stage_id, tables in ranking.by_stage.items():
        for table in tables:
            found += _shared_in(table, rules.of(stages[stage_id]))
    return list({one.entries: one for one in found}.values())


def _shared_in(table: Table, chain: Sequence[str]) -> list[TiedGroup]:
    groups = groupby(table.order, key=lambda one: one.rank)
    told = [(rank, tuple(one.entry for one in sharing)) for rank, sharing in groups]
    return [TiedGroup(rank, entries, chain) for rank, entries in told if len(entries) > 1]


@dataclass(frozen=True, slots=True)
class PartedShown:
    """One place in the tie report: by what it was parted from the place above, in words and figures.

    Empty texts for the first place. `shares` names those who share it, `level_on` what both were level on.
    """

    rank: str
    name: str
    shares: Sequence[str]
    measure: str
    figures: str
    others: Sequence[str]
    level_on: Sequence[str]


@dataclass(frozen=True, slots=True)
class WordShown:
    """A lot or a deciding game as it was recorded: names in their order."""

    word: TieWord
    names: Sequence[str]


def tie_report_of(event: Event) -> list[PartedShown]:
    """What parted each place of the published standings from the one above. Two queries."""
    names = entry_names(event.pk)
    return [_parted(row, names) for row in Standing.objects.filter(event=event).order_by("place")]


def words_of(event: Event) -> list[WordShown]:
    """Lots and deciding games, the newest first. Two queries."""
    names = entry_names(event.pk)
    return [
        WordShown(one, [names.get(entry, "somebody who is no longer entered") for entry in one.order])
        for one in TieWord.objects.filter(event=event).order_by("-pk")
    ]


def _parted(row: Standing, names: Mapping[int, str]) -> PartedShown:
    told = row.parted or {}
    above = told.get("above") or {}
    measure = MEASURES.get(above.get("measure", ""))
    return PartedShown(
        rank=f"{row.rank}=" if row.shared else str(row.rank),
        name=names.get(row.entry_id, ""),
        shares=[names.get(one, "") for one in told.get("shared", [])],
        measure=measure.name if measure else "",
        figures=_figures(measure, above.get("figure"), above.get("other_figure")) if measure else "",
        others=[names.get(one, "") for one in above.get("entries", [])],
        level_on=[MEASURES[code].name for code in above.get("level_on", []) if code in MEASURES],
    )


def _figures(measure: Measure, mine: str | None, theirs: str | None) -> str:
    """ "4 to 2" as printed, or in full where print would show the same twice."""
    if mine is None or theirs is None:
        return ""
    one, other = printed(mine, percent=measure.percent), printed(theirs, percent=measure.percent)
    return f"{one} to {other}" if one != other else f"{mine} to {theirs}"
