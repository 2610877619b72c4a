"""The desk on the night: tables by what they need, the deeds of two directors, and whoever is looked for."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories as make
from tests.desk import signed_in
from tests.tournaments.looking import address, text_of
from tournaments.models import Club, Event, Match, MatchResult, Membership, Round
from tournaments.selectors.clock import call_mark, clock_mark
from tournaments.selectors.desk import rounds_on_desk
from tournaments.selectors.rounds import rounds_of
from tournaments.services.revisions import raise_revisions

pytestmark = [pytest.mark.django_db, pytest.mark.db]


@pytest.fixture
def club() -> Club:
    return make.make_club()


@pytest.fixture
def night(club: Club) -> Event:
    """Six tables in round 2, of which each is something else."""
    event = make.make_event(club, rounds=3)
    entries = make.make_entries(event, make.make_players(club, 24))
    one = make.make_round(event, 1)
    for table in range(1, 7):
        make.make_match(one, table, entries[4 * table - 4 : 4 * table])
    over = {"score": {"NS": 8, "EW": 6}, "hands": 8, "over": True}
    live(one, 1, **over, confirmed=["EW", "NS"])
    live(one, 2, **over)
    live(one, 4, score={"NS": 2, "EW": 1}, hands=3, hands_left=5)
    live(one, 5, **over, confirmed=["NS"], disputed={"EW": {"NS": 7, "EW": 7}})
    live(one, 6, **over, late=2)
    live(one, 3, score={"NS": 0, "EW": 0}, hands=0, hands_left=8, seats_said="right")
    return event


def live(round: Round, table: int, **figures: Any) -> None:
    match = round.matches.get(table=table)
    state = MatchResult.State.OVER if figures.get("over") else MatchResult.State.LIVE
    MatchResult.objects.update_or_create(match=match, defaults={"state": state, "live": figures})


def order_of(event: Event, **at: Any) -> list[tuple[int, str]]:
    (one,) = rounds_on_desk(event, **at)
    return [(table.table, table.state) for table in one.tables]


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in(Membership.Role.DIRECTOR, club, "dora")


@pytest.fixture
def other(club: Club) -> Client:
    return signed_in(Membership.Role.OWNER, club, "olive")


# --- what is seen ---


def test_tables_that_need_the_director_come_first(night):
    assert order_of(night) == [
        (6, "done"),  # with two late lines
        (5, "disputed"),
        (4, "playing"),
        (3, "seated"),
        (2, "done"),
        (1, "confirmed"),
    ]


def test_after_the_bell_whoever_still_plays_is_behind(night):
    now = timezone.now()
    Round.objects.update(clock_ends_at=now)
    before = order_of(night, now=now - timedelta(seconds=1))
    after = order_of(night, now=now)
    assert [table for table, state in before if state == "late"] == []
    assert [table for table, state in after if state == "late"] == [3, 4]


def test_the_last_table_playing_is_behind_without_a_clock(night):
    live(night.rounds.get(), 3, score={"NS": 8, "EW": 6}, over=True)
    assert dict(order_of(night))[4] == "late"


def test_the_desk_says_who_disputes_what_and_where_to_decide(director, night):
    page = director.get(address("desk", night))
    words = text_of(page)
    assert "table 5: E/W say 7 to 7" in words
    assert "table 6: 2 lines came too late" in words
    assert "agreed" in words
    match = Match.objects.get(round__event=night, table=5)
    assert f"/matches/{match.pk}/dispute/" in page.content.decode()


def test_a_table_where_somebody_else_sits_waits_for_the_director(director, night):
    live(night.rounds.get(), 3, score={"NS": 0, "EW": 0}, hands=0, hands_left=8, seats_said="wrong")
    assert order_of(night)[0] == (3, "seated")
    assert "table 3: somebody else sits there" in text_of(director.get(address("desk", night)))


def test_rounds_that_run_at_their_own_pace_are_shown_side_by_side(director, club):
    event = make.make_night(club, players=8, played=1)
    for number in (3, 4):
        one = make.make_round(event, number)
        for table in (1, 2):
            make.make_match(one, table, event.entries.all()[4 * table - 4 : 4 * table])
    live(event.rounds.get(number=3), 1, score={"NS": 1, "EW": 0}, hands=1, hands_left=7)
    page = director.get(address("desk", event))
    assert [one.round.number for one in page.context["in_play"]] == [2, 3]
    html = page.content.decode()
    assert 'id="round-in-play-2"' in html and 'id="round-in-play-3"' in html
    assert 'id="round-on-desk-4"' in html and 'id="round-in-play-4"' not in html


def test_nothing_new_costs_two_queries_beside_the_session_and_a_bell_is_something_new(
    director, night, django_assert_num_queries
):
    headers = {"HX-Request": "true"}
    director.get(address("desk", night))  # its forms' cookie counts too
    first = director.get(address("desk", night), headers=headers)
    assert first.content.decode().startswith('<div id="desk"')
    headers["If-None-Match"] = first.headers["ETag"]
    with django_assert_num_queries(5):  # who asks (3), the event, its bells
        assert director.get(address("desk", night), headers=headers).status_code == 304
    Round.objects.update(clock_ends_at=timezone.now() - timedelta(seconds=1))
    assert director.get(address("desk", night), headers=headers).status_code == 200


# --- what is done, and by two ---


def refused_in_words(answer: Any, words: str) -> None:
    assert answer.status_code == 422
    assert words in text_of(answer)


def test_a_round_is_called_from_the_desk_and_the_call_taken_back(director, night):
    page = director.get(address("desk", night))
    sent = {"seen": page.context["call_mark"], "minutes": "25"}
    assert director.post(address("round_call", night, number=1), sent).status_code == 302
    night.refresh_from_db()
    one = night.rounds.get()
    assert (night.message, one.clock_minutes, one.called_at is not None) == (
        "Round 1: take your seats.",
        25,
        True,
    )
    sent = {"seen": call_mark(rounds_of(night)), "deed": "back"}
    assert director.post(address("round_call", night, number=1), sent).status_code == 302
    night.refresh_from_db()
    assert (night.message, night.rounds.get().clock_ends_at) == ("", None)


def test_without_minutes_a_round_is_called_and_no_clock_runs(director, night):
    director.post(address("round_call", night, number=1), {"seen": "", "minutes": " "})
    one = night.rounds.get()
    assert one.called_at is not None and one.clock_ends_at is None


def test_two_directors_add_minutes_once_and_the_second_is_told_the_time(director, other, night):
    director.post(
        address("round_clock", night, number=1),
        {"deed": "start", "minutes": "10", "seen": clock_mark(night.rounds.get())},
    )
    seen = clock_mark(night.rounds.get())
    sent = {"deed": "add", "minutes": "5", "seen": seen}
    assert director.post(address("round_clock", night, number=1), sent).status_code == 302
    ends = night.rounds.get().clock_ends_at
    answer = other.post(address("round_clock", night, number=1), sent)
    refused_in_words(answer, "Another director changed this clock meanwhile: it runs until")
    assert night.rounds.get().clock_ends_at == ends


@pytest.mark.parametrize("deed", ["pause", "resume", "add", "start"])
def test_a_clock_that_cannot_do_so_says_why(director, night, deed):
    sent = {"deed": deed, "minutes": "0", "seen": clock_mark(night.rounds.get())}
    assert director.post(address("round_clock", night, number=1), sent).status_code == 422
    assert director.post(address("round_clock", night, number=1), {"deed": "x"}).status_code == 404


def test_the_second_director_sees_the_first_ones_message(director, other, night):
    assert director.post(address("event_message", night), {"quick": "Dinner", "seen": ""}).status_code == 302
    answer = other.post(address("event_message", night), {"text": "Last hand", "seen": ""})
    refused_in_words(answer, "Another director changed the message: now it says “Dinner”")
    assert other.post(address("event_message", night), {"deed": "back", "seen": "Dinner"}).status_code == 302
    night.refresh_from_db()
    assert night.message == ""


@pytest.mark.parametrize("name", ["event", "wall", "sit"])
def test_a_message_is_shown_as_it_was_typed_and_never_as_markup(director, night, name):
    director.post(address("event_message", night), {"text": "<b>Dinner</b> & pudding", "seen": ""})
    page = Client().get(address(name, night)).content.decode()
    assert "&lt;b&gt;Dinner&lt;/b&gt; &amp; pudding" in page and "<b>Dinner" not in page


def test_closing_a_round_names_the_tables_without_a_result_and_asks_again(director, other, night):
    there = address("round_close", night, number=1)
    answer = director.post(there, {"closed": "yes"})
    refused_in_words(answer, "tables 3 and 4 have no result yet")
    assert answer.context["missing"] == [3, 4]
    MatchResult.objects.filter(match__table=2).update(state=MatchResult.State.LIVE)  # opened again meanwhile
    refused_in_words(other.post(there, {"closed": "yes", "missing": "3,4"}), "tables 2, 3 and 4 have")
    assert other.post(there, {"closed": "yes", "missing": "2,3,4"}).status_code == 302
    assert night.rounds.get().state == Round.State.CLOSED


# --- whoever is looked for ---


def rows_found(answer: Any) -> list[str]:
    return [one.name for one in answer.context["finding"].people]


def test_anybody_is_found_by_letters_or_number_with_the_table(director, club):
    night = make.make_night(club, players=10)
    person = night.entries.get(number=4)
    answer = director.get(address("find", night), {"who": str(person)[:5]})
    assert str(person) in rows_found(answer)
    seat = night.rounds.get(number=3).matches.filter(seatings__player=person.player).first()
    by_number = director.get(address("find", night), {"who": "4"})
    assert rows_found(by_number) == [str(person)]
    words = text_of(by_number)
    if seat is not None:
        assert re.search(rf"table {seat.table} (North|East|South|West)", words)
    else:
        assert "sits out" in words
    assert f"?entry={person.pk}" in by_number.content.decode()


def test_a_number_finds_its_table_too(director, night):
    answer = director.get(address("find", night), {"who": "5"}, headers={"HX-Request": "true"})
    assert answer.content.decode().startswith('<ul id="found"')
    assert [table.table for table in answer.context["finding"].tables] == [5]


def test_names_that_begin_so_come_first_and_nobody_is_told(director, club):
    event = make.make_event(club)
    people = [make.make_player(club, name) for name in ("Joan Hannah", "Anna Rowe", "Susan Nance")]
    make.make_entries(event, people)
    assert rows_found(director.get(address("find", event), {"who": "an"}))[0] == "Anna Rowe"
    assert "Nobody called “zzz”" in text_of(director.get(address("find", event), {"who": "zzz"}))
    assert rows_found(director.get(address("find", event))) == []


@pytest.mark.parametrize("players", [8, 64])
def test_finding_costs_the_same_for_any_number_of_people(director, club, players, django_assert_num_queries):
    night = make.make_night(club, players=players)
    with django_assert_num_queries(10):
        director.get(address("find", night), {"who": "a"})


def test_every_page_of_the_director_has_the_search_box(director, night):
    raise_revisions(night.pk, night.club_id)
    for name in ("desk", "entrants", "draw", "terms", "paper"):
        assert 'id="find-who"' in director.get(address(name, night)).content.decode(), name
