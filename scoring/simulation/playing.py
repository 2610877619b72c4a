"""Playing a round of a night against a running server: every table in a thread of its own, at its times."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby

from scoring.engine.catalogue import RULESETS
from scoring.engine.hands import HandFacts, award, sentence
from scoring.engine.seats import Seat
from scoring.simulation.night import LATE, SECOND, Act, Does
from scoring.simulation.phones import Phone, Ruling

RULES = RULESETS["progressive-eight-hands"]


@dataclass(slots=True)
class Clock:
    """The night's own time: `speed` of its seconds pass in one of ours."""

    speed: float
    begun: float = field(default_factory=time.monotonic)

    def wait_until(self, at: float) -> None:
        """Sleep until this second of the night."""
        time.sleep(max(0.0, self.begun + at / self.speed - time.monotonic()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Who is there: the phones by table, the director's word, and whom to tell what happens."""

    phones: Mapping[int, Sequence[Phone]]
    ruling: Ruling
    tell: Callable[[str], None] = lambda said: None


def play_round(acts: Sequence[Act], room: Room, *, speed: float) -> None:
    """Let a round happen until its last table is done. Raises what the first table that failed met."""
    clock = Clock(speed)
    by_table = groupby(sorted(acts, key=lambda act: (act.table, act.at)), key=lambda act: act.table)
    tables = [list(own) for _, own in by_table]
    with ThreadPoolExecutor(max(1, len(tables))) as threads:
        for done in [threads.submit(_play_table, own, room, clock) for own in tables]:
            done.result()


def _play_table(acts: Sequence[Act], room: Room, clock: Clock) -> None:
    phones = room.phones[acts[0].table]
    for act in acts:
        clock.wait_until(act.at)
        room.tell(f"{told_time(act.at)}  Table {act.table}: {words_of(act, phones[act.phone])}")
        if act.does == Does.RULE:
            phones[0].kept.add(room.ruling(act, phones[0]))
        else:
            phones[act.phone].does(act)


def told_time(at: float) -> str:
    """Minutes and seconds since the round was called."""
    return f"{int(at) // 60:02}:{int(at) % 60:02}"


def words_of(act: Act, phone: Phone) -> str:
    """What happens, in the table's language."""
    who = "the second phone: " if act.phone == SECOND else ""
    said = who + _said(act, len(phone.queue))
    waits = not phone.signal and act.does not in {Does.LOSE, Does.FIND, Does.RULE}
    more = " (no signal: it waits)" if waits else ""
    return said + more + (" (the answer is lost: sent twice)" if act.deaf and phone.signal else "")


def _said(act: Act, waiting: int) -> str:
    facts = act.facts or {}
    match act.does:
        case Does.SEATS:
            return "everybody sits as drawn" + (", late" if act.at > LATE else "")
        case Does.FIRST_DEAL:
            return f"{facts['dealer']} deals first"
        case Does.HAND:
            return f"hand {act.hand}, {hand_words(act)}"
        case Does.THROWN_IN:
            return f"hand {act.hand}, thrown in"
        case Does.UNDO:
            return f"hand {act.hand} is taken back"
        case Does.CORRECT:
            return f"hand {act.hand} is mended, {hand_words(act)}"
        case Does.LOSE:
            return "the phone loses its signal"
        case Does.FIND:
            return f"the signal is back, {waiting} lines waited"
        case Does.AGREE:
            return f"{facts['side']} agree to the score"
        case Does.DISPUTE:
            return f"{facts['side']} dispute the score: {_figures(facts['disputed'])}"
        case Does.RULE:
            return f"the director mends hand {act.hand}, {hand_words(act)}"


def _figures(points: object) -> str:
    assert isinstance(points, dict)
    return ", ".join(f"{side} {figure}" for side, figure in points.items())


def hand_words(act: Act) -> str:
    """A hand as the engine tells it: "W alone euchred: 2 to N/S"."""
    facts = act.facts or {}
    alone = facts["alone"]
    assert isinstance(alone, list)
    hand = HandFacts(
        maker=Seat(str(facts["maker"])),
        alone=frozenset(Seat(one) for one in alone),
        tricks=int(str(facts["tricks"])),
    )
    return sentence(hand, RULES, award(hand, RULES))
