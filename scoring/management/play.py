"""A whole night that plays itself against the running demo: phones over HTTP, the director here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from threading import Lock
from uuid import UUID

from django.db import connections
from django.utils import timezone

from scoring.services import practice
from scoring.simulation.night import Act, Night, Troubles, score
from scoring.simulation.people import people
from scoring.simulation.phones import Phone, Wire
from scoring.simulation.playing import Room, play_round
from tournaments.actors import Actor
from tournaments.models import Club, Event, Round
from tournaments.services.events import change_state
from tournaments.services.rounds import close_round

PHONES = 2


@dataclass(slots=True, kw_only=True)
class Play:
    """One night being played: `address` is the server's, `tell` hears a line for everything that happens."""

    club: Club
    address: str
    tell: Callable[[str], None]
    troubles: Troubles
    speed: float
    tables: int
    rounds: int
    seed: str
    actor: Actor = field(default_factory=lambda: Actor.of_command("practice"))
    scores: dict[int, dict[str, int]] = field(default_factory=dict)
    phones: dict[int, list[Phone]] = field(default_factory=dict)
    _guard: Lock = field(default_factory=Lock)

    def set_up(self) -> Event:
        """The night, drawn, its first round accepted."""
        return practice.set_up_practice(
            club=self.club,
            day=timezone.localdate(),
            names=people(4 * self.tables),
            rounds=self.rounds,
            seed=self.seed,
            actor=self.actor,
        )

    def play(self, event: Event) -> list[str]:
        """All its rounds, with a late entrant and a leaver between them; what was wrong at the end."""
        self._hand_out_phones(event)
        night = Night(seed=self.seed, troubles=self.troubles)
        for number in range(1, self.rounds + 1):
            self._round(event, night, number)
            if number == 1 and self.rounds > 1:
                self._come_and_go(event)
        change_state(event=event, state=Event.State.FINISHED)
        kept = {one for own in self.phones.values() for phone in own for one in phone.kept}
        for faulty in (faults := practice.prove_night(event=event, kept=kept, scores=self.scores)):
            self.tell(faulty)
        if not faults:
            self.tell(f"{len(kept)} lines, every one on its sheet once; standings equal a rebuild.")
        return faults

    def _hand_out_phones(self, event: Event) -> None:
        # One more than there are: a late entrant may open a table.
        tokens = practice.table_tokens(event=event, tables=self.tables + 1, actor=self.actor)
        self.phones = {
            table: [Phone(Wire(self.address), token) for _ in range(PHONES)]
            for table, token in enumerate(tokens, start=1)
        }

    def _round(self, event: Event, night: Night, number: int) -> None:
        called = practice.call_round(event=event, number=number, actor=self.actor)
        self.tell(f"Round {number} is called.")
        for one in called:
            self.tell(f"       Table {one.table}: {', '.join(one.people)}")
            for phone in self.phones[one.table]:
                phone.join(one.match)
        acts = night.round(number, [one.table for one in called])
        play_round(acts, Room(phones=self.phones, ruling=self._ruling, tell=self._tell_one), speed=self.speed)
        for phone in (phone for own in self.phones.values() for phone in own):
            phone.wire.close()
        points = score(acts)
        self.scores |= {one.match: points[one.table] for one in called}
        close_round(round=Round.objects.select_related("event").get(event=event, number=number))
        self.tell(f"Round {number} is closed.")

    def _come_and_go(self, event: Event) -> None:
        name = people(4 * self.tables + 1)[-1]
        practice.come_late(event=event, name=name, actor=self.actor)
        self.tell(f"{name} comes in late; the next rounds are drawn anew.")
        gone = practice.go_home(event=event, number=2, actor=self.actor)
        self.tell(f"{gone} goes home; the next rounds are drawn anew.")

    def _ruling(self, act: Act, phone: Phone) -> str:
        """Called in a table's own thread, whose connection ends with it."""
        try:
            replaces = UUID(phone.newest(act.hand))
            line = practice.rule_on_hand(
                game_id=phone.game, hand=act.hand, replaces=replaces, facts=act.facts or {}, actor=self.actor
            )
        finally:
            connections.close_all()
        return str(line)

    def _tell_one(self, said: str) -> None:
        with self._guard:
            self.tell(said)


def is_served(address: str) -> bool:
    """Whether somebody answers there."""
    try:
        status, _, _ = Wire(address, patience=1).ask("GET", "/")
    except (OSError, HTTPException):
        return False
    return status == 200


def figures(phones: Sequence[Phone]) -> str:
    """How the lines fared, in a sentence."""
    took = sorted(one for phone in phones for one in phone.wire.took)
    held = sum(phone.held for phone in phones)
    if not took:
        return "No line was sent."
    half, most = (took[min(len(took) - 1, int(len(took) * part))] * 1e3 for part in (0.5, 0.95))
    shared = f"{len(took)} sendings, {held} of lines another phone had"
    return f"{shared}; half in {half:.0f} ms, 95 % in {most:.0f} ms."
