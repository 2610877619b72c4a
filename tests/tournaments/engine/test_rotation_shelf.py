"""Designs behind rotations, each rebuilt and counted: whist tournaments, cycles, strangers, the shelf."""

import random

import pytest

from tests.tournaments.engine.rotation_bests import SEARCHED
from tests.tournaments.engine.rotation_check import counted
from tournaments.engine.formats import _shelf
from tournaments.engine.formats._beginnings import whole_cycle
from tournaments.engine.formats._fields import powers_of_primitive, ring, sums_of_field
from tournaments.engine.formats._squares import strangers
from tournaments.engine.formats._whist import is_even, whist

NO_TOURNAMENT_KNOWN = {57, 69, 84, 93, 108, 129, 132, 140, 141, 152, 161, 168, 177}


def tables(seats):
    return [tuple(seats[at : at + 4]) for at in range(0, len(seats), 4)]


def count(people, rounds):
    """Rounds given by their seats; who is missing sits out."""
    return counted(range(people), [(tables(one), sorted(set(range(people)) - set(one))) for one in rounds])


def sketches(people, rounds):
    return counted(range(people), [(tables(one.seats), one.out) for one in rounds])


@pytest.mark.parametrize("people", [n for n in range(4, 201) if n % 4 < 2 and n not in NO_TOURNAMENT_KNOWN])
def test_every_whist_tournament_is_perfect(people):
    rounds = whist(people)
    found = count(people, rounds)
    assert len(rounds) == (people if people % 4 else people - 1)
    assert found.wrong == []
    assert found.fair
    assert found.is_perfect(people)


@pytest.mark.parametrize("people", sorted(NO_TOURNAMENT_KNOWN))
def test_where_no_tournament_is_known_none_is_claimed(people):
    assert whist(people) == []


@pytest.mark.parametrize("people", [n for n in range(4, 77) if n % 4 == 0 and is_even(n)])
def test_some_tournaments_are_even_after_every_round(people):
    rounds = whist(people)
    for played in range(1, len(rounds) + 1):
        times = count(people, rounds[:played]).meetings.values()
        never = people * (people - 1) // 2 - len(times)
        assert max(times) - (0 if never else min(times)) <= 1


@pytest.mark.parametrize("people", [n for n in range(6, 131) if n % 4 > 1])
def test_a_cycle_repeats_no_partner_and_rests_evenly_from_the_first_round_on(people):
    rounds = whole_cycle(people, random.Random(1))
    found = sketches(people, rounds)
    assert len(rounds) == people
    assert found.wrong == []
    assert found.fair
    assert found.partner_repeats == 0


@pytest.mark.parametrize("people", [10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 31, 34, 35, 39, 43])
def test_a_cycle_kept_meets_as_evenly_as_can_be(people):
    met = 3 * (people - people % 4)
    each, over = divmod(met, people - 1)
    least = people * (over * (each + 1) * each // 2 + (people - 1 - over) * each * (each - 1) // 2)
    assert sketches(people, _shelf.cycle(people)).unevenness == (least + 1) // 2


@pytest.mark.parametrize("people", range(16, 201, 4))
def test_strangers_meet_nobody_twice(people):
    rounds = strangers(people, 60)
    found = count(people, rounds)
    assert len(rounds) >= min(people // 4 - 7, 12)
    assert found.wrong == []
    assert found.unevenness == 0


def test_every_rotation_on_the_shelf_is_sound():
    for key in _shelf.rotations():
        people, rounds = map(int, key.split())
        found = sketches(people, _shelf.kept(people, rounds))
        assert (found.wrong, found.fair, found.partner_repeats) == ([], True, 0), key


def test_what_is_on_the_shelf_is_no_worse_than_what_was_searched_for():
    for (people, rounds), least in SEARCHED.items():
        if kept := _shelf.kept(people, rounds):
            assert sketches(people, kept).unevenness <= least, (people, rounds)


@pytest.mark.parametrize("order", [4, 5, 7, 8, 9, 16, 25, 27, 49, 121, 125])
def test_a_field_adds_and_multiplies_as_fields_do(order):
    powers, sums = powers_of_primitive(order), sums_of_field(order)
    assert sorted(powers) == list(range(1, order))
    assert all(sorted(row) == list(range(order)) for row in sums)
    for one in powers[:5]:
        for turn in (1, 2, 3):  # x^a + x^b, times x^turn, is x^(a + turn) + x^(b + turn)
            added = sums[1][one]
            times = powers[turn % (order - 1)]
            product = powers[(powers.index(added) + turn) % (order - 1)] if added else 0
            moved = powers[(powers.index(one) + turn) % (order - 1)]
            assert sums[times][moved] == product


@pytest.mark.parametrize("order", [2, 3, 6, 10, 14, 15, 18, 21])
def test_rings_with_too_few_elements_apart_are_none(order):
    assert ring(order) is None


@pytest.mark.parametrize("order", [6, 10, 12, 100])
def test_there_is_no_field_but_of_prime_powers(order):
    assert powers_of_primitive(order) == ()
