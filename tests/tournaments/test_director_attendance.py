"""The director's list on the night: pairs, late people, leavers, fillers, categories, partners by lot."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.desk import DIRECTOR, signed_in
from tests.tournaments.looking import text_of
from tournaments.models import Entry, Event, EventPolicy, Membership, Pair, PartnerDraw, Player, Round
from tournaments.services.draws import accept_draw, propose_draw

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return factories.make_event(factories.make_club(), state=Event.State.SETUP, rounds=4)


@pytest.fixture
def pairs(event: Event) -> Event:
    movement = {"format": "round-robin", "rounds": 0, "entrants": "pairs"}
    EventPolicy.objects.filter(event=event).update(movement=movement)
    return event


@pytest.fixture
def blind(event: Event) -> Event:
    EventPolicy.objects.filter(event=event).update(movement={"format": "single-elimination", "rounds": 0})
    factories.make_entries(event, factories.make_players(event.club, 8))
    return event


@pytest.fixture
def at(event: Event) -> Callable[..., str]:
    """The address of one of the event's pages."""

    def at(name: str, **more: Any) -> str:
        return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})

    return at


@pytest.fixture
def director(event: Event) -> Client:
    return signed_in(Membership.Role.DIRECTOR, event.club, "director")


def drawn(event: Event, players: int, upto: int | None) -> Event:
    factories.make_entries(event, factories.make_players(event.club, players))
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=upto)
    return event


def choices(page: Any) -> dict[str, str]:
    """What the checked page of pairs would send as it stands."""
    sent = {"text": page.context["text"]}
    for form in page.context["check"].lines:
        for one in (form.one, form.other):
            if one["who"].value():
                sent[one["who"].html_name] = one["who"].value()
    return sent


# --- pairs ---


def test_pasted_pairs_are_looked_at_and_then_entered(director, pairs, at):
    assert "Pairs, one a line" in director.get(at("entrants")).content.decode()
    page = director.post(at("entrants_check"), {"text": "Ann Lee & Bob Ray\nFox, Cy; Orr, Di\nOnly One"})
    assert "Line 3: Only One has no partner here" in page.content.decode()
    assert not Entry.objects.exists()
    sent = choices(page) | {"line-1-1-categories": ["ladies"]}
    assert director.post(at("entrants_enter"), sent).status_code == 302
    entries = pairs.entries.order_by("number")
    assert [str(one) for one in entries] == ["Ann Lee & Bob Ray", "Cy Fox & Di Orr"]
    assert [one.categories for one in entries] == [["ladies"], []]


def test_both_people_of_a_pair_are_asked_about(director, pairs, at):
    ann = factories.make_player(pairs.club, "Ann Lee")
    bob = factories.make_player(pairs.club, "Bob Raye")
    page = director.post(at("entrants_check"), {"text": "Ann Lee & Bob Ray"})
    form = page.context["check"].lines[0]
    assert [one.id for one in form.line.one.namesakes] == [ann.pk]
    assert [one.id for one in form.line.other.near] == [bob.pk]
    refused = director.post(at("entrants_enter"), choices(page))
    assert refused.status_code == 422
    assert "Say who this is." in refused.content.decode()
    assert not Entry.objects.exists()
    sent = choices(page) | {"line-1-1-who": str(ann.pk), "line-1-2-who": str(bob.pk)}
    assert director.post(at("entrants_enter"), sent).status_code == 302
    assert {pairs.entries.get().pair.first_id, pairs.entries.get().pair.second_id} == {ann.pk, bob.pk}


def test_somebody_in_two_pairs_has_to_be_decided_and_a_pair_may_be_left_out(director, pairs, at):
    page = director.post(at("entrants_check"), {"text": "Ann Lee & Bob Ray\nCy Fox & Ann Lee"})
    assert "Ann Lee stands on line 1 too; nobody is in two pairs." in page.content.decode()
    assert director.post(at("entrants_enter"), choices(page)).status_code == 422
    left = choices(page) | {"line-2-2-who": "leave"}
    assert director.post(at("entrants_enter"), left).status_code == 302
    assert [str(one) for one in pairs.entries.all()] == ["Ann Lee & Bob Ray"]


def test_one_person_of_the_list_cannot_be_in_two_pasted_pairs(director, pairs, at):
    ann = str(factories.make_player(pairs.club, "Ann Lee").pk)
    sent = {"text": "Ann Lee & Bob Ray\nCy Fox & Ann Lee", "line-1-2-who": "new", "line-2-1-who": "new"}
    sent |= {"line-1-1-who": ann, "line-2-2-who": ann}
    answer = director.post(at("entrants_enter"), sent)
    assert answer.status_code == 422
    assert "The same person as on line 1." in answer.content.decode()


def test_a_known_pair_is_ticked_and_two_people_are_picked(director, pairs, at):
    ann, bob, cy, di, ed = factories.make_players(pairs.club, 5)
    known = Pair.objects.create(club=pairs.club, first=ann, second=bob)
    Pair.objects.create(club=pairs.club, first=ann, second=cy)
    assert director.post(at("entrants_tick"), {"pair": [known.pk]}).status_code == 302
    page = director.get(at("entrants"))
    assert page.context["pairs_known"] == [], "of every pair that is left somebody is in the event"
    assert {one.id for one in page.context["known"]} == {cy.pk, di.pk, ed.pk}
    assert director.post(at("entrants_two"), {"one": cy.pk, "other": di.pk}).status_code == 302
    assert pairs.entries.get(number=1).pair_id == known.pk
    assert pairs.entries.count() == 2
    for wrong in ({}, {"one": ed.pk}, {"one": ed.pk, "other": ed.pk}, {"one": ed.pk, "other": ann.pk}):
        assert director.post(at("entrants_two"), wrong).status_code == 422
    assert director.post(at("entrants_tick"), {"pair": ["x", "9" * 30]}).status_code == 422
    assert director.post(at("entrants_tick"), {"pair": [known.pk]}).status_code == 422


def test_a_pair_of_another_club_is_not_ticked(director, pairs, at):
    other = factories.make_club("Looe")
    first, second = factories.make_players(other, 2)
    theirs = Pair.objects.create(club=other, first=first, second=second)
    assert director.post(at("entrants_tick"), {"pair": [theirs.pk]}).status_code == 422
    assert not Entry.objects.exists()


# --- late, gone, back ---


def test_a_late_pair_is_entered_and_the_page_tells_what_it_costs(director, event, at):
    drawn(event, 9, upto=2)
    page = director.post(at("entrants_check"), {"text": "Zoe Late\nYan Late"})
    sent = {"text": page.context["text"], "line-1-who": "new", "line-2-who": "new"}
    answer = director.post(at("entrants_enter"), sent, follow=True)
    assert "2 players are entered. Rounds 3 to 4 are drawn anew. Repeats of partners: 0 before, 0 now;" in (
        text_of(answer)
    )
    assert event.rounds.filter(state=Round.State.PROPOSED).count() == 2


def test_somebody_leaves_and_comes_back(director, event, at):
    drawn(event, 9, upto=2)
    entry = event.entries.get(number=4)
    opened = director.get(at("entrants"), {"entry": entry.pk})
    assert f"Withdraw {entry}" in text_of(opened)
    answer = director.post(
        at("entrant_withdraw", entry=entry.pk), {"after": "2", "results": "removed"}, follow=True
    )
    assert "has left. Rounds 3 to 4 are drawn anew." in text_of(answer)
    assert "left after round 2, results removed" in text_of(answer)
    entry.refresh_from_db()
    assert (entry.withdrawn_after, entry.results_removed) == (2, True)
    twice = director.post(at("entrant_withdraw", entry=entry.pk), {"after": "2", "results": "stand"})
    assert twice.status_code == 422
    answer = director.post(at("entrant_return", entry=entry.pk), follow=True)
    assert f"{entry} is back." in text_of(answer)
    assert director.post(at("entrant_return", entry=entry.pk)).status_code == 422


@pytest.mark.parametrize("typed", [{}, {"after": "3", "results": "stand"}, {"after": "2", "results": "x"}])
def test_what_is_no_round_or_no_choice_lets_nobody_go(typed, director, event, at):
    drawn(event, 9, upto=2)
    entry = event.entries.get(number=4)
    assert director.post(at("entrant_withdraw", entry=entry.pk), typed).status_code == 422
    assert event.entries.get(number=4).withdrawn_after is None


def test_who_left_and_has_a_seat_and_who_came_and_has_none_are_named(director, event, at):
    drawn(event, 8, upto=None)
    entry = event.entries.get(number=4)
    director.post(at("entrant_withdraw", entry=entry.pk), {"after": "3", "results": "stand"})
    director.post(at("entrants_enter"), {"text": "Zoe Late", "line-1-who": "new"})
    page = director.get(at("entrants"))
    words = text_of(page)
    table = event.rounds.get(number=4).matches.get(seatings__entry=entry).table
    assert f"{entry}: round 4, table {table}" in words
    assert "Zoe Late has no place in rounds 1 to 4: every round that is left is accepted already." in words
    assert "Take back rounds 1 to 4 (nothing recorded in them)" in words
    assert at("seats", number=4) in page.content.decode()
    director.post(at("take_back", number=1), {"sure": "yes"})
    assert "drawn for other people" in text_of(director.get(at("entrants")))
    director.post(at("draw_propose"))
    assert "drawn for other people" not in text_of(director.get(at("entrants")))
    late = event.entries.get(number=9).pk
    for one in event.rounds.filter(state=Round.State.PROPOSED):
        assert late in [*one.draw["sitting_out"], *(entry for table in one.draw["tables"] for entry in table)]


def test_a_filler_is_added_and_says_so(director, event, at):
    drawn(event, 7, upto=1)
    answer = director.post(at("filler_add"), {"name": "Extra, Ann"}, follow=True)
    assert "Ann Extra (filler) filler" in text_of(answer)
    assert event.entries.filter(filler=True).count() == 1
    for wrong in ("", " ", "12", "x" * 200):
        assert director.post(at("filler_add"), {"name": wrong}).status_code == 422
    assert event.entries.count() == 8


def test_categories_are_ticked_and_typed(director, event, at):
    factories.make_entries(event, factories.make_players(event.club, 2))
    one, other = event.entries.order_by("number")
    typed = {"categories": ["ladies"], "others": "Over 60, <b>bold</b>"}
    assert director.post(at("entrant_categories", entry=one.pk), typed).status_code == 302
    assert event.entries.get(pk=one.pk).categories == ["ladies", "Over 60", "<b>bold</b>"]
    page = director.get(at("entrants"), {"entry": other.pk})
    assert "Over 60" in [label for _, label in page.context["categories"].fields["categories"].choices]
    assert "<b>bold</b>" not in page.content.decode()
    assert "&lt;b&gt;bold" in page.content.decode()
    nine = ",".join(f"word {at}" for at in range(9))
    assert director.post(at("entrant_categories", entry=one.pk), {"others": nine}).status_code == 422


def test_an_event_that_is_over_shows_its_list_and_offers_nothing(director, event, at):
    drawn(event, 8, upto=None)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    page = director.get(at("entrants"))
    assert "The list is closed" in page.content.decode()
    assert "Change" not in text_of(page)
    assert director.post(at("filler_add"), {"name": "Ann Extra"}).status_code == 422


@pytest.mark.parametrize("deed", ["withdraw", "return", "categories", "remove"])
def test_nobody_of_another_event_is_touched(deed, director, event, at):
    other = factories.make_entry(factories.make_event(event.club, "Other"), factories.make_player(event.club))
    typed = {"after": "0", "results": "stand"}
    assert director.post(at(f"entrant_{deed}", entry=other.pk), typed).status_code == 404


# --- the list ---


def test_two_letters_find_somebody_whatever_the_accents(director, event, at):
    for name in ("Zoë Lee", "Ann Zola", "Bob Ray", "Suzo Fox"):
        factories.make_entry(event, factories.make_player(event.club, name))
    found = {
        typed: [str(one) for one in director.get(at("entrants"), {"find": typed}).context["entries"]]
        for typed in ("zo", "ZOE", "le zo", "q", "")
    }
    assert found["zo"] == ["Zoë Lee", "Ann Zola"]
    assert found["ZOE"] == found["le zo"] == ["Zoë Lee"]
    assert found["q"] == []
    assert len(found[""]) == 4


def test_what_is_typed_into_the_search_is_answered_with_the_list_alone(director, event, at):
    factories.make_entries(event, factories.make_players(event.club, 12))
    part = director.get(at("entrants"), {"find": "an"}, headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<ol id="entries"')
    assert "HX-Request" in part["Vary"]


@pytest.mark.parametrize("players", [8, 400])
@pytest.mark.parametrize("running", [False, True])
def test_a_list_of_400_costs_what_one_of_8_does(
    players, running, director, event, at, django_assert_num_queries
):
    people = [factories.make_player(event.club, f"Ann Lee{at}") for at in range(players)]
    entries = factories.make_entries(event, people)
    if running:
        one = factories.make_round(event)
        factories.make_match(one, 1, entries[:4])
        Entry.objects.filter(pk=entries[0].pk).update(withdrawn_after=0)
        Event.objects.update(state=Event.State.RUNNING)
    with django_assert_num_queries(19 if running else 14):
        page = director.get(at("entrants"), {"entry": entries[3].pk})
    assert page.status_code == 200
    assert len(page.content) < 2000 * players + 40_000


# --- partners by lot ---


def test_partners_are_drawn_looked_at_accepted_and_undone(director, blind, at):
    assert "Draw partners by lot" in director.get(at("entrants")).content.decode()
    proposal = director.post(at("partners_draw"), {"category": ""}, follow=True)
    drawn = proposal.context["drawn"]
    assert len(drawn.couples) == 4
    assert drawn.seed in proposal.content.decode()
    assert Entry.objects.filter(pair__isnull=False).count() == 0
    again = director.get(at("partners"), {"seed": drawn.seed, "category": ""})
    assert again.context["drawn"].couples == drawn.couples
    typed = {"seed": drawn.seed, "category": "", "seen": drawn.written}
    assert director.post(at("partners_accept"), typed).status_code == 302
    assert blind.entries.filter(pair__isnull=False).count() == 4
    assert drawn.seed in director.get(at("partners")).content.decode()
    assert "Pairs, one a line" in director.get(at("entrants")).content.decode()
    assert director.post(at("partners_accept"), typed).status_code == 422
    assert director.post(at("partners_undo")).status_code == 302
    assert blind.entries.filter(player__isnull=False).count() == 8
    assert director.post(at("partners_undo")).status_code == 422


def test_partners_that_were_not_looked_at_are_not_accepted(director, blind, at):
    for typed in (
        {},
        {"seed": "owl"},
        {"seed": "owl", "seen": "1-2 3-4"},
        {"seed": "o w l", "seen": ""},
        {"seed": "owl", "category": "none such"},
    ):
        assert director.post(at("partners_accept"), typed).status_code == 422
    assert not PartnerDraw.objects.exists()


def test_two_bags_are_offered_where_people_have_categories(director, blind, at):
    assert not director.get(at("partners")).context["form"].bags
    blind.entries.filter(number__lte=4).update(categories=["ladies"])
    page = director.post(at("partners_draw"), {"category": "ladies"}, follow=True)
    ladies = set(blind.entries.filter(number__lte=4).values_list("pk", flat=True))
    assert all((one in ladies) != (other in ladies) for one, other in page.context["drawn"].couples)
    blind.entries.filter(number=4).update(categories=[])
    refused = director.get(at("partners"), {"seed": "owl", "category": "ladies"})
    assert refused.status_code == 422
    assert "One bag holds 3, the other 5." in text_of(refused)


def test_where_nobody_gets_a_partner_the_page_says_so(director, event, at):
    assert "Draw partners by lot" not in director.get(at("entrants")).content.decode()
    assert "Partners are drawn before the draw" in text_of(director.get(at("partners")))
    assert Player.objects.count() == 0
