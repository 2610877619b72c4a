"""A whole night plays itself against a running server, and whoever looks for what went wrong finds it."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from threading import Thread
from typing import Any, ClassVar
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from scoring.management.play import Play
from scoring.services import practice
from scoring.simulation.night import Act, Does, Troubles
from scoring.simulation.people import people
from scoring.simulation.phones import Phone, Refused, Wire
from tests import factories
from tests.nights import write
from tests.real_services import free_port
from tournaments.actors import Actor
from tournaments.models import Entry, Event, Match, Player, Tally


@pytest.mark.django_db(transaction=True)
def test_a_night_with_every_trouble_comes_out_as_it_was_played(live_server: Any) -> None:
    told: list[str] = []
    play = Play(
        club=factories.make_club(),
        address=live_server.url,
        tell=told.append,
        troubles=Troubles(second_phones=1, deaf=0.2, thrown_in=0.1),
        speed=2000,
        tables=2,
        rounds=2,
        seed="7",
    )
    event = play.set_up()
    assert play.play(event) == []
    assert told[-1].endswith("every one on its sheet once; standings equal a rebuild.")
    said = "\n".join(told)
    for words in ("loses its signal", "lines waited", "taken back", "is mended", "dispute", "comes in late"):
        assert words in said
    assert Event.objects.get(pk=event.pk).state == Event.State.FINISHED
    assert Entry.objects.filter(event=event, withdrawn_after=1).count() == 1


@pytest.mark.django_db
def test_a_lost_a_strange_and_a_wrongly_added_line_are_found() -> None:
    actor = Actor.of_command("tests")
    event = practice.set_up_practice(
        club=factories.make_club(), day=factories.NIGHT, names=people(4), rounds=1, seed="7", actor=actor
    )
    (table,) = practice.call_round(event=event, number=1, actor=actor)
    line = write(Match.objects.get(pk=table.match), "hand", 1, maker="N", alone=[], tricks=3).line
    right = {table.match: {"NS": 1, "EW": 0}}
    assert practice.prove_night(event=event, kept={str(line.pk)}, scores=right) == []
    assert "of which no phone knows" in practice.prove_night(event=event, kept=set())[0]
    assert "on no sheet" in practice.prove_night(event=event, kept={str(line.pk), str(uuid4())})[0]
    wrong = {table.match: {"NS": 2, "EW": 0}}
    assert "stands at" in practice.prove_night(event=event, kept={str(line.pk)}, scores=wrong)[0]
    Tally.objects.filter(round__event=event, side="NS").update(points=9)
    assert "derived anew" in practice.prove_night(event=event, kept={str(line.pk)}, scores=right)[0]


@pytest.mark.django_db
def test_a_night_is_set_up_twice_with_the_same_people() -> None:
    club = factories.make_club()
    for _ in range(2):
        practice.set_up_practice(
            club=club,
            day=factories.NIGHT,
            names=people(8),
            rounds=2,
            seed="7",
            actor=Actor.of_command("tests"),
        )
    assert Player.objects.filter(club=club).count() == 8
    assert Event.objects.filter(club=club, name=practice.NAME).count() == 2


class Deaf(BaseHTTPRequestHandler):
    """A server that answers by its plan: a status, or nothing at all."""

    plan: ClassVar[list[int]] = []
    heard: ClassVar[list[str]] = []

    def do_PUT(self) -> None:
        sent = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        line = self.path.rpartition("/")[2]
        Deaf.heard.append(line)
        status = Deaf.plan.pop(0) if Deaf.plan else 201
        if status == 0:
            return
        said = {"line": line, "revision": 1, "table": {}, "code": "hand-taken", "sentence": "No.", **sent}
        text = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def deaf() -> Iterator[Phone]:
    Deaf.plan, Deaf.heard = [], []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Deaf)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield Phone(Wire(f"http://127.0.0.1:{server.server_port}"), "token", game=1)
    server.shutdown()
    thread.join()
    server.server_close()


def hand(number: int) -> Act:
    return Act(
        at=0, table=1, does=Does.HAND, hand=number, facts={"maker": "N", "alone": [], "tricks": number}
    )


def test_a_phone_without_signal_sends_its_lines_later_and_in_order(deaf: Phone) -> None:
    deaf.does(Act(at=0, table=1, does=Does.LOSE))
    for number in (1, 2, 3):
        deaf.does(hand(number))
    assert Deaf.heard == []
    waiting = [line["id"] for line in deaf.queue]
    deaf.does(Act(at=0, table=1, does=Does.FIND))
    assert Deaf.heard == waiting and deaf.queue == []


def test_a_phone_sends_the_same_line_until_it_is_answered(deaf: Phone) -> None:
    Deaf.plan = [0, 503, 201]
    deaf.does(hand(1))
    assert len(Deaf.heard) == 3 and len(set(Deaf.heard)) == 1
    assert (deaf.wire.lost, deaf.wire.fives, len(deaf.kept)) == (1, 1, 1)


def test_a_phone_stops_at_a_no_and_keeps_its_line(deaf: Phone) -> None:
    Deaf.plan = [409]
    with pytest.raises(Refused) as met:
        deaf.does(hand(1))
    assert met.value.code == "hand-taken" and len(deaf.queue) == 1


@pytest.mark.django_db
def test_play_needs_a_server_and_figures_that_make_sense(settings: Any) -> None:
    settings.DEMO = True
    with pytest.raises(CommandError, match="Nobody serves"):
        call_command("demo", "--play", port=free_port(), stdout=StringIO())
    with pytest.raises(CommandError, match="--tables goes from 1 to 49"):
        call_command("demo", "--play", "--tables", "0", stdout=StringIO())
