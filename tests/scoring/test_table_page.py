"""The page at the table as a plain form, and the ways in: link and code."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.engine.catalogue import RULESETS
from scoring.models import Game, LedgerLine
from scoring.services.matches import open_match
from scoring.views.table_script import script_of
from tests import factories
from tests.scoring.plain_form import fields_of, kinds, page, play, press
from tournaments.actors import Actor
from tournaments.models import Event, Match, Round, TableLink
from tournaments.services.links import IssuedLink, issue_table_links, revoke_table_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """A phone: no account, no cookie, and no forgiveness for a missing CSRF token."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def at(issued: list[IssuedLink], game: Game) -> str:
    """The address of table 1."""
    return f"/t/{issued[0].token}/"


# --- the ways in ---


def test_an_unknown_link_is_not_found_and_says_whom_to_ask(client: Client) -> None:
    answer = client.get("/t/no-such-token/")
    assert answer.status_code == 404
    assert "Ask the director for it." in answer.content.decode()


def test_a_link_taken_back_is_gone(client: Client, night: Event, at: str) -> None:
    revoke_table_links(event=night)
    answer = client.get(at)
    assert answer.status_code == 410
    assert "was replaced" in answer.content.decode()


def test_a_link_of_an_archived_event_is_gone(client: Client, night: Event, at: str) -> None:
    Event.objects.filter(pk=night.pk).update(state=Event.State.ARCHIVED)
    assert client.get(at).status_code == 410
    assert client.post(at, {"do": "hand"}).status_code == 410


def test_six_letters_open_the_table(client: Client, issued: list[IssuedLink]) -> None:
    answer = client.post("/join/", {"code": f" {issued[0].code.lower()} "})
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200
    assert not client.cookies


def test_a_wrong_code_says_what_a_code_looks_like(client: Client) -> None:
    answer = client.post("/join/", {"code": "<b>QQQ"})
    assert answer.status_code == 404
    assert "It is six letters" in answer.content.decode()
    assert "&lt;b&gt;QQQ" in answer.content.decode()


def test_a_code_of_another_evening_is_gone(client: Client, issued: list[IssuedLink]) -> None:
    TableLink.objects.update(evening_ends=timezone.now() - timedelta(hours=1))
    assert client.post("/join/", {"code": issued[0].code}).status_code == 410


def test_guessing_codes_is_slowed_down_whatever_address_the_guesser_claims(client: Client) -> None:
    cache.clear()
    answers = [
        client.post("/join/", {"code": "QQ"}, headers={"X-Forwarded-For": f"10.0.0.{at}"}) for at in range(21)
    ]
    assert [one.status_code for one in answers] == [404] * 20 + [429]
    assert "Wait" in answers[-1].content.decode()
    assert int(answers[-1]["Retry-After"]) > 0
    cache.clear()


# --- the plain form ---


def test_the_award_is_shown_before_it_is_recorded(client: Client, at: str) -> None:
    answer = press(client, at, "hand", maker="E", tricks=2)
    assert "E/W euchred: 2 to N/S" in answer.content.decode()
    assert "Then N/S 2, E/W 0." in answer.content.decode()
    assert kinds() == []


def test_a_whole_round_is_played_with_the_plain_form(client: Client, at: str) -> None:
    assert "Who deals first?" in page(client, at)
    press(client, at, "first-deal", "deal-form", dealer="W")
    for maker, tricks, alone in [("N", 3, ""), ("E", 5, "E"), ("S", 1, ""), ("W", 4, "")]:
        assert play(client, at, maker, tricks, alone).status_code == 303
    assert "Hand 5 of 8" in page(client, at)
    assert "<b>Dan Nance</b> deals" in page(client, at)
    for tricks in (3, 3, 3):
        play(client, at, "N", tricks)
    assert re.search(r'id="last-hand" class="chip now">Last hand', page(client, at))
    play(client, at, "S", 3)
    html = page(client, at)
    # 1 + 0 + 0 + 0 + 1 + 1 + 1 + 1 against 0 + 4 + 2 + 1
    assert "Bob Pascoe and Dan Nance win, 7–5." in html
    assert kinds() == ["first-deal"] + ["hand"] * 8


def test_a_level_game_is_called_level(client: Client, at: str) -> None:
    for maker in "NENENENE":
        play(client, at, maker, 3)
    assert "A level game: 4 all." in page(client, at)


def test_pressing_record_twice_records_once(client: Client, at: str) -> None:
    shown = press(client, at, "hand", maker="N", tricks=3).content.decode()
    sent = {**fields_of(shown, "table_confirm"), "do": "record"}
    assert [client.post(at, sent).status_code for _ in range(2)] == [303, 303]
    assert kinds() == ["hand"]


def test_what_was_recorded_is_said_on_the_next_page(client: Client, at: str) -> None:
    answer = play(client, at, "N", 5)
    assert "Recorded. N/S march: 2 to N/S." in client.get(answer["Location"]).content.decode()


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"tricks": 3}, "Say who made it."),
        ({"maker": "N"}, "Say how many tricks they took."),
        ({"maker": "N", "tricks": 6}, "A hand has five tricks; 6 were claimed."),
        ({"maker": "N", "tricks": -1}, "A hand has five tricks; -1 were claimed."),
        ({"maker": "N", "tricks": "many"}, "Tricks: Enter a whole number."),
        ({"maker": "X", "tricks": 3}, "Nobody sits at"),
        ({"maker": "N", "tricks": 3, "alone": ["S"]}, "Only the player who called may play alone."),
        ({"maker": "N", "tricks": 3, "trump": "Z"}, "trump"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    client: Client, at: str, facts: dict[str, Any], sentence: str
) -> None:
    answer = press(client, at, "hand", **facts)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert kinds() == []


def test_a_refused_form_keeps_what_was_right(client: Client, at: str) -> None:
    html = press(client, at, "hand", maker="S", tricks=7).content.decode()
    assert 'name="maker" value="S" checked' in html


def test_a_form_that_was_tampered_with_is_refused(client: Client, at: str, game: Game) -> None:
    assert client.post(at, {"do": "hand", "game": game.pk, "line": "x"}).status_code == 422
    assert client.post(at, {"do": "hand", "game": "x"}).status_code == 404
    assert client.post(at, {}).status_code == 404


def test_a_link_scores_its_own_table_only(client: Client, at: str, night: Event) -> None:
    other = open_match(match=Match.objects.get(round__event=night, table=2))
    sent = {**fields_of(page(client, at)), "game": other.pk, "do": "hand", "maker": "N", "tricks": 3}
    assert client.post(at, sent).status_code == 404
    assert client.get(f"{at}?game={other.pk}").status_code == 404


def test_thrown_in_and_misdeals_score_nothing_and_take_no_hand(client: Client, at: str) -> None:
    for kind in ("thrown-in", "void"):
        shown = press(client, at, kind).content.decode()
        client.post(at, {**fields_of(shown, "table_confirm"), "do": "record"})
    assert kinds() == ["thrown-in", "void"]
    assert "Hand 1 of 8" in page(client, at)


def test_the_last_hand_is_undone_with_one_press_and_played_again(client: Client, at: str) -> None:
    play(client, at, "N", 3)
    play(client, at, "N", 5)
    assert press(client, at, "retraction", "undo-form").status_code == 303
    assert "Hand 2 of 8" in page(client, at)
    play(client, at, "E", 3)
    assert kinds() == ["hand", "hand", "retraction", "hand"]
    assert LedgerLine.objects.get(position=4).replaces == LedgerLine.objects.get(position=3)


def test_an_earlier_hand_is_corrected(client: Client, at: str) -> None:
    play(client, at, "N", 3)
    play(client, at, "E", 3)
    first = LedgerLine.objects.get(hand_number=1)
    there = f"{at}?correct={first.pk}"
    assert "Correcting “N/S make the point: 1 to N/S”." in page(client, there)
    shown = press(client, there, "hand", maker="N", tricks=0).content.decode()
    assert "takes the place of" in shown
    client.post(at, {**fields_of(shown, "table_confirm"), "do": "record"})
    assert LedgerLine.objects.get(position=3).replaces == first
    assert "N/S euchred: 2 to E/W <small>corrected</small>" in page(client, at)


def test_who_dealt_first_can_be_corrected(client: Client, at: str) -> None:
    press(client, at, "first-deal", "deal-form", dealer="W")
    said = LedgerLine.objects.get()
    press(client, f"{at}?correct={said.pk}", "first-deal", "deal-form", dealer="N")
    assert "<b>Ann Trewin</b> deals" in page(client, at)


def test_two_plain_phones_with_other_facts_meet_a_sentence(client: Client, at: str) -> None:
    fields = fields_of(page(client, at))
    play(client, at, "N", 3)
    late = {**fields, "line": uuid4(), "do": "record", "kind": "hand", "maker": "E", "tricks": 5}
    answer = client.post(at, late)
    assert answer.status_code == 409
    assert "This hand is on the sheet with other facts." in answer.content.decode()
    assert kinds() == ["hand"]


# --- what is shown ---


def test_names_are_text_on_the_page_and_in_its_script(client: Client, at: str, table_one: Match) -> None:
    player = table_one.seatings.get(seat="N").player
    assert player is not None
    player.name = "</script><img src=x onerror=alert(1)>"
    player.save()
    html = page(client, at)
    assert "<img src=x" not in html
    assert html.count("</script>") == 2  # the module's and the data's own


def test_a_closed_round_shows_its_sheet_and_takes_nothing_more(client: Client, at: str, night: Event) -> None:
    play(client, at, "N", 3)
    Round.objects.update(state=Round.State.CLOSED)
    html = page(client, at)
    assert "This round is closed." in html
    assert 'id="hand_form" class="entry" hidden' in html


def test_a_table_without_a_match_says_what_it_waits_for(client: Client, night: Event) -> None:
    links = issue_table_links(event=night, tables=3, actor=Actor.of_command("tests"))
    html = page(client, f"/t/{links[2].token}/")
    assert "Nobody sits at this table tonight." in html
    assert "Look again" in html


def test_the_script_may_ask_where_the_table_is(client: Client, at: str, table_one: Match) -> None:
    answer = client.get(at, headers={"Accept": "application/json"})
    assert answer.json() == {"match": table_one.pk, "waiting": ""}
    assert "Accept" in answer["Vary"]


def test_the_page_needs_no_cookie_and_is_kept_nowhere(client: Client, at: str) -> None:
    answer = client.get(at)
    assert not answer.cookies
    assert "no-store" in answer["Cache-Control"]
    assert (
        "script-src" not in answer["Content-Security-Policy"]
        or "unsafe" not in answer["Content-Security-Policy"]
    )


def test_a_long_sheet_costs_no_more_queries_than_a_short_one(
    client: Client, at: str, django_assert_max_num_queries: Any
) -> None:
    page(client, at)
    for maker in "NESW":
        play(client, at, maker, 3)
    with django_assert_max_num_queries(14):
        page(client, at)


def test_the_script_is_told_how_the_deal_turns(game: Game, issued: list[IssuedLink]) -> None:
    state = {"round": 1, "game": game.pk, "seats": list("NESW")}
    told = {
        key: script_of(issued[0].link, "x", state, RULESETS[key])["deal"]
        for key in ("north-american", "stick-the-dealer", "progressive-eight-hands")
    }
    assert told["north-american"] == {"hand": "next", "thrown-in": "next", "void": "same"}
    assert told["stick-the-dealer"]["thrown-in"] is None  # type: ignore[index]
    assert told["progressive-eight-hands"]["thrown-in"] == "same"  # type: ignore[index]


@pytest.mark.parametrize(
    ("key", "seats"), [("two-handed", "NS"), ("cut-throat", "NES"), ("independent", "NES")]
)
def test_tables_of_two_and_three_are_scored_too(client: Client, club: Any, key: str, seats: str) -> None:
    event = factories.make_event(club, "Small table", ruleset=RULESETS[key])
    entries = factories.make_entries(event, factories.make_players(club, len(seats)))
    match = Match.objects.create(round=factories.make_round(event), table=1)
    for seat, entry in zip(seats, entries, strict=True):
        factories.make_seating(match, seat, entry)
    at = f"/t/{issue_table_links(event=event, tables=1, actor=Actor.of_command('tests'))[0].token}/"
    assert play(client, at, "N", 5).status_code == 303
    assert LedgerLine.objects.get().facts["tricks"] == 5
