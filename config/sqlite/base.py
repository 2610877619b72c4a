"""Django's SQLite, with its writers in one queue.

SQLite lets one writer in at a time, and a second one that waits inside SQLite polls with growing pauses:
under a busy night some threads starve until the timeout. Here writers of this process wait in a fair line
at one lock instead, taken when an outermost transaction begins (they all begin IMMEDIATE) and given back
when it ends. A second process (a management command during the night) still meets SQLite's own timeout.

It is the only lock around writing; besides, a process locks what it holds of tables (results_held, aside).
"""

import threading
from collections import deque
from typing import Any

from django.db.backends.sqlite3 import base, features


class WriterQueue:
    """First come, first served; waiting has a limit, and then SQLite's own timeout decides."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._taken = False

    def enter(self, seconds: float) -> bool:
        """True when it is this writer's turn, False when `seconds` passed first."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            turn = threading.Event()
            self._waiting.append(turn)
        if turn.wait(seconds):
            return True
        with self._guard:
            if turn.is_set():
                return True  # the turn came while the wait was ending
            self._waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Hand the turn to the writer that has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._taken = False


_queues: dict[str, WriterQueue] = {}
_queues_guard = threading.Lock()


def queue_of(database: str) -> WriterQueue:
    """The one queue of a database file in this process."""
    with _queues_guard:
        return _queues.setdefault(database, WriterQueue())


class DatabaseFeatures(features.DatabaseFeatures):
    """What SQLite can do is not changed by the queue."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn before it writes."""

    features_class = DatabaseFeatures
    _in_queue = False

    def _start_transaction_under_autocommit(self) -> None:
        self._enter_queue()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave_queue()
            raise

    def _enter_queue(self) -> None:
        if not self._in_queue:
            self._in_queue = queue_of(str(self.settings_dict["NAME"])).enter(seconds=30)

    def _leave_queue(self) -> None:
        if self._in_queue:
            self._in_queue = False
            queue_of(str(self.settings_dict["NAME"])).leave()

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]
        finally:
            # A commit that failed is rolled back next, and that ends the turn.
            if self.connection is None or not self.connection.in_transaction:
                self._leave_queue()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._leave_queue()

    def _close(self) -> Any:
        try:
            return super()._close()  # type: ignore[misc]
        finally:
            self._leave_queue()
