"""What a table says with the plain form besides hands: of seats, penalties, reasons, the score."""

import re
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import changed
from scoring.models import Game, LedgerLine
from tests import factories
from tests.scoring.plain_form import fields_of, kinds, page, play, press
from tests.test_form_fuzz import NASTY, filled
from tests.test_form_fuzz import fields_of as fields_of_page
from tournaments.actors import Actor
from tournaments.models import EventPolicy, Match
from tournaments.services.links import IssuedLink, issue_table_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    """A phone: no account, no cookie, and no forgiveness for a missing CSRF token."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def at(issued: list[IssuedLink], game: Game) -> str:
    """The address of table 1."""
    return f"/t/{issued[0].token}/"


def test_who_sits_here_is_said_with_one_press(client: Client, at: str) -> None:
    assert "Do these people sit here?" in page(client, at)
    press(client, at, "seats-wrong", "seats-form")
    html = page(client, at)
    assert re.search(r'id="called-form" data-ask="called">', html)
    press(client, at, "seats-right", "called-form")
    html = page(client, at)
    assert re.search(r'id="seats-form" data-ask="seats" hidden>', html)
    assert [line.facts for line in LedgerLine.objects.order_by("position")] == [
        {"seats": "wrong"},
        {"seats": "right"},
    ]


def test_both_sides_answer_for_the_score(client: Client, at: str) -> None:
    for maker in "NENENENE":
        play(client, at, maker, 3)
    press(client, at, "agree", "agree", side="NS")
    figures = {"points_NS": "5", "points_EW": "3"}
    refused = press(client, at, "dispute", "dispute-form", **figures)
    assert (refused.status_code, "Say which side this is." in refused.content.decode()) == (422, True)
    refused = press(client, at, "dispute", "dispute-form", side="EW", points_NS="five", points_EW="3")
    assert "Type a whole number of points for each side." in refused.content.decode()
    press(client, at, "dispute", "dispute-form", side="EW", **figures)
    assert "N/S agreed. E/W say N/S 5, E/W 3. The director decides." in page(client, at)


def test_a_penalty_is_shown_and_recorded_and_taken_back(client: Client, at: str) -> None:
    play(client, at, "N", 3)
    there = f"{at}?ask=penalty"
    refused = press(client, there, "penalty", "penalty-form", hand=1)
    assert (refused.status_code, "Say who offended." in refused.content.decode()) == (422, True)
    shown = press(client, there, "penalty", "penalty-form", hand=1, penalty=0).content.decode()
    assert "Revoke: 2 to E/W" in shown
    assert "Then N/S 1, E/W 2." in shown
    client.post(at, {**fields_of(shown, "table_confirm"), "do": "record"})
    penalty = LedgerLine.objects.get(kind="penalty")
    assert penalty.facts == {"hand": 1, "to": "EW", "points": 2, "why": "revoke"}
    html = page(client, f"{at}?correct={penalty.pk}")
    take_back = html.split("Take it back")[0].rsplit("<form", 1)[1]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', take_back))
    client.post(at, {**sent, "do": "retraction"})
    assert kinds() == ["hand", "penalty", "retraction"]


def test_a_correction_carries_its_reason_and_shows_what_was_there(client: Client, at: str) -> None:
    play(client, at, "N", 3)
    play(client, at, "E", 3)
    there = f"{at}?correct={LedgerLine.objects.get(hand_number=1).pk}"
    assert "at the table: Ann Trewin made it, 3 tricks." in page(client, there)
    shown = press(client, there, "hand", maker="N", tricks=0).content.decode()
    sent = {**fields_of(shown, "table_confirm"), "do": "record", "reason": "Counted wrongly"}
    client.post(at, sent)
    assert LedgerLine.objects.get(replaces__isnull=False).reason == "Counted wrongly"
    assert "“Counted wrongly”" in page(client, there)


def test_what_the_table_may_not_change_any_more_is_only_looked_at(client: Client, at: str) -> None:
    play(client, at, "N", 3)
    play(client, at, "E", 3)
    EventPolicy.objects.update(correction_window=EventPolicy.Window.NEXT_DEAL)
    html = page(client, f"{at}?correct={LedgerLine.objects.get(hand_number=1).pk}")
    assert "It is too late to change this hand here; ask the director." in html
    assert re.search(r'id="hand-form" hidden', html)
    html = page(client, f"{at}?correct={LedgerLine.objects.get(hand_number=2).pk}")
    assert "Correcting “E/W make the point: 1 to E/W”." in html


def test_laps_and_lurches_are_said(client: Client, club: Any) -> None:
    rules = changed(RULESETS["two-handed"], {"laps": True, "lurches": True, "target": 5})
    event = factories.make_event(club, "Laps", ruleset=rules)
    EventPolicy.objects.filter(event=event).update(scoring={"games_in_a_match": 2, "level_game": "half"})
    match = Match.objects.create(round=factories.make_round(event), table=1)
    for seat, entry in zip("NS", factories.make_entries(event, factories.make_players(club, 2)), strict=True):
        factories.make_seating(match, seat, entry)
    at = f"/t/{issue_table_links(event=event, tables=1, actor=Actor.of_command('tests'))[0].token}/"
    play(client, at, "N", 5)
    play(client, at, "N", 5)
    assert "S has nothing yet: a lurch would count double." in page(client, at)
    first = match.games.get()
    play(client, at, "N", 5)
    html = page(client, f"{at}?game={first.pk}")
    assert (
        "N laps: 1 over, carried into the next game. A lurch: S has nothing, and the game counts double."
        in html
    )
    assert "N brought 1 in from the last game." in page(client, at)


@pytest.mark.parametrize(
    "do", ["hand", "penalty", "agree", "dispute", "seats-right", "seats-wrong", "record", "retraction"]
)
def test_whatever_is_typed_beside_a_button_there_is_an_answer(client: Client, at: str, do: str) -> None:
    play(client, at, "N", 3)
    html, rng = page(client, at), Random(do)
    fields = fields_of_page(html)
    usual = fields_of(html)
    for _ in range(6):
        sent = {**usual, **filled(fields, rng), "game": usual["game"], "do": do}
        sent["line"] = rng.choice([usual["line"], str(uuid4())])
        assert client.post(at, sent).status_code < 500
    cards = {"game": usual["game"], "root": LedgerLine.objects.get(hand_number=1).pk}
    for text in NASTY:
        assert client.post(f"{at}cards/", {**cards, "text": text}).status_code < 500
