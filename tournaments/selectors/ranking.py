"""Who stands where, worked out from the results that are stored: an event, its stages, their pools."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tournaments.engine.explanations import explain
from tournaments.engine.formats import bracket_layout
from tournaments.engine.results import Result
from tournaments.engine.standings import Standing, rank
from tournaments.engine.tie_report import PlaceReport, tie_report
from tournaments.engine.totals import Totals, rounds_played, total_up
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.brackets import bracket_of, is_bracket
from tournaments.selectors.ranking_rules import Rules, entries_of, rules_of, stages_of
from tournaments.selectors.results import results_of
from tournaments.selectors.results_held import held_results

PLACE = "PLACE"


@dataclass(frozen=True, slots=True)
class Table:
    """A ranking of entries, best first, with a sentence for each place; `pool` 0 where there are none.

    `briefs` are the sentences without place and name, `reports` what parted each place from its neighbours.
    `facts` are points and rounds played, by entry, of the results that were ranked.
    """

    pool: int
    order: Sequence[Standing]
    sentences: Sequence[str]
    facts: Mapping[int, tuple[int, int]]
    briefs: Sequence[str]
    reports: Sequence[PlaceReport]


class Added(Protocol):
    """What each entry's results come to, where that is known already."""

    @property
    def totals(self) -> Mapping[int, Totals]:
        """By entry what `total_up` makes of its results."""
        ...

    @property
    def rounds(self) -> Mapping[int, int]:
        """By entry in how many rounds it has a result."""
        ...


@dataclass(frozen=True, slots=True)
class EventRanking:
    """The event's own table, and those of its stages by stage id where it has several, or pools."""

    whole: Table
    by_stage: Mapping[int, Sequence[Table]]


def ranking_of(event_id: int) -> EventRanking:
    """Rank an event and its stages by the newest policy, all of it read. Five queries and the results'."""
    return ranked(event_id, rules_of(event_id))


def ranked(event_id: int, rules: Rules) -> EventRanking:
    """Rank an event and its stages by any rules: those in force, or others that somebody wants to look at."""
    return ranked_from(stages_of(event_id), entries_of(event_id), results_of(event_id), rules)


def ranking_held(event_id: int) -> EventRanking:
    """As `ranking_of`, reading only what changed since this process last did. Call it under `lock_of`."""
    held = held_results(event_id)
    return ranked_from(held.stages, held.entries, held.results(), held.rules, held)


def ranked_from(
    stages: Sequence[Stage],
    entries: Sequence[Entry],
    results: Sequence[Result],
    rules: Rules,
    added: Added | None = None,
) -> EventRanking:
    """The same from what was read; to look back, the caller leaves out the results of later rounds."""
    if len(stages) <= 1 and not any(stage.pools or is_bracket(stage) for stage in stages):
        only = stages[0] if stages else None
        return EventRanking(_table(_counting(_of_event(entries)), results, rules, only, added=added), {})
    if len(stages) == 1 and not stages[0].pools:
        return EventRanking(tables_of_stage(stages[0], entries, results, rules)[0], {})
    by_stage = {stage.pk: tables_of_stage(stage, entries, results, rules) for stage in stages}
    return EventRanking(_whole(stages, entries, results, rules), by_stage)


def ranking_of_stage(stage: Stage) -> list[Table]:
    """The table of one stage, or of each of its pools, from the results there are now."""
    event_id = stage.event_id
    return tables_of_stage(stage, entries_of(event_id), results_of(event_id), rules_of(event_id))


def tables_of_stage(
    stage: Stage, entries: Sequence[Entry], results: Sequence[Result], rules: Rules
) -> list[Table]:
    """Rank a stage's entries, pool by pool, by the results of its own rounds; `stage.rounds` are read."""
    own = _results_in(stage, results)
    there = {one.pk: one for one in _counting(_of_stage(stage, entries))}
    if not stage.pools:
        return [_table(list(there.values()), own, rules, stage, _places(stage, rules))]
    return [
        replace(_table([there[entry] for entry in pool if entry in there], own, rules, stage), pool=number)
        for number, pool in enumerate(stage.pools, start=1)
    ]


def _whole(
    stages: Sequence[Stage], entries: Sequence[Entry], results: Sequence[Result], rules: Rules
) -> Table:
    """The event: who is in the newest stage as ranked there, then who came no farther than the one before.

    Where partners were drafted, the pairs have the places: what their people did before seeded them.
    """
    order: list[Standing] = []
    sentences: list[str] = []
    briefs: list[str] = []
    reports: list[PlaceReport] = []
    drafted = any(one.drafted for one in entries)
    for stage in reversed(stages):
        placed = {one.entry for one in order}
        own = [one for one in _of_stage(stage, entries) if one.drafted or not drafted]
        if stage is not stages[0] and not _begun(stage, rules):
            continue
        table = _table(_counting(own), _results_in(stage, results), rules, stage, _places(stage, rules))
        told = zip(table.order, table.sentences, table.briefs, table.reports, strict=True)
        for standing, sentence, brief, report in told:
            if standing.entry not in placed:
                order.append(standing)
                sentences.append(f"{stage}: {sentence}" if len(stages) > 1 else sentence)
                briefs.append(f"{stage}: {brief}" if len(stages) > 1 else brief)
                reports.append(report)
    facts = _facts([one.entry for one in order], results)
    return Table(0, _numbered_on(order), sentences, facts, briefs, reports)


def _numbered_on(order: Sequence[Standing]) -> list[Standing]:
    """Ranks from 1 through all stages; who shared a rank inside a stage still does."""
    numbered: list[Standing] = []
    for at, one in enumerate(order, start=1):
        before = order[at - 2] if at > 1 else None
        level = before is not None and one.shared and before.shared and one.rank == before.rank
        numbered.append(replace(one, rank=numbered[-1].rank if level else at))
    return numbered


def _results_in(stage: Stage, results: Sequence[Result]) -> list[Result]:
    numbers = {one.number for one in stage.rounds.all()}
    return [one for one in results if one.round in numbers]


def _of_stage(stage: Stage, entries: Sequence[Entry]) -> list[Entry]:
    if not stage.seeds:
        return _of_event(entries)
    by_id = {one.pk: one for one in entries}
    return [by_id[entry] for entry in stage.seeds if entry in by_id]


def _of_event(entries: Sequence[Entry]) -> list[Entry]:
    return [one for one in entries if not one.drafted]


def _counting(entries: Sequence[Entry]) -> list[Entry]:
    """Whoever has a place: no fillers, and nobody who left and took the results along."""
    return [one for one in entries if not (one.filler or one.results_removed)]


def _begun(stage: Stage, rules: Rules) -> bool:
    """Whether a round of it binds; `stage.rounds` are read."""
    upto = rules.upto
    return any(
        one.state != Round.State.PROPOSED and (upto is None or one.number <= upto)
        for one in stage.rounds.all()
    )


def _places(stage: Stage, rules: Rules) -> dict[int, int] | None:
    """By entry the first of the places reached in a bracket, 1 for who is still in; None for other stages."""
    if not is_bracket(stage) or not _begun(stage, rules):
        return None
    bracket = bracket_of(stage)
    if rules.upto is not None:
        upto, decided = rules.upto, rules.decided
        known = {at: one for at, one in bracket.verdicts.items() if decided.get((stage.pk, at), 0) <= upto}
        pinned = {at: one for at, one in bracket.pinned.items() if at in known}
        bracket = replace(bracket, verdicts=known, pinned=pinned)
    reached = bracket_layout.places(bracket)
    return {entry: reached.get(entry, (1, 1))[0] for entry in stage.seeds}


def _table(
    entries: Sequence[Entry],
    results: Sequence[Result],
    rules: Rules,
    stage: Stage | None,
    places: Mapping[int, int] | None = None,
    added: Added | None = None,
) -> Table:
    """A bracket ranks by its places alone, unless the chain itself says what comes after them."""
    names = {one.pk: str(one) for one in entries}
    chain = rules.of(stage)
    if places is None:
        chain = [code for code in chain if code != PLACE]
    elif PLACE not in chain:
        chain = [PLACE]
    totals = total_up(names, results) if added is None else added.totals
    order = rank(
        names, results, chain, places=places, counting=rules.counting, words=rules.words, totals=totals
    )
    rounds = rounds_played(names, results) if added is None else added.rounds
    facts = {entry: (int(totals[entry].points), rounds[entry]) for entry in names}
    return Table(0, order, explain(order, names), facts, explain(order, names, brief=True), tie_report(order))


def _facts(entries: Collection[int], results: Sequence[Result]) -> dict[int, tuple[int, int]]:
    totals, rounds = total_up(entries, results), rounds_played(entries, results)
    return {entry: (int(totals[entry].points), rounds[entry]) for entry in entries}
