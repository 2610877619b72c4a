"""How good rotations are: held against long searches, proven floors, and a checker that is not ours."""

import importlib.util
import os
import random
from pathlib import Path

import pytest

from tests.tournaments.engine.rotation_bests import BESTS, bar
from tests.tournaments.engine.rotation_check import counted, plain
from tournaments.engine.formats.rotation import draw_rotation, floor, repeats
from tournaments.engine.seating import contacts

SHARED = Path(os.environ.get("RIGHT_BOWER_SHARED", Path(__file__).resolve().parents[4] / "shared"))
SAMPLE = [4, 5, 6, 7, 9, 14, 18, 29, 33, 45, 57, 64, 77, 101, 122, 199, 200]


def full(people):
    return people - 1 if people % 4 == 0 else people


def rounds_to_try(people):
    return sorted({rounds for rounds in (1, 4, 6, 8, 10, 12) if rounds <= full(people)} | {full(people)})


def checker():
    path = SHARED / "tools" / "check_rotation.py"
    if not path.exists():
        pytest.skip("the independent checker is not here; RIGHT_BOWER_SHARED can say where it lies")
    spec = importlib.util.spec_from_file_location("check_rotation", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def as_checked(people, schedule):
    rounds = [
        {
            "tables": [[list(side) for side in table.sides] for table in one.tables],
            "sitting_out": list(one.sitting_out),
        }
        for one in schedule.rounds
    ]
    return {"players": people, "rounds": rounds}


def accept(people, rounds, check):
    schedule = draw_rotation(range(people), rounds, rng=random.Random(people))
    errors, facts = check(as_checked(people, schedule))
    assert errors == []
    assert facts["byes"]["fair_order"]
    assert facts["partners"]["repeats"] == repeats(schedule) == 0
    assert facts["floors"]["partner_repeats"] == floor(schedule)
    assert facts["meetings"]["repeats"] == contacts(schedule).meeting_repeats
    own = counted(range(people), plain(schedule))
    assert (own.wrong, own.fair, own.partner_repeats) == ([], True, 0)
    assert facts["perfect_whist"] == (rounds == full(people) and own.is_perfect(people))


@pytest.mark.parametrize("people", SAMPLE)
def test_an_independent_checker_accepts_the_draw(people):
    check = checker().check
    for rounds in rounds_to_try(people):
        if rounds <= 64:
            accept(people, rounds, check)


@pytest.mark.long
@pytest.mark.parametrize("people", range(4, 201))
def test_an_independent_checker_accepts_every_draw(people):
    check = checker().check
    for rounds in rounds_to_try(people):
        accept(people, rounds, check)


@pytest.mark.parametrize(("people", "rounds"), sorted(BESTS))
def test_a_draw_is_about_as_even_as_long_searches_found(people, rounds):
    found = counted(range(people), plain(draw_rotation(range(people), rounds, rng=random.Random(rounds))))
    assert (found.wrong, found.fair, found.partner_repeats) == ([], True, 0)
    assert found.unevenness <= bar(BESTS[people, rounds])


@pytest.mark.parametrize("people", [4, 8, 12, 13, 16, 17, 28, 36, 44, 45, 52, 64, 65, 96, 100, 124, 200])
def test_a_full_cycle_is_perfect_where_a_tournament_is_known(people):
    schedule = draw_rotation(range(people), full(people), rng=random.Random(1))
    assert counted(range(people), plain(schedule)).is_perfect(people)
