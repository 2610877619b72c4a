"""A night of 22 at the director's desk: two come late, one leaves, and what was accepted stays as it is.

Everything is done on the pages. What the rounds must be is counted here from the seats written down.
"""

from collections import Counter
from typing import Any

import pytest

from tests import factories
from tests.browser.browser_thread import expect
from tests.browser.test_director import at, looked_at, sign_in
from tournaments.models import Entry, Event, EventPolicy, Seating, SitOut

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROUNDS = 6
NAMES = [factories.name_at(at) for at in range(22)]
Seats = dict[int, list[tuple[int, str, str]]]


@pytest.fixture
def night() -> Event:
    return factories.make_event(factories.make_club(), state=Event.State.SETUP, rounds=ROUNDS)


def enter(page: Any, event: Event, names: list[str]) -> None:
    """Paste the names, look at them, enter them."""
    page.goto(at(event, "tournaments:entrants"))
    page.get_by_label("Names, one a line").fill("\n".join(names))
    page.get_by_role("button", name="Check the names").click()
    page.get_by_role("button", name="Enter all of these").click()
    page.get_by_text("players are entered").wait_for()


def seats_of(event: Event) -> Seats:
    """Round → table, seat, name, as they bind; sit-outs at table 0."""
    seats: Seats = {}
    for one in Seating.objects.filter(match__round__event=event).select_related("match__round", "player"):
        seats.setdefault(one.match.round.number, []).append((one.match.table, one.seat, str(one.player)))
    for out in SitOut.objects.filter(round__event=event).select_related("round", "entry__player"):
        seats.setdefault(out.round.number, []).append((0, "", str(out.entry)))
    return {number: sorted(placed) for number, placed in seats.items()}


def names_in(event: Event, number: int) -> set[str]:
    """Who has a place in a round that is drawn."""
    draw = event.rounds.get(number=number).draw
    there = {entry for table in draw["tables"] for entry in table} | set(draw["sitting_out"])
    return {str(one) for one in event.entries.select_related("player") if one.pk in there}


def test_a_night_of_22_with_a_late_pair_and_a_leaver(night: Event, laptop, axe, look) -> None:
    sign_in(laptop, "director", night.club)
    enter(laptop, night, NAMES)
    laptop.get_by_role("link", name="Go to the draw").click()
    laptop.get_by_role("button", name="Propose a draw").click()
    for number in (1, 2):
        laptop.goto(at(night, "tournaments:draw"))
        laptop.get_by_role("button", name=f"Accept round {number}", exact=True).click()
        laptop.get_by_text("accepted").first.wait_for()
    before = seats_of(night)
    assert list(before) == [1, 2]
    assert all(len(placed) == 22 for placed in before.values())

    enter(laptop, night, ["Zoe Late", "Yan Late"])
    expect(laptop.locator("#messages")).to_contain_text(
        "2 players are entered. Rounds 3 to 6 are drawn anew. Repeats of partners: 0 before, 0 now;"
    )
    assert looked_at_twice(laptop, "draw-night-entrants", axe, look) == []
    assert seats_of(night) == before
    assert names_in(night, 3) == {*NAMES, "Zoe Late", "Yan Late"}

    find_and_withdraw(laptop, night, axe, look)
    assert seats_of(night) == before
    laptop.goto(at(night, "tournaments:draw"))
    assert looked_at_twice(laptop, "draw-night-draw", axe, look) == []
    laptop.get_by_role("button", name="Accept all 4 rounds").click()
    laptop.get_by_text("accepted").first.wait_for()
    check_the_whole_night(seats_of(night), before)


def looked_at_twice(page: Any, name: str, axe: Any, look: Any) -> list[str]:
    """On the laptop, and as narrow as a phone."""
    found = looked_at(page, f"{name}-laptop", axe, look)
    page.set_viewport_size({"width": 320, "height": 640})
    found += looked_at(page, f"{name}-320", axe, look)
    page.set_viewport_size({"width": 1280, "height": 800})
    return found


def find_and_withdraw(page: Any, night: Event, axe: Any, look: Any) -> None:
    """Two letters find the one who leaves; one button lets him go."""
    name = next(one for one in NAMES if one.startswith("Kit"))
    page.get_by_label("Find on the list").press_sequentially("ki")
    expect(page.locator("#entries > li")).to_have_count(sum(one.startswith("Ki") for one in NAMES))
    page.get_by_role("link", name=f"Change {name}").click()
    assert looked_at(page, "draw-night-leaver-laptop", axe, look) == []
    page.get_by_label("Last round played").select_option("2")
    page.get_by_role("button", name=f"Withdraw {name}").click()
    expect(page.locator("#messages")).to_contain_text(f"{name} has left. Rounds 3 to 6 are drawn anew.")
    assert name not in names_in(night, 3)


def check_the_whole_night(after: Seats, before: Seats) -> None:
    """The first two rounds as they were; nobody twice a partner; who sits out, evenly."""
    assert {number: after[number] for number in before} == before
    assert list(after) == list(range(1, ROUNDS + 1))
    partners: Counter[frozenset[str]] = Counter()
    for placed in after.values():
        names = [name for _, _, name in placed]
        assert len(names) == len(set(names))
        at_tables = {(table, seat): name for table, seat, name in placed if table}
        for (table, seat), name in at_tables.items():
            if seat in "NE":
                partners[frozenset((name, at_tables[table, {"N": "S", "E": "W"}[seat]]))] += 1
    assert set(partners.values()) == {1}
    out = Counter(name for placed in after.values() for table, _, name in placed if not table)
    stayed = {name for _, _, name in after[6]}
    assert len(stayed) == 23
    assert max(out[name] for name in stayed) - min(out[name] for name in stayed) <= 1


@pytest.mark.parametrize("width", [320, pytest.param(1280, marks=pytest.mark.long)])
def test_the_pages_of_a_night_fit_the_screen(width: int, night: Event, open_page, axe, look) -> None:
    """The running list with one opened, who still has a seat, pairs to check, partners by lot."""
    page = open_page(viewport={"width": width, "height": 800})
    sign_in(page, "director", night.club)
    found = []
    enter(page, night, NAMES[:9])
    page.goto(at(night, "tournaments:draw"))
    page.get_by_role("button", name="Propose a draw").click()
    page.get_by_role("button", name=f"Accept all {ROUNDS} rounds").click()
    enter(page, night, ["Zoe Late", "Yan Late"])
    entry = night.entries.get(number=4)
    page.goto(f"{at(night, 'tournaments:entrants')}?entry={entry.pk}#entry-{entry.pk}")
    found += looked_at(page, f"attendance-opened-{width}", axe, look)
    page.get_by_label("Last round played").select_option("1")
    page.get_by_role("button", name="Withdraw").click()
    expect(page.locator("#attendance")).to_contain_text("Who has left still has a seat.")
    expect(page.locator("#attendance")).to_contain_text(
        "Zoe Late and Yan Late have no place in rounds 1 to 6"
    )
    found += looked_at(page, f"attendance-notices-{width}", axe, look)
    found += look_at_pairs(page, night, width, axe, look)
    found += look_at_partners(page, night, width, axe, look)
    assert found == []


def look_at_pairs(page: Any, night: Event, width: int, axe: Any, look: Any) -> list[str]:
    pairs = factories.make_event(night.club, "Pairs", state=Event.State.SETUP, policy=False)
    factories.make_policy(pairs)
    EventPolicy.objects.filter(event=pairs).update(
        movement={"format": "swiss", "rounds": 3, "entrants": "pairs"}
    )
    page.goto(at(pairs, "tournaments:entrants"))
    found = looked_at(page, f"pairs-empty-{width}", axe, look)
    lines = ["Ann Lee & Bob Ray", f"{NAMES[0]} / New Body", "Cy & Di Orr", "Only One", "Bob Ray; Fox, Flo"]
    page.get_by_label("Pairs, one a line").fill("\n".join([*lines, "3\tEd Kay\tGus Hay"]))
    page.get_by_role("button", name="Check the pairs").click()
    page.get_by_text("5 pairs read").wait_for()
    found += looked_at(page, f"pairs-check-{width}", axe, look)
    for choice in page.get_by_label("leave this pair out").all():
        choice.check()
    page.get_by_role("button", name="Enter all of these").click()
    expect(page.locator("#messages")).to_contain_text("3 pairs are entered.")
    return found + looked_at(page, f"pairs-entered-{width}", axe, look)


def look_at_partners(page: Any, night: Event, width: int, axe: Any, look: Any) -> list[str]:
    blind = factories.make_event(night.club, "Blind draw", state=Event.State.SETUP, policy=False)
    factories.make_policy(blind)
    EventPolicy.objects.filter(event=blind).update(movement={"format": "single-elimination", "rounds": 0})
    entries = factories.make_entries(blind, [one.player for one in night.entries.all() if one.player][:8])
    Entry.objects.filter(pk__in=[one.pk for one in entries[::2]]).update(categories=["ladies"])
    page.goto(at(blind, "tournaments:entrants"))
    page.get_by_role("link", name="Draw partners by lot").click()
    page.get_by_role("button", name="Draw partners").click()
    page.get_by_text("These partners were drawn").wait_for()
    found = looked_at(page, f"partners-drawn-{width}", axe, look)
    page.get_by_role("button", name="Accept these partners").click()
    expect(page.locator("#messages")).to_contain_text("4 pairs are made.")
    page.get_by_role("link", name="See them").click()
    found += looked_at(page, f"partners-kept-{width}", axe, look)
    page.get_by_role("button", name="Make them single players again").click()
    expect(page.locator("#messages")).to_contain_text("8 players are single again.")
    assert blind.entries.filter(player__isnull=False).count() == 8
    return found
