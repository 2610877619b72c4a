"""Progressive movements, held against rules written table by table, and people who come and go."""

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.outcomes import results_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.progressive import (
    KELLER,
    MOVEMENTS,
    SEMI_PARTNER,
    UP_AND_DOWN,
    WHIST_DRIVE,
    Fixed,
    Movement,
    Partners,
    Tie,
    draw_by_movement,
    draw_first,
)
from tournaments.engine.seating import DrawnRound, DrawnTable, Schedule, check_schedule

movements = st.sampled_from(list(MOVEMENTS.values()))
TWELVE = DrawnRound(
    1, tuple(DrawnTable(at + 1, 4 * at, 4 * at + 1, 4 * at + 2, 4 * at + 3) for at in range(3))
)


def sides_by_table(drawn):
    return {table.table: set(map(frozenset, table.sides)) for table in drawn.tables}


def tables_of(drawn):
    return {entry: table.table for table in drawn.tables for entry in table.seated}


def an_evening(movement, people, rounds, rng):
    played, results = [], []
    for _ in range(rounds):
        played.append(draw_by_movement(movement, people, rng=rng, played=played, results=results))
        winners = {table.table: rng.randrange(2) for table in played[-1].tables}
        results += results_of(played[-1], winners)
    return played, results


@settings(deadline=None, max_examples=60)
@given(movements, st.integers(4, 30), st.integers(1, 8), st.integers(0, 2**32))
def test_everybody_sits_once_a_round_and_sit_outs_are_even(movement, people, rounds, seed):
    played, _ = an_evening(movement, range(people), rounds, random.Random(seed))
    check_schedule(Schedule(tuple(played)), range(people))
    assert [drawn.number for drawn in played] == list(range(1, rounds + 1))
    times = Counter(dict.fromkeys(range(people), 0))
    for drawn in played:
        times.update(drawn.sitting_out)
        assert len(drawn.sitting_out) == people % 4
        assert max(times.values()) - min(times.values()) <= 1
    assert played == an_evening(movement, range(people), rounds, random.Random(seed))[0]


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 8), st.integers(0, 2**32))
def test_keller_sends_winners_up_and_the_losers_of_the_head_to_the_foot(tables, seed):
    played, results = an_evening(KELLER, range(4 * tables), 2, random.Random(seed))
    won = {one.tally.entry for one in results if one.round == 1 and one.tally.games_won == 1}
    after = tables_of(played[1])
    for entry, table in tables_of(played[0]).items():
        due = {1: (1, tables)}.get(table, (table - 1, table))
        assert after[entry] == due[entry not in won]


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 8), st.integers(0, 2**32))
def test_up_and_down_moves_winners_up_and_losers_down_between_fixed_ends(tables, seed):
    played, results = an_evening(UP_AND_DOWN, range(4 * tables), 2, random.Random(seed))
    after, first = tables_of(played[1]), tables_of(played[0])
    won = {one.tally.entry for one in results if one.round == 1 and one.tally.games_won == 1}
    for entry, table in first.items():
        assert after[entry] == (max(1, table - 1) if entry in won else min(tables, table + 1))


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 8), st.booleans(), st.integers(0, 2**32))
def test_a_whist_drive_sends_losing_ladies_up_and_losing_gentlemen_down(tables, stay, seed):
    movement = SEMI_PARTNER if stay else WHIST_DRIVE
    played, results = an_evening(movement, range(4 * tables), 2, random.Random(seed))
    won = {one.tally.entry for one in results if one.round == 1 and one.tally.games_won == 1}
    after = tables_of(played[1])
    for table in played[0].tables:
        ladies = {table.north, table.east}
        for entry in table.seated:
            step = 0 if entry in won else 1 if entry in ladies else -1
            assert after[entry] == (table.table - 1 + step) % tables + 1
        winners = frozenset(won.intersection(table.seated))
        assert (winners in sides_by_table(played[1])[table.table]) == stay
    for one, two in zip(*(sorted(_ladies(drawn)) for drawn in played), strict=True):
        assert one == two


def _ladies(drawn):
    return [entry for table in drawn.tables for entry in (table.north, table.east)]


@settings(deadline=None, max_examples=40)
@given(st.sampled_from((KELLER, UP_AND_DOWN, WHIST_DRIVE)), st.integers(3, 8), st.integers(0, 2**32))
def test_nobody_keeps_a_partner_where_couples_part(movement, tables, seed):
    played, _ = an_evening(movement, range(4 * tables), 6, random.Random(seed))
    for before, after in pairwise(played):
        old = set().union(*sides_by_table(before).values())
        assert old.isdisjoint(set().union(*sides_by_table(after).values()))


def test_the_movement_by_hand_with_twelve():
    # Table 1: 0+2 v 1+3, table 2: 4+6 v 5+7, table 3: 8+10 v 9+11; sides 0, 1, 0 win.
    results = results_of(TWELVE, {1: 0, 2: 1, 3: 0})
    keller = draw_by_movement(KELLER, range(12), rng=random.Random(1), played=[TWELVE], results=results)
    assert tables_of(keller) == {
        0: 1, 2: 1, 5: 1, 7: 1, 4: 2, 6: 2, 8: 2, 10: 2, 9: 3, 11: 3, 1: 3, 3: 3,
    }  # fmt: skip
    assert sides_by_table(keller)[1] == {frozenset({0, 5}), frozenset({2, 7})}


def test_partners_are_chosen_whom_one_has_had_least():
    first = DrawnRound(1, (DrawnTable(1, 0, 1, 2, 3),))
    second = DrawnRound(2, (DrawnTable(1, 0, 2, 1, 3),))  # 0+1, 2+3
    third = DrawnRound(3, (DrawnTable(1, 0, 1, 2, 3),))
    drawn = draw_by_movement(
        KELLER, range(4), rng=random.Random(1), played=[first, second, third], results=results_of(third)
    )
    assert sides_by_table(drawn)[1] == {frozenset({0, 3}), frozenset({1, 2})}


def test_couples_can_stay_together_and_mixed_couples_can_part_mixed():
    together = replace(KELLER, partners=Partners.STAY)
    drawn = draw_by_movement(
        together, range(12), rng=random.Random(1), played=[TWELVE], results=results_of(TWELVE)
    )
    old = set().union(*sides_by_table(TWELVE).values())
    assert set().union(*sides_by_table(drawn).values()) == old
    mixed = replace(KELLER, partners=Partners.PART_MIXED)
    played, _ = an_evening(mixed, range(16), 6, random.Random(2))
    assert all(sorted(_ladies(drawn)) == sorted(_ladies(played[0])) for drawn in played)


@pytest.mark.parametrize(
    "movement",
    [
        replace(KELLER, winners=2),
        replace(KELLER, winners=3, fixed=Fixed.NEITHER),
        replace(KELLER, winners=0, losers=1, fixed=Fixed.FOOT),
        replace(KELLER, winners=0, losers=2, fixed=Fixed.NEITHER),
        replace(UP_AND_DOWN, winners=2, losers=1),
        replace(UP_AND_DOWN, winners=2, losers=3),
        replace(UP_AND_DOWN, fixed=Fixed.NEITHER),
    ],
)
def test_any_number_of_tables_and_either_end_can_be_chosen(movement):
    for tables in range(1, 7):
        played, _ = an_evening(movement, range(4 * tables), 5, random.Random(tables))
        check_schedule(Schedule(tuple(played)), range(4 * tables))


def test_a_movement_that_would_leave_tables_uneven_refuses_to_exist():
    for change in (
        {"winners": 0},
        {"winners": -1},
        {"fixed": Fixed.FOOT},
        {"losers": 1},
        {"by_role": True},
    ):
        with pytest.raises(EventViolation):
            replace(KELLER, **change)


# --- level and missing tables -----------------------------------------------------------------------------


def test_tables_without_a_winner_are_named_until_somebody_settles_them():
    results = [one for one in results_of(TWELVE, level=2) if one.match != 3]
    with pytest.raises(EventViolation, match="Tables 2 and 3 of round 1"):
        draw_by_movement(KELLER, range(12), rng=random.Random(1), played=[TWELVE], results=results)
    drawn = draw_by_movement(
        KELLER, range(12), rng=random.Random(1), played=[TWELVE], results=results, settled={2: 1, 3: 1}
    )
    assert tables_of(drawn)[5] == 1
    assert tables_of(drawn)[9] == 2


def test_a_level_table_can_be_settled_by_lone_hands_or_by_a_cut():
    results = results_of(TWELVE, level=2)
    lone = [
        replace(one, tally=replace(one.tally, lone_marched=1)) if one.tally.entry == 7 else one
        for one in results
    ]
    by_lone_hands = replace(KELLER, tie=Tie.LONE_HANDS)
    drawn = draw_by_movement(by_lone_hands, range(12), rng=random.Random(1), played=[TWELVE], results=lone)
    assert tables_of(drawn)[7] == tables_of(drawn)[5] == 1
    cut = replace(KELLER, tie=Tie.CUT)
    lots = [
        tables_of(draw_by_movement(cut, range(12), rng=random.Random(at), played=[TWELVE], results=results))[
            5
        ]
        for at in range(40)
    ]
    assert set(lots) == {1, 2}
    with pytest.raises(EventViolation, match="Table 3 of round 1"):
        missing = [one for one in results if one.match != 3]
        draw_by_movement(cut, range(12), rng=random.Random(1), played=[TWELVE], results=missing)


# --- people come and go -----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(movements, st.integers(8, 24), st.integers(0, 3), st.integers(0, 5), st.integers(0, 2**32))
def test_who_leaves_is_gone_who_comes_is_seated_and_played_rounds_stay(movement, people, leave, come, seed):
    rng = random.Random(seed)
    played, results = an_evening(movement, range(people), 3, rng)
    kept = list(played)
    entrants = list(range(leave, people + come))
    drawn = draw_by_movement(movement, entrants, rng=rng, played=played, results=results)
    assert played == kept
    check_schedule(Schedule((drawn,)), entrants)
    assert len(drawn.sitting_out) == len(entrants) % 4


def test_who_stays_keeps_the_table_of_the_movement_when_one_substitute_comes():
    results = results_of(TWELVE)
    same = draw_by_movement(KELLER, range(12), rng=random.Random(1), played=[TWELVE], results=results)
    changed = draw_by_movement(
        KELLER, [*range(11), 99], rng=random.Random(1), played=[TWELVE], results=results
    )
    assert tables_of(changed) == {
        99 if entry == 11 else entry: table for entry, table in tables_of(same).items()
    }


def test_two_bags_seat_a_lady_with_a_gentleman():
    drawn = draw_first(range(14), rng=random.Random(1), ladies=range(7))
    assert all(max(table.north, table.east) < 7 <= min(table.south, table.west) for table in drawn.tables)
    assert len(drawn.sitting_out) == 2
    with pytest.raises(EventViolation, match="roles-uneven"):
        draw_first(range(14), rng=random.Random(1), ladies=range(3))


def test_the_catalogue_draws_the_first_round_and_the_next():
    for code in MOVEMENTS:
        first = FORMATS[code].draw(range(9), 1, rng=random.Random(1)).rounds
        after = FORMATS[code].draw_next(
            range(9), rng=random.Random(2), played=first, results=results_of(first[0])
        )
        check_schedule(Schedule((*first, after)), range(9))
        with pytest.raises(EventViolation, match="results-needed"):
            FORMATS[code].draw(range(9), 1, rng=random.Random(1), played=first)
    with pytest.raises(EventViolation, match="too-few-entrants"):
        FORMATS["keller"].draw(range(3), 1, rng=random.Random(1))


def test_a_movement_is_a_value_like_any_other():
    assert Movement("mine", "Mine", "Mine.", "Us.") == Movement("mine", "Mine", "Mine.", "Us.")
