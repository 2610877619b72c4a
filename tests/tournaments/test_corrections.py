"""A result corrected after the next draw: told exactly, kept or drawn anew, and nobody moved silently."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.desk import signed_in
from tests.tournaments.evenings import (
    DIRECTOR,
    draw,
    drawn_tables,
    evening,
    match_at,
    names_of,
    play,
    win,
)
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Membership, Round, Seating
from tournaments.selectors.corrections import consequences
from tournaments.services.corrections import keep_as_drawn, redraw_round
from tournaments.services.draws import propose_draw
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def keller(accept: bool = True) -> Event:
    """Twelve in three tables: North and South won everywhere, and round 2 is drawn from it."""
    event = evening("keller", players=12)
    draw(event, "a")
    play(event, 1)
    if accept:
        draw(event, "b")
    else:
        propose_draw(event=event, actor=DIRECTOR, seed="b")
    return event


def places(tables: list[list[int | None]]) -> dict[int, tuple[int, int | None, set[int | None]]]:
    """By entry the table, the partner, and the opponents: read off the seats."""
    found = {}
    for number, seats in enumerate(tables, start=1):
        for seat, entry in enumerate(seats):
            if entry is not None:
                partner, left, right = (seats[(seat + turn) % 4] for turn in (2, 1, 3))
                found[entry] = (number, partner, {left, right})
    return found


def seated(event: Event) -> list[tuple[int, str, int]]:
    facts = Seating.objects.filter(match__round__event=event).order_by("pk")
    return list(facts.values_list("match_id", "seat", "entry_id"))


@pytest.mark.parametrize("accept", [True, False])
def test_the_consequences_are_those_of_the_draw_the_corrected_result_would_have_made(accept: bool) -> None:
    event = keller(accept)
    assert consequences(event) is None
    was = places(drawn_tables(event.rounds.get(number=2)))
    before = seated(event)
    win(match_at(event, 1, 2), "EW")
    told = consequences(event)
    assert told is not None

    fresh = evening("keller", players=12, club=event.club)
    # The same night from the beginning, with the right result; entries are numbered on by the same steps.
    apart = min(names_of(fresh)) - min(names_of(event))
    for number, seed, winners in ((1, "a", {2: "EW"}), (2, "b", {})):
        draw(fresh, seed)
        if winners:
            play(fresh, number, winners)
    shifted = [[(e or 0) - apart for e in table] for table in drawn_tables(fresh.rounds.get(number=1))]
    assert shifted == drawn_tables(event.rounds.get(number=1)), "the same first draw"
    due = places([[(e or 0) - apart for e in table] for table in drawn_tables(fresh.rounds.get(number=2))])
    assert {one.entry for one in told.changes} == {entry for entry in was if was[entry] != due[entry]}
    names = names_of(event)
    for one, sentence in zip(told.changes, told.sentences(names), strict=True):
        table, partner, _ = due[one.entry]
        assert partner is not None
        due_there = f"{names[one.entry]} should be at table {table} with {names[partner]} against "
        assert sentence.startswith(due_there)
        assert f", not at table {was[one.entry][0]} with " in sentence
    assert seated(event) == before, "nobody is moved by being told"
    win(match_at(event, 1, 2), "NS")
    assert consequences(event) is None, "put right again, nothing follows"


def test_kept_it_is_told_no_more_until_results_change_again() -> None:
    event = keller()
    drawn = event.rounds.get(number=2).draw
    win(match_at(event, 1, 2), "EW")
    revision = event.revision_row.number
    keep_as_drawn(event=event, number=2)
    assert consequences(event) is None
    assert event.rounds.get(number=2).draw == drawn
    event.revision_row.refresh_from_db()
    assert event.revision_row.number > revision
    win(match_at(event, 1, 3), "EW")
    assert consequences(event) is not None
    win(match_at(event, 1, 3), "NS")
    assert consequences(event) is None, "it is again what was kept"


@pytest.mark.parametrize("accept", [True, False])
def test_a_proposed_round_is_proposed_again_and_an_accepted_one_taken_back_first(accept: bool) -> None:
    event = keller(accept)
    win(match_at(event, 1, 2), "EW")
    told = consequences(event)
    assert told is not None and told.due is not None and told.proposed is not accept
    redraw_round(event=event, number=2, actor=DIRECTOR)
    again = event.rounds.get(number=2)
    assert (again.state, again.seed) == (Round.State.PROPOSED, "b")
    assert drawn_tables(again) == [list(table.seats) for table in told.due.tables]
    assert consequences(event) is None
    assert not again.matches.exists()


def test_a_round_with_a_line_recorded_stays_as_it_was_drawn() -> None:
    event = keller()
    win(match_at(event, 2, 1), "NS")
    win(match_at(event, 1, 2), "EW")
    told = consequences(event)
    assert told is not None and told.begun
    before = seated(event)
    with pytest.raises(EventViolation, match="round-begun") as met:
        redraw_round(event=event, number=2, actor=DIRECTOR)
    assert "it stays as it was drawn" in met.value.sentence
    assert seated(event) == before
    keep_as_drawn(event=event, number=2)
    assert consequences(event) is None


def test_a_result_taken_away_is_told_and_nothing_is_due_yet() -> None:
    event = keller()
    match_at(event, 1, 3).tallies.all().delete()
    told = consequences(event)
    assert told is not None
    assert told.sentences({}) == [
        "Round 2 was drawn with a winner of table 3 in round 1, which has none now."
    ]
    with pytest.raises(EventViolation, match="nothing-due"):
        keep_as_drawn(event=event, number=2)


def test_a_table_settled_by_word_that_gets_another_result_has_consequences() -> None:
    event = evening("keller", players=12)
    draw(event, "a")
    for table in (1, 2):
        win(match_at(event, 1, table), "NS")
    draw(event, "b", settled={3: 0})
    assert consequences(event) is None, "the word still is all there is"
    win(match_at(event, 1, 3), "NS")
    assert consequences(event) is None, "and was right"
    win(match_at(event, 1, 3), "EW")
    assert consequences(event) is not None


def test_of_a_swiss_only_a_better_draw_is_told() -> None:
    event = evening("swiss", players=16, rounds=3, pairs=True)
    draw(event, "a")
    play(event, 1)
    second = draw(event, "b")
    winners = {table[0] for table in drawn_tables(event.rounds.get(number=1))}
    meeting = next(set(table[:2]) for table in drawn_tables(second) if set(table[:2]) <= winners)
    came_from = [
        number
        for number, table in enumerate(drawn_tables(event.rounds.get(number=1)), start=1)
        if meeting & set(table[:2])
    ]
    win(match_at(event, 1, came_from[0]), "EW")
    told = consequences(event)
    assert told is not None, "a loser would meet a winner"
    due = [set(table.seated) for table in told.due.tables] if told.due else []
    assert not any(meeting == two for two in due)
    for sentence in told.sentences(names_of(event)):
        assert " & " in sentence, "pairs are told by both names"
    redraw_round(event=event, number=2, actor=DIRECTOR)
    assert [set(table[:2]) for table in drawn_tables(event.rounds.get(number=2))] == due


def test_a_closed_round_and_a_rotation_have_no_consequences() -> None:
    event = keller()
    win(match_at(event, 1, 2), "EW")
    close_round(round=Round.objects.select_related("event").get(event=event, number=2))
    assert consequences(event) is None
    rotation = evening("rotation", players=8, club=event.club)
    draw(rotation, "a")
    play(rotation, 1)
    win(match_at(rotation, 1, 1), "EW")
    assert consequences(rotation) is None
    with pytest.raises(EventViolation, match="nothing-due"):
        redraw_round(event=rotation, number=1, actor=DIRECTOR)


def test_draw_page_and_desk_tell_it_and_let_the_director_choose() -> None:
    event = keller()
    win(match_at(event, 1, 2), "EW")
    director = signed_in(Membership.Role.DIRECTOR, event.club, "director")
    for name in ("draw", "desk"):
        html = director.get(at(event, name)).content.decode()
        assert "A result changed after round 2 was drawn" in html, name
        assert html.count(" should be at table ") == 8, name
    for bad in ({}, {"number": "2"}, {"number": "x", "choice": "keep"}, {"number": "2", "choice": "both"}):
        assert director.post(at(event, "draw_correct"), bad).status_code == 404
    refused = director.post(at(event, "draw_correct"), {"number": "1", "choice": "redraw"})
    assert refused.status_code == 422
    assert "Nothing follows for round 1" in refused.content.decode()
    assert director.post(at(event, "draw_correct"), {"number": "2", "choice": "keep"}).status_code == 302
    for name in ("draw", "desk"):
        assert "A result changed" not in director.get(at(event, name)).content.decode()
    win(match_at(event, 1, 1), "EW")
    director.post(at(event, "draw_correct"), {"number": "2", "choice": "redraw"})
    assert event.rounds.get(number=2).state == Round.State.PROPOSED


def at(event: Event, name: str) -> str:
    return reverse(f"tournaments:{name}", args=[event.club.slug, event.slug])


@pytest.mark.parametrize("players", [12, 40])
@pytest.mark.parametrize(("name", "queries"), [("draw", 26), ("desk", 21)])
def test_consequences_cost_the_same_for_12_and_for_40_players(
    name: str, queries: int, players: int, django_assert_num_queries
) -> None:
    event = evening("keller", players=players)
    draw(event, "a")
    play(event, 1)
    draw(event, "b")
    win(match_at(event, 1, 2), "EW")
    director: Client = signed_in(Membership.Role.DIRECTOR, event.club, "director")
    director.get(at(event, name))
    with django_assert_num_queries(queries):
        assert director.get(at(event, name)).status_code == 200
