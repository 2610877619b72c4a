"""A whole grid at once: everything that was changed is written, or nothing is.

A figure is written only where it differs from what the director was shown. Where somebody else changed it
meanwhile, and not to the same figure, the row is a conflict, and both figures are told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset
from scoring.errors import LineConflict
from scoring.models import CardLine
from scoring.selectors.cards import held_cards
from scoring.selectors.grids import (
    Bounds,
    GridRow,
    RowKey,
    TableFigures,
    card_doubts,
    grid_rows,
    table_doubts,
)
from scoring.services.cards import record_personal_card, type_table_total
from tournaments.actors import Actor
from tournaments.models import Entry, Event, EventPolicy, Match, Round


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a row is not written. `kind` is conflict, doubt, reason or refused."""

    kind: str
    sentence: str


class GridRefused(Exception):
    """Nothing was written; `problems` by row (a round's grid) or by entry id (personal cards)."""

    def __init__(self, problems: Mapping[int, list[Problem]] | Mapping[RowKey, list[Problem]]) -> None:
        super().__init__(f"{len(problems)} rows")
        self.problems: Mapping[Any, list[Problem]] = problems

    @property
    def conflict(self) -> bool:
        """Whether somebody else's figures are in the way."""
        return any(one.kind == "conflict" for row in self.problems.values() for one in row)


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A row as typed, and what it was typed over: the figures shown, as written, and their card line."""

    key: RowKey
    figures: TableFigures
    shown: str
    seen: UUID | None
    reason: str


@transaction.atomic
def type_round(*, round: Round, typed: Sequence[TypedTable], actor: Actor) -> int:
    """Put a round's table cards on their sheets; how many were changed. Raises GridRefused."""
    changed = [one for one in typed if one.figures.written != one.shown]
    ids = {one.key[0] for one in changed}
    list(Match.objects.select_for_update().filter(round=round, pk__in=ids).order_by("pk"))
    rows = {row.key: row for row in grid_rows(round)}
    problems: dict[RowKey, list[Problem]] = {}
    written = 0
    for one in changed:
        row = rows[one.key]
        if row.held is not None and row.held.written == one.figures.written:
            continue
        found = problems_of_table(one, row)
        found = found or _write_table(one, row, actor)
        if found:
            problems[one.key] = found
        written += not found
    if problems:
        raise GridRefused(problems)
    return written


def problems_of_table(one: TypedTable, row: GridRow) -> list[Problem]:
    """Why this row cannot be written as typed; nothing for one that was not changed, or has a reason."""
    if one.figures.written in (one.shown, row.held.written if row.held is not None else ""):
        return []
    now = row.held.written if row.held is not None else ""
    if row.seen != one.seen or now != one.shown:
        told = row.held.said if row.held is not None else "nothing"
        sentence = (
            f"Another director changed this table meanwhile: it is {told} now; you typed {one.figures.said}."
        )
        return [Problem("conflict", sentence)]
    if one.reason:
        return []
    doubts = table_doubts(one.figures, row.rules, Bounds.of(row.rules))
    if doubts:
        return [Problem("doubt", doubt.sentence) for doubt in doubts]
    if row.held is not None:
        return [Problem("reason", f"It was {row.held.said}. Say why it changes.")]
    if row.live:
        return [Problem("reason", f"The table has {row.live}. Say why the card counts instead.")]
    return []


def _write_table(one: TypedTable, row: GridRow, actor: Actor) -> list[Problem]:
    try:
        type_table_total(
            match=row.match,
            points=one.figures.points,
            lone=one.figures.lone,
            reason=one.reason,
            actor=actor,
            line_id=uuid4(),
            seen=one.seen,
            game_number=row.number if row.games > 1 else None,
        )
    except LineConflict as refused:
        return [Problem("conflict", refused.sentence)]
    except RuleViolation as refused:
        return [Problem("refused", refused.sentence)]
    return []


@dataclass(frozen=True, slots=True)
class TypedCell:
    """One round of one person's card; `points` None takes it back. `seen` is the line that was shown."""

    round_id: int
    entry_id: int
    points: int | None
    lone_hands: int
    seen: UUID | None


@transaction.atomic
def type_cards(*, event: Event, typed: Sequence[TypedCell], reasons: Mapping[int, str], actor: Actor) -> int:
    """Put personal cards in; how many figures were changed. `reasons` by entry id. Raises GridRefused."""
    keys = {cell.round_id for cell in typed}
    locked = Round.objects.select_for_update().filter(event=event, pk__in=keys).order_by("pk")
    rounds = {one.pk: one for one in locked}
    entries = Entry.objects.filter(event=event).in_bulk({cell.entry_id for cell in typed})
    policy = EventPolicy.objects.filter(event=event).order_by("-number").first()
    rules = Ruleset.from_dict(policy.ruleset if policy else {})
    bounds, held = Bounds.of(rules), held_cards(event.pk)
    problems: dict[int, list[Problem]] = {}
    written = 0
    for cell in typed:
        now = held.get((cell.round_id, cell.entry_id))
        if (now.points if now else None, now.lone_hands if now else 0) == (cell.points, cell.lone_hands):
            continue
        one, reason = rounds[cell.round_id], reasons.get(cell.entry_id, "")
        found = _problems_of_cell(cell, now, reason, rules, bounds)
        found = found or _write_cell(cell, one, entries[cell.entry_id], reason, actor)
        for each in found:
            told = Problem(each.kind, f"Round {one.number}: {each.sentence}")
            problems.setdefault(cell.entry_id, []).append(told)
        written += not found
    if problems:
        raise GridRefused(problems)
    return written


def _problems_of_cell(
    cell: TypedCell, now: CardLine | None, reason: str, rules: Ruleset, bounds: Bounds
) -> list[Problem]:
    held = _said(now.points, now.lone_hands) if now is not None else "nothing"
    if (now.pk if now is not None else None) != cell.seen:
        typed = _said(cell.points, cell.lone_hands)
        sentence = f"Another director changed this meanwhile: it is {held} now; you typed {typed}."
        return [Problem("conflict", sentence)]
    if reason:
        return []
    doubts = card_doubts(cell.points, cell.lone_hands, rules, bounds) if cell.points is not None else []
    if doubts:
        return [Problem("doubt", doubt.sentence) for doubt in doubts]
    return [Problem("reason", f"It was {held}. Say why it changes.")] if now is not None else []


def _said(points: int | None, lone_hands: int) -> str:
    return "nothing" if points is None else f"{points}, lone hands {lone_hands}"


def _write_cell(cell: TypedCell, round: Round, entry: Entry, reason: str, actor: Actor) -> list[Problem]:
    try:
        record_personal_card(
            round=round,
            entry=entry,
            points=cell.points,
            lone_hands=cell.lone_hands,
            reason=reason,
            actor=actor,
            line_id=uuid4(),
            seen=cell.seen,
        )
    except LineConflict as refused:
        return [Problem("conflict", refused.sentence)]
    except RuleViolation as refused:
        return [Problem("refused", refused.sentence)]
    return []
