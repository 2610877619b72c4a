"""A league's published table, typed in from a newspaper: facts only, and they come out as they were printed.

Source: "Sugar River Euchre", Post Messenger Recorder (New Glarus, Wisconsin), after the second week of
the second half of the 2021/22 season, https://www.postmessengerrecorder.com/content/
sugar-river-euchre-102. Teams play one match a week. The paper tells the second week match by match, one of
them forfeited, which by its words counts in won and lost and in nobody's average. Who won in the first week
is worked back from the records it prints, so what is proven is the order, the ranks and the averages.
"""

from fractions import Fraction

from tests.tournaments.engine.cards import card
from tournaments.engine.results import Result, Tally
from tournaments.engine.standings import rank

TEAMS = (
    "Kleeman's", "Starlight Express", "Pranksters", "Shufflers", "Cowboys", "Jones Plumbing", "Mounties",
    "Sportsman's Bar", "J&M Bar", "Trolls",
)  # fmt: skip
SECOND_WEEK = (
    ("Starlight Express", "Cowboys", 7),
    ("Kleeman's", "Pranksters", 42),
    ("Jones Plumbing", "Shufflers", 28),
    ("Mounties", "J&M Bar", 29),
)
FORFEITED = ("Sportsman's Bar", "Trolls")
WON_THE_FIRST = {"Kleeman's", "Starlight Express", "Pranksters", "Shufflers", "Cowboys"}
PUBLISHED = [(2, 0), (2, 0), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (1, 1), (0, 2), (0, 2)]


def told(number: int, winner: int, loser: int, margin: int, *, forfeit: bool = False) -> list[Result]:
    """One match as both teams have it; the paper gives no more than the margin."""
    return [
        Result(
            round=2,
            match=number,
            tally=Tally(
                entry=entry,
                person=entry,
                points=margin if entry == winner else 0,
                points_against=0 if entry == winner else margin,
                games_won=Fraction(int(entry == winner)),
                games_played=1,
                opponents=frozenset({winner, loser} - {entry}),
            ),
            forfeit=forfeit,
        )
        for entry in (winner, loser)
    ]


def season() -> list[Result]:
    at = {team: number for number, team in enumerate(TEAMS, start=1)}
    results = [card(at[team], 0, won=int(team in WON_THE_FIRST), round=1) for team in TEAMS]
    for number, (winner, loser, margin) in enumerate(SECOND_WEEK, start=1):
        results += told(number, at[winner], at[loser], margin)
    return results + told(9, at[FORFEITED[0]], at[FORFEITED[1]], 0, forfeit=True)


def test_the_published_table_comes_out_in_its_order_with_its_figures() -> None:
    standings = rank(range(1, 11), season(), ["MATCH", "RATE"])
    figures = [dict(one.figures) for one in standings]
    assert [one.entry for one in standings] == list(range(1, 11))
    assert [(one["MATCH"], 2 - one["MATCH"]) for one in figures] == PUBLISHED
    assert [one.rank for one in standings] == [1, 1, 3, 3, 3, 3, 3, 3, 9, 9]


def test_the_forfeit_counts_in_no_average() -> None:
    standings = rank(range(1, 11), season(), ["PPG"])
    average = {one.entry: dict(one.figures)["PPG"] for one in standings}
    assert (average[1], average[8], average[10]) == (21, 0, 0)  # 42 points in two matches
