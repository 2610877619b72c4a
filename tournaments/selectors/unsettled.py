"""Tables that a draw by results waits for: without a result, still being played, level, or disputed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.formats import Format
from tournaments.engine.formats.settled import tables_level
from tournaments.engine.results import Result
from tournaments.engine.seating import DrawnRound, DrawnTable
from tournaments.models import Match, MatchResult, Round, Stage

MISSING, PLAYING, LEVEL, DISPUTED = "missing", "playing", "level", "disputed"


@dataclass(frozen=True, slots=True)
class UnsettledTable:
    """A table without a winner to go by. `kind` is missing, playing, level or disputed.

    `sides` are entries, those of North first; `score` is theirs, empty before anything is known; `ahead` is 0
    or 1, None where they are level or nothing is known.
    """

    table: int
    kind: str
    sides: tuple[tuple[int, ...], ...]
    score: tuple[int, ...]
    ahead: int | None

    @property
    def word(self) -> str:
        """What is the matter, in words."""
        score = f"{self.score[0]} to {self.score[1]}" if self.score else ""
        return {
            MISSING: "no result yet",
            PLAYING: f"still being played{', ' if score else ''}{score}",
            LEVEL: f"level, {score}",
            DISPUTED: f"{score}, and disputed" if score else "disputed",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class LastRound:
    """The tables of the last round before a draw: what is unsettled, and what nobody has confirmed yet."""

    number: int
    unsettled: list[UnsettledTable]
    unconfirmed: list[int]


def last_round_of(stage: Stage, format: Format, drawn: DrawnRound, results: Sequence[Result]) -> LastRound:
    """How the tables of a round stand whose results the next draw, by this format, follows. One query."""
    rows = Match.objects.filter(round__stage=stage, round__number=drawn.number, number__isnull=True)
    matches = {one.table: one for one in rows.select_related("round", "result", "forfeit")}
    told = [one for one in results if one.round == drawn.number and not one.sat_out]
    known = {one.tally.entry for one in told}
    level = set(tables_level(drawn, told)) if must_have_winner(format) else set()
    open_tables = []
    for table in drawn.tables:
        kind = _kind(table, matches.get(table.table), known, level)
        if kind and len(table.sides) == 2:
            open_tables.append(_unsettled(table, kind, told))
    waiting = {one.table for one in open_tables}
    unconfirmed = [table for table, match in matches.items() if table not in waiting and _unconfirmed(match)]
    return LastRound(drawn.number, open_tables, sorted(unconfirmed))


def must_have_winner(format: Format) -> bool:
    """Whether somebody has to move as the winner of each table; by games won a table may be level."""
    return format.kind != "swiss"


def settled_of(round: Round | None) -> dict[int, int]:
    """The director's word with which a round was drawn: table of the round before → side, or level."""
    said: Mapping[str, int] = round.draw.get("settled", {}) if round is not None else {}
    return {int(table): word for table, word in said.items()}


def _kind(table: DrawnTable, match: Match | None, known: Iterable[int], level: Iterable[int]) -> str:
    if not set(known).issuperset(table.seated):
        return MISSING
    result = getattr(match, "result", None)
    if match is not None and result is not None and not hasattr(match, "forfeit"):
        closed = match.round.state == Round.State.CLOSED
        if result.state == MatchResult.State.LIVE and not closed:
            return PLAYING
        if result.live.get("disputed"):
            return DISPUTED
    return LEVEL if table.table in set(level) else ""


def _unsettled(table: DrawnTable, kind: str, told: Sequence[Result]) -> UnsettledTable:
    points = [[one.tally.points for one in told if one.tally.entry in side] for side in table.sides]
    score = tuple(max(side) for side in points) if all(points) else ()
    ahead = None if not score or score[0] == score[1] else int(score[1] > score[0])
    return UnsettledTable(table.table, kind, table.sides, score, ahead)


def _unconfirmed(match: Match) -> bool:
    """Scored at the table, and not yet accepted by both sides; a card typed by the director needs no word."""
    result = getattr(match, "result", None)
    if result is None or hasattr(match, "forfeit") or result.state == MatchResult.State.LIVE:
        return False
    live = result.live
    return "confirmed" in live and not live.get("card") and len(live["confirmed"]) < 2
