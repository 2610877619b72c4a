"""A draw is proposed, looked at, accepted; and what is refused on the way."""

import pytest

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, Match, Round, SitOut
from tournaments.services.draws import accept_draw, discard_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players, remove_entry
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db
DIRECTOR = Actor(code="user:1", user_id=1)


def night_of(players: int, rounds: int = 7, sit_out_points: int = 0) -> Event:
    event = factories.make_event(factories.make_club(), state=Event.State.SETUP, policy=False)
    factories.make_policy(event, rounds=rounds, sit_out_points=sit_out_points)
    factories.make_entries(event, factories.make_players(event.club, players))
    return event


def test_eight_players_get_the_perfect_rotation() -> None:
    event = night_of(8)
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    accept_draw(event=event, seed="a", actor=DIRECTOR)
    partners: dict[frozenset[int], int] = {}
    opponents: dict[frozenset[int], int] = {}
    for match in Match.objects.filter(round__event=event).prefetch_related("seatings"):
        seat = {one.seat: one.entry_id for one in match.seatings.all()}
        for one, other in (("N", "S"), ("E", "W")):
            key = frozenset({seat[one], seat[other]})
            partners[key] = partners.get(key, 0) + 1
        for one in "NS":
            for other in "EW":
                key = frozenset({seat[one], seat[other]})
                opponents[key] = opponents.get(key, 0) + 1
    assert len(partners) == len(opponents) == 28
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {2}


def test_a_proposal_makes_no_matches_until_it_is_accepted() -> None:
    event = night_of(8)
    propose_draw(event=event, actor=DIRECTOR)
    assert not Match.objects.exists()
    discard_draw(event=event)
    assert not Round.objects.exists()


def test_the_same_seed_gives_the_same_draw() -> None:
    event = night_of(10, rounds=5)
    first = [one.draw for one in propose_draw(event=event, actor=DIRECTOR, seed="owl")]
    other = [one.draw for one in propose_draw(event=event, actor=DIRECTOR, seed="cat")]
    again = [one.draw for one in propose_draw(event=event, actor=DIRECTOR, seed="owl")]
    assert first == again != other


def test_a_draw_that_changed_since_it_was_looked_at_is_not_accepted() -> None:
    event = night_of(8)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    propose_draw(event=event, actor=DIRECTOR, seed="cat")
    with pytest.raises(EventViolation, match="draw-changed"):
        accept_draw(event=event, seed="owl", actor=DIRECTOR)
    assert not Match.objects.exists()


def test_who_sits_out_gets_the_points_the_event_grants_and_nobody_sits_out_twice() -> None:
    event = night_of(10, rounds=5, sit_out_points=7)
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    accept_draw(event=event, seed="a", actor=DIRECTOR)
    sat = list(SitOut.objects.values_list("entry_id", "points"))
    assert len(sat) == len({entry for entry, _ in sat}) == 10
    assert {points for _, points in sat} == {7}


def test_too_few_people_is_a_sentence_and_leaves_nothing_behind() -> None:
    event = night_of(2)
    with pytest.raises(EventViolation) as met:
        propose_draw(event=event, actor=DIRECTOR)
    assert met.value.code == "too-few-entrants"
    assert not Round.objects.exists()


def test_a_new_entrant_makes_the_proposal_void() -> None:
    event = night_of(8)
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    enter_players(event=event, entrants=[Entrant(name="Zoe Late", sort_key="late,zoe")], actor=DIRECTOR)
    with pytest.raises(EventViolation, match="nothing-proposed"):
        accept_draw(event=event, seed="a", actor=DIRECTOR)


def test_after_the_draw_nobody_is_pasted_in_or_struck_off() -> None:
    event = night_of(8)
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    accept_draw(event=event, seed="a", actor=DIRECTOR)
    with pytest.raises(EventViolation, match="draw-accepted"):
        enter_players(event=event, entrants=[Entrant(name="Zoe Late", sort_key="late,zoe")], actor=DIRECTOR)
    with pytest.raises(EventViolation, match="draw-accepted"):
        remove_entry(entry=event.entries.get(number=1))
    with pytest.raises(EventViolation, match="all-rounds-drawn"):
        propose_draw(event=event, actor=DIRECTOR)


def test_nobody_is_entered_twice_and_a_refusal_enters_nobody() -> None:
    event = night_of(4)
    ann = event.entries.get(number=1).player
    assert ann is not None
    entrants = [
        Entrant(name="Zoe Late", sort_key="late,zoe"),
        Entrant(name=ann.name, sort_key=ann.sort_key, player_id=ann.pk),
    ]
    with pytest.raises(EventViolation, match="entered-already"):
        enter_players(event=event, entrants=entrants, actor=DIRECTOR)
    assert event.entries.count() == 4
    assert event.club.players.count() == 4


def test_a_player_of_another_club_cannot_be_entered() -> None:
    event = night_of(4)
    stranger = factories.make_player(factories.make_club("Other Club"), "Sam Strange")
    with pytest.raises(EventViolation, match="player-unknown"):
        enter_players(
            event=event,
            entrants=[Entrant(name="Sam Strange", sort_key="strange,sam", player_id=stranger.pk)],
            actor=DIRECTOR,
        )


def test_a_round_is_closed_and_opened_again() -> None:
    event = night_of(8)
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    proposed = event.rounds.get(number=1)
    with pytest.raises(EventViolation, match="round-not-accepted"):
        close_round(round=proposed)
    accept_draw(event=event, seed="a", actor=DIRECTOR)
    close_round(round=proposed)
    assert event.rounds.get(number=1).state == Round.State.CLOSED
    close_round(round=proposed, closed=False)
    assert event.rounds.get(number=1).state == Round.State.ACCEPTED


def test_a_draw_with_somebody_who_has_left_is_not_accepted():
    club = factories.make_club()
    event = factories.make_event(club, rounds=2, state=Event.State.SETUP)
    entries = factories.make_entries(event, factories.make_players(club, 8))
    propose_draw(event=event, actor=Actor.of_command("tests"), seed="7")
    Entry.objects.filter(pk=entries[3].pk).update(withdrawn_after=0)
    with pytest.raises(EventViolation, match=str(entries[3])) as refused:
        accept_draw(event=event, seed="7", actor=Actor.of_command("tests"))
    assert refused.value.code == "draw-outdated"
    assert not Match.objects.exists()
