"""Results of whole rounds, for draws that follow them."""

from collections.abc import Mapping
from fractions import Fraction

from tournaments.engine.results import Result, Tally
from tournaments.engine.seating import DrawnRound


def results_of(drawn: DrawnRound, winners: Mapping[int, int] | None = None, level: int = 0) -> list[Result]:
    """Everybody's tally of a round: side 0 wins at each table unless `winners` says otherwise.

    Table `level` ends level. Where two entries of pairs meet, both people of each bring one.
    """
    told = []
    for table in drawn.tables:
        won = (winners or {}).get(table.table, 0)
        of_pairs = len(table.seated) == 2
        for at, side in enumerate(table.sides):
            half = table.table == level
            games = Fraction(1, 2) if half else Fraction(int(at == won))
            for entry in (*side, *side) if of_pairs else side:
                tally = Tally(
                    entry=entry,
                    person=entry,
                    points=5 if half else 10 if at == won else 4,
                    games_won=games,
                    games_played=1,
                    partners=frozenset(side) if of_pairs else frozenset(side) - {entry},
                    opponents=frozenset(table.sides[1 - at]),
                )
                told.append(Result(round=drawn.number, match=table.table, tally=tally))
    return told
