"""Pairs enter an event two people at a time: all or none, each pair once, and nobody in two of them."""

import pytest

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, EventPolicy, Pair, Player
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players
from tournaments.services.pairs import PairEntrant, enter_pairs, read_pairs

pytestmark = pytest.mark.django_db
DIRECTOR = Actor(code="user:1", user_id=1)


def pairs_event(format: str = "round-robin", rounds: int = 0) -> Event:
    event = factories.make_event(factories.make_club(), state=Event.State.SETUP, policy=False)
    factories.make_policy(event)
    EventPolicy.objects.filter(event=event).update(
        movement={"format": format, "rounds": rounds, "entrants": "pairs"}
    )
    return event


def new(name: str) -> Entrant:
    return Entrant(name=name, sort_key=",".join(reversed(name.lower().split())))


def known(player: Player) -> Entrant:
    return Entrant(name=str(player), sort_key="", player_id=player.pk)


def test_new_people_become_players_and_pairs_and_entries_in_the_order_given() -> None:
    event = pairs_event()
    made = enter_pairs(
        event=event,
        pairs=[
            PairEntrant(one=new("Ann Lee"), other=new("Bob Ray"), categories=("Ladies", "over  60")),
            PairEntrant(one=new("Cy Fox"), other=new("Di Orr")),
        ],
        actor=DIRECTOR,
    )
    listed = list(event.entries.select_related("pair__first", "pair__second").order_by("number"))
    assert [one.pk for one in made] == [one.pk for one in listed]
    assert [(one.number, str(one)) for one in listed] == [(1, "Ann Lee & Bob Ray"), (2, "Cy Fox & Di Orr")]
    assert listed[0].categories == ["ladies", "over 60"]
    assert Player.objects.count() == 4


def test_a_pair_exists_once_whichever_of_the_two_is_named_first() -> None:
    event = pairs_event()
    ann, bob = factories.make_players(event.club, 2)
    pair = Pair.objects.create(club=event.club, first=ann, second=bob)
    enter_pairs(event=event, pairs=[PairEntrant(one=known(bob), other=known(ann))], actor=DIRECTOR)
    assert event.entries.get().pair == pair
    assert Pair.objects.count() == 1
    later = factories.make_event(event.club, "Later", state=Event.State.SETUP, policy=False)
    factories.make_policy(later)
    EventPolicy.objects.filter(event=later).update(movement=event.policies.get().movement)
    cy = factories.make_player(event.club, "Cy Fox")
    enter_pairs(event=later, pairs=[PairEntrant(one=known(cy), other=known(ann))], actor=DIRECTOR)
    assert later.entries.filter(pair__first_id=min(ann.pk, cy.pk)).count() == 1


@pytest.mark.parametrize("twice", ["in two of those who come", "in a pair that is there", "with himself"])
def test_nobody_is_in_two_pairs_and_a_refusal_enters_none(twice: str) -> None:
    event = pairs_event()
    ann, bob, cy, di = factories.make_players(event.club, 4)
    if twice == "in a pair that is there":
        enter_pairs(event=event, pairs=[PairEntrant(one=known(ann), other=known(di))], actor=DIRECTOR)
    coming = [
        PairEntrant(one=new("Zoe Late"), other=new("Yan Late")),
        PairEntrant(one=known(ann), other=known(ann if twice == "with himself" else bob)),
    ]
    if twice == "in two of those who come":
        coming.append(PairEntrant(one=known(cy), other=known(ann)))
    before = (Entry.objects.count(), Pair.objects.count(), Player.objects.count())
    with pytest.raises(EventViolation) as refused:
        enter_pairs(event=event, pairs=coming, actor=DIRECTOR)
    assert refused.value.code == "entered-already"
    assert str(ann) in refused.value.sentence
    assert (Entry.objects.count(), Pair.objects.count(), Player.objects.count()) == before


def test_pairs_and_single_players_each_enter_where_they_belong() -> None:
    pairs, singles = pairs_event(), factories.make_event(factories.make_club("Looe"), state="setup")
    with pytest.raises(EventViolation, match="partner-missing"):
        enter_players(event=pairs, entrants=[new("Ann Lee")], actor=DIRECTOR)
    with pytest.raises(EventViolation, match="players-enter"):
        enter_pairs(
            event=singles, pairs=[PairEntrant(one=new("Ann Lee"), other=new("Bob Ray"))], actor=DIRECTOR
        )
    assert not Player.objects.exists()


def test_people_of_another_club_make_no_pair_here() -> None:
    event = pairs_event()
    stranger = factories.make_player(factories.make_club("Looe"), "Sam Strange")
    with pytest.raises(EventViolation, match="player-unknown"):
        enter_pairs(
            event=event, pairs=[PairEntrant(one=known(stranger), other=new("Ann Lee"))], actor=DIRECTOR
        )


def test_an_event_takes_four_hundred_pairs_in_few_queries(django_assert_max_num_queries) -> None:
    event = pairs_event()
    coming = [PairEntrant(one=new(f"Ann Lee{at}"), other=new(f"Bob Ray{at}")) for at in range(400)]
    with django_assert_max_num_queries(40):
        enter_pairs(event=event, pairs=coming, actor=DIRECTOR)
    with pytest.raises(EventViolation, match="too-many-entries"):
        enter_pairs(event=event, pairs=coming[:1], actor=DIRECTOR)


def test_pasted_pairs_are_entered_and_drawn() -> None:
    event = pairs_event()
    text = "Ann Lee & Bob Ray\nFox, Cy; Orr, Di\nEd Kay / Flo Day\n4\tGus Hay\tIda May"
    read = read_pairs(event=event, text=text)
    coming = [
        PairEntrant(
            one=Entrant(name=pair.one.display, sort_key=pair.one.sort_key),
            other=Entrant(name=pair.other.display, sort_key=pair.other.sort_key),
        )
        for pair in read.pairs
    ]
    enter_pairs(event=event, pairs=coming, actor=DIRECTOR)
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    rounds = accept_draw(event=event, seed="a", actor=DIRECTOR)
    assert len(rounds) == 3
    met = set()
    for one in rounds:
        for match in one.matches.prefetch_related("seatings"):
            sides = {
                frozenset(seat.player_id for seat in match.seatings.all() if seat.seat in side)
                for side in ("NS", "EW")
            }
            assert all(len(side) == 2 for side in sides)
            met.add(frozenset(sides))
    assert len(met) == 6, "four pairs, each against each"
