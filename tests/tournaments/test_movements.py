"""A night whose people move by result: each round is drawn from the one before, through the services."""

from uuid import uuid4

import pytest

from scoring.services.cards import type_table_total
from tests import factories
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats import FORMATS
from tournaments.models import Event, EventPolicy, Match, Round
from tournaments.services.draws import accept_draw, propose_draw

pytestmark = pytest.mark.django_db
DIRECTOR = Actor.of_command("tests")


def night(movement: str, players: int = 12, rounds: int = 4) -> Event:
    event = factories.make_event(factories.make_club(), state=Event.State.SETUP, policy=False)
    policy = factories.make_policy(event, rounds=rounds)
    EventPolicy.objects.filter(pk=policy.pk).update(movement={"format": movement, "rounds": rounds})
    factories.make_entries(event, factories.make_players(event.club, players))
    return event


def draw(event: Event, seed: str) -> list[Round]:
    rounds = propose_draw(event=event, actor=DIRECTOR, seed=seed)
    accept_draw(event=event, seed=seed, actor=DIRECTOR)
    return rounds


def play(round_: Round, winners: dict[int, str]) -> None:
    """Type every table's card; the side named wins 9 to 5."""
    for match in Match.objects.filter(round=round_).select_related("round__event__club"):
        points = {"NS": 9, "EW": 5} if winners[match.table] == "NS" else {"NS": 5, "EW": 9}
        type_table_total(
            match=match, points=points, lone={"NS": 0, "EW": 0}, reason="", actor=DIRECTOR, line_id=uuid4()
        )


def seats(round_: Round) -> dict[int, dict[str, int]]:
    return {
        match.table: {one.seat: one.entry_id for one in match.seatings.all()}
        for match in Match.objects.filter(round=round_)
    }


def sides(table: dict[str, int]) -> tuple[set[int], set[int]]:
    return {table["N"], table["S"]}, {table["E"], table["W"]}


def test_winners_advance_losers_stay_and_partners_part() -> None:
    """Keller 1887: at the head table winners stay and losers go to the last; elsewhere winners go one up."""
    event = night("keller")
    (first,) = draw(event, "a")
    before = seats(first)
    play(first, {1: "NS", 2: "EW", 3: "NS"})
    (second,) = draw(event, "b")
    after = seats(second)
    (one_up, one_down), (two_down, two_up), (three_up, three_down) = (sides(before[at]) for at in (1, 2, 3))
    assert set(after[1].values()) == one_up | two_up
    assert set(after[2].values()) == two_down | three_up
    assert set(after[3].values()) == three_down | one_down
    old = [side for table in before.values() for side in sides(table)]
    assert all(side not in old for table in after.values() for side in sides(table))


def test_a_table_without_a_winner_is_named_and_nothing_is_drawn() -> None:
    event = night("up-and-down")
    (first,) = draw(event, "a")
    match = Match.objects.select_related("round__event__club").get(round=first, table=1)
    type_table_total(
        match=match,
        points={"NS": 9, "EW": 5},
        lone={"NS": 0, "EW": 0},
        reason="",
        actor=DIRECTOR,
        line_id=uuid4(),
    )
    with pytest.raises(EventViolation) as met:
        propose_draw(event=event, actor=DIRECTOR)
    assert "2" in met.value.sentence
    assert "3" in met.value.sentence
    assert event.rounds.count() == 1


@pytest.mark.parametrize(
    "movement", sorted(code for code, one in FORMATS.items() if one.entrants == "people")
)
def test_every_movement_can_be_played_to_its_last_round(movement: str) -> None:
    event = night(movement, players=12, rounds=3)
    number = 0
    while number < 3:
        for round_ in draw(event, f"seed {number}"):
            number += 1
            tables = seats(round_)
            assert sorted(entry for table in tables.values() for entry in table.values()) == sorted(
                event.entries.values_list("pk", flat=True)
            )
            play(round_, dict.fromkeys(tables, "NS"))
    with pytest.raises(EventViolation, match="all-rounds-drawn"):
        propose_draw(event=event, actor=DIRECTOR)


def test_three_people_are_too_few_for_a_table_of_four() -> None:
    event = night("rotation", players=3, rounds=1)
    with pytest.raises(EventViolation):
        propose_draw(event=event, actor=DIRECTOR)
    assert not Round.objects.exists()
