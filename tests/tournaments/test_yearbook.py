"""The yearbook on paper: what stands in it, and who may print it."""

from datetime import date

import pytest
from django.urls import reverse

from tests import factories as make
from tests.leagues import ENDS, TEAMS, draw, make_division, make_season, play
from tests.paper_reading import HOSTILE, squeezed, texts_of
from tests.tournaments.history import season
from tests.tournaments.looking import signed_in
from tournaments.actors import Actor
from tournaments.engine.series import SeriesRule
from tournaments.models import ClubRecord, Event
from tournaments.services.series import NewSeries, create_series
from tournaments.services.trophies import Holding, add_trophy, hold_trophy

pytestmark = [pytest.mark.django_db, pytest.mark.db]


def book(club, who: str = "dora", year: int = 2025, **asked: str):
    return signed_in(who).get(reverse("tournaments:yearbook", args=[club.slug, year]), asked)


def test_the_book_of_a_year_tells_winners_tables_records_series_and_who_came(club):
    people = make.make_players(club, 9)
    nights = season(club, people, 3)
    make.make_night(
        club, people=people, state=Event.State.FINISHED, name="Another year", plays_on=date(2026, 1, 2)
    )
    make.make_night(
        club, people=people, public=False, name="Committee", plays_on=date(2025, 6, 1), state="finished"
    )
    create_series(
        club=club,
        new=NewSeries("Player of the year", SeriesRule(way="all"), year=2025),
        actor=Actor.of_command("t"),
    )
    hold_trophy(trophy=add_trophy(club=club, name="Tamar Cup"), year=2025, holding=Holding(people[0].pk))
    answer = book(club)
    assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf"
    said = " ".join(texts_of(answer.content))
    told = [night.name for night in nights] + [one.name for one in people]
    told += ["Winners", "Trophies", "Tamar Cup", "Player of the year", "Who came how often", "Yearbook 2025"]
    told += [one.get_kind_display() for one in ClubRecord.objects.filter(event__plays_on__year=2025)]
    assert [words for words in told if squeezed(words) not in said] == []
    assert squeezed("Another year") not in said and "Committee" not in said


def test_names_stay_text_whatever_signs_they_hold(club):
    people = [make.make_player(club, f"{words[:70]} {at}") for at, words in enumerate(HOSTILE)]
    season(club, people[:8], 1)
    assert len(texts_of(book(club, paper="us-letter").content)) >= 1


def test_a_year_of_which_nothing_is_known_has_no_book(club):
    assert book(club).status_code == 404
    assert book(club, year=10**12).status_code == 404


def test_only_a_director_prints_it(club):
    season(club, make.make_players(club, 8), 1)
    assert {who: book(club, who).status_code for who in ("visitor", "moss", "stan")} == {
        "visitor": 302, "moss": 403, "stan": 403,
    }  # fmt: skip


def test_a_league_that_ended_in_the_year_has_its_table(club):
    division = make_division(make_season(club))
    play(draw(division)[0], 6)
    said = " ".join(texts_of(book(club, year=ENDS.year).content))
    assert squeezed("Winter league: Division 1") in said
    assert [team for team in TEAMS if squeezed(team) not in said] == []
