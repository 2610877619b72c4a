"""The ranking: published and worked examples, a second ranking, and what must hold for any results."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.cards import card, duel, table
from tests.tournaments.engine.naive import naive_ranks
from tournaments.engine.errors import EventViolation
from tournaments.engine.explanations import explain, ordinal
from tournaments.engine.measures import MEASURES, written
from tournaments.engine.results import Result, Tally
from tournaments.engine.standings import rank
from tournaments.engine.totals import total_up

CHAINS: tuple[list[str], ...] = (
    ["PTS", "WIN", "LONE", "HEAD"],
    ["HEAD"],
    ["WIN", "HEAD", "PTS", "HEAD"],
    ["RATE", "PPG"],
    ["LONE", "HEAD", "WIN"],
    [],
)


def ranks(entries, results, chain):
    return {one.entry: one.rank for one in rank(entries, results, chain)}


def in_order(entries, results, chain):
    return [one.entry for one in rank(entries, results, chain)]


@st.composite
def evenings(draw):
    """Four to six entries and a few games among them, with few points, so often level; cards, sit-outs."""
    entries = list(range(1, draw(st.integers(4, 6)) + 1))
    results = []
    for number in range(1, draw(st.integers(0, 5)) + 1):
        a, b, c, d = draw(st.permutations(entries))[:4]
        results += table(number, (a, b), draw(st.integers(0, 2)), (c, d), draw(st.integers(0, 2)))
    for entry in draw(st.lists(st.sampled_from(entries), max_size=3)):
        won, lone = draw(st.integers(0, 1)), draw(st.integers(0, 1))
        line = card(entry, draw(st.integers(0, 2)), won=won, lone=lone)
        sat_out = draw(st.booleans())
        no_game = replace(line.tally, games_won=Fraction(0), games_played=0, lone_marched=0)
        tally = no_game if sat_out else line.tally
        results.append(replace(line, sat_out=sat_out, tally=tally))
    return entries, results


@settings(deadline=None)
@given(evenings(), st.sampled_from(CHAINS))
def test_a_second_ranking_agrees(evening, chain):
    entries, results = evening
    assert ranks(entries, results, chain) == naive_ranks(entries, results, chain)


@settings(deadline=None)
@given(evenings(), st.sampled_from(CHAINS), st.randoms(use_true_random=False))
def test_shuffled_results_give_the_same_standings(evening, chain, chance):
    entries, results = evening
    shuffled, other_entries = list(results), list(entries)
    chance.shuffle(shuffled)
    chance.shuffle(other_entries)
    assert rank(other_entries, shuffled, chain) == rank(entries, results, chain)


@settings(deadline=None)
@given(evenings(), st.sampled_from(CHAINS), st.randoms(use_true_random=False))
def test_renaming_entries_only_renames(evening, chain, chance):
    entries, results = evening
    renamed = dict(zip(entries, chance.sample(range(10, 99), len(entries)), strict=True))

    def again(result: Result) -> Result:
        tally = replace(
            result.tally,
            entry=renamed[result.tally.entry],
            partners=frozenset(renamed[one] for one in result.tally.partners),
            opponents=frozenset(renamed[one] for one in result.tally.opponents),
        )
        return replace(result, tally=tally)

    before = ranks(entries, results, chain)
    after = ranks(renamed.values(), [again(result) for result in results], chain)
    assert after == {renamed[entry]: place for entry, place in before.items()}


@settings(deadline=None)
@given(evenings(), st.sampled_from(CHAINS))
def test_ranks_count_those_above_and_only_equals_share(evening, chain):
    standings = rank(*evening, chain)
    for at, one in enumerate(standings):
        assert one.rank == (standings[at - 1].rank if at and standings[at - 1].rank == one.rank else at + 1)
        assert one.shared == (sum(other.rank == one.rank for other in standings) > 1)


@settings(deadline=None)
@given(evenings(), st.sampled_from(CHAINS))
def test_figures_are_exact_and_whole_ones_are_int(evening, chain):
    for one in rank(*evening, chain):
        for _, figure in one.figures:
            assert type(figure) is int or (type(figure) is Fraction and figure.denominator > 1)


@settings(deadline=None)
@given(evenings(), st.sampled_from(CHAINS))
def test_every_place_is_one_sentence_that_names_its_entry(evening, chain):
    entries, results = evening
    names = {entry: f"Player {entry}" for entry in entries}
    standings = rank(entries, results, chain)
    for one, sentence in zip(standings, explain(standings, names), strict=True):
        assert names[one.entry] in sentence
        assert ordinal(one.rank) in sentence
        assert sentence.endswith(".")
        assert ". " not in sentence


def test_a_pod_of_four_as_published():
    a, b, c, d = 1, 2, 3, 4  # case C5: six games to ten, partners change every two
    results = [
        *table(1, (a, c), 10, (b, d), 3),
        *table(2, (a, c), 8, (b, d), 10),
        *table(3, (b, c), 10, (a, d), 6),
        *table(4, (b, c), 8, (a, d), 10),
        *table(5, (d, c), 11, (a, b), 7),
        *table(6, (d, c), 10, (a, b), 9),
    ]
    standings = rank([a, b, c, d], results, ["PTS", "WIN"])
    assert [(one.entry, dict(one.figures)) for one in standings] == [
        (c, {"PTS": 57, "WIN": 4}),
        (d, {"PTS": 50, "WIN": 4}),
        (a, {"PTS": 50, "WIN": 2}),
        (b, {"PTS": 47, "WIN": 2}),
    ]
    assert explain(standings, {a: "Ann", b: "Bob", c: "Cy", d: "Di"}) == [
        "1st, Cy: 57 points.",
        "2nd, Di: 50 points, level with Ann; placed above by games won, 4 to 2.",
        "3rd, Ann: 50 points, level with Di; placed below by games won, 2 to 4.",
        "4th, Bob: 47 points.",
    ]


def test_a_bye_makes_games_unequal_and_shares_settle_it():
    results = [  # case C6, and two with the same win share whom the points share parts
        card(1, 60, won=5, games=7, against=40),
        card(2, 60, won=4, games=7, against=50),
        card(3, 60, won=6, games=8, against=50),
        card(4, 61, won=5, games=7, against=40),
        replace(card(1, 7), sat_out=True, tally=replace(card(1, 7).tally, games_played=0)),
    ]
    assert in_order([1, 2, 3, 4], results, ["RATE", "SHARE"]) == [3, 4, 1, 2]
    figures = dict(rank([1, 2, 3, 4], results, ["RATE", "SHARE"])[2].figures)
    assert figures == {"RATE": Fraction(5, 7), "SHARE": Fraction(3, 5)}
    assert written(MEASURES["RATE"], figures["RATE"]) == "71.43 %"


@pytest.mark.parametrize(
    ("points", "printed"),
    [([68, 68, 64, 64], [1, 1, 3, 3]), ([19, 19, 19], [1, 1, 1]), ([20, 18, 18], [1, 2, 2])],
)
def test_ranks_in_print(points, printed):  # case C7
    results = [card(entry, scored) for entry, scored in enumerate(points)]
    assert [one.rank for one in rank(range(len(points)), results, ["PTS"])] == printed


def test_points_for_sitting_out_count_as_points_and_as_no_game():
    results = [card(1, 8, won=1, round=number) for number in range(1, 10)]  # case C14: nine scores and seven
    sat_out = Tally(entry=1, person=1, points=7, games_won=Fraction(0), games_played=0)
    results.append(Result(round=10, match=None, tally=sat_out, sat_out=True))
    assert dict(rank([1], results, ["PTS", "PPG"])[0].figures) == {"PTS": 79, "PPG": 8}


def test_averages_round_half_up_in_print():
    assert written(MEASURES["PPG"], Fraction(328, 27)) == "12.15"  # case C15
    assert written(MEASURES["PPG"], Fraction(1, 8)) == "0.13"
    assert written(MEASURES["DIFF"], -7) == "-7"
    assert written(MEASURES["WIN"], Fraction(9, 2)) == "4½"
    assert written(MEASURES["WIN"], Fraction(1, 2)) == "½"


def test_partners_who_are_one_entry_tell_their_points_once():
    def told(person: int, credit: int = 0) -> Result:
        tally = Tally(
            entry=1,
            person=person,
            points=9 + credit,
            games_won=Fraction(1, 2),
            games_played=1,
            personal_credit=credit,
            lone_marched=1,
            partners=frozenset({1}),
            opponents=frozenset({2}),
        )
        return Result(round=1, match=1, tally=tally)

    totals = total_up([1], [told(10), told(11, credit=4)])[1]
    assert (totals.points, totals.games_won, totals.games_played, totals.lone_marches) == (
        13,
        Fraction(1, 2),
        1,
        2,
    )


def test_two_who_are_level_are_parted_by_their_own_games():
    standings = rank([1, 2], [*duel(1, 2, 1), *duel(2, 1, 2), *duel(3, 2, 1)], ["PTS", "HEAD"])
    assert [one.entry for one in standings] == [2, 1]
    assert explain(standings, {1: "Ann", 2: "Bob"}) == [
        "1st, Bob: 0 points, level with Ann; placed above by head-to-head, 2 to 1.",
        "2nd, Ann: 0 points, level with Bob; placed below by head-to-head, 1 to 2.",
    ]


def test_two_who_are_level_between_them_too_share():
    standings = rank([1, 2], [*duel(1, 2, 1), *duel(2, 1, 2)], ["PTS", "WIN", "HEAD"])
    assert explain(standings, {1: "Ann", 2: "Bob"})[0] == (
        "Ann shares 1st with Bob: level on points (0) and games won (1); head-to-head does not part them."
    )


def test_a_cycle_falls_through_to_the_next_measure():
    cycle = [*duel(1, 1, 2), *duel(2, 2, 3), *duel(3, 3, 1)]
    assert ranks([1, 2, 3], cycle, ["PTS", "HEAD"]) == {1: 1, 2: 1, 3: 1}
    assert ranks([1, 2, 3], [*cycle, card(3, 0, lone=1)], ["PTS", "HEAD", "LONE"]) == {3: 1, 1: 2, 2: 2}


def test_a_cycle_below_a_winner_is_one_shared_place():
    games = [*duel(1, 2, 3), *duel(2, 3, 4), *duel(3, 4, 2), *duel(4, 1, 2), *duel(5, 1, 3), *duel(6, 1, 4)]
    assert ranks([1, 2, 3, 4], games, ["PTS", "HEAD"]) == {1: 1, 2: 2, 3: 2, 4: 2}


def test_a_beaten_path_orders_those_who_have_not_all_met():
    path = [*duel(1, 3, 1), *duel(2, 1, 2)]  # 3 and 2 have not met, but 3 beat 1, who beat 2
    standings = rank([1, 2, 3], path, ["PTS", "HEAD"])
    assert [one.entry for one in standings] == [3, 1, 2]


def test_a_sparse_group_is_not_parted():
    games = [*duel(1, 1, 2), *duel(2, 3, 4)]  # nothing says whether 1 or 3 is better
    assert ranks([1, 2, 3, 4], games, ["PTS", "HEAD"]) == {1: 1, 2: 1, 3: 1, 4: 1}


def test_games_against_others_do_not_count_in_head_to_head():
    games = [*duel(1, 1, 2), *duel(2, 2, 9), *duel(3, 2, 9), card(9, 5)]
    assert in_order([1, 2, 9], games, ["PTS", "HEAD"]) == [9, 1, 2]


def test_individuals_meet_head_to_head_on_opposite_sides_only():
    games = [*table(1, (1, 2), 0, (3, 4), 5), *table(2, (1, 3), 0, (2, 4), 0)]
    standings = rank([1, 2], games, ["PTS", "HEAD"])
    assert [one.encounters[0].won for one in standings] == [Fraction(1, 2), Fraction(1, 2)]
    assert [one.rank for one in standings] == [1, 1]


def test_personal_cards_leave_head_to_head_unknown():
    assert ranks([1, 2], [card(1, 8, won=1), card(2, 8, won=1)], ["PTS", "HEAD"]) == {1: 1, 2: 1}


def test_head_to_head_may_look_again_at_what_a_later_measure_left():
    games = [*duel(1, 2, 1), card(3, 0, lone=1)]
    assert ranks([1, 2, 3], games, ["PTS", "HEAD", "LONE"]) == {3: 1, 1: 2, 2: 2}
    assert ranks([1, 2, 3], games, ["PTS", "HEAD", "LONE", "HEAD"]) == {3: 1, 2: 2, 1: 3}


def test_an_unknown_measure_is_refused():
    with pytest.raises(EventViolation) as refused:
        rank([1], [], ["PTS", "LUCK"])
    assert refused.value.code == "unknown-measure"


def test_an_entry_listed_twice_is_refused():
    with pytest.raises(EventViolation) as refused:
        rank([1, 1], [], ["PTS"])
    assert refused.value.code == "entry-twice"


def test_results_of_others_do_not_count():
    assert ranks([1], [card(2, 50), card(1, 1)], ["PTS"]) == {1: 1}
    assert rank([], [card(2, 50)], ["PTS", "HEAD"]) == []


def test_ratios_apart_by_less_than_print_shows_are_written_in_full():
    results = [card(1, 20001, games=3000), card(2, 20002, games=3000)]
    assert explain(rank([1, 2], [*results, card(3, 0)], ["WIN", "PPG"]), {1: "Ann", 2: "Bob", 3: "Cy"})[
        0
    ] == ("1st, Bob: 0 games won, level with Ann; placed above by points per game, 10001/1500 to 6667/1000.")


def test_many_who_share_are_counted_not_listed():
    standings = rank(range(30), [], ["PTS"])
    sentence = explain(standings, {entry: f"P{entry}" for entry in range(30)})[29]
    assert sentence == "P29 shares 1st with P0, P1, P2 and 26 others: level on points (0)."


def test_every_measure_says_what_it_is_and_who_ranks_so():
    for code, measure in MEASURES.items():
        assert code == measure.code
        assert measure.sentence.endswith(".")
        assert measure.source


def test_a_group_of_two_hundred_who_are_all_level_is_ranked_at_once():
    chance = random.Random(1)
    games = [game for number in range(800) for game in duel(number, *chance.sample(range(200), 2))]
    assert len(rank(range(200), games, ["PTS", "HEAD"])) == 200


def test_a_bracket_place_stands_the_higher_the_lower_it_is():
    reached = {1: 3, 2: 1, 3: 3, 4: 2}
    order = rank(reached, [], ["PLACE"], places=reached)
    assert [(one.entry, one.rank, one.shared) for one in order] == [
        (2, 1, False), (4, 2, False), (1, 3, True), (3, 3, True),
    ]  # fmt: skip
    names = {1: "Ann", 2: "Bob", 3: "Cora", 4: "Dan"}
    assert explain(order, names) == [
        "1st, Bob: bracket place 1.",
        "2nd, Dan: bracket place 2.",
        "Ann shares 3rd with Cora: level on bracket place (3).",
        "Cora shares 3rd with Ann: level on bracket place (3).",
    ]
