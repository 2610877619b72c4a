"""Two change places in a round, and what it costs, counted by hand."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.seating import DrawnRound, DrawnTable
from tournaments.engine.swaps import exchanged, swap_cost

FIRST = DrawnRound(1, (DrawnTable(1, 1, 2, 3, 4), DrawnTable(2, 5, 6, 7, 8)), (9,))
SECOND = DrawnRound(2, (DrawnTable(1, 1, 5, 6, 3), DrawnTable(2, 2, 7, 9, 8)), (4,))


def test_two_change_seats_and_nobody_else_moves() -> None:
    after = exchanged(SECOND, 6, 7)
    assert [table.seats for table in after.tables] == [(1, 5, 7, 3), (2, 6, 9, 8)]
    assert after.sitting_out == (4,)


def test_one_comes_in_for_another_who_goes_out() -> None:
    after = exchanged(SECOND, 4, 1)
    assert after.tables[0].seats == (4, 5, 6, 3)
    assert after.sitting_out == (1,)


def test_the_cost_by_hand() -> None:
    """In the second round 3 takes the place of 6.

    Before: nobody partners anybody twice; 5 and 6 are opponents again; met again: 5 and 6, 7 and 8, 1 and 3.
    After: 1 and 3 are partners again; no opponents are; met again: 1 and 3, 5 and 6, 7 and 8.
    """
    cost = swap_cost([FIRST, SECOND], 2, 3, 6)
    assert (cost.before.partners, cost.before.opponents, cost.before.meetings) == (0, 1, 3)
    assert (cost.after.partners, cost.after.opponents, cost.after.meetings) == (1, 0, 3)
    assert not cost.free
    assert cost.sentence == "Repeats of partners: 0 now, 1 after it; of opponents: 1 now, 0 after it."


def test_a_swap_that_changes_nothing_says_so() -> None:
    cost = swap_cost([FIRST], 1, 1, 3)
    assert cost.free
    assert cost.sentence == "It adds no repeat."


def by_lot(people: int, tables: int, rng: Random) -> list[DrawnRound]:
    """Three rounds, everybody anywhere."""
    rounds = []
    for number in (1, 2, 3):
        order = list(range(1, people + 1))
        rng.shuffle(order)
        seats = [DrawnTable(at + 1, *order[4 * at : 4 * at + 4]) for at in range(tables)]
        rounds.append(DrawnRound(number, tuple(seats), tuple(sorted(order[4 * tables :]))))
    return rounds


def repeats(rounds: list[DrawnRound]) -> tuple[int, int, int]:
    """A naive count: every couple at every table, less those that are there for the first time."""
    partners: list[frozenset[int | None]] = []
    opponents: list[frozenset[int | None]] = []
    for drawn in rounds:
        for table in drawn.tables:
            sides = ((table.north, table.south), (table.east, table.west))
            partners += [frozenset(side) for side in sides]
            opponents += [frozenset((one, other)) for one in sides[0] for other in sides[1]]
    met = partners + opponents
    return (
        len(partners) - len(set(partners)),
        len(opponents) - len(set(opponents)),
        len(met) - len(set(met)),
    )


@given(st.integers(2, 4), st.integers(0, 3), st.integers(0, 10**6), st.integers(1, 3))
def test_the_cost_is_what_a_naive_count_says(tables, out, seed, number) -> None:
    rng, people = Random(seed), 4 * tables + out
    rounds = by_lot(people, tables, rng)
    one, other = rng.sample(range(1, people + 1), 2)
    cost = swap_cost(rounds, number, one, other)
    assert (cost.before.partners, cost.before.opponents, cost.before.meetings) == repeats(rounds)
    instead = {one: other, other: one}
    after = list(rounds)
    after[number - 1] = DrawnRound(
        number,
        tuple(
            DrawnTable(table.table, *(instead.get(seat, seat) for seat in table.seats))
            for table in rounds[number - 1].tables
        ),
    )
    assert (cost.after.partners, cost.after.opponents, cost.after.meetings) == repeats(after)
