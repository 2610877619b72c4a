"""Playwright in a thread of its own, so that a test can look at pages and ask the ORM in the same breath.

Playwright's plain API keeps an event loop running in its thread, and Django refuses the database wherever one
runs. So every object of Playwright is handed out in a wrapper that carries each question to that thread and
waits for the answer. A test does not notice: `page.get_by_role("button").click()` works as always. Only
`expect` must come from here, and a function given to `page.on` or `page.route` runs there: no ORM in it.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import MethodType
from typing import Any

from playwright.sync_api import expect as playwright_expect

Run = Callable[..., Any]

PATIENCE = (
    20_000  # milliseconds until what does not appear on a page counts as missing; a busy machine is slow
)
playwright_expect.set_options(timeout=PATIENCE)


class Offstage:
    """Something of Playwright's, seen from another thread."""

    __slots__ = ("_real", "_run")

    def __init__(self, real: Any, run: Run) -> None:
        object.__setattr__(self, "_real", real)
        object.__setattr__(self, "_run", run)

    def __getattr__(self, name: str) -> Any:
        return wrap(self._run(getattr, self._real, name), self._run)

    def __setattr__(self, name: str, value: Any) -> None:
        self._run(setattr, self._real, name, value)

    def __enter__(self) -> Any:
        return wrap(self._run(self._real.__enter__), self._run)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self._run(self._real.__exit__, kind, error, trace)

    def __eq__(self, other: object) -> bool:
        return bool(self._real == unwrap(other))

    def __hash__(self) -> int:
        return hash(self._real)

    def __repr__(self) -> str:
        return f"offstage {self._run(repr, self._real)}"


def wrap(value: Any, run: Run) -> Any:
    """Playwright's own objects and methods come back wrapped, plain values as they are."""
    if isinstance(value, list):
        return [wrap(each, run) for each in value]
    if isinstance(value, MethodType):

        def carried(*args: Any, **named: Any) -> Any:
            plain = [unwrap(each) for each in args]
            return wrap(run(value, *plain, **{name: unwrap(each) for name, each in named.items()}), run)

        return carried
    return Offstage(value, run) if is_playwrights(value) else value


def is_playwrights(value: Any) -> bool:
    return type(value).__module__.startswith("playwright.") and not isinstance(
        value, (str, dict, BaseException)
    )


def unwrap(value: Any) -> Any:
    if isinstance(value, Offstage):
        return value._real
    if isinstance(value, list):
        return [unwrap(each) for each in value]
    return value


def expect(actual: Any, message: str | None = None) -> Any:
    """Playwright's `expect`, which waits until it is so, for a wrapped page or locator."""
    return wrap(actual._run(playwright_expect, actual._real, message), actual._run)


class BrowserThread:
    """The one thread in which Playwright lives; `run` does something there and brings the answer back."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="browser")

    def run(self, job: Callable[..., Any], *args: Any, **named: Any) -> Any:
        return self._pool.submit(job, *args, **named).result()

    def end(self) -> None:
        self._pool.shutdown()
