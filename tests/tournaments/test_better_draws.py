"""Better draws of proposed rounds: found in the background, offered, taken, and run again from their seed."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from subprocess import Popen
from typing import Any
from unittest.mock import patch

import pytest

from tests import factories
from tests.patience import wait_until
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.engine.formats.rotation import Plan
from tournaments.engine.seating import DrawnRound, DrawnTable, Schedule
from tournaments.models import BetterDraw, Event, EventPolicy, EventRevision, Match, Round, Wish
from tournaments.services import announce, better_draws
from tournaments.services.better_draws import find_better, take_better
from tournaments.services.draws import accept_draw, discard_draw, propose_draw

pytestmark = pytest.mark.django_db
DIRECTOR = Actor.of_command("tests")


def night_of(players: int, rounds: int) -> Event:
    event = factories.make_event(factories.make_club(), state=Event.State.SETUP, rounds=rounds)
    factories.make_entries(event, factories.make_players(event.club, players))
    return event


def poorly(entrants, rounds, *, rng, played=(), wishes=None):
    """A plan in which the same four meet in every round, turned by lot: nobody would play it."""
    order = sorted(entrants)
    rng.shuffle(order)
    first = 1 + max((one.number for one in played), default=0)
    tables = tuple(DrawnTable(at // 4 + 1, *order[at : at + 4]) for at in range(0, len(order), 4))
    return Plan(Schedule(tuple(DrawnRound(first + at, tables) for at in range(rounds))))


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rotations are drawn badly, so that there is something to make better."""
    monkeypatch.setitem(FORMATS, "rotation", replace(FORMATS["rotation"], plan=poorly))


def draws_of(event: Event) -> list[dict[str, Any]]:
    return [one.draw for one in event.rounds.order_by("number")]


def partner_repeats(draws: list[dict[str, Any]]) -> int:
    """Counted without the engine: times two are partners beyond the first."""
    times: dict[frozenset[int], int] = {}
    for draw in draws:
        for north, east, south, west in draw["tables"]:
            for two in (frozenset({north, south}), frozenset({east, west})):
                times[two] = times.get(two, 0) + 1
    return sum(often - 1 for often in times.values())


@pytest.mark.usefixtures("poor")
def test_a_better_draw_is_offered_taken_and_the_same_when_it_is_run_again() -> None:
    event = night_of(12, 4)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    before = draws_of(event)
    revision = EventRevision.objects.get(event=event).number
    assert find_better(event_id=event.pk, seed="owl")
    offer = BetterDraw.objects.get(event=event)
    assert draws_of(event) == before, "an offer changes nothing"
    assert EventRevision.objects.get(event=event).number > revision, "who looks is told"
    assert partner_repeats(before) == 6 * 3 == offer.figures["before"]["partners"]
    assert partner_repeats(offer.rounds) == offer.figures["after"]["partners"] == 0
    seed = f"owl+{offer.moves}"
    take_better(event=event, seed=seed, actor=DIRECTOR)
    taken = draws_of(event)
    assert taken == offer.rounds
    assert not BetterDraw.objects.exists()
    assert set(event.rounds.values_list("seed", flat=True)) == {seed}

    discard_draw(event=event)
    propose_draw(event=event, actor=DIRECTOR, seed=seed)
    assert draws_of(event) == taken
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    assert draws_of(event) == before
    accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=1)
    assert Match.objects.filter(round__event=event).count() == 3


@pytest.mark.usefixtures("poor")
def test_each_step_begins_with_the_first_draw_and_only_a_better_one_replaces_an_offer(settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    event = night_of(12, 4)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    with (
        patch.object(better_draws, "STEPS", (60, 1200, 40_000)),
        patch.object(better_draws, "improve_on_commit") as asked,
    ):
        assert find_better(event_id=event.pk, seed="owl", step=0)
        first = BetterDraw.objects.get(event=event)
        assert [call.args for call in asked.call_args_list] == [(event.pk, "owl", 1)]
        assert not find_better(event_id=event.pk, seed="owl", step=0), "running twice offers nothing new"
        take_better(event=event, seed="owl+60", actor=DIRECTOR)
        assert find_better(event_id=event.pk, seed="owl", step=2)
        last = BetterDraw.objects.get(event=event)
        assert (last.seed, last.moves) == ("owl", 40_000)
        assert figures(last.rounds) < figures(first.rounds)
        assert asked.call_count == 2, "after the last step there is none"
        assert not find_better(event_id=event.pk, seed="owl", step=3)
    take_better(event=event, seed="owl+40000", actor=DIRECTOR)
    taken = draws_of(event)
    propose_draw(event=event, actor=DIRECTOR, seed="owl+40000")
    assert draws_of(event) == taken, "though it was taken after another better one"


def figures(draws: list[dict[str, Any]]) -> tuple[int, int, int]:
    """Partner repeats, couples of meetings, opponent repeats, counted naively."""
    met: dict[frozenset[int], int] = {}
    opposed: dict[frozenset[int], int] = {}
    for draw in draws:
        for table in draw["tables"]:
            for two in combinations(table, 2):
                met[frozenset(two)] = met.get(frozenset(two), 0) + 1
                if table.index(two[1]) - table.index(two[0]) != 2:
                    opposed[frozenset(two)] = opposed.get(frozenset(two), 0) + 1
    couples = sum(times * (times - 1) // 2 for times in met.values())
    return partner_repeats(draws), couples, sum(times - 1 for times in opposed.values())


@pytest.mark.usefixtures("poor")
@pytest.mark.parametrize("change", ["discarded", "another", "accepted", "partly", "over"])
def test_a_search_that_ends_after_the_proposal_offers_nothing(change: str) -> None:
    event = night_of(12, 4)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    real = better_draws.improved

    def overtaken(*how: Any) -> Schedule:
        found = real(*how)
        if change == "discarded":
            discard_draw(event=event)
        elif change == "another":
            propose_draw(event=event, actor=DIRECTOR, seed="cat")
        elif change == "over":
            Round.objects.filter(event=event).delete()
            Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
        else:
            accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=1 if change == "partly" else None)
        return found

    with patch.object(better_draws, "improved", overtaken):
        assert not find_better(event_id=event.pk, seed="owl")
    assert not BetterDraw.objects.exists()


@pytest.mark.usefixtures("poor")
def test_an_offer_that_is_gone_or_was_not_looked_at_is_not_taken() -> None:
    event = night_of(12, 4)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    find_better(event_id=event.pk, seed="owl")
    before = draws_of(event)
    for seed in ("owl", "owl+1", "cat+40000", ""):
        with pytest.raises(EventViolation, match="draw-changed"):
            take_better(event=event, seed=seed, actor=DIRECTOR)
    assert draws_of(event) == before
    propose_draw(event=event, actor=DIRECTOR, seed="cat")
    assert not BetterDraw.objects.exists(), "an offer goes with the proposal it was for"


def test_a_draw_that_cannot_be_better_is_not_searched_for_long() -> None:
    event = night_of(8, 7)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    with patch.object(better_draws, "improved") as searched:
        assert not find_better(event_id=event.pk, seed="owl")
    assert not searched.called


def test_a_wish_that_the_proposal_breaks_is_kept_by_the_better_one() -> None:
    event = night_of(12, 4)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    tables = draws_of(event)[0]["tables"]
    one, other = sorted(tables[0][:2])
    Wish.objects.create(event=event, kind=Wish.Kind.APART, one_id=one, other_id=other)
    assert find_better(event_id=event.pk, seed="owl")
    offer = BetterDraw.objects.get(event=event)
    assert offer.figures["before"]["wishes"] >= 1
    assert offer.figures["after"]["wishes"] == 0
    assert not any({one, other} <= set(table) for draw in offer.rounds for table in draw["tables"])


@pytest.mark.parametrize("moves", ["0", "-1", "x", "", "2500001", "9" * 30, "٣", " 5"])
def test_a_seed_that_is_none_is_refused_and_the_older_proposal_stays(moves: str) -> None:
    event = night_of(8, 7)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    before = draws_of(event)
    with pytest.raises(EventViolation, match="seed-unknown"):
        propose_draw(event=event, actor=DIRECTOR, seed=f"owl+{moves}")
    assert draws_of(event) == before


def test_a_movement_whose_draw_is_not_made_better_has_no_such_seed() -> None:
    event = night_of(8, 7)
    policy = event.policies.get()
    EventPolicy.objects.filter(pk=policy.pk).update(movement={"format": "by-lot", "rounds": 7})
    with pytest.raises(EventViolation, match="seed-unknown"):
        propose_draw(event=event, actor=DIRECTOR, seed="owl+40000")
    assert not Round.objects.exists()


def test_a_seed_without_room_for_the_moves_is_drawn_and_left_alone() -> None:
    event = night_of(8, 7)
    with patch("tournaments.services.draws.improve_on_commit") as asked:
        propose_draw(event=event, actor=DIRECTOR, seed="x" * 40)
        assert not asked.called
        propose_draw(event=event, actor=DIRECTOR, seed="x" * 32)
        assert asked.called


@pytest.mark.usefixtures("poor")
@pytest.mark.django_db(transaction=True)
def test_without_a_worker_the_offer_is_there_with_the_answer_and_the_director_waits_for_no_search() -> None:
    event = night_of(20, 6)
    began = time.monotonic()
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    assert time.monotonic() - began < 3, "half a second where nothing else runs"
    assert BetterDraw.objects.get(event=event).moves == better_draws.WITHOUT_WORKER[0]


@pytest.mark.django_db(transaction=True)
def test_with_the_broker_gone_the_draw_is_proposed_all_the_same(broker: Callable[[str], None]) -> None:
    event = night_of(8, 7)
    broker("redis://127.0.0.1:1/0")  # nobody listens at port 1
    lost = announce.LOST["better draws"]
    assert len(propose_draw(event=event, actor=DIRECTOR, seed="owl")) == 7
    assert announce.LOST["better draws"] == lost + 1


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_offers_a_better_draw(
    celery_worker: Popen[bytes], broker: Callable[[str], None], broker_url: str
) -> None:
    event = night_of(24, 10)
    entries = list(event.entries.order_by("number"))
    for one, other in zip(entries[::2], entries[1::2], strict=True):
        Wish.objects.create(event=event, kind=Wish.Kind.APART, one=one, other=other)
    with patch("tournaments.services.draws.improve_on_commit"):
        propose_draw(event=event, actor=DIRECTOR, seed="owl")
    # As if it had been drawn badly: every round like the first.
    drawn = event.rounds.get(number=1).draw
    event.rounds.update(draw=drawn)
    broker(broker_url)
    announce.improve(event.pk, "owl")
    wait_until(lambda: BetterDraw.objects.filter(event=event).exists())
    offer = BetterDraw.objects.get(event=event)
    assert offer.moves in better_draws.STEPS
    assert offer.figures["after"]["partners"] < offer.figures["before"]["partners"]
    discard_draw(event=event)  # the steps to come find nothing to do
