"""The director's word on tables without a result: it decides who goes on, and nothing else."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.outcomes import results_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.correction import next_round_consequences
from tournaments.engine.formats.settled import LEVEL, as_settled, check_settled, tables_level
from tournaments.engine.formats.wishes import Wishes, relaxed
from tournaments.engine.seating import DrawnRound, DrawnTable

FIRST = DrawnRound(1, tuple(DrawnTable(at + 1, *range(4 * at, 4 * at + 4)) for at in range(3)))


def without(results, drawn, table):
    there = set(drawn.tables[table - 1].seated)
    return [one for one in results if one.tally.entry not in there]


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(["keller", "up-and-down", "whist-drive"]), st.integers(0, 7), st.integers(1, 3))
def test_a_table_settled_moves_as_if_it_had_been_won_so(code, won, missing):
    """Every table has a winner by the bits of `won`; the draw is the same if one is told by word only."""
    winners = {table: won >> (table - 1) & 1 for table in (1, 2, 3)}
    whole = results_of(FIRST, winners)
    draw_next = FORMATS[code].draw_next
    how = {"played": [FIRST], "rng": random.Random(3)}
    due = draw_next(range(12), results=whole, **how)
    rest = without(whole, FIRST, missing)
    assert tables_level(FIRST, rest) == [missing]
    how["rng"] = random.Random(3)
    assert draw_next(range(12), results=rest, settled={missing: winners[missing]}, **how) == due
    with pytest.raises(EventViolation, match="results-missing"):
        draw_next(range(12), results=rest, **how)


def test_a_word_replaces_the_results_of_its_table_and_no_others():
    results = results_of(FIRST, {1: 0, 2: 0, 3: 0})
    told = as_settled(results, FIRST, {2: LEVEL, 3: 1})
    games = {one.tally.entry: one.tally.games_won for one in told}
    assert [games[entry] for entry in range(4)] == [1, 0, 1, 0]
    assert [games[entry] for entry in range(4, 8)] == [Fraction(1, 2)] * 4
    assert [games[entry] for entry in range(8, 12)] == [0, 1, 0, 1]
    assert len(told) == 12
    assert sum(one.tally.points for one in told) == sum(
        one.tally.points for one in results if one.tally.entry < 4
    )


def test_a_swiss_match_counted_as_level_puts_its_two_between_winners_and_losers():
    swiss = FORMATS["swiss"]
    first = swiss.draw(range(6), 1, rng=random.Random(1)).rounds
    level = first[0].tables[2].seated
    results = without(results_of(first[0]), first[0], 3)
    drawn = swiss.draw_next(range(6), rng=random.Random(2), played=first, results=results, settled={3: LEVEL})
    won = [table.north for table in first[0].tables[:2]]
    lost = [table.east for table in first[0].tables[:2]]
    tables = [set(table.seated) for table in drawn.tables]
    # The two winners meet; of the two who were level neither meets the other again, so each meets a loser.
    assert tables[0] == set(won)
    assert all(len(table & set(level)) == len(table & set(lost)) == 1 for table in tables[1:])


@pytest.mark.parametrize(("settled", "code"), [({4: 0}, "table-unknown"), ({1: 3}, "settled-unknown")])
def test_a_word_that_makes_no_sense_is_refused(settled, code):
    with pytest.raises(EventViolation, match=code):
        check_settled(settled, FIRST, level=True)


def test_who_moves_cannot_be_level():
    check_settled({1: LEVEL}, FIRST, level=True)
    with pytest.raises(EventViolation, match="settled-unknown"):
        check_settled({1: LEVEL}, FIRST, level=False)


def test_consequences_and_wishes_are_told_by_name():
    given = ["Ann", "Bob", "Cora", "Dan", "Elsie", "Frank", "Gwen", "Harry", "Ivy", "Jack", "Kit", "Lowenna"]
    names = dict(enumerate(given))
    keller = FORMATS["keller"]
    old = results_of(FIRST, {1: 0, 2: 0, 3: 0})
    drawn = keller.draw_next(range(12), rng=random.Random(1), played=[FIRST], results=old)
    told = next_round_consequences(
        keller.draw_next, range(12), seed=1, played=[FIRST], drawn=drawn, results=old, settled={2: 1}
    )
    frank = next(one for one in told if one.entry == 5)
    assert frank.table_due == 1, "he won after all, and goes up"
    assert frank.told(names).startswith("Frank should be at table 1 with ")
    assert {word for word in frank.told(names).split() if word.isdigit()} <= {"1", "2"}, "tables only"
    (wish,) = relaxed([FIRST], Wishes.of(apart=[(0, 1)]))
    assert wish.told(names) == "Ann and Bob are at one table although they should never meet (round 1)."
    assert wish.sentence.startswith("Entry 0 and entry 1 are at one table")
