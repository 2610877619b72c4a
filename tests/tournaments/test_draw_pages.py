"""The draw page: rounds taken one by one or all at once, figures beside their floors, and who met whom."""

import re
from itertools import combinations
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.desk import signed_in
from tests.tournaments.evenings import DIRECTOR, draw, drawn_tables, evening, match_at, names_of, play, win
from tournaments.models import BetterDraw, Event, Match, Membership
from tournaments.selectors.matrix import matrix_of
from tournaments.selectors.played import drawn_of
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.revisions import raise_revisions
from tournaments.services.undo import take_back

pytestmark = pytest.mark.django_db


def at(event: Event, name: str, **more: int) -> str:
    return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})


def director_of(event: Event) -> Client:
    return signed_in(Membership.Role.DIRECTOR, event.club, "d")


def states(event: Event) -> str:
    return "".join(one.state[0] for one in event.rounds.order_by("number"))


def page_of(event: Event) -> str:
    return director_of(event).get(at(event, "draw")).content.decode()


# --- accepting ---


def test_the_next_round_is_accepted_or_all_of_them() -> None:
    event = evening(players=12, rounds=4)
    director = director_of(event)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    html = director.get(at(event, "draw")).content.decode()
    assert "Accept round 1" in html
    assert "Accept all 4 rounds" in html
    director.post(at(event, "draw_accept"), {"seed": "owl", "upto": "1"})
    assert states(event) == "appp"
    assert Match.objects.filter(round__event=event).count() == 3
    assert "Accept round 2" in director.get(at(event, "draw")).content.decode()
    director.post(at(event, "draw_accept"), {"seed": "owl", "upto": "3"})
    assert states(event) == "aaap"
    director.post(at(event, "draw_accept"), {"seed": "owl"})
    assert states(event) == "aaaa"


def test_a_round_taken_back_is_accepted_again_though_the_later_ones_were_drawn_anew() -> None:
    event = evening(players=12, rounds=4)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=1)
    propose_draw(event=event, actor=DIRECTOR, seed="cat")
    take_back(event=event, from_number=1, actor=DIRECTOR)
    director = director_of(event)
    html = director.get(at(event, "draw")).content.decode()
    assert "Accept round 1" in html
    assert "Accept all" not in html, "they are of two draws"
    assert director.post(at(event, "draw_accept"), {"seed": "owl"}).status_code == 302
    assert states(event) == "appp"
    assert director.post(at(event, "draw_accept"), {"seed": "cat"}).status_code == 302
    assert states(event) == "aaaa"


@pytest.mark.parametrize("upto", ["x", "-1", "1e3", "9" * 40, "٣"])
def test_a_round_that_is_no_number_accepts_nothing(upto: str) -> None:
    event = evening(players=8, rounds=4)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    answer = director_of(event).post(at(event, "draw_accept"), {"seed": "owl", "upto": upto})
    assert answer.status_code == 404
    assert states(event) == "pppp"


def test_a_round_that_is_not_proposed_is_not_accepted() -> None:
    event = evening(players=8, rounds=4)
    draw(event, "owl")
    answer = director_of(event).post(at(event, "draw_accept"), {"seed": "owl", "upto": "1"})
    assert answer.status_code == 422


def test_only_rounds_without_anything_recorded_may_be_taken_back() -> None:
    event = evening(players=8, rounds=3)
    draw(event, "owl")
    shown = director_of(event).get(at(event, "draw")).context["drawn"]
    assert [one.free for one in shown.accepted] == [True] * 3
    win(match_at(event, 2, 1), "NS")
    shown = signed_in(Membership.Role.DIRECTOR, event.club, "e").get(at(event, "draw")).context["drawn"]
    assert [one.free for one in shown.accepted] == [False, False, True]


# --- what is said of tables and figures ---


def test_pairs_stand_against_each_other() -> None:
    event = evening("round-robin", players=8, rounds=3, pairs=True)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    names, html = names_of(event), page_of(event)
    for round_ in event.rounds.all():
        for one, other, *_ in drawn_tables(round_):
            assert f"{names[one or 0]} against {names[other or 0]}".replace("&", "&amp;") in html


@pytest.mark.parametrize(
    ("spare", "players", "word"),
    [
        ("three-handed", 7, "Three play here, each alone."),
        ("ghost", 7, "plays alone."),
        ("sit-out", 7, "Sitting out: "),
    ],
)
def test_who_is_over_is_said_in_words(spare: str, players: int, word: str) -> None:
    event = evening(players=players, rounds=2, spare=spare)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    assert page_of(event).count(word) == 2


def naive(event: Event) -> dict[str, int]:
    """Repeats counted from the seats of all rounds, and how often people sit out."""
    partners: dict[frozenset[int | None], int] = {}
    opponents: dict[frozenset[int | None], int] = {}
    out: dict[int, int] = {entry.pk: 0 for entry in event.entries.all()}
    for round_ in event.rounds.all():
        for table in drawn_tables(round_):
            for one, other in combinations(range(4), 2):
                met = partners if other - one == 2 else opponents
                two = frozenset({table[one], table[other]})
                met[two] = met.get(two, 0) + 1
        for entry in round_.draw["sitting_out"]:
            out[entry] += 1
    together = {two: partners.get(two, 0) + opponents.get(two, 0) for two in {*partners, *opponents}}
    return {
        "partners": sum(often - 1 for often in partners.values()),
        "opponents": sum(often - 1 for often in opponents.values()),
        "unevenness": sum(often * (often - 1) // 2 for often in together.values()),
        "fewest out": min(out.values()),
        "most out": max(out.values()),
    }


@pytest.mark.parametrize(("players", "rounds"), [(10, 6), (14, 8)])
def test_figures_are_those_that_a_recount_finds_and_never_below_their_floors(
    players: int, rounds: int
) -> None:
    event = evening(players=players, rounds=rounds)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=2)
    found = director_of(event).get(at(event, "draw")).context["drawn"].figures
    due = naive(event)
    assert found.partner_repeats.reached == due["partners"]
    assert found.opponent_repeats.reached == due["opponents"]
    assert found.unevenness.reached == due["unevenness"]
    assert (found.fewest_sit_outs, found.most_sit_outs) == (due["fewest out"], due["most out"])
    for figure in (found.partner_repeats, found.opponent_repeats, found.unevenness):
        assert figure.floor <= figure.reached


def test_a_perfect_rotation_is_called_perfect_and_no_other_is() -> None:
    event = evening(players=8, rounds=7)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    assert "Everybody partners everybody once, and opposes everybody twice." in page_of(event)
    other = evening(players=8, rounds=6, club=event.club)
    propose_draw(event=other, actor=DIRECTOR, seed="owl")
    html = Client()
    html.force_login(event.club.memberships.get().user)
    assert "opposes everybody twice" not in html.get(at(other, "draw")).content.decode()


# --- rounds that follow results ---


def test_tables_in_doubt_are_named_and_the_director_draws_on_or_waits() -> None:
    event = evening("keller", players=12)
    draw(event, "a")
    win(match_at(event, 1, 1), "NS")
    director = director_of(event)
    html = director.get(at(event, "draw")).content.decode()
    assert "Round 1 has no winner yet at tables 2 (no result yet), 3 (no result yet)." in html
    refused = director.post(at(event, "draw_propose"), {"table_2": "0"})
    assert refused.status_code == 422
    assert "Say how table 3 goes on, or wait for its result." in refused.content.decode()
    assert event.rounds.count() == 1
    assert director.post(at(event, "draw_propose"), {"table_2": "0", "table_3": "1"}).status_code == 302
    assert event.rounds.get(number=2).draw["settled"] == {"2": 0, "3": 1}
    chosen = director.get(at(event, "draw")).context["settled"]
    assert [chosen[name].value() for name in ("table_2", "table_3")] == [0, 1]
    for table in (2, 3):
        win(match_at(event, 1, table), "NS")
    assert "no winner yet" not in director.get(at(event, "draw")).content.decode()


def test_tables_nobody_has_confirmed_are_named_and_stop_nobody() -> None:
    event = evening("keller", players=8)
    draw(event, "a")
    play(event, 1)
    result = match_at(event, 1, 2).result
    result.live |= {"card": False, "confirmed": ["NS"]}
    result.save()
    director = director_of(event)
    html = director.get(at(event, "draw")).content.decode()
    assert "Not confirmed by both sides in round 1: table 2." in html
    assert director.post(at(event, "draw_propose")).status_code == 302


# --- a better draw ---


def offer(event: Event) -> BetterDraw:
    worse = {"wishes": 0, "partners": 1, "unevenness": 30, "opponents": 14}
    return BetterDraw.objects.create(
        event=event,
        seed="owl",
        moves=40_000,
        rounds=[one.draw for one in event.rounds.order_by("-number")],
        figures={"before": worse, "after": worse | {"partners": 0, "opponents": 9}},
    )


def test_a_better_draw_is_offered_with_what_it_changes_and_taken() -> None:
    event = evening(players=12, rounds=2)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    director = director_of(event)
    assert "A better draw was found" not in director.get(at(event, "draw")).content.decode()
    made = offer(event)
    html = director.get(at(event, "draw")).content.decode()
    assert "A better draw was found: repeated partners 1 → 0, repeated opponents 14 → 9." in html
    assert director.post(at(event, "draw_better"), {"seed": "owl"}).status_code == 422
    assert director.post(at(event, "draw_better"), {"seed": "owl+40000"}).status_code == 302
    assert [one.draw for one in event.rounds.order_by("number")] == made.rounds
    assert director.post(at(event, "draw_accept"), {"seed": "owl", "upto": "1"}).status_code == 422
    assert director.post(at(event, "draw_accept"), {"seed": "owl+40000", "upto": "1"}).status_code == 302


def test_the_page_asks_again_where_a_worker_looks_for_a_better_draw(settings: Any) -> None:
    event = evening(players=22, rounds=12)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    director = director_of(event)
    assert "hx-get" not in director.get(at(event, "draw")).content.decode()
    settings.CELERY_TASK_ALWAYS_EAGER = False
    assert "hx-get" in director.get(at(event, "draw")).content.decode()
    part = director.get(at(event, "draw"), headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<div id="better"')
    told = director.get(
        at(event, "draw"), headers={"HX-Request": "true", "If-None-Match": part.headers["ETag"]}
    )
    assert told.status_code == 304
    offer(event)
    raise_revisions(event.pk, event.club_id)
    told = director.get(
        at(event, "draw"), headers={"HX-Request": "true", "If-None-Match": part.headers["ETag"]}
    )
    assert told.status_code == 200
    assert "Take the better draw" in told.content.decode()


def test_nobody_waits_for_a_better_draw_than_the_best(settings: Any) -> None:
    event = evening(players=8, rounds=7)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    settings.CELERY_TASK_ALWAYS_EAGER = False
    assert "hx-get" not in page_of(event)


@pytest.mark.parametrize("typed", ["", "2", "-1", "9" * 500, "\x00", "<b>", "NaN", "٠"])
def test_whatever_is_sent_about_a_table_is_answered(typed: str) -> None:
    event = evening("keller", players=8)
    draw(event, "a")
    win(match_at(event, 1, 1), "NS")
    director = director_of(event)
    for sent in ({"table_2": typed}, {"table_2": ["0", typed]}, {"table_2": "0", "seed": f"a+{typed}"}):
        assert director.post(at(event, "draw_propose"), sent).status_code == 422
    assert event.rounds.count() == 1


# --- who met whom ---


def marks(path: str) -> set[tuple[int, int]]:
    """The cells of a path, (column, row): each step is relative to the one before."""
    cells, x, y = set(), 0, 0
    for dx, dy in re.findall(r"m(-?\d+) (-?\d+)h0", path):
        x, y = x + int(dx), y + int(dy)
        cells.add((x, y))
    return cells


@pytest.mark.parametrize(("format", "players", "rounds"), [("rotation", 10, 8), ("by-lot", 9, 20)])
def test_every_mark_is_where_two_met_and_nowhere_else(format: str, players: int, rounds: int) -> None:
    event = evening(format, players=players, rounds=rounds)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    people = list(event.entries.order_by("pk").values_list("pk", flat=True))
    partnered = {(one, other): 0 for one in people for other in people}
    opposed = dict(partnered)
    for round_ in event.rounds.all():
        for table in drawn_tables(round_):
            for one in range(4):
                partnered[table[one] or 0, table[(one + 2) % 4] or 0] += 1
                for turn in (1, 3):
                    opposed[table[one] or 0, table[(one + turn) % 4] or 0] += 1
    found = matrix_of([drawn_of(one) for one in event.rounds.all()], names_of(event))

    def cells(wanted) -> set[tuple[int, int]]:
        return {
            (x, y) for y, one in enumerate(people) for x, other in enumerate(people) if wanted(one, other)
        }

    for often, path in enumerate(found.opposed[:3], start=1):
        assert marks(path) == cells(lambda one, other, often=often: opposed[one, other] == often)
    assert marks(found.opposed[3]) == cells(lambda one, other: opposed[one, other] > 3)
    assert marks(found.partnered) == cells(lambda one, other: partnered[one, other] == 1)
    assert marks(found.again) == cells(lambda one, other: partnered[one, other] > 1)
    told = {one.name: one for one in found.people}
    for one in people:
        name = names_of(event)[one]
        met = {names_of(event)[other] for other in people if partnered[one, other] + opposed[one, other]}
        assert {other for other, _ in told[name].partners + told[name].opponents} == met
        assert told[name].never == players - 1 - len(met)
        assert sum(times for _, times in told[name].partners) == sum(
            partnered[one, other] for other in people
        )


def test_two_hundred_people_fit_into_three_hundred_kilobytes() -> None:
    event = evening(players=200, rounds=12)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    director = director_of(event)
    whole, picture, table = (
        director.get(at(event, "matrix"), {"as": wanted} if wanted else {}).content
        for wanted in ("", "picture", "table")
    )
    assert len(picture) < 300_000
    assert len(whole) < 600_000
    assert b"<table" in table and b"<use" not in table
    assert b"<table" not in picture and picture.count(b"<use") == 6
    assert whole.index(b"<table") < whole.index(b"<use"), "a phone has the words first"


def test_before_a_draw_the_matrix_is_an_empty_page_that_says_what_comes_next() -> None:
    event = evening(players=8)
    assert "No round is drawn yet." in director_of(event).get(at(event, "matrix")).content.decode()


# --- what it costs ---


@pytest.mark.parametrize("players", [8, 40])
@pytest.mark.parametrize(("name", "queries"), [("draw", 15), ("matrix", 10)])
def test_a_page_costs_the_same_for_8_and_for_40_players(
    name: str, queries: int, players: int, django_assert_num_queries
) -> None:
    event = evening(players=players, rounds=5)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=2)
    director = director_of(event)
    with django_assert_num_queries(queries):
        assert director.get(at(event, name)).status_code == 200


def test_when_all_rounds_bind_nothing_more_is_proposed() -> None:
    event = evening(players=8, rounds=2)
    draw(event, "owl")
    html = page_of(event)
    assert 'id="propose"' not in html
    assert "Go to the desk" in html
