"""Who asks just now, for what lies too deep to be handed an actor: names in queries, the record of changes.

A request begins as a stranger's (`middleware.py`) and learns who asks when a door has looked at the account,
the link or the token. Where no request is (threads, tests), nobody asks: every name is known there.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(slots=True)
class Noted:
    """What a service says of its change: the thing, and how it was and is. Shapes of JSON."""

    kind: str
    key: str
    before: dict[str, object]
    after: dict[str, object]


@dataclass(slots=True)
class Asking:
    """A request as far as it matters below the doors.

    `clubs` are the ids of those whose people's full names may be read; `every_club` is the operator's right.
    `code` is the actor's. `verb` names what was asked for; `kind` and `key` the thing at the address, whose
    `parts` are club, event and so on, and `row` what it was before a change.
    """

    clubs: set[int] = field(default_factory=set)
    every_club: bool = False
    code: str = "visitor"
    address: str | None = None
    request_id: str = ""
    verb: str = ""
    kind: str = ""
    key: str = ""
    parts: Mapping[str, object] = field(default_factory=dict)
    row: Mapping[str, object] = field(default_factory=dict)
    notes: list[Noted] = field(default_factory=list)


_ASKING: ContextVar[Asking | None] = ContextVar("asking", default=None)


def asking() -> Asking | None:
    """Who asks now; None outside of requests."""
    return _ASKING.get()


@contextmanager
def asked_by(one: Asking | None) -> Iterator[None]:
    """For as long as the block runs, this one asks; None: the house itself."""
    token = _ASKING.set(one)
    try:
        yield
    finally:
        _ASKING.reset(token)


def know(code: str, clubs: Iterable[int], *, every_club: bool = False) -> None:
    """A door has looked: this actor asks, and may read the names of these clubs' people."""
    one = _ASKING.get()
    if one is not None:
        one.code = code
        one.clubs.update(clubs)
        one.every_club = one.every_club or every_club


def house_asks(verb: str, code: str) -> Asking:
    """The house itself at work: a task, or a command of whoever has a shell. It reads every name."""
    return Asking(every_club=True, code=code[:64], verb=verb[:80])


def a_stranger() -> Asking:
    """Somebody who may read public names only: for texts that are kept and shown to everybody."""
    return Asking()
