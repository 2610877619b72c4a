"""A table's phone as a program: it joins by its link, keeps its lines in a queue, and sends each in order.

It sends what the page sends. A line stays in the queue until it is answered; when no answer comes, the same
line goes again. At an answer that is no yes it stops: `Refused` says which.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit
from uuid import uuid4

from scoring.simulation.night import Act, Does

PATIENCE = 60.0
"""Seconds after which a phone believes that the server is gone for good."""
KINDS = {Does.UNDO: "retraction", Does.CORRECT: "hand", Does.SEATS: "confirmation"}
KINDS |= {Does.AGREE: "confirmation", Does.DISPUTE: "confirmation"}
NUMBERED = {Does.HAND, Does.THROWN_IN, Does.UNDO, Does.CORRECT}

Line = dict[str, object]


class Refused(Exception):
    """The server said no: its status, code and sentence."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(f"{status} {code}: {sentence}")
        self.status, self.code, self.sentence = status, code, sentence


@dataclass(slots=True)
class Wire:
    """One kept connection to a server, and what was met on it.

    `took` are the seconds from a line's sending to its answer, tries and failures included; `fives` counts
    answers that blame the server; `lost` counts tries without any answer.
    """

    address: str
    patience: float = PATIENCE
    took: list[float] = field(default_factory=list)
    fives: int = 0
    lost: int = 0
    _line: HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (names in small letters) and body; tried again until an answer comes."""
        sent = json.dumps(body) if body is not None else None
        ends, pause = time.monotonic() + self.patience, 0.05
        while True:
            try:
                status, said, text = self._try(method, path, sent, headers or {})
            except (OSError, HTTPException):
                self.close()
                self.lost += 1
                if time.monotonic() > ends:
                    raise
            else:
                if status < 500 or time.monotonic() > ends:
                    return status, said, text
                self.fives += 1
            time.sleep(pause)
            pause = min(pause * 2, 1.0)

    def _try(
        self, method: str, path: str, sent: str | None, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        if self._line is None:
            to = urlsplit(self.address)
            self._line = HTTPConnection(to.hostname or "", to.port, timeout=30)
        content = {"Content-Type": "application/json"} if sent is not None else {}
        self._line.request(method, path, sent, content | headers)
        answer = self._line.getresponse()
        text = answer.read()
        said = {name.lower(): value for name, value in answer.getheaders()}
        if said.get("connection") == "close":
            self.close()
        return answer.status, said, text

    def close(self) -> None:
        """Hang up; the next question dials anew."""
        if self._line is not None:
            self._line.close()
            self._line = None


@dataclass(slots=True)
class Phone:
    """One phone at a table. `kept` are the lines that stand for what it sent, by their id on the sheet."""

    wire: Wire
    token: str
    game: int = 0
    signal: bool = True
    queue: list[Line] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    held: int = 0
    revision: int = 0
    table: dict[str, object] = field(default_factory=dict)
    _newest: dict[int, str] = field(default_factory=dict)

    def join(self, match: int) -> None:
        """Ask by the table's link for this match's first game, as the page does when it opens."""
        path = f"/t/{self.token}/?match={match}&number=1"
        status, _, text = self.wire.ask("GET", path, headers={"Accept": "application/json"})
        said = json.loads(text)
        if status != 200 or not said.get("game"):
            raise Refused(status, said.get("code", "not-here"), said.get("sentence", "No such game here."))
        self.game = said["game"]["id"]
        self._newest.clear()

    def does(self, act: Act) -> None:
        """Write the act's line into the queue, and send what is there if there is signal."""
        if act.does == Does.LOSE:
            self.signal = False
            return
        if act.does == Does.FIND:
            self.signal = True
        else:
            self.queue.append(self._line(act))
        if self.signal:
            self.send(twice=act.deaf)

    def send(self, *, twice: bool = False) -> None:
        """Empty the queue in order; `twice`: as if the first answer to each line had been lost."""
        while self.queue:
            if twice:
                self._put(self.queue[0])
            self._answered(self.queue[0], self._put(self.queue[0]))
            self.queue.pop(0)

    def _line(self, act: Act) -> Line:
        line: Line = {"id": str(uuid4()), "kind": KINDS.get(act.does, str(act.does))}
        line["hand_number"] = act.hand if act.does in NUMBERED else None
        line["facts"] = dict(act.facts or {})
        if act.does == Does.SEATS:
            line["facts"] = {"seats": "right"}
        if act.does == Does.FIRST_DEAL:
            line["hand_number"] = 0
        if act.does in NUMBERED:
            # A hand that was taken back is written again in the place of the taking back.
            line["replaces"] = self._newest.get(act.hand)
            self._newest[act.hand] = str(line["id"])
        return line

    def _put(self, line: Line) -> dict[str, object]:
        body = {name: value for name, value in line.items() if name != "id"} | {"token": self.token}
        begun = time.monotonic()
        status, _, text = self.wire.ask("PUT", f"/api/v1/games/{self.game}/ledger/{line['id']}", body)
        self.wire.took.append(time.monotonic() - begun)
        said = json.loads(text) if status < 500 else {}
        if status not in {200, 201}:
            raise Refused(status, said.get("code", "server-failed"), said.get("sentence", ""))
        return dict(said)

    def _answered(self, line: Line, said: dict[str, object]) -> None:
        """Take the sheet's own id for a line that another phone had written already."""
        mine, stands = str(line["id"]), str(said["line"])
        self.kept.add(stands)
        self.revision, table = int(str(said["revision"])), said["table"]
        self.table = table if isinstance(table, dict) else {}
        if stands == mine:
            return
        self.held += 1
        for later in self.queue:
            if later.get("replaces") == mine:
                later["replaces"] = stands
        self._newest = {hand: stands if one == mine else one for hand, one in self._newest.items()}

    def newest(self, hand: int) -> str:
        """The line that stands for a hand, as this phone knows it."""
        return self._newest[hand]


Ruling = Callable[[Act, Phone], str]
"""What the director does about a disputed hand; the id of his line."""
