"""The draw, the matrix and the wishes, looked at on a phone and a laptop, and a draw taken round by round."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.urls import reverse

from tests import factories
from tests.browser.test_director import looked_at, sign_in
from tournaments.actors import Actor
from tournaments.engine.formats import FORMATS
from tournaments.models import BetterDraw, Club, Event, EventPolicy, Match, MatchResult, Round, Wish
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.revisions import raise_revisions

pytestmark = pytest.mark.django_db(transaction=True)
ACTOR = Actor.of_command("tests")
SCREENS: dict[str, Any] = {
    "phone": {"viewport": {"width": 320, "height": 640}},
    "laptop-dark": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"},
}


def night(format: str = "rotation", players: int = 22, rounds: int = 6, **options: Any) -> Event:
    club = Club.objects.first() or factories.make_club()
    name = f"{FORMATS[format].name} {club.events.count() + 1}"
    event = factories.make_event(club, name, state=Event.State.SETUP, policy=False)
    policy = factories.make_policy(event, rounds=rounds)
    movement = {"format": format, "rounds": rounds, "options": options}
    EventPolicy.objects.filter(pk=policy.pk).update(movement=movement)
    factories.make_entries(event, factories.make_players(event.club, players))
    return event


def at(event: Event, name: str, **more: Any) -> str:
    return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})


def rotation_under_way() -> Event:
    """One round accepted, five proposed, a wish that is broken, and a better draw offered."""
    event = night(players=22, spare="ghost")
    propose_draw(event=event, actor=ACTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=ACTOR, upto=1)
    north, east, *_ = event.rounds.get(number=2).draw["tables"][0]
    first, second = sorted((north, east))
    Wish.objects.create(event=event, kind=Wish.Kind.APART, one_id=first, other_id=second)
    figures = {"wishes": 1, "partners": 0, "unevenness": 60, "opponents": 14}
    BetterDraw.objects.update_or_create(
        event=event,
        defaults={
            "seed": "owl",
            "moves": 40_000,
            "rounds": [one.draw for one in event.rounds.filter(state=Round.State.PROPOSED)],
            "figures": {"before": figures, "after": figures | {"wishes": 0, "opponents": 9}},
        },
    )
    return event


def keller_waiting() -> Event:
    """Round 1 played but for table 2, which is under way, and table 3, which has nothing."""
    event = night("keller", players=13, rounds=5)
    propose_draw(event=event, actor=ACTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=ACTOR)
    first, second, _ = Match.objects.filter(round__event=event).order_by("table")
    factories.make_result(first, 9, 5)
    factories.make_result(second, 6, 3)
    MatchResult.objects.filter(match=second).update(state=MatchResult.State.LIVE)
    return event


def keller_corrected() -> Event:
    """Round 2 accepted, and table 1's result of round 1 the other way about since then."""
    event = night("keller", players=12, rounds=5)
    propose_draw(event=event, actor=ACTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=ACTOR)
    for match in Match.objects.filter(round__event=event):
        factories.make_result(match, 9, 5)
    propose_draw(event=event, actor=ACTOR, seed="cat")
    accept_draw(event=event, seed="cat", actor=ACTOR)
    match = Match.objects.get(round__event=event, round__number=1, table=1)
    match.tallies.all().delete()
    match.result.delete()
    factories.make_result(match, 5, 9)
    return event


def pages() -> list[tuple[str, str]]:
    rotation, waiting, corrected = rotation_under_way(), keller_waiting(), keller_corrected()
    steps = night("fixed-steps", players=32, rounds=8, steps=[0, 1, -1, 2])
    propose_draw(event=steps, actor=ACTOR, seed="owl")
    swiss = night("swiss", players=7, rounds=3)
    propose_draw(event=swiss, actor=ACTOR, seed="owl")
    three = night(players=7, rounds=3, spare="three-handed")
    propose_draw(event=three, actor=ACTOR, seed="owl")
    return [
        ("draw-rotation", at(rotation, "draw")),
        ("draw-waiting", at(waiting, "draw")),
        ("draw-corrected", at(corrected, "draw")),
        ("desk-corrected", at(corrected, "desk")),
        ("draw-steps", f"{at(steps, 'draw')}?north=0&east=2&south=1&west=-2"),
        ("draw-swiss", at(swiss, "draw")),
        ("draw-three", at(three, "draw")),
        ("matrix", at(rotation, "matrix")),
        ("wishes", at(rotation, "wishes")),
    ]


@pytest.mark.parametrize("size", SCREENS)
def test_the_pages_of_the_draw_shut_nobody_out_and_fit_the_screen(
    size: str, open_page: Callable[..., Any], axe, look
) -> None:
    with patch("tournaments.services.draws.improve_on_commit"):
        found, shown = [], pages()
    page = open_page(**SCREENS[size])
    sign_in(page, "director", Club.objects.get())
    for name, address in shown:
        page.goto(address)
        found += looked_at(page, f"{name}-{size}", axe, look)
    assert found == []


def test_a_better_draw_appears_on_the_page_that_waits_and_is_taken(laptop: Any, settings: Any) -> None:
    event = night(players=12, rounds=3)
    with patch("tournaments.services.draws.improve_on_commit"):
        propose_draw(event=event, actor=ACTOR, seed="owl")
    settings.CELERY_TASK_ALWAYS_EAGER = False  # as where a worker looks for it
    sign_in(laptop, "director", event.club)
    laptop.goto(at(event, "draw"))
    laptop.get_by_text("A better draw is being looked for").wait_for()
    worse = {"wishes": 0, "partners": 0, "unevenness": 20, "opponents": 14}
    BetterDraw.objects.create(
        event=event,
        seed="owl",
        moves=600_000,
        rounds=[one.draw for one in event.rounds.order_by("-number")],
        figures={"before": worse, "after": worse | {"opponents": 9}},
    )
    raise_revisions(event.pk, event.club_id)
    laptop.get_by_text("A better draw was found: repeated opponents 14 → 9.").wait_for()
    laptop.get_by_role("button", name="Take the better draw").click()
    laptop.get_by_text("The better draw is proposed now.").wait_for()
    laptop.get_by_role("button", name="Accept round 1").click()
    laptop.get_by_text("Round 1 is accepted, and play may begin.").wait_for()
    assert set(event.rounds.values_list("seed", flat=True)) == {"owl+600000"}


def test_a_round_is_drawn_by_word_corrected_and_drawn_anew(laptop: Any) -> None:
    event = keller_waiting()
    sign_in(laptop, "director", event.club)
    laptop.goto(at(event, "draw"))
    laptop.get_by_text("Draw without them").click()
    laptop.locator("[name=table_3]").first.check()
    laptop.get_by_role("button", name="Draw the next round so").click()
    laptop.get_by_role("button", name="Accept round 2").click()
    laptop.get_by_text("Round 2 is accepted").wait_for()
    factories.make_result(Match.objects.get(round__event=event, round__number=1, table=3), 3, 8)
    laptop.reload()
    laptop.get_by_text("A result changed after round 2 was drawn").wait_for()
    laptop.get_by_role("button", name="Draw round 2 anew").click()
    laptop.get_by_text("Round 2 is proposed anew").wait_for()
    assert [one.state for one in event.rounds.order_by("number")] == ["accepted", "proposed"]
