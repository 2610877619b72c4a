"""A real Chromium, and the two screens of a club: the scorer's phone and the director's laptop.

`phone()` gives a new telephone, `laptop` a page at the desk, `open_page(...)` any other screen. A test fails
when one of its pages complains: an error in the console, a script that breaks, something the content policy
refused. What a test means to provoke it forgives: `forgive("ERR_INTERNET_DISCONNECTED")`.
"""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from playwright.sync_api import sync_playwright

from tests.browser.browser_thread import PATIENCE, BrowserThread, Offstage, unwrap, wrap

SCREENSHOTS = Path(__file__).resolve().parent.parent.parent / "var" / "screenshots"
NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.test 127.0.0.1",  # names of a hall's own, which no browser takes for secure
]
PHONE = {
    "viewport": {"width": 320, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


def chromium() -> str:
    """The machine's own browser; without one the test is skipped, and in CI it fails."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    words = "No Chromium here: apt-get install chromium, or name one with CHROMIUM=/path/to/it."
    if os.environ.get("CI"):
        pytest.fail(words)
    pytest.skip(words)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One Chromium for all tests of this worker. Who asks for it is marked `browser`."""
    program = chromium()
    thread = BrowserThread()
    playwright = thread.run(sync_playwright().start)
    started = thread.run(playwright.chromium.launch, executable_path=program, args=ARGUMENTS)
    yield wrap(started, thread.run)
    thread.run(started.close)
    thread.run(playwright.stop)
    thread.end()


@pytest.fixture
def forgiven() -> list[str]:
    """Regular expressions of the complaints that this test means to provoke."""
    return []


@pytest.fixture
def forgive(forgiven: list[str]) -> Callable[[str], None]:
    """Call it with a regular expression: complaints that match do not fail this test."""
    return forgiven.append


@pytest.fixture
def complaints() -> list[str]:
    """What the pages of this test have complained about so far."""
    return []


@pytest.fixture
def await_the_last() -> Iterator[Callable[[], None]]:
    """Call it once the pages are closed, before the database is emptied: requests may still be under way."""
    began: list[None] = []  # appending is safe in the server's many threads, counting up is not
    ended: list[None] = []

    def begin(**_: Any) -> None:
        began.append(None)

    def end(**_: Any) -> None:
        ended.append(None)

    def await_the_last() -> None:
        until = time.monotonic() + 10
        while len(began) > len(ended) and time.monotonic() < until:
            time.sleep(0.02)

    request_started.connect(begin)
    request_finished.connect(end)
    yield await_the_last
    request_started.disconnect(begin)
    request_finished.disconnect(end)


@pytest.fixture
def open_page(
    browser: Any,
    live_server: Any,
    complaints: list[str],
    forgiven: list[str],
    await_the_last: Callable[[], None],
) -> Iterator[Callable[..., Any]]:
    """A factory of screens, each with its own cookies and storage; addresses begin at the live server."""
    contexts: list[Any] = []

    def hear(said: Any) -> None:
        if said.type == "error":
            complaints.append(f"{said.location['url']}: {said.text}")

    def open_page(**screen: Any) -> Any:
        # A worker that keeps the table's page would answer for the server; its own tests let it.
        usual = {**LAPTOP, "service_workers": "block", "base_url": live_server.url}
        context = browser.new_context(**{**usual, **screen})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.on("console", hear)
        context.on("weberror", lambda broke: complaints.append(f"script: {broke.error}"))
        return context.new_page()

    yield open_page
    for context in contexts:
        for page in context.pages:
            page.wait_for_timeout(1)  # what happened last is told now
        context.close()
    await_the_last()
    unforgiven = [each for each in complaints if not any(re.search(p, each) for p in forgiven)]
    if unforgiven:
        pytest.fail("The page complained:\n" + "\n".join(unforgiven), pytrace=False)


@pytest.fixture
def phone(open_page: Callable[..., Any]) -> Callable[..., Any]:
    """A new telephone each time it is called: 320 by 640, touched. `phone().context.set_offline(True)`."""
    return lambda **screen: open_page(**{**PHONE, **screen})


@pytest.fixture
def laptop(open_page: Callable[..., Any]) -> Any:
    """A page at the director's desk, 1280 wide."""
    return open_page()


@pytest.fixture(scope="session")
def look() -> Callable[..., Path]:
    """`look(page, "standings-phone")` keeps a picture of the whole page in var/screenshots/."""

    def look(page: Any, name: str, *, full_page: bool = True) -> Path:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        place = SCREENSHOTS / f"{name}.png"
        page.screenshot(path=place, full_page=full_page)
        return place

    return look


@pytest.fixture(scope="session")
def axe() -> Callable[..., list[str]]:
    """`assert axe(page) == []`: a sentence for each place where the page shuts somebody out."""
    from axe_playwright_python.sync_playwright import Axe

    checker = Axe()

    def axe(page: Offstage, within: str | None = None) -> list[str]:
        found = page._run(checker.run, unwrap(page), context=within).response["violations"]
        return [
            f"{each['id']} ({each['impact']}): {each['help']}: {' '.join(map(str, node['target']))}"
            for each in found
            for node in each["nodes"]
        ]

    return axe
