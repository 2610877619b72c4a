"""What the house is for: eight people, seven rounds, two phones, one of them offline for three hands.

Every hand is made up here and tapped in as people would. The published standing must be what a few lines of
arithmetic of this test's own make of those hands; the product's engine is not asked.
"""

import re
import time
from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring.engine.catalogue import RULESETS
from scoring.engine.rulesets import changed
from scoring.models import LedgerLine
from tests import factories
from tests.browser.browser_thread import expect
from tournaments.actors import Actor
from tournaments.models import Event, Match, Standing
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players
from tournaments.services.events import Terms, create_event
from tournaments.services.links import issue_table_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ["Ann Lee", "Bob Ray", "Cy Fox", "Di Orr", "Ed Kay", "Flo Day", "Gus Hay", "Ida May"]
HANDS, ROUNDS = 4, 7
Hand = tuple[str, bool, int]


def draw_night() -> Event:
    """A night of eight, drawn and accepted; rounds of four hands, or the test would take an evening too."""
    club = factories.make_club("Stoke Climsland Euchre")
    actor = Actor(code="user:1", user_id=1, roles={club.pk: "owner"})
    rules = changed(RULESETS["progressive-eight-hands"], {"hands": HANDS})
    terms = Terms(ruleset=rules, rounds=ROUNDS)
    event = create_event(club=club, name="Club night", plays_on=factories.NIGHT, terms=terms, actor=actor)
    entrants = [Entrant(name=name, sort_key=name.split()[1].lower()) for name in NAMES]
    enter_players(event=event, entrants=entrants, actor=actor)
    propose_draw(event=event, actor=actor, seed="night")
    accept_draw(event=event, seed="night", actor=actor)
    return event


def usual_points(hand: Hand) -> tuple[int, int]:
    """Points of the makers and of the others, under the usual awards."""
    _, alone, tricks = hand
    if tricks < 3:
        return 0, 2
    return (4 if alone else 2, 0) if tricks == 5 else (1, 0)


def tap_hand(phone: Any, names: dict[str, str], hand: Hand) -> int:
    """Enter a hand; how many taps it took."""
    maker, alone, tricks = hand
    form = phone.locator("#hand-form")
    form.locator("[data-ask=maker] label", has_text=names[maker]).click()
    if alone:
        form.locator(".alone label", has_text=names[maker]).click()
    form.locator(".tricks label").filter(has_text=re.compile(rf"^\s*{tricks}")).click()
    phone.get_by_role("button", name="Record", exact=True).click()
    return 4 if alone else 3


def play_table(phone: Any, match: Match, hands: list[Hand], goes_dark: bool) -> None:
    """Play one match on a phone; when it goes dark, its last three hands are entered without signal."""
    names = {one.seat: str(one.player) for one in match.seatings.select_related("player")}
    expect(phone.get_by_role("heading", level=1)).to_contain_text(f"round {match.round.number}")
    phone.get_by_role("button", name="Yes, that is us").click()
    phone.locator("#deal-form label", has_text=names["S"]).click()
    for number, hand in enumerate(hands, start=1):
        if goes_dark and number == HANDS - 2:
            # The page is a hand ahead of the sheet: what is still on its way would wait with the others.
            expect(phone.locator("#waiting-lines")).to_be_hidden()
            expect(phone.locator("#table_sheet tbody tr.is-waiting")).to_have_count(0)
            phone.context.set_offline(True)
        expect(phone.locator("#which-hand")).to_contain_text(f"Hand {number} of {HANDS}")
        assert tap_hand(phone, names, hand) <= 4
    if goes_dark:
        expect(phone.locator("#waiting-lines")).to_contain_text("3 hands waiting")
        phone.context.set_offline(False)
    expect(phone.locator("#waiting-lines")).to_be_hidden()
    expect(phone.locator("#table_over")).to_be_visible()


def make_up(rng: Random) -> Hand:
    """A hand as they fall."""
    return rng.choice("NESW"), rng.random() < 0.2, rng.choices(range(6), weights=[1, 3, 6, 9, 6, 5])[0]


def test_a_whole_night_on_two_phones_ends_in_the_right_standing(
    phone: Callable[..., Any],
    laptop: Any,
    look: Callable[..., Any],
    axe: Callable[..., list[str]],
    forgive: Callable[[str], None],
) -> None:
    forgive("ERR_INTERNET_DISCONNECTED")
    event = draw_night()
    issued = issue_table_links(event=event, tables=2, actor=Actor.of_command("tests"))
    phones = {one.link.table: phone() for one in issued}
    points: dict[str, int] = defaultdict(int)
    halves: dict[str, int] = defaultdict(int)
    lone: dict[str, int] = defaultdict(int)
    rng = Random(11)
    for number in range(1, ROUNDS + 1):
        for one in issued:
            table = one.link.table
            match = Match.objects.select_related("round").get(
                round__event=event, round__number=number, table=table
            )
            hands = [make_up(rng) for _ in range(HANDS)]
            phones[table].goto(f"/t/{one.token}/")
            play_table(phones[table], match, hands, goes_dark=number == 2 and table == 2)
            if number == 3 and table == 1:
                look(phones[table], "night-phone-over-320")
                assert axe(phones[table]) == []
            keep_score(match, hands, points, halves, lone)
    wait_until(lambda: LedgerLine.objects.filter(kind="hand").count() >= ROUNDS * 2 * HANDS)
    assert LedgerLine.objects.filter(kind="hand").count() == ROUNDS * 2 * HANDS
    wait_until(lambda: event.published.revision == event.revision_row.number, event.refresh_from_db)
    check_standings(event, points, halves, lone)
    laptop.goto(f"/clubs/{event.club.slug}/events/{event.slug}/standings/")
    order = list(
        Standing.objects.filter(event=event).order_by("place").values_list("entry__player__name", "points")
    )
    for name, total in order:
        expect(laptop.locator("tr", has_text=name).first).to_contain_text(str(total))
    look(laptop, "night-standings-1280")
    assert axe(laptop) == []


def wait_until(true: Callable[[], bool], before: Callable[[], None] = lambda: None) -> None:
    """The last line of a phone may still be on its way."""
    ends = time.monotonic() + 20
    while not true():
        assert time.monotonic() < ends, "waited too long"
        time.sleep(0.1)
        before()


def keep_score(
    match: Match, hands: list[Hand], points: dict[str, int], halves: dict[str, int], lone: dict[str, int]
) -> None:
    """Add a match to the test's own books."""
    names = {one.seat: str(one.player) for one in match.seatings.select_related("player")}
    score = {"NS": 0, "EW": 0}
    for hand in hands:
        ours, theirs = ("NS", "EW") if hand[0] in "NS" else ("EW", "NS")
        made, lost = usual_points(hand)
        score[ours] += made
        score[theirs] += lost
        lone[names[hand[0]]] += hand[1] and hand[2] == 5
    for side, other in (("NS", "EW"), ("EW", "NS")):
        for seat in side:
            points[names[seat]] += score[side]
            halves[names[seat]] += 2 * (score[side] > score[other]) + (score[side] == score[other])


def check_standings(
    event: Event, points: dict[str, int], halves: dict[str, int], lone: dict[str, int]
) -> None:
    """Each one's figures are those of the books, and nobody stands above somebody better."""
    told = []
    for one in Standing.objects.filter(event=event).select_related("entry__player").order_by("place"):
        name = str(one.entry)
        figures = dict(one.figures)
        due = (points[name], halves[name], lone[name])
        assert (one.points, int(2 * _exact(figures["WIN"])), int(figures["LONE"])) == due, name
        told.append(due)
    assert len(told) == len(NAMES)
    assert told == sorted(told, reverse=True)


def _exact(figure: str) -> float:
    whole, _, part = figure.partition("/")
    return int(whole) / int(part or 1)
