"""A secretary's whole season through the API alone: club, people, nights, a league, the season after it."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db

Call = Callable[..., Any]
NAMES = [factories.name_at(at) for at in range(24)]


@pytest.fixture
def secretary() -> Client:
    """Signed in; she has an account and nothing else."""
    client = Client()
    client.force_login(factories.make_account("sue"))
    return client


def sent(client: Client, token: str = "") -> Call:
    """Ask the API and read its answer; every write has a key of its own."""

    def call(method: str, path: str, body: Any = None, code: int = 200, **headers: str) -> Any:
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if method != "get":
            headers.setdefault("Idempotency-Key", str(uuid4()))
        answer = client.generic(
            method.upper(),
            f"/api/v1/{path}",
            "" if body is None else json.dumps(body),
            "application/json",
            headers=headers,
        )
        assert answer.status_code == code, (path, answer.status_code, answer.content[:500])
        return answer.json() if answer.content else None

    return call


@pytest.fixture
def call(secretary: Client) -> Call:
    """A program with a token of the club that the secretary founded."""
    signed_in = sent(secretary)
    club = signed_in("post", "clubs", {"name": "Bude Euchre Club", "zone": "Europe/London"}, 201)
    made = signed_in(
        "post", f"clubs/{club['slug']}/tokens", {"name": "Sue's program", "scopes": ["read", "direct"]}, 201
    )
    return sent(Client(), made["secret"])


CLUB = "clubs/bude-euchre-club"


def every(call: Call, path: str) -> list[Any]:
    """All pages of a list, two at a time."""
    page = call("get", f"{path}{'&' if '?' in path else '?'}limit=7")
    rows = list(page["results"])
    while page["next"]:
        page = call("get", page["next"].split("/api/v1/")[1])
        rows += page["results"]
    return rows


def play_night(call: Call, name: str, day: str, points: Callable[[int, int], tuple[int, int]]) -> int:
    """A night of two rounds of eight people, its tables' cards typed; the event's number."""
    terms = {"ruleset": "progressive-eight-hands", "rounds": 2, "movement": "by-lot"}
    event = call("post", f"{CLUB}/events", {"name": name, "plays_on": day, **terms}, 201)["id"]
    people = every(call, f"{CLUB}/players")[:8]
    entries = call(
        "post", f"events/{event}/entries", {"players": [{"player": one["id"]} for one in people]}, 201
    )
    assert [one["name"] for one in entries] == [one["name"] for one in people]
    for number in (1, 2):
        drawn = call("post", f"events/{event}/draw/propose", {}, 201)
        seed = next(one["seed"] for one in drawn["rounds"] if one["state"] == "proposed")
        call("post", f"events/{event}/draw/accept", {"seed": seed, "upto": number})
        call("post", f"events/{event}/rounds/{number}/call", {"minutes": 20})
        for match in every(call, f"events/{event}/matches?round={number}"):
            ours, theirs = points(number, match["table"])
            totals = {"points": {"NS": ours, "EW": theirs}}
            call("post", f"events/{event}/matches/{match['id']}/totals", totals)
        call("post", f"events/{event}/rounds/{number}/close", {})
    return int(event)


def points_by_hand(call: Call, event: int) -> dict[int, int]:
    """Entry → points, added up here from who sat where and what the cards say."""
    found: dict[int, int] = {}
    for match in every(call, f"events/{event}/matches"):
        score = match["result"]["score"]
        for one in match["seatings"]:
            side = "NS" if one["seat"] in "NS" else "EW"
            found[one["entry"]] = found.get(one["entry"], 0) + score[side]
    return found


def test_a_whole_season_is_run_through_the_api_alone(call: Call) -> None:
    for name in NAMES:
        call("post", f"{CLUB}/players", {"name": name}, 201)
    assert len(every(call, f"{CLUB}/players")) == len(NAMES)

    # Two nights, the first one corrected afterwards.
    first = play_night(call, "Opening night", "2026-09-03", lambda number, table: (8 + number, 7 + table))
    second = play_night(call, "Second night", "2026-09-10", lambda number, table: (9, 6 + number))
    match = every(call, f"events/{first}/matches?round=1&table=1")[0]
    games = call("get", f"events/{first}/matches/{match['id']}/games")
    card = next(one for one in games[0]["lines"] if one["kind"] == "card")
    again = {"points": {"NS": 12, "EW": 4}, "seen": card["id"]}
    assert (
        call("post", f"events/{first}/matches/{match['id']}/totals", again, 422)["code"] == "reason-missing"
    )
    call("post", f"events/{first}/matches/{match['id']}/totals", {**again, "reason": "Added up wrongly"})
    for event in (first, second):
        told = call("get", f"events/{event}/standings?revision=999999")
        counted = points_by_hand(call, event)
        assert {one["entry"]: one["points"] for one in told["standings"]} == counted
        order = [one["points"] for one in told["standings"]]
        assert order == sorted(order, reverse=True)
        call("post", f"events/{event}/state", {"state": "finished"})

    # The two nights together.
    series = call("post", f"{CLUB}/series", {"name": "Autumn", "way": "all"}, 201)
    call("put", f"series/{series['id']}/events", {"events": [first, second]})
    table = every(call, f"series/{series['id']}/standings")
    assert len(table) == 8
    players = {
        one["id"]: one["player"]
        for event in (first, second)
        for one in every(call, f"events/{event}/entries")
    }
    totals: dict[int, int] = {}
    for event in (first, second):
        for entry, points in points_by_hand(call, event).items():
            totals[players[entry]] = totals.get(players[entry], 0) + points
    assert {one["player"]: int(one["total"]) for one in table} == totals


def test_a_league_is_run_and_rolled_over_through_the_api_alone(call: Call) -> None:
    season = call(
        "post", f"{CLUB}/seasons", {"name": "2026", "starts_on": "2026-09-01", "ends_on": "2027-04-30"}, 201
    )
    made = {
        name: call(
            "post",
            f"seasons/{season['id']}/divisions",
            {"name": name, "league": "st-austell", "ups": 1, "downs": 1},
            201,
        )["id"]
        for name in ("First", "Second")
    }
    teams: dict[str, list[Any]] = {}
    for name, division in made.items():
        houses = [{"name": f"{name} {n}", "venue": f"House {name} {n}"} for n in range(1, 5)]
        teams[name] = call("post", f"divisions/{division}/teams", {"teams": houses}, 201)
    squad = call(
        "post",
        f"teams/{teams['First'][0]['id']}/squad",
        {"people": [{"name": name} for name in NAMES[:6]], "day": "2026-09-01"},
        201,
    )
    assert squad[0]["captain"] and len(squad) == 6
    wins: dict[int, int] = {}
    for division in made.values():
        nights = {"first": "2026-09-03", "last": "2027-03-25"}
        proposed = call("post", f"divisions/{division}/fixtures/propose", nights, 201)
        call("post", f"divisions/{division}/fixtures/accept", {"seed": proposed["proposal"]["seed"]}, 201)
        played = every(call, f"divisions/{division}/fixtures")
        assert len(played) == 12
        for fixture in played:
            home_better = fixture["home"] < fixture["visitor"]
            cards = [
                {
                    "number": n,
                    "home_points": 21 if home_better else 10,
                    "visitor_points": 10 if home_better else 21,
                }
                for n in range(1, 10)
            ]
            call("put", f"fixtures/{fixture['id']}/card", {"games": cards})
            for side in ("home", "visitor"):
                told = call("post", f"fixtures/{fixture['id']}/sign", {"side": side, "do": "sign"})
            assert (
                told["state"] == "played" and told["card"]["home_signed"] and told["card"]["visitor_signed"]
            )
            winner = fixture["home"] if home_better else fixture["visitor"]
            wins[winner] = wins.get(winner, 0) + 1
    # A dispute, decided; and points off.
    fixture = every(call, f"divisions/{made['Second']}/fixtures")[0]
    call(
        "post",
        f"fixtures/{fixture['id']}/sign",
        {"side": "home", "do": "dispute", "reason": "Game 3 is wrong"},
    )
    call("post", f"fixtures/{fixture['id']}", {"do": "decide", "reason": "It stands"})
    last = min(teams["Second"], key=lambda one: wins.get(one["id"], 0))
    call("post", f"teams/{last['id']}/deductions", {"points": 1, "reason": "A team did not appear"}, 201)
    tables = {name: call("get", f"divisions/{division}/table")["lines"] for name, division in made.items()}
    for name, lines in tables.items():
        by_wins = sorted((one["id"] for one in teams[name]), key=lambda one: -wins.get(one, 0))
        assert [one["team"] for one in lines] == by_wins
    # The next season: one up, one down.
    moves = call("get", f"seasons/{season['id']}/next")["places"]
    down, up = tables["First"][-1]["team"], tables["Second"][0]["team"]
    assert moves[str(down)] == made["Second"] and moves[str(up)] == made["First"]
    after = {"name": "2027", "starts_on": "2027-09-01", "ends_on": "2028-04-30"}
    following = call("post", f"seasons/{season['id']}/next", after, 201)
    assert call("get", f"seasons/{season['id']}")["state"] == "finished"
    again = {
        one["name"]: {team["name"] for team in every(call, f"divisions/{one['id']}/teams")}
        for one in every(call, f"seasons/{following['id']}/divisions")
    }
    names = {one["id"]: one["name"] for group in teams.values() for one in group}
    assert names[up] in again["First"] and names[down] in again["Second"]
    assert {len(group) for group in again.values()} == {4}
