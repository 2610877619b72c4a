"""Fixed steps: the published tables come out, and the formula agrees with playing every round through."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.fixed_steps import (
    CHAT_GAMERS,
    FEDERATION,
    better_steps,
    check_steps,
    draw_fixed_steps,
)
from tournaments.engine.seating import check_schedule, contacts


def walked(steps, tables, rounds):
    """Partner, opponent and meeting repeats, and rounds before anybody meets again, by walking."""
    partners, opponents, clear = {}, {}, None
    for turn in range(rounds):
        again = False
        for table in range(tables):
            n, e, s, w = (("NESW"[seat], (table - turn * step) % tables) for seat, step in enumerate(steps))
            for kind, two in (
                (partners, (n, s)), (partners, (e, w)),
                (opponents, (n, e)), (opponents, (n, w)), (opponents, (s, e)), (opponents, (s, w)),
            ):  # fmt: skip
                again |= two in kind
                kind[two] = kind.get(two, 0) + 1
        if again and clear is None:
            clear = turn
    repeats = [sum(times - 1 for times in kind.values()) for kind in (partners, opponents)]
    return *repeats, sum(repeats), clear


@settings(deadline=None, max_examples=60)
@given(st.tuples(*[st.integers(-9, 9)] * 4), st.integers(1, 14), st.integers(1, 20))
def test_the_formula_says_what_walking_every_round_says(steps, tables, rounds):
    found = check_steps(steps, tables, rounds)
    partners, opponents, meetings, clear = walked(steps, tables, rounds)
    assert (found.partner_repeats, found.opponent_repeats, found.meeting_repeats) == (
        partners,
        opponents,
        meetings,
    )
    assert (found.first.round - 1 if found.first else None) == clear


def test_the_first_repeats_of_both_well_known_steps_are_as_published():
    # Case C10, tables 6 to 16.
    tables = range(6, 17)
    federation = [check_steps(FEDERATION, count, 60).clear_rounds for count in tables]
    chat_gamers = [check_steps(CHAT_GAMERS, count, 60).clear_rounds for count in tables]
    assert federation == [2, 7, 2, 3, 5, 11, 3, 13, 7, 5, 4]
    assert chat_gamers == [2, 7, 4, 3, 5, 11, 4, 13, 7, 5, 8]


def test_at_twelve_tables_the_federation_repeats_partners_and_the_other_steps_do_not():
    # Case C10: 36 of 144 East–West pairs meet, each four times.
    assert check_steps(FEDERATION, 12, 12).partner_repeats == 36 * 3
    assert check_steps(CHAT_GAMERS, 12, 12).partner_repeats == 0
    assert check_steps(CHAT_GAMERS, 12, 12).opponent_repeats == 240
    assert "East" not in check_steps(FEDERATION, 12, 12).sentence
    assert check_steps(FEDERATION, 13, 12).sentence == "Nobody meets again in 12 rounds at 13 tables."


@pytest.mark.parametrize(
    ("tables", "federation", "chat_gamers"),
    [
        (5, (70, 210), (70, 210)), (8, (112, 304), (64, 256)), (10, (90, 270), (40, 220)),
        (11, (22, 66), (22, 66)), (12, (108, 348), (0, 240)), (13, (0, 0), (0, 0)),
        (16, (128, 256), (0, 128)), (20, (140, 220), (0, 80)), (24, (144, 240), (0, 96)),
        (25, (0, 0), (0, 0)),
    ],
)  # fmt: skip
def test_twelve_rounds_repeat_as_often_as_measured(tables, federation, chat_gamers):
    for steps, measured in ((FEDERATION, federation), (CHAT_GAMERS, chat_gamers)):
        found = check_steps(steps, tables, 12)
        assert (found.partner_repeats, found.meeting_repeats) == measured


@pytest.mark.parametrize("tables", (1, 2, 4, 5, 6, 8, 9))
@pytest.mark.parametrize("rounds", (4, 8))
def test_no_steps_are_better_than_those_proposed(tables, rounds):
    best = better_steps(tables, rounds)[0]
    everything = (check_steps((0, *steps), tables, rounds) for steps in product(range(tables), repeat=3))
    assert (best.partner_repeats, best.meeting_repeats) == min(
        (one.partner_repeats, one.meeting_repeats) for one in everything
    )


@settings(deadline=None, max_examples=30)
@given(st.integers(3, 60), st.integers(1, 12), st.integers(0, 2**32))
def test_everybody_has_a_seat_every_round_and_nobody_plays_two_at_a_table(people, rounds, seed):
    if -people % 4 > -(-people // 4):
        return
    schedule = draw_fixed_steps(range(people), rounds, rng=random.Random(seed))
    check_schedule(schedule, range(people))
    assert all(len(table.seated) >= 3 for drawn in schedule.rounds for table in drawn.tables)
    assert schedule == draw_fixed_steps(range(people), rounds, rng=random.Random(seed))


def test_the_drawn_rounds_repeat_as_the_check_foretold():
    for steps in (FEDERATION, CHAT_GAMERS):
        met = contacts(draw_fixed_steps(range(48), 12, rng=random.Random(1), steps=steps))
        found = check_steps(steps, 12, 12)
        assert (met.partner_repeats, met.opponent_repeats) == (found.partner_repeats, found.opponent_repeats)


def test_rounds_go_on_where_they_stopped_and_a_newcomer_takes_an_empty_seat():
    whole = draw_fixed_steps(range(20), 8, rng=random.Random(1), steps=FEDERATION).rounds
    rest = draw_fixed_steps(range(20), 5, rng=random.Random(9), played=whole[:3])
    assert rest.rounds == whole[3:]
    changed = draw_fixed_steps([*range(1, 20), 77], 5, rng=random.Random(9), played=whole[:3])
    check_schedule(changed, [*range(1, 20), 77])
    for old, new in zip(whole[3:], changed.rounds, strict=True):
        swapped = [tuple(77 if entry == 0 else entry for entry in table.seats) for table in old.tables]
        assert [table.seats for table in new.tables] == swapped


def _eight():
    return draw_fixed_steps(range(8), 1, rng=random.Random(1)).rounds


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: draw_fixed_steps([1, 2], 1, rng=random.Random(1)), "too-few-entrants"),
        (lambda: draw_fixed_steps(range(5), 1, rng=random.Random(1)), "too-few-for-steps"),
        (lambda: draw_fixed_steps(range(8), 0, rng=random.Random(1)), "rounds-out-of-range"),
        (lambda: check_steps(FEDERATION, 0, 5), "tables-out-of-range"),
        (lambda: better_steps(61, 5), "tables-out-of-range"),
        (
            lambda: draw_fixed_steps(
                range(9),
                1,
                rng=random.Random(1),
                played=draw_fixed_steps(range(8), 1, rng=random.Random(1)).rounds,
            ),
            "no-empty-seat",
        ),
    ],
)
def test_what_steps_cannot_seat_is_refused_in_a_sentence(wrong, code):
    with pytest.raises(EventViolation) as refused:
        wrong()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_the_catalogue_draws_by_steps():
    assert len(FORMATS["fixed-steps"].draw(range(12), 3, rng=random.Random(1)).rounds) == 3
