"""Match cards through their services: typed, named, signed, disputed, late; and what tables make of them."""

import pytest
from django.db.models import Q
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories, leagues
from tests.leagues import (
    HOME,
    VISITOR,
    draw,
    make_division,
    make_season,
    make_squads,
    pairs_of,
    play,
    results,
)
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import GamePlayed, score_of, settled
from tournaments.models import CardGame, Club, Division, Fixture, MatchCard, SquadMember, Team
from tournaments.selectors.leagues import scores_of, table_of
from tournaments.selectors.leagues_cards import card_shown
from tournaments.selectors.leagues_fixtures import fixture_at
from tournaments.selectors.leagues_people import people_of
from tournaments.services import fixtures, leagues_cards
from tournaments.services import leagues as services

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def division(club: Club) -> Division:
    return make_division(make_season(club))


def refused(code, service, **named):
    with pytest.raises(EventViolation) as found:
        service(**named)
    assert found.value.code == code
    assert found.value.sentence.endswith(".")
    return found.value.sentence


def seen(fixture):
    return fixture_at(fixture.division.season, fixture.pk)


def test_a_card_makes_the_table_and_the_same_card_again_changes_nothing(division, club):
    one = draw(division)[0]
    play(one, 5)
    before = club.revision_row.number
    club.revision_row.refresh_from_db()
    before = club.revision_row.number
    play(one, 5)
    club.revision_row.refresh_from_db()
    assert club.revision_row.number == before
    lines = {line.team.pk: line for line in table_of(division).lines}
    home, visitor = lines[one.home_id].place.row, lines[one.visitor_id].place.row
    assert (home.league_points, home.games_for, visitor.games_for, visitor.league_points) == (2, 5, 4, 0)
    play(one, 4)
    assert table_of(division).lines[0].team.pk == one.visitor_id
    play(one, 5)
    assert {line.team.pk: line.place for line in table_of(division).lines} == {
        pk: line.place for pk, line in lines.items()
    }, "corrected and corrected back"


def test_a_game_won_without_points_and_one_without_a_result_are_kept_as_such(division):
    one = draw(division)[0]
    some = {1: GamePlayed(1, winner=HOME), 2: GamePlayed(2, 9, 21), 3: GamePlayed(3)}
    leagues_cards.enter_card(fixture=one, results=some, actor=leagues.SECRETARY)
    shown = card_shown(seen(one))
    assert (shown.score.home_games, shown.score.visitor_games, shown.score.scored) == (1, 1, 1)
    assert "Game 3 has no winner." in shown.faults
    refused(
        "game-unknown",
        leagues_cards.enter_card,
        fixture=one,
        results={99: GamePlayed(99)},
        actor=leagues.SECRETARY,
    )
    refused(
        "points-of-one-side",
        leagues_cards.enter_card,
        fixture=one,
        results={1: GamePlayed(1, 3)},
        actor=leagues.SECRETARY,
    )
    other = Fixture.objects.exclude(pk=one.pk).first()
    refused(
        "card-empty",
        leagues_cards.enter_card,
        fixture=other,
        results={1: GamePlayed(1)},
        actor=leagues.SECRETARY,
    )


def test_the_database_adds_a_card_up_as_the_engine_does(club):
    division = make_division(make_season(club), code="falmouth")
    one = play(draw(division)[0], 6)
    leagues_cards.enter_card(
        fixture=one, results={2: GamePlayed(2, winner=VISITOR), 3: GamePlayed(3)}, actor=leagues.SECRETARY
    )
    games = [
        settled(GamePlayed(g.number, g.home_points, g.visitor_points, g.winner or None, g.cup))
        for g in CardGame.objects.filter(card__fixture=one)
    ]
    assert scores_of(Q(card__fixture=one)) == {one.pk: score_of(games)}


def test_both_sides_sign_a_changed_card_is_signed_anew_and_a_dispute_waits_for_the_director(division):
    one = draw(division)[0]
    refused("card-empty", leagues_cards.sign_card, fixture=one, side=HOME, actor=leagues.SECRETARY)
    play(one, 5)
    for side in (HOME, VISITOR):
        leagues_cards.sign_card(fixture=one, side=side, actor=leagues.SECRETARY)
    assert MatchCard.objects.get().signed
    play(one, 6)
    assert not MatchCard.objects.get().signed
    refused("reason-missing", leagues_cards.dispute_card, fixture=one, side=VISITOR, reason=" ")
    refused("nothing-disputed", leagues_cards.decide_dispute, fixture=one, word="so")
    leagues_cards.dispute_card(fixture=one, side=VISITOR, reason="Game 6 was ours.")
    assert MatchCard.objects.get().disputed and table_of(division).disputed == 1
    leagues_cards.decide_dispute(fixture=one, word="It stands: two saw it.")
    assert not MatchCard.objects.get().disputed and table_of(division).disputed == 0


def test_late_cards_forfeits_and_deductions_show_in_the_table_with_their_reasons(club):
    division = make_division(make_season(club), code="falmouth")
    first, second, *_ = draw(division)
    play(first, 6)
    leagues_cards.mark_late(fixture=first, late=True)
    fixtures.forfeit_fixture(fixture=second, absent="visitor", reason="No team.")
    team = Team.objects.get(pk=second.home_id)
    services.deduct_points(team=team, points=2, reason="Unregistered player.", actor=leagues.SECRETARY)
    rows = {line.team.pk: line.place.row for line in table_of(division).lines}
    assert (rows[first.home_id].earned, rows[first.home_id].deducted) == (6, 1)
    assert (
        rows[second.home_id].earned,
        rows[second.home_id].league_points,
        rows[second.home_id].cup_points,
    ) == (5, 3, 2)
    told = next(line.place.sentence for line in table_of(division).lines if line.team == team)
    assert "2 points off: Unregistered player." in told
    assert [(rank, points) for rank, _, points in table_of(division).cup] == [(1, 2), (1, 2), (3, 0), (3, 0)]
    fixtures.forfeit_fixture(fixture=first, absent="visitor")
    assert table_of(division).lines[0].place.row.deducted in (0, 2), "a card that does not count is not late"
    fixtures.reopen_fixture(fixture=first)
    fixtures.reopen_fixture(fixture=second)
    services.remove_deduction(deduction=team.deductions.get())
    assert table_of(division).waiting == 11
    refused(
        "deduction-out-of-range",
        services.deduct_points,
        team=team,
        points=0,
        reason="x",
        actor=leagues.SECRETARY,
    )
    refused(
        "reason-missing", services.deduct_points, team=team, points=1, reason=" ", actor=leagues.SECRETARY
    )


def test_pairs_are_named_told_apart_and_breaches_flagged_and_nothing_is_blocked(club):
    division = make_division(make_season(club), code="falmouth")
    make_squads(division)
    one = draw(division)[0]
    own, others = pairs_of(one.home, 3), pairs_of(one.visitor, 3)
    leagues_cards.name_pairs(fixture=one, side=HOME, pairs=own, cup=own[:2])
    leagues_cards.name_pairs(fixture=one, side=VISITOR, pairs=[own[0], *others[:2]], cup=[(None, None)] * 2)
    shown = card_shown(seen(one))
    assert shown.home.breaches == []
    assert shown.visitor.breaches == [], "borrowed for the first time"
    assert shown.lines[0].home == " & ".join(
        str(p)
        for p in SquadMember.objects.filter(team=one.home)
        .order_by("pk")[:2]
        .values_list("player__name", flat=True)
    )
    refused(
        "named-twice",
        leagues_cards.name_pairs,
        fixture=one,
        side=HOME,
        pairs=[own[0], own[0], own[1]],
        cup=own[:2],
    )
    refused("pairs-miscounted", leagues_cards.name_pairs, fixture=one, side=HOME, pairs=own[:2], cup=own[:2])
    stranger = factories.make_player(factories.make_club("Elsewhere"))
    refused(
        "player-unknown",
        leagues_cards.name_pairs,
        fixture=one,
        side=HOME,
        pairs=[(stranger.pk, None), *own[:2]],
        cup=own[:2],
    )
    new = factories.make_player(club, "Nobody Knows")
    leagues_cards.name_pairs(fixture=one, side=HOME, pairs=[(new.pk, None), *own[:2]], cup=own[:2])
    assert [breach.code for breach in card_shown(seen(one)).home.breaches] == ["not-registered"]
    assert play(one, 5).state == "played"


def test_a_borrowed_person_keeps_the_statistics_and_the_team_the_points(club):
    division = make_division(make_season(club))
    make_squads(division)
    drawn = draw(division)
    one = drawn[0]
    own, others = pairs_of(one.home, 3), pairs_of(one.visitor, 3)
    lent = own[2][0]
    leagues_cards.name_pairs(fixture=one, side=HOME, pairs=[own[0], own[1], (own[2][1], None)])
    leagues_cards.name_pairs(fixture=one, side=VISITOR, pairs=[others[0], others[1], (others[2][0], lent)])
    play(one, 9)
    at_home = {line.player.pk: line for line in people_of(one.home)}
    visiting = {line.player.pk: line for line in people_of(one.visitor)}
    assert (at_home[own[0][0]].games, at_home[own[0][0]].won, at_home[own[0][0]].average) == (3, 3, "21.00")
    assert (at_home[lent].games, at_home[lent].elsewhere, at_home[lent].elsewhere_won) == (0, 3, 0)
    assert visiting[lent].borrowed and (visiting[lent].games, visiting[lent].won) == (3, 0)
    assert sum(line.games for line in visiting.values()) == 18


def test_results_of_both_ways_agree(division):
    """`results` is what the other tests stand on: five of nine are five of nine."""
    assert score_of(settled(one) for one in results(division, 5).values()).home_games == 5


class LeagueStory(TestCase):
    @settings(deadline=None, max_examples=8)
    @given(
        st.lists(
            st.tuples(st.integers(0, 5), st.sampled_from([*range(10), "home", "visitor", "both"])), max_size=9
        )
    )
    def test_any_story_of_cards_corrections_and_forfeits_ends_in_the_plain_recount(self, story):
        division = make_division(make_season(factories.make_club()), ["A", "B", "C"])
        drawn = draw(division)
        held: dict[int, int | str] = {}
        for at, what in story:
            if isinstance(what, int):
                play(drawn[at], what)
            else:
                fixtures.forfeit_fixture(fixture=drawn[at], absent=what)
            held[at] = what
        plain = {team.pk: [0, 0, 0] for team in division.teams.all()}
        for at, what in held.items():
            home, visitor = plain[drawn[at].home_id], plain[drawn[at].visitor_id]
            if isinstance(what, int):
                home[1], visitor[1] = home[1] + what, visitor[1] + 9 - what
            won = what >= 5 if isinstance(what, int) else what == "visitor"
            lost = not won and what != "both"
            home[0], visitor[0] = home[0] + 2 * won, visitor[0] + 2 * lost
            home[2], visitor[2] = home[2] + 1, visitor[2] + 1
        rows = [line.place.row for line in table_of(division).lines]
        assert {row.team: [row.league_points, row.games_for, row.played] for row in rows} == plain
        order = [(plain[row.team][0], plain[row.team][1]) for row in rows]
        assert order == sorted(order, reverse=True)
