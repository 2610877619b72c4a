"""Ratings follow the results of finished nights, in the order of play, whatever the order of typing."""

from datetime import date, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from kombu.exceptions import OperationalError
from openskill.models import BradleyTerryFull

from tests import factories
from tests.desk import DIRECTOR, make_drawn, matches_of, play
from tournaments.models import (
    Club,
    Event,
    Forfeit,
    Match,
    PlayerRating,
    RatedEvent,
    RatingPoint,
    Round,
    Tally,
)
from tournaments.selectors.ratings import curve_of, rating_of, ratings_of
from tournaments.services import announce
from tournaments.services.events import change_state
from tournaments.services.ratings import rebuild_ratings, rebuild_stale_ratings
from tournaments.services.revisions import raise_revisions
from tournaments.services.standings import publish_standings

pytestmark = pytest.mark.django_db
FIRST = date(2026, 1, 8)
Figures = dict[int, tuple[float, float, int]]


@pytest.fixture
def club() -> Club:
    club = factories.make_club()
    factories.make_players(club, 6)
    return club


def finished(club: Club, week: int, *results: tuple[str, int, int]) -> Event:
    """A night of one table a round: each result is who sat (by position in the club), and the two scores."""
    event = factories.make_event(
        club,
        f"Week {week}",
        plays_on=FIRST + timedelta(weeks=week),
        state=Event.State.FINISHED,
    )
    players = list(club.players.order_by("pk"))
    entries = factories.make_entries(event, players)
    for number, (seated, ns, ew) in enumerate(results, start=1):
        one = factories.make_round(event, number, Round.State.CLOSED)
        match = factories.make_match(one, 1, [entries[int(at)] for at in seated])
        factories.make_result(match, ns, ew)
    raise_revisions(event.pk, club.pk)
    return event


def figures(club: Club) -> Figures:
    """Position in the club → mu, sigma, matches."""
    order = {pk: at for at, pk in enumerate(club.players.order_by("pk").values_list("pk", flat=True))}
    rows = PlayerRating.objects.filter(player__club=club)
    return {order[row.player_id]: (row.mu, row.sigma, row.matches) for row in rows}


def naive(nights: list[list[tuple[str, int, int]]]) -> Figures:
    """The library asked match by match, in the order of play; seats N E S W, partners opposite."""
    model, played = BradleyTerryFull(), dict.fromkeys(range(6), 0)
    known: dict[int, Any] = {}
    for night in nights:
        for seated, ns, ew in night:
            n, e, s, w = map(int, seated)
            teams = [[known.get(one) or model.rating() for one in side] for side in ((n, s), (e, w))]
            (known[n], known[s]), (known[e], known[w]) = model.rate(teams, ranks=[-ns, -ew])
            for one in (n, e, s, w):
                played[one] += 1
    return {one: (rating.mu, rating.sigma, played[one]) for one, rating in known.items()}


NIGHTS = [
    [("0123", 9, 7), ("2301", 8, 8), ("4501", 10, 3)],
    [("0213", 4, 11), ("4520", 6, 9)],
    [("1450", 12, 2), ("3021", 5, 5), ("0123", 7, 8)],
]


def test_nights_are_played_again_in_their_order_whatever_the_order_of_typing(club):
    order = [0, 1, 2]
    Random(3).shuffle(order)
    assert order != [0, 1, 2]
    for week in order:
        finished(club, week, *NIGHTS[week])
        rebuild_ratings(club_id=club.pk)
    assert figures(club) == naive(NIGHTS)


def test_a_correction_and_back_gives_the_same_ratings(club):
    events = [finished(club, week, *results) for week, results in enumerate(NIGHTS)]
    rebuild_ratings(club_id=club.pk)
    before, points = figures(club), set(RatingPoint.objects.values_list("player", "event", "mu", "sigma"))
    corrected = [NIGHTS[0], [("0213", 11, 4), NIGHTS[1][1]], NIGHTS[2]]
    swap(events[1], 1)
    assert rebuild_ratings(club_id=club.pk) == 2
    assert figures(club) == naive(corrected) != before
    swap(events[1], 1)
    assert rebuild_ratings(club_id=club.pk) == 2
    assert figures(club) == before
    assert set(RatingPoint.objects.values_list("player", "event", "mu", "sigma")) == points


def swap(event: Event, number: int) -> None:
    """The score of a round's table was written down the wrong way round."""
    for one in Tally.objects.filter(round__event=event, round__number=number):
        one.points, one.points_against = one.points_against, one.points
        one.half_games_won = 2 - one.half_games_won
        one.save()
    raise_revisions(event.pk, event.club_id)


def test_only_what_came_later_is_played_again(club):
    events = [finished(club, week, *results) for week, results in enumerate(NIGHTS)]
    rebuild_ratings(club_id=club.pk)
    kept = set(RatingPoint.objects.filter(event__in=events[:2]).values_list("pk", flat=True))
    swap(events[2], 1)
    assert rebuild_ratings(club_id=club.pk) == 1
    assert kept == set(RatingPoint.objects.filter(event__in=events[:2]).values_list("pk", flat=True))


def test_nothing_is_written_where_no_result_changed(club, django_assert_num_queries):
    event = finished(club, 0, *NIGHTS[0])
    rebuild_ratings(club_id=club.pk)
    before = list(RatingPoint.objects.order_by("pk").values_list("pk", flat=True))
    with django_assert_num_queries(3):
        assert rebuild_ratings(club_id=club.pk) == 0
    raise_revisions(event.pk, club.pk)
    assert rebuild_ratings(club_id=club.pk) == 0
    assert RatedEvent.objects.get(event=event).revision == 2
    assert before == list(RatingPoint.objects.order_by("pk").values_list("pk", flat=True))


def test_what_says_nothing_about_play_does_not_count(club):
    event = finished(club, 0, *NIGHTS[0])
    first, _, third = Match.objects.filter(round__event=event).order_by("round__number")
    Forfeit.objects.create(match=first, absent="EW", recorded_by="user:1")
    event.entries.filter(player=club.players.order_by("pk")[5]).update(filler=True)
    card = factories.make_round(event, 9)
    Tally.objects.create(round=card, entry=event.entries.get(number=1), points=30, games_played=1)
    assert third.seatings.filter(entry__filler=True).exists()
    rebuild_ratings(club_id=club.pk)
    assert figures(club) == naive([NIGHTS[0][1:2]])


def test_a_night_counts_once_it_is_finished_and_not_while_it_is_open_again(club):
    event = finished(club, 0, *NIGHTS[0])
    for state, counted in (("running", 0), ("finished", 6), ("running", 0), ("archived", 6)):
        Event.objects.filter(pk=event.pk).update(state=state)
        raise_revisions(event.pk, club.pk)
        rebuild_ratings(club_id=club.pk)
        assert PlayerRating.objects.count() == counted, state


def test_a_private_night_does_not_count(club):
    finished(club, 0, *NIGHTS[0])
    Event.objects.update(public=False)
    assert rebuild_ratings(club_id=club.pk) == 0


def test_a_table_still_being_played_does_not_count(club):
    event = finished(club, 0, *NIGHTS[0])
    open_one = Match.objects.filter(round__event=event, round__number=3).get()
    open_one.result.state = "live"
    open_one.result.save()
    rebuild_ratings(club_id=club.pk)
    assert figures(club) == naive([NIGHTS[0][:2]])


def test_where_somebody_took_over_the_two_who_played_most_count(club):
    event = finished(club, 0, ("0123", 9, 7))
    match = Match.objects.get(round__event=event)
    third = Tally.objects.get(match=match, player=club.players.order_by("pk")[0])
    third.pk, third.player = None, club.players.order_by("pk")[4]
    third.entry, third.hands = event.entries.get(number=5), 3
    third.save()
    rebuild_ratings(club_id=club.pk)
    assert figures(club) == naive([[("0123", 9, 7)]])


def test_an_event_that_is_gone_or_on_another_day_counts_no_more_or_elsewhere(club):
    events = [finished(club, week, *results) for week, results in enumerate(NIGHTS)]
    rebuild_ratings(club_id=club.pk)
    Event.objects.filter(pk=events[0].pk).update(plays_on=FIRST + timedelta(weeks=5))
    assert rebuild_ratings(club_id=club.pk) == 3
    assert figures(club) == naive([NIGHTS[1], NIGHTS[2], NIGHTS[0]])
    RatedEvent.objects.filter(event=events[1]).delete()
    Event.objects.filter(pk=events[1].pk).update(state="setup")
    assert rebuild_ratings(club_id=club.pk) == 2
    assert figures(club) == naive([NIGHTS[2], NIGHTS[0]])


def test_who_has_no_match_left_has_no_rating(club):
    event = finished(club, 0, *NIGHTS[0])
    rebuild_ratings(club_id=club.pk)
    Tally.objects.filter(round__event=event, round__number=3).delete()
    raise_revisions(event.pk, club.pk)
    rebuild_ratings(club_id=club.pk)
    assert sorted(figures(club)) == [0, 1, 2, 3]


def test_another_club_is_left_alone(club):
    other = factories.make_club("Other Club")
    factories.make_players(other, 6)
    finished(other, 0, *NIGHTS[0])
    rebuild_ratings(club_id=other.pk)
    before = figures(other)
    finished(club, 0, *NIGHTS[1])
    rebuild_ratings(club_id=club.pk)
    assert figures(other) == before
    assert figures(club) == naive([NIGHTS[1]])


def test_all_derived_anew_gives_the_same_ratings(capsys):
    event = make_drawn(factories.make_event(factories.make_club()))
    for number, tricks in ((1, (5, 3, 4, 0, 1, 3, 3, 5)), (2, (0, 0, 2, 3, 1, 0, 3, 1))):
        for match in matches_of(event, number):
            play(match, DIRECTOR, *tricks)
    change_state(event=event, state=Event.State.FINISHED)
    rebuild_ratings(club_id=event.club_id)
    before = set(PlayerRating.objects.values_list("player", "mu", "sigma", "matches"))
    assert len(before) == 8
    call_command("rebuild")
    assert set(PlayerRating.objects.values_list("player", "mu", "sigma", "matches")) == before
    assert "rated events: 1" in capsys.readouterr().out


class AnyStory(TestCase):
    @settings(max_examples=8, deadline=None)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from(["swap", "finish", "reopen", "rate"]), st.integers(0, 2), st.integers(1, 2)
            ),
            max_size=8,
        )
    )
    def test_bit_by_bit_comes_to_the_same_as_all_anew(self, story):
        club = factories.make_club(f"Club {Club.objects.count()}")
        factories.make_players(club, 6)
        events = [finished(club, week, *results) for week, results in enumerate(NIGHTS)]
        for verb, week, number in story:
            if verb == "swap":
                swap(events[week], number)
            elif verb == "rate":
                rebuild_ratings(club_id=club.pk)
            else:
                state = Event.State.RUNNING if verb == "reopen" else Event.State.FINISHED
                Event.objects.filter(pk=events[week].pk).update(state=state)
                raise_revisions(events[week].pk, club.pk)
        rebuild_ratings(club_id=club.pk)
        points = RatingPoint.objects.filter(event__club=club)
        bit_by_bit = figures(club), set(points.values_list("player", "event", "mu", "sigma", "matches"))
        rebuild_ratings(club_id=club.pk, anew=True)
        assert bit_by_bit == (
            figures(club),
            set(points.values_list("player", "event", "mu", "sigma", "matches")),
        )


@pytest.mark.django_db(transaction=True)
def test_finishing_a_night_rates_it_once_it_is_in():
    club = factories.make_club()
    factories.make_players(club, 6)
    event = finished(club, 0, *NIGHTS[0])
    Event.objects.update(state=Event.State.RUNNING)
    publish_standings(event_id=event.pk)
    assert not PlayerRating.objects.exists()
    change_state(event=event, state=Event.State.FINISHED)
    assert figures(club) == naive([NIGHTS[0]])


@pytest.mark.django_db(transaction=True)
def test_without_the_broker_the_sweep_rates():
    club = factories.make_club()
    factories.make_players(club, 6)
    event = finished(club, 0, *NIGHTS[0])
    lost = announce.LOST["ratings"]
    with patch("tournaments.tasks.rebuild_ratings.apply_async", side_effect=OperationalError):
        publish_standings(event_id=event.pk)
    assert announce.LOST["ratings"] == lost + 1
    assert not PlayerRating.objects.exists()
    assert rebuild_stale_ratings() == 1
    assert rebuild_stale_ratings() == 0
    assert figures(club) == naive([NIGHTS[0]])


def test_the_ratings_are_shown_by_their_sure_end_and_the_curve_in_the_order_of_play(
    club, django_assert_num_queries
):
    for week, results in enumerate(NIGHTS):
        finished(club, week, *results)
    rebuild_ratings(club_id=club.pk)
    with django_assert_num_queries(1):
        shown = ratings_of(club)
    lows = [mu - 2 * sigma for mu, sigma, _ in figures(club).values()]
    assert [line.rating.low for line in shown.lines] == sorted(lows, reverse=True)
    assert min(line.left for line in shown.lines) == 0
    assert max(line.right for line in shown.lines) == pytest.approx(100)
    ann = club.players.order_by("pk")[0]
    with django_assert_num_queries(1):
        curve = curve_of(ann)
    assert [one.event.plays_on for one in curve.points] == [
        FIRST + timedelta(weeks=week) for week in (0, 1, 2)
    ]
    assert curve.points[-1].rating == rating_of(ann)
    assert rating_of(ann).matches == 8
    for one in curve.points:
        assert 0 <= one.high_y < one.y < one.low_y <= 100.0001
    assert rating_of(factories.make_player(club, "New Comer")) is None
    assert ratings_of(factories.make_club("Empty")).lines == []


def test_a_rating_is_part_of_no_transaction_that_fails(club):
    finished(club, 0, *NIGHTS[0])
    with pytest.raises(RuntimeError), transaction.atomic():
        rebuild_ratings(club_id=club.pk)
        raise RuntimeError("the power went")
    assert not RatedEvent.objects.exists()
    assert rebuild_ratings(club_id=club.pk) == 1
