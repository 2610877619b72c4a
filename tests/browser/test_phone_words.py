"""What people at a table say besides hands: of their seats, penalties, a hand they change, the score."""

from typing import Any

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.models import LedgerLine
from scoring.services.lines import NewLine, record_line
from scoring.services.matches import open_match
from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.tapping import enter, expect_score, expect_sent, recorded, sit_down, tap
from tournaments.actors import Actor
from tournaments.models import Event, EventPolicy, Match, MatchResult
from tournaments.services.links import issue_table_links


@pytest.fixture
def night(transactional_db: None) -> Event:
    """A night of four at one table, nothing played."""
    event = factories.make_event(factories.make_club())
    entries = factories.make_entries(event, factories.make_players(event.club, 4))
    factories.make_match(factories.make_round(event), 1, entries)
    return event


@pytest.fixture
def at(night: Event) -> str:
    """The address of the table."""
    return f"/t/{issue_table_links(event=night, tables=1, actor=Actor.of_command('tests'))[0].token}/"


def live() -> dict[str, Any]:
    return dict(MatchResult.objects.get().live)


def lone_march(page: Any, maker: str, name: str) -> None:
    """Where partners may play alone, too, each has a button."""
    tap(page, "maker", maker)
    page.get_by_role("button", name=name, exact=True).tap()
    tap(page, "tricks", 5)
    page.get_by_role("button", name="Record").tap()


def test_who_sits_here_is_confirmed_or_the_director_is_called(
    phone: Any, at: str, axe: Any, look: Any
) -> None:
    page = phone()
    page.goto(at)
    page.get_by_role("button", name="No: call the director").tap()
    expect(page.locator("#called-form")).to_contain_text("The director is called to this table")
    assert axe(page) == []
    look(page, "table-called-phone")
    other = phone()
    other.goto(at)
    expect(other.locator("#called-form")).to_be_visible()  # at once, or when it looks again
    assert live()["seats_said"] == "wrong"
    page.get_by_role("button", name="It is right after all").tap()
    expect(page.locator("#deal-form")).to_be_visible()
    expect(other.locator("#deal-form")).to_be_visible()
    assert live()["seats_said"] == "right"


def test_each_side_agrees_to_the_score_or_says_another(phone: Any, at: str, axe: Any, look: Any) -> None:
    page = sit_down(phone(), at)
    for maker in "NESNESNE":
        enter(page, maker, 3)
    expect_sent(page, 8)
    expect_score(page, 5, 3)
    page.get_by_role("button", name="N/S agree").tap()
    expect(page.locator("#agree .said")).to_have_text("N/S agreed.")
    page.get_by_text("It was another score").tap()
    page.get_by_role("button", name="Tell the director").tap()
    expect(page.locator("#dispute-form .fault")).to_contain_text("type a whole number for each side")
    page.locator('#dispute-form label:has([value="EW"])').tap()
    page.get_by_label("Points N/S").fill("4")
    page.get_by_label("Points E/W").fill("4")
    assert axe(page) == []
    look(page, "table-dispute-phone")
    page.get_by_role("button", name="Tell the director").tap()
    expect(page.locator("#agree .said")).to_have_text(
        "N/S agreed. E/W say N/S 4, E/W 4. The director decides."
    )
    expect_sent(page, 8)
    page.reload()
    expect(page.locator("#agree .said")).to_contain_text("The director decides.")
    assert (live()["confirmed"], live()["disputed"]) == (["NS"], {"EW": {"NS": 4, "EW": 4}})
    last = LedgerLine.objects.get(hand_number=8)
    mended = NewLine(
        id="6b1f0c0e-5f0f-4b9e-8f9e-0c4d3a1b2c3d",  # type: ignore[arg-type]
        kind="hand",
        hand_number=8,
        facts={"maker": "S", "alone": [], "tricks": 1},
        replaces=last.pk,
        reason="all agree",
    )
    director = Actor.of_command("tests")
    record_line(game_id=last.game_id, new=mended, actor=director)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#others")).to_contain_text("The director wrote on this sheet.")
    expect(page.get_by_role("button", name="N/S agree")).to_be_enabled()


def test_a_revoke_costs_what_the_rules_say_and_may_take_the_hands_place(
    phone: Any, night: Event, axe: Any, look: Any
) -> None:
    rules = {**RULESETS["somerset-1888"].to_dict(), "target": 9}
    EventPolicy.objects.filter(pk=factories.make_policy(night, number=2).pk).update(ruleset=rules)
    open_match(match=Match.objects.get())
    issued = issue_table_links(event=night, tables=1, actor=Actor.of_command("tests"))[0]
    page = sit_down(phone(), f"/t/{issued.token}/")
    enter(page, "N", 5)
    expect_score(page, 2, 0)
    page.get_by_role("button", name="Penalty").tap()
    page.locator('#penalty-form label:has([data-hand="last"])').tap()
    expect(page.locator("#penalty-form .which small").last).to_have_text("hand 1")
    assert axe(page) == []
    look(page, "table-penalty-phone")
    page.locator("#penalty-form label", has_text="Revoke: 3 to E/W").tap()
    expect(page.locator("#tell")).to_contain_text("Then N/S 0, E/W 3.")
    page.get_by_role("button", name="Record").tap()
    expect_score(page, 0, 3)  # the revoke counts instead of the march
    expect(page.locator("#standing")).to_be_hidden()
    expect_sent(page, 2)
    page.reload()
    expect_score(page, 0, 3)
    page.get_by_role("button", name="Correct this penalty").tap()
    expect(page.locator("#tell h2")).to_have_text("Take back “Revoke: 3 to E/W”?")
    page.get_by_role("button", name="Record").tap()
    expect_score(page, 2, 0)
    expect_sent(page, 1)
    assert [line[0] for line in recorded()] == ["hand", "penalty", "retraction"]
    lone_march(page, "S", "Cora")
    expect(page.locator("#standing")).to_have_text("E/W have nothing yet: a lurch would count double.")
    expect(page.locator("#happened")).to_contain_text("Lone hand, march")
    lone_march(page, "N", "Ann")
    expect(page.locator("#standing")).to_contain_text(
        "A lurch: E/W have nothing, and the game counts double."
    )
    expect_sent(page, 3)


def test_a_correction_says_why_and_a_hand_has_a_history(
    phone: Any, at: str, night: Event, look: Any, axe: Any
) -> None:
    page = sit_down(phone(), at)
    enter(page, "N", 3)
    enter(page, "E", 3)
    expect_sent(page, 2)
    page.get_by_role("button", name="Correct hand 1").tap()
    page.locator('#hand_form label:has([name="maker"][value="N"])').tap()
    page.locator('#hand_form label:has([name="tricks"][value="5"])').tap()
    page.locator("#reasons label", has_text="Counted wrongly").tap()
    assert axe(page) == []
    look(page, "table-reason-phone")
    page.get_by_role("button", name="Record").tap()
    expect_sent(page, 2)
    assert LedgerLine.objects.get(replaces__isnull=False).reason == "Counted wrongly"
    page.get_by_role("button", name="Correct hand 1").tap()
    versions = page.locator("#versions li")
    expect(versions).to_have_count(2)
    expect(versions.first).to_contain_text(
        "at the table: N/S make the point: 1 to N/S. Ann Trewin made it, 3 tricks."
    )
    expect(versions.last).to_contain_text(
        "N/S march: 2 to N/S. Ann Trewin made it, 5 tricks. “Counted wrongly”"
    )
    page.get_by_role("link", name="Leave it as it is").tap()
    EventPolicy.objects.update(correction_window=EventPolicy.Window.NEXT_DEAL)
    page.reload()
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#correcting")).to_contain_text("It is too late to change this hand here")
    expect(page.locator("#hand-form")).to_be_hidden()
    expect(versions).to_have_count(2)


def test_two_phones_at_one_table_are_told_of_each_other(phone: Any, at: str, look: Any) -> None:
    ann, bob = sit_down(phone(), at), phone()
    bob.goto(at)
    bob.get_by_role("button", name="Nobody remembers").tap()
    enter(ann, "N", 3)
    expect_sent(bob, 1)
    expect(bob.locator("#others")).to_contain_text("Someone else is scoring this table, too.")
    expect(ann.locator("#others")).to_be_hidden()
    look(bob, "table-others-phone")
    bob.get_by_role("button", name="All right").tap()
    enter(ann, "N", 3)
    expect_sent(bob, 2)
    expect(bob.locator("#others")).to_be_hidden()
    enter(bob, "E", 3)  # nothing is blocked
    expect_sent(ann, 3)
    assert len(recorded()) == 3
