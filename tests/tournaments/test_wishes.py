"""Wishes: who is kept apart, how a draw keeps them, and which it could not keep."""

from itertools import combinations

import pytest
from django.urls import reverse

from tests import factories
from tests.desk import signed_in
from tests.tournaments.evenings import DIRECTOR, drawn_tables, evening, names_of
from tournaments.engine.errors import EventViolation
from tournaments.models import Entry, Event, Membership, Round, Wish
from tournaments.services import wishes as services
from tournaments.services.draws import accept_draw, propose_draw
from tournaments.services.wishes import add_wish, remove_wish

pytestmark = pytest.mark.django_db


def entries(event: Event) -> list[int]:
    return list(event.entries.order_by("number").values_list("pk", flat=True))


def at(event: Event, name: str, **more: int) -> str:
    return reverse(f"tournaments:{name}", kwargs={"club": event.club.slug, "event": event.slug, **more})


def partners(event: Event) -> list[set[int | None]]:
    return [
        {table[seat], table[seat + 2]}
        for round_ in event.rounds.all()
        for table in drawn_tables(round_)
        for seat in (0, 1)
    ]


def tables(event: Event) -> list[set[int | None]]:
    return [set(table) for round_ in event.rounds.all() for table in drawn_tables(round_)]


def test_spouses_are_kept_apart_and_rivals_never_partner() -> None:
    event = evening(players=16, rounds=6)
    people = entries(event)
    for one, other in zip(people[:8:2], people[1:8:2], strict=True):
        add_wish(event=event, one=other, other=one, kind=Wish.Kind.APART)
    rivals = list(combinations(people[8:12], 2))
    for one, other in rivals:
        add_wish(event=event, one=one, other=other, kind=Wish.Kind.NEVER_PARTNERS)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    for one, other in zip(people[:8:2], people[1:8:2], strict=True):
        assert not any({one, other} <= table for table in tables(event))
    assert not any(set(two) == couple for two in rivals for couple in partners(event))
    assert any(set(two) <= table for two in rivals for table in tables(event)), "they may meet"


def test_a_wish_takes_the_proposal_away_and_leaves_accepted_rounds() -> None:
    event = evening(players=12, rounds=4)
    one, other = entries(event)[:2]
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    accept_draw(event=event, seed="owl", actor=DIRECTOR, upto=1)
    wish = add_wish(event=event, one=one, other=other, kind=Wish.Kind.APART)
    assert list(event.rounds.values_list("number", "state")) == [(1, Round.State.ACCEPTED)]
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    remove_wish(event=event, wish=wish.pk)
    assert event.rounds.count() == 1


def test_a_movement_that_keeps_no_wishes_leaves_its_proposal_alone() -> None:
    event = evening("by-lot", players=12, rounds=4)
    one, other = entries(event)[:2]
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    add_wish(event=event, one=one, other=other, kind=Wish.Kind.APART)
    assert event.rounds.count() == 4


def test_two_have_one_wish_and_another_kind_takes_its_place() -> None:
    event = evening(players=8)
    one, other = entries(event)[:2]
    add_wish(event=event, one=one, other=other, kind=Wish.Kind.APART)
    with pytest.raises(EventViolation, match="wish-there"):
        add_wish(event=event, one=other, other=one, kind=Wish.Kind.APART)
    add_wish(event=event, one=other, other=one, kind=Wish.Kind.NEVER_PARTNERS)
    (wish,) = Wish.objects.all()
    assert (wish.one_id, wish.other_id, wish.kind) == (one, other, Wish.Kind.NEVER_PARTNERS)


def test_what_makes_no_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    event = evening(players=8)
    stranger = factories.make_entry(
        factories.make_event(event.club, "Friday"), factories.make_player(event.club, "Sam Strange")
    )
    one, other, third, *_ = entries(event)
    for two, code in (((one, one), "wish-about-one"), ((one, stranger.pk), "entry-unknown")):
        with pytest.raises(EventViolation, match=code):
            add_wish(event=event, one=two[0], other=two[1], kind=Wish.Kind.APART)
    add_wish(event=event, one=one, other=other, kind=Wish.Kind.APART)
    monkeypatch.setattr(services, "MOST_WISHES", 1)
    with pytest.raises(EventViolation, match="too-many-wishes"):
        add_wish(event=event, one=one, other=third, kind=Wish.Kind.APART)
    with pytest.raises(EventViolation, match="wish-unknown"):
        remove_wish(event=event, wish=987)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    with pytest.raises(EventViolation, match="event-over"):
        remove_wish(event=event, wish=Wish.objects.get().pk)


def test_a_wish_that_cannot_be_kept_is_told_by_name_with_its_round() -> None:
    event = evening(players=4, rounds=3)
    one, other, *_ = entries(event)
    add_wish(event=event, one=one, other=other, kind=Wish.Kind.APART)
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    names = names_of(event)
    html = signed_in(Membership.Role.DIRECTOR, event.club, "d").get(at(event, "draw")).content.decode()
    assert "Kept apart, as far as it goes: 1 time relaxed" in html
    assert (
        f"{names[one]} and {names[other]} are at one table although they should never meet (rounds 1, 2, 3)."
        in html
    )


def test_partners_come_from_both_groups_where_the_terms_say_so_and_who_is_over_is_told() -> None:
    event = evening(players=8, rounds=3, mixed="ladies")
    ladies = set(entries(event)[:5])
    Entry.objects.filter(pk__in=ladies).update(categories=["ladies"])
    propose_draw(event=event, actor=DIRECTOR, seed="owl")
    alike = [couple for couple in partners(event) if len(couple & ladies) != 1]
    director = signed_in(Membership.Role.DIRECTOR, event.club, "d")
    html = director.get(at(event, "draw")).content.decode()
    assert html.count("are partners although they are of the same group") == len({*map(frozenset, alike)})
    assert len(alike) == 3, "five ladies and three gentlemen make one couple too many, in each round"
    page = director.get(at(event, "wishes")).content.decode()
    assert "Partners come from both groups: ladies, and everybody else." in page


def test_the_page_adds_and_removes_wishes_and_says_what_is_wrong() -> None:
    event = evening(players=8)
    one, other, *_ = entries(event)
    director = signed_in(Membership.Role.DIRECTOR, event.club, "d")
    typed = {"one": str(one), "other": str(other), "kind": "apart"}
    assert director.post(at(event, "wishes"), typed).status_code == 302
    html = director.get(at(event, "wishes")).content.decode()
    names = names_of(event)
    assert f"{names[one]} and {names[other]}" in html
    assert "never at one table" in html
    for wrong in (typed, {**typed, "other": str(one)}, {**typed, "one": "x"}, {**typed, "kind": "foes"}, {}):
        assert director.post(at(event, "wishes"), wrong).status_code == 422
    wish = Wish.objects.get()
    assert director.post(at(event, "wish_remove", wish=wish.pk)).status_code == 302
    assert director.post(at(event, "wish_remove", wish=wish.pk)).status_code == 422
    assert not Wish.objects.exists()


@pytest.mark.parametrize("players", [8, 40])
def test_the_page_costs_the_same_for_8_and_for_40_players(players: int, django_assert_num_queries) -> None:
    event = evening(players=players)
    people = entries(event)
    for one, other in zip(people[::2], people[1::2], strict=True):
        add_wish(event=event, one=one, other=other, kind=Wish.Kind.APART)
    director = signed_in(Membership.Role.DIRECTOR, event.club, "d")
    with django_assert_num_queries(9):
        assert director.get(at(event, "wishes")).status_code == 200
