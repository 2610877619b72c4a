"""Series: made at the desk, counted from published standings, explained; hidden nights never count."""

from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.history import season
from tests.tournaments.looking import signed_in, text_of
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.series import SeriesRule
from tournaments.models import Entry, Event, Pair, Player, Series, SeriesStanding, Tally
from tournaments.selectors.series import series_at, series_page
from tournaments.services import series as services
from tournaments.services.history import refresh_history
from tournaments.services.revisions import raise_revisions
from tournaments.services.standings import publish_standings
from tournaments.services.trophies import Holding, add_trophy, hold_trophy

pytestmark = [pytest.mark.django_db, pytest.mark.db]
DORA = Actor.of_command("tests")


@pytest.fixture
def nights(club):
    return season(club, make.make_players(club, 9), 4)


def made(club, nights=(), **terms) -> Series:
    rule = SeriesRule(**{"way": "best", "best": 2, "chain": ("FIRSTS", "TOP")} | terms.pop("rule", {}))
    one = services.create_series(
        club=club, new=services.NewSeries("Winter series", rule, **terms), actor=DORA
    )
    if nights:
        services.choose_events(series=one, events=[each.pk for each in nights])
    return one


def points_of(nights) -> dict[int, list[int]]:
    """Player id → the points of each night's standings."""
    found: dict[int, list[int]] = {}
    for night in nights:
        for one in night.standings.select_related("entry"):
            found.setdefault(one.entry.player_id, []).append(one.points)
    return found


def totals(series: Series) -> dict[int, Fraction]:
    return {one.player_id or 0: Fraction(one.total) for one in SeriesStanding.objects.filter(series=series)}


def test_the_best_two_nights_are_added_up(club, nights):
    one = made(club, nights)
    assert totals(one) == {player: sum(sorted(points)[-2:]) for player, points in points_of(nights).items()}


def test_an_average_counts_points_from_games_only(club, nights):
    one = made(club, nights, rule={"way": "average", "least": 2})
    for player, total in totals(one).items():
        own = Tally.objects.filter(player=player, round__event__in=nights)
        assert total == Fraction(sum(each.points for each in own), own.count())


def test_only_nights_that_are_chosen_and_over_count(club, nights):
    tonight = make.make_night(club, name="Tonight", people=[one.player for one in nights[0].entries.all()])
    one = made(club, [*nights[:2], tonight])
    assert totals(one) == {player: sum(points) for player, points in points_of(nights[:2]).items()}
    page = series_page(one)
    assert [event.name for event in page.events] == ["Week 1", "Week 2"]
    assert page.waiting == [tonight]


def test_a_series_of_a_year_follows_it_by_itself(club, nights):
    one = made(club, year=2025)
    assert totals(one) == {player: sum(sorted(points)[-2:]) for player, points in points_of(nights).items()}
    people = [entry.player for entry in nights[0].entries.all()]
    more = make.make_night(club, people=people, state="finished", plays_on=date(2025, 12, 4))
    refresh_history(club_id=club.pk)
    assert set(one.nights.values_list("event", flat=True)) == {night.pk for night in [*nights, more]}
    with pytest.raises(EventViolation, match="series-of-a-year"):
        services.choose_events(series=one, events=[nights[0].pk])


def test_a_correction_of_a_night_is_followed_when_its_standings_are_out(
    club, nights, django_capture_on_commit_callbacks
):
    one = made(club, nights)
    refresh_history(club_id=club.pk)
    Tally.objects.filter(round__event=nights[1]).update(points=50)
    with django_capture_on_commit_callbacks(execute=True):
        raise_revisions(nights[1].pk, club.pk)
        publish_standings(event_id=nights[1].pk)
    assert totals(one) == {player: sum(sorted(points)[-2:]) for player, points in points_of(nights).items()}


def test_nothing_is_counted_again_where_nothing_changed(club, nights, django_assert_num_queries):
    made(club, nights)
    made_too = services.NewSeries("Player of the year", SeriesRule(way="all"), year=2025)
    services.create_series(club=club, new=made_too, actor=DORA)
    with django_assert_num_queries(1):
        assert services.count_series(club_id=club.pk) == 0


def test_pairs_are_ranked_as_pairs_or_each_of_them(club):
    people = make.make_players(club, 4)
    event = make.make_event(club, state=Event.State.FINISHED)
    pairs = [Pair.objects.create(club=club, first=a, second=b) for a, b in (people[:2], people[2:])]
    entries = [
        Entry.objects.create(event=event, number=at, pair=one) for at, one in enumerate(pairs, start=1)
    ]
    round = make.make_round(event)
    match = round.matches.create(table=1)
    for entry, side, points in ((entries[0], "NS", 10), (entries[1], "EW", 7)):
        for player in (entry.pair.first, entry.pair.second):
            Tally.objects.create(
                round=round, match=match, entry=entry, player=player, side=side, points=points,
                points_against=17 - points, games_played=1, half_games_won=2 * (points == 10),
            )  # fmt: skip
    raise_revisions(event.pk, club.pk)
    publish_standings(event_id=event.pk)
    both = made(club, [event], entrants=Series.Entrants.PAIRS)
    assert {one.pair_id: one.total for one in both.standings.all()} == {pairs[0].pk: "10", pairs[1].pk: "7"}
    services.change_series(
        series=both, new=services.NewSeries("Each", SeriesRule(way="average"), Series.Entrants.PLAYERS)
    )
    assert totals(both) == {people[0].pk: 10, people[1].pk: 10, people[2].pk: 7, people[3].pk: 7}


def test_fillers_and_removed_results_have_no_line(club):
    event = make.make_night(club, players=8, played=3, state=Event.State.FINISHED)
    filler, removed = event.entries.all()[:2]
    Entry.objects.filter(pk=filler.pk).update(filler=True)
    Entry.objects.filter(pk=removed.pk).update(results_removed=True)
    raise_revisions(event.pk, club.pk)
    publish_standings(event_id=event.pk)
    assert totals(made(club, [event])).keys().isdisjoint({filler.player_id, removed.player_id})


# --- the pages ---


def page(series: Series, name: str = "series") -> str:
    return reverse(f"tournaments:{name}", args=[series.club.slug, series.slug])


def test_the_page_marks_what_is_dropped_and_says_why(client, club, nights):
    words = text_of(client.get(page(made(club, nights))))
    assert "A night gives its points. The best 2 nights are added up." in words
    assert "nights dropped" in words and "A figure in brackets is dropped" in words
    dropped = min(points_of(nights)[nights[0].entries.first().player_id])
    assert f"({dropped})" in words


def test_a_night_that_is_hidden_goes_from_the_table_that_programs_read(client, club, nights):
    one = made(club, nights)
    client.get(page(one))
    Event.objects.filter(pk=nights[0].pk).update(public=False)
    told = client.get(f"/api/v1/series/{one.pk}/standings").json()["results"]
    assert {line["player"]: int(line["total"]) for line in told} == {
        player: sum(sorted(points)[-2:]) for player, points in points_of(nights[1:]).items()
    }


def test_a_night_that_is_hidden_goes_from_the_table_at_once(client, club, nights):
    one = made(club, nights)
    Event.objects.filter(pk=nights[0].pk).update(public=False)
    words = text_of(client.get(page(one)))
    assert "Week 1" not in words
    assert totals(one) == {
        player: sum(sorted(points)[-2:]) for player, points in points_of(nights[1:]).items()
    }


def test_who_does_not_want_to_be_read_is_nobody_to_strangers(club, nights):
    one = made(club, nights)
    hidden = nights[0].entries.first().player
    Player.objects.filter(pk=hidden.pk).update(privacy=Player.Privacy.HIDDEN)
    add = hold_trophy(
        trophy=add_trophy(club=club, name="Tamar Cup"), year=2025, holding=Holding(player_id=hidden.pk)
    )
    refresh_history(club_id=club.pk)
    own = reverse("tournaments:trophy", args=[club.slug, add.trophy_id])
    for there in (page(one), own, reverse("tournaments:club_history", args=[club.slug])):
        assert hidden.name not in text_of(signed_in("visitor").get(there)), there
        assert hidden.name in text_of(signed_in("moss").get(there)), there


@pytest.mark.parametrize("weeks", [2, 8])
def test_the_pages_queries_do_not_grow(client, club, django_assert_num_queries, weeks):
    one = made(club, season(club, make.make_players(club, 9), weeks, rounds=1))
    refresh_history(club_id=club.pk)
    with django_assert_num_queries(8):
        assert client.get(page(one)).status_code == 200


def test_a_director_makes_one_chooses_nights_changes_the_rule_and_takes_it_away(club, nights):
    dora = signed_in("dora")
    said = {
        "name": "Best three", "entrants": "players", "way": "best", "best": "3", "gives": "place",
        "places": "5, 3, 1", "chain": ["TOP"],
    }  # fmt: skip
    answer = dora.post(reverse("tournaments:series_new", args=[club.slug]), said, follow=True)
    assert "Best three is set up" in text_of(answer)
    one = Series.objects.get()
    assert one.counted == SeriesRule(way="best", best=3, gives="place", places=(5, 3, 1), chain=("TOP",))
    chosen = {"do": "nights", "event": [night.pk for night in nights]}
    assert dora.post(page(one, "series_desk"), chosen).status_code == 302
    assert one.standings.count() == 9
    said |= {"do": "rule", "way": "all", "gives": "points", "name": "All"}
    assert dora.post(page(one, "series_desk"), said).status_code == 302
    assert totals(one) == {player: sum(points) for player, points in points_of(nights).items()}
    assert dora.post(page(one, "series_desk"), {"do": "drop"}).status_code == 302
    assert not Series.objects.exists() and Event.objects.filter(club=club).count() == 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"best": ""}, "how many of the best nights"),
        ({"gives": "place"}, "what the first place gives"),
        ({"places": "3, x"}, "whole numbers"),
        ({"name": "!"}, "needs a name"),
        ({"year": "20255"}, "2150"),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_in_words(club, change, words):
    said = {"name": "Best", "entrants": "players", "way": "best", "best": "3", "gives": "points"} | change
    answer = signed_in("dora").post(reverse("tournaments:series_new", args=[club.slug]), said)
    assert answer.status_code == 422 and words in text_of(answer)
    assert not Series.objects.exists()


def test_nights_of_others_and_hidden_ones_cannot_be_chosen(club, nights):
    one = made(club, nights[:1])
    hidden = make.make_night(club, public=False, name="Hidden", state="finished")
    others = make.make_night(make.make_club("Elsewhere"), state="finished")
    for wrong in (hidden, others):
        answer = signed_in("dora").post(page(one, "series_desk"), {"do": "nights", "event": [wrong.pk]})
        assert answer.status_code == 422 and "not of this club" in text_of(answer)
    assert list(one.nights.values_list("event", flat=True)) == [nights[0].pk]


def test_only_a_director_comes_to_the_desk(club, nights):
    one = made(club, nights)
    codes = {
        who: signed_in(who).get(page(one, "series_desk")).status_code for who in ("dora", "moss", "stan")
    }
    assert codes == {"dora": 200, "moss": 403, "stan": 403}
    for who in ("visitor", "moss", "stan"):
        assert signed_in(who).post(page(one, "series_desk"), {"do": "drop"}).status_code in {302, 403}
    assert series_at(club.slug, one.slug) == one
