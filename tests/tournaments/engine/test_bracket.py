"""Brackets: how many matches, who meets whom and when, byes, plates, no-shows, and the queue of tables."""

import random
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.bracket import (
    Seeding,
    draw_bracket,
    draw_partners,
    first_round,
    seats_of_seeds,
    seed_entries,
)
from tournaments.engine.formats.bracket_double import draw_double_bracket, drop
from tournaments.engine.formats.bracket_layout import layout, places
from tournaments.engine.formats.tree import NOBODY, How, Part, State, call, ready, record, unfold, verdict_of


def play(bracket, rng, choose=None):
    """To the end, with random winners and random order of ready matches; how many were played."""
    played = 0
    while waiting := [number for number, one in enumerate(unfold(bracket)) if one.state is State.READY]:
        rng.shuffle(waiting)
        standing = unfold(bracket)
        for number in waiting:
            one, other = standing[number][:2]
            bracket = record(bracket, number, choose(one, other) if choose else rng.choice((one, other)))
            played += 1
    return bracket, played


def losses(bracket):
    lost = dict.fromkeys(bracket.seeds, 0)
    for number, verdict in bracket.verdicts.items():
        if bracket.matches[number].part not in (Part.PLATE, Part.THIRD):
            lost[verdict.loser] += 1
    return lost


def test_a_bracket_of_eleven_has_sixteen_places_and_byes_for_seeds_one_to_five():
    # Case C16.
    bracket = draw_bracket(range(1, 12))
    assert first_round(bracket).rounds[0].sitting_out == (1, 2, 3, 4, 5)
    assert sorted(len(seats_of_seeds(places)) for places in (2, 4, 8, 16)) == [2, 4, 8, 16]
    assert len(bracket.matches) == 10
    assert play(draw_double_bracket(range(1, 12), second_final=False), random.Random(1))[1] == 20
    counts = {play(draw_double_bracket(range(1, 12)), random.Random(seed))[1] for seed in range(20)}
    assert counts == {20, 21}


@settings(deadline=None, max_examples=15)
@given(st.integers(2, 128), st.integers(0, 2**32))
def test_a_knock_out_ends_with_one_winner_after_one_match_less_than_entries(entries, seed):
    bracket, played = play(draw_bracket(range(entries)), random.Random(seed))
    assert played == entries - 1
    assert sorted(losses(bracket).values()) == [0] + [1] * (entries - 1)
    reached = places(bracket)
    assert sorted(first for first, _ in reached.values())[:2] == [1, 2]
    assert len(reached) == entries
    assert losses(bracket)[next(entry for entry, place in reached.items() if place == (1, 1))] == 0


@settings(deadline=None, max_examples=15)
@given(st.integers(2, 128), st.booleans(), st.integers(0, 2**32))
def test_a_double_knock_out_sends_everybody_home_after_two_losses(entries, second_final, seed):
    drawn = draw_double_bracket(range(entries), second_final=second_final)
    bracket, played = play(drawn, random.Random(seed))
    lost = losses(bracket)
    winner = next(entry for entry, place in places(bracket).items() if place == (1, 1))
    if second_final:
        assert played == 2 * entries - 2 + lost[winner]
        assert all(times == 2 for entry, times in lost.items() if entry != winner)
    else:
        assert played == 2 * entries - 2
    assert len(places(bracket)) == entries


@settings(deadline=None, max_examples=20)
@given(st.integers(4, 40), st.integers(0, 2**32))
def test_the_plate_takes_everybody_who_loses_the_first_match_and_nobody_else(entries, seed):
    bracket, played = play(draw_bracket(range(entries), plate=True, third_place=True), random.Random(seed))
    first_lost, seen, in_plate = set(), set(), set()
    for match, state in zip(bracket.matches, unfold(bracket), strict=True):
        both = {state.one, state.other} - {NOBODY}
        if match.part is Part.MAIN:
            first_lost |= {entry for entry in both - seen if entry != state.winner}
            seen |= both
        elif match.part is Part.PLATE:
            in_plate |= both
    assert in_plate == first_lost
    assert played == entries - 1 + len(first_lost) - 1 + 1
    assert sorted(places(bracket).values())[2:4] == [(3, 3), (4, 4)]


def test_the_better_seeds_meet_as_late_as_they_can():
    for rounds in range(1, 8):
        order = seats_of_seeds(1 << rounds)
        assert sorted(order) == list(range(1, (1 << rounds) + 1))
        for top in range(1, rounds + 1):
            apart = 1 << (rounds - top)  # the best 2^top are each in a part of their own
            parts = [order[at : at + apart] for at in range(0, len(order), apart)]
            assert all(sum(seed <= 1 << top for seed in part) == 1 for part in parts)
        assert all(order[at] + order[at + 1] == (1 << rounds) + 1 for at in range(0, len(order), 2))


def test_the_favourite_always_wins_when_every_better_seed_does():
    bracket, _ = play(draw_bracket(range(32)), random.Random(1), choose=min)
    assert [entry for entry, _ in sorted(places(bracket).items(), key=lambda one: one[1])][:2] == [0, 1]
    assert places(bracket)[2] == places(bracket)[3] == (3, 4)
    assert {places(bracket)[entry] for entry in range(4, 8)} == {(5, 8)}


@pytest.mark.long
@pytest.mark.parametrize("entries", range(2, 129))
def test_every_size_of_bracket_ends(entries):
    rng = random.Random(entries)
    assert play(draw_bracket(range(entries)), rng)[1] == entries - 1
    bracket, played = play(draw_double_bracket(range(entries)), rng)
    assert played in (2 * entries - 2, 2 * entries - 1)
    assert list(places(bracket).values()).count((1, 1)) == 1


# --- losers drop crosswise --------------------------------------------------------------------------------


def first_rematch(rounds, drops):
    """The first losers' round in which two who met on the winners' side can meet again, by the tree alone.

    `drops[r - 2]` says, by slot of winners' round r, into which place its loser falls. Found by following
    every pair of losing matches of which one lies on the other's way, without the code under test.
    """

    def place_at(level, round_number, slot):
        fallen = slot // 2 if round_number == 1 else drops[round_number - 2][slot]
        start = 2 if round_number == 1 else round_number
        return None if level < start else fallen >> (level - start)

    earliest = 99
    for late in range(2, rounds + 1):
        for slot in range(1 << (rounds - late)):
            for early in range(1, late):
                for low in range(1 << (late - early)):
                    under = (slot << (late - early)) + low
                    for level in range(late, rounds + 1):
                        if place_at(level, early, under) == place_at(level, late, slot):
                            # at the drop itself an even round, else the odd one that brought them together
                            met = 2 * level - 2 if level == late else 2 * level - 3
                            earliest = min(earliest, met)
                            break
    return earliest


@pytest.mark.parametrize("rounds", (2, 3, 4))
def test_no_other_way_to_drop_keeps_a_rematch_off_longer(rounds):
    ours = [[slot ^ drop(rounds, r) for slot in range(1 << (rounds - r))] for r in range(2, rounds + 1)]

    def every_way(r):
        if r > rounds:
            yield []
            return
        for first in permutations(range(1 << (rounds - r))):
            for rest in every_way(r + 1):
                yield [first, *rest]

    assert first_rematch(rounds, ours) == max(first_rematch(rounds, way) for way in every_way(2))


@pytest.mark.parametrize("rounds", range(2, 11))
def test_a_rematch_comes_no_sooner_than_the_number_of_places_forces(rounds):
    # All whom one entry has met, and its own drop, came from as many rounds: with fewer places than rounds
    # two of them share one, at a drop (an even round) or where the places have just been halved (an odd one).
    dropped = [2 * level - 2 for level in range(2, rounds + 1) if level > 1 << (rounds - level)]
    halved = [2 * level - 3 for level in range(2, rounds + 1) if level - 1 > 1 << (rounds - level)]
    ours = [[slot ^ drop(rounds, r) for slot in range(1 << (rounds - r))] for r in range(2, rounds + 1)]
    assert first_rematch(rounds, ours) == min(dropped + halved)


@pytest.mark.parametrize("entries", (8, 16, 32))
def test_in_play_nobody_meets_again_before_that_round(entries):
    rounds = (entries - 1).bit_length()
    ours = [[slot ^ drop(rounds, r) for slot in range(1 << (rounds - r))] for r in range(2, rounds + 1)]
    for seed in range(10):
        bracket, _ = play(draw_double_bracket(range(entries)), random.Random(seed))
        met = set()
        for match, state in zip(bracket.matches, unfold(bracket), strict=True):
            two = frozenset((state.one, state.other))
            if match.part is Part.LOSERS and two in met:
                assert match.round >= first_rematch(rounds, ours)
            met.add(two)


# --- results ----------------------------------------------------------------------------------------------


def test_a_result_moves_people_on_and_leaves_the_bracket_before_it_as_it_was():
    before = draw_bracket(range(4))
    after = record(before, 0, 0)
    assert before.verdicts == {}
    assert ready(before) == (0, 1)
    assert ready(after) == (1,)
    assert record(after, 1, 1).verdicts.keys() == {0, 1}


def test_best_of_five_ends_three_to_less_and_the_final_may_be_longer():
    bracket = draw_bracket(range(4), best_of=3, final_best_of=5)
    bracket = record(record(bracket, 0, 0, (2, 1)), 1, 1, (2, 0))
    assert bracket.games_of(2) == 5
    assert record(bracket, 2, 1, (2, 3)).verdicts[2].winner == 1
    for games in ((3, 3), (2, 1), (3, 1), (4, 0)):
        with pytest.raises(EventViolation, match="games-wrong"):
            record(bracket, 2, 1, games)


def test_a_walkover_sends_the_absent_to_the_losers_side_and_a_withdrawal_does_not():
    for how, seen in ((How.WALKOVER, 3), (How.WITHDRAWN, NOBODY)):
        bracket = record(draw_double_bracket(range(4)), 0, 0, how=how)
        losers = next(match for match in bracket.matches if match.part is Part.LOSERS)
        assert unfold(bracket)[losers.number].one == seen
        bracket, _ = play(bracket, random.Random(1))
        assert len(places(bracket)) == 4
        assert all(state.state in (State.DECIDED, State.IDLE) for state in unfold(bracket))


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 40), st.booleans(), st.integers(0, 2**32))
def test_double_no_shows_never_stop_a_bracket(entries, double, seed):
    rng = random.Random(seed)
    bracket = (draw_double_bracket if double else draw_bracket)(range(entries))
    while waiting := ready(bracket):
        if rng.random() < 0.3:
            bracket = record(bracket, rng.choice(waiting), None, how=How.NO_SHOW)
        else:
            number = rng.choice(waiting)
            bracket = record(bracket, number, rng.choice(unfold(bracket)[number][:2]))
    assert all(state.state in (State.DECIDED, State.IDLE) for state in unfold(bracket))
    firsts = [entry for entry, place in places(bracket).items() if place == (1, 1)]
    assert len(firsts) <= 1


def test_a_winner_by_double_no_show_of_the_others_goes_on_without_a_match():
    bracket = record(draw_bracket(range(4)), 1, None, how=How.NO_SHOW)
    bracket = record(bracket, 0, 3)
    assert unfold(bracket)[2] == (3, NOBODY, State.IDLE, 3, NOBODY)
    assert places(bracket)[3] == (1, 1)


def test_the_queue_calls_the_next_ready_matches_to_free_tables_in_order():
    bracket = draw_double_bracket(range(8))
    assert call(bracket, {}, [4, 7]) == [(0, 4), (1, 7)]
    assert call(bracket, {0: 4, 1: 7}, [4, 7, 9]) == [(2, 9)]
    bracket = record(bracket, 0, 0)
    assert call(bracket, {1: 7}, [4, 7]) == [(2, 4)]
    assert call(bracket, {number: number for number in ready(bracket)}, [50]) == []


@pytest.mark.parametrize("entries", (2, 3, 5, 8, 11, 31, 64))
def test_on_paper_no_two_matches_stand_in_one_spot_and_lines_lead_to_the_right(entries):
    for bracket in (
        draw_bracket(range(entries), plate=True, third_place=True),
        draw_double_bracket(range(entries)),
    ):
        spots = layout(bracket)
        assert len({(spot.column, spot.row) for spot in spots}) == len(bracket.matches)
        for spot in spots:
            assert all(spots[before].column < spot.column for before in spot.lines_from)


# --- seeds and partners -----------------------------------------------------------------------------------


def test_seeds_come_by_list_by_rating_or_by_lot():
    assert seed_entries([5, 3, 4], Seeding.LIST, rng=random.Random(1)) == [5, 3, 4]
    ratings = {3: 1500, 4: 1700, 5: 1600}
    assert seed_entries([5, 3, 4], Seeding.RATING, rng=random.Random(1), ratings=ratings) == [4, 5, 3]
    lots = [tuple(seed_entries([5, 3, 4], Seeding.LOT, rng=random.Random(seed))) for seed in range(30)]
    assert len(set(lots)) == 6
    assert lots[0] == tuple(seed_entries([3, 4, 5], Seeding.LOT, rng=random.Random(0)))


@settings(deadline=None)
@given(st.integers(1, 20), st.integers(0, 2**32))
def test_blind_draw_partners_pairs_everybody_and_one_of_each_bag(half, seed):
    pairs = draw_partners(range(2 * half), rng=random.Random(seed))
    assert sorted(entry for two in pairs for entry in two) == list(range(2 * half))
    assert pairs == draw_partners(range(2 * half), rng=random.Random(seed))
    bags = draw_partners(range(half), others=range(half, 2 * half), rng=random.Random(seed))
    assert all((one < half) != (other < half) for one, other in bags)


def test_couples_kept_apart_are_no_partners():
    apart = list(combinations(range(4), 2))[1:]
    apart.remove((2, 3))
    assert sorted(map(sorted, draw_partners(range(4), rng=random.Random(1), apart=apart))) == [[0, 1], [2, 3]]
    with pytest.raises(EventViolation, match="forbidden-pairs"):
        draw_partners(range(4), rng=random.Random(1), apart=[*apart, (0, 1)])


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: draw_bracket([1]), "bracket-of-one"),
        (lambda: draw_bracket([]), "too-few-entrants"),
        (lambda: draw_double_bracket([1]), "bracket-of-one"),
        (lambda: draw_bracket([1, 2, 1]), "seed-twice"),
        (lambda: draw_bracket([1, 2], best_of=2), "best-of-even"),
        (lambda: draw_bracket([1, 2], best_of=0), "best-of-even"),
        (lambda: record(draw_bracket([1, 2]), 0, 3), "winner-not-in-match"),
        (lambda: record(draw_bracket([1, 2]), 0, None), "winner-not-in-match"),
        (lambda: record(draw_bracket([1, 2]), 1, 1), "match-unknown"),
        (lambda: record(draw_bracket([1, 2, 3]), 1, 1), "match-not-ready"),
        (lambda: record(record(draw_bracket([1, 2]), 0, 1), 0, 2), "match-decided"),
        (lambda: verdict_of(draw_bracket([1, 2]), 0, 1, how=How.NO_SHOW), "winner-not-in-match"),
        (lambda: draw_partners([1, 2, 3], rng=random.Random(1)), "odd-one-out"),
        (lambda: draw_partners([1, 2, 3], others=[4], rng=random.Random(1)), "bags-unequal"),
        (lambda: seed_entries([1, 2], Seeding.RATING, rng=random.Random(1)), "rating-missing"),
        (lambda: FORMATS["single-elimination"].draw([1], 1, rng=random.Random(1)), "bracket-of-one"),
        (lambda: FORMATS["double-elimination"].draw([1, 2], 2, rng=random.Random(1)), "results-needed"),
    ],
)
def test_what_makes_no_bracket_is_refused_in_a_sentence(wrong, code):
    with pytest.raises(EventViolation) as refused:
        wrong()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")
