"""Thumbs at a table's page: opening it, tapping hands in, and what the sheet then shows."""

from typing import Any

from scoring.models import LedgerLine
from tests.browser.browser_thread import expect

OFFLINE = "ERR_INTERNET_DISCONNECTED|ERR_FAILED"
LEDGER = "**/api/v1/games/*/ledger/*"


def sit_down(page: Any, at: str) -> Any:
    """Open the table; the right people sit there, and nobody remembers who dealt."""
    page.goto(at)
    for name in ("Yes, that is us", "Nobody remembers"):
        button = page.get_by_role("button", name=name)
        if button.is_visible():
            button.tap()
    return page


def tap(page: Any, name: str, value: object) -> None:
    """One tile."""
    page.locator(f'#hand_form label:has([name="{name}"][value="{value}"])').tap()


def enter(page: Any, maker: str, tricks: int, *, alone: bool = False) -> None:
    """Three taps for a hand, four for a lone one."""
    tap(page, "maker", maker)
    if alone:
        tap(page, "alone", maker)
    tap(page, "tricks", tricks)
    page.get_by_role("button", name="Record").tap()


def expect_score(page: Any, ns: int, ew: int) -> None:
    """The big figures."""
    expect(page.locator('[data-side="NS"] .points')).to_have_text(str(ns))
    expect(page.locator('[data-side="EW"] .points')).to_have_text(str(ew))


def expect_sent(page: Any, hands: int) -> None:
    """So many hands are on the sheet, and none waits any more."""
    expect(page.locator("#table_sheet tbody tr")).to_have_count(hands)
    expect(page.locator("#table_sheet tbody tr.is-waiting")).to_have_count(0)


def recorded() -> list[tuple[str, int | None, object, object]]:
    """Hands, and who deals first, in the order of arrival, without what was said of seats and score."""
    lines = LedgerLine.objects.exclude(kind="confirmation").order_by("game", "position")
    return [(one.kind, one.hand_number, one.facts.get("maker"), one.facts.get("tricks")) for one in lines]
