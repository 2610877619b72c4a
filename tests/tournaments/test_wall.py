"""The wall: the right people at the right tables, the standings, nothing that needs a hand."""

import re
from datetime import UTC, datetime

import pytest

from tests import factories as make
from tests.tournaments.looking import address, text_of
from tournaments.models import Event, Round
from tournaments.selectors.clock import Clock, clock_of
from tournaments.selectors.wall import LINES_ON_A_PAGE
from tournaments.services.revisions import raise_revisions

pytestmark = [pytest.mark.django_db, pytest.mark.db]


def test_everybody_sees_table_and_seat_and_place(client, night):
    words = re.sub(r"\b([NESW]) (orth|ast|outh|est)\b", r"\1\2", text_of(client.get(address("wall", night))))
    now = night.rounds.get(number=3)
    for match in now.matches.all():
        for seating in match.seatings.select_related("player"):
            assert f"{seating.player} table {match.table} {seating.get_seat_display()}" in words
    for row in now.sit_outs.all():
        assert str(row.entry) in words.split("Sitting out: ")[1]
    for line in night.standings.all():
        rank = f"{line.rank}{'=' if line.shared else ''}"
        assert f"{rank} {line.entry} {line.points} points" in words


def test_a_round_that_is_over_leaves_the_wall_to_the_standings(client, night):
    night.rounds.update(state=Round.State.CLOSED)
    words = text_of(client.get(address("wall", night)))
    assert "Where to sit" not in words and "Round 3 is closed" in words
    Event.objects.update(state=Event.State.FINISHED)
    assert "Finished" in text_of(client.get(address("wall", night)))


def test_how_many_tables_are_done_is_told(client, club):
    night = make.make_night(club, players=12, played=1)
    match = night.rounds.get(number=2).matches.get(table=2)
    make.make_result(match, 9, 6)
    assert "Round 2 , 1 of 3 tables done" in text_of(client.get(address("wall", night)))


def test_once_every_table_is_done_the_wall_shows_where_to_go_next(client, club):
    night = make.make_night(club, players=8, played=1)
    then = make.make_round(night, 3)
    make.make_match(then, 1, night.entries.all()[:4])
    assert "Round 2" in text_of(client.get(address("wall", night)))
    for match in night.rounds.get(number=2).matches.all():
        make.MatchResult.objects.filter(match=match).delete()
        make.make_result(match, 9, 6)
    assert "Round 3" in text_of(client.get(address("wall", night)))


def test_a_wall_before_the_draw_is_no_fault(client, club):
    words = text_of(client.get(address("wall", make.make_event(club))))
    assert "The standings begin with the first result" in words


def test_nothing_new_costs_nothing(client, night, django_assert_num_queries):
    first = client.get(address("wall", night), headers={"HX-Request": "true"})
    assert first.content.decode().startswith('<div id="wall"')
    with django_assert_num_queries(1):
        again = client.get(
            address("wall", night), headers={"HX-Request": "true", "If-None-Match": first.headers["ETag"]}
        )
    assert again.status_code == 304
    raise_revisions(night.pk, night.club_id)
    changed = client.get(
        address("wall", night), headers={"HX-Request": "true", "If-None-Match": first.headers["ETag"]}
    )
    assert changed.status_code == 200


@pytest.mark.parametrize("players", [8, 64])
def test_queries_do_not_grow_with_the_people(client, club, django_assert_num_queries, players):
    night = make.make_night(club, players=players)
    with django_assert_num_queries(8):
        client.get(address("wall", night))


def test_without_scripts_the_wall_turns_its_pages_until_everybody_was_shown(client, club):
    night = make.make_night(club, players=64)
    seen, there = set(), address("wall", night)
    visited = []
    while there not in visited and len(visited) < 12:
        visited.append(there)
        page = client.get(there).content.decode()
        next_page = re.search(
            r'<noscript><meta http-equiv="refresh" content="20; url=([^"]+)"></noscript>', page
        )
        if "?page=" in there:
            names = re.findall(r'<li><span class="name">([^<]+)</span>', page)
            assert len(names) <= LINES_ON_A_PAGE
            seen |= set(names)
        there = next_page[1]
    assert seen == {str(entry) for entry in night.entries.all()}
    assert len(visited) == 4  # the whole wall first, then three pages


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 400, "٣", "77"])
def test_a_page_that_is_none_is_answered(client, night, page):
    assert client.get(address("wall", night), {"page": page}).status_code == 200


# --- the clock ---


def test_no_clock_is_shown_where_none_runs(client, night):
    assert clock_of(list(night.rounds.all())) is None
    assert "wall-clock" not in client.get(address("wall", night)).content.decode()


def test_a_running_clock_says_when_it_ends_in_the_clubs_zone(client, night, monkeypatch):
    ends = datetime(2026, 7, 2, 19, 45, tzinfo=UTC)
    monkeypatch.setattr("tournaments.views.wall.clock_of", lambda rounds: Clock(ends))
    page = client.get(address("wall", night)).content.decode()
    assert 'datetime="2026-07-02T19:45:00+00:00" data-ends>until 20:45<' in page


def test_a_stopped_clock_says_what_is_left(client, night, monkeypatch):
    monkeypatch.setattr("tournaments.views.wall.clock_of", lambda rounds: Clock(None, 725))
    assert "12:05 stopped" in text_of(client.get(address("wall", night)))
    assert Clock(None, 61).left == "1:01"
