"""A league from the list of teams to the next season, through its services."""

from datetime import date, timedelta

import pytest
from django.db.models import Q

from tests import factories, leagues
from tests.leagues import (
    HOME,
    VISITOR,
    draw,
    draw_by_lot,
    make_division,
    make_season,
    make_squads,
    pairs_of,
    play,
    results,
)
from tests.tournaments.engine.test_league_points import recounted
from tournaments.engine.errors import EventViolation
from tournaments.engine.league_cards import GamePlayed, score_of, settled
from tournaments.models import CardGame, Club, Division, Fixture, MatchCard, Season, SquadMember, Team, Venue
from tournaments.selectors.leagues import halves_of, scores_of, table_of, tables_of
from tournaments.selectors.leagues_cards import card_shown
from tournaments.selectors.leagues_fixtures import fixture_at, weeks_of
from tournaments.selectors.leagues_people import people_of
from tournaments.services import fixtures, leagues_cards, leagues_next, leagues_squads
from tournaments.services import leagues as services
from tournaments.services.entrants import Entrant

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


def test_teams_are_pasted_with_their_houses_all_or_none(division, club):
    services.add_teams(division=division, text="The Star, Star Inn\n\n The  Moon , star inn\n")
    assert division.teams.count() == 6
    assert Venue.objects.filter(club=club).count() == 5
    star, moon = (division.teams.get(name=name) for name in ("The Star", "The Moon"))
    assert star.venue == moon.venue
    refused("team-twice", services.add_teams, division=division, text="New\nthe anchor")
    refused("no-teams", services.add_teams, division=division, text=" \n")
    refused("name-too-long", services.add_teams, division=division, text="x" * 81)
    assert division.teams.count() == 6


def test_fixtures_are_proposed_looked_at_and_accepted(division):
    made = draw_by_lot(division)
    assert len(made) == 12
    assert [week.number for week in weeks_of(division)] == [1, 2, 3, 4, 5, 6]
    assert all(not week.byes for week in weeks_of(division))
    assert [week.first for week in weeks_of(division)] == [
        leagues.STARTS + timedelta(weeks=at) for at in range(6)
    ]
    again = make_division(division.season, ["The Tin", "The Oak", "The Elm"], name="Division 2")
    draw_by_lot(again)
    assert [len(week.byes) for week in weeks_of(again)] == [1] * 6
    nights = fixtures.nights_between(leagues.STARTS, leagues.ENDS, 7)
    refused("fixtures-made", fixtures.propose_fixtures, division=division, dates=nights)
    refused("fixtures-made", services.add_teams, division=division, text="Late")


def test_the_same_seed_draws_the_same_season_and_another_proposal_is_not_accepted_unseen(division):
    nights = fixtures.nights_between(leagues.STARTS, leagues.ENDS, 7)
    one = fixtures.propose_fixtures(division=division, dates=nights, seed="a").proposal
    two = fixtures.propose_fixtures(division=division, dates=nights, seed="a").proposal
    assert one == two
    fixtures.propose_fixtures(division=division, dates=nights, seed="b")
    refused("draw-changed", fixtures.accept_fixtures, division=division, seed="a")
    services.add_teams(division=division, text="The Star")
    refused("nothing-proposed", fixtures.accept_fixtures, division=division, seed="b")
    assert not Fixture.objects.exists()


def test_accepted_fixtures_are_taken_back_until_something_is_played(division):
    draw(division)
    assert fixtures.undo_fixtures(division=division) == 12
    one = draw(division)[0]
    leagues_cards.name_pairs(fixture=one, side=HOME, pairs=[(None, None)] * 3)
    refused("league-begun", fixtures.undo_fixtures, division=division)
    one.card.delete()
    fixtures.forfeit_fixture(fixture=one, absent="both")
    refused("league-begun", fixtures.undo_fixtures, division=division)


def test_dates_that_leave_no_room_are_refused_by_name(division):
    team = division.teams.get(name="The Globe")
    nights = fixtures.nights_between(leagues.STARTS, leagues.STARTS + timedelta(weeks=5), 7)
    services.change_team(team=team, name=team.name, venue=team.venue.name, nights_off=nights[:1], closed=[])
    told = refused("no-room", fixtures.propose_fixtures, division=division, dates=nights)
    assert "The Globe is off" in told and "3 September 2026" in told
    refused("too-few-dates", fixtures.propose_fixtures, division=division, dates=nights[:3])


def test_a_house_shared_with_another_division_is_never_overfull(club):
    season = make_season(club)
    first = make_division(season, ["A, Hall", "B, Hall", "C, Inn", "D, Oak"], name="One")
    second = make_division(season, ["E, Hall", "F, Inn", "G, Elm", "H, Ash"], name="Two")
    Venue.objects.filter(name="Hall").update(room=2)
    draw_by_lot(first)
    draw_by_lot(second)
    for venue in Venue.objects.filter(club=club):
        days = list(Fixture.objects.filter(venue=venue).values_list("day", flat=True))
        assert all(days.count(day) <= venue.room for day in days)


def test_a_match_moves_alone_keeps_its_first_day_and_tells_calendars(division):
    one = draw(division)[0]
    refused("date-taken", fixtures.move_fixture, fixture=one, day=one.day + timedelta(weeks=1))
    moved = fixtures.move_fixture(fixture=one, day=leagues.later(one))
    again = fixtures.move_fixture(fixture=one, day=leagues.later(one, 41))
    assert (again.moved_from, again.sequence) == (one.day, 2)
    assert moved.day != again.day
    assert Fixture.objects.filter(sequence__gt=0).count() == 1
    assert fixtures.postpone_fixture(fixture=one, reason="Snow.").state == "postponed"
    assert fixtures.move_fixture(fixture=one, day=leagues.later(one, 42)).state == "due"
    play(one, 5)
    refused("match-played", fixtures.move_fixture, fixture=one, day=leagues.later(one))


def test_the_return_match_of_a_four_leg_season_is_not_moved_by_mistake(club):
    division = make_division(make_season(club), ["A", "B", "C"], legs=4)
    drawn = draw(division)
    first, second = [
        one for one in drawn if (one.home_id, one.visitor_id) == (drawn[0].home_id, drawn[0].visitor_id)
    ]
    fixtures.move_fixture(fixture=second, day=leagues.later(second))
    first.refresh_from_db()
    assert first.moved_from is None


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


def test_a_team_that_withdraws_leaves_its_results_or_takes_them_along(division):
    drawn = draw(division)
    team = drawn[0].home
    play(drawn[0], 5)
    assert services.withdraw_team(team=team, day=leagues.STARTS, removed=False) == 5
    assert sum(line.place.row.played for line in table_of(division).lines) == 2
    refused("withdrawn-already", services.withdraw_team, team=team, day=leagues.STARTS, removed=True)
    other = drawn[0].visitor
    services.withdraw_team(team=other, day=leagues.STARTS, removed=True)
    assert sum(line.place.row.played for line in table_of(division).lines) == 0
    refused("match-withdrawn", play, fixture=drawn[0], home=5)


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


def test_a_squad_is_registered_left_and_led(division, club):
    team = division.teams.first()
    coming = [Entrant(name=name, sort_key=name.casefold()) for name in ("Ann Rowe", "Bob Rowe")]
    ann, bob = leagues_squads.register_players(team=team, entrants=coming, day=leagues.STARTS)
    assert (ann.captain, bob.captain) == (True, False)
    again = [Entrant(name="Ann Rowe", sort_key="", player_id=ann.player_id)]
    refused(
        "registered-already", leagues_squads.register_players, team=team, entrants=again, day=leagues.STARTS
    )
    leagues_squads.name_captain(member=bob, captain=True)
    leagues_squads.release_player(member=ann, day=leagues.STARTS + timedelta(days=9))
    assert [one.player.name for one in team.squad.filter(left_on__isnull=True, captain=True)] == ["Bob Rowe"]
    ann.refresh_from_db()
    refused("left-already", leagues_squads.release_player, member=ann, day=leagues.STARTS + timedelta(days=9))
    leagues_squads.register_players(team=team, entrants=again, day=leagues.STARTS + timedelta(days=20))
    assert team.squad.count() == 3


def test_winners_go_up_losers_down_and_squads_with_them(club):
    season = make_season(club)
    first = make_division(season, name="Division 1", downs=1)
    second = make_division(season, ["The Tin", "The Oak", "The Elm"], name="Division 2", ups=1)
    make_squads(first)
    for one in [*draw(first), *draw(second)]:
        play(one, 5 if one.home_id < one.visitor_id else 4)
    moves = leagues_next.proposed_moves(season)
    assert moves.doubts == ()
    up, down = (
        [Team.objects.get(pk=one.team).name for one in moves.moves if one.word == word]
        for word in ("up", "down")
    )
    assert (up, down) == (["The Tin"], ["The Bell"])
    gone = Team.objects.get(name="The Elm")
    named = {
        "season": season,
        "name": "Next winter",
        "starts_on": date(2027, 9, 2),
        "ends_on": date(2028, 3, 30),
        "places": {one.team: one.division for one in moves.moves if one.team != gone.pk},
    }
    made = leagues_next.start_next_season(**named)
    assert [[team.name for team in one.teams.all()] for one in made.divisions.all()] == [
        ["The Anchor", "The Globe", "The Ship", "The Tin"],
        ["The Bell", "The Oak"],
    ]
    assert SquadMember.objects.filter(team__division__season=made).count() == 28
    season.refresh_from_db()
    assert (season.state, made.follows) == (Season.State.FINISHED, season)
    refused("next-season-there", leagues_next.start_next_season, **named)


def test_half_season_winners_meet_and_the_meeting_counts_in_no_table(club):
    division = make_division(make_season(club), code="frame-league")
    drawn = draw(division)
    for one in drawn:
        first_half = one.week <= 3
        best = Team.objects.get(name="The Anchor" if first_half else "The Bell", division=division).pk
        rank = {best: 0}
        home = rank.get(one.home_id, one.home_id) < rank.get(one.visitor_id, one.visitor_id)
        play(one, 32 if home else 0)
    table = table_of(division)
    halves = halves_of(table, table.weeks)
    assert [team.name for team in halves.winners] == ["The Anchor", "The Bell"]
    home, visitor = halves.winners
    before = [line.place.row for line in table.lines]
    final = fixtures.add_decider(
        division=division, kind="final", day=leagues.ENDS, home=home, visitor=visitor
    )
    play(final, 32)
    assert [line.place.row for line in table_of(division).lines] == before


def test_tables_of_a_season_take_the_same_queries_whatever_the_size(club, django_assert_num_queries):
    season = make_season(club)
    for one in draw(make_division(season)):
        play(one, 5)
    with django_assert_num_queries(5):
        tables_of(season)
    for one in draw(make_division(season, ["A", "B", "C", "D", "E", "F"], name="Two"))[:9]:
        play(one, 3)
    with django_assert_num_queries(5):
        tables = tables_of(season)
    names = {match.number: match for table in tables for match in table.matches}
    assert len(names) == 21
    for table in tables:
        for line in table.lines:
            row = line.place.row
            assert recounted(table.policy, row.team, table.matches)[0] == row.won


def test_results_of_both_ways_agree(division):
    """`results` is what the other tests stand on: five of nine are five of nine."""
    assert score_of(settled(one) for one in results(division, 5).values()).home_games == 5
