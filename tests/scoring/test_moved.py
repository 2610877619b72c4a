"""A server is lost, an older backup takes its place, and a phone tells it the sheet, from any origin."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.models import Game, LedgerLine
from scoring.selectors.tables import table_state
from scoring.services.lines import NewLine, Status
from scoring.services.matches import open_match
from scoring.triggers import open_ledger
from tests import factories
from tests.scoring.test_recording import hand, refused, send
from tournaments.actors import Actor
from tournaments.models import Event, Match
from tournaments.services.links import IssuedLink

pytestmark = pytest.mark.django_db

PAGE = "http://192.168.1.20:8000"


def known_lines(game: Game) -> list[dict[str, Any]]:
    """Every line as a phone keeps it: it came in JSON."""
    state = table_state(game.match, game.pk).as_dict(whole=True)
    lines: list[dict[str, Any]] = json.loads(json.dumps(state["lines"]))
    return lines


def told_again(line: dict[str, Any]) -> NewLine:
    replaces = UUID(line["replaces"]) if line["replaces"] else None
    return NewLine(
        id=UUID(line["id"]),
        kind=line["kind"],
        hand_number=line["hand"],
        facts=line["facts"],
        replaces=replaces,
        reason=line["reason"],
        recorded_at=datetime.fromisoformat(line["recorded_at"]),
        retold=True,
    )


def lose(lines: Sequence[LedgerLine] | Any) -> None:
    """Restore the backup that was made before these lines."""
    with open_ledger("a restored backup"):
        for line in sorted(lines, key=lambda line: -line.position):
            line.delete()


def figures(game: Game) -> list[tuple[Any, ...]]:
    return [
        (str(one.pk), one.position, one.hand_number, one.kind, one.facts, one.replaces_id, one.reason)
        for one in game.lines.order_by("position")
    ]


def test_a_sheet_with_corrections_comes_back_line_by_line(game: Game, phone: Actor) -> None:
    send(game, NewLine(id=uuid4(), kind="first-deal", hand_number=0, facts={"dealer": "N"}), phone)
    first = send(game, hand(1, "N", 3), phone).line
    second = send(game, hand(2, "E", 5), phone).line
    undone = send(game, NewLine(id=uuid4(), kind="retraction", hand_number=2, replaces=second.pk), phone).line
    send(game, hand(2, "W", 3, replaces=undone.pk), phone)
    facts = {"to": "EW", "points": 2, "why": "revoke", "hand": 2}
    send(game, NewLine(id=uuid4(), kind="penalty", facts=facts), phone)
    send(game, hand(1, "N", 5, replaces=first.pk, reason="Counted wrongly"), phone)
    kept, was = known_lines(game), figures(game)
    lose(game.lines.filter(position__gt=3))
    assert len(figures(game)) == 3
    for _ in range(2):  # a second phone of the table tells it, too
        for line in kept:
            send(game, told_again(line), phone)
        assert figures(game) == was


def test_what_only_a_director_could_write_waits_for_one(game: Game, phone: Actor, director: Actor) -> None:
    first = send(game, hand(1, "N", 3), phone).line
    mended = send(game, hand(1, "N", 2, replaces=first.pk, reason="two, all agree"), director).line
    points = {"side": "NS", "points": -1}
    send(game, NewLine(id=uuid4(), kind="adjustment", facts=points, reason="late"), director)
    send(game, hand(2, "N", 3), phone)
    kept = known_lines(game)
    lose(game.lines.filter(position__gt=2))
    told = [send(game, told_again(line), phone) for line in kept]
    assert [one.status for one in told] == [Status.KNOWN, Status.KNOWN, Status.RECORDED, Status.RECORDED]
    adjustment = game.lines.get(kind="adjustment")
    assert (adjustment.late, adjustment.reason) == ("moved", "late")
    state = table_state(game.match).as_dict()
    assert state["score"] == {"NS": 1, "EW": 2}  # without the adjustment, until the director accepts it
    assert [one["id"] for one in state["late"]] == [str(adjustment.pk)]  # type: ignore[attr-defined]
    again = NewLine(
        id=uuid4(), kind="adjustment", facts=points, replaces=adjustment.pk, reason="as it was before"
    )
    send(game, again, director)
    assert table_state(game.match).as_dict()["score"] == {"NS": 0, "EW": 2}
    assert game.lines.filter(pk=mended.pk).exists()


def test_a_change_of_the_directors_own_line_waits_too(game: Game, phone: Actor, director: Actor) -> None:
    card = {"points": {"NS": 8, "EW": 6}, "lone": {"NS": 1, "EW": 0}}
    line = send(game, NewLine(id=uuid4(), kind="card", facts=card), director).line
    newer = {"points": {"NS": 9, "EW": 6}, "lone": {"NS": 1, "EW": 0}}
    send(
        game,
        NewLine(id=uuid4(), kind="card", facts=newer, replaces=line.pk, reason="misread"),
        director,
    )
    kept = known_lines(game)
    lose(game.lines.filter(position=2))
    for each in kept:
        send(game, told_again(each), phone)
    assert table_state(game.match).as_dict()["score"] == {"NS": 8, "EW": 6}
    assert game.lines.get(position=2).facts["points"] == newer["points"]
    with refused("director-only"):
        send(game, NewLine(id=uuid4(), kind="adjustment", facts={"side": "NS", "points": 1}), phone)


# --- across origins ---


def test_a_browser_is_told_that_any_page_may_write_with_a_token(client: Client, game: Game) -> None:
    there = f"/api/v1/games/{game.pk}/ledger/{uuid4()}"
    asked = {"Origin": PAGE, "Access-Control-Request-Method": "PUT"}
    answer = client.options(there, headers={**asked, "Access-Control-Request-Headers": "content-type"})
    assert answer.status_code == 204
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "PUT" in answer["Access-Control-Allow-Methods"]
    assert "content-type" in answer["Access-Control-Allow-Headers"].lower()
    assert "Access-Control-Allow-Credentials" not in answer


def test_answers_and_refusals_are_read_across_origins(
    client: Client, game: Game, issued: list[IssuedLink]
) -> None:
    token = issued[0].token
    there = f"/api/v1/games/{game.pk}/ledger/{uuid4()}"
    body = {
        "token": token,
        "kind": "hand",
        "hand_number": 1,
        "facts": {"maker": "N", "alone": [], "tricks": 3},
    }
    answers = [
        client.put(there, body, content_type="application/json", headers={"Origin": PAGE}),
        client.put(there, {**body, "token": "no"}, content_type="application/json", headers={"Origin": PAGE}),
        client.get(f"/api/v1/games/{game.pk}/table", headers={"X-Table-Token": token, "Origin": PAGE}),
        client.get(f"/t/{token}/", headers={"Accept": "application/json", "Origin": PAGE}),
        client.get("/t/unknown/", headers={"Accept": "application/json", "Origin": PAGE}),
    ]
    assert [one.status_code for one in answers] == [201, 404, 200, 200, 404]
    assert {one["Access-Control-Allow-Origin"] for one in answers} == {"*"}
    assert answers[-1].json()["code"] == "link-unknown"


def test_no_other_address_is_opened_to_other_origins(client: Client, game: Game, night: Event) -> None:
    event = game.match.round.event
    for there in (f"/api/v1/events/{event.pk}/standings", "/join/", f"/clubs/{event.club.slug}/"):
        assert "Access-Control-Allow-Origin" not in client.get(there, headers={"Origin": PAGE})


def test_only_the_tables_page_may_connect_elsewhere(
    client: Client, game: Game, issued: list[IssuedLink]
) -> None:
    policy = client.get(f"/t/{issued[0].token}/")["Content-Security-Policy"]
    rules = dict(one.split(" ", 1) for one in policy.split("; "))
    assert set(rules.pop("connect-src").split()) == {"'self'", "http:", "https:"}
    assert rules["default-src"] == "'self'"
    assert "script-src" not in rules
    assert "connect-src" not in client.get("/join/")["Content-Security-Policy"]


def test_the_reasons_of_a_sheet_are_for_those_who_write_on_it(
    client: Client, game: Game, issued: list[IssuedLink]
) -> None:
    there = f"/api/v1/games/{game.pk}/table"
    mine = client.get(there, headers={"X-Table-Token": issued[0].token})
    others = client.get(there, headers={"X-Table-Token": issued[1].token})
    assert "lines" in mine.json()
    assert "lines" not in others.json()
    assert "lines" not in client.get(there).json()
    assert mine["ETag"] != others["ETag"]


# --- a game by the name that lasts ---


def where(client: Client, token: str, match: Match, number: int) -> Any:
    there = f"/t/{token}/?match={match.pk}&number={number}"
    return client.get(there, headers={"Accept": "application/json"}).json()["game"]


def test_a_phone_asks_what_its_game_is_called_now(
    client: Client, night: Event, table_one: Match, issued: list[IssuedLink]
) -> None:
    other = open_match(match=Match.objects.get(round__event=night, table=2))  # first come, first numbered
    found = where(client, issued[0].token, table_one, 1)
    assert found == {"id": table_one.games.get().pk, "number": 1}
    assert found["id"] != other.pk
    assert where(client, issued[0].token, table_one, 2) == found  # the last there is yet
    assert where(client, issued[1].token, table_one, 1) is None  # another table's link
    assert where(client, issued[0].token, Match(pk=10**9), 1) is None


def test_a_restored_server_never_passes_for_the_one_before(
    client: Client, night: Event, game: Game, phone: Actor, issued: list[IssuedLink]
) -> None:
    """The same revision a second time, with another line on the sheet."""
    there, key = f"/api/v1/games/{game.pk}/table", {"X-Table-Token": issued[0].token}
    send(game, hand(1, "N", 3), phone)
    etag = client.get(there, headers=key)["ETag"]
    number = night.revision_row.__class__.objects.get(event=night).number
    lose(game.lines.all())
    send(game, hand(1, "E", 5), phone)
    night.revision_row.__class__.objects.filter(event=night).update(number=number)
    assert client.get(there, headers={**key, "If-None-Match": etag}).status_code == 200


# --- any evening, lost at any moment ---

DEALS = st.tuples(st.just("deal"), st.sampled_from("NESW"), st.integers(0, 5))
MENDS = st.tuples(st.just("mend"), st.sampled_from("NESW"), st.integers(0, 5))
DEEDS = st.lists(
    DEALS | MENDS | st.just(("undo", "", 0)) | st.just(("revoke", "", 0)), min_size=1, max_size=9
)


class TestLost(TestCase):
    """Hands, corrections, undone hands and penalties as they come; what comes back is what was lost."""

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(deeds=DEEDS, kept=st.integers(0, 9))
    def test_whatever_was_lost_comes_back_as_it_was(
        self, deeds: list[tuple[str, str, int]], kept: int
    ) -> None:
        club = factories.make_club(f"Club {uuid4()}")
        event = factories.make_event(club)
        entries = factories.make_entries(event, factories.make_players(club, 4))
        drawn = factories.make_match(factories.make_round(event), 1, entries)
        game = open_match(match=Match.objects.select_related("round__event__club").get(pk=drawn.pk))
        phone = Actor(code="link:1")
        for deed in deeds:
            do(game, phone, *deed)
        lines, was = known_lines(game), figures(game)
        before = table_state(game.match).as_dict(whole=True)
        lose(game.lines.filter(position__gt=kept))
        for line in lines:
            send(game, told_again(line), phone)
        assert figures(game) == was
        after = table_state(game.match).as_dict(whole=True)
        assert after == before | {"revision": after["revision"]}


def do(game: Game, phone: Actor, what: str, maker: str, tricks: int) -> None:
    """One thing that a table does; nothing where there is nothing to do it to."""
    state: dict[str, Any] = table_state(game.match).as_dict()
    deals = [row for row in state["sheet"] if row["hand"]]
    if what == "deal" and not state["over"]:
        replaces = UUID(state["replaces"]) if state["replaces"] else None
        send(game, hand(state["next_hand"], maker, tricks, replaces=replaces), phone)
    elif what == "revoke":
        facts = {"to": "EW", "points": 2, "why": "revoke"}
        send(game, NewLine(id=uuid4(), kind="penalty", facts=facts), phone)
    elif what == "mend" and deals:
        send(game, hand(deals[0]["hand"], maker, tricks, replaces=UUID(deals[0]["id"])), phone)
    elif what == "undo" and deals:
        row = deals[-1]
        undo = NewLine(id=uuid4(), kind="retraction", hand_number=row["hand"], replaces=UUID(row["id"]))
        send(game, undo, phone)
