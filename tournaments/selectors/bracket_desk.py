"""What the director of a bracket sees: seeds before it binds, then the queue, and what differs."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from tournaments.engine.formats.options import stages_planned
from tournaments.models import BracketVerdict, Event, EventPolicy, Stage
from tournaments.selectors.bracket_pages import BracketPage, BracketShown, MatchShown, free_tables
from tournaments.selectors.brackets import BRACKETS, BracketNow
from tournaments.selectors.seedings import bracket_entrants, entrants_by_entering


@dataclass(frozen=True, slots=True)
class Seeding:
    """How the bracket will be seeded, and whom: entry ids and names, in the order they have now.

    `how` is list, rating or lot; `possible` is false where the terms plan no bracket next.
    """

    how: str
    people: Mapping[int, str]
    possible: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """A ready match and the free table it would go to; `table` None: no table is free."""

    match: MatchShown
    table: int | None


@dataclass(frozen=True, slots=True)
class DifferenceShown:
    """A table says otherwise: what the bracket holds, what the table says, what a redraw would change."""

    match: MatchShown
    held: str
    heard: str
    changes: list[str]


@dataclass(frozen=True, slots=True)
class DeskShown:
    """The queue and what waits for the director's word. `may_undo` while nothing is played."""

    tables: int
    queue: list[Waiting]
    differences: list[DifferenceShown]
    level: list[MatchShown]
    may_undo: bool

    @property
    def to_call(self) -> list[Waiting]:
        """Of the queue what can be called now."""
        return [one for one in self.queue if one.table is not None]


def seeding_shown(event: Event, page: BracketPage) -> Seeding:
    """How the stage that is drawn next will be seeded. Three queries."""
    policy = EventPolicy.objects.filter(event=event).order_by("-number").first()
    newest = event.stages.order_by("-number").first()
    planned = stages_planned(policy.movement) if policy is not None else ()
    at = newest.number if newest is not None else 1
    terms = planned[at - 1] if at <= len(planned) else None
    if terms is None or terms.format not in BRACKETS or page.binds:
        return Seeding("list", {}, False)
    if page.proposed is not None and page.now is not None:
        order = list(page.now.bracket.seeds)
    else:
        order = _entrants(event, newest)
    return Seeding(terms.options.seeding, {entry: page.names.get(entry, "") for entry in order}, True)


def _entrants(event: Event, stage: Stage | None) -> list[int]:
    return bracket_entrants(stage) if stage is not None else entrants_by_entering(event)


def desk_shown(now: BracketNow, shown: BracketShown, names: Mapping[int, str], tables: int) -> DeskShown:
    """The queue for so many tables, and what differs. No query."""
    free = free_tables(now, tables)[: len(shown.next)]
    differences = [
        DifferenceShown(
            shown.matches[one.number],
            _won(one.held.winner, names),
            _won(one.heard.winner if one.heard is not None else None, names),
            [change.told(names) for change in one.changes],
        )
        for one in now.differences
    ]
    begun = any(hasattr(match, "result") for match in now.called.values())
    begun = begun or any(row.how == BracketVerdict.How.PLAYED for row in now.rows.values())
    return DeskShown(
        tables=tables,
        queue=[Waiting(match, table) for match, table in zip_longest(shown.next, free)],
        differences=differences,
        level=[match for match in shown.playing if match.kind == "level"],
        may_undo=not begun,
    )


def _won(entry: int | None, names: Mapping[int, str]) -> str:
    return names.get(entry, f"entry {entry}") if entry is not None else "nobody"
