"""A person's page, partnerships and head-to-head, against going through the tallies one by one."""

from collections import Counter
from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.history import many_nights, season
from tests.tournaments.looking import signed_in, text_of
from tournaments.actors import VISITOR
from tournaments.models import Entry, Event, Player, Tally
from tournaments.selectors.person_history import person_page
from tournaments.selectors.two_people import two_people
from tournaments.services.history import refresh_history
from tournaments.services.ratings import rebuild_ratings

pytestmark = [pytest.mark.django_db, pytest.mark.db]


@pytest.fixture
def people(club) -> list[Player]:
    return make.make_players(club, 9)


@pytest.fixture
def nights(club, people) -> list[Event]:
    """Three finished nights that are kept, and one that goes on."""
    over = season(club, people, 3)
    refresh_history(club_id=club.pk)
    make.make_night(club, people=people, played=2, name="Tonight", plays_on=date(2026, 3, 1))
    return over


def own(player: Player) -> list[Tally]:
    return list(Tally.objects.filter(player=player).select_related("round__event"))


def met(player: Player, *, together: bool) -> Counter[int]:
    """Whom the person sat with, or against, by walking through the person's tallies."""
    found: Counter[int] = Counter()
    for mine in own(player):
        for other in Tally.objects.filter(match=mine.match_id).exclude(pk=mine.pk):
            if other.player_id is not None and (other.side == mine.side) == together:
                found[other.player_id] += 1
    return found


def games_won(player: Player, other: Player, *, together: bool) -> tuple[int, Fraction]:
    games, halves = 0, 0
    for mine in own(player):
        there = Tally.objects.filter(match=mine.match_id, player=other).first()
        if there is not None and (there.side == mine.side) == together:
            games, halves = games + 1, halves + mine.half_games_won
    return games, Fraction(halves, 2)


@pytest.mark.parametrize("at", [0, 4, 8])
def test_a_person_is_the_sum_of_kept_nights_and_of_tonight(people, nights, at):
    person = person_page(people[at], VISITOR)
    tallies = own(people[at])
    assert person.rounds_played == len(tallies)
    assert person.points == sum(one.points for one in tallies)
    assert person.lone_marches == sum(one.lone_marched for one in tallies)
    assert [one.event.name for one in person.nights] == ["Tonight", "Week 3", "Week 2", "Week 1"]
    assert {one.player_id: one.rounds for one in person.partners} == met(people[at], together=True)
    assert {one.player_id: one.rounds for one in person.opponents} == met(people[at], together=False)
    for one in person.opponents:
        other = Player.objects.get(pk=one.player_id)
        assert (one.games, one.won_exactly) == games_won(people[at], other, together=False)


def test_form_is_of_the_last_ten_nights_the_oldest_first(club, people):
    season(club, people, 12, rounds=1)
    form = person_page(people[0], VISITOR).form
    assert [one.event.name for one in form] == [f"Week {week}" for week in range(3, 13)]
    for one in form:
        tallies = Tally.objects.filter(player=people[0], round__event=one.event)
        rounds = max(tallies.count(), 1)
        assert one.a_round == Fraction(sum(each.points for each in tallies), rounds)


def test_best_nights_are_the_best_places(people, nights):
    person = person_page(people[2], VISITOR)
    over = [one for one in person.nights if one.event.state == "finished"]
    assert [one.place for one in person.best] == sorted(one.place for one in over)[:3]


@pytest.mark.parametrize("together", [True, False])
def test_two_people_are_what_their_common_matches_tell(people, nights, together):
    for other in people[1:4]:
        two = two_people(people[0], other, VISITOR, together=together)
        games, won = games_won(people[0], other, together=together)
        assert (two.rounds, two.games) == (games, games)
        assert sum((one.won for one in two.meetings), Fraction()) == won
        back = two_people(other, people[0], VISITOR, together=together)
        assert (back.rounds, back.points) == (two.rounds, two.points if together else two.points_against)


def test_who_was_a_filler_or_took_the_results_along_is_no_company(people, nights):
    Entry.objects.filter(player=people[1]).update(filler=True)
    Entry.objects.filter(player=people[2]).update(results_removed=True)
    person = person_page(people[0], VISITOR)
    names = {one.player_id for one in [*person.partners, *person.opponents]}
    assert names.isdisjoint({people[1].pk, people[2].pk}) and names


# --- the pages ---


def address(name: str, *people: Player) -> str:
    return reverse(f"tournaments:{name}", args=[people[0].club.slug, *(one.pk for one in people)])


def test_the_page_leads_to_partners_and_opponents(client, people, nights):
    body = client.get(address("player", people[0])).content.decode()
    partner, opponent = (
        person_page(people[0], VISITOR).partners[0],
        person_page(people[0], VISITOR).opponents[0],
    )
    there = address("partnership", people[0], Player.objects.get(pk=partner.player_id))
    against = address("head_to_head", people[0], Player.objects.get(pk=opponent.player_id))
    assert there in body and against in body
    assert f"{people[0]} and" in text_of(client.get(there))
    assert f"{people[0]} against" in text_of(client.get(against))


@pytest.mark.parametrize("name", ["partnership", "head_to_head"])
def test_people_of_hidden_nights_are_nobody_to_a_stranger(club, people, name):
    make.make_night(club, people=people, public=False)
    codes = {one: signed_in(one).get(address(name, *people[:2])).status_code for one in ("moss", "stan")}
    assert codes == {"moss": 200, "stan": 404}
    assert signed_in("stan").get(address("player", people[0])).status_code == 404


def test_a_hidden_night_is_no_part_of_what_a_stranger_reads(club, people, nights):
    before = person_page(people[0], VISITOR)
    hidden = make.make_night(club, people=people, public=False, state="finished", name="Committee")
    after = person_page(people[0], VISITOR)
    assert (after.points, after.count, after.partners) == (before.points, before.count, before.partners)
    there = address("head_to_head", *people[:2])
    assert hidden.name not in text_of(signed_in("visitor").get(there))
    assert hidden.name in text_of(signed_in("moss").get(address("player", people[0])))


@pytest.mark.parametrize("name", ["partnership", "head_to_head"])
def test_nobody_meets_oneself_or_somebody_of_another_club(client, people, nights, name):
    stranger = make.make_player(make.make_club("Elsewhere"), "Sid Snell")
    assert client.get(address(name, people[0], people[0])).status_code == 404
    assert client.get(address(name, people[0], stranger)).status_code == 404
    far = address(name, *people[:2]).replace(f"/{people[1].pk}/", f"/{10**30}/")
    assert client.get(far).status_code == 404


@pytest.mark.parametrize("count", [10, 500])
def test_a_page_costs_what_it_costs_however_long_a_person_has_played(
    client, club, people, django_assert_num_queries, count
):
    many_nights(club, people, count)
    refresh_history(club_id=club.pk)
    rebuild_ratings(club_id=club.pk)
    with django_assert_num_queries(12):
        body = client.get(address("player", people[0])).content
    assert len(body) < 60_000
    with django_assert_num_queries(6):
        assert client.get(address("head_to_head", *people[:2])).status_code == 200
    with django_assert_num_queries(7):
        assert client.get(address("partnership", *people[:2])).status_code == 200


def test_earlier_nights_are_a_page_away(client, club, people):
    many_nights(club, people[:4], 35)
    first = text_of(client.get(address("player", people[0])))
    second = text_of(client.get(address("player", people[0]), {"page": "2"}))
    assert "Earlier nights" in first and "Later nights" in second
    assert "Night 34 " in first and "Night 0 " in second[second.index("Night by night") :]
