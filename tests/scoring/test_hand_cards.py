"""The cards of a hand, by way of the checker onto the sheet: by the table's rules, and if they can be."""

from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.test import Client

from scoring.engine.catalogue import RULESETS
from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import changed
from scoring.models import Game, LedgerLine
from scoring.services.lines import NewLine
from scoring.services.matches import open_match
from tests import factories
from tests.scoring.test_recording import hand, refused, send
from tournaments.actors import Actor
from tournaments.models import Event, Match, TableLink
from tournaments.services.links import IssuedLink

pytestmark = pytest.mark.django_db

# S takes the king of clubs up and wins four tricks; written by hand, not by the code under test.
PLAY = "AD 9D QD 9C KS AS AC JS KH QH AH TC KD 9H KC 9S JC QS JD JH"
CALLED = "1. S KC | ? | p p p o x--"


@pytest.fixture
def game(night: Event, table_one: Match) -> Game:
    """A game under the rules that those cards were played by."""
    rules = changed(RULESETS["stick-the-dealer"], {"key": "ours", "target": 7})
    factories.make_policy(night, number=2, ruleset=rules)
    return open_match(match=table_one)


@pytest.fixture
def line(game: Game, phone: Actor) -> LedgerLine:
    """The hand as the sheet has it."""
    send(game, NewLine(id=uuid4(), kind="first-deal", hand_number=0, facts={"dealer": "S"}), phone)
    return send(game, hand(1, "S", 4), phone).line


def with_record(line: LedgerLine, text: object, **facts: Any) -> NewLine:
    facts = {**line.facts, "record": text, **facts}
    return NewLine(id=uuid4(), kind="hand", hand_number=1, facts=facts, replaces=line.pk)


def whole() -> str:
    """The whole play, trick by trick."""
    cards = PLAY.split()
    tricks = " / ".join(" ".join(cards[at : at + 4]) for at in range(0, 20, 4))
    return f"{CALLED} | {tricks} | ?"


def test_a_legal_record_stands_with_its_hand(game: Game, line: LedgerLine, phone: Actor) -> None:
    sent = send(game, with_record(line, '[Ruleset "benny"]\n' + whole()), phone)
    assert sent.line.facts["record"].startswith("1. S KC |")
    assert "[" not in sent.line.facts["record"]
    again = send(game, with_record(line, sent.line.facts["record"]), phone)
    assert again.line.pk == sent.line.pk  # written canonically, it is the same


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        (whole().replace("QD 9C", "QS 9C"), "record-illegal", "These cards make no legal hand."),
        (whole().replace("p p p o", "o"), "record-differs", "By these cards W made it"),
        ("1. S KC | ? | p p p p p p p p", "record-illegal", ""),
        ("nonsense", "record-unreadable", ""),
        (whole() + "\n" + whole(), "record-unreadable", "Write down one hand, and no more."),
        ("", None, ""),
        ("x" * 2001, "record-too-long", "2000 letters"),
        (["a"], "record-too-long", ""),
        ("\x00", "record-unreadable", ""),
    ],
)
def test_what_cannot_be_is_refused_with_the_sentence(
    game: Game, line: LedgerLine, phone: Actor, text: object, code: str | None, words: str
) -> None:
    if code is None:
        assert "record" not in send(game, with_record(line, text), phone).line.facts
        return
    with pytest.raises(RuleViolation) as met:
        send(game, with_record(line, text), phone)
    assert met.value.code == code
    assert words in met.value.sentence
    assert game.lines.count() == 2


def test_the_number_of_tricks_must_be_the_sheets(game: Game, line: LedgerLine, phone: Actor) -> None:
    with refused("record-differs"):
        send(game, with_record(line, whole(), tricks=3), phone)


def test_from_the_table_to_the_checker_and_back(
    client: Client, game: Game, line: LedgerLine, issued: list[IssuedLink]
) -> None:
    there = f"/t/{issued[0].token}/cards/?game={game.pk}&root={line.pk}"
    answer = client.get(there)
    asked = parse_qs(urlsplit(answer["Location"]).query)
    assert "1. S" in asked["text"][0]  # who dealt is known
    assert '[Target "7"]' in asked["text"][0]  # the table's own rules
    page = client.get(answer["Location"])
    assert "Which card was turned up?" in page.content.decode()
    at = asked["at"][0]
    for do in [
        "upcard:KC",
        "call:p",
        "call:p",
        "call:p",
        "call:o",
        "discard:--",
        *(f"card:{c}" for c in PLAY.split()),
    ]:
        page = client.post("/hands/enter/", {"text": asked["text"][0], "at": at, "do": do})
        asked = parse_qs(urlsplit(page["Location"]).query)
        assert asked["at"] == [at]
    html = client.get(page["Location"]).content.decode()
    assert (
        "Put these cards on the table&#x27;s sheet" in html or "Put these cards on the table's sheet" in html
    )
    sent = {"text": asked["text"][0], "game": game.pk, "root": line.pk}
    back = client.post(f"/t/{issued[0].token}/cards/", sent)
    assert back["Location"] == f"/t/{issued[0].token}/?correct={line.pk}"
    newest = LedgerLine.objects.get(replaces=line)
    assert (newest.facts["tricks"], newest.reason) == (4, "Cards written down")
    assert "Look at the cards" in client.get(back["Location"]).content.decode()
    kept = parse_qs(urlsplit(client.get(there)["Location"]).query)["text"][0]
    assert newest.facts["record"] in kept


def test_a_refused_record_is_said_on_the_tables_page(
    client: Client, game: Game, line: LedgerLine, issued: list[IssuedLink]
) -> None:
    sent = {"text": CALLED.replace("S KC", "E KC"), "game": game.pk, "root": line.pk}
    answer = client.post(f"/t/{issued[0].token}/cards/", sent)
    assert answer.status_code == 422
    assert "the sheet says otherwise" in answer.content.decode()


def test_another_tables_link_writes_no_cards(
    client: Client, game: Game, line: LedgerLine, issued: list[IssuedLink]
) -> None:
    sent: dict[str, str | int] = {"text": whole(), "game": game.pk, "root": str(line.pk)}
    assert client.post(f"/t/{issued[1].token}/cards/", sent).status_code == 404
    assert client.get(f"/t/{issued[1].token}/cards/", sent).status_code == 404
    assert client.post("/t/none/cards/", sent).status_code == 404
    there = f"/t/{issued[0].token}/cards/"
    for nonsense in ("", "x", "9" * 50, str(uuid4())):
        asked: list[dict[str, str | int]] = [
            {"game": game.pk, "root": nonsense},
            {"game": nonsense, "root": str(line.pk)},
        ]
        assert [client.get(there, each).status_code for each in asked] == [404, 404]
    assert TableLink.objects.count() == 2


@pytest.mark.parametrize("at", ["", "/", "a/b", "a/b/c/d", "//", "\x00/1/2", "x" * 500, "a\nb/1/2", "é/1/2"])
def test_the_checker_carries_nothing_that_names_no_table(client: Client, at: str) -> None:
    text = '[Players "4"] [Ruleset "benny"]\n1. S KC | ? | ?'
    answer = client.get("/hands/enter/", {"text": text, "at": at})
    assert answer.status_code == 200
