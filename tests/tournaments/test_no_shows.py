"""Somebody who did not come: nobody sits there, or a filler does; the entry scores nothing for the round."""

import pytest

from tests.nights import DIRECTOR, drawn_night, entry_at, hand, match_of, out_of, sitting
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Entry, Event, Match, Player
from tournaments.selectors.played import played_of
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.results import results_of
from tournaments.selectors.rounds import current_seatings, places_of, tables_of
from tournaments.services.changes import seat_entry, substitute, swap
from tournaments.services.no_shows import empty_seat, seat_filler

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Event:
    """Eight people at two tables, three rounds."""
    return drawn_night(club, 8)


def empty(match: Match, seat: str) -> None:
    empty_seat(match=match, seat=seat, reason="did not come", actor=DIRECTOR)


def fill(match: Match, seat: str, filler: Entry | str) -> Entry:
    return seat_filler(match=match, seat=seat, filler=filler, reason="did not come", actor=DIRECTOR)


@pytest.mark.parametrize("seat", "NES")
def test_nobody_sits_there_and_who_is_absent_scores_nothing(night: Event, seat: str) -> None:
    match = match_of(night)
    gone = entry_at(match, seat)
    empty(match, seat)
    assert set(sitting(match)) == {"N", "E", "S", "W"} - {seat}
    assert out_of(night) == {gone.pk: (0, True)}
    assert set(current_seatings([match.pk])[match.pk]) == {"N", "E", "S", "W"} - {seat}
    (result,) = [one for one in results_of(night.pk) if one.tally.entry == gone.pk]
    assert (result.sat_out, result.tally.points) == (True, 0)
    drawn = played_of(night.rounds.order_by("number"))[0]
    assert drawn.sitting_out == (gone.pk,)
    assert None in drawn.tables[0].seats


def test_where_west_did_not_come_east_moves_over_so_that_four_are_played(night: Event) -> None:
    """At North, East and South alone three would play each for himself."""
    match = match_of(night)
    north, east, south, west = (entry_at(match, seat) for seat in "NESW")
    empty(match, "W")
    assert {seat: one.entry for seat, one in sitting(match).items()} == {"N": north, "S": south, "W": east}
    assert out_of(night) == {west.pk: (0, True)}


def test_partner_and_opponents_are_told_for_the_three_who_are_there(night: Event) -> None:
    match = match_of(night)
    north, east, south = (sitting(match)[seat].player for seat in "NES")
    empty(match, "S")
    table = next(one for one in tables_of(match.round) if one.match_id == match.pk)
    places = {place.name: place for place in places_of([table])}
    assert places[str(north)].partner == ""
    assert str(east) in places[str(north)].opponents
    assert [score.name for score in table.scores] == ["N/S", "E/W"]
    assert str(south) not in places


def test_each_side_keeps_somebody(night: Event) -> None:
    match = match_of(night)
    empty(match, "S")
    for seat, code in (("N", "side-empty"), ("S", "seat-empty")):
        with pytest.raises(EventViolation) as said:
            empty(match, seat)
        assert said.value.code == code
    empty(match, "E")
    assert set(sitting(match)) == {"N", "W"}


def test_three_who_play_each_for_himself_need_a_filler(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed")
    with pytest.raises(EventViolation) as said:
        empty(match_of(event), "E")
    assert said.value.code == "table-too-small"
    gone = entry_at(match_of(event), "E")
    filler = fill(match_of(event), "E", "Zoe Filler")
    assert (entry_at(match_of(event), "E"), out_of(event)) == (filler, {gone.pk: (0, True)})


def test_a_filler_plays_and_has_no_place_in_the_standings(night: Event) -> None:
    match = match_of(night)
    gone, partner = entry_at(match, "N"), entry_at(match, "S")
    filler = fill(match, "N", "Zoe Filler")
    for number in range(1, 5):
        hand(match, number, tricks=5)
    points = {one.tally.entry: one.tally.points for one in results_of(night.pk) if one.round == 1}
    assert (points[filler.pk], points[partner.pk], points[gone.pk]) == (8, 8, 0)
    listed = [one.entry for one in ranking_of(night.pk).whole.order]
    assert filler.pk not in listed
    assert gone.pk in listed


def test_a_filler_for_one_round_is_not_drawn_again_and_can_come_again(night: Event) -> None:
    filler = fill(match_of(night), "N", "Zoe Filler")
    assert (filler.filler, filler.withdrawn_after) == (True, 1)
    again = fill(match_of(night, number=3), "E", "zoe filler")
    assert again.pk == filler.pk
    assert Player.objects.filter(name="Zoe Filler").count() == 1
    assert Entry.objects.get(pk=filler.pk).withdrawn_after == 3
    fill(match_of(night, number=2), "E", again)
    assert Entry.objects.get(pk=filler.pk).withdrawn_after == 3


def test_who_plays_in_the_event_is_no_filler_and_nobody_sits_twice(night: Event) -> None:
    match = match_of(night)
    name = str(entry_at(match_of(night, 2), "N"))
    with pytest.raises(EventViolation) as said:
        fill(match, "N", name)
    assert said.value.code == "entered-already"
    filler = fill(match, "N", "Zoe Filler")
    with pytest.raises(EventViolation) as said:
        fill(match_of(night, 2), "N", filler)
    assert said.value.code == "seated-already"
    with pytest.raises(EventViolation) as said:
        fill(match_of(night, 2), "N", entry_at(match, "S"))
    assert said.value.code == "not-a-filler"


def test_who_comes_after_all_takes_the_seat_again(night: Event) -> None:
    match = match_of(night)
    gone = entry_at(match, "N")
    empty(match, "N")
    seat_entry(match=match, seat="N", entry=gone, reason="came after all", actor=DIRECTOR)
    assert (entry_at(match, "N"), out_of(night)) == (gone, {})
    filler = fill(match, "N", "Zoe Filler")
    swap(round=match.round, one=filler, other=gone, reason="came after all", actor=DIRECTOR)
    assert (entry_at(match, "N"), out_of(night)) == (gone, {})


def test_who_comes_in_the_middle_has_the_hands_from_then_on(night: Event) -> None:
    """By hand: N/S march in hands 1 to 3; South comes for hands 3 and 4, of which the last is a point."""
    match = match_of(night)
    gone = entry_at(match, "S")
    empty(match, "S")
    hand(match, 1, tricks=5)
    hand(match, 2, tricks=5)
    assert gone.player_id is not None
    substitute(match=match, seat="S", player=gone.player_id, from_hand=3, reason="came late", actor=DIRECTOR)
    hand(match, 3, "S", tricks=5)
    hand(match, 4, "S", tricks=3)
    points = {one.tally.entry: one.tally.points for one in results_of(night.pk) if one.match == match.pk}
    assert (points[entry_at(match, "N").pk], points[gone.pk]) == (2 + 2 + 2 + 1, 2 + 1)
    assert out_of(night) == {}


def test_once_a_hand_is_on_the_sheet_no_seat_is_emptied_or_filled(night: Event) -> None:
    match = match_of(night)
    hand(match, 1)
    for change in (lambda: empty(match, "N"), lambda: fill(match, "N", "Zoe Filler")):
        with pytest.raises(EventViolation) as said:
            change()
        assert said.value.code == "match-begun"
    assert not Player.objects.filter(name="Zoe Filler").exists()
