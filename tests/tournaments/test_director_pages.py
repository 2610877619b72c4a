"""The director's pages: who may come in, what they write, and what they refuse."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.desk import signed_in
from tournaments.models import Club, Entry, Event, Match, Membership, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return factories.make_club()


@pytest.fixture
def event(club: Club) -> Event:
    return factories.make_event(club, state=Event.State.SETUP, rounds=7)


@pytest.fixture
def at(event: Event) -> Callable[..., str]:
    """The address of one of the event's pages."""

    def at(name: str, **more: Any) -> str:
        return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})

    return at


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in(Membership.Role.DIRECTOR, club, "director")


def enter_eight(event: Event) -> list[Entry]:
    return factories.make_entries(event, factories.make_players(event.club, 8))


PAGES = ("entrants", "draw", "desk", "terms")
DEEDS = (
    "entrants_check",
    "entrants_enter",
    "entrants_tick",
    "draw_propose",
    "draw_discard",
    "draw_accept",
    "event_state",
)


# --- who may come in ---


@pytest.mark.parametrize("name", [*PAGES, *DEEDS])
def test_a_visitor_is_sent_to_sign_in_whether_the_event_is_there_or_not(name, event, at):
    method = Client().get if name in PAGES else Client().post
    there = method(at(name))
    assert there.status_code == 302
    assert there["Location"].startswith(reverse("login"))
    assert method(at(name).replace(event.slug, "no-such-event")).status_code == 302


@pytest.mark.parametrize("role", [Membership.Role.MEMBER, Membership.Role.SCORER])
@pytest.mark.parametrize("name", [*PAGES, *DEEDS])
def test_a_member_and_a_scorer_may_not_direct(role, name, club, at):
    client = signed_in(role, club)
    assert (client.get if name in PAGES else client.post)(at(name)).status_code == 403


@pytest.mark.parametrize("name", [*PAGES, *DEEDS])
def test_a_director_of_another_club_may_not_direct_a_public_event_and_knows_of_no_private_one(
    name, event, at
):
    client = signed_in(Membership.Role.DIRECTOR, factories.make_club("Stratton Euchre Club"))
    method = client.get if name in PAGES else client.post
    assert method(at(name)).status_code == 403
    Event.objects.filter(pk=event.pk).update(public=False)
    assert method(at(name)).status_code == 404


def test_only_a_director_sets_up_an_event(club):
    address = reverse("tournaments:event_new", args=[club.slug])
    assert Client().get(address).status_code == 302
    assert signed_in(Membership.Role.SCORER, club, "scorer").get(address).status_code == 403
    assert signed_in(Membership.Role.OWNER, club, "owner").get(address).status_code == 200
    assert (
        signed_in(None, club, "stranger").get(reverse("tournaments:event_new", args=["nowhere"])).status_code
        == 404
    )


def test_a_deed_is_never_done_by_looking(director, at):
    for name in DEEDS:
        assert director.get(at(name)).status_code == 405


# --- a club ---


def test_any_account_founds_a_club_and_owns_it():
    client = signed_in(None, None)  # type: ignore[arg-type]
    answer = client.post(reverse("tournaments:club_new"), {"name": "Kilkhampton", "zone": "Europe/London"})
    assert answer.status_code == 302
    assert Membership.objects.get(club__slug="kilkhampton").role == Membership.Role.OWNER


@pytest.mark.parametrize("name", ["", "???", "New", "Bude Euchre Club", "x" * 121])
def test_a_club_that_cannot_be_is_refused_with_the_form_as_typed(name, club):
    answer = signed_in(None, club).post(
        reverse("tournaments:club_new"), {"name": name, "zone": "Europe/London"}
    )
    assert answer.status_code == 422
    assert Club.objects.count() == 1
    assert 'class="fault"' in answer.content.decode()


# --- an event and its terms ---

TERMS = {
    "ruleset": "progressive-eight-hands",
    "length": "",
    "rounds": "7",
    "sit_out_points": "7",
    "level_game": "half",
    "measure_1": "PTS",
    "measure_2": "LONE",
}
EVENT = {"name": "Spring night", "plays_on": "2026-04-02", "public": "on", **TERMS}


def new_event(club: Club) -> str:
    return reverse("tournaments:event_new", args=[club.slug])


def test_the_form_of_a_new_event_begins_with_eight_hands_and_the_clubs_chain(director, club):
    form = director.get(new_event(club)).context["form"]
    assert form["ruleset"].value() == "progressive-eight-hands"
    assert [one.value() for one in form.measures] == ["PTS", "WIN", "LONE", "HEAD", None]


def test_a_director_sets_up_an_event(director, club):
    assert director.post(new_event(club), EVENT).status_code == 302
    policy = Event.objects.get(name="Spring night").policies.get()
    assert (policy.ruleset["key"], policy.ruleset["hands"]) == ("progressive-eight-hands", 8)
    assert policy.chain == ["PTS", "LONE"]
    assert policy.movement == {"format": "rotation", "rounds": 7}
    assert policy.absence == {"sit_out_points": 7, "forfeit_points": 0}


def test_another_number_of_hands_or_points_is_taken_into_the_ruleset(director, club):
    director.post(new_event(club), EVENT | {"name": "Six", "length": "6"})
    director.post(new_event(club), EVENT | {"name": "Race", "ruleset": "north-american", "length": "11"})
    rules = {event.name: event.policies.get().ruleset for event in Event.objects.all()}
    assert rules["Six"]["hands"] == 6
    assert (rules["Race"]["hands"], rules["Race"]["target"]) == (None, 11)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 121},
        {"plays_on": "yesterday"},
        {"plays_on": "0026-04-02"},
        {"rounds": "0"},
        {"rounds": "61"},
        {"length": "0"},
        {"length": "9" * 30},
        {"ruleset": "cut-throat"},
        {"ruleset": "kept"},
        {"level_game": "double"},
        {"sit_out_points": "-1"},
        {"measure_1": ""},
        {"measure_2": "PTS"},
        {"measure_2": "LUCK"},
    ],
)
def test_an_event_that_makes_no_night_is_refused_with_what_was_typed(wrong, director, club):
    answer = director.post(new_event(club), EVENT | wrong)
    assert answer.status_code == 422
    assert not Event.objects.exists()
    kept = {name: text for name, text in EVENT.items() if name not in wrong}
    forms = answer.context["form"], answer.context["format"]
    shown = {name: form[name].value() for form in forms for name in form.fields}
    assert all(shown[name] in (text, True) for name, text in kept.items())


def test_last_nights_newest_terms_fill_the_form(director, club, event):
    factories.make_policy(event, number=2, rounds=9, chain=("WIN", "PTS"), sit_out_points=8)
    shown = director.get(f"{new_event(club)}?like={event.slug}").context
    form = shown["form"]
    assert shown["format"]["rounds"].value() == 9
    assert form["sit_out_points"].value() == 8
    assert [one.value() for one in form.measures][:3] == ["WIN", "PTS", None]
    assert form["name"].value() == event.name
    assert form["ruleset"].value() == "kept", "the fixture's ruleset is in no catalogue"


def test_a_copied_ruleset_of_the_clubs_own_is_kept_whole(director, club, event):
    answer = director.post(f"{new_event(club)}?like={event.slug}", EVENT | {"ruleset": "kept"})
    assert answer.status_code == 302
    assert Event.objects.get(name="Spring night").policies.get().ruleset == event.policies.get().ruleset


def test_another_clubs_event_is_no_preset(director, club):
    other = factories.make_event(factories.make_club("Stratton"), "Secret night", rounds=3)
    form = director.get(f"{new_event(club)}?like={other.slug}").context["format"]
    assert form["rounds"].value() == 8


def test_terms_are_amended_with_a_reason_once_the_draw_is_made(director, event, at):
    factories.make_round(event)
    typed = TERMS | {"ruleset": "kept", "reason": ""}
    answer = director.post(at("terms"), typed)
    assert answer.status_code == 422
    assert "Say why the terms change" in answer.content.decode()
    assert director.post(at("terms"), typed | {"reason": "One round fewer"}).status_code == 302
    policy = event.policies.get(number=2)
    assert (policy.reason, policy.made_by[:5]) == ("One round fewer", "user:")


def test_amending_keeps_what_the_form_does_not_show(director, event, at):
    factories.make_policy(event, number=2, window="signed")
    director.post(at("terms"), TERMS | {"ruleset": "kept", "reason": ""})
    assert event.policies.get(number=3).correction_window == "signed"


# --- the draw ---


def test_a_draw_is_proposed_looked_at_and_accepted_by_its_seed(director, event, at):
    enter_eight(event)
    assert director.post(at("draw_propose"), {"seed": ""}).status_code == 302
    page = director.get(at("draw"))
    drawn = page.context["drawn"]
    repeats = drawn.figures.partner_repeats
    assert (len(drawn.proposed), repeats.reached, repeats.floor) == (7, 0, 0)
    assert director.post(at("draw_accept"), {"seed": drawn.seed}).status_code == 302
    assert Match.objects.filter(round__event=event).count() == 14


def test_a_draw_that_changed_since_it_was_looked_at_is_not_accepted(director, event, at):
    enter_eight(event)
    director.post(at("draw_propose"), {"seed": "first"})
    director.post(at("draw_propose"), {"seed": "second"})
    answer = director.post(at("draw_accept"), {"seed": "first"})
    assert answer.status_code == 422
    assert "Another draw was proposed meanwhile" in answer.content.decode()
    assert not Match.objects.exists()


def test_the_same_seed_draws_the_same_again(director, event, at):
    enter_eight(event)
    director.post(at("draw_propose"), {"seed": "disputed"})
    first = [one.draw for one in event.rounds.order_by("number")]
    director.post(at("draw_discard"))
    assert not event.rounds.exists()
    director.post(at("draw_propose"), {"seed": "disputed"})
    assert [one.draw for one in event.rounds.order_by("number")] == first


def test_too_few_players_and_a_strange_seed_are_told(director, at):
    answer = director.post(at("draw_propose"), {"seed": ""})
    assert answer.status_code == 422
    assert "A table takes four" in answer.content.decode()
    assert director.post(at("draw_propose"), {"seed": "not a seed"}).status_code == 422


def test_after_the_draw_people_may_come_late_and_nobody_is_taken_off(director, event, at):
    entries = enter_eight(event)
    director.post(at("draw_propose"), {"seed": "s"})
    director.post(at("draw_accept"), {"seed": "s"})
    assert "Somebody comes late" in director.get(at("entrants")).content.decode()
    assert director.post(at("entrants_enter"), {"text": "New Body", "line-1-who": "new"}).status_code == 302
    assert director.post(at("entrant_remove", entry=entries[0].pk)).status_code == 422
    assert event.entries.count() == 9


# --- the desk ---


def test_the_desk_tells_how_far_each_table_is(director, club):
    night = factories.make_night(club, played=1)
    page = director.get(reverse("tournaments:desk", args=[club.slug, night.slug]))
    first, second = page.context["rounds"]
    assert (first.over, first.now, second.over, second.now) == (2, False, 0, True)
    assert [table.word for table in second.tables] == ["hand 5 of 8", "no hand yet"]


def test_a_table_with_late_lines_stands_out(director, club):
    night = factories.make_night(club, played=1)
    result = Match.objects.filter(round__event=night, round__number=1).first().result  # type: ignore[union-attr]
    result.live |= {"late": 2}
    result.save()
    page = director.get(reverse("tournaments:desk", args=[club.slug, night.slug]))
    assert page.context["late"] == 2
    assert "2 late" in page.content.decode()


def test_a_round_is_closed_and_opened_again_and_the_event_finished(director, event, at):
    one = factories.make_round(event)
    assert director.post(at("round_close", number=1), {"closed": "yes"}).status_code == 302
    one.refresh_from_db()
    assert one.state == Round.State.CLOSED
    director.post(at("round_close", number=1), {"closed": "no"})
    one.refresh_from_db()
    assert one.state == Round.State.ACCEPTED
    director.post(at("event_state"), {"change": "finish"})
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    director.post(at("event_state"), {"change": "reopen"})
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_what_the_desk_does_not_know_is_not_found(director, event, at):
    factories.make_round(event, state=Round.State.PROPOSED)
    assert director.post(at("round_close", number=1), {"closed": "yes"}).status_code == 422
    assert director.post(at("round_close", number=2), {"closed": "yes"}).status_code == 404
    assert director.post(at("round_close", number=1), {"closed": "maybe"}).status_code == 404
    assert director.post(at("event_state"), {"change": "archive"}).status_code == 404


# --- what a page costs ---


@pytest.mark.parametrize("players", [8, 40])
@pytest.mark.parametrize(("name", "queries"), [("entrants", 16), ("draw", 13), ("desk", 12)])
def test_a_page_costs_the_same_for_8_and_for_40_players(
    name, queries, players, director, club, django_assert_num_queries
):
    night = factories.make_night(club, players=players, played=3)
    address = reverse(f"tournaments:{name}", args=[club.slug, night.slug])
    with django_assert_num_queries(queries):
        page = director.get(address)
    assert page.status_code == 200


def test_no_page_has_a_script_or_a_style_of_its_own(director, event, at):
    enter_eight(event)
    director.post(at("draw_propose"), {"seed": "s"})
    for name in PAGES:
        html = director.get(at(name)).content.decode()
        assert not re.search(r"<script(?! src)|<style|\sstyle=|\son\w+=", html), name


def test_the_public_pages_lead_a_director_and_nobody_else_to_the_desk(director, club, event):
    member = signed_in(Membership.Role.MEMBER, club, "member")
    event_page, club_page = (
        reverse("tournaments:event", args=[club.slug, event.slug]),
        reverse("tournaments:club", args=[club.slug]),
    )
    for address, words in ((event_page, "Enter players"), (club_page, "New event")):
        assert words in director.get(address).content.decode()
        assert words not in member.get(address).content.decode()
        assert words not in Client().get(address).content.decode()
    assert "Found a club" in member.get(reverse("tournaments:home")).content.decode()
    assert "Found a club" not in Client().get(reverse("tournaments:home")).content.decode()
