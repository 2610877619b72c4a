"""Measures beyond points and games: worked examples, a plain second account, and what must always hold."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.cards import card, duel, table
from tournaments.engine.chains import CHAINS, check_chain
from tournaments.engine.errors import EventViolation
from tournaments.engine.explanations import explain
from tournaments.engine.match_totals import MatchPoints
from tournaments.engine.measures import MEASURES, Counting, written
from tournaments.engine.results import Result, Tally
from tournaments.engine.standings import Word, rank
from tournaments.engine.tie_report import tie_report
from tournaments.engine.totals import own_averages


def figures(entries, results, code, **more):
    return {one.entry: dict(one.figures)[code] for one in rank(entries, results, [code], **more)}


def in_order(entries, results, chain, **more):
    return [one.entry for one in rank(entries, results, chain, **more)]


def match(number, won, other_won, *, one=1, other=2, over=True, forfeit=False, played=None):
    """A match of several games between two pairs, told by both people of each."""
    results = []
    games = played if played is not None else int(won + other_won)
    for entry, opponent, mine, theirs in ((one, other, won, other_won), (other, one, other_won, won)):
        for person in (10 * entry, 10 * entry + 1):
            tally = Tally(
                entry=entry,
                person=person,
                points=int(10 * mine),
                points_against=int(10 * theirs),
                games_won=Fraction(mine),
                games_played=games,
                hands_won=int(3 * mine),
                partners=frozenset({entry}),
                opponents=frozenset({opponent}),
            )
            results.append(Result(round=number, match=number, tally=tally, over=over, forfeit=forfeit))
    return results


def test_matches_are_won_by_more_games_and_level_ones_count_half():
    results = [*match(1, 2, 1), *match(2, 1, 1), *match(3, 0, 3)]
    assert figures([1, 2], results, "MATCH") == {1: Fraction(3, 2), 2: Fraction(3, 2)}
    assert figures([1, 2], results, "LP") == {1: 3, 2: 3}
    three = Counting(match_points=MatchPoints(won=3, level=1, lost=0))
    assert figures([1, 2], [*results, *match(4, 2, 0)], "LP", counting=three) == {1: 7, 2: 4}


def test_a_match_that_is_still_played_or_was_never_begun_is_no_draw():
    results = [*match(1, 1, 0, over=False), *match(2, 0, 0, played=0)]
    assert figures([1, 2], results, "MATCH") == {1: 0, 2: 0}
    assert figures([1, 2], results, "LP") == {1: 0, 2: 0}
    assert figures([1, 2], results, "WIN") == {1: 1, 2: 0}


def test_a_level_game_that_counts_nothing_wins_nobody_half_a_match_but_is_a_level_one_in_a_league():
    results = match(1, 0, 0, played=1)
    assert figures([1, 2], results, "MATCH") == {1: 0, 2: 0}
    assert figures([1, 2], results, "LP") == {1: 1, 2: 1}


def test_a_forfeit_counts_in_won_and_lost_and_in_no_average():
    results = [*match(1, 1, 0), *match(2, 0, 1, forfeit=True), *match(3, 0, 0, played=1, forfeit=True)]
    assert figures([1, 2], results, "MATCH") == {1: 1, 2: 1}
    assert figures([1, 2], results, "LP") == {1: 2, 2: 2}  # nobody came to the third: lost by both
    assert figures([1, 2], results, "PPG") == {1: 10, 2: 0}
    assert figures([1, 2], results, "AGAINST") == {1: 0, 2: 10}
    assert figures([1, 2], results, "HANDS") == {1: 3, 2: 0}


def test_a_lurch_is_two_games_and_one_match_is_still_one_match():
    results = match(1, 2, 1, played=2)
    assert figures([1, 2], results, "MATCH") == {1: 1, 2: 0}


def test_fewer_points_against_stand_above():
    results = [card(1, 9, against=30), card(2, 9, against=29)]
    standings = rank([1, 2], results, ["PTS", "AGAINST"])
    assert [one.entry for one in standings] == [2, 1]
    assert explain(standings, {1: "Ann", 2: "Bob"})[0] == (
        "1st, Bob: 9 points, level with Ann; placed above by points against, 29 to 30."
    )


def test_the_best_rounds_count_with_what_sitting_out_gave():
    sat_out = replace(card(1, 7, round=4), sat_out=True, tally=replace(card(1, 7).tally, games_played=0))
    results = [card(1, 9, round=1), card(1, 3, round=2), card(1, 8, round=3), sat_out, card(2, 20, round=1)]
    assert figures([1, 2], results, "BEST", counting=Counting(best_rounds=3)) == {1: 24, 2: 20}
    assert figures([1, 2], results, "BEST", counting=Counting(best_rounds=1)) == {1: 9, 2: 20}
    assert figures([1, 2], results, "BEST") == {1: 27, 2: 20}


def test_strength_of_opposition_is_the_mean_share_of_whom_one_met():
    results = [*duel(1, 1, 2), *duel(2, 1, 3), *duel(3, 2, 3)]
    # 1 won two of two, 2 one of two, 3 none of two.
    assert figures([1, 2, 3], results, "OPP") == {1: Fraction(1, 4), 2: Fraction(1, 2), 3: Fraction(3, 4)}
    assert figures([1, 2, 4], [*results, card(4, 5)], "OPP")[4] == 0
    assert figures([1, 2], results, "OPP") == {1: Fraction(1, 2), 2: 1}  # 3 is not ranked


def test_the_record_against_the_highest_ranked_parts_who_all_met_him():
    results = [card(9, 50), *duel(1, 1, 9), *duel(2, 9, 2), *duel(3, 2, 1)]
    standings = rank([1, 2, 9], results, ["PTS", "TOP"])
    assert [one.entry for one in standings] == [9, 1, 2]
    assert standings[1].against == (9,)
    assert explain(standings, {1: "Ann", 2: "Bob", 9: "Kit"})[1] == (
        "2nd, Ann: 0 points, level with Bob; placed above by record against the highest-ranked (Kit), "
        "100.00 % to 0.00 %."
    )


def test_who_has_not_met_the_best_is_compared_by_the_next():
    results = [card(9, 50), card(8, 40), *duel(1, 1, 9), *duel(2, 2, 8), *duel(3, 8, 1)]
    assert in_order([1, 2, 8, 9], results, ["PTS", "TOP"]) == [9, 8, 2, 1]
    nobody = rank([1, 2, 9], [card(9, 50), *duel(1, 1, 9)], ["PTS", "TOP"])
    assert [one.rank for one in nobody] == [1, 2, 2]


def test_a_recorded_lot_parts_those_it_names_and_nobody_who_became_level_later():
    lot = [Word("LOT", (3, 1, 2))]
    two = rank([1, 2, 3], [card(3, 5)], ["PTS", "LOT"], words=lot)
    assert [(one.entry, one.rank) for one in two] == [(3, 1), (1, 2), (2, 3)]
    assert explain(two, {1: "Ann", 2: "Bob", 3: "Cy"})[1] == (
        "2nd, Ann: 0 points, level with Bob; placed above by lot, 1st and 2nd."
    )
    later = rank([1, 2, 3, 4], [], ["PTS", "LOT"], words=lot)
    assert {one.rank for one in later} == {1}
    again = [*lot, Word("LOT", (4, 3, 2, 1))]
    assert in_order([1, 2, 3, 4], [], ["PTS", "LOT"], words=again) == [4, 3, 2, 1]


def test_a_deciding_game_is_no_lot():
    words = [Word("GAME", (2, 1))]
    assert in_order([1, 2], [], ["PTS", "GAME"], words=words) == [2, 1]
    assert {one.rank for one in rank([1, 2], [], ["PTS", "LOT"], words=words)} == {1}


def test_a_shared_place_ends_the_chain():
    standings = rank([1, 2], [card(1, 0, lone=1), card(2, 0)], ["PTS", "TIE"])
    assert [one.rank for one in standings] == [1, 1]


def test_lone_credit_and_hands_won_are_counted_as_they_are_told():
    tally = replace(card(1, 12).tally, personal_credit=4, hands_won=5)
    results = [replace(card(1, 12), tally=tally)]
    assert figures([1], results, "CREDIT") == {1: 4}
    assert figures([1], results, "HANDS") == {1: 5}


def test_sitting_out_at_ones_own_average_is_exact():
    sat_out = replace(card(1, 0, round=4), sat_out=True, tally=replace(card(1, 0).tally, games_played=0))
    rounds = [card(1, 10, round=1), card(1, 9, round=2), card(1, 9, round=3)]
    with_average = own_averages([*rounds, sat_out], {(1, 4)})
    standing = rank([1], with_average, ["PTS", "PPG"])[0]
    assert dict(standing.figures) == {"PTS": Fraction(112, 3), "PPG": Fraction(28, 3)}
    assert own_averages([sat_out], {(1, 4)}) == [sat_out]
    assert own_averages([*rounds, sat_out], set()) == [*rounds, sat_out]


def test_brief_sentences_leave_out_place_and_name():
    standings = rank([1, 2, 3], [card(1, 5, won=1), card(2, 5), card(3, 4)], ["PTS", "WIN"])
    assert explain(standings, {1: "Ann", 2: "Bob", 3: "Cy"}, brief=True) == [
        "5 points, level with Bob; placed above by games won, 1 to 0.",
        "5 points, level with Ann; placed below by games won, 0 to 1.",
        "4 points.",
    ]
    shared = rank([1, 2], [], ["PTS"])
    assert explain(shared, {1: "Ann", 2: "Bob"}, brief=True)[0] == (
        "Shares the place with Bob: level on points (0)."
    )


def test_the_tie_report_tells_for_each_place_what_parted_it_from_whom():
    results = [card(1, 5, won=1), card(2, 5), card(3, 4), card(4, 4)]
    first, second, third, fourth = (
        one.to_dict() for one in tie_report(rank(range(1, 5), results, ["PTS", "WIN"]))
    )
    assert first["above"] is None
    assert first["below"] == {
        "measure": "WIN", "entries": [2], "figure": "1", "other_figure": "0", "level_on": ["PTS"],
    }  # fmt: skip
    assert second["above"] == {
        "measure": "WIN", "entries": [1], "figure": "0", "other_figure": "1", "level_on": ["PTS"],
    }  # fmt: skip
    assert second["below"] == {
        "measure": "PTS", "entries": [3, 4], "figure": "5", "other_figure": "4", "level_on": [],
    }  # fmt: skip
    assert (third["shared"], third["tried"], third["below"]) == ([4], ["PTS", "WIN"], None)
    assert fourth["above"] == third["above"]


@st.composite
def afternoons(draw):
    """Matches of one to three games among four to six pairs, some forfeited, some unfinished."""
    entries = list(range(1, draw(st.integers(4, 6)) + 1))
    results = []
    for number in range(1, draw(st.integers(0, 7)) + 1):
        one, other = draw(st.permutations(entries))[:2]
        won, lost = draw(st.sampled_from([(2, 0), (2, 1), (1, 1), (0, 1), (1, 2)]))
        results += match(
            number, won, lost, one=one, other=other,
            over=draw(st.integers(0, 4)) > 0, forfeit=draw(st.integers(0, 4)) == 0,
        )  # fmt: skip
    return entries, results


@settings(deadline=None)
@given(afternoons())
def test_a_plain_account_of_matches_agrees(afternoon):
    entries, results = afternoon
    won = dict.fromkeys(entries, Fraction(0))
    points = dict.fromkeys(entries, 0)
    for number in {one.round for one in results if one.over}:
        told = {one.tally.entry: one.tally.games_won for one in results if one.round == number}
        forfeit = any(one.forfeit for one in results if one.round == number)
        (one, mine), (other, theirs) = told.items()
        if mine == theirs and not forfeit:
            won[one] += Fraction(1, 2)
            won[other] += Fraction(1, 2)
            points[one] += 1
            points[other] += 1
        elif mine != theirs:
            winner = one if mine > theirs else other
            won[winner] += 1
            points[winner] += 2
    assert figures(entries, results, "MATCH") == won
    assert figures(entries, results, "LP") == points


@settings(deadline=None, max_examples=60)
@given(afternoons(), st.sampled_from(sorted(CHAINS)), st.randoms(use_true_random=False))
def test_neither_the_order_of_results_nor_names_matter(afternoon, chain, chance):
    entries, results = afternoon
    codes = CHAINS[chain].measures
    before = rank(entries, results, codes)
    shuffled, people = list(results), list(entries)
    chance.shuffle(shuffled)
    chance.shuffle(people)
    assert rank(people, shuffled, codes) == before
    renamed = dict(zip(entries, chance.sample(range(10, 99), len(entries)), strict=True))

    def again(one):
        tally = one.tally
        to = {"partners": frozenset(renamed[x] for x in tally.partners)}
        to["opponents"] = frozenset(renamed[x] for x in tally.opponents)
        return replace(one, tally=replace(tally, entry=renamed[tally.entry], **to))

    after = rank(renamed.values(), [again(one) for one in results], codes)
    assert {one.entry: one.rank for one in after} == {renamed[one.entry]: one.rank for one in before}


@settings(deadline=None, max_examples=60)
@given(afternoons(), st.sampled_from(sorted(CHAINS)))
def test_every_report_names_a_measure_whose_figures_differ_and_level_ones_before_it(afternoon, chain):
    entries, results = afternoon
    standings = rank(entries, results, CHAINS[chain].measures)
    by_entry = {one.entry: dict(one.figures) for one in standings}
    for one, report in zip(standings, tie_report(standings), strict=True):
        for parting in filter(None, (report.above, report.below)):
            for other in parting.entries:
                assert all(by_entry[one.entry][code] == by_entry[other][code] for code in parting.level_on)
                if not MEASURES[parting.code].tied_only:
                    assert by_entry[one.entry][parting.code] != by_entry[other][parting.code]
        assert (report.above is None) == (one.rank == 1)


def test_every_chain_of_the_catalogue_can_be_ranked_by_and_says_who_does():
    results = [*table(1, (1, 2), 9, (3, 4), 5), *table(2, (1, 3), 7, (2, 4), 7)]
    for chain in CHAINS.values():
        check_chain(chain.measures)
        assert sorted(in_order([1, 2, 3, 4], results, chain.measures)) == [1, 2, 3, 4]
        assert chain.sentence.endswith(".")
        assert chain.source


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ([], "chain-unknown"),
        (["PTS", "LUCK"], "chain-unknown"),
        (["PTS", "WIN", "PTS"], "measure-twice"),
        (["PTS", "HEAD", "HEAD"], "measure-twice"),
        (["PTS", "TIE", "WIN"], "chain-goes-on"),
        (["PTS", *["HEAD", "TOP"] * 6], "chain-too-long"),
    ],
)
def test_a_chain_that_makes_no_sense_is_refused(codes, code):
    with pytest.raises(EventViolation) as refused:
        check_chain(codes)
    assert refused.value.code == code


def test_figures_print_as_people_read_them():
    assert written(MEASURES["MATCH"], Fraction(3, 2)) == "1½"
    assert written(MEASURES["OPP"], Fraction(1, 3)) == "33.33 %"


def test_a_big_field_is_ranked_by_the_dearest_chain_at_once():
    chance = random.Random(2)
    games = [game for number in range(1000) for game in duel(number, *chance.sample(range(200), 2))]
    chain = ["MATCH", "OPP", "HEAD", "TOP", "BEST", "LOT"]
    assert len(rank(range(200), games, chain)) == 200
