"""A match forfeited: won and lost, in no average, and taken back when it is played after all."""

from fractions import Fraction

import pytest

from tests.nights import DIRECTOR, drawn_night, entry_at, hand, match_of, sitting
from tests.tournaments.bracket_events import at_table, drawn_bracket, now_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.totals import total_up
from tournaments.models import Club, Event, EventPolicy, Forfeit, Match, Tally
from tournaments.selectors.desk import rounds_on_desk
from tournaments.selectors.ranking import ranking_of
from tournaments.selectors.results import results_of
from tournaments.selectors.rounds import tables_of
from tournaments.services.bracket_calls import call_matches
from tournaments.services.forfeits import record_forfeit, take_back_forfeit

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Event:
    """Eight people at two tables, one round; a forfeit gives 7 points."""
    event = drawn_night(club, 8, rounds=1, forfeit_points=7)
    assert EventPolicy.objects.get(event=event).absence["forfeit_points"] == 7
    return event


def forfeit(match: Match, absent: str, *, given_up: bool = False, reason: str = "nobody came") -> Forfeit:
    return record_forfeit(match=match, absent=absent, reason=reason, actor=DIRECTOR, given_up=given_up)


def of_match(event: Event, match: Match) -> dict[str, tuple[int, Fraction, int, bool]]:
    """By seat: points, games won, games played, whether it is a forfeit."""
    seats = {one.entry_id: seat for seat, one in sitting(match).items()}
    return {
        seats[one.tally.entry]: (one.tally.points, one.tally.games_won, one.tally.games_played, one.forfeit)
        for one in results_of(event.pk)
        if one.match == match.pk
    }


WON, LOST = (7, Fraction(1), 1, True), (0, Fraction(0), 1, True)


@pytest.mark.parametrize(
    ("absent", "expected"),
    [
        ("NS", {"N": LOST, "S": LOST, "E": WON, "W": WON}),
        ("EW", {"N": WON, "S": WON, "E": LOST, "W": LOST}),
        ("both", {"N": LOST, "S": LOST, "E": LOST, "W": LOST}),
    ],
)
def test_the_others_win_a_game_with_the_events_points(
    night: Event, absent: str, expected: dict[str, object]
) -> None:
    match = match_of(night)
    forfeit(match, absent)
    assert of_match(night, match) == expected


def test_partners_and_opponents_of_a_forfeit_are_known(night: Event) -> None:
    match = match_of(night)
    forfeit(match, "NS")
    north, east, south, west = (entry_at(match, seat).pk for seat in "NESW")
    (result,) = [one for one in results_of(night.pk) if one.tally.entry == east]
    assert (result.tally.partners, result.tally.opponents) == ({west}, {north, south})


def test_it_counts_in_won_and_lost_and_in_no_average(night: Event) -> None:
    """East and West win 7 points by forfeit; at the other table N/S make 1, 1, 2 and 1."""
    one, other = match_of(night, 1), match_of(night, 2)
    forfeit(one, "NS")
    for number, tricks in enumerate((3, 4, 5, 3), start=1):
        hand(other, number, tricks=tricks)
    totals = total_up(night.entries.values_list("pk", flat=True), results_of(night.pk))
    east, north = totals[entry_at(one, "E").pk], totals[entry_at(other, "N").pk]
    assert (east.points, east.game_points, east.games_won, east.games_played, east.games_forfeited) == (
        7, 0, 1, 1, 1
    )  # fmt: skip
    assert (north.points, north.game_points, north.games_won, north.games_forfeited) == (5, 5, 1, 0)
    first = ranking_of(night.pk).whole.order[0]
    assert first.entry in {entry_at(one, "E").pk, entry_at(one, "W").pk}


def test_a_match_begun_is_only_given_up_and_its_lines_stay(night: Event) -> None:
    match = match_of(night)
    hand(match, 1, tricks=5)
    for absent, given_up in (("NS", False), ("both", True), ("both", False)):
        with pytest.raises(EventViolation) as said:
            forfeit(match_of(night), absent, given_up=given_up)
        assert said.value.code == "match-begun"
    forfeit(match_of(night), "NS", given_up=True, reason="a train to catch")
    assert of_match(night, match) == {"N": LOST, "S": LOST, "E": WON, "W": WON}
    assert Tally.objects.filter(match=match, points=2).count() == 2, "what was played is known of the people"
    words = {table.table: (table.kind, table.word) for table in tables_of(match.round)}
    assert words[1] == ("over", "N/S gave up")


def test_taken_back_what_was_played_counts_again(night: Event) -> None:
    match = match_of(night)
    hand(match, 1, tricks=5)
    forfeit(match_of(night), "NS", given_up=True)
    take_back_forfeit(match=match_of(night), actor=DIRECTOR)
    assert of_match(night, match)["N"] == (2, Fraction(0), 0, False)
    with pytest.raises(EventViolation) as said:
        take_back_forfeit(match=match_of(night), actor=DIRECTOR)
    assert said.value.code == "not-forfeited"


def test_the_word_is_changed_by_saying_it_anew(night: Event) -> None:
    match = match_of(night)
    forfeit(match, "NS")
    forfeit(match_of(night), "EW", reason="it was the others")
    assert Forfeit.objects.get().absent == "EW"
    assert of_match(night, match)["N"] == WON


@pytest.mark.parametrize(
    ("absent", "reason", "code"),
    [("NS", " ", "reason-missing"), ("N", "x", "side-unknown"), ("", "x", "side-unknown")],
)
def test_what_makes_no_forfeit_is_refused(night: Event, absent: str, reason: str, code: str) -> None:
    with pytest.raises(EventViolation) as said:
        forfeit(match_of(night), absent, reason=reason)
    assert said.value.code == code
    assert not Forfeit.objects.exists()


def test_a_match_played_to_its_end_is_not_forfeited(night: Event) -> None:
    for number in range(1, 5):
        hand(match_of(night), number)
    with pytest.raises(EventViolation) as said:
        forfeit(match_of(night), "EW", given_up=True)
    assert said.value.code == "match-over"


def test_a_table_of_three_knows_no_side_to_forfeit(club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed")
    with pytest.raises(EventViolation) as said:
        forfeit(match_of(event), "NS")
    assert said.value.code == "forfeit-of-three"


def test_the_desk_and_the_round_say_so(night: Event) -> None:
    forfeit(match_of(night, 1), "NS")
    forfeit(match_of(night, 2), "both")
    (on_desk,) = rounds_on_desk(night)
    assert [(one.kind, one.word) for one in on_desk.tables] == [
        ("over", "N/S did not come"),
        ("over", "nobody came"),
    ]
    assert on_desk.all_over


def test_a_bracket_hears_of_a_forfeit_and_of_its_end(club: Club) -> None:
    stage = drawn_bracket(4, club=club, pairs=True)
    call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    match = at_table(stage, 0)
    one, other = (entry_at(match, seat) for seat in "NE")
    forfeit(match, "NS", reason="nobody came")
    assert now_of(stage).seen[0].winner == other.pk
    (verdict,) = stage.verdicts.all()
    assert (verdict.winner_id, {verdict.one_id, verdict.other_id}) == (other.pk, {one.pk, other.pk})
    take_back_forfeit(match=at_table(stage, 0), actor=DIRECTOR)
    assert now_of(stage).seen[0].winner is None
