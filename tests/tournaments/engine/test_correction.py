"""Corrections after the next draw: the consequences are exact, and no score changes hands."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.outcomes import results_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.bracket import draw_bracket
from tournaments.engine.formats.bracket_double import draw_double_bracket
from tournaments.engine.formats.bracket_layout import places
from tournaments.engine.formats.correction import (
    bracket_consequences,
    correct,
    next_round_consequences,
    redrawn,
    round_changes,
    swiss_consequences,
)
from tournaments.engine.formats.tree import Part, State, ready, record, unfold, verdict_of
from tournaments.engine.seating import contacts

trees = st.tuples(
    st.integers(3, 20), st.sampled_from((draw_bracket, draw_double_bracket)), st.integers(0, 2**32)
)


def begun(entries, draw, rng, share=1.0):
    """A bracket in which this share of the matches has been played."""
    bracket = draw(range(entries))
    for _ in range(1 + int(share * len(bracket.matches))):
        if not (waiting := ready(bracket)):
            break
        number = rng.choice(waiting)
        bracket = record(bracket, number, rng.choice(unfold(bracket)[number][:2]))
    return bracket


def turned(bracket, number):
    """The verdict that the other one won."""
    one, other = bracket.verdicts[number].between
    return verdict_of(bracket, number, other if bracket.verdicts[number].winner == one else one)


@settings(deadline=None, max_examples=50)
@given(trees, st.floats(0.2, 1))
def test_a_redraw_changes_exactly_the_matches_that_were_announced(tree, share):
    entries, draw, seed = tree
    rng = random.Random(seed)
    before = begun(entries, draw, rng, share)
    number = rng.choice(list(before.verdicts))
    verdict = turned(before, number)
    announced = bracket_consequences(before, number, verdict)
    after = correct(before, number, verdict.winner, keep=False)
    told = {change.match: change for change in announced}
    for match, was, now in zip(before.matches, unfold(before), unfold(after), strict=True):
        if match.number in told:
            assert told[match.number].was == (was.one, was.other)
            assert told[match.number].due == (now.one, now.other)
            assert told[match.number].loses_result == (was.state is State.DECIDED)
            assert match.number not in after.verdicts
            assert told[match.number].sentence.endswith(".")
        else:
            assert {was.one, was.other} == {now.one, now.other}
            assert (was.state is State.IDLE) == (now.state is State.IDLE)
    for held, verdict in after.verdicts.items():
        assert set(verdict.between) == {unfold(after)[held].one, unfold(after)[held].other}


@settings(deadline=None, max_examples=50)
@given(trees, st.floats(0.2, 1))
def test_what_is_kept_moves_nobody_and_keeps_every_later_result(tree, share):
    entries, draw, seed = tree
    rng = random.Random(seed)
    before = begun(entries, draw, rng, share)
    number = rng.choice(list(before.verdicts))
    verdict = turned(before, number)
    after = correct(before, number, verdict.winner, keep=True)
    assert unfold(after) == unfold(before)
    assert after.verdicts[number] == verdict
    assert {at: one for at, one in after.verdicts.items() if at != number} == {
        at: one for at, one in before.verdicts.items() if at != number
    }
    assert places(after) == places(before)
    ended = after
    while waiting := ready(ended):
        ended = record(ended, waiting[0], unfold(ended)[waiting[0]].one)
    assert list(places(ended).values()).count((1, 1)) == 1


@settings(deadline=None, max_examples=30)
@given(trees)
def test_correcting_back_moves_everybody_back(tree):
    entries, draw, seed = tree
    rng = random.Random(seed)
    before = begun(entries, draw, rng)
    number = rng.choice(list(before.verdicts))
    first = before.verdicts[number]
    there = correct(before, number, turned(before, number).winner, keep=False)
    back = correct(there, number, first.winner, keep=False)
    main = [match.number for match in before.matches if match.part is Part.MAIN and match.round == 1]
    assert all(unfold(back)[at] == unfold(before)[at] for at in main)
    changed = {change.match for change in bracket_consequences(back, number, first)}
    assert changed == set()


def test_a_semi_final_of_eight_turned_names_the_final_and_the_third_place():
    bracket = draw_bracket(range(1, 9), third_place=True)
    while waiting := ready(bracket):
        bracket = record(bracket, waiting[0], min(unfold(bracket)[waiting[0]][:2]))
    told = bracket_consequences(bracket, 4, turned(bracket, 4))
    assert [change.sentence for change in told] == [
        "Match 7: 4 and 2 instead of 1 and 2; its result would be void.",
        "Match 8: 1 and 3 instead of 4 and 3; its result would be void.",
    ]


def test_a_grand_final_turned_says_whether_the_second_match_is_needed():
    bracket = draw_double_bracket(range(2))
    bracket = record(record(bracket, 0, 0), 1, 0)
    assert [one.sentence for one in bracket_consequences(bracket, 1, turned(bracket, 1))] == [
        "Match 3: 1 and 0 would have to play."
    ]
    again = record(correct(bracket, 1, 1, keep=False), 2, 0)
    assert [one.sentence for one in bracket_consequences(again, 1, turned(again, 1))] == [
        "Match 3 would not be needed; its result would be void."
    ]
    assert 2 not in correct(again, 1, 0, keep=False).verdicts


def test_nothing_can_be_corrected_before_it_is_decided():
    with pytest.raises(EventViolation, match="match-not-decided"):
        correct(draw_bracket(range(4)), 0, 0, keep=True)


def test_a_progressive_round_names_who_should_sit_elsewhere():
    keller = FORMATS["keller"]
    first = keller.draw(range(12), 1, rng=random.Random(1)).rounds
    old = results_of(first[0], {1: 0, 2: 0, 3: 0})
    drawn = keller.draw_next(range(12), rng=random.Random("seed"), played=first, results=old)
    how = {"seed": "seed", "played": first, "drawn": drawn}
    assert next_round_consequences(keller.draw_next, range(12), results=old, **how) == ()
    told = next_round_consequences(
        keller.draw_next, range(12), results=results_of(first[0], {1: 0, 2: 1, 3: 0}), **how
    )
    moved = {change.entry for change in told if change.table_was != change.table_due}
    assert moved == set(first[0].tables[1].seated)
    touched = {change.entry for change in told}
    old_tables, new_tables = {1, 2}, {change.table_due for change in told}
    assert new_tables == old_tables
    assert touched == {entry for table in drawn.tables if table.table < 3 for entry in table.seated}
    assert all(change.sentence.endswith(".") for change in told)


def test_a_swiss_round_that_is_as_good_by_the_new_scores_has_no_consequences():
    swiss = FORMATS["swiss"]
    first = swiss.draw(range(8), 1, rng=random.Random(1)).rounds
    old = results_of(first[0])
    drawn = swiss.draw_next(range(8), rng=random.Random(2), played=first, results=old)
    how = {"seed": 2, "played": first, "drawn": drawn}
    assert swiss_consequences(range(8), results=old, **how) == ()
    winners = {entry for table in first[0].tables for entry in table.seated[:1]}
    # Both tables whose winners met are turned: then their losers should have met each other's, and do so.
    one = next(table for table in drawn.tables if set(table.seated) <= winners)
    new = results_of(
        first[0], {table.table: 1 for table in first[0].tables if set(table.seated) & set(one.seated)}
    )
    told = swiss_consequences(range(8), results=new, **how)
    losers_met = any(
        {entry for table in first[0].tables if set(table.seated) & set(one.seated) for entry in table.seated}
        - set(one.seated)
        == set(table.seated)
        for table in drawn.tables
    )
    assert (told == ()) == losers_met


def test_a_swiss_round_that_joins_unlike_scores_says_who_should_have_met():
    swiss = FORMATS["swiss"]
    first = swiss.draw(range(8), 1, rng=random.Random(1)).rounds
    drawn = swiss.draw_next(range(8), rng=random.Random(2), played=first, results=results_of(first[0]))
    new = results_of(first[0], {1: 1})
    told = swiss_consequences(range(8), seed=2, played=first, drawn=drawn, results=new)
    due = swiss.draw_next(range(8), rng=random.Random(2), played=first, results=new)
    assert told == round_changes(drawn, due)
    assert told
    assert contacts([*first, due]).meeting_repeats == 0


@settings(deadline=None, max_examples=30)
@given(trees, st.floats(0.2, 1))
def test_a_result_taken_away_leaves_only_what_does_not_hang_on_it(tree, share):
    entries, draw, seed = tree
    rng = random.Random(seed)
    before = begun(entries, draw, rng, share)
    number = rng.choice(list(before.verdicts))
    after = redrawn(before, number, None)
    assert number not in after.verdicts
    assert unfold(after)[number].state is State.READY
    # Playing the very matches that are still held, in their order, leads to the same bracket.
    again = replace(before, verdicts={})
    for at, verdict in sorted(after.verdicts.items()):
        again = record(again, at, verdict.winner, verdict.games, how=verdict.how)
    assert unfold(again) == unfold(after)
    told = {change.match for change in bracket_consequences(before, number, None)}
    assert before.verdicts.keys() - after.verdicts.keys() - {number} <= told


def test_consequences_are_told_with_names():
    bracket = record(draw_bracket([7, 8, 9]), 0, 8)
    change = bracket_consequences(bracket, 0, verdict_of(bracket, 0, 9))[0]
    names = {7: "Ann", 8: "Bob", 9: "Cora"}
    assert change.told(names) == "Match 2: Ann and Cora instead of Ann and Bob."
    assert change.sentence == "Match 2: 7 and 9 instead of 7 and 8."
    gone = bracket_consequences(bracket, 0, None)[0]
    assert gone.told(names) == "Match 2: Ann and somebody not yet known instead of Ann and Bob."
