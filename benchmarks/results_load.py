"""Results entered and fresh standings read by several clients at once, and the standings page alone."""

import json
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from queue import Empty, SimpleQueue
from random import Random
from uuid import uuid4

from django.contrib.auth.models import User
from django.test import Client

from scoring.engine.catalogue import RULESETS
from scoring.services import practice
from scoring.services.matches import open_match
from scoring.simulation.people import people
from scoring.simulation.phones import Wire
from tournaments.actors import Actor
from tournaments.models import Event, Match, Membership
from tournaments.services.clubs import found_club
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant
from tournaments.services.events import Terms, create_event
from tournaments.services.pairs import PairEntrant, enter_pairs

CLIENTS = 8
ACTOR = Actor.of_command("load")
FORGERY = "0" * 32


def results_and_standings(address: str, *, pairs: int, seconds: float) -> bool:
    """Eight directors' pages type a table's total and read the standings that have it, game after game."""
    event = event_of_pairs(f"{pairs} Pairs Club", pairs=pairs, movement="round-robin", rounds=0)
    games: SimpleQueue[int] = SimpleQueue()
    matches = Match.objects.filter(round__event=event).select_related("round__event__club")
    for match in matches.order_by("round__number", "table"):
        games.put(open_match(match=match).pk)
    count, cookies = games.qsize(), _signed_in(event)
    kept: list[str] = []
    ends = time.monotonic() + seconds
    begun = time.monotonic()
    with ThreadPoolExecutor(CLIENTS) as clients:
        each = list(
            clients.map(
                lambda at: _type(address, event, games, cookies, kept, Random(at), ends), range(CLIENTS)
            )
        )
    took = time.monotonic() - begun
    times = sorted(one for own, _ in each for one in own)
    wires = [wire for _, wire in each]
    faults = practice.prove_night(event=event, kept=kept)
    half, most = (times[int(len(times) * part)] * 1e3 for part in (0.5, 0.95))
    print(f"server: a result and fresh standings, {pairs} pairs, {CLIENTS} clients")
    print(f"  {len(times)} of {count} games in {took:.0f} s: {len(times) / took:.1f} a second")
    print(f"  p50 {half:.0f} ms, p95 {most:.0f} ms; 5xx {sum(one.fives for one in wires)}")
    print("\n".join(f"  WRONG: {fault}" for fault in faults) or "  every result once; equal to a rebuild")
    return not faults


def event_of_pairs(club_name: str, *, pairs: int, movement: str, rounds: int) -> Event:
    """An event of so many pairs, drawn: its own club's only one."""
    club = found_club(name=club_name, zone="UTC", actor=ACTOR)
    rules = RULESETS[practice.RULESET]
    terms = Terms(ruleset=rules, rounds=rounds, movement=movement, entrants="pairs")
    event = create_event(club=club, name="Load", plays_on=date(2026, 3, 12), terms=terms, actor=ACTOR)
    names = people(2 * pairs)
    entrants = [Entrant(name=one, sort_key=one.casefold()) for one in names]
    both = [PairEntrant(one=one, other=two) for one, two in zip(entrants[::2], entrants[1::2], strict=True)]
    enter_pairs(event=event, pairs=both, actor=ACTOR)
    seed = str(propose_draw(event=event, actor=ACTOR, seed="load")[0].seed)
    accept_draw(event=event, seed=seed, actor=ACTOR)
    return event


def _signed_in(event: Event) -> dict[str, str]:
    """Headers of a director's browser."""
    user = User.objects.create_user(f"director {event.pk}")
    Membership.objects.create(club=event.club, user=user, role=Membership.Role.DIRECTOR)
    browser = Client()
    browser.force_login(user)
    session = browser.cookies["sessionid"].value
    return {"Cookie": f"sessionid={session}; csrftoken={FORGERY}", "X-CSRFToken": FORGERY}


def _type(
    address: str,
    event: Event,
    games: "SimpleQueue[int]",
    headers: dict[str, str],
    kept: list[str],
    rng: Random,
    ends: float,
) -> tuple[list[float], Wire]:
    """One client: its times, each for a result and the standings after it."""
    wire, times = Wire(address), []
    page = f"/clubs/{event.club.slug}/events/{event.slug}/standings/"
    while time.monotonic() < ends:
        try:
            game = games.get_nowait()
        except Empty:
            break
        begun, line = time.monotonic(), str(uuid4())
        points = {"NS": rng.randint(2, 12), "EW": rng.randint(2, 12)}
        facts = {"points": points, "lone": {"NS": 0, "EW": 0}}
        path = f"/api/v1/games/{game}/ledger/{line}"
        status, _, text = wire.ask("PUT", path, {"kind": "card", "facts": facts}, headers)
        said = json.loads(text)
        assert status == 201, said
        kept.append(line)
        status, fresh, _ = wire.ask("GET", f"{page}?revision={said['revision']}")
        # The tag tells the revision of the facts, then that of the table shown.
        told = re.match(r'(?:W/)?"(\d+)\.(\d+)', fresh["etag"])
        assert status == 200 and told and int(told[2]) >= said["revision"], (status, fresh)
        times.append(time.monotonic() - begun)
    wire.close()
    return times, wire


def standings_page(address: str, event: Event, *, seconds: float) -> None:
    """The page as eight visitors ask for it, and as eight ask who have it."""
    page = f"/clubs/{event.club.slug}/events/{event.slug}/standings/"
    _, said, text = Wire(address).ask("GET", page)
    for words, headers in (("whole", {}), ("unchanged", {"If-None-Match": said["etag"]})):
        until = time.monotonic() + seconds
        with ThreadPoolExecutor(CLIENTS) as clients:
            counts = list(clients.map(_reader(address, page, headers, until), range(CLIENTS)))
        print(
            f"server: standings page, {words}: {sum(counts) / seconds:.0f} a second; {len(text) // 1024} KB"
        )


def _reader(address: str, page: str, headers: dict[str, str], until: float) -> Callable[[int], int]:
    def read(_: int) -> int:
        wire, count = Wire(address), 0
        while time.monotonic() < until:
            wire.ask("GET", page, headers=headers)
            count += 1
        wire.close()
        return count

    return read
