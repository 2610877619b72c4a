"""The club's list of people: who is found, who may be added beside a namesake, what a new name changes."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from tests import factories as make
from tests.desk import DIRECTOR
from tests.tournaments.looking import signed_in, text_of
from tournaments.engine.errors import EventViolation
from tournaments.models import Club, Contact, Entry, Event, Player, PlayerAlias, Standing
from tournaments.selectors.entrants import known_to, lines_to_check
from tournaments.selectors.people_list import ON_A_PAGE, people_listed
from tournaments.services.entrants import Entrant, enter_players, read_entrants
from tournaments.services.people import (
    ContactFacts,
    PersonFacts,
    add_player,
    bring_back_player,
    change_player,
    set_aside,
)

pytestmark = pytest.mark.django_db

FIELDS = ("name", "sort_name", "note", "aliases", "pronunciation", "remarks", "email", "phone", "address")


def add(club: Club, name: str, **more: Any) -> Player:
    return add_player(club=club, facts=PersonFacts(name=name, **more), actor=DIRECTOR)


def found(club: Club, find: str, **more: Any) -> list[str]:
    return [str(line.player) for line in people_listed(club, find=find, **more).lines]


def sent(**said: str) -> dict[str, str]:
    return {name: said.get(name, "") for name in FIELDS}


def test_everybody_is_found_by_the_beginning_of_any_word(club):
    add(club, "Hannah van der Berg", aliases=("Nan Baker",), note="from Bude")
    add(club, "Ann Lee-Potter")
    add(club, "Berge Ångström")
    assert found(club, "ann") == ["Ann Lee-Potter"]  # and not Hannah
    assert found(club, "pott ann") == ["Ann Lee-Potter"]
    assert found(club, "BERG") == ["Berge Ångström", "Hannah van der Berg (from Bude)"]
    assert found(club, "angs") == ["Berge Ångström"]
    for word in ("baker", "bude", "nan"):
        assert found(club, word) == ["Hannah van der Berg (from Bude)"]
    assert found(club, "nobody") == []


def test_a_percent_sign_is_a_letter_that_nobody_has(club):
    add(club, "Ann Lee")
    assert found(club, "a%") == found(club, "a")  # folded away, as in every name


def test_the_list_costs_the_same_queries_however_long(club, django_assert_num_queries):
    people = Player.objects.bulk_create(
        Player(club=club, name=f"Given{n} Family{n:03}", sort_key=f"family{n:03},given{n}")
        for n in range(120)
    )
    for one in people[:40]:
        PlayerAlias.objects.create(player=one, name=f"Al {one.pk}", sort_key=f"{one.pk},al")
    for day in (1, 2, 3):
        event = make.make_event(club, plays_on=date(2026, 1, day))
        make.make_entries(event, people[: 30 * day])
    with django_assert_num_queries(4):
        shown = people_listed(club, page=2)
    assert (shown.total, shown.pages, shown.earlier, shown.later) == (120, 3, 1, 3)
    assert [line.player for line in shown.lines] == people[ON_A_PAGE : 2 * ON_A_PAGE]
    for line in shown.lines:  # counted again, one by one
        entries = Entry.objects.filter(player=line.player).order_by("event__plays_on")
        last = entries.last()
        assert line.events == entries.count()
        assert line.last_on == (last.event.plays_on if last else None)
    assert people_listed(club, page=99).page == 3
    client = signed_in("dora")
    there = reverse("tournaments:players", args=[club.slug])
    with django_assert_num_queries(8):  # session, account, roles, club and the list
        client.get(there, {"page": "3"})


def test_a_namesake_needs_a_mark_that_no_other_has(club):
    add(club, "Ann Lee", aliases=("Annie Potter",))
    for name, note in (("Ann Lee", ""), ("LEE, ann", ""), ("Annie Potter", "")):
        with pytest.raises(EventViolation) as refused:
            add(club, name, note=note)
        assert refused.value.code == "name-known"
    second = add(club, "Ann Lee", note="from Looe")
    assert str(second) == "Ann Lee (from Looe)"
    with pytest.raises(EventViolation):
        add(club, "Ann Lee", note="From  looe")
    add(make.make_club("Other Club"), "Ann Lee")  # another club's Ann is nobody's namesake
    change_player(
        player=second, facts=PersonFacts(name="Ann Lee", note="from Looe", remarks="x"), actor=DIRECTOR
    )


def test_the_name_to_sort_by_may_be_said(club):
    one = add(club, "Maria de la Cruz Soto", sort_name="de la Cruz Soto, Maria")
    assert one.sort_key == "de-la-cruz-soto,maria"
    add(club, "Zoe Alder")
    assert found(club, "") == ["Zoe Alder", "Maria de la Cruz Soto"]
    page = signed_in("dora").get(reverse("tournaments:player_change", args=[club.slug, one.pk]))
    again = page.context["form"].initial["sort_name"]
    changed = change_player(
        player=one, facts=PersonFacts(name=one.name, sort_name=again), actor=DIRECTOR
    )  # what the form shows is what it keeps
    assert changed.sort_key == "de-la-cruz-soto,maria"


def test_a_new_name_is_shown_wherever_somebody_played(club, django_capture_on_commit_callbacks):
    night = make.make_night(club, players=8)
    other = make.make_event(club, "Elsewhere")
    one = night.entries.get(number=3).player
    before, untouched = night.revision_row.number, other.revision_row.number
    with django_capture_on_commit_callbacks(execute=True):
        change_player(player=one, facts=PersonFacts(name="Renamed Person"), actor=DIRECTOR)
    night.revision_row.refresh_from_db()
    other.revision_row.refresh_from_db()
    assert night.revision_row.number == before + 1
    assert other.revision_row.number == untouched
    assert "Renamed Person" in Standing.objects.get(event=night, entry__player=one).sentence


def test_notes_alone_trouble_no_event(club):
    night = make.make_night(club, players=8)
    one = night.entries.get(number=3).player
    before, club_before = night.revision_row.number, club.revision_row.number
    change_player(player=one, facts=PersonFacts(name=one.name, remarks="Has the key."), actor=DIRECTOR)
    night.revision_row.refresh_from_db()
    club.revision_row.refresh_from_db()
    assert (night.revision_row.number, club.revision_row.number) == (before, club_before + 1)


def test_how_to_reach_somebody_is_kept_apart_and_goes_by_itself(club):
    reach = ContactFacts(email="ann@example.org", phone="01288 1")
    one = add(club, "Ann Lee", contact=reach)
    first = Contact.objects.get(player=one).changed_at
    change_player(player=one, facts=PersonFacts(name="Ann Lee", contact=reach), actor=DIRECTOR)
    assert Contact.objects.get(player=one).changed_at == first  # its age counts from the last change
    change_player(player=one, facts=PersonFacts(name="Ann Lee"), actor=DIRECTOR)
    assert not Contact.objects.exists()


def test_aliases_are_found_when_names_are_pasted(club):
    one = add(club, "Hannah Berg", aliases=("Nan Baker", "nan baker", "Hannah Berg", ""))
    assert [alias.name for alias in one.aliases.all()] == ["Nan Baker"]
    event = make.make_event(club, state=Event.State.SETUP)
    lines = lines_to_check(read_entrants(event=event, text="Baker, Nan\nTom New"), known_to(club, []))
    assert [[known.id for known in line.namesakes] for line in lines] == [[one.pk], []]


def test_who_is_set_aside_is_offered_no_more_and_comes_back_by_playing(club):
    one, two = add(club, "Ann Lee"), add(club, "Bob Rowe")
    set_aside(player=one, day=date(2026, 5, 1), actor=DIRECTOR)
    assert found(club, "") == ["Bob Rowe"]
    assert found(club, "", aside=True) == ["Ann Lee"]
    event = make.make_event(club, state=Event.State.SETUP)
    page = signed_in("dora").get(reverse("tournaments:entrants", args=[club.slug, event.slug]))
    assert [known.id for known in page.context["known"]] == [two.pk]
    bring_back_player(player=one, actor=DIRECTOR)
    set_aside(player=one, day=date(2026, 5, 2), actor=DIRECTOR)
    enter_players(event=event, entrants=[Entrant(name="", sort_key="", player_id=one.pk)], actor=DIRECTOR)
    one.refresh_from_db()
    assert one.inactive_since is None


def test_the_pages_add_change_and_set_aside(club):
    client = signed_in("dora")
    new = reverse("tournaments:player_new", args=[club.slug])
    assert client.get(new).status_code == 200
    assert client.post(new, sent()).status_code == 422
    assert client.post(new, sent(name="Ann Lee", email="no address")).status_code == 422
    made = client.post(new, sent(name="Ann Lee", aliases="Nan\nAnnie", email="ann@example.org"), follow=True)
    assert "Ann Lee is on the list." in text_of(made)
    one = Player.objects.get(club=club)
    refused = client.post(new, sent(name="ann LEE"))
    assert refused.status_code == 422
    assert "The club knows Ann Lee already." in text_of(refused)
    change = reverse("tournaments:player_change", args=[club.slug, one.pk])
    shown = client.get(change)
    assert "Has not played yet." in text_of(shown)
    assert {"Nan", "Annie"} <= set(shown.context["form"].initial["aliases"].split())
    client.post(change, sent(name="Anne Lee", note="senior"))
    one.refresh_from_db()
    assert (str(one), one.aliases.count(), Contact.objects.count()) == ("Anne Lee (senior)", 0, 0)
    state = reverse("tournaments:player_state", args=[club.slug, one.pk])
    assert "offered on no list" in text_of(client.post(state, {"change": "aside"}, follow=True))
    assert "on the lists again" in text_of(client.post(state, {"change": "back"}, follow=True))
