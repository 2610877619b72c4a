"""Changes on the night: who changes places with whom, who plays for whom, and what is refused."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests import factories
from tests.desk import play
from tests.nights import (
    DIRECTOR,
    drawn_night,
    entry_at,
    hand,
    match_of,
    out_of,
    proposed_night,
    round_of,
    sitting,
    write,
)
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Entry, Event, EventRevision, Match, Player, Seating, Tally
from tournaments.selectors.played import played_of
from tournaments.services.changes import seat_entry, substitute, swap
from tournaments.services.draws import accept_draw
from tournaments.services.forfeits import record_forfeit
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Event:
    """Nine people, three accepted rounds of two tables; one sits out each."""
    return drawn_night(club)


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Refused with this code, and nothing changed."""
    before = Seating.objects.count(), list(EventRevision.objects.values_list("number"))
    with pytest.raises(EventViolation) as said:
        yield
    assert said.value.code == code
    assert (Seating.objects.count(), list(EventRevision.objects.values_list("number"))) == before


def change(event: Event, one: Entry, other: Entry, number: int = 1, reason: str = "asked for it") -> None:
    swap(round=round_of(event, number), one=one, other=other, reason=reason, actor=DIRECTOR)


def test_two_at_different_tables_change_places_and_the_old_facts_stay(night: Event) -> None:
    one, other = match_of(night, 1), match_of(night, 2)
    ann, bob = entry_at(one, "N"), entry_at(other, "E")
    change(night, ann, bob)
    assert (entry_at(one, "N"), entry_at(other, "E")) == (bob, ann)
    assert one.seatings.filter(seat="N").count() == 2
    newest = sitting(one)["N"]
    assert (newest.player_id, newest.reason, newest.recorded_by) == (
        bob.player_id,
        "asked for it",
        DIRECTOR.code,
    )
    assert round_of(night).draw["tables"][0][0] == ann.pk, "the draw stays as it was drawn"


def test_two_of_one_table_change_seats(night: Event) -> None:
    match = match_of(night)
    ann, bob = entry_at(match, "N"), entry_at(match, "E")
    change(night, ann, bob)
    assert (entry_at(match, "N"), entry_at(match, "E")) == (bob, ann)


def test_whoever_sits_out_comes_in_and_the_other_goes_out(night: Event) -> None:
    match = match_of(night)
    goes = entry_at(match, "S")
    (out,) = out_of(night)
    change(night, Entry.objects.get(pk=out), goes)
    assert entry_at(match, "S").pk == out
    assert out_of(night) == {goes.pk: (5, False)}


def test_somebody_without_a_place_comes_in_and_the_other_sits_out(night: Event, club: Club) -> None:
    late = factories.make_entry(night, factories.make_player(club, "Zoe Late"))
    match = match_of(night)
    goes = entry_at(match, "W")
    change(night, goes, late)
    assert entry_at(match, "W") == late
    assert goes.pk in out_of(night)


def test_rounds_as_played_know_of_the_swap(night: Event) -> None:
    one, other = match_of(night, 1), match_of(night, 2)
    ann, bob = entry_at(one, "N"), entry_at(other, "E")
    change(night, ann, bob)
    played = played_of(night.rounds.order_by("number"))[0]
    assert (played.tables[0].north, played.tables[1].east) == (bob.pk, ann.pk)


def test_a_swap_needs_two_a_reason_and_a_seat(night: Event, club: Club) -> None:
    ann = entry_at(match_of(night), "N")
    bob = entry_at(match_of(night), "E")
    zoe, yan = (
        factories.make_entry(night, factories.make_player(club, name)) for name in ("Zoe Late", "Yan Later")
    )
    with refused("same-entry"):
        change(night, ann, ann)
    with refused("reason-missing"):
        change(night, ann, bob, reason="  ")
    with refused("not-seated"):
        change(night, zoe, yan)


def test_who_has_left_is_not_seated_again(night: Event) -> None:
    (out,) = out_of(night, 2)
    Entry.objects.filter(pk=out).update(withdrawn_after=1)
    with refused("withdrawn"):
        change(night, entry_at(match_of(night, number=2), "N"), Entry.objects.get(pk=out), 2)


def test_a_hand_on_the_sheet_keeps_its_people(night: Event) -> None:
    one, other = match_of(night, 1), match_of(night, 2)
    ann, bob = entry_at(one, "N"), entry_at(other, "E")
    play(one, DIRECTOR, 3)
    with refused("match-begun"):
        change(night, bob, ann)


def test_what_the_table_says_of_its_seats_is_no_hand(night: Event) -> None:
    match = match_of(night)
    write(match, "confirmation", seats="wrong")
    write(match, "first-deal", 0, dealer="N")
    ann, bob = entry_at(match, "N"), entry_at(match_of(night, 2), "E")
    change(night, ann, bob)
    assert entry_at(match, "N") == bob


def test_a_hand_taken_back_still_keeps_its_people(night: Event) -> None:
    match = match_of(night)
    wrong = hand(match, 1)
    write(match, "retraction", 1, replaces=wrong.line.pk)
    with refused("match-begun"):
        change(night, entry_at(match, "N"), entry_at(match_of(night, 2), "E"))


def test_a_forfeited_match_and_a_closed_round_stay_as_they_are(night: Event) -> None:
    match = match_of(night)
    record_forfeit(match=match, absent="NS", reason="nobody came", actor=DIRECTOR)
    with refused("match-begun"):
        change(night, entry_at(match, "N"), entry_at(match_of(night, 2), "E"))
    close_round(round=round_of(night, 2))
    with refused("round-closed"):
        change(night, entry_at(match_of(night, number=2), "N"), entry_at(match_of(night, number=2), "E"), 2)


def test_a_proposed_round_is_changed_by_hand_and_says_so(club: Club) -> None:
    event = proposed_night(club)
    before = round_of(event).draw
    ann, bob = (Entry.objects.get(pk=before["tables"][table][0]) for table in (0, 1))
    (out,) = (Entry.objects.get(pk=entry) for entry in before["sitting_out"])
    change(event, ann, bob, reason="they share a car")
    change(event, bob, out)
    after = round_of(event)
    assert (after.draw["tables"][0][0], after.draw["tables"][1][0]) == (out.pk, ann.pk)
    assert after.draw["sitting_out"] == [bob.pk]
    assert after.seed == "7"
    assert after.draw["by_hand"][0] == {
        "one": ann.pk, "other": bob.pk, "reason": "they share a car", "by": DIRECTOR.code
    }  # fmt: skip
    accept_draw(event=event, seed="7", actor=DIRECTOR)
    assert entry_at(match_of(event), "N") == out


def test_only_people_of_the_round_change_places_in_a_proposal(club: Club) -> None:
    event = proposed_night(club)
    late = factories.make_entry(event, factories.make_player(club, "Zoe Late"))
    ann = Entry.objects.get(pk=round_of(event).draw["tables"][0][0])
    with refused("not-in-round"):
        change(event, ann, late)


# --- somebody plays for somebody


def play_for(match: Match, seat: str, who: int | str, from_hand: int = 1) -> Seating:
    return substitute(
        match=match, seat=seat, player=who, from_hand=from_hand, reason="went home", actor=DIRECTOR
    )


def test_points_go_to_the_entry_and_statistics_to_the_person(night: Event) -> None:
    match = match_of(night)
    ann = entry_at(match, "N")
    play(match, DIRECTOR, 3, 5)
    play_for(match_of(night), "N", "Zoe Late", from_hand=3)
    zoe = Player.objects.get(name="Zoe Late")
    hand(match, 3, tricks=5)
    hand(match, 4, tricks=3)
    by_person = dict(Tally.objects.filter(entry=ann).values_list("player_id", "points"))
    assert by_person == {ann.player_id: 1 + 2, zoe.pk: 2 + 1}


def test_a_hand_already_played_stays_with_its_people(night: Event) -> None:
    match = match_of(night)
    play(match, DIRECTOR, 3, 5)
    with refused("hand-played"):
        play_for(match_of(night), "N", "Zoe Late", from_hand=2)


def test_nobody_plays_on_in_a_match_that_is_over(night: Event) -> None:
    match = match_of(night)
    play(match, DIRECTOR, 3, 5, 3, 3)
    with refused("match-over"):
        play_for(match_of(night), "N", "Zoe Late", from_hand=5)


def test_nobody_sits_in_two_places(night: Event) -> None:
    match = match_of(night)
    elsewhere = sitting(match_of(night, 2))["E"].player_id
    assert elsewhere is not None
    with refused("seated-already"):
        play_for(match, "N", elsewhere)
    own = sitting(match)["N"].player_id
    assert own is not None
    with refused("nothing-to-change"):
        play_for(match, "N", own)


def test_who_sits_out_may_play_for_another_and_sits_out_all_the_same(night: Event) -> None:
    (out,) = out_of(night)
    person = Entry.objects.get(pk=out).player_id
    assert person is not None
    match = match_of(night)
    ann = entry_at(match, "N")
    play_for(match, "N", person)
    assert sitting(match)["N"].entry == ann
    assert out_of(night) == {out: (5, False)}


def test_a_new_person_never_becomes_a_namesake_unseen(night: Event, club: Club) -> None:
    factories.make_player(club, "Zoe Late")
    match = match_of(night)
    with refused("name-known"):
        play_for(match, "N", "zoe  LATE")
    play_for(match, "N", "Zoe Late (Looe)")
    assert str(sitting(match)["N"].player) == "Zoe Late (Looe)"
    with refused("name-known"):
        play_for(match_of(night, 2), "N", "Zoe Late (looe)")
    with refused("no-letters"):
        play_for(match, "E", " 7 ")
    with refused("player-unknown"):
        play_for(match, "E", 10**9)


def test_a_later_word_goes_before_an_earlier_one(night: Event) -> None:
    """Somebody is announced from hand 3 on; then the seats are changed before any hand is played."""
    match = match_of(night)
    ann, bob = entry_at(match, "N"), entry_at(match, "E")
    play_for(match, "N", "Zoe Late", from_hand=3)
    change(night, ann, bob)
    play(match, DIRECTOR, 3, 3, 3, 3)
    people = set(Tally.objects.filter(match=match, side="NS").values_list("player_id", flat=True))
    assert bob.player_id in people
    zoe = Player.objects.get(name="Zoe Late")
    assert sitting(match)["E"].player == zoe, "whoever plays for an entry goes along"


# --- a seat that nobody has


def test_a_late_player_takes_the_ghosts_seat(club: Club) -> None:
    event = drawn_night(club, 7, spare="ghost")
    match = next(one for one in (match_of(event, 1), match_of(event, 2)) if len(sitting(one)) == 3)
    late = factories.make_entry(event, factories.make_player(club, "Zoe Late"))
    seat_entry(match=match, seat="S", entry=late, reason="came late", actor=DIRECTOR)
    assert entry_at(match, "S") == late
    with refused("seat-taken"):
        seat_entry(match=match, seat="S", entry=late, reason="came late", actor=DIRECTOR)
