"""Fixed steps beside the draw: judged before anybody sits down, others tried, better ones taken."""

from itertools import combinations

import pytest
from django.test import Client
from django.urls import reverse

from tests.desk import signed_in
from tests.tournaments.evenings import DIRECTOR, draw, drawn_tables, evening
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.options import stages_planned
from tournaments.models import Event, Membership
from tournaments.selectors.stages import terms_of
from tournaments.services.draws import propose_draw
from tournaments.services.steps import choose_steps

pytestmark = pytest.mark.django_db
CHAT = (0, 1, -1, 2)


def at(event: Event, name: str) -> str:
    return reverse(f"tournaments:{name}", args=[event.club.slug, event.slug])


def director_of(event: Event) -> Client:
    return signed_in(Membership.Role.DIRECTOR, event.club, "d")


def first_repeat(tables: int, rounds: int, steps: tuple[int, ...]) -> tuple[int, int, int]:
    """Played through: the first round in which two meet again, and repeats of partners and of opponents."""
    partnered: dict[frozenset[tuple[int, int]], int] = {}
    opposed: dict[frozenset[tuple[int, int]], int] = {}
    first = 0
    for turn in range(rounds):
        for table in range(tables):
            four = [(seat, (table - turn * steps[seat]) % tables) for seat in range(4)]
            for one, other in combinations(four, 2):
                key = frozenset({one, other})
                met = partnered if (other[0] - one[0]) == 2 else opposed
                if not first and key in {**partnered, **opposed}:
                    first = turn + 1
                met[key] = met.get(key, 0) + 1
    partners, opponents = (sum(times - 1 for times in met.values()) for met in (partnered, opposed))
    return first, partners, opponents


@pytest.mark.parametrize(
    ("players", "rounds", "steps"), [(32, 8, CHAT), (24, 6, (0, 2, 1, -2)), (48, 9, (0, 3, 5, -4))]
)
def test_the_page_says_when_people_meet_again_as_playing_it_through_does(
    players: int, rounds: int, steps: tuple[int, ...]
) -> None:
    event = evening("fixed-steps", players=players, rounds=rounds, steps=list(steps))
    told = director_of(event).get(at(event, "draw")).context["steps"]
    first, partners, opponents = first_repeat(players // 4, rounds, steps)
    assert told.now.sentence.startswith(f"In round {first} those who began as ")
    assert (told.now.check.partner_repeats, told.now.check.opponent_repeats) == (partners, opponents)
    for one in told.better:
        _, fewer, opposed = first_repeat(players // 4, rounds, one.check.steps)
        assert (fewer, fewer + opposed) < (partners, partners + opponents)


def test_steps_without_a_repeat_are_said_to_have_none() -> None:
    event = evening("fixed-steps", players=52, rounds=12)
    told = director_of(event).get(at(event, "draw")).context["steps"]
    assert told.now.sentence == "Nobody meets anybody twice in 12 rounds."
    assert not told.better and not told.chosen
    assert first_repeat(13, 12, told.now.check.steps) == (0, 0, 0)


def test_other_steps_are_tried_without_a_change_and_taken_into_the_terms() -> None:
    event = evening("fixed-steps", players=32, rounds=8)
    director = director_of(event)
    typed = {"north": "0", "east": "1", "south": "-1", "west": "2"}
    page = director.get(at(event, "draw"), typed)
    assert page.context["steps"].tried.check.steps == CHAT
    assert event.policies.count() == 1
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    assert director.post(at(event, "draw_steps"), typed).status_code == 302
    assert stages_planned(terms_of(event).movement)[0].options.steps == CHAT
    assert not event.rounds.exists(), "proposed by other steps"
    first, second = propose_draw(event=event, actor=DIRECTOR, seed="owl")[:2]
    for seat, step in enumerate(CHAT):
        row = [table[seat] for table in drawn_tables(first)]
        assert [table[seat] for table in drawn_tables(second)] == [row[(at - step) % 8] for at in range(8)]


@pytest.mark.parametrize("wrong", [{"north": "51"}, {"west": ""}, {"east": "x"}])
def test_steps_that_are_none_are_refused_at_the_field(wrong: dict[str, str]) -> None:
    event = evening("fixed-steps", players=32, rounds=8)
    typed = {"north": "0", "east": "1", "south": "-1", "west": "2", **wrong}
    director = director_of(event)
    assert director.post(at(event, "draw_steps"), typed).status_code == 422
    assert director.get(at(event, "draw"), typed).status_code == 200
    assert event.policies.count() == 1


def test_once_people_sit_the_steps_stay_and_other_movements_have_none() -> None:
    event = evening("fixed-steps", players=16, rounds=3)
    draw(event, "owl")
    with pytest.raises(EventViolation, match="round-accepted"):
        choose_steps(event=event, steps=CHAT, actor=DIRECTOR)
    assert director_of(event).get(at(event, "draw")).context["steps"] is None
    rotation = evening("rotation", players=16, club=event.club)
    with pytest.raises(EventViolation, match="steps-unfit"):
        choose_steps(event=rotation, steps=CHAT, actor=DIRECTOR)
