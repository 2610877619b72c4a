"""A club's history page: winners, trophies, records; and what it hides."""

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.history import many_nights, season
from tests.tournaments.looking import signed_in, text_of
from tournaments.models import (
    ClubRecord,
    Event,
    Pair,
    PublishedStandings,
    Standing,
    Trophy,
    TrophyHolder,
)
from tournaments.services.history import refresh_history
from tournaments.services.trophies import Holding, add_trophy, hold_trophy

pytestmark = [pytest.mark.django_db, pytest.mark.db]


def history(club, **asked: str):
    return signed_in("visitor").get(reverse("tournaments:club_history", args=[club.slug]), asked)


def test_the_board_names_the_winners_of_the_year(club):
    nights = season(club, make.make_players(club, 8), 3)
    words = text_of(history(club))
    for night in nights:
        first = night.standings.filter(rank=1).select_related("entry__player")
        for one in first:
            assert str(one.entry) in words
        assert night.name in words
    assert "Winners of 2025" in words


def test_a_night_whose_table_was_never_put_up_has_its_winner_all_the_same(club):
    night = make.make_night(club, state=Event.State.FINISHED)
    best = max(night.standings.all(), key=lambda one: one.points)
    Standing.objects.filter(event=night).delete()
    PublishedStandings.objects.filter(event=night).update(revision=-1)
    words = text_of(history(club))
    assert str(best.entry) in words and "nobody has a place" not in words


def test_another_year_is_a_link_away(club):
    people = make.make_players(club, 8)
    season(club, people, 1)
    make.make_night(club, people=people, state=Event.State.FINISHED, name="Spring cup")
    assert "Spring cup" in text_of(history(club))
    earlier = text_of(history(club, year="2025"))
    assert (
        "Winners of 2025" in earlier
        and "Week 1" in earlier
        and "Spring cup" not in earlier[: earlier.index("Records")]
    )
    for odd in ("1066", "x", "9" * 300, ""):
        assert "Winners of 2026" in text_of(history(club, year=odd))


def test_records_are_told_with_holder_day_and_those_before(club):
    season(club, make.make_players(club, 9), 4)
    words = text_of(history(club))
    for kind in ClubRecord.Kind:
        rows = ClubRecord.objects.filter(kind=kind).order_by("-number")
        assert kind.label in words
        assert str(rows[0].figure) in words and rows[0].event.name in words


def test_hidden_nights_are_never_told(club):
    people = make.make_players(club, 8)
    season(club, people, 1)
    make.make_night(club, people=people, public=False, state=Event.State.FINISHED, name="Committee")
    shown = history(club)
    assert "Committee" not in text_of(shown) and "Winners of 2025" in text_of(shown)
    # And one that was public when it was counted.
    Event.objects.update(public=False)
    assert "Nothing is history yet" in text_of(history(club))


def test_a_club_without_a_past_says_what_will_be_here(club):
    make.make_night(club)
    assert "Nothing is history yet" in text_of(history(club))


def test_trophies_are_shown_with_whoever_held_them_last(club):
    ann, bob = make.make_players(club, 2)
    cup = add_trophy(club=club, name="Tamar Cup", note="for pairs")
    hold_trophy(trophy=cup, year=1931, holding=Holding(words="The Ferry Inn"))
    hold_trophy(trophy=cup, year=2024, holding=Holding(ann.pk, bob.pk), note="after a play-off")
    words = text_of(history(club))
    assert "Tamar Cup" in words and f"{ann} &amp; {bob}" in words
    page = text_of(signed_in("visitor").get(reverse("tournaments:trophy", args=[club.slug, cup.pk])))
    assert page.index("2024") < page.index("1931") and "The Ferry Inn" in page and "after a play-off" in page
    assert "Write down a holder" not in page
    assert TrophyHolder.objects.filter(pair=Pair.objects.get()).count() == 1


def test_a_trophy_of_another_club_is_not_here(client, club):
    other = add_trophy(club=make.make_club("Elsewhere"), name="Their Cup")
    assert client.get(reverse("tournaments:trophy", args=[club.slug, other.pk])).status_code == 404
    assert client.get(f"/clubs/{club.slug}/trophies/{10**30}/").status_code == 404


@pytest.mark.parametrize("count", [10, 500])
def test_the_page_costs_what_it_costs_however_long_the_past(client, club, django_assert_num_queries, count):
    people = make.make_players(club, 9)
    many_nights(club, people, count)
    for number in range(3):
        trophy = Trophy.objects.create(club=club, number=number, name=f"Cup {number}")
        TrophyHolder.objects.bulk_create(
            TrophyHolder(trophy=trophy, year=2000 - at, player=people[at % 9]) for at in range(count // 10)
        )
    refresh_history(club_id=club.pk)
    with django_assert_num_queries(15):
        body = history(club, year="2025").content
    assert len(body) < 120_000
