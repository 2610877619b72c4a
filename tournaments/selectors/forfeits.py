"""Matches that were forfeited: what they give to those who sat there, and how they are told."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.engine.results import Result, Tally
from tournaments.models import Forfeit, Match, Seating
from tournaments.selectors.sides import sides_at

BOTH = "both"


@dataclass(frozen=True, slots=True)
class Forfeits:
    """An event's forfeits: ids of the matches, (round id, entry id) of whom they concern, the results."""

    matches: frozenset[int] = frozenset()
    entries: frozenset[tuple[int, int]] = frozenset()
    results: Sequence[Result] = field(default_factory=list)


def forfeits_of(event_id: int) -> Forfeits:
    """What forfeits give: a game lost to those who did not come, one won with its points to the others.

    One query, and another where there are any.
    """
    rows = list(
        Forfeit.objects.filter(match__round__event_id=event_id).select_related("match__round").order_by("pk")
    )
    if not rows:
        return Forfeits()
    seated = _seated([row.match_id for row in rows])
    return Forfeits(
        frozenset(row.match_id for row in rows),
        frozenset((row.match.round_id, one.entry_id) for row in rows for one in seated[row.match_id]),
        [result for row in rows for result in _results(row, seated[row.match_id])],
    )


def _seated(matches: Sequence[int]) -> dict[int, list[Seating]]:
    """By match who sits there by the newest word."""
    now: dict[int, dict[str, Seating]] = defaultdict(dict)
    for fact in Seating.objects.filter(match__in=matches).order_by("pk"):
        now[fact.match_id][fact.seat] = fact
    return {match: [one for one in now[match].values() if one.player_id is not None] for match in matches}


def _results(row: Forfeit, seated: Sequence[Seating]) -> list[Result]:
    sides = sides_at(one.seat for one in seated)
    side_of = {seat: side for side in sides for seat in side}
    results = []
    for one in seated:
        lost = row.absent == BOTH or one.seat in row.absent
        others = [other for other in seated if other is not one]
        tally = Tally(
            entry=one.entry_id,
            person=one.player_id or 0,
            points=0 if lost else row.points,
            points_against=row.points if lost and row.absent != BOTH else 0,
            games_won=Fraction(0 if lost else 1),
            games_played=1,
            partners=frozenset(x.entry_id for x in others if side_of[x.seat] == side_of[one.seat]),
            opponents=frozenset(x.entry_id for x in others if side_of[x.seat] != side_of[one.seat]),
        )
        results.append(Result(round=row.match.round.number, match=row.match_id, tally=tally, forfeit=True))
    return results


def forfeit_words(match: Match) -> str:
    """How a forfeited match is told: "N/S did not come", "E/W gave up", "nobody came"; empty for others.

    `match.forfeit` and `match.result` are read.
    """
    if not hasattr(match, "forfeit"):
        return ""
    if match.forfeit.absent == BOTH:
        return "nobody came"
    verb = "gave up" if hasattr(match, "result") else "did not come"
    return f"{'/'.join(match.forfeit.absent)} {verb}"
