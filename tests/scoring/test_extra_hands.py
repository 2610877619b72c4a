"""A game that ends level, by every policy; the extra hand moves people and scores nothing."""

from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.engine.errors import RuleViolation
from scoring.models import Game
from scoring.services.cards import type_table_total
from scoring.services.extra_hands import record_extra_hand
from scoring.services.rebuild import rebuild_event
from tests import factories
from tests.nights import DIRECTOR, drawn_night, match_of
from tournaments.models import Club, Event, EventPolicy, Tally
from tournaments.services.events import amend_event, terms_from

pytestmark = pytest.mark.django_db


def level_night(club: Club, policy: str) -> Event:
    """Table 1 ended four all."""
    event = drawn_night(club, 8, rounds=1, level_game=policy)
    type_table_total(
        match=match_of(event),
        points={"NS": 4, "EW": 4},
        lone={"NS": 0, "EW": 0},
        reason="",
        actor=DIRECTOR,
        line_id=uuid4(),
        seen=None,
    )
    return event


def told(event: Event) -> dict[str, tuple[Fraction, int, int]]:
    """Games won, points and hands by side."""
    rows = Tally.objects.filter(match=match_of(event))
    return {one.side: (Fraction(one.half_games_won, 2), one.points, one.hands) for one in rows}


@pytest.mark.parametrize(("policy", "won"), [("half", Fraction(1, 2)), ("nothing", 0), ("extra-hand", 0)])
def test_a_level_game_counts_as_the_event_says(club: Club, policy: str, won: Fraction) -> None:
    figures = told(level_night(club, policy))
    assert {side: one[0] for side, one in figures.items()} == {"NS": won, "EW": won}
    assert {one[1] for one in figures.values()} == {4}


def test_the_extra_hand_wins_the_game_and_scores_nothing(club: Club) -> None:
    event = level_night(club, "extra-hand")
    before = told(event)
    record_extra_hand(match=match_of(event), game=1, side="EW", actor=DIRECTOR)
    after = told(event)
    assert (after["EW"][0], after["NS"][0]) == (1, 0)
    assert {side: one[1:] for side, one in after.items()} == {side: one[1:] for side, one in before.items()}
    rebuild_event(event=event)
    assert told(event) == after
    record_extra_hand(match=match_of(event), game=1, side="", actor=DIRECTOR)
    assert told(event) == before


def test_an_extra_hand_is_refused_where_nothing_asks_for_one(club: Club) -> None:
    event = level_night(club, "half")
    with pytest.raises(RuleViolation, match="no extra hand decides"):
        record_extra_hand(match=match_of(event), game=1, side="NS", actor=DIRECTOR)
    with pytest.raises(RuleViolation, match="ended level"):
        record_extra_hand(match=match_of(event), game=2, side="NS", actor=DIRECTOR)


def test_a_game_is_decided_by_the_terms_it_was_opened_under(club: Club) -> None:
    event = level_night(club, "half")
    policy = EventPolicy.objects.get(event=event)
    amend_event(
        event=event, terms=replace(terms_from(policy), level_game="extra-hand"), reason="x", actor=DIRECTOR
    )
    with pytest.raises(RuleViolation, match="no extra hand decides"):
        record_extra_hand(match=match_of(event), game=1, side="NS", actor=DIRECTOR)


def test_the_director_writes_it_down_beside_the_sheet(club: Club) -> None:
    event = level_night(club, "extra-hand")
    client = Client()
    client.force_login(factories.make_account("dora", club, "director"))
    game = Game.objects.get(match=match_of(event))
    sheet = reverse("scoring:sheet", args=[club.slug, event.slug, game.pk])
    assert "N/S won it" in client.get(sheet).content.decode()
    there = reverse("scoring:extra_hand", args=[club.slug, event.slug, game.pk])
    assert client.post(there, {"side": "NS"}).status_code == 302
    assert told(event)["NS"][0] == 1
    assert "Take it back" in client.get(sheet).content.decode()
    assert client.post(there, {"side": "XY"}, follow=True).status_code == 200
    assert told(event)["NS"][0] == 1
