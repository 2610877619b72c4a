"""Results for tests, as short as a line on a score card."""

from fractions import Fraction

from tournaments.engine.results import Result, Tally


def table(
    number: int, one: tuple[int, int], score: int, other: tuple[int, int], other_score: int
) -> list[Result]:
    """One game between two sides of individuals, each person an entry of the same number."""
    results = []
    for side, points, against, points_against in (
        (one, score, other, other_score),
        (other, other_score, one, score),
    ):
        won = Fraction(1, 2) if points == points_against else Fraction(int(points > points_against))
        for entry in side:
            tally = Tally(
                entry=entry,
                person=entry,
                points=points,
                games_won=won,
                games_played=1,
                points_against=points_against,
                partners=frozenset(side) - {entry},
                opponents=frozenset(against),
            )
            results.append(Result(round=number, match=number * 100 + one[0], tally=tally))
    return results


def card(
    entry: int,
    points: int,
    *,
    won: Fraction | int = 0,
    games: int = 1,
    lone: int = 0,
    against: int = 0,
    round: int = 1,
) -> Result:
    """A personal card's line: nobody knows who else was at the table."""
    tally = Tally(
        entry=entry,
        person=entry,
        points=points,
        games_won=Fraction(won),
        games_played=games,
        lone_marched=lone,
        points_against=against,
    )
    return Result(round=round, match=None, tally=tally)


def duel(number: int, winner: int, loser: int) -> list[Result]:
    """A game between two entries (say pairs) that gives no points, so that only head-to-head sees it."""
    return [
        Result(
            round=number,
            match=number,
            tally=Tally(
                entry=entry,
                person=entry,
                points=0,
                games_won=Fraction(int(entry == winner)),
                games_played=1,
                opponents=frozenset({winner, loser} - {entry}),
            ),
        )
        for entry in (winner, loser)
    ]
