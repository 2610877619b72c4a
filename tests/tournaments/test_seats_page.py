"""The page on which seats are changed: by links and plain forms, each change with its reason."""

import re
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.desk import signed_in
from tests.nights import drawn_night, entry_at, hand, match_of, out_of, proposed_night, round_of, sitting
from tests.test_form_fuzz import NASTY
from tournaments.models import Club, Entry, Event, Forfeit, Seating
from tournaments.selectors.seats_shown import RoundOfSeats, round_of_seats
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Event:
    """Nine people, three accepted rounds."""
    return drawn_night(club)


@pytest.fixture
def director(club: Club) -> Client:
    """A director's browser."""
    return signed_in("director", club, "dick")


def at(event: Event, number: int = 1) -> str:
    return reverse("tournaments:seats", args=[event.club.slug, event.slug, number])


def shown(event: Event, number: int = 1) -> RoundOfSeats:
    found = round_of_seats(event, number)
    assert found is not None
    return found


def key(event: Event, table: int, seat: str, number: int = 1) -> str:
    places = shown(event, number).tables[table - 1].places
    return next(place.key for place in places if place.seat == seat)


def text_of(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def links_of(answer: Any) -> dict[str, str]:
    """By the words of each place its address."""
    found = re.findall(r'<a class="pick[^"]*" href="([^"]+)"[^>]*>(.*?)</a>', answer.content.decode(), re.S)
    return {" ".join(re.sub(r"<[^>]+>", " ", words).split()): unescape(href) for href, words in found}


def test_two_taps_and_a_reason_change_places(director: Client, night: Event) -> None:
    one, other = match_of(night, 1), match_of(night, 2)
    ann, bob = entry_at(one, "N"), entry_at(other, "E")
    page = director.get(at(night))
    first = links_of(page)[f"table 1, North: {ann}"].split("#")[0]
    page = director.get(at(night) + first)
    assert f"Now tap who changes places with {ann}." in text_of(page)
    second = links_of(page)[f"table 2, East: {bob}"].split("#")[0]
    page = director.get(at(night) + second)
    words = text_of(page)
    assert f"{ann} and {bob} change places" in words
    assert "It adds no repeat." in words or "Repeats of" in words
    hidden = dict(re.findall(r'type="hidden" name="(one|other)" value="([^"]+)"', page.content.decode()))
    answer = director.post(at(night), {**hidden, "do": "swap"})
    assert answer.status_code == 422
    assert "Say why the seats change." in text_of(answer)
    answer = director.post(at(night), {**hidden, "do": "swap", "swap-reason": "a bad hip"}, follow=True)
    assert (entry_at(one, "N"), entry_at(other, "E")) == (bob, ann)
    assert f"{ann} and {bob} have changed places." in text_of(answer)
    assert f"Table 1, North: {bob} . a bad hip" in text_of(answer)


def test_whoever_sits_out_is_tapped_too(director: Client, night: Event) -> None:
    (out,) = out_of(night)
    comes, goes = Entry.objects.get(pk=out), entry_at(match_of(night), "S")
    form = {"one": f"out-{out}", "other": key(night, 1, "S"), "do": "swap", "swap-reason": "asked"}
    director.post(at(night), form)
    assert entry_at(match_of(night), "S") == comes
    assert list(out_of(night)) == [goes.pk]


def test_somebody_plays_for_somebody_known_or_new(director: Client, night: Event, club: Club) -> None:
    known = factories.make_player(club, "Zoe Late")
    form = {"one": key(night, 1, "N"), "do": "substitute", "substitute-from_hand": "1"}
    form |= {"substitute-who": str(known.pk), "substitute-reason": "a cold"}
    answer = director.post(at(night), form, follow=True)
    assert sitting(match_of(night))["N"].player == known
    assert "Zoe Late plays at table 1, North, from hand 1 on." in text_of(answer)
    form |= {"one": key(night, 1, "E"), "substitute-who": "", "substitute-name": "Yan Later"}
    director.post(at(night), form)
    assert str(sitting(match_of(night))["E"].player) == "Yan Later"


def test_the_next_hand_is_proposed_and_a_played_one_refused(director: Client, night: Event) -> None:
    hand(match_of(night), 1)
    hand(match_of(night), 2)
    one = key(night, 1, "N")
    page = director.get(at(night), {"one": one})
    assert re.search(r'name="substitute-from_hand" value="3"', page.content.decode())
    form = {"one": one, "do": "substitute", "substitute-from_hand": "2", "substitute-name": "Zoe Late"}
    answer = director.post(at(night), form | {"substitute-reason": "a cold"})
    assert answer.status_code == 422
    assert "The next hand is 3" in text_of(answer)
    assert "Zoe Late" in answer.content.decode(), "what was typed is still there"


@pytest.mark.parametrize("instead", ["nobody", "filler"])
def test_who_did_not_come_is_one_action(director: Client, night: Event, instead: str) -> None:
    gone = entry_at(match_of(night), "N")
    form = {"one": key(night, 1, "N"), "do": "absent", "absent-instead": instead, "absent-filler": "new"}
    answer = director.post(at(night), form | {"absent-name": "Zoe Filler", "absent-reason": "no word"})
    assert answer.status_code == 302
    assert out_of(night)[gone.pk] == (0, True)
    there = sitting(match_of(night)).get("N")
    assert (str(there.player) if there else None) == ("Zoe Filler" if instead == "filler" else None)
    words = text_of(director.get(at(night)))
    assert f"{gone} did not come" in words
    if instead == "nobody":
        assert f"nobody seat of {gone}" in words
        form = {"one": key(night, 1, "N"), "other": f"out-{gone.pk}", "do": "swap", "swap-reason": "here now"}
        director.post(at(night), form)
        assert entry_at(match_of(night), "N") == gone


def test_a_match_is_forfeited_and_taken_back(director: Client, night: Event) -> None:
    form = {"one": key(night, 1, "N"), "do": "forfeit", "forfeit-absent": "NS", "forfeit-reason": "no word"}
    answer = director.post(at(night), form, follow=True)
    assert Forfeit.objects.get().absent == "NS"
    assert "N/S did not come" in text_of(answer)
    director.post(at(night), {"one": key(night, 1, "N"), "do": "unforfeit"})
    assert not Forfeit.objects.exists()
    hand(match_of(night), 1)
    page = director.get(at(night), {"one": key(night, 1, "N")})
    assert "N/S gave up" in text_of(page)
    assert "neither side came" not in text_of(page)
    director.post(at(night), form | {"one": key(night, 1, "N")})
    assert Forfeit.objects.get().absent == "NS"


def test_a_change_is_about_who_was_looked_at(director: Client, night: Event) -> None:
    """Another director changes the seat first: then nothing happens to whoever sits there now."""
    looked_at, other = key(night, 1, "N"), key(night, 2, "N")
    swap = {"one": looked_at, "other": key(night, 2, "E"), "do": "swap", "swap-reason": "first"}
    director.post(at(night), swap)
    before = Seating.objects.count()
    answer = director.post(at(night), {"one": looked_at, "other": other, "do": "swap", "swap-reason": "late"})
    assert answer.status_code == 422
    assert "Somebody else has that place meanwhile." in text_of(answer)
    assert Seating.objects.count() == before


def test_a_begun_match_offers_no_swap_and_one_over_nothing(director: Client, night: Event) -> None:
    hand(match_of(night), 1)
    page = director.get(at(night), {"one": key(night, 1, "N")})
    assert "Play has begun here" in text_of(page)
    assert "absent-instead" not in page.content.decode()
    for number in (2, 3, 4):
        hand(match_of(night), number)
    page = director.get(at(night), {"one": key(night, 1, "N")})
    assert "The match is over." in text_of(page)
    assert "substitute-who" not in page.content.decode()


def test_a_proposed_round_is_changed_in_its_draw(director: Client, club: Club) -> None:
    event = proposed_night(club)
    draw = round_of(event).draw
    ann, bob = draw["tables"][0][0], draw["tables"][1][2]
    page = director.get(at(event), {"one": f"t1-N-{ann}"})
    assert "Now tap who changes places with" in text_of(page)
    assert "<details" not in page.content.decode(), "nobody has begun to play, so nobody plays for anybody"
    form = {"one": f"t1-N-{ann}", "other": f"t2-S-{bob}", "do": "swap", "swap-reason": "share a car"}
    assert director.post(at(event), form).status_code == 302
    after = round_of(event).draw
    assert (after["tables"][0][0], after["tables"][1][2]) == (bob, ann)
    assert len(after["by_hand"]) == 1
    names = [str(Entry.objects.get(pk=pk)) for pk in (ann, bob)]
    assert f"{names[0]} and {names[1]} changed places. share a car" in text_of(director.get(at(event)))
    draws = director.get(reverse("tournaments:draw", args=[event.club.slug, event.slug]))
    assert text_of(draws).count("changed by hand") == 1


def test_there_is_no_page_for_a_round_that_is_none(director: Client, night: Event) -> None:
    assert director.get(at(night, 9)).status_code == 404


def test_a_closed_round_is_looked_at_and_not_changed(director: Client, night: Event) -> None:
    close_round(round=round_of(night))
    form = {"one": key(night, 1, "N"), "other": key(night, 2, "N"), "do": "swap", "swap-reason": "late"}
    answer = director.post(at(night), form)
    assert answer.status_code == 422
    assert "Round 1 is closed" in text_of(answer)


@pytest.mark.parametrize("people", [8, 16])
def test_the_page_asks_few_questions(
    director: Client, club: Club, people: int, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    event = drawn_night(club, people)
    director.get(at(event))
    with django_assert_max_num_queries(12):
        director.get(at(event))
    one = {"one": key(event, 1, "N")}
    two = one | {"other": key(event, 2, "N")}
    with django_assert_max_num_queries(16):
        director.get(at(event), two)
    with django_assert_max_num_queries(16):
        director.get(at(event), one)


# --- taking rounds back


def back(event: Event, number: int) -> str:
    return reverse("tournaments:take_back", args=[event.club.slug, event.slug, number])


def test_rounds_are_taken_back_after_a_second_word(director: Client, night: Event) -> None:
    page = director.post(back(night, 2))
    assert page.status_code == 200
    assert "Take rounds 2 to 3 back" in text_of(page)
    assert night.rounds.filter(state="accepted").count() == 3
    answer = director.post(back(night, 2), {"sure": "yes"}, follow=True)
    assert "Rounds 2 to 3 are a proposal again." in text_of(answer)
    assert night.rounds.filter(state="accepted").count() == 1


def test_a_round_with_a_line_is_not_taken_back(director: Client, night: Event) -> None:
    hand(match_of(night, number=3), 1)
    answer = director.post(back(night, 2), {"sure": "yes"})
    assert answer.status_code == 422
    assert "Table 1 has something written in round 3" in text_of(answer)
    assert director.post(back(night, 9)).status_code == 404


@pytest.mark.parametrize("do", ["swap", "substitute", "absent", "forfeit", "unforfeit", "", "no-such"])
def test_the_forms_of_a_chosen_place_answer_whatever_is_typed(
    director: Client, night: Event, do: str
) -> None:
    fields = [
        "swap-reason", "substitute-who", "substitute-name", "substitute-from_hand", "substitute-reason",
        "absent-instead", "absent-filler", "absent-name", "absent-reason", "forfeit-absent", "forfeit-reason",
    ]  # fmt: skip
    rng = Random(do)
    places = ["m1-N-0", "out-x", *(place.key for table in shown(night).tables for place in table.places)]
    for _ in range(20):
        known = ["1", "new", "nobody", "filler", "NS", "both", *(str(pk) for pk in range(3))]
        form = {name: rng.choice([*NASTY, *known]) for name in fields if rng.random() < 0.8}
        form |= {"one": rng.choice([*places, *NASTY]), "other": rng.choice([*places, "", *NASTY]), "do": do}
        assert director.post(at(night), form).status_code in {302, 422}
        assert director.get(at(night), form).status_code in {200, 422}
    everybody = set(night.entries.filter(filler=False).values_list("pk", flat=True))
    seated = {place.entry.pk for table in shown(night).tables for place in table.places if place.entry}
    assert everybody <= seated | set(out_of(night))
