"""Clock, call and message: the server's time decides, and two directors never undo each other."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests import factories as make
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Round
from tournaments.selectors.clock import call_mark, clock_at, clock_mark, clock_of, last_called
from tournaments.selectors.events import event_at, revision_of
from tournaments.selectors.rounds import rounds_of
from tournaments.selectors.sit import playing
from tournaments.services import clock as services
from tournaments.services.rounds import close_round

pytestmark = [pytest.mark.django_db, pytest.mark.db]

NOW = datetime(2026, 7, 2, 19, 30, tzinfo=UTC)


def after(minutes: float) -> datetime:
    return NOW + timedelta(minutes=minutes)


@pytest.fixture
def open_round(night: Event) -> Round:
    return night.rounds.select_related("event__club").get(number=3)


def do(verb: str, round: Round, at: datetime = NOW, **more: Any) -> Round:
    """As somebody does it who looks at the desk now."""
    round.refresh_from_db()
    moment = {} if verb == "stop_clock" else {"now": at}
    return getattr(services, verb)(round=round, seen=clock_mark(round), **moment, **more)


def revision(event: Event) -> int:
    found = event_at(event.club.slug, event.slug)
    assert found is not None
    return revision_of(found)


def test_a_clock_started_says_when_the_bell_goes(night, open_round):
    before = revision(night)
    do("start_clock", open_round, minutes=15)
    clock = clock_of(rounds_of(night))
    assert clock is not None and (clock.ends_at, clock.minutes) == (after(15), 15)
    assert not clock.rung(after(14.9)) and clock.rung(after(15))
    assert revision(night) == before + 1


def test_a_clock_that_stood_gives_back_what_was_left(open_round):
    do("start_clock", open_round, minutes=15)
    do("pause_clock", open_round, after(4.5))
    stands = clock_at(Round.objects.get(pk=open_round.pk))
    assert stands is not None and (stands.ends_at, stands.left) == (None, "10:30")
    do("resume_clock", open_round, after(60))
    runs = clock_at(Round.objects.get(pk=open_round.pk))
    assert runs is not None and runs.ends_at == after(70.5)


@pytest.mark.parametrize(("at", "ends"), [(5, 18), (14, 18), (20, 23)])
def test_minutes_are_added_to_what_is_left_and_after_the_bell_to_now(open_round, at, ends):
    do("start_clock", open_round, minutes=15)
    do("add_minutes", open_round, after(at), minutes=3)
    assert Round.objects.get(pk=open_round.pk).clock_ends_at == after(ends)


def test_minutes_are_added_to_a_clock_that_stands(open_round):
    do("start_clock", open_round, minutes=15)
    do("pause_clock", open_round, after(5))
    do("add_minutes", open_round, after(30), minutes=2)
    assert Round.objects.get(pk=open_round.pk).clock_left == 12 * 60


def test_a_clock_that_has_rung_stands_at_nothing_and_a_stopped_one_is_gone(open_round):
    do("start_clock", open_round, minutes=1)
    do("pause_clock", open_round, after(9))
    assert Round.objects.get(pk=open_round.pk).clock_left == 0
    do("stop_clock", open_round)
    assert clock_at(Round.objects.get(pk=open_round.pk)) is None


@pytest.mark.parametrize(
    ("verb", "more", "code"),
    [
        ("pause_clock", {}, "clock-stands"),
        ("resume_clock", {}, "clock-runs"),
        ("add_minutes", {"minutes": 5}, "clock-not-set"),
        ("start_clock", {"minutes": 0}, "minutes-out-of-range"),
        ("start_clock", {"minutes": 241}, "minutes-out-of-range"),
    ],
)
def test_what_makes_no_clock_is_refused_in_words(open_round, verb, more, code):
    with pytest.raises(EventViolation) as refused:
        do(verb, open_round, **more)
    assert refused.value.code == code


def test_the_second_director_is_told_how_the_clock_is_now(night, open_round):
    seen = clock_mark(open_round)
    services.start_clock(round=open_round, minutes=15, seen=seen, now=NOW)
    with pytest.raises(EventViolation) as refused:
        services.start_clock(round=open_round, minutes=20, seen=seen, now=after(1))
    assert refused.value.code == "clock-changed"
    assert "runs until 20:45" in refused.value.sentence, "in the club's zone, in summer"
    assert Round.objects.get(pk=open_round.pk).clock_ends_at == after(15)


def test_a_round_that_is_closed_has_no_clock_and_is_not_called(night, open_round):
    close_round(round=open_round)
    for deed in (
        lambda: services.start_clock(round=open_round, minutes=5, seen=clock_mark(open_round)),
        lambda: services.call_round(round=open_round, seen=""),
    ):
        with pytest.raises(EventViolation) as refused:
            deed()
        assert refused.value.code == "round-not-open"


# --- the call ---


@pytest.fixture
def two_open(club) -> Event:
    """Round 2 has a table still playing when round 3 is there to be called."""
    night = make.make_night(club, played=1)
    third = make.make_round(night, 3)
    for table in (1, 2):
        make.make_match(third, table, list(night.entries.all()[4 * table - 4 : 4 * table]))
    return night


def numbers(rounds: list[Round]) -> list[int]:
    return [one.number for one in rounds]


def call(event: Event, number: int, minutes: int | None = None, at: datetime = NOW) -> Round:
    rounds = rounds_of(event)
    one = Round.objects.select_related("event__club").get(event=event, number=number)
    return services.call_round(round=one, seen=call_mark(rounds), minutes=minutes, now=at)


def test_one_call_makes_a_round_the_one_played_tells_everybody_and_starts_the_clock(two_open):
    assert numbers(playing(rounds_of(two_open))) == [2]
    call(two_open, 3, minutes=20)
    drawn = rounds_of(two_open)
    assert numbers(playing(drawn)) == [3]
    two_open.refresh_from_db()
    assert two_open.message == "Round 3: take your seats."
    clock = clock_of(drawn)
    assert clock is not None and clock.ends_at == after(20)


def test_a_call_taken_back_leaves_the_night_as_it_was(two_open):
    one = call(two_open, 3, minutes=20)
    services.call_back(round=one, seen=call_mark(rounds_of(two_open)))
    two_open.refresh_from_db()
    drawn = rounds_of(two_open)
    assert (numbers(playing(drawn)), two_open.message, clock_of(drawn)) == ([2], "", None)
    with pytest.raises(EventViolation) as refused:
        services.call_back(round=one, seen="")
    assert refused.value.code == "round-not-called"


def test_two_directors_do_not_call_two_rounds(two_open):
    seen = call_mark(rounds_of(two_open))
    call(two_open, 2)
    one = Round.objects.select_related("event__club").get(event=two_open, number=3)
    with pytest.raises(EventViolation) as refused:
        services.call_round(round=one, seen=seen)
    assert refused.value.code == "call-changed" and "round 2 was called" in refused.value.sentence


def test_the_clock_of_the_hall_is_that_of_the_round_called_last(two_open):
    call(two_open, 2, minutes=10)
    call(two_open, 3, minutes=30, at=after(8))
    drawn = rounds_of(two_open)
    clock, last = clock_of(drawn), last_called(drawn)
    assert clock is not None and clock.ends_at == after(38)
    assert last is not None and last.number == 3


# --- the word to everybody ---


def test_a_message_is_put_up_and_taken_back(night):
    services.tell_everybody(event=night, text="  Dinner\nin ten   minutes ", seen="")
    night.refresh_from_db()
    assert night.message == "Dinner in ten minutes"
    services.tell_everybody(event=night, text="", seen=night.message)
    night.refresh_from_db()
    assert night.message == ""


def test_another_directors_message_is_not_written_over_and_the_same_one_is_no_conflict(night):
    services.tell_everybody(event=night, text="Dinner", seen="")
    services.tell_everybody(event=night, text="Dinner", seen="")
    with pytest.raises(EventViolation) as refused:
        services.tell_everybody(event=night, text="Last hand", seen="")
    assert refused.value.code == "message-changed" and "“Dinner”" in refused.value.sentence


def test_a_message_has_at_most_200_letters(night):
    services.tell_everybody(event=night, text="x" * 200, seen="")
    with pytest.raises(EventViolation) as refused:
        services.tell_everybody(event=night, text="x" * 201, seen="x" * 200)
    assert refused.value.code == "message-too-long"


# --- closing a round names what is missing ---


def test_a_round_is_not_closed_over_tables_that_nobody_was_told_of(club):
    night = make.make_night(club, players=8, played=1)
    one = night.rounds.select_related("event").get(number=2)
    with pytest.raises(EventViolation) as refused:
        close_round(round=one, despite=[1])
    assert refused.value.sentence == "Not everybody is done with round 2: tables 1 and 2 have no result yet."
    close_round(round=one, despite=[1, 2])
    assert night.rounds.get(number=2).state == Round.State.CLOSED
