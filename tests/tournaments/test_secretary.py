"""The secretary's lists: partnerships formed and ended, the houses, the seasons."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from tests import factories as make
from tests import leagues
from tests.desk import DIRECTOR
from tests.tournaments.looking import signed_in, text_of
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Entry, Pair, Partnership, Player, Venue
from tournaments.selectors.partnerships import partnerships_of
from tournaments.selectors.people_merged import merges_of
from tournaments.selectors.registrations import seasons_listed
from tournaments.selectors.venues import venues_of
from tournaments.services.partnerships import end_partnership, form_partnership
from tournaments.services.people_merged import merge_players
from tournaments.services.venues import VenueFacts, add_venue, change_house, drop_venue

pytestmark = pytest.mark.django_db

SPRING, SUMMER, AUTUMN = (date(2026, month, 1) for month in (3, 6, 9))


def refused(code: str, action: Any, **said: Any) -> None:
    with pytest.raises(EventViolation) as why:
        action(actor=DIRECTOR, **said)
    assert why.value.code == code


@pytest.fixture
def two(club: Club) -> tuple[Player, Player]:
    return make.make_player(club, "Zoe Adams"), make.make_player(club, "Ann Brook")


def test_partners_part_and_come_together_again(club, two):
    one, other = two
    first = form_partnership(club=club, one=other, other=one, day=SPRING, actor=DIRECTOR)
    assert (first.pair.first, first.pair.second) == (one, other)
    refused("partners-already", form_partnership, club=club, one=one, other=other, day=SUMMER)
    refused("parted-before", end_partnership, partnership=first, day=date(2026, 2, 1))
    end_partnership(partnership=first, day=SUMMER, actor=DIRECTOR)
    refused("parted-already", end_partnership, partnership=first, day=AUTUMN)
    refused("partners-then", form_partnership, club=club, one=one, other=other, day=SPRING)
    second = form_partnership(club=club, one=one, other=other, day=AUTUMN, actor=DIRECTOR)
    assert second.pair == first.pair
    assert [line.partnership for line in partnerships_of(club)] == [second, first]


def test_nobody_partners_themselves_or_somebody_of_another_club(club, two):
    stranger = make.make_player(Club.objects.get(name="Looe Euchre"), "Eve Spy")
    refused("partners-unfit", form_partnership, club=club, one=two[0], other=two[0], day=SPRING)
    refused("partners-unfit", form_partnership, club=club, one=two[0], other=stranger, day=SPRING)
    assert not Pair.objects.exists()


def test_the_list_counts_what_they_played_together_in_one_query(club, two, django_assert_num_queries):
    made = form_partnership(club=club, one=two[0], other=two[1], day=SPRING, actor=DIRECTOR)
    for day in (SUMMER, AUTUMN):
        Entry.objects.create(event=make.make_event(club, plays_on=day), number=1, pair=made.pair)
    with django_assert_num_queries(1):
        (line,) = partnerships_of(club)
    assert (line.events, line.last_on) == (2, AUTUMN)


def test_the_page_of_partnerships(club, two):
    client = signed_in("dora")
    there = reverse("tournaments:partnerships", args=[club.slug])
    sent = {"one": two[0].pk, "other": two[1].pk, "day": "2026-03-01", "note": "since the cup"}
    assert "are partners." in text_of(client.post(there, sent, follow=True))
    assert client.post(there, sent).status_code == 422
    assert client.post(there, sent | {"one": "999"}).status_code == 422
    end = reverse("tournaments:partnership_end", args=[club.slug, Partnership.objects.get().pk])
    assert client.post(end, {"day": "2020-01-01"}).status_code == 422
    assert client.post(end, {"day": "x"}).status_code == 422
    assert "have parted." in text_of(client.post(end, {"day": "2026-06-01"}, follow=True))
    client.post(end, {"change": "mistake"})
    assert not Partnership.objects.exists()


def facts(**said: Any) -> VenueFacts:
    return VenueFacts(**({"name": "Anchor Inn"} | said))


def test_a_house_is_kept_with_its_tables_and_its_map(club):
    full = facts(
        room=2, tables=12, address="Fore  Street", note="side door", map_link="https://example.org/x"
    )
    made = add_venue(club=club, facts=full, actor=DIRECTOR)
    assert (made.room, made.tables, made.address) == (2, 12, "Fore Street")
    refused("venue-name-taken", add_venue, club=club, facts=facts(name="anchor inn"))
    for code, wrong in (
        ("venue-name-empty", {"name": " "}),
        ("room-out-of-range", {"room": 0}),
        ("tables-out-of-range", {"tables": 0}),
        ("link-unreadable", {"map_link": "javascript:alert(1)"}),
    ):
        refused(code, change_house, venue=made, facts=facts(**wrong))
    change_house(venue=made, facts=facts(tables=None), actor=DIRECTOR)
    assert Venue.objects.get().tables is None


def test_a_house_that_teams_play_at_stays(club):
    division = leagues.make_division(leagues.make_season(club))
    venue = division.teams.first().venue
    refused("venue-used", drop_venue, venue=venue)
    free = add_venue(club=club, facts=facts(), actor=DIRECTOR)
    drop_venue(venue=free, actor=DIRECTOR)
    assert {line.venue.name: line.teams for line in venues_of(club)} == dict.fromkeys(leagues.TEAMS, 1)


def test_the_houses_and_the_merges_cost_one_query_each(club, django_assert_num_queries):
    leagues.make_division(leagues.make_season(club))
    people = make.make_players(club, 6)
    for gone in people[1:]:
        merge_players(kept=people[0], gone=gone, actor=DIRECTOR)
    with django_assert_num_queries(1):
        assert len(venues_of(club)) == 4
    with django_assert_num_queries(1):
        assert {str(one.kept) for one in merges_of(club)} == {str(people[0])}


def test_the_pages_of_houses(club):
    client = signed_in("dora")
    there = reverse("tournaments:venues", args=[club.slug])
    sent = {"name": "Anchor Inn", "room": "1", "tables": "8", "map_link": "example.org/map"}
    assert "Anchor Inn is on the list." in text_of(client.post(there, sent, follow=True))
    assert Venue.objects.get().map_link == "https://example.org/map"
    assert client.post(there, sent).status_code == 422
    assert client.post(there, sent | {"name": "Ship", "map_link": "javascript:alert(1)"}).status_code == 422
    change = reverse("tournaments:venue_change", args=[club.slug, Venue.objects.get().pk])
    assert "The Anchor is kept." in text_of(client.post(change, sent | {"name": "The Anchor"}, follow=True))
    drop = reverse("tournaments:venue_drop", args=[club.slug, Venue.objects.get().pk])
    assert "is off the list" in text_of(client.post(drop, follow=True))


def test_the_seasons_are_counted_in_one_query(club, django_assert_num_queries):
    for name in ("Winter", "Summer"):
        leagues.make_division(leagues.make_season(club, name))
    with django_assert_num_queries(1):
        lines = seasons_listed(club)
    assert [(line.teams, line.divisions, line.registered) for line in lines] == [(4, 1, 0)] * 2
    page = signed_in("dora").get(reverse("tournaments:seasons", args=[club.slug]))
    assert "1 division, 4 teams, 0 registered" in text_of(page)
