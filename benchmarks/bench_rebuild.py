"""All that is derived of a club, made anew: `python -m benchmarks.bench_rebuild [--hands 100000]`.

Nights of 25 tables and 20 rounds, eight hands a game, filled in directly; then results, standings and the
club's history are dropped and derived as `manage.py rebuild` does. Asked for are a million hands in a minute
and 500 MB, and that all is as it was: the tables are derived twice and compared. Beside it stands the floor:
the engine alone reading as many sheets of the same hands.
"""

import argparse
import resource
import time
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone

from benchmarks.database import fresh_database
from scoring.engine.games import play_game
from scoring.engine.lines import item_of
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat
from scoring.models import Game, LedgerLine
from scoring.services.rebuild import rebuild_event
from tests import factories
from tournaments.models import Event, Match, Seating, Standing, Tally
from tournaments.services.history import rebuild_history
from tournaments.services.ratings import rebuild_ratings

TABLES, ROUNDS, HANDS = 25, 20, 8


def fill(hands: int) -> list[Event]:
    """So many hands, in as many nights as that takes."""
    club, rng = factories.make_club(), Random(1)
    people = factories.make_players(club, 4 * TABLES)
    nights = max(1, round(hands / (TABLES * ROUNDS * HANDS)))
    return [_night(club, people, number, rng) for number in range(1, nights + 1)]


def _night(club: Any, people: list[Any], number: int, rng: Random) -> Event:
    event = factories.make_event(club, f"Night {number}", state=Event.State.FINISHED)
    entries = factories.make_entries(event, people)
    policy = event.policies.get()
    rounds = [factories.make_round(event, one, "closed") for one in range(1, ROUNDS + 1)]
    matches = Match.objects.bulk_create(
        Match(round=one, table=table) for one in rounds for table in range(1, TABLES + 1)
    )
    seatings = []
    for at, match in enumerate(matches):
        if at % TABLES == 0:
            rng.shuffle(entries)
        four = entries[4 * (at % TABLES) : 4 * (at % TABLES) + 4]
        seatings += [
            Seating(match=match, seat=seat, entry=one, player_id=one.player_id, recorded_by="visitor")
            for seat, one in zip("NESW", four, strict=True)
        ]
    Seating.objects.bulk_create(seatings)
    games = Game.objects.bulk_create(
        Game(match=match, policy_number=policy.number, ruleset=policy.ruleset) for match in matches
    )
    LedgerLine.objects.bulk_create((line for game in games for line in _sheet(game, rng)), batch_size=2000)
    return event


def _sheet(game: Game, rng: Random) -> Iterator[LedgerLine]:
    now = timezone.now()
    for number in range(HANDS + 1):
        kind = "hand" if number else "first-deal"
        yield LedgerLine(
            id=UUID(int=rng.getrandbits(128)),
            game=game,
            position=number + 1,
            hand_number=number,
            kind=kind,
            facts=_hand(rng) if number else {"dealer": "N"},
            recorded_by="visitor",
            recorded_at=now,
        )


def _hand(rng: Random) -> dict[str, object]:
    maker, tricks = rng.choice("NESW"), rng.choice([2, 3, 3, 3, 4, 5])
    return {"maker": maker, "alone": [maker] if rng.random() < 0.05 else [], "tricks": tricks}


def floor(event: Event) -> float:
    """Seconds that the engine takes for the sheets of one night, read beforehand."""
    sheets: dict[int, list[Any]] = {}
    rules = Ruleset.from_dict(event.policies.get().ruleset)
    for line in LedgerLine.objects.filter(game__match__round__event=event, kind="hand").order_by("position"):
        item = item_of(line.kind, line.hand_number, line.facts, rules, "")
        sheets.setdefault(line.game_id, []).append(item)
    begun = time.perf_counter()
    for items in sheets.values():
        play_game(rules, items, first_dealer=Seat.N)
    return time.perf_counter() - begun


def derived(events: list[Event]) -> list[Any]:
    """The tables and tallies of some nights, without keys."""
    lines = Standing.objects.filter(event__in=events).order_by("event", "place")
    tallies = Tally.objects.filter(round__event__in=events).order_by("match", "entry")
    return [
        list(lines.values_list("entry", "points", "sentence")),
        list(tallies.values_list("match", "entry", "points", "hands_won", "streak")),
    ]


def main() -> None:
    """Print what a million hands would take at this rate, and what was really done."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--hands", type=int, default=100_000)
    said = asked.parse_args()
    with fresh_database():
        events = fill(said.hands)
        hands = len(events) * TABLES * ROUNDS * HANDS
        for event in events[:2]:
            rebuild_event(event=event)
        before, held = derived(events[:2]), _megabytes()
        engine = floor(events[0]) * len(events)
        begun = time.perf_counter()
        for event in events:
            rebuild_event(event=event)
        results = time.perf_counter() - begun
        rebuild_ratings(club_id=events[0].club_id, anew=True)
        rebuild_history(club_id=events[0].club_id)
        whole = time.perf_counter() - begun
        assert derived(events[:2]) == before, "derived twice, it is the same"
        print(
            f"{hands} hands in {len(events)} nights: {whole:.1f} s, {results:.1f} of them results and tables"
        )
        million = 1e6 / hands
        print(f"a million at this rate: {whole * million:.0f} s; the engine alone: {engine * million:.0f} s")
        print(f"memory: {_megabytes():.0f} MB at most, {held:.0f} before")


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
