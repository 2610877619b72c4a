"""Entering people: read first, decided by the director where there is a doubt, and all of them or nobody."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.desk import signed_in
from tournaments.models import Club, Entry, Event, Membership, Player

pytestmark = pytest.mark.django_db

NAMES = "\n".join(
    f"{given} Rowe" for given in ("Ann", "Bob", "Cora", "Dan", "Elsie", "Frank", "Gwen", "Harry")
)
XSS = "<script>alert(1)</script> Rowe"


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def event(club: Club) -> Event:
    return factories.make_event(club, state=Event.State.SETUP, rounds=7)


@pytest.fixture
def at(event: Event) -> Callable[..., str]:
    """The address of one of the event's pages."""

    def at(name: str, **more: Any) -> str:
        return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})

    return at


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in(Membership.Role.DIRECTOR, club, "director")


def choices(page: Any) -> dict[str, str]:
    """What the checked page would send as it stands: its text and the choices made beforehand."""
    sent = {"text": page.context["text"]}
    for one in page.context["check"].lines:
        if one["who"].value():
            sent[one["who"].html_name] = one["who"].value()
    return sent


def test_eight_new_names_are_looked_at_and_then_entered(director, event, at):
    page = director.post(at("entrants_check"), {"text": NAMES})
    assert page.status_code == 200
    assert not Entry.objects.exists()
    assert director.post(at("entrants_enter"), choices(page)).status_code == 302
    assert [entry.number for entry in event.entries.all()] == list(range(1, 9))


def test_categories_go_with_the_entry(director, event, at):
    page = director.post(at("entrants_check"), {"text": "Ann Rowe"})
    director.post(at("entrants_enter"), choices(page) | {"line-1-categories": ["ladies", "juniors"]})
    assert event.entries.get().categories == ["ladies", "juniors"]


def test_a_namesake_is_never_merged_and_never_doubled_without_a_word(director, event, at):
    known = factories.make_player(event.club, "Ann Rowe")
    page = director.post(at("entrants_check"), {"text": "rowe, ANN\nBob Rowe"})
    assert "line-1-who" not in choices(page)
    refused = director.post(at("entrants_enter"), choices(page))
    assert refused.status_code == 422
    assert "Say who this is." in refused.content.decode()
    assert not Entry.objects.exists(), "all or nobody"
    assert (
        director.post(at("entrants_enter"), choices(page) | {"line-1-who": str(known.pk)}).status_code == 302
    )
    assert [entry.player_id == known.pk for entry in event.entries.order_by("number")] == [True, False]


def test_another_person_of_that_name_needs_a_note_of_their_own(director, event, at):
    factories.make_player(event.club, "Ann Rowe", note="Bude")
    sent = {"text": "Ann Rowe", "line-1-who": "new"}
    assert director.post(at("entrants_enter"), sent).status_code == 422
    assert director.post(at("entrants_enter"), sent | {"line-1-note": "bude"}).status_code == 422
    assert director.post(at("entrants_enter"), sent | {"line-1-note": "Stratton"}).status_code == 302
    assert str(event.entries.get()) == "Ann Rowe (Stratton)"


def test_somebody_with_a_note_is_offered_as_a_namesake_too(director, event, at):
    factories.make_player(event.club, "Ann Rowe")
    factories.make_player(event.club, "Ann Rowe", note="from Bude")
    page = director.post(at("entrants_check"), {"text": "Ann Rowe"})
    line = page.context["check"].lines[0].line
    assert sorted(one.display for one in line.namesakes) == ["Ann Rowe", "Ann Rowe (from Bude)"]


def test_a_namesake_that_appears_between_the_two_pages_is_asked_about(director, event, at):
    page = director.post(at("entrants_check"), {"text": "Ann Rowe"})
    factories.make_player(event.club, "Ann Rowe")
    answer = director.post(at("entrants_enter"), choices(page))
    assert answer.status_code == 422
    assert Player.objects.count() == 1


def test_the_same_name_twice_is_pointed_out_and_has_to_be_decided(director, event, at):
    page = director.post(at("entrants_check"), {"text": "Ann Rowe\nBob Rowe\nRowe, Ann"})
    assert "The same name stands on line 1." in page.content.decode()
    assert director.post(at("entrants_enter"), choices(page)).status_code == 422
    assert director.post(at("entrants_enter"), choices(page) | {"line-3-who": "leave"}).status_code == 302
    assert event.entries.count() == 2


def test_one_person_of_the_list_cannot_be_two_lines(director, event, at):
    known = str(factories.make_player(event.club, "Ann Rowe").pk)
    sent = {"text": "Ann Rowe\nAnn Rowe", "line-1-who": known, "line-2-who": known}
    answer = director.post(at("entrants_enter"), sent)
    assert answer.status_code == 422
    assert "The same person as on line 1." in answer.content.decode()


def test_a_person_of_another_club_cannot_be_chosen(director, event, at):
    stranger = factories.make_player(factories.make_club("Stratton"), "Ann Rowe")
    answer = director.post(at("entrants_enter"), {"text": "Ann Rowe", "line-1-who": str(stranger.pk)})
    assert answer.status_code == 422
    assert not Entry.objects.exists()


def test_who_is_entered_already_is_refused_by_name_and_nobody_else_comes_in(director, event, at):
    factories.make_entry(event, known := factories.make_player(event.club, "Ann Rowe"))
    sent = {"text": "Ann Rowe\nBob Rowe", "line-1-who": str(known.pk), "line-2-who": "new"}
    answer = director.post(at("entrants_enter"), sent)
    assert answer.status_code == 422
    assert "Entered already: Ann Rowe." in answer.content.decode()
    assert event.entries.count() == 1


def test_a_line_that_is_no_name_is_listed_with_its_number(director, at):
    page = director.post(at("entrants_check"), {"text": "Ann Rowe\n12345\nBob & Cora Rowe"})
    assert "Line 2: There is no name here." in page.content.decode()
    assert "looks like two people" in page.content.decode()


@pytest.mark.parametrize("text", ["", " \n\n", "x" * 60_001])
def test_a_paste_without_names_or_beyond_measure_is_refused(text, director, at):
    assert director.post(at("entrants_check"), {"text": text}).status_code in {200, 422}
    assert director.post(at("entrants_enter"), {"text": text}).status_code == 422


def test_people_are_ticked_from_the_clubs_list_and_taken_off_again(director, event, at):
    ann, bob = (factories.make_player(event.club, name) for name in ("Ann Rowe", "Bob Rowe"))
    assert director.post(at("entrants_tick"), {"player": [ann.pk, bob.pk]}).status_code == 302
    entry = event.entries.get(player=ann)
    assert director.post(at("entrant_remove", entry=entry.pk)).status_code == 302
    assert [one.player for one in event.entries.all()] == [bob]
    again = director.post(at("entrants_tick"), {"player": [bob.pk]})
    assert again.status_code == 422
    assert "Entered already: Bob Rowe." in again.content.decode()


@pytest.mark.parametrize("ticked", [[], ["0"], ["x"], ["²"], ["9" * 40]])
def test_ticking_nobody_enters_nobody(ticked, director, at):
    assert director.post(at("entrants_tick"), {"player": ticked}).status_code == 422


def test_nobody_of_another_event_is_taken_off(director, event, at):
    other = factories.make_entry(factories.make_event(event.club, "Other"), factories.make_player(event.club))
    assert director.post(at("entrant_remove", entry=other.pk)).status_code == 404


def test_a_name_is_shown_as_text_and_never_run(director, event, at):
    page = director.post(at("entrants_check"), {"text": XSS})
    factories.make_entry(event, factories.make_player(event.club, XSS, note="<b>"))
    for shown in (page, director.get(at("entrants")), director.get(at("draw")), director.get(at("desk"))):
        assert "<script>alert" not in shown.content.decode()
        assert "<b>" not in shown.content.decode()
