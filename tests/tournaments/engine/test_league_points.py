"""Match cards and what they give: case C8, and a plain recount of whole leagues."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import (
    CardScore,
    GamePlayed,
    Side,
    card_faults,
    empty_card,
    score_of,
    settled,
)
from tournaments.engine.league_points import LeagueMatch, PointsOff, award_of, league_rows
from tournaments.engine.league_policies import LEAGUE_POLICIES, DecidedBy, LeaguePolicy

AUSTELL, FALMOUTH, FRAMES = (LEAGUE_POLICIES[code] for code in ("st-austell", "falmouth", "frame-league"))
NAMES = {1: "The Anchor", 2: "The Ship", 3: "The Globe", 4: "The Bell"}


def card(*points, cup=()):
    played = [settled(GamePlayed(at, *two)) for at, two in enumerate(points, start=1)]
    return played + [
        settled(GamePlayed(len(points) + at, *two, cup=True)) for at, two in enumerate(cup, start=1)
    ]


def nine(home, target=21):
    """A card of nine games, the first `home` of them won by the home side."""
    return card(*[(target, 9) if at < home else (12, target) for at in range(9)])


@pytest.mark.parametrize("policy", LEAGUE_POLICIES.values(), ids=LEAGUE_POLICIES)
def test_each_home_pair_meets_each_visiting_pair_equally_often(policy):
    lines = [line for line in empty_card(policy) if not line.cup]
    met = [(line.home_pair, line.visitor_pair) for line in lines]
    assert len(met) == policy.pairs * policy.games
    every = {(one, other) for one in range(1, policy.pairs + 1) for other in range(1, policy.pairs + 1)}
    assert {two: met.count(two) for two in every} == dict.fromkeys(every, policy.games // policy.pairs)
    for turn in range(policy.games):
        round_ = met[turn * policy.pairs : (turn + 1) * policy.pairs]
        assert len({one for one, _ in round_}) == len({other for _, other in round_}) == policy.pairs
    assert [line.number for line in empty_card(policy)] == list(range(1, len(empty_card(policy)) + 1))


def test_case_c8_five_four_gives_two_league_points_and_five_and_four_games():
    match = LeagueMatch(1, 1, 1, 2, score_of(nine(5)))
    assert award_of(AUSTELL, match).league == {Side.HOME: 2, Side.VISITOR: 0}
    rows = {row.team: row for row in league_rows(AUSTELL, NAMES, [match])}
    assert (rows[1].games_for, rows[1].games_against, rows[1].league_points) == (5, 4, 2)
    assert (rows[2].games_for, rows[2].games_against, rows[2].league_points) == (4, 5, 0)


def test_case_c8_a_side_that_does_not_appear_gives_five_league_and_two_cup_points():
    match = LeagueMatch(1, 1, 1, 2, absent=frozenset({Side.VISITOR}))
    award = award_of(FALMOUTH, match)
    assert (award.league, award.cup) == ({Side.HOME: 5, Side.VISITOR: 0}, {Side.HOME: 2, Side.VISITOR: 0})


def test_case_c8_a_late_card_costs_the_winner_a_point_and_says_why():
    match = LeagueMatch(7, 3, 1, 2, score_of(nine(3)), late=True)
    row = next(row for row in league_rows(FALMOUTH, NAMES, [match]) if row.team == 2)
    assert (row.earned, row.deducted, row.league_points) == (6, 1, 5)
    assert [one.reason for one in row.deductions] == ["Card of week 3 against The Anchor handed in late."]
    assert all(not row.deductions for row in league_rows(AUSTELL, NAMES, [match])), (
        "their rules take nothing off"
    )


def test_a_frame_match_goes_to_the_side_with_more_points_not_more_frames():
    narrow = [(15, 14)] * 20 + [(0, 15)] * 12
    score = score_of(card(*narrow))
    assert (score.home_games, score.visitor_games) == (20, 12)
    assert score.winner(DecidedBy.POINTS) is Side.VISITOR
    assert award_of(FRAMES, LeagueMatch(1, 1, 1, 2, score)).league == {Side.HOME: 0, Side.VISITOR: 1}


def test_case_c15_the_perfect_night_of_a_couple_is_120():
    assert sum(home for home, _ in [(15, 9)] * 8) == 8 * FRAMES.target == 120
    assert score_of(card(*[(15, 9)] * 7, (13, 15))).home_points == 118
    assert score_of(card(*[(15, 9)] * 7, (10, 15))).home_points == 115


def test_case_c15_a_forfeit_counts_in_won_and_lost_and_not_in_averages():
    played = LeagueMatch(1, 1, 1, 2, score_of(card(*[(15, 9)] * 8)))
    given = LeagueMatch(2, 2, 2, 1, absent=frozenset({Side.HOME}))
    before, after = (league_rows(FRAMES, NAMES, matches)[0] for matches in ([played], [played, given]))
    assert (after.won, after.walkovers) == (before.won + 1, 1)
    assert after.average == before.average == 15
    assert league_rows(FRAMES, NAMES, [given])[0].average == 0


def test_case_c15_averages_are_exact():
    frames = card(*[(12, 15)] * 23, *[(13, 15)] * 4)
    row = league_rows(FRAMES, NAMES, [LeagueMatch(1, 1, 1, 2, score_of(frames))])[0]
    assert row.average == Fraction(328, 27)


def test_nobody_coming_is_lost_by_both():
    rows = league_rows(AUSTELL, NAMES, [LeagueMatch(1, 1, 1, 2, absent=frozenset(Side))])
    assert [(row.played, row.won, row.lost, row.league_points) for row in rows[:2]] == [(1, 0, 1, 0)] * 2


def test_a_game_may_be_recorded_as_won_without_points():
    score = score_of([settled(GamePlayed(1, winner=Side.HOME)), settled(GamePlayed(2, 9, 21))])
    assert (score.home_games, score.visitor_games, score.home_points, score.scored) == (1, 1, 9, 1)


def test_cup_games_of_the_night_count_for_the_cup_only():
    score = score_of(card(*[(21, 3)] * 9, cup=[(3, 21), (21, 5)]))
    assert (score.home_games, score.home_cup, score.visitor_cup, score.scored) == (9, 1, 1, 9)
    assert award_of(FALMOUTH, LeagueMatch(1, 1, 1, 2, score)).cup == {Side.HOME: 1, Side.VISITOR: 1}


@pytest.mark.parametrize(
    ("game", "code"),
    [
        (GamePlayed(4, 21, None), "points-of-one-side"),
        (GamePlayed(4, 9, 21, Side.HOME), "winner-has-less"),
        (GamePlayed(4, 9, 9, Side.HOME), "winner-has-less"),
    ],
)
def test_a_game_that_contradicts_itself_is_refused(game, code):
    with pytest.raises(EventViolation) as refused:
        settled(game)
    assert refused.value.code == code
    assert "Game 4" in refused.value.sentence


def test_what_looks_wrong_is_told_game_by_game_and_nothing_else():
    games = [*card((21, 9), (20, 9), (22, 21), (9, 9), (21, 20)), GamePlayed(6)]
    told = card_faults(AUSTELL, games)
    assert [sentence.split()[1] for sentence in told] == ["2", "3", "4", "6"]
    assert card_faults(AUSTELL, nine(9)) == []


scores = st.builds(
    lambda won, points: score_of(
        card(*[(21, low) if home else (low, 21) for home, low in zip(won, points, strict=True)])
    ),
    st.lists(st.booleans(), min_size=9, max_size=9),
    st.lists(st.integers(0, 20), min_size=9, max_size=9),
)


@st.composite
def seasons(draw):
    """Home and away among four, some forfeited, some late; and deductions."""
    matches = []
    for number, (home, visitor) in enumerate(permutations(NAMES, 2), start=1):
        absent = draw(st.sampled_from([(), (), (), (Side.HOME,), (Side.VISITOR,), tuple(Side)]))
        score = CardScore() if absent else draw(scores)
        late = draw(st.booleans())
        matches.append(LeagueMatch(number, number, home, visitor, score, frozenset(absent), late))
    off = draw(
        st.lists(
            st.builds(PointsOff, st.sampled_from([*NAMES]), st.integers(-3, 3), st.just("so")), max_size=3
        )
    )
    return draw(st.permutations(matches)), off


@settings(deadline=None, max_examples=40)
@given(seasons(), st.sampled_from(list(LEAGUE_POLICIES.values())))
def test_rows_agree_with_a_plain_recount_and_points_are_what_the_matches_gave(season, policy):
    matches, off = season
    rows = {row.team: row for row in league_rows(policy, NAMES, matches, off)}
    gave = sum(sum(award_of(policy, match).league.values()) for match in matches)
    assert sum(row.earned for row in rows.values()) == gave
    for team, row in rows.items():
        assert (row.won, row.drawn, row.lost, row.games_for, row.points_for, row.earned) == recounted(
            policy, team, matches
        )
        assert row.played == row.won + row.drawn + row.lost
        late = sum(policy.late_card for one in matches if one.late and winner_of(policy, one) == team)
        assert row.league_points == row.earned - late - sum(one.points for one in off if one.team == team)
    assert sum(row.games_for for row in rows.values()) == sum(row.games_against for row in rows.values())


def winner_of(policy: LeaguePolicy, match: LeagueMatch) -> int | None:
    """The number of the team that won, counted the long way."""
    if match.absent:
        left = [
            team
            for side, team in ((Side.HOME, match.home), (Side.VISITOR, match.visitor))
            if side not in match.absent
        ]
        return left[0] if left else None
    score = match.score
    two = (score.home_games, score.visitor_games)
    if policy.code == "frame-league":
        two = (score.home_points, score.visitor_points)
    return None if two[0] == two[1] else match.home if two[0] > two[1] else match.visitor


def recounted(policy, team, matches):
    won = drawn = lost = games = points = earned = 0
    for match in matches:
        if team not in (match.home, match.visitor):
            continue
        winner = winner_of(policy, match)
        if match.absent:
            won, lost = won + (winner == team), lost + (winner != team)
            earned += {"st-austell": 2, "falmouth": 5, "frame-league": 1}[policy.code] * (winner == team)
            continue
        mine = match.score.home_games if team == match.home else match.score.visitor_games
        games += mine
        points += match.score.home_points if team == match.home else match.score.visitor_points
        won, drawn, lost = (
            won + (winner == team),
            drawn + (winner is None),
            lost + (winner not in (team, None)),
        )
        if policy.code == "falmouth":
            earned += mine
        elif policy.code == "st-austell":
            earned += 2 * (winner == team) + (winner is None)
        else:
            earned += winner == team
    return won, drawn, lost, games, points, earned


@pytest.mark.parametrize("policy", LEAGUE_POLICIES.values(), ids=LEAGUE_POLICIES)
def test_a_division_gets_back_the_policy_it_kept(policy):
    assert LeaguePolicy.from_dict(policy.to_dict()) == policy
    with pytest.raises(EventViolation, match="newer"):
        LeaguePolicy.from_dict(policy.to_dict() | {"schema": 99})


def test_a_policy_is_told_in_its_own_figures():
    told = " ".join(replace(FALMOUTH, late_card=3, forfeit=7).in_words)
    assert "costs the winner 3." in told and "7 league points and 2 cup points" in told
    assert (
        "1 league point for each game won" in told
        and "for a match won" not in told
        and "2 more games on the same night" in told
    )
    assert "more points wins it" in " ".join(FRAMES.in_words) and "half seasons meet" in " ".join(
        FRAMES.in_words
    )


@pytest.mark.parametrize("wrong", [{"pairs": 0}, {"pairs": 3, "games": 4}, {"chain": ()}, {"target": 0}])
def test_a_policy_that_makes_no_card_does_not_exist(wrong):
    with pytest.raises(EventViolation):
        replace(AUSTELL, **wrong)


def test_a_match_of_a_strange_team_is_refused():
    with pytest.raises(EventViolation, match="team-unknown"):
        league_rows(AUSTELL, NAMES, [LeagueMatch(1, 1, 1, 9)])
