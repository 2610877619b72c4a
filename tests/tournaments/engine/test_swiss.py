"""Swiss: the two great rules held against an exhaustive search, and everything given up announced."""

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.outcomes import results_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS, swiss
from tournaments.engine.formats.swiss import Within, draw_swiss_round, swiss_notices
from tournaments.engine.seating import DrawnRound, DrawnTable, Schedule, check_schedule, contacts


def whole_draws(people):
    """Every way to pair these people, one of an odd number sitting out: by trying, without a matching."""
    if not people:
        yield []
    elif len(people) % 2:
        for bye in people:
            for pairs in whole_draws([one for one in people if one != bye]):
                yield [(bye,), *pairs]
    else:
        first, *others = people
        for other in others:
            for pairs in whole_draws([one for one in others if one != other]):
                yield [(first, other), *pairs]


def met_before(played):
    return Counter(frozenset(table.seated) for drawn in played for table in drawn.tables)


def sat_before(played):
    return Counter(entry for drawn in played for entry in drawn.sitting_out)


def faults(draw, met, sat):
    """Meetings again and second byes of one way to draw, each as often as it was before."""
    return (
        sum(met[frozenset(two)] for two in draw if len(two) == 2),
        sum(sat[two[0]] for two in draw if len(two) == 1),
    )


def season(people, rounds, rng, **how):
    """A Swiss event with random winners; every round with what was given up in it."""
    scores, played, draws = dict.fromkeys(range(people), Fraction(0)), [], []
    for _ in range(rounds):
        draws.append(draw_swiss_round(scores, rng=rng, played=played, **how))
        assert draws[-1].notices == swiss_notices(scores, draws[-1].round, played=played)
        played.append(draws[-1].round)
        for entry in played[-1].sitting_out:
            scores[entry] += 1
        for table in played[-1].tables:
            scores[rng.choice(table.seated)] += 1
    return scores, played, draws


@settings(deadline=None, max_examples=60)
@given(st.integers(3, 8), st.integers(1, 7), st.integers(0, 2**32), st.sampled_from(Within))
def test_nobody_meets_again_and_nobody_sits_out_again_while_a_search_finds_a_way(
    people, rounds, seed, within
):
    _, played, draws = season(people, rounds, random.Random(seed), within=within)
    for number, drawn in enumerate(draws):
        met = met_before(played[:number])
        sat = sat_before(played[:number])
        ours = [table.seated for table in drawn.round.tables] + [(one,) for one in drawn.round.sitting_out]
        assert faults(ours, met, sat) == min(
            faults(way, met, sat) for way in whole_draws(list(range(people)))
        )
        codes = [notice.code for notice in drawn.notices]
        assert codes.count("met-before") == sum(met[frozenset(two)] > 0 for two in ours if len(two) == 2)
        assert codes.count("second-bye") == sum(sat[two[0]] > 0 for two in ours if len(two) == 1)


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 8), st.integers(0, 5), st.integers(0, 2**32))
def test_score_groups_are_no_farther_apart_than_any_search_can_bring_them(people, rounds, seed):
    scores, played, _ = season(people, rounds, random.Random(seed))
    drawn = draw_swiss_round(scores, rng=random.Random(seed + 1), played=played).round
    met, sat = met_before(played), sat_before(played)
    levels = sorted(set(scores.values()), reverse=True)

    def cost(draw):
        byes = sum(len(levels) - 1 - levels.index(scores[two[0]]) for two in draw if len(two) == 1)
        apart = sum(
            (levels.index(scores[two[0]]) - levels.index(scores[two[1]])) ** 2
            for two in draw
            if len(two) == 2
        )
        return (*faults(draw, met, sat), byes, apart)

    ours = [table.seated for table in drawn.tables] + [(one,) for one in drawn.sitting_out]
    assert cost(ours) == min(cost(way) for way in whole_draws(list(range(people))))


@pytest.mark.parametrize("people", (50, 61, 120, 301, 400))
def test_a_large_field_keeps_the_two_great_rules(people):
    _, played, draws = season(people, 6, random.Random(people))
    assert contacts(played).meeting_repeats == 0
    sat = [entry for one in played for entry in one.sitting_out]
    assert len(sat) == len(set(sat)) == 6 * (people % 2)
    check_schedule(Schedule(tuple(played)), range(people))
    assert not [one for drawn in draws for one in drawn.notices if one.code in ("met-before", "second-bye")]


@pytest.mark.parametrize("within", Within)
@pytest.mark.parametrize("seed", range(3))
def test_the_faster_ways_come_as_near_as_the_whole_search(within, seed, monkeypatch):
    scores, played, _ = season(60, 4, random.Random(seed))

    def distance(drawn):
        levels = sorted(set(scores.values()))
        steps = [[levels.index(scores[entry]) for entry in table.seated] for table in drawn.round.tables]
        return sum((one - other) ** 2 for one, other in steps)

    how = {"played": played, "within": within, "order": list(range(60))}
    faster = draw_swiss_round(scores, rng=random.Random(1), **how)
    monkeypatch.setattr(swiss, "SMALL", 10_000)
    assert distance(faster) == distance(draw_swiss_round(scores, rng=random.Random(1), **how))


@settings(deadline=None, max_examples=20)
@given(st.integers(3, 70), st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_draw(people, seed):
    assert season(people, 3, random.Random(seed)) == season(people, 3, random.Random(seed))


def outside_drawer_finds_a_way(swisspair, people, met, sat):
    players = [
        swisspair.Player(
            id=str(entry),
            points=0,
            rank=entry + 1,
            can_get_bye=not sat[entry],
            cannot_be_paired_against_ids={
                str(other) for other in range(people) if met[frozenset((entry, other))]
            },
        )
        for entry in range(people)
    ]
    try:
        return bool(swisspair.create_matches(players))
    except Exception:
        return False


def test_an_outside_drawer_agrees_whether_meetings_and_second_byes_can_be_avoided():
    # swisspair (C++, exact weights) has wheels for Linux on x86-64 only; elsewhere the search above does.
    swisspair = pytest.importorskip("swisspair")
    for people in range(6, 16):
        _, played, draws = season(people, 6, random.Random(people))
        for number, drawn in enumerate(draws):
            met, sat = met_before(played[:number]), sat_before(played[:number])
            codes = {notice.code for notice in drawn.notices}
            kept = codes.isdisjoint({"met-before", "second-bye"})
            assert kept == outside_drawer_finds_a_way(swisspair, people, met, sat)


def test_a_fold_sets_the_upper_half_against_the_lower_and_next_sets_neighbours():
    scores = dict.fromkeys(range(8), 0)
    fold, neighbours = (
        {
            table.seated
            for table in draw_swiss_round(
                scores, rng=random.Random(1), within=within, order=range(8)
            ).round.tables
        }
        for within in (Within.FOLD, Within.NEXT)
    )
    assert fold == {(0, 4), (1, 5), (2, 6), (3, 7)}
    assert neighbours == {(0, 1), (2, 3), (4, 5), (6, 7)}


def test_two_of_one_house_are_kept_apart_and_it_is_said_when_they_cannot_be():
    kept = draw_swiss_round(dict.fromkeys(range(4), 0), rng=random.Random(1), apart=[(0, 1), (3, 2)])
    assert {frozenset(table.seated) for table in kept.round.tables}.isdisjoint(
        map(frozenset, [(0, 1), (2, 3)])
    )
    assert kept.notices == ()
    played = [DrawnRound(1, (DrawnTable(1, 0, 2, None, None), DrawnTable(2, 1, 3, None, None)))]
    played.append(DrawnRound(2, (DrawnTable(1, 0, 3, None, None), DrawnTable(2, 1, 2, None, None))))
    forced = draw_swiss_round(dict.fromkeys(range(4), 0), rng=random.Random(1), apart=[(0, 1)], played=played)
    assert [notice.code for notice in forced.notices] == ["kept-apart"]


def test_the_lowest_score_sits_out_and_the_highest_are_at_table_one():
    drawn = draw_swiss_round({1: 3, 2: 2, 3: 2, 4: 1, 5: 3}, rng=random.Random(1)).round
    assert drawn.sitting_out == (4,)
    assert set(drawn.tables[0].seated) == {1, 5}


def test_a_fourth_round_of_four_says_who_meets_again():
    _, _, draws = season(4, 4, random.Random(1))
    assert [notice.code for notice in draws[2].notices if notice.code == "met-before"] == []
    assert [notice.code for notice in draws[3].notices if notice.code == "met-before"] == ["met-before"] * 2


def test_the_next_round_follows_games_won_told_by_both_of_a_pair():
    first = FORMATS["swiss"].draw(range(5), 1, rng=random.Random(1)).rounds
    results = results_of(first[0])
    second = FORMATS["swiss"].draw_next(range(5), rng=random.Random(2), played=first, results=results)
    winners = {table.seated[0] for table in first[0].tables} | set(first[0].sitting_out)
    check_schedule(Schedule((second,)), range(5))
    assert second.number == 2
    assert set(second.tables[0].seated) <= winners


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: draw_swiss_round({1: 0, 2: 0}, rng=random.Random(1)), "too-few-entrants"),
        (lambda: FORMATS["swiss"].draw([1, 2, 2], 1, rng=random.Random(1)), "entrant-twice"),
        (lambda: FORMATS["swiss"].draw([1, 2, 3], 2, rng=random.Random(1)), "results-needed"),
        (
            lambda: draw_swiss_round({1: 0, 2: 0, 3: 0}, rng=random.Random(1), order=[1, 2]),
            "order-not-of-entrants",
        ),
    ],
)
def test_what_makes_no_swiss_draw_is_refused_in_a_sentence(wrong, code):
    with pytest.raises(EventViolation) as refused:
        wrong()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")
