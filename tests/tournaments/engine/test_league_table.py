"""League tables: published ones come out as printed, ties are parted as the chain says, and told."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine import published_leagues as published
from tests.tournaments.engine.test_league_points import AUSTELL, FALMOUTH, FRAMES, NAMES, seasons
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import CardScore, Side
from tournaments.engine.league_points import LeagueMatch, PointsOff, league_rows
from tournaments.engine.league_policies import LEAGUE_POLICIES
from tournaments.engine.league_seasons import DivisionEnd, half_of, half_winners, in_half, next_season
from tournaments.engine.league_table import league_figure, rank_league


def table(policy, matches, names=NAMES, off=()):
    return rank_league(policy, league_rows(policy, names, matches, off), matches, names)


def match(home, visitor, home_games, visitor_games, **more):
    return LeagueMatch(
        more.pop("number", 1),
        more.pop("week", 1),
        home,
        visitor,
        CardScore(home_games, visitor_games),
        **more,
    )


def order(places):
    return [(one.rank, one.row.team) for one in places]


def test_the_published_season_of_1888_comes_out_in_its_order_with_its_figures():
    names = dict(enumerate(published.CLUBS, start=1))
    grid = [line.split() for line in published.RESULTS_1888.split("\n") if line]
    matches = [
        match(home, visitor, *map(int, result.split("-")), number=12 * home + visitor)
        for home, line in enumerate(grid, start=1)
        for visitor, result in enumerate(line, start=1)
        if result != "."
    ]
    assert len(matches) == 132
    places = table(replace(AUSTELL, chain=("LP", "GAVG")), matches, names)
    printed = [line.rsplit(maxsplit=12) for line in published.TABLE_1888.split("\n") if line]
    assert [names[one.row.team] for one in places] == [club for club, *_ in printed]
    for one, (_, *figures) in zip(places, printed, strict=True):
        played, *columns, points = map(int, figures)
        both = [home + away for home, away in zip(columns[:5], columns[5:], strict=True)]
        row = one.row
        assert [row.won, row.drawn, row.lost, row.games_for, row.games_against] == both
        assert (row.played, row.league_points) == (played, points)
    # Printed with three decimals: 63:59 above 40:46, 48:48 above 35:46.
    figures = {names[one.row.team]: dict(one.figures)["GAVG"] for one in places}
    assert [round(1000 * figures[club]) for club in ("Bolton Wanderers", "Everton", "Stoke")] == [
        1068,
        761,
        510,
    ]
    bolton = places[4].sentence
    assert bolton == (
        "5th, Bolton Wanderers: 22 league points; level with West Bromwich Albion, placed above by game "
        "average, 1.07 to 0.87."
    )


@settings(deadline=None, max_examples=10)
@given(st.permutations(published.SUGAR_RIVER_LOST_WEEK_1))
def test_a_published_euchre_league_with_a_forfeit_comes_out_as_printed(losers):
    """The first week's opponents are not in the report; whoever they were, the standings are the same."""
    number = {name: at for at, (name, *_) in enumerate(published.SUGAR_RIVER, start=1)}
    names = {at: name for name, at in number.items()}
    first = [
        LeagueMatch(
            at, 1, number[winner], number[loser], CardScore(home_points=400, visitor_points=390, scored=32)
        )
        for at, (winner, loser) in enumerate(
            zip(published.SUGAR_RIVER_WON_WEEK_1, losers, strict=True), start=1
        )
    ]
    second = [
        LeagueMatch(10 + number[winner], 2, number[winner], number[loser], absent=frozenset({Side.VISITOR}))
        if by is None
        else LeagueMatch(
            10 + number[winner], 2, number[winner], number[loser], CardScore(0, 0, 380 + by, 380, scored=32)
        )
        for winner, loser, by in published.SUGAR_RIVER_WEEK_2
    ]
    places = table(FRAMES, first + second, names)
    assert [(names[one.row.team], one.row.won, one.row.lost) for one in places] == list(published.SUGAR_RIVER)
    assert [one.rank for one in places] == [1, 1, 3, 3, 3, 3, 3, 3, 9, 9]
    trolls = next(one.row for one in places if names[one.row.team] == "Trolls")
    assert (trolls.forfeits, trolls.scored) == (1, 32)


def test_case_c8_level_on_league_points_more_games_stand_above_and_then_a_play_off():
    matches = [match(1, 2, 6, 3, number=1), match(2, 1, 5, 4, number=2), match(3, 4, 9, 0, number=3)]
    places = table(AUSTELL, matches)
    assert order(places) == [(1, 1), (2, 3), (3, 2), (4, 4)]
    assert places[0].sentence == (
        "1st, The Anchor: 2 league points; level with The Globe, placed above by games won, 10 to 9."
    )
    level = [match(1, 2, 5, 4, number=1), match(2, 1, 5, 4, number=2)]
    two = {1: "The Anchor", 2: "The Ship"}
    shared = table(AUSTELL, level, two)
    assert order(shared) == [(1, 1), (1, 2)]
    assert "only a play-off would part them" in shared[0].sentence
    played = table(AUSTELL, [*level, match(2, 1, 5, 4, number=3, decider=True)], two)
    assert order(played) == [(1, 2), (2, 1)]
    assert played[0].row.played == 2, "a decider counts in no column"
    assert "placed above by play-off, 1 to 0" in played[0].sentence


def test_head_to_head_parts_two_and_a_circle_parts_nobody():
    policy = replace(FALMOUTH, chain=("MW", "HEAD"))
    three = {1: "The Anchor", 2: "The Ship", 3: "The Globe"}
    circle = [match(1, 2, 5, 4, number=1), match(2, 3, 5, 4, number=2), match(3, 1, 5, 4, number=3)]
    assert order(table(policy, circle, three)) == [(1, 1), (1, 2), (1, 3)]
    # Two wins each for 1, 2 and 3, none for 4; 3 beat both others, 2 beat 1.
    four = [match(3, 2, 5, 4, number=1), match(3, 1, 5, 4, number=2), match(2, 1, 5, 4, number=3)]
    four += [match(1, 4, 5, 4, number=4), match(4, 1, 0, 9, number=5), match(2, 4, 9, 0, number=6)]
    assert [team for _, team in order(table(policy, four))] == [3, 2, 1, 4]


def test_a_deduction_moves_a_team_and_is_told_with_its_reason():
    matches = [match(1, 2, 6, 3)]
    off = [PointsOff(1, 2, "Played somebody under another name.")]
    places = table(AUSTELL, matches, off=off)
    first = next(one for one in places if one.row.team == 1)
    assert first.row.league_points == 0
    assert first.sentence.endswith("2 points off: Played somebody under another name.")


@settings(deadline=None, max_examples=30)
@given(seasons(), st.sampled_from(list(LEAGUE_POLICIES.values())), st.randoms(use_true_random=False))
def test_the_table_does_not_depend_on_the_order_of_entry_and_names_only_name(season, policy, rng):
    matches, off = season
    places = table(policy, matches, off=off)
    shuffled = list(matches)
    rng.shuffle(shuffled)
    assert order(table(policy, shuffled, off=off)) == order(places)
    renamed = table(policy, matches, {team: f"Team {team}" for team in NAMES}, off)
    assert [(one.rank, one.row.team, one.figures) for one in renamed] == [
        (one.rank, one.row.team, one.figures) for one in places
    ]
    keys = [tuple(figure for code, figure in one.figures) for one in places]
    assert keys == sorted(keys, reverse=True)
    for one, other in pairwise(places):
        assert one.rank <= other.rank
        assert one.shared == (sum(each.rank == one.rank for each in places) > 1)
    assert all(one.sentence.endswith(".") and NAMES[one.row.team] in one.sentence for one in places)


def test_an_unknown_measure_is_refused():
    with pytest.raises(EventViolation, match="unknown-measure"):
        table(replace(AUSTELL, chain=("LP", "LUCK")), [])


@pytest.mark.parametrize(
    ("code", "figure", "printed"),
    [
        ("LP", 14, "14"), ("LP", -1, "−1"), ("AVG", Fraction(328, 27), "12.15"),
        ("RATE", Fraction(5, 7), "71.43 %"), ("RATE", 1, "100.00 %"),
        ("AVG", 15, "15.00"), ("GAVG", Fraction(63, 59), "1.07"),
        ("", Fraction(3, 2), "1½"), ("", Fraction(1, 2), "½"),
    ],
)  # fmt: skip
def test_figures_print_as_people_write_them(code, figure, printed):
    assert league_figure(code, figure) == printed


def ended(number, teams, ups=0, downs=0, results=()):
    names = {team: f"Team {team}" for team in teams}
    beaten = list(results) or [
        match(one, other, 6, 3, number=at)
        for at, one in enumerate(teams)
        for other in teams[teams.index(one) + 1 :]
    ]
    return DivisionEnd(number, f"Division {number}", tuple(table(AUSTELL, beaten, names)), ups, downs)


def test_who_is_first_goes_up_and_who_is_last_goes_down():
    found = next_season(
        [
            ended(1, [1, 2, 3, 4], ups=1, downs=1),
            ended(2, [5, 6, 7, 8], ups=1, downs=2),
            ended(3, [9, 10], ups=1),
        ]
    )
    where = {move.team: (move.division, move.word) for move in found.moves}
    assert where == {
        1: (1, "stays"), 2: (1, "stays"), 3: (1, "stays"), 4: (2, "down"),
        5: (1, "up"), 6: (2, "stays"), 7: (3, "down"), 8: (3, "down"), 9: (2, "up"), 10: (3, "stays"),
    }  # fmt: skip
    assert found.doubts == ()


def test_a_tie_across_the_line_is_a_doubt_and_no_coin_is_tossed():
    level = ended(1, [1, 2, 3], downs=1, results=[match(1, 2, 5, 4, number=1), match(1, 3, 5, 4, number=2)])
    found = next_season([level, ended(2, [4, 5], ups=1)])
    assert found.doubts == ("In Division 1 2 teams share place 2, across the line: choose who moves.",)


def test_more_moves_than_teams_are_refused():
    with pytest.raises(EventViolation, match="too-many-moves"):
        next_season([ended(1, [1, 2], downs=1), ended(2, [3, 4], ups=2, downs=1), ended(3, [5, 6])])


def test_the_winners_of_the_halves_meet_unless_one_team_won_both():
    assert [half_of(week, 6) for week in range(1, 7)] == [1, 1, 1, 2, 2, 2]
    assert [half_of(week, 5) for week in range(1, 6)] == [1, 1, 1, 2, 2]
    matches = [match(1, 2, 6, 3, number=1, week=1), match(2, 1, 6, 3, number=2, week=2)]
    two = {1: "The Anchor", 2: "The Ship"}
    first, second = (table(AUSTELL, in_half(matches, half, 2), two) for half in (1, 2))
    assert half_winners(first, second) == (1, 2)
    assert half_winners(first, first) == (1,)
    with pytest.raises(EventViolation, match="half-shared"):
        half_winners(first, table(AUSTELL, [], two))
