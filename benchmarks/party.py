"""An event to load the service with: phones at its tables, visitors who look on. Sets Django up."""

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from random import Random
from uuid import UUID

import django

django.setup()

from benchmarks.results_load import event_of_pairs  # noqa: E402
from benchmarks.servers import Service  # noqa: E402
from scoring.services import practice  # noqa: E402
from scoring.simulation.night import NONE, Act, Does, Night, Troubles, score  # noqa: E402
from scoring.simulation.phones import Phone, Wire  # noqa: E402
from scoring.simulation.playing import Room, play_round  # noqa: E402
from tournaments.actors import Actor  # noqa: E402
from tournaments.models import Event  # noqa: E402

ACTOR = Actor.of_command("load")
HANDS, EVERY = 8, 20.0
BUSY = Troubles(late=0, lost=4, second_phones=10, corrections=10, undos=5, disputes=0, deaf=0.03)


class Party:
    """An event with a phone or two at each of its tables, its only round called."""

    def __init__(self, service: Service, *, tables: int, name: str) -> None:
        self.event = event_of_pairs(f"{name} Club", pairs=2 * tables, movement="swiss", rounds=1)
        tokens = practice.table_tokens(event=self.event, tables=tables, actor=ACTOR)
        self.called = practice.call_round(event=self.event, number=1, actor=ACTOR)
        self.phones = {
            one.table: [Phone(Wire(service.address), tokens[one.table - 1]) for _ in range(2)]
            for one in self.called
        }
        for one in self.called:
            for phone in self.phones[one.table]:
                phone.join(one.match)
                phone.wire.close()
        self.acts: list[Act] = []
        self.took = 0.0

    def play(self, seconds: float) -> None:
        """So many seconds of a round with its troubles; whoever has no signal at the end finds it."""
        night = Night(seed="load", troubles=BUSY, hands=HANDS, pace=EVERY)
        acts = night.round(1, sorted(self.phones))
        self.acts = [act for act in acts if act.at <= seconds]
        begun = time.monotonic()
        play_round(self.acts, Room(phones=self.phones, ruling=_nobody), speed=1)
        self.took = time.monotonic() - begun
        for phone in (phone for phones in self.phones.values() for phone in phones):
            phone.signal = True
            phone.send()
            phone.wire.close()

    def rush(self) -> None:
        """Every phone writes the whole round as fast as it is answered, two the same hands at each table."""
        acts = Night(seed="load", troubles=NONE).round(1, sorted(self.phones))
        self.acts = [act for act in acts if act.does in {Does.FIRST_DEAL, Does.HAND}]

        def write(own: tuple[int, Phone]) -> None:
            for act in self.acts:
                if act.table == own[0]:
                    own[1].does(act)

        everybody = [(table, phone) for table, phones in self.phones.items() for phone in phones]
        begun = time.monotonic()
        with ThreadPoolExecutor(len(everybody)) as hands:
            list(hands.map(write, everybody))
        self.took = time.monotonic() - begun

    def tell(self, head: str) -> bool:
        """Print how it went; whether nothing was lost, doubled or wrong."""
        wires = [phone.wire for phones in self.phones.values() for phone in phones]
        points = score(self.acts)
        faults = practice.prove_night(
            event=self.event,
            kept={line for phones in self.phones.values() for phone in phones for line in phone.kept},
            scores={one.match: points[one.table] for one in self.called if one.table in points},
        )
        took = sorted(one for wire in wires for one in wire.took)
        print(f"{head}\n  {len(took)} lines in {self.took:.0f} s, {len(took) / self.took:.1f} a second")
        print(f"  p50 {at(took, 0.5):.0f} ms, p95 {at(took, 0.95):.0f} ms, longest {took[-1] * 1e3:.0f} ms")
        print(f"  5xx {sum(one.fives for one in wires)}, unanswered {sum(one.lost for one in wires)}")
        print("\n".join(f"  WRONG: {fault}" for fault in faults) or "  every line once; equal to a rebuild")
        return not faults


def at(took: Sequence[float], part: float) -> float:
    """The figure below which this part of a sorted list lies, in ms."""
    return took[min(len(took) - 1, int(len(took) * part))] * 1e3


def _nobody(act: Act, phone: Phone) -> str:
    raise LookupError(f"nobody directs at table {act.table}: {UUID(phone.newest(act.hand))}")


class watching:
    """Visitors who ask for the standings every five seconds, with the ETag they have."""

    def __init__(self, event: Event, address: str, *, visitors: int) -> None:
        self.path = f"/clubs/{event.club.slug}/events/{event.slug}/standings/"
        self.address, self.over = address, threading.Event()
        self.took: list[float] = []
        self.gave_up = 0
        self.threads = [threading.Thread(target=self._look, args=(number,)) for number in range(visitors)]

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *problem: object) -> None:
        self.over.set()
        for thread in self.threads:
            thread.join()
        took = sorted(self.took) or [0.0]
        print(f"  visitors: {len(self.took)} looks, p95 {at(took, 0.95):.0f} ms; {self.gave_up} gave up")

    def _look(self, number: int) -> None:
        wire, tag = Wire(self.address), ""
        self.over.wait(Random(number).uniform(0, 5))
        while not self.over.is_set():
            begun = time.monotonic()
            try:
                _, said, _ = wire.ask("GET", self.path, headers={"If-None-Match": tag})
            except (OSError, HTTPException):
                self.gave_up += 1
            else:
                tag = said.get("etag", "")
                self.took.append(time.monotonic() - begun)
            self.over.wait(5)
        wire.close()
