"""Eight phones write at one event at once, two at each table the same hands; answers get lost."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scoring.models import LedgerLine
from scoring.services import practice
from scoring.simulation.night import NONE, Does, Night, score
from scoring.simulation.people import people
from scoring.simulation.phones import Phone, Wire
from tests import factories
from tournaments.actors import Actor
from tournaments.models import Event

ACTOR = Actor.of_command("tests")
TABLES = 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rounds", [1, pytest.param(4, marks=pytest.mark.long)])
def test_eight_writers_on_one_event_lose_and_double_nothing(live_server: Any, rounds: int) -> None:
    event = practice.set_up_practice(
        club=factories.make_club(),
        day=factories.NIGHT,
        names=people(4 * TABLES),
        rounds=rounds,
        seed="7",
        actor=ACTOR,
    )
    tokens = practice.table_tokens(event=event, tables=TABLES, actor=ACTOR)
    phones = [(table, Phone(Wire(live_server.url), tokens[table - 1])) for table in (1, 2, 3, 4) * 2]
    scores: dict[int, dict[str, int]] = {}
    for number in range(1, rounds + 1):
        scores |= write_a_round(event, number, phones)

    wires = [phone.wire for _, phone in phones]
    assert [(wire.fives, wire.lost) for wire in wires] == [(0, 0)] * 8
    kept = {one for _, phone in phones for one in phone.kept}
    assert LedgerLine.objects.filter(kind="hand").count() == 8 * TABLES * rounds
    # Of two phones with the same line one is told whose stands, whichever came first.
    assert sum(phone.held for _, phone in phones) == 9 * TABLES * rounds
    assert practice.prove_night(event=event, kept=kept, scores=scores) == []


def write_a_round(event: Event, number: int, phones: list[tuple[int, Phone]]) -> dict[int, dict[str, int]]:
    """Every phone writes its table's whole round as fast as it is answered; what each match comes to."""
    called = practice.call_round(event=event, number=number, actor=ACTOR)
    acts = Night(seed="7", troubles=NONE).round(number, range(1, TABLES + 1))
    written = [act for act in acts if act.does in {Does.FIRST_DEAL, Does.HAND}]

    def write(at: int) -> None:
        table, phone = phones[at]
        phone.join(called[table - 1].match)
        chance = Random(at)
        for act in written:
            if act.table == table:
                phone.does(replace(act, deaf=chance.random() < 0.2))
        phone.wire.close()

    with ThreadPoolExecutor(len(phones)) as hands:
        list(hands.map(write, range(len(phones))))
    points = score(acts)
    return {one.match: points[one.table] for one in called}
