"""Tables without a result that a draw by results is made from all the same, by the director's word.

The word counts for who moves or meets next, and for nothing else: nobody gets a point or a game from it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._scores import table_winners
from tournaments.engine.results import Result, Tally
from tournaments.engine.seating import DrawnRound

LEVEL = 2
"""Instead of a side: both have half a game. For draws by games won; who moves must be one side."""

Settled = Mapping[int, int]
"""By table: 0 where North and South count as winners, 1 where East and West do, or LEVEL."""


def tables_level(drawn: DrawnRound, results: Sequence[Result]) -> list[int]:
    """Tables of a round whose results do not say which side won; those without any result among them."""
    level = []
    for table in drawn.tables:
        try:
            table_winners(DrawnRound(drawn.number, (table,)), results)
        except EventViolation:
            level.append(table.table)
    return level


def as_settled(results: Iterable[Result], drawn: DrawnRound, settled: Settled) -> list[Result]:
    """The results with those of settled tables of a round replaced by the director's word, one an entry."""
    tables = [table for table in drawn.tables if table.table in settled]
    people = {entry for table in tables for entry in table.seated}
    kept = [one for one in results if one.round != drawn.number or one.tally.entry not in people]
    return kept + [
        Result(round=drawn.number, match=None, tally=_tally(entry, settled[table.table], at))
        for table in tables
        for at, side in enumerate(table.sides)
        for entry in side
    ]


def _tally(entry: int, word: int, side: int) -> Tally:
    won = Fraction(1, 2) if word == LEVEL else Fraction(int(word == side))
    return Tally(entry=entry, person=0, points=0, games_won=won, games_played=1)


def check_settled(settled: Settled, drawn: DrawnRound, *, level: bool) -> None:
    """Raise EventViolation for a table that is not of this round, or a word that is no side of it."""
    there = Counter(table.table for table in drawn.tables)
    for table, word in settled.items():
        if table not in there:
            raise EventViolation("table-unknown", f"There is no table {table} in round {drawn.number}.")
        if word not in ({0, 1, LEVEL} if level else {0, 1}):
            raise EventViolation(
                "settled-unknown", f"Say of table {table} which side goes on as the winner: 0 or 1."
            )
