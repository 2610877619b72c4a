"""The ratings in public: bars and curves that are sound SVG, with the same figures in words beside them."""

import re
import xml.etree.ElementTree as ET
from datetime import date

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.looking import signed_in, text_of
from tournaments.models import Event, Player, PlayerRating
from tournaments.services.ratings import rebuild_ratings
from tournaments.services.revisions import raise_revisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(club):
    """Two finished nights of eight people, the later one first."""
    people = make.make_players(club, 8)
    for week, day in ((2, 19), (1, 12)):
        event = make.make_night(
            club,
            name=f"Week {week}",
            people=people,
            played=3,
            plays_on=date(2026, 3, day),
            state=Event.State.FINISHED,
        )
        raise_revisions(event.pk, club.pk)
    rebuild_ratings(club_id=club.pk)
    return club


def page(club, player=None):
    where = ("tournaments:rating", [club.slug, player.pk]) if player else ("tournaments:ratings", [club.slug])
    return signed_in("visitor").get(reverse(where[0], args=where[1]))


def pictures(response):
    """Every SVG of the page, parsed by a strict reader."""
    found = re.findall(
        r'<svg class="rating-bar".*?</svg>|<svg viewBox="0 0 100 100".*?</svg>',
        response.content.decode(),
        re.S,
    )
    return [ET.fromstring(one) for one in found]


def test_everybody_rated_has_a_bar_and_its_figures_in_words(played):
    response = page(played)
    text, bars = text_of(response), pictures(response)
    rows = PlayerRating.objects.filter(player__club=played).select_related("player")
    assert len(bars) == len(rows) == 8
    for row in rows:
        low, high = row.mu - 2 * row.sigma, row.mu + 2 * row.sigma
        assert re.search(
            rf"{re.escape(str(row.player))} {row.mu:.1f} {low:.1f} to {high:.1f} {row.matches} matches", text
        )
    for bar in bars:
        _, reach, guess = list(bar)
        left, right, middle = float(reach.get("x1")), float(reach.get("x2")), float(guess.get("x1"))
        assert 0 <= left < middle < right <= 100
        assert middle == pytest.approx((left + right) / 2, abs=0.02)


def test_the_curve_is_a_line_within_its_range_with_a_table_of_the_same(played):
    who = Player.objects.filter(club=played).first()
    response = page(played, who)
    (curve,) = pictures(response)
    outline, line = list(curve)
    there = [tuple(map(float, point.split(","))) for point in line.get("points").split()]
    around = [tuple(map(float, point.split(","))) for point in outline.get("points").split()]
    assert [x for x, _ in there] == [0, 100]
    assert len(around) == 4
    for (x, y), upper, lower in zip(there, around[:2], reversed(around[2:]), strict=True):
        assert upper[0] == lower[0] == x
        assert 0 <= upper[1] < y < lower[1] <= 100
    text = text_of(response)
    assert text.index("Week 2, 19 Mar 2026") < text.index("Week 1, 12 Mar 2026")


def test_after_one_night_the_curve_is_a_stroke(club):
    event = make.make_night(club, players=4, played=1, state=Event.State.FINISHED)
    raise_revisions(event.pk, club.pk)
    rebuild_ratings(club_id=club.pk)
    (curve,) = pictures(page(club, Player.objects.filter(club=club).first()))
    assert [one.tag for one in curve] == ["line", "line"]


def test_names_that_look_like_markup_break_no_picture(played):
    Player.objects.filter(club=played).update(name='<b>"Ann" & Co</b>')
    response = page(played)
    assert len(pictures(response)) == 8
    assert "<b>&quot;" not in response.content.decode()
    assert "&lt;b&gt;" in response.content.decode()


def test_a_night_for_members_only_is_in_nobodys_rating(club):
    event = make.make_night(club, players=4, played=2, state=Event.State.FINISHED, public=False)
    raise_revisions(event.pk, club.pk)
    rebuild_ratings(club_id=club.pk)
    assert "Nobody is rated yet" in text_of(page(club))
    assert page(club, Player.objects.filter(club=club).first()).status_code == 404


def test_a_stranger_a_number_too_large_and_a_club_that_is_none_are_not_found(played):
    other = make.make_player(make.make_club("Other Club"))
    assert page(played, other).status_code == 404
    for there in (f"/clubs/{played.slug}/players/{9**30}/rating/", "/clubs/nowhere/ratings/"):
        assert signed_in("visitor").get(there).status_code == 404


def test_where_no_worker_sweeps_a_reader_makes_the_ratings(club):
    event = make.make_night(club, players=4, played=2, state=Event.State.FINISHED)
    raise_revisions(event.pk, club.pk)
    assert len(pictures(page(club))) == 4


def test_standings_know_nothing_of_ratings(played):
    event = Event.objects.get(name="Week 1")
    there = reverse("tournaments:standings", args=[played.slug, event.slug])
    assert "ating" not in text_of(signed_in("visitor").get(there))


def test_the_pages_ask_few_questions(played, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        page(played)
    with django_assert_max_num_queries(8):
        page(played, Player.objects.filter(club=played).first())
