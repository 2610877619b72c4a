"""What people did at the tables, read from the tallies: whose results count, and who won."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from tournaments.engine.person_nights import Done, Part, added_up
from tournaments.models import MatchResult, Tally

COUNTS = Q(entry__filler=False, entry__results_removed=False)
"""Whose results are the entry's own: no fillers, nobody who took the results along."""

_FIGURES = (
    "points",
    "games_played",
    "half_games_won",
    "hands",
    "made",
    "euchred",
    "euchres",
    "marches",
    "lone_tried",
    "lone_marched",
)


class _Row(NamedTuple):
    """A tally as it is read; `person` is its own, or the one whose personal card it is."""

    event: int
    round: int
    table: int
    match: int | None
    side: str
    person: int | None
    counts: bool
    over: bool
    figures: Mapping[str, int]


def counted_tallies(events: Collection[int]) -> QuerySet[Tally]:
    """The tallies of these events that count for whoever made them: forfeited matches do not."""
    return Tally.objects.filter(COUNTS, round__event_id__in=events, match__forfeit=None)


def done_on(events: Collection[int], player: int | None = None) -> dict[tuple[int, int], Done]:
    """(event id, player id) → what that person did there; of everybody, or of one person. One query.

    A personal card names no player: it is of the one whose entry it is, and a pair's is nobody's.
    """
    tallies = Tally.objects.filter(round__event_id__in=events, match__forfeit=None)
    if player is not None:
        own = Tally.objects.filter(player=player, round__event_id__in=events, match__isnull=False)
        card = Q(match__isnull=True, entry__player=player)
        tallies = tallies.filter(Q(match__in=own.values("match")) | card)
    rows = [_row(one) for one in tallies.order_by().values(*_FIELDS)]
    sides = _games_by_side(rows)
    parts: dict[tuple[int, int], list[Part]] = defaultdict(list)
    for row in sorted(rows, key=lambda one: (one.event, one.round, one.table, one.match or 0)):
        if row.person is not None and row.counts and player in (None, row.person):
            won = _won(row, sides) if row.over else None
            parts[row.event, row.person].append(Part(round=row.round, won=won, **row.figures))
    return {key: added_up(own) for key, own in parts.items()}


_FIELDS = (
    "round__event_id",
    "round__number",
    "match_id",
    "match__table",
    "match__result__state",
    "side",
    "player_id",
    "entry__player_id",
    "entry__filler",
    "entry__results_removed",
    *_FIGURES,
)


def _row(one: Mapping[str, Any]) -> _Row:
    card = one["match_id"] is None
    return _Row(
        event=one["round__event_id"],
        round=one["round__number"],
        table=one["match__table"] or 0,
        match=one["match_id"],
        side=one["side"],
        person=one["player_id"] or (one["entry__player_id"] if card else None),
        counts=not (one["entry__filler"] or one["entry__results_removed"]),
        over=one["match__result__state"] == MatchResult.State.OVER,
        figures={name: one[name] for name in _FIGURES},
    )


def _games_by_side(rows: Iterable[_Row]) -> dict[int, dict[str, int]]:
    """Match id → side → halves of games won: the most that anybody on that side has."""
    sides: dict[int, dict[str, int]] = defaultdict(dict)
    for row in rows:
        if row.match is not None and row.side:
            known = sides[row.match].get(row.side, 0)
            sides[row.match][row.side] = max(known, row.figures["half_games_won"])
    return sides


def _won(row: _Row, sides: Mapping[int, Mapping[str, int]]) -> int | None:
    """1, 0, -1; None for a card, and where the other side is not known."""
    if row.match is None or not row.side:
        return None
    others = [halves for side, halves in sides[row.match].items() if side != row.side]
    if not others:
        return None
    mine, best = sides[row.match][row.side], max(others)
    return (mine > best) - (mine < best)
