"""A result is corrected after the next match was called: nothing moves until the director has chosen."""

import pytest

from tests import factories
from tests.tournaments.bracket_events import DIRECTOR, at_table, drawn_bracket, now_of, report
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.tree import NOBODY, How, State
from tournaments.models import BracketVerdict, Forfeit, Match, MatchResult, Round, Stage
from tournaments.selectors.brackets import TABLE, places_of
from tournaments.selectors.results import entry_names
from tournaments.services.bracket_calls import call_matches
from tournaments.services.bracket_verdicts import (
    correct_match,
    decide_match,
    settle_match,
    take_back_match,
)
from tournaments.services.brackets import accept_bracket, undo_bracket, withdraw_from_bracket

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Stage:
    """Four single players; both semi-finals are played at tables: seeds 1 and 2 won."""
    stage = drawn_bracket(4)
    for match in call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR):
        report(match, min(match.seatings.values_list("entry_id", flat=True)))
    return stage


def final_of(stage: Stage) -> tuple[int | None, int | None]:
    return now_of(stage).seen[2][:2]


def call_final(stage: Stage) -> Match:
    (match,) = call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    return match


def turn(stage: Stage, number: int = 0) -> None:
    """The table says that the other one won."""
    row = BracketVerdict.objects.get(stage=stage, number=number)
    report(at_table(stage, number), row.other_id if row.winner_id == row.one_id else row.one_id)


def test_what_a_table_reports_moves_people_on(four) -> None:
    one, two, three, four_ = four.seeds
    assert final_of(four) == (one, two)
    row = BracketVerdict.objects.get(number=0)
    assert (row.one_id, row.other_id, row.winner_id) == (one, four_, one)
    assert (row.games_one, row.games_other, row.recorded_by) == (1, 0, TABLE)
    assert places_of(four) == {three: (3, 4), four_: (3, 4)}


def test_a_correction_before_anybody_was_called_is_followed_at_once(four) -> None:
    _, two, _, last = four.seeds
    turn(four)
    assert final_of(four) == (last, two)
    assert now_of(four).differences == []


def test_a_result_taken_back_at_the_table_is_none(four) -> None:
    report(at_table(four, 0), None, over=False)
    assert final_of(four) == (None, four.seeds[1])
    assert not BracketVerdict.objects.filter(number=0).exists()


def test_a_level_match_has_no_winner_until_the_director_says_who_goes_on() -> None:
    stage = drawn_bracket(2)
    match = call_final(stage)
    report(match, None)
    now = now_of(stage)
    assert (now.level, now.over) == ([0], False)
    decide_match(stage=stage, number=0, winner=stage.seeds[1], reason="an extra hand", actor=DIRECTOR)
    assert places_of(stage) == {stage.seeds[1]: (1, 1), stage.seeds[0]: (2, 2)}
    assert Match.objects.get(pk=match.pk).number == 0, "what was played stays"
    report(match, None)
    assert now_of(stage).over, "the table still says level, and the director has spoken"


def test_after_the_next_call_a_correction_waits_and_says_what_it_would_change(four) -> None:
    one, two, _, last = four.seeds
    call_final(four)
    turn(four)
    assert final_of(four) == (one, two), "nobody moved"
    (found,) = now_of(four).differences
    assert (found.number, found.held.winner, found.heard and found.heard.winner) == (0, one, last)
    names = entry_names(four.event_id)
    assert [change.told(names) for change in found.changes] == [
        f"Match 3: {names[last]} and {names[two]} instead of {names[one]} and {names[two]}."
    ]


def test_kept_everybody_plays_on_and_the_result_is_right(four) -> None:
    one, two, _, last = four.seeds
    final = call_final(four)
    turn(four)
    settle_match(stage=four, number=0, keep=True, reason="the final has begun", actor=DIRECTOR)
    row = BracketVerdict.objects.get(number=0)
    assert (row.winner_id, row.kept_winner_id, row.kept_loser_id) == (last, one, last)
    assert final_of(four) == (one, two)
    assert now_of(four).differences == []
    report(final, one)
    assert places_of(four)[one] == (1, 1)
    report(at_table(four, 0), one)
    assert now_of(four).differences == [], "it was right at first, and nobody has to move for it"
    assert BracketVerdict.objects.get(number=0).kept_winner is None
    with pytest.raises(EventViolation, match="nothing-differs"):
        settle_match(stage=four, number=0, keep=True, actor=DIRECTOR)


def test_redrawn_the_call_is_undone_and_the_right_people_wait(four) -> None:
    _, two, _, last = four.seeds
    final = call_final(four)
    turn(four)
    settle_match(stage=four, number=0, keep=False, actor=DIRECTOR)
    assert not Match.objects.filter(pk=final.pk).exists()
    assert final_of(four) == (last, two)
    assert call_final(four).seatings.count() == 2


@pytest.mark.parametrize("over", [True, False])
def test_redrawn_the_lines_of_others_stay_with_them_outside_the_bracket(four, over) -> None:
    one, two, _, last = four.seeds
    final = call_final(four)
    report(final, one if over else None, over=over)
    turn(four)
    assert len(now_of(four).differences) == 1
    settle_match(stage=four, number=0, keep=False, actor=DIRECTOR)
    parted = Match.objects.select_related("round").get(pk=final.pk)
    assert (parted.number, parted.round.name, parted.round.state) == (
        None,
        "Outside the bracket",
        Round.State.CLOSED,
    )
    assert {one_.entry_id for one_ in parted.tallies.all()} == {one, two}
    assert {one_.round_id for one_ in parted.tallies.all()} == {parted.round_id}
    now = now_of(four)
    assert (now.seen[2].state, now.seen[2][:2]) == (State.READY, (last, two))
    assert not BracketVerdict.objects.filter(number=2).exists()
    report(parted, two)
    assert now_of(four).seen[2].state is State.READY, "what is outside decides nothing"
    call_final(four)


def test_two_parted_matches_of_one_table_both_have_a_place(four) -> None:
    for _ in range(2):
        report(call_final(four), None, over=False)
        turn(four)
        settle_match(stage=four, number=0, keep=False, actor=DIRECTOR)
    outside = Match.objects.filter(round__name="Outside the bracket").order_by("pk")
    assert [match.table for match in outside] == [1, 2]


def test_a_result_reopened_after_the_next_call_waits_too(four) -> None:
    one, two, *_ = four.seeds
    call_final(four)
    report(at_table(four, 0), None, over=False)
    (found,) = now_of(four).differences
    assert found.heard is None
    assert final_of(four) == (one, two)
    settle_match(stage=four, number=0, keep=True, reason="it was over", actor=DIRECTOR)
    assert now_of(four).differences == []
    report(at_table(four, 0), one)
    assert final_of(four) == (one, two)


def test_a_reopened_result_redrawn_opens_the_match_again(four) -> None:
    final = call_final(four)
    report(at_table(four, 0), None, over=False)
    settle_match(stage=four, number=0, keep=False, actor=DIRECTOR)
    assert not Match.objects.filter(pk=final.pk).exists()
    now = now_of(four)
    assert (now.seen[0].state, now.seen[2].state) == (State.READY, State.WAITING)
    assert 0 in now.playing


def test_a_corrected_correction_needs_no_word(four) -> None:
    one, two, *_ = four.seeds
    call_final(four)
    turn(four)
    report(at_table(four, 0), one)
    assert now_of(four).differences == []
    assert final_of(four) == (one, two)


# --- the director's word
# -------------------------------------------------------------------------------------------


def test_a_typed_result_gives_the_table_back() -> None:
    stage = drawn_bracket(4, best_of=3)
    call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR)
    decide_match(stage=stage, number=0, winner=stage.seeds[3], games=(1, 2), actor=DIRECTOR)
    row = BracketVerdict.objects.get()
    assert (row.games_one, row.games_other, row.recorded_by) == (1, 2, DIRECTOR.code)
    assert [match.number for match in Match.objects.all()] == [1]
    for number, code in ((0, "match-decided"), (2, "match-not-ready"), (7, "match-unknown")):
        with pytest.raises(EventViolation, match=code):
            decide_match(stage=stage, number=number, winner=stage.seeds[3], actor=DIRECTOR)
    with pytest.raises(EventViolation, match="games-wrong"):
        decide_match(stage=stage, number=1, winner=stage.seeds[1], games=(1, 0), actor=DIRECTOR)


def test_a_walkover_a_leaver_and_a_double_no_show() -> None:
    stage = drawn_bracket(8)
    seeds = stage.seeds
    decide_match(stage=stage, number=0, winner=seeds[0], how=How.WALKOVER, actor=DIRECTOR)
    decide_match(stage=stage, number=1, winner=None, how=How.NO_SHOW, actor=DIRECTOR)
    now = now_of(stage)
    assert now.seen[4].state is State.IDLE
    assert (now.seen[6].one, now.seen[0].loser) == (seeds[0], seeds[7])
    decide_match(stage=stage, number=2, winner=seeds[1], how=How.WITHDRAWN, actor=DIRECTOR)
    assert now_of(stage).seen[2].loser == NOBODY


def test_a_match_that_is_being_scored_is_given_up_and_not_typed_over() -> None:
    stage = drawn_bracket(2)
    match = call_final(stage)
    report(match, None, over=False)
    with pytest.raises(EventViolation, match="match-being-scored"):
        decide_match(stage=stage, number=0, winner=stage.seeds[0], actor=DIRECTOR)
    decide_match(stage=stage, number=0, winner=stage.seeds[0], how=How.WALKOVER, reason="ill", actor=DIRECTOR)
    forfeit = Forfeit.objects.get()
    assert (forfeit.match_id, forfeit.absent, forfeit.reason) == (match.pk, "S", "ill")
    assert MatchResult.objects.filter(match=match).exists()
    assert now_of(stage).over
    report(match, stage.seeds[1])
    assert places_of(stage)[stage.seeds[0]] == (1, 1)
    take_back_match(stage=stage, number=0, actor=DIRECTOR)
    assert places_of(stage)[stage.seeds[1]] == (1, 1), "as far as the sheet says"


def test_a_result_on_a_sheet_is_corrected_there(four) -> None:
    one, _, _, last = four.seeds
    for change in (correct_match, take_back_match):
        more = {"winner": last} if change is correct_match else {}
        with pytest.raises(EventViolation, match="result-on-sheet"):
            change(stage=four, number=0, actor=DIRECTOR, **more)
    correct_match(
        stage=four, number=0, winner=last, how=How.WALKOVER, reason="played out of turn", actor=DIRECTOR
    )
    assert final_of(four)[0] == last
    assert now_of(four).differences == []
    assert at_table(four, 0).forfeit.absent == "N"
    report(at_table(four, 0), one)
    assert now_of(four).differences == []


def test_a_typed_result_is_corrected_and_the_director_asked_about_what_follows() -> None:
    stage = drawn_bracket(4)
    one, two, three, last = stage.seeds
    for number, winner in ((0, one), (1, two)):
        decide_match(stage=stage, number=number, winner=winner, actor=DIRECTOR)
    correct_match(stage=stage, number=0, winner=last, actor=DIRECTOR)
    assert final_of(stage) == (last, two)
    decide_match(stage=stage, number=2, winner=last, actor=DIRECTOR)
    with pytest.raises(EventViolation) as met:
        correct_match(stage=stage, number=1, winner=three, actor=DIRECTOR)
    assert met.value.code == "correction-has-consequences"
    names = entry_names(stage.event_id)
    was, due = (f"{names[last]} and {names[entry]}" for entry in (two, three))
    assert met.value.sentence == (
        f"Keep or redraw? Match 3: {due} instead of {was}; its result would be void."
    )
    assert final_of(stage) == (last, two)
    correct_match(stage=stage, number=1, winner=three, actor=DIRECTOR, keep=True)
    assert final_of(stage) == (last, two)
    assert places_of(stage)[last] == (1, 1)
    correct_match(stage=stage, number=0, winner=one, actor=DIRECTOR, keep=False)
    assert final_of(stage) == (one, two)
    assert places_of(stage) == {three: (3, 4), last: (3, 4)}


def test_a_typed_result_is_taken_back() -> None:
    stage = drawn_bracket(4)
    decide_match(stage=stage, number=0, winner=stage.seeds[0], actor=DIRECTOR)
    decide_match(stage=stage, number=1, winner=stage.seeds[1], actor=DIRECTOR)
    take_back_match(stage=stage, number=0, actor=DIRECTOR)
    with pytest.raises(EventViolation, match="match-not-decided"):
        take_back_match(stage=stage, number=0, actor=DIRECTOR)
    decide_match(stage=stage, number=0, winner=stage.seeds[0], actor=DIRECTOR)
    call_final(stage)
    with pytest.raises(EventViolation, match="correction-has-consequences"):
        take_back_match(stage=stage, number=0, actor=DIRECTOR)
    take_back_match(stage=stage, number=0, actor=DIRECTOR, redraw=True)
    assert not Match.objects.exists()


def test_where_nobody_went_on_nobody_can_be_kept() -> None:
    stage = drawn_bracket(4)
    decide_match(stage=stage, number=0, winner=None, how=How.NO_SHOW, actor=DIRECTOR)
    decide_match(stage=stage, number=1, winner=stage.seeds[1], actor=DIRECTOR)
    assert places_of(stage)[stage.seeds[1]] == (1, 1)
    correct_match(stage=stage, number=0, winner=stage.seeds[0], actor=DIRECTOR)
    assert now_of(stage).seen[2].state is State.READY


# --- leaving
# -------------------------------------------------------------------------------------------


def leave(stage: Stage, at: int) -> int:
    entry = stage.event.entries.get(pk=stage.seeds[at])
    entry.withdrawn_after = 1
    entry.save()
    return withdraw_from_bracket(entry=entry, actor=DIRECTOR)


def test_whoever_leaves_loses_the_open_match_and_gives_its_table_back() -> None:
    stage = drawn_bracket(4)
    call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR)
    assert leave(stage, 0) == 1
    row = BracketVerdict.objects.get()
    assert (row.number, row.winner_id, row.how) == (0, stage.seeds[3], "withdrawn")
    assert [match.number for match in Match.objects.all()] == [1]


def test_whoever_leaves_while_waiting_loses_as_soon_as_the_other_side_is_known() -> None:
    stage = drawn_bracket(4, format="double-elimination")
    one, two, three, _ = stage.seeds
    decide_match(stage=stage, number=0, winner=one, actor=DIRECTOR)
    assert leave(stage, 0) == leave(stage, 3) == 0
    (match,) = call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    report(match, two)
    now = now_of(stage)
    ready = [seen[:2] for seen in now.seen if seen.state is State.READY]
    assert ready == [(two, three)], "of the two who left, one had won and one had lost once"
    told = BracketVerdict.objects.order_by("number").values_list("how", flat=True)
    assert list(told) == ["played", "played", "withdrawn", "withdrawn"]


def test_two_who_left_leave_nobody_in_their_match() -> None:
    stage = drawn_bracket(4)
    assert leave(stage, 0) == 1
    assert leave(stage, 3) == 0, "it went on, and waits for the other side"
    decide_match(stage=stage, number=1, winner=stage.seeds[1], actor=DIRECTOR)
    assert places_of(stage)[stage.seeds[1]] == (1, 1)


def test_leaving_in_the_middle_of_a_match_is_a_forfeit() -> None:
    stage = drawn_bracket(2, pairs=True)
    report(call_final(stage), None, over=False)
    assert leave(stage, 1) == 1
    assert Forfeit.objects.get().absent == "EW"
    assert places_of(stage)[stage.seeds[0]] == (1, 1)


def test_whoever_left_before_anything_was_played_is_not_in_the_bracket_drawn_again() -> None:
    stage = drawn_bracket(4)
    leave(stage, 3)
    undo_bracket(event=stage.event, actor=DIRECTOR)
    accept_bracket(event=stage.event, seed="s", actor=DIRECTOR)
    assert Stage.objects.get().seeds == stage.seeds[:3]


def test_where_no_bracket_is_drawn_nobody_leaves_one() -> None:
    stranger = drawn_bracket(2, club=factories.make_club("Looe")).event.entries.get(number=1)
    assert withdraw_from_bracket(entry=stranger, actor=DIRECTOR) == 1
    Stage.objects.update(seeds=[])
    assert withdraw_from_bracket(entry=stranger, actor=DIRECTOR) == 0
