"""The bracket's pages: what is drawn and told to whom, and a director's way from seeds to a winner."""

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.test_form_fuzz import fields_of, filled
from tests.tournaments.bracket_events import (
    DIRECTOR,
    at_table,
    bracket_event,
    drawn_bracket,
    now_of,
    report,
)
from tests.tournaments.looking import address, signed_in, text_of
from tournaments.models import Event, Match, Round, Stage
from tournaments.services.bracket_calls import call_matches
from tournaments.services.bracket_verdicts import decide_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(club) -> Stage:
    """Eleven pairs in a double knock-out, the first matches at two tables."""
    stage = drawn_bracket(11, "double-elimination", club=club, pairs=True)
    call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR)
    return stage


def post(event: Event, name: str, sent: dict[str, str], **more: object) -> Any:
    return signed_in("dora").post(address(name, event, **more), sent, follow=True)


def names_of(event: Event) -> list[str]:
    return [str(entry) for entry in event.entries.order_by("number")]


# --- for everybody
# -------------------------------------------------------------------------------------------


def test_everybody_sees_who_plays_where_and_every_match(stage) -> None:
    words = text_of(Client().get(address("bracket", stage.event))).replace("&amp;", "&")
    names = names_of(stage.event)
    assert f"{names[7]} against {names[8]}" in words
    assert "Table 1" in words
    assert all(name in words for name in names)
    for head in ("Winners&#x27; round 1", "Losers&#x27; round 1", "Grand final, second match"):
        assert head in words
    assert "winner of match 1" in words


def drawings(page: str) -> list[ElementTree.Element]:
    return [
        ElementTree.fromstring(one)
        for one in re.findall(r"<svg class=\"bracket-drawing.*?</svg>", page, re.S)
    ]


def test_the_drawing_holds_every_match_once_and_no_two_overlap(stage) -> None:
    found = drawings(Client().get(address("bracket", stage.event)).content.decode())
    assert len(found) == 2
    space = "{http://www.w3.org/2000/svg}"
    titles = [one.text or "" for drawing in found for one in drawing.iter(f"{space}title")]
    assert len(titles) == len(set(titles)) == len(now_of(stage).bracket.matches)
    for drawing in found:
        boxes = [(int(one.get("x", 0)), int(one.get("y", 0))) for one in drawing.iter(f"{space}rect")]
        width, height = int(drawing.get("width", 0)), int(drawing.get("height", 0))
        for at, (x, y) in enumerate(boxes):
            assert 0 <= x <= width - 244 and 16 <= y <= height - 46
            assert all(abs(x - far) >= 244 or abs(y - down) >= 46 + 14 for far, down in boxes[:at])


def test_a_proposal_is_shown_to_the_director_only(club) -> None:
    event = bracket_event(5, club=club)
    post(event, "bracket_propose", {})
    assert "No bracket is drawn yet" in text_of(Client().get(address("bracket", event)))
    assert "Accept this bracket" in text_of(signed_in("dora").get(address("bracket_desk", event)))


def test_an_event_without_a_bracket_says_so(night) -> None:
    assert "No bracket is drawn yet" in text_of(Client().get(address("bracket", night)))
    assert "plan no bracket" in text_of(signed_in("dora").get(address("bracket_desk", night)))
    for method in ("get", "post"):
        assert (
            getattr(signed_in("dora"), method)(address("bracket_match", night, number=1)).status_code == 404
        )


def test_the_moving_part_is_one_element_and_unchanged_costs_one_query(
    stage, django_assert_num_queries
) -> None:
    there = address("bracket", stage.event)
    first = Client().get(there)
    with django_assert_num_queries(1):
        again = Client().get(there, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    part = Client().get(there, headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<div id="bracket"')
    report(at_table(stage, 0), at_table(stage, 0).seatings.get(seat="N").entry_id)
    assert Client().get(there, headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("entries", [4, 16])
def test_a_larger_bracket_asks_no_more(entries, club, django_assert_num_queries) -> None:
    stage = drawn_bracket(entries, "double-elimination", club=club, pairs=True)
    for match in call_matches(event=stage.event, tables=range(1, 9), actor=DIRECTOR)[1:]:
        report(match, match.seatings.get(seat="N").entry_id)
    with django_assert_num_queries(8):
        Client().get(address("bracket", stage.event))
    client = signed_in("dora")
    with django_assert_num_queries(10):
        client.get(address("bracket_desk", stage.event))


def test_points_stand_beside_a_played_match_and_the_winner_at_the_top(club) -> None:
    stage = drawn_bracket(2, club=club)
    (match,) = call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    report(match, stage.seeds[0])
    words = text_of(Client().get(address("bracket", stage.event)))
    one, other = names_of(stage.event)
    assert f"{one} wins." in words
    assert f"seed 1 {one} 10 won – seed 2 {other} 7" in words


# --- the director's way
# -------------------------------------------------------------------------------------------


def test_numbers_move_people_to_a_place_and_the_others_close_up(club) -> None:
    event = bracket_event(5, club=club)
    ids = [entry.pk for entry in event.entries.order_by("number")]
    post(event, "bracket_propose", {f"entry_{ids[4]}": "1", f"entry_{ids[0]}": "3"})
    first = event.rounds.get().draw["seeds"]
    assert first == [ids[4], ids[1], ids[0], ids[2], ids[3]]
    page = post(event, "bracket_propose", {f"entry_{ids[4]}": "1", f"entry_{ids[0]}": "1"})
    assert page.status_code == 422
    names = names_of(event)
    assert f"Seed 1 is given twice: {names[4]} and {names[0]}." in text_of(page)
    assert event.rounds.get().draw["seeds"] == first
    assert post(event, "bracket_propose", {f"entry_{ids[4]}": "6"}).status_code == 422


def test_ratings_are_typed_and_asked_for(club) -> None:
    event = bracket_event(3, club=club, seeding="rating")
    ids = [entry.pk for entry in event.entries.order_by("number")]
    page = post(event, "bracket_propose", {f"entry_{ids[0]}": "5", f"entry_{ids[1]}": "9"})
    assert page.status_code == 422
    assert f"No rating is known of {names_of(event)[2]}." in text_of(page)
    post(event, "bracket_propose", {f"entry_{one}": str(at) for at, one in enumerate(ids)})
    assert event.rounds.get().draw["seeds"] == ids[::-1]


def test_from_proposal_to_the_first_call_and_back(club) -> None:
    event = bracket_event(4, club=club)
    post(event, "bracket_propose", {"seed": "owl"})
    assert post(event, "bracket_accept", {"seed": "cat"}).status_code == 422
    page = post(event, "bracket_accept", {"seed": "owl"})
    assert "Call match 1 to table 1" in text_of(page)
    page = post(event, "bracket_call", {"number": "1", "table": "1"})
    assert "Called: match 1 to table 1." in text_of(page)
    assert post(event, "bracket_call", {"number": "2", "table": "1"}).status_code == 422
    assert "Called: match 2 to table 2." in text_of(post(event, "bracket_call", {}))
    assert "No match is ready" in text_of(post(event, "bracket_call", {}))
    post(event, "bracket_match_change", {}, number=1, change="uncall")
    post(event, "bracket_undo", {"what": "undo"})
    assert event.rounds.get().state == Round.State.PROPOSED
    post(event, "bracket_undo", {"what": "discard"})
    assert not event.rounds.exists()
    assert post(event, "bracket_undo", {"what": "dance"}).status_code == 404


def test_the_hall_has_as_many_tables_as_the_director_says(stage) -> None:
    event = stage.event
    client = signed_in("dora")
    assert client.post(address("bracket_tables", event), {"tables": "0"}).status_code == 422
    page = client.post(address("bracket_tables", event), {"tables": "3"}, follow=True)
    assert "Call match 3 to table 3" in text_of(page)
    client.post(address("bracket_call", event), {})
    assert sorted(Match.objects.values_list("table", flat=True)) == [1, 2, 3]


def test_a_result_is_typed_corrected_and_what_follows_is_asked_about(club) -> None:
    stage = drawn_bracket(4, club=club)
    event, names = stage.event, names_of(stage.event)
    for number in (1, 2):
        post(event, "bracket_match", {"outcome": "won-one"}, number=number)
    page = post(event, "bracket_match", {"outcome": "came-one", "reason": "snow"}, number=3)
    assert f"{names[0]} wins" in text_of(page)
    page = post(event, "bracket_match", {"outcome": "won-other"}, number=1)
    assert page.status_code == 422
    told = (
        f"Match 3: {names[3]} and {names[1]} instead of {names[0]} and {names[1]}; its result would be void."
    )
    assert told in text_of(page)
    assert now_of(stage).seen[0].winner == stage.seeds[0]
    page = post(event, "bracket_match", {"outcome": "won-other", "keep": "redraw"}, number=1)
    assert now_of(stage).seen[2][:2] == (stage.seeds[3], stage.seeds[1])
    assert post(event, "bracket_match", {"outcome": "dance"}, number=3).status_code == 422


def test_a_result_is_taken_back_with_what_hangs_on_it(club) -> None:
    stage = drawn_bracket(4, club=club)
    for number in (1, 2):
        post(stage.event, "bracket_match", {"outcome": "won-one"}, number=number)
    call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    page = post(stage.event, "bracket_match_change", {}, number=1, change="take-back")
    assert (page.status_code, Match.objects.count()) == (422, 1)
    post(stage.event, "bracket_match_change", {"redraw": "yes"}, number=1, change="take-back")
    assert Match.objects.count() == 0
    assert post(stage.event, "bracket_match_change", {}, number=1, change="dance").status_code == 404


@pytest.mark.parametrize(("change", "through"), [("keep", 0), ("redraw", 3)])
def test_a_difference_is_shown_and_decided(club, change, through) -> None:
    stage = drawn_bracket(4, club=club)
    for match in call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR):
        report(match, match.seatings.get(seat="N").entry_id)
    call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    report(at_table(stage, 0), stage.seeds[3])
    names = names_of(stage.event)
    words = text_of(signed_in("dora").get(address("bracket_desk", stage.event)))
    assert f"The bracket has {names[0]} ; by its sheet {names[3]} won" in words
    assert f"Match 3: {names[3]} and {names[1]} instead of {names[0]} and {names[1]}." in words
    post(stage.event, "bracket_match_change", {}, number=1, change=change)
    assert now_of(stage).seen[2].one == stage.seeds[through]
    assert "the table says otherwise" not in text_of(
        signed_in("dora").get(address("bracket_desk", stage.event))
    )


def test_a_level_match_waits_for_the_directors_word(club) -> None:
    stage = drawn_bracket(2, club=club)
    (match,) = call_matches(event=stage.event, tables=[4], actor=DIRECTOR)
    report(match, None)
    words = text_of(signed_in("dora").get(address("bracket_desk", stage.event)))
    assert "Match 1 is level at table 4" in words
    post(stage.event, "bracket_match", {"outcome": "won-other", "reason": "an extra hand"}, number=1)
    assert now_of(stage).over


def test_games_are_asked_for_where_a_match_has_several(club) -> None:
    stage = drawn_bracket(2, club=club, best_of=3)
    sent = {"outcome": "won-other", "games_one": "1", "games_other": "2"}
    assert post(stage.event, "bracket_match", sent | {"games_other": "1"}, number=1).status_code == 422
    post(stage.event, "bracket_match", sent, number=1)
    assert now_of(stage).bracket.verdicts[0].games == (1, 2)


def test_a_match_nobody_knows_yet_has_no_form(stage) -> None:
    client = signed_in("dora")
    there = address("bracket_match", stage.event, number=20)
    assert "not known yet who meets here" in text_of(client.get(there))
    assert client.post(there, {"outcome": "won-one"}).status_code == 200


@pytest.mark.parametrize("drawn", [True, False])
def test_the_brackets_forms_answer_whatever_is_typed(club, drawn) -> None:
    event = (
        drawn_bracket(4, club=club, best_of=3).event
        if drawn
        else bracket_event(5, club=club, seeding="rating")
    )
    client, rng = Client(), Random(7)
    client.force_login(User.objects.get(username="dora"))
    own = [
        "bracket_desk",
        "bracket_propose",
        "bracket_accept",
        "bracket_undo",
        "bracket_tables",
        "bracket_call",
    ]
    pages = [address(name, event) for name in own]
    pages += [address("bracket_match", event, number=1)]
    pages += [
        address("bracket_match_change", event, number=1, change=change)
        for change in ("uncall", "keep", "redraw", "take-back")
    ]
    for there in pages:
        fields = fields_of(client.get(there, follow=True).content.decode())
        for _ in range(6):
            fill = filled([*fields, "keep", "number", "table", "tables", "outcome"], rng)
            assert client.post(there, fill).status_code < 500


def test_programs_read_the_bracket(stage) -> None:
    decide_match(stage=stage, number=2, winner=stage.seeds[10], actor=DIRECTOR)
    there = reverse("event-bracket", args=[stage.event_id])
    answer = Client().get(there)
    told = answer.json()
    assert (told["event"], told["format"], len(told["matches"])) == (stage.event_id, "double-elimination", 21)
    assert [one["entry"] for one in told["seeds"]] == stage.seeds
    first, third = told["matches"][0], told["matches"][2]
    assert (first["state"], first["table"], first["winner"]) == ("playing", 1, None)
    assert (third["state"], third["winner"], third["how"], third["games"]) == (
        "over", stage.seeds[10], "played", [0, 1],
    )  # fmt: skip
    assert Client().get(there, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    Event.objects.update(public=False)
    assert Client().get(there).status_code == 404
    make.make_account("mo", stage.event.club)
    assert signed_in("mo").get(there).status_code == 200


def test_the_events_page_and_a_rounds_page_tell_of_the_bracket(stage) -> None:
    words = text_of(Client().get(address("event", stage.event))).replace("&amp;", "&")
    names = names_of(stage.event)
    assert f"{names[7]} against {names[8]}" in words
    assert address("bracket", stage.event) in Client().get(address("event", stage.event)).content.decode()
    report(at_table(stage, 0), None, over=False)
    for match in call_matches(event=stage.event, tables=[3], actor=DIRECTOR):
        Match.objects.filter(pk=match.pk).update(table=1)
    page = Client().get(address("round", stage.event, number=1))
    assert "Winners&#x27; round 1" in text_of(page)
    ids = re.findall(r' id="([^"]+)"', page.content.decode())
    assert len(ids) == len(set(ids))


def test_a_proposed_bracket_is_not_accepted_as_a_draw_of_rounds(club) -> None:
    event = bracket_event(5, club=club)
    post(event, "bracket_propose", {"seed": "owl"})
    assert post(event, "draw_accept", {"seed": "owl"}).status_code == 422
    page = text_of(signed_in("dora").get(address("draw", event)))
    assert "Go to the bracket" in page
    assert "Accept" not in page


def test_what_is_on_a_sheet_is_not_taken_back_here_but_a_walkover_is(club) -> None:
    stage = drawn_bracket(2, club=club)
    (match,) = call_matches(event=stage.event, tables=[1], actor=DIRECTOR)
    report(match, stage.seeds[0])
    there = address("bracket_match", stage.event, number=1)
    words = text_of(signed_in("dora").get(there))
    assert "mend it there" in words
    assert "Take the result back" not in words
    post(stage.event, "bracket_match", {"outcome": "came-other"}, number=1)
    assert "Take the result back" in text_of(signed_in("dora").get(there))
    post(stage.event, "bracket_match_change", {}, number=1, change="take-back")
    assert now_of(stage).seen[0].winner == stage.seeds[0]
