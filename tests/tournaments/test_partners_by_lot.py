"""Blind-draw partners: single players become pairs by lot, and single again while nothing is drawn."""

from itertools import pairwise

import pytest

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, EventPolicy, PartnerDraw, Round, Wish
from tournaments.selectors.partners import may_draw_partners, partners_by_lot
from tournaments.services.attendance import late_entry, withdraw
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.entrants import Entrant, enter_players, remove_entry
from tournaments.services.pairs import PairEntrant, enter_pairs
from tournaments.services.partners import accept_partners, undo_partners

pytestmark = pytest.mark.django_db
DIRECTOR = Actor(code="user:1", user_id=1)


def night_of(players: int, format: str = "round-robin", entrants: str = "players") -> Event:
    club = factories.make_club()
    event = factories.make_event(club, state=Event.State.SETUP, policy=False)
    factories.make_policy(event)
    movement = {"format": format, "rounds": 3, "entrants": entrants}
    EventPolicy.objects.filter(event=event).update(movement=movement)
    factories.make_entries(event, factories.make_players(club, players))
    return event


def people(event: Event) -> list[list[int]]:
    """Player ids of each entry, in the order of the entries."""
    rows = event.entries.order_by("number").values_list("player_id", "pair__first_id", "pair__second_id")
    return [[one for one in row if one is not None] for row in rows]


def test_everybody_has_one_partner_and_the_seed_is_kept() -> None:
    event = night_of(10)
    before = people(event)
    drawn = partners_by_lot(event, "owl")
    assert sorted(one for two in drawn.couples for one in two) == sorted(
        event.entries.values_list("pk", flat=True)
    )
    expected = {frozenset(drawn.entries[one].player_id for one in two) for two in drawn.couples}
    accept_partners(event=event, seed="owl", seen=drawn.written, actor=DIRECTOR)
    after = people(event)
    assert {frozenset(two) for two in after} == expected
    order = {two[0]: at for at, two in enumerate(before)}
    firsts = [min(order[one] for one in two) for two in after]
    assert firsts == sorted(firsts), "pairs stand in the order in which people entered"
    assert PartnerDraw.objects.get().seed == "owl"
    assert not may_draw_partners(event)


def test_the_same_seed_gives_the_same_partners_and_another_one_others() -> None:
    event = night_of(12)
    assert partners_by_lot(event, "owl").couples == partners_by_lot(event, "owl").couples
    assert partners_by_lot(event, "owl").couples != partners_by_lot(event, "cat").couples


@pytest.mark.parametrize("seed", ["owl", "cat", "hen", "fox"])
def test_spouses_are_kept_apart_and_two_bags_part_the_partners(seed: str) -> None:
    event = night_of(8)
    entries = list(event.entries.order_by("number"))
    for one in entries[:4]:
        Entry.objects.filter(pk=one.pk).update(categories=["ladies"])
    for lady, man in zip(entries[:3], entries[4:7], strict=True):
        Wish.objects.create(event=event, kind=Wish.Kind.APART, one=lady, other=man)
    drawn = partners_by_lot(event, seed, "ladies")
    ladies = {one.pk for one in entries[:4]}
    apart = {frozenset((lady.pk, man.pk)) for lady, man in zip(entries[:3], entries[4:7], strict=True)}
    for couple in drawn.couples:
        assert len(ladies.intersection(couple)) == 1
        assert frozenset(couple) not in apart


@pytest.mark.parametrize(
    ("players", "ladies", "category", "code"),
    [
        (7, 0, "", "odd-one-out"),
        (8, 3, "ladies", "bags-unequal"),
        (8, 0, "ladies", "bags-unequal"),
        (8, 8, "ladies", "bags-unequal"),
        (0, 0, "", "too-few-entrants"),
    ],
)
def test_what_makes_no_pairs_is_a_sentence_and_changes_nothing(players, ladies, category, code) -> None:
    event = night_of(players)
    event.entries.filter(number__lte=ladies).update(categories=["ladies"])
    before = people(event)
    with pytest.raises(EventViolation) as refused:
        accept_partners(event=event, seed="owl", category=category, actor=DIRECTOR)
    assert refused.value.code == code
    assert people(event) == before


def test_couples_that_cannot_all_stay_apart_are_refused() -> None:
    event = night_of(2)
    one, other = event.entries.order_by("number")
    Wish.objects.create(event=event, kind=Wish.Kind.NEVER_PARTNERS, one=one, other=other)
    with pytest.raises(EventViolation, match="forbidden-pairs"):
        accept_partners(event=event, seed="owl", actor=DIRECTOR)


def test_partners_that_changed_since_they_were_looked_at_are_not_accepted() -> None:
    event = night_of(8)
    seen = partners_by_lot(event, "owl").written
    remove_entry(entry=event.entries.get(number=8))
    remove_entry(entry=event.entries.get(number=7))
    with pytest.raises(EventViolation, match="draw-changed"):
        accept_partners(event=event, seed="owl", seen=seen, actor=DIRECTOR)
    assert not PartnerDraw.objects.exists()


def test_undone_everybody_is_single_again_as_he_was_and_so_are_the_wishes() -> None:
    event = night_of(6)
    remove_entry(entry=event.entries.get(number=2))
    enter_players(event=event, entrants=[Entrant(name="Zoe Late", sort_key="late,zoe")], actor=DIRECTOR)
    one, other, third, *_ = event.entries.order_by("number")
    Entry.objects.filter(pk=one.pk).update(categories=["ladies"])
    Entry.objects.filter(pk=other.pk).update(filler=True)
    Wish.objects.create(event=event, kind=Wish.Kind.APART, one=one, other=third)
    fields = ("number", "player_id", "categories", "filler")
    before = list(event.entries.order_by("number").values_list(*fields))
    accept_partners(event=event, seed="owl", actor=DIRECTOR)
    assert event.entries.count() == 3
    assert not Wish.objects.exists()
    undo_partners(event=event, actor=DIRECTOR)
    assert list(event.entries.order_by("number").values_list(*fields)) == before
    wish = Wish.objects.get()
    assert {wish.one.player_id, wish.other.player_id} == {one.player_id, third.player_id}
    assert wish.kind == Wish.Kind.APART
    assert may_draw_partners(event)


def test_who_came_and_went_between_is_kept_when_partners_are_undone() -> None:
    event = night_of(8)
    accept_partners(event=event, seed="owl", actor=DIRECTOR)
    gone = event.entries.order_by("number").last()
    assert gone is not None
    remove_entry(entry=gone)
    pair = PairEntrant(
        one=Entrant(name="Zoe Late", sort_key="late,zoe"), other=Entrant(name="Yan Late", sort_key="late,yan")
    )
    enter_pairs(event=event, pairs=[pair], actor=DIRECTOR)
    withdraw(entry=event.entries.order_by("number")[0], actor=DIRECTOR)
    left = {one for two in people(event)[:1] for one in two}
    undo_partners(event=event, actor=DIRECTOR)
    singles = list(event.entries.order_by("number").select_related("player"))
    assert len(singles) == 8
    assert [str(one) for one in singles[-2:]] == ["Zoe Late", "Yan Late"]
    assert {one.player_id for one in singles if one.withdrawn_after == 0} == left
    assert all(one.number < other.number for one, other in pairwise(singles))


def test_after_the_draw_partners_stay_and_only_pairs_come_late() -> None:
    event = night_of(8)
    accept_partners(event=event, seed="owl", actor=DIRECTOR)
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    accept_draw(event=event, seed="a", actor=DIRECTOR, upto=1)
    with pytest.raises(EventViolation, match="draw-accepted"):
        undo_partners(event=event, actor=DIRECTOR)
    with pytest.raises(EventViolation, match="partner-missing"):
        late_entry(event=event, entrants=[Entrant(name="Zoe Late", sort_key="late,zoe")], actor=DIRECTOR)


def test_a_proposal_made_for_singles_does_not_outlive_their_partners() -> None:
    event = night_of(8, format="swiss")
    propose_draw(event=event, actor=DIRECTOR, seed="a")
    accept_partners(event=event, seed="owl", actor=DIRECTOR)
    assert not Round.objects.exists()
    propose_draw(event=event, actor=DIRECTOR, seed="b")
    undo_partners(event=event, actor=DIRECTOR)
    assert not Round.objects.exists()


@pytest.mark.parametrize(
    ("format", "entrants", "may"),
    [
        ("round-robin", "players", True),
        ("swiss", "players", True),
        ("single-elimination", "players", True),
        ("mitchell", "players", True),
        ("rotation", "players", False),
        ("swiss", "pairs", False),
    ],
)
def test_partners_are_drawn_where_the_format_takes_pairs_and_singles_entered(format, entrants, may) -> None:
    event = night_of(4, format, entrants)
    assert may_draw_partners(event) == may
    if not may:
        with pytest.raises(EventViolation, match="partners-not-drawn"):
            accept_partners(event=event, seed="owl", actor=DIRECTOR)


def test_what_was_never_drawn_cannot_be_undone() -> None:
    with pytest.raises(EventViolation, match="partners-not-drawn"):
        undo_partners(event=night_of(4), actor=DIRECTOR)
