"""Where do I sit: by a part of the name or by number, now and next; and where a table goes afterwards."""

from collections import Counter

import pytest

from tests import factories as make
from tests.tournaments.bracket_events import DIRECTOR, at_table, drawn_bracket, report
from tests.tournaments.looking import address, text_of
from tournaments.models import Event, Match, Round
from tournaments.selectors.sit import next_sit_outs, next_tables
from tournaments.services.bracket_calls import call_matches

pytestmark = [pytest.mark.django_db, pytest.mark.db]


@pytest.fixture
def drawn(club):
    """A night of ten with three rounds accepted, the first of them played now."""
    event = make.make_event(club)
    entries = make.make_entries(event, make.make_players(club, 10))
    for number in (1, 2, 3):
        one = make.make_round(event, number)
        turned = entries[2 * number - 2 :] + entries[: 2 * number - 2]
        make.make_match(one, 1, turned[:4])
        make.make_match(one, 2, turned[4:8])
        for entry in turned[8:]:
            make.make_sit_out(one, entry)
    return event


def found(client, event: Event, who: str = "") -> str:
    return text_of(client.get(address("sit", event), {"who": who} if who else {}))


def test_a_part_of_the_name_is_enough_whatever_its_case_and_accents(client, club):
    people = [make.make_player(club, name) for name in ("Zoë Ålund", "Bob Pascoe", "Cora Nance", "Dan Bray")]
    event = make.make_event(club)
    make.make_match(make.make_round(event), 7, make.make_entries(event, people))
    for who in ("zoe", "alund", "ZOË Å", "lun"):
        words = found(client, event, who)
        assert "Zoë Ålund Table 7 Seat North with Cora Nance , against Bob Pascoe and Dan Bray" in words
        assert "Bob Pascoe Table" not in words


def test_a_number_finds_the_entry_and_nobody_else(client, drawn):
    entry = drawn.entries.get(number=3)
    for who in ("3", "#3", " 3 "):
        words = found(client, drawn, who)
        assert f"{entry} Table 1 Seat South" in words
        assert words.count("Seat ") == 2  # now, and after that


def test_the_round_after_is_told_once_it_is_accepted(client, drawn):
    entry = drawn.entries.get(number=5)
    words = found(client, drawn, str(entry))
    assert "Round 1" in words and "After that: round 2" in words
    Round.objects.filter(number__gt=1).update(state=Round.State.PROPOSED)
    assert "After that" not in found(client, drawn, str(entry))


def test_who_sits_out_is_told_so(client, drawn):
    entry = drawn.entries.get(number=9)
    assert f"{entry} sits out this round" in found(client, drawn, "9")
    assert f"{entry} sits out this round" in found(client, drawn, str(entry).split()[1])


def test_somebody_unknown_is_told_what_to_try(client, drawn):
    words = found(client, drawn, "<Nobody>")
    assert "Nobody called “&lt;Nobody&gt;” sits in round 1. Try the surname alone" in words


def test_everybody_is_listed_by_surname(client, drawn):
    words = found(client, drawn)
    places = [
        f"{s.player} with"
        for s in sorted(
            (s for m in Match.objects.filter(round__number=1) for s in m.seatings.select_related("player")),
            key=lambda s: (s.player.sort_key, s.player_id),
        )
    ]
    positions = [words.index(place) for place in places]
    assert positions == sorted(positions) and len(positions) == 8


def test_before_the_draw_the_page_says_so(client, club):
    assert "No round is drawn yet" in found(client, make.make_event(club), "ann")


@pytest.mark.parametrize("who", ["\x00", "9" * 400, "٣", "²", "#", "%", "a" * 5000])
def test_nonsense_is_answered(client, drawn, who):
    assert client.get(address("sit", drawn), {"who": who}).status_code == 200


def test_the_event_page_leads_there(client, drawn):
    page = client.get(address("event", drawn)).content.decode()
    assert f'action="{address("sit", drawn)}"' in page and f'href="{address("wall", drawn)}"' in page


@pytest.mark.parametrize("players", [10, 42])
def test_queries_do_not_grow_with_the_people(client, club, django_assert_num_queries, players):
    night = make.make_night(club, players=players)
    for who, queries in (("", 6), ("trewin", 6), ("3", 7)):
        with django_assert_num_queries(queries):
            client.get(address("sit", night), {"who": who})


def test_in_a_bracket_the_match_called_last_counts(client, club):
    stage = drawn_bracket(4, club=club)
    for match in call_matches(event=stage.event, tables=[1, 2], actor=DIRECTOR):
        report(match, min(match.seatings.values_list("entry_id", flat=True)))
    (final,) = call_matches(event=stage.event, tables=[2], actor=DIRECTOR)
    for seating in final.seatings.select_related("player"):
        words = found(client, stage.event, str(seating.player))
        assert words.count("Seat ") == 1
        assert f"{seating.player} Table {final.table} Seat {seating.get_seat_display()}" in words
    first = at_table(stage, 0)
    assert {place.name for place in next_tables(first)} <= {str(one.player) for one in final.seatings.all()}
    assert len(next_tables(first)) == 1


# --- where a table goes next ---


def test_a_table_is_told_where_its_people_go(drawn):
    match = Match.objects.select_related("round").get(round__event=drawn, round__number=1, table=1)
    here = {seating.player_id for seating in match.seatings.all()}
    naive = Counter(
        (seating.player_id, then.table, seating.get_seat_display())
        for then in Match.objects.filter(round__event=drawn, round__number=2)
        for seating in then.seatings.all()
        if seating.player_id in here
    )
    places = next_tables(match)
    assert Counter((place.player_id, place.table, place.seat) for place in places) == naive
    assert len(places) == 2
    assert [place.sort_key for place in places] == sorted(place.sort_key for place in places)


def test_who_sits_out_next_is_told_apart(drawn):
    match = Match.objects.select_related("round").get(round__event=drawn, round__number=1, table=1)
    resting = [str(drawn.entries.get(number=number)) for number in (1, 2)]
    assert next_sit_outs(match) == resting
    assert not {place.name for place in next_tables(match)} & set(resting)


def test_nothing_is_told_while_no_later_round_binds(drawn):
    match = Match.objects.select_related("round").get(round__event=drawn, round__number=1, table=1)
    Round.objects.filter(number__gt=1).update(state=Round.State.PROPOSED)
    assert next_tables(match) == [] and next_sit_outs(match) == []


def test_a_match_that_is_over_already_is_not_the_next(drawn):
    match = Match.objects.select_related("round").get(round__event=drawn, round__number=1, table=2)
    for then in Match.objects.filter(round__event=drawn, round__number=2):
        make.make_result(then, 8, 5)
    entry = drawn.entries.get(number=5)
    place = next(place for place in next_tables(match) if place.player_id == entry.player_id)
    third = Match.objects.get(round__number=3, seatings__entry=entry)
    assert place.table == third.table


def test_asking_for_the_next_tables_takes_five_queries(drawn, django_assert_num_queries):
    match = Match.objects.select_related("round").get(round__event=drawn, round__number=1, table=1)
    with django_assert_num_queries(5):
        next_tables(match)
