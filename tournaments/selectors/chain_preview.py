"""How tonight's table would look by another chain, beside the one in force."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.measures import MEASURES, Counting, Measure
from tournaments.engine.totals import Figure as Number
from tournaments.selectors.ranking import Table, ranked
from tournaments.selectors.ranking_rules import rules_of
from tournaments.selectors.results import entry_names
from tournaments.selectors.standings import Figure, printed


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One place by the new chain; `before` is the rank by the chain in force, `moved` how many places up."""

    rank: str
    before: str
    moved: int
    name: str
    figures: Sequence[Figure]
    why: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The table as it would be; `changed` counts the lines whose place would be another."""

    columns: Sequence[Measure]
    lines: Sequence[PreviewLine]
    changed: int


def preview_of(
    event_id: int, chain: Sequence[str], counting: Counting | None = None, stage: int = 0
) -> Preview:
    """The event's table by a chain for a stage (0: for all that have none of their own), on its own figures.

    A fixed number of queries: those of two rankings.
    """
    now = rules_of(event_id)
    wanted = replace(now, counting=counting or now.counting)
    if stage:
        wanted = replace(wanted, stages={**now.stages, stage: list(chain)})
    else:
        wanted = replace(wanted, chain=list(chain))
    columns = [MEASURES[code] for code in dict.fromkeys(chain)]
    return _compared(
        ranked(event_id, now).whole, ranked(event_id, wanted).whole, columns, entry_names(event_id)
    )


def _compared(old: Table, new: Table, measures: Sequence[Measure], names: Mapping[int, str]) -> Preview:
    before = {one.entry: one for one in old.order}
    used = {code for one in new.order for code, _ in one.figures}
    columns = [one for one in measures if one.code in used]
    lines = []
    for one, brief in zip(new.order, new.briefs, strict=True):
        figures, was = dict(one.figures), before[one.entry]
        lines.append(
            PreviewLine(
                rank=f"{one.rank}=" if one.shared else str(one.rank),
                before=f"{was.rank}=" if was.shared else str(was.rank),
                moved=was.rank - one.rank,
                name=names.get(one.entry, ""),
                figures=[_figure(measure, figures) for measure in columns],
                why=brief,
            )
        )
    return Preview(columns, lines, sum(one.rank != one.before for one in lines))


def _figure(measure: Measure, figures: Mapping[str, Number]) -> Figure:
    exact = str(figures.get(measure.code, ""))
    return Figure(measure.name, printed(exact, percent=measure.percent))
