"""The round's grid where a match has several games, or a table three who play each for himself."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Game, LedgerLine
from tests import factories
from tests.desk import signed_in
from tests.nights import FOUR_HANDS, drawn_night, entry_at, hand, match_of
from tournaments.models import Club, Event, Match, MatchResult
from tournaments.selectors.results import results_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(club: Club) -> Client:
    """A director's browser."""
    return signed_in("director", club)


@pytest.fixture
def evening(club: Club) -> Event:
    """Two tables, best of three each."""
    event = factories.make_event(club, ruleset=FOUR_HANDS)
    entries = factories.make_entries(event, factories.make_players(club, 8))
    one = factories.make_round(event)
    for table in (1, 2):
        factories.make_match(one, table, entries[4 * table - 4 : 4 * table])
    Match.objects.update(best_of=3)
    return event


def grid(event: Event) -> str:
    return reverse("scoring:round_grid", args=[event.club.slug, event.slug, 1])


def shown(page: Any) -> dict[str, str]:
    """What the grid would send as it stands."""
    fields = (field for form in page.context["forms"] for field in form)
    return {field.html_name: "" if field.value() is None else str(field.value()) for field in fields}


def typed(match: Match, game: int, **points: int) -> dict[str, str]:
    """The points of one game."""
    prefix = f"match-{match.pk}" if game == 1 else f"match-{match.pk}-{game}"
    return {f"{prefix}-points_{side}": str(figure) for side, figure in points.items()}


def test_a_row_for_each_game_that_may_be_played(director: Client, evening: Event) -> None:
    page = director.get(grid(evening))
    assert [form.row.place for form in page.context["forms"]] == [
        f"table {table}, game {game}" for table in (1, 2) for game in (1, 2, 3)
    ]


def test_a_whole_match_is_typed_in_one_go(director: Client, evening: Event) -> None:
    one, other = match_of(evening, 1), match_of(evening, 2)
    sent = shown(director.get(grid(evening)))
    sent |= typed(one, 1, NS=8, EW=3) | typed(one, 2, NS=2, EW=9) | typed(one, 3, NS=7, EW=5)
    sent |= typed(other, 1, NS=6, EW=5) | typed(other, 2, NS=9, EW=4)
    answer = director.post(grid(evening), sent, follow=True)
    assert "5 cards are on the sheet." in answer.content.decode()
    for match, winner, games in ((one, "NS", 3), (other, "NS", 2)):
        live = MatchResult.objects.get(match=match).live
        assert (live["over"], live["winner"], len(live["games"])) == (True, winner, games)
    assert len([form for form in answer.context["forms"] if form.row.match == other]) == 2
    north = next(
        one.tally for one in results_of(evening.pk) if one.tally.entry == entry_at(match_of(evening), "N").pk
    )
    assert (north.points, north.games_won, north.games_played) == (8 + 2 + 7, 2, 3)


def test_a_game_is_typed_after_those_before_it(director: Client, evening: Event) -> None:
    match = match_of(evening)
    sent = shown(director.get(grid(evening))) | typed(match, 2, NS=8, EW=3)
    answer = director.post(grid(evening), sent)
    assert answer.status_code == 422
    assert "Type game 1 first." in answer.content.decode()
    assert not LedgerLine.objects.exists()


def test_a_game_too_many_is_refused_and_nothing_is_written(director: Client, evening: Event) -> None:
    match = match_of(evening)
    sent = shown(director.get(grid(evening)))
    for game in (1, 2, 3):
        sent |= typed(match, game, NS=8, EW=3)
    answer = director.post(grid(evening), sent)
    assert answer.status_code == 422
    assert "The match is over after 2 games." in answer.content.decode()
    assert not LedgerLine.objects.exists()
    assert not Game.objects.exists()


def test_an_earlier_game_is_corrected_with_a_reason(director: Client, evening: Event) -> None:
    match = match_of(evening)
    sent = shown(director.get(grid(evening)))
    director.post(grid(evening), sent | typed(match, 1, NS=8, EW=3) | typed(match, 2, NS=8, EW=3))
    sent = shown(director.get(grid(evening)))
    assert sent[f"match-{match.pk}-points_NS"] == "8"
    sent |= typed(match, 1, NS=3, EW=8) | {f"match-{match.pk}-reason": "read the wrong way round"}
    assert director.post(grid(evening), sent).status_code == 302
    live = MatchResult.objects.get(match=match).live
    assert (live["over"], live["wins"]) == (False, {"NS": 1, "EW": 1})
    assert Game.objects.filter(match=match).count() == 3


def test_what_the_phone_wrote_of_each_game_is_shown(director: Client, evening: Event) -> None:
    match = match_of(evening)
    for number in range(1, 5):
        hand(match, number, "N", 5, "N" if number == 1 else "")
    hand(match, 1, "E")
    rows = {form.row.number: form.row for form in director.get(grid(evening)).context["forms"][:3]}
    held = rows[1].held
    assert held is not None
    assert (held.points, held.lone) == ({"NS": 10, "EW": 0}, {"NS": 1, "EW": 0})
    assert (rows[2].held, rows[2].live) == (None, "1 hand so far, 0 to 1")
    assert rows[3].live == ""


def test_three_are_typed_each_for_himself(director: Client, club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    match = match_of(event)
    page = director.get(grid(event))
    assert "lone_N" not in page.content.decode(), "the maker is always alone"
    sent = shown(page) | typed(match, 1, N=3, E=2, S=-2)
    assert director.post(grid(event), sent).status_code == 302
    points = {one.tally.entry: one.tally.points for one in results_of(event.pk)}
    assert points == {entry_at(match, seat).pk: figure for seat, figure in (("N", 3), ("E", 2), ("S", -2))}
    again = director.get(grid(event))
    assert again.context["forms"][0].row.held.said == "3 to 2 to -2"


def test_a_sum_that_three_cannot_have_is_doubted(director: Client, club: Club) -> None:
    """Four hands bring two points at most, and take two at most: 8 to -8 in all."""
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    sent = shown(director.get(grid(event))) | typed(match_of(event), 1, N=5, E=3, S=1)
    answer = director.post(grid(event), sent)
    assert answer.status_code == 422
    assert "4 hands make -8 to 8 points; these make 9." in answer.content.decode()
    sent = shown(director.get(grid(event))) | typed(match_of(event), 1, N=5, E=3)
    assert "Type the points of all three" in director.post(grid(event), sent).content.decode()


@pytest.mark.parametrize("tables", [1, 2])
def test_the_grid_asks_few_questions(
    director: Client, evening: Event, tables: int, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    Match.objects.filter(table__gt=tables).delete()
    director.get(grid(evening))
    with django_assert_max_num_queries(14):
        director.get(grid(evening))


def test_the_directors_lines_name_the_sides_of_a_table_of_three(director: Client, club: Club) -> None:
    event = drawn_night(club, 6, spare="three-handed", rounds=1)
    line = hand(match_of(event), 1, "N", 3, "N").line
    at = [club.slug, event.slug, line.game_id]
    page = director.get(reverse("scoring:sheet", args=at)).content.decode()
    assert '<option value="E">E</option>' in page
    form = {"adjustment-side": "E", "adjustment-points": "-1", "adjustment-reason": "talk"}
    form["adjustment-line"] = "7b2f4f3e-0d50-4a5e-9c7e-3e0d3b2c1a10"
    there = reverse("scoring:sheet_line", args=[*at, "adjustment"])
    assert director.post(there, form).status_code == 302
    assert MatchResult.objects.get().live["score"] == {"N": 1, "E": -1, "S": 0}
