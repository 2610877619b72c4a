"""Who the players of a recorded game are: exact names, mapped names, people made only when asked."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.factories import make_entry, make_player
from tests.scoring.egn_night import Ran, night_of_four, run_import, seating, write_game
from tests.scoring.engine.egn_samples import NAMES
from tournaments.models import Event, Match, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return night_of_four()


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    return partial(write_game, tmp_path)


@pytest.fixture
def run(event: Event, django_capture_on_commit_callbacks: Any) -> Callable[..., Ran]:
    return partial(run_import, event, django_capture_on_commit_callbacks)


def test_names_are_compared_folded_in_either_order(run, write):
    names = ["TREWIN, ann", "bób  pascoe", "cora penrose", "Dan Nance"]
    assert run(write("one.egn", players=names)).refused == ""
    assert seating() == [(1, 1, "Ann Bob Cora Dan")]


def test_a_name_nobody_has_is_an_error_at_its_place(run, write):
    path = write("one.egn", players=["Ann Trewin", "Rob Pascoe", "Cora Penrose", "Dan Nance"])
    ran = run(path)
    line = path.read_text().splitlines().index('   "Rob Pascoe",') + 1
    assert ran.err[0] == f"{path}:{line}:4: player-unknown “Rob Pascoe” is not on the club's list."
    assert ran.refused == "Nothing was imported: 1 problem."


def test_a_player_of_the_club_is_not_entered_without_being_asked(run, write, event):
    make_player(event.club, "Elsie Rowe")
    names = [*NAMES[:3], "Elsie Rowe"]
    assert "not entered" in run(write("one.egn", players=names)).err[0]
    assert run(write("one.egn", players=names), create=True).refused == ""
    assert (Player.objects.count(), event.entries.count()) == (5, 5)


def test_people_are_created_only_when_asked_and_once_for_all_files(run, write, event):
    names = [*NAMES[:3], "Elsie van der Rowe"]
    files = [write("one.egn", players=names), write("two.egn", players=names, gameId="2")]
    assert run(*files).codes == ["player-unknown"] * 2
    assert run(*files, create=True).refused == ""
    assert Player.objects.get(name="Elsie van der Rowe").sort_key == "van-der-rowe,elsie"
    assert event.entries.count() == 5


def test_nobody_is_created_once_the_draw_is_made(run, write, event):
    Event.objects.update(state=Event.State.RUNNING)
    ran = run(write("one.egn", players=[*NAMES[:3], "Elsie Rowe"]), create=True)
    assert (ran.codes, Player.objects.count()) == (["draw-accepted"], 4)


def test_a_name_without_letters_makes_no_player(run, write):
    assert run(write("one.egn", players=[*NAMES[:3], "7"]), create=True).codes == ["no-letters"]


def test_namesakes_are_told_and_one_is_chosen_by_a_mapping(run, write, event):
    make_entry(event, make_player(event.club, "Ann Trewin", note="from Bude"))
    ran = run(write("one.egn"))
    assert ran.codes == ["player-ambiguous"]
    assert "Ann Trewin (from Bude)" in ran.err[0]
    assert run(write("one.egn"), mapping=["ann trewin=Ann Trewin (from Bude)"]).refused == ""
    assert str(Match.objects.get().seatings.get(seat="N").player) == "Ann Trewin (from Bude)"


def test_a_mapping_to_a_bare_name_means_the_one_without_a_note(run, write, event):
    make_entry(event, make_player(event.club, "Ann Trewin", note="from Bude"))
    assert run(write("one.egn"), mapping=["Ann Trewin=Ann Trewin"]).refused == ""
    assert str(Match.objects.get().seatings.get(seat="N").player) == "Ann Trewin"


def test_an_entered_player_is_meant_before_a_namesake_who_is_not(run, write, event):
    make_player(event.club, "Ann Trewin", note="from Bude")
    assert run(write("one.egn")).refused == ""


def test_a_screen_name_is_mapped_to_a_player(run, write):
    path = write("one.egn", players=["LeftBower7", *NAMES[1:]])
    assert run(path, mapping=["LeftBower7=Ann Trewin"]).refused == ""
    assert run(path, mapping=["LeftBower7=Ann Trewin"]).out[0].endswith("(already imported)")
    assert seating() == [(1, 1, "Ann Bob Cora Dan")]


@pytest.mark.parametrize(
    ("mapping", "codes"),
    [
        (["LeftBower7"], ["map-unreadable"]),
        (["LeftBower7=Ann Trewin", "leftbower7=Bob Pascoe"], ["map-twice"]),
        (["LeftBower7=Bob Pascoe"], ["player-twice"]),
        (["LeftBower7=Nobody Here"], ["player-unknown"]),
        (["LeftBower7=Ann Trewin", "RightBower=Bob Pascoe"], ["map-unused"]),
    ],
)
def test_a_mapping_that_makes_no_sense_is_refused(run, write, mapping, codes):
    ran = run(write("one.egn", players=["LeftBower7", *NAMES[1:]]), mapping=mapping)
    assert (ran.codes, Match.objects.count()) == (codes, 0)


def test_one_person_under_two_names_is_not_created_twice(run, write, event):
    make_player(event.club, "Elsie Rowe")
    files = [write("one.egn", players=["Elsie Rowe", *NAMES[1:]])]
    files.append(write("two.egn", players=["E7", *NAMES[1:]]))
    assert run(*files, create=True, mapping=["E7=Elsie Rowe"]).codes == ["player-two-names"]
