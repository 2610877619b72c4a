"""What anybody may look at; the cast is in conftest.py."""

import re
from datetime import date

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.looking import address, pages_of, player_address, signed_in, text_of
from tournaments.models import Club, Event, MatchResult, Round
from tournaments.selectors.rounds import current_seatings, places_named, places_of, tables_of

pytestmark = [pytest.mark.django_db, pytest.mark.db]


# --- every page ---

EVERY_PAGE = ["home", "club", "event", "standings", "round", "player", "sign-in"]


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_a_page_has_one_heading_a_title_a_language_landmarks_and_a_way_past_the_head(client, night, page):
    body = client.get(pages_of(night)[page]).content.decode()
    assert len(re.findall(r"<h1[ >]", body)) == 1
    assert re.search(r"<title>[^<·]+ · Right Bower</title>", body)
    assert '<html lang="en' in body and 'name="viewport"' in body
    assert '<a class="skip" href="#main">' in body and '<main id="main"' in body
    assert body.count("<header") >= 1 and body.count("<footer") == 1


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_a_page_keeps_to_the_strict_policy(client, night, page):
    response = client.get(pages_of(night)[page])
    body = response.content.decode()
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", body)
    assert "http://" not in body and "https://" not in body


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_no_two_things_on_a_page_have_one_id(client, night, page):
    ids = re.findall(r'\sid="([^"]+)"', client.get(pages_of(night)[page]).content.decode())
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("page", EVERY_PAGE)
def test_a_page_is_small(client, night, page):
    assert len(client.get(pages_of(night)[page]).content) < 60_000


def test_an_address_that_leads_nowhere_says_what_to_do(client, db):
    response = client.get("/clubs/nowhere/")
    assert response.status_code == 404
    assert "Nothing at this address" in text_of(response)


def test_the_page_of_a_fault_needs_no_database(client):
    from django.views.defaults import server_error

    response = server_error(client.request().wsgi_request)
    assert response.status_code == 500
    assert b"Something broke on our side" in response.content


# --- who may see what ---


@pytest.fixture
def private(club: Club) -> Event:
    return make.make_night(club, players=8, name="Committee", public=False)


@pytest.mark.parametrize("page", ["event", "standings", "round", "player"])
@pytest.mark.parametrize(("who", "status"), [("visitor", 404), ("stan", 404), ("moss", 200), ("dora", 200)])
def test_a_private_event_is_there_for_the_club_alone(private, page, who, status):
    assert signed_in(who).get(pages_of(private)[page]).status_code == status


def test_a_private_event_is_not_listed_and_its_people_are_not_named(client, private):
    words = text_of(client.get(pages_of(private)["club"]))
    assert "Committee" not in words
    assert "Ann Trewin" not in words
    assert "no public event yet" in text_of(client.get(pages_of(private)["home"]))


def test_a_persons_page_tells_of_public_events_only(client, club, night):
    people = [entry.player for entry in night.entries.all()]
    make.make_night(club, name="Committee", people=people, public=False)
    words = text_of(client.get(player_address(night)))
    assert "Thursday night" in words and "Committee" not in words
    assert "night 1 rounds" in words


def test_an_event_is_not_found_under_another_club(client, night):
    there = reverse("tournaments:event", args=["looe-euchre", night.slug])
    assert client.get(there).status_code == 404


def test_a_person_is_not_found_under_another_club(client, night):
    entry = night.entries.first()
    assert client.get(reverse("tournaments:player", args=["looe-euchre", entry.player_id])).status_code == 404


def test_a_proposed_round_is_the_directors_alone(client, night):
    make.make_round(night, 4, Round.State.PROPOSED)
    assert client.get(address("round", night, number=4)).status_code == 404
    assert address("round", night, number=4) not in client.get(address("event", night)).content.decode()


# --- the number of queries does not follow the number of people ---


@pytest.mark.parametrize("players", [8, 40])
@pytest.mark.parametrize(
    ("page", "queries"),
    [("home", 1), ("club", 7), ("event", 8), ("standings", 4), ("round", 6), ("player", 12)],
)
def test_a_pages_queries_do_not_grow_with_the_people(
    client, club, django_assert_num_queries, page, queries, players
):
    event = make.make_night(club, players=players)
    make.make_night(
        club, name="Last week", people=[one.player for one in event.entries.all()], state="finished"
    )
    at = pages_of(event)[page]
    with django_assert_num_queries(queries):
        assert client.get(at).status_code == 200


@pytest.mark.parametrize("events", [2, 12])
def test_a_clubs_queries_do_not_grow_with_its_events(client, club, django_assert_num_queries, events):
    people = make.make_players(club, 8)
    for week in range(1, events + 1):
        make.make_night(club, people=people, plays_on=date(2026, 1, week), state="finished")
    with django_assert_num_queries(7):
        client.get(reverse("tournaments:club", args=[club.slug]))


# --- rounds and seats ---


def test_the_person_in_a_seat_is_the_last_one_who_sat_down(club):
    event = make.make_event(club)
    *seated, late = make.make_entries(event, make.make_players(club, 5))
    match = make.make_match(make.make_round(event), 1, seated)
    make.make_seating(match, "E", late, from_hand=4, reason="Bob went home")
    assert current_seatings([match.pk])[match.pk]["E"].player_id == late.player_id
    (table,) = tables_of(match.round)
    assert [seat.name for seat in table.seats] == ["Ann Trewin", "Elsie Hocking", "Cora Penrose", "Dan Nance"]
    assert [seat.taken_over for seat in table.seats] == [False, True, False, False]


def test_everybody_is_told_the_table_the_partner_and_the_opponents(club):
    event = make.make_event(club)
    entries = make.make_entries(event, make.make_players(club, 4))
    round = make.make_match(make.make_round(event), 3, entries).round
    ann = next(place for place in places_of(tables_of(round)) if place.name == "Ann Trewin")
    assert (ann.table, ann.seat, ann.partner, ann.opponents) == (
        3,
        "North",
        "Cora Penrose",
        "Bob Pascoe and Dan Nance",
    )


def test_people_are_found_by_any_part_of_the_name_without_accents(club):
    event = make.make_event(club)
    players = [make.make_player(club, name) for name in ("Zoë Müller", "Ann Penrose", "Bob Rowe", "Cy Bray")]
    round = make.make_match(make.make_round(event), 1, make.make_entries(event, players)).round
    places = places_of(tables_of(round))
    assert [place.name for place in places_named(places, "zoe mull")] == ["Zoë Müller"]
    assert [place.name for place in places_named(places, "RO")] == ["Ann Penrose", "Bob Rowe"]
    assert places_named(places, "  ") == []


def test_where_do_i_sit_answers_without_javascript(client, night):
    words = text_of(client.get(address("round", night, number=3), {"name": "trewin"}))
    assert "Found for “trewin”" in words and "Ann Trewin" in words
    assert "Nobody called “xyz” sits in round 3" in text_of(
        client.get(address("round", night, number=3), {"name": "xyz"})
    )


def test_what_is_typed_as_a_name_is_shown_as_text(client, night):
    body = client.get(
        address("round", night, number=3), {"name": "<script>alert(1)</script>"}
    ).content.decode()
    assert "<script>alert" not in body


def test_a_table_shows_its_score_its_dealer_and_the_hand(client, night):
    words = text_of(client.get(address("round", night, number=3)))
    result = MatchResult.objects.get(match__round__event=night, state=MatchResult.State.LIVE)
    score = result.live["score"]
    assert f"N/S {score['NS']} E/W {score['EW']}" in words
    assert "hand 6 of 8" in words and "deals" in words and "not begun" in words


@pytest.mark.parametrize(
    "live",
    [
        {},
        {"score": {}},
        {"score": {"NS": 3, "EW": 3}, "over": True, "winner": None},
        {"score": {"N": 3, "E": 1, "S": 0}, "hands": 2, "hands_left": None},
        {"score": {"NS": 1, "EW": 1}, "games": [{"NS": 10, "EW": 7}, {"NS": 8, "EW": 10}], "hands": None},
    ],
)
def test_a_table_that_tells_less_is_shown_all_the_same(client, night, live):
    MatchResult.objects.filter(match__round__event=night).update(live=live)
    assert client.get(address("round", night, number=3)).status_code == 200
    assert client.get(address("event", night)).status_code == 200


# --- events, clubs, people ---


def test_the_event_names_its_rules_its_day_its_people_and_its_revision(client, night):
    words = text_of(client.get(address("event", night)))
    for said in ("Thursday 12 March 2026", "Eight hands a round", "10 entries", "revision 0", "Sitting out"):
        assert said in words


def test_the_newest_policy_is_the_one_in_force(client, night):
    make.make_policy(night, number=2, ruleset=make.Ruleset(key="ten", name="First to ten"))
    assert "First to ten" in text_of(client.get(address("event", night)))


def test_a_club_shows_what_is_played_before_what_is_over(client, club):
    make.make_night(club, name="Over", players=8, state="finished", plays_on=date(2026, 1, 1))
    people = [make.make_player(club, f"Xena {letter}") for letter in "abcd"]
    make.make_event(club, "Coming", state="setup", plays_on=date(2026, 5, 1))
    make.make_night(club, name="Running", people=people, plays_on=date(2026, 4, 1))
    words = text_of(client.get(reverse("tournaments:club", args=[club.slug])))
    assert words.index("Running") < words.index("Coming") < words.index("Over")
    assert "won by" in words


def test_past_events_come_a_page_at_a_time(client, club):
    for day in range(1, 29):
        for month in (1, 2):
            make.make_event(club, f"Night {month}-{day}", state="finished", plays_on=date(2026, month, day))
    at = reverse("tournaments:club", args=[club.slug])
    first, second = text_of(client.get(at)), text_of(client.get(at, {"page": 2}))
    assert "Night 2-28" in first and "Night 1-1 " not in first and "Earlier events" in first
    assert "Night 1-1 " in second and "Later events" in second and "Earlier events" not in second
    for odd in ("0", "-1", "x", "99999999"):
        assert client.get(at, {"page": odd}).status_code == 200


def test_what_is_empty_says_what_comes_next(client, club):
    event = make.make_event(club, state="setup", policy=False)
    assert "No round is drawn yet" in text_of(client.get(address("event", event)))
    assert "Nobody has a place yet" in text_of(client.get(address("standings", event)))
    assert "no public event yet" in text_of(client.get(reverse("tournaments:home")))


def test_a_person_is_told_nights_points_partners_and_places(client, club):
    event = make.make_event(club, state="finished")
    entries = make.make_entries(event, make.make_players(club, 4))
    make.make_result(make.make_match(make.make_round(event, 1), 1, entries), 12, 6, lone=["N"])
    make.make_result(make.make_match(make.make_round(event, 2), 1, entries), 8, 8)
    make.make_standings(event)
    words = text_of(client.get(player_address(event)))
    for said in ("night 1", "rounds played 2", "points at tables 20", "games won 1½", "lone march 1"):
        assert said in words
    assert "1= of 4" in words
    assert "Cora Penrose 2 rounds" in words[words.index("Partners") : words.index("Opponents")]
    assert "Bob Pascoe 2 rounds" in words[words.index("Opponents") :]


def test_a_personal_card_counts_for_the_one_whose_entry_it_is(client, club):
    event = make.make_event(club)
    entry = make.make_entry(event, make.make_player(club))
    make.Tally.objects.create(round=make.make_round(event), entry=entry, points=9, games_played=1)
    words = text_of(client.get(player_address(event)))
    assert "points at tables 9" in words and "personal cards do not tell" in words


def test_a_substitutes_page_counts_what_was_played_for_somebody_else(client, club):
    event = make.make_event(club)
    *entries, _ = make.make_entries(event, make.make_players(club, 5))
    match = make.make_match(make.make_round(event), 1, entries)
    substitute = make.make_player(club, "Sam Tonkin")
    make.Tally.objects.create(
        round=match.round,
        match=match,
        entry=entries[0],
        player=substitute,
        side="NS",
        points=5,
        games_played=1,
    )
    words = text_of(client.get(reverse("tournaments:player", args=[club.slug, substitute.pk])))
    assert "points at tables 5" in words and "no place yet" in words
