"""Schedules: what is refused, and how meetings are counted."""

import pytest

from tournaments.engine.errors import EventViolation
from tournaments.engine.seating import DrawnRound, DrawnTable, Schedule, check_schedule, contacts

FIRST = DrawnTable(1, 1, 2, 3, 4)


def test_north_partners_south_and_meets_both_others():
    met = contacts(Schedule((DrawnRound(1, (FIRST,)), DrawnRound(2, (DrawnTable(1, 3, 2, 1, 4),)))))
    assert met.partners == {(1, 3): 2, (2, 4): 2}
    assert met.opponents == {(1, 2): 2, (1, 4): 2, (2, 3): 2, (3, 4): 2}
    assert (met.partner_repeats, met.opponent_repeats, met.meeting_repeats) == (2, 4, 6)


def test_an_empty_seat_meets_nobody():
    met = contacts([DrawnRound(1, (DrawnTable(1, 1, 2, None, 4),))])
    assert met.partners == {(2, 4): 1}
    assert met.opponents == {(1, 2): 1, (1, 4): 1}


def test_without_west_three_play_everybody_for_himself():
    met = contacts([DrawnRound(1, (DrawnTable(1, 1, 2, 3, None),))])
    assert met.partners == {}
    assert met.opponents == {(1, 2): 1, (1, 3): 1, (2, 3): 1}


@pytest.mark.parametrize(
    ("rounds", "code"),
    [
        ([DrawnRound(1, (FIRST, DrawnTable(2, 1, 5, 6, 7)))], "seated-twice"),
        ([DrawnRound(1, (FIRST,), (1, 5, 6, 7))], "seated-twice"),
        ([DrawnRound(1, (FIRST,), (5, 6))], "not-seated"),
        ([DrawnRound(1, (FIRST,), (5, 6, 7, 8))], "not-an-entrant"),
        ([DrawnRound(1, (FIRST, DrawnTable(1, 5, 6, 7, None)))], "table-twice"),
        ([DrawnRound(1, (FIRST,), (5, 6, 7)), DrawnRound(1, (FIRST,), (5, 6, 7))], "round-twice"),
    ],
)
def test_a_schedule_places_everybody_exactly_once_a_round(rounds, code):
    check_schedule(Schedule((DrawnRound(1, (FIRST,), (5, 6, 7)),)), range(1, 8))
    with pytest.raises(EventViolation) as refused:
        check_schedule(Schedule(tuple(rounds)), range(1, 8))
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")
