"""Same as last week: what is taken over, who is offered with how often they came, and what it costs."""

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from django.urls import reverse

from tests import factories as make
from tests.desk import DIRECTOR
from tests.tournaments.looking import signed_in, text_of
from tournaments.engine.errors import EventViolation
from tournaments.engine.prizes_rules import PotRules, Prize
from tournaments.models import Club, Entry, Event, EventPolicy, ImportedEvent, Pair, Player, Pot
from tournaments.selectors.again import again, event_to_repeat
from tournaments.services.again import set_up_again
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players
from tournaments.services.events import Terms, create_event, ruleset_named
from tournaments.services.pairs import PairEntrant, enter_pairs
from tournaments.services.pots import NewPot, add_pot
from tournaments.services.prize_plans import plan_prizes

pytestmark = pytest.mark.django_db

TONIGHT = date(2026, 3, 19)
TAKEN_OVER = ("ruleset", "scoring", "chain", "movement", "absence", "prizes", "correction_window")


def repeat(like: Event, coming: list[int], **more: Any) -> Event:
    return set_up_again(like=like, plays_on=TONIGHT, coming=coming, actor=DIRECTOR, **more)


@pytest.fixture
def weeks(club: Club) -> list[Event]:
    """Twelve Thursdays; the nth of 16 people came on every (n+1)th of them, the newest last."""
    people = make.make_players(club, 16)
    first = make.NIGHT - timedelta(weeks=11)
    nights = []
    for week in range(12):
        event = make.make_event(club, plays_on=first + timedelta(weeks=week), state="finished")
        make.make_entries(event, [one for at, one in enumerate(people) if (11 - week) % (at + 1) == 0])
        nights.append(event)
    return nights


def test_who_came_how_often_is_counted_over_the_last_ten(club, weeks):
    seen = again(weeks[-1])
    naive = Counter(entry.player_id for event in weeks[-10:] for entry in Entry.objects.filter(event=event))
    assert {one.id: one.times for one in (*seen.there, *seen.others)} == naive
    assert seen.of == 10
    assert {one.id for one in seen.there} == {entry.player_id for entry in weeks[-1].entries.all()}
    assert all(one.ticked for one in seen.there)
    often = [one.times for one in seen.others]
    assert often == sorted(often, reverse=True)


def test_the_last_night_is_offered_and_not_one_that_is_being_set_up(club, weeks):
    make.make_event(club, "Next week", plays_on=TONIGHT, state=Event.State.SETUP)
    assert event_to_repeat(club) == weeks[-1]
    assert event_to_repeat(club, weeks[3].slug) == weeks[3]
    assert event_to_repeat(make.make_club("Other Club"), weeks[3].slug) is None


def test_the_list_costs_the_same_queries_however_many_came(club, weeks, django_assert_num_queries):
    with django_assert_num_queries(4):
        again(weeks[-1])
    with django_assert_num_queries(4):
        again(weeks[0])


def test_terms_pots_prizes_and_people_are_taken_over(club):
    terms = Terms(
        ruleset=ruleset_named("pub-21"), rounds=6, movement="swiss", chain=("WIN", "PTS"), best_rounds=4
    )
    like = create_event(
        club=club, name="Thursday", plays_on=make.NIGHT, terms=terms, actor=DIRECTOR, public=False
    )
    people = make.make_players(club, 8)
    entrants = [
        Entrant(name="", sort_key="", player_id=one.pk, categories=("ladies",) if at % 2 else ())
        for at, one in enumerate(people)
    ]
    enter_players(event=like, entrants=entrants, actor=DIRECTOR)
    pot = add_pot(event=like, new=NewPot(name="Entry fee", kind="entry", fee=250), actor=DIRECTOR)
    plan_prizes(
        pot=pot, rules=PotRules(prizes=(Prize(by="places", amounts=(50, 30, 20)),)), reason="", actor=DIRECTOR
    )
    event = repeat(like, [one.pk for one in people[:6]])
    before, now = (EventPolicy.objects.filter(event=one).order_by("-number")[0] for one in (like, event))
    for field in TAKEN_OVER:
        assert getattr(now, field) == getattr(before, field), field
    assert (event.name, event.plays_on, event.public, event.state) == ("Thursday", TONIGHT, False, "setup")
    assert [(one.number, one.name, one.fee) for one in Pot.objects.filter(event=event)] == [
        (1, "Entry fee", 250)
    ]
    taken = {one.player_id: one.categories for one in event.entries.all()}
    assert taken == {one.player_id: one.categories for one in like.entries.all()[:6]}


def test_pairs_come_again_as_pairs(club):
    terms = Terms(ruleset=ruleset_named("pub-21"), rounds=0, movement="round-robin", entrants="pairs")
    like = create_event(club=club, name="Pairs", plays_on=make.NIGHT, terms=terms, actor=DIRECTOR)
    known = [Entrant(name="", sort_key="", player_id=one.pk) for one in make.make_players(club, 8)]
    couples = [PairEntrant(one=one, other=other) for one, other in zip(known[::2], known[1::2], strict=True)]
    enter_pairs(event=like, pairs=couples, actor=DIRECTOR)
    seen = again(like)
    assert seen.pairs
    assert len(seen.there) == 4
    event = repeat(like, [one.id for one in seen.there[:3]])
    assert {entry.pair_id for entry in event.entries.all()} == {one.id for one in seen.there[:3]}
    assert Pair.objects.count() == 4


def test_partners_who_were_drawn_come_again_one_by_one(club):
    like = make.make_event(club, state="finished")
    people = make.make_players(club, 4)
    for number, (one, other) in enumerate(((0, 1), (2, 3)), start=1):
        pair = Pair.objects.create(club=club, first=people[one], second=people[other])
        Entry.objects.create(event=like, number=number, pair=pair, drafted=True)
    assert {one.id for one in again(like).there} == {one.pk for one in people}


def test_fillers_and_who_is_set_aside_are_not_offered_and_who_left_at_once_is_not_ticked(club):
    like = make.make_event(club, state="finished")
    filler, aside, left, stayed = make.make_entries(like, make.make_players(club, 4))
    Entry.objects.filter(pk=filler.pk).update(filler=True)
    Entry.objects.filter(pk=left.pk).update(withdrawn_after=0)
    Player.objects.filter(pk=aside.player_id).update(inactive_since=make.NIGHT)
    assert {one.id: one.ticked for one in again(like).there} == {
        left.player_id: False,
        stayed.player_id: True,
    }


def test_a_button_pressed_twice_makes_one_event(club, weeks):
    coming = [one.id for one in again(weeks[-1]).there]
    repeat(weeks[-1], coming)
    with pytest.raises(EventViolation) as why:
        repeat(weeks[-1], coming)
    assert why.value.code == "event-there"
    repeat(weeks[-1], coming, name="A second one")
    assert Event.objects.filter(club=club, plays_on=TONIGHT).count() == 2


def test_nobody_of_another_club_is_entered(club, weeks):
    stranger = make.make_player(make.make_club("Other Club"), "Eve Spy")
    with pytest.raises(EventViolation) as why:
        repeat(weeks[-1], [stranger.pk])
    assert why.value.code == "player-unknown"
    assert not Event.objects.filter(plays_on=TONIGHT).exists()


def test_a_night_that_goes_on_from_there_is_drawn(club):
    like = make.make_night(club, players=8, state="finished")
    event = repeat(like, [one.id for one in again(like).there])
    propose_draw(event=event, actor=DIRECTOR, seed="7")
    assert len(accept_draw(event=event, seed="7", actor=DIRECTOR)) == 8


def test_the_page_ticks_counts_and_sets_up(club, weeks):
    client = signed_in("dora")
    page = client.get(reverse("tournaments:club", args=[club.slug]))
    there = reverse("tournaments:event_again", args=[club.slug])
    assert there in page.content.decode()
    shown = client.get(there)
    coming = [entry.player_id for entry in weeks[-1].entries.all()]
    assert "Same as Thursday night, 12 March 2026" in text_of(shown)
    assert shown.content.decode().count(" checked") == len(coming)
    assert "10&nbsp;of&nbsp;10" in text_of(shown)
    sent = {"name": "Thursday night", "plays_on": "2026-03-19", "who": coming[1:]}
    wrong = client.post(there, sent | {"plays_on": "never", "who": coming[:2]})
    assert wrong.status_code == 422
    assert wrong.content.decode().count(" checked") == 2  # what was ticked is not lost
    done = client.post(there, sent, follow=True)
    assert f"is set up, with {len(coming) - 1} entered" in text_of(done)
    assert client.post(there, sent).status_code == 422
    assert client.post(there, sent | {"who": ["999999"], "plays_on": "2026-03-26"}).status_code == 422


def test_rules_that_cannot_be_read_any_more_are_told_so(club, weeks):
    EventPolicy.objects.filter(event=weeks[-1]).update(ruleset={"schema": 0})
    there = reverse("tournaments:event_again", args=[club.slug])
    client = signed_in("dora")
    assert "Rules of another time" in text_of(client.get(there))
    answer = client.post(there, {"name": "Thursday", "plays_on": "2026-03-19"})
    assert answer.status_code == 422
    assert "cannot be read any more" in text_of(answer)


def test_what_came_from_a_spreadsheet_is_no_night_to_repeat(club, weeks):
    ImportedEvent.objects.create(
        event=weeks[-1], known="totals", key="k", source="s", digest="d", made_by="x"
    )
    assert event_to_repeat(club) == weeks[-2]


def test_a_club_without_a_night_is_led_to_its_first(club):
    answer = signed_in("dora").get(reverse("tournaments:event_again", args=[club.slug]))
    assert answer["Location"] == reverse("tournaments:event_new", args=[club.slug])
