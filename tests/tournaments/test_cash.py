"""The cash desk: what is owed, paid and given back; nothing is doubled, and nothing is deleted."""

from datetime import date
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import CashFact, ClubRevision, Event, EventRevision, FrozenRow, Pair, Player, Pot
from tournaments.selectors.cash import PersonCash, cash_of, earlier_pots, facts_of, person_of
from tournaments.selectors.cash_called import people_called
from tournaments.services.cash import NewFact, refund, set_owed, strike_out, take_fee, take_fees
from tournaments.services.pots import NewPot, add_pot, copy_pots, drop_pot

pytestmark = pytest.mark.django_db
DORA = Actor(code="user:1", user_id=1)


@pytest.fixture
def night() -> Event:
    event = factories.make_event(factories.make_club(), state=Event.State.SETUP)
    factories.make_entries(event, factories.make_players(event.club, 4))
    return event


def pot_of(event: Event, name: str = "Entry fee", kind: str = Pot.Kind.ENTRY, fee: int = 300, **more) -> Pot:
    return add_pot(event=event, new=NewPot(name=name, kind=kind, fee=fee, **more), actor=DORA)


def player(event: Event, number: int) -> Player:
    found = event.entries.get(number=number).player
    assert found is not None
    return found


def fact(pot: Pot, player: Player, amount: int | None = None, reason: str = "") -> NewFact:
    return NewFact(id=uuid4(), pot=pot, player=player, amount=amount, reason=reason)


def line(event: Event, number: int) -> PersonCash:
    found = person_of(cash_of(event), player(event, number).pk)
    assert found is not None
    return found


def test_everybody_entered_owes_the_entry_fee_and_nobody_a_side_pot(night):
    pot_of(night)
    pot_of(night, "Lone hands", Pot.Kind.SIDE, 100)
    cash = cash_of(night)
    assert [one.open for one in cash.pots] == [1200, 0]
    assert [[part.state for part in one.parts] for one in cash.people] == [["owes", "out"]] * 4


def test_taking_what_is_owed_settles_it_and_fills_the_pot(night):
    pot = pot_of(night)
    take_fee(new=fact(pot, player(night, 1)), actor=DORA)
    assert line(night, 1).parts[0].state == "paid"
    assert (cash_of(night).pots[0].amount, cash_of(night).pots[0].open) == (300, 900)
    with pytest.raises(EventViolation, match="nothing-owed"):
        take_fee(new=fact(pot, player(night, 1)), actor=DORA)


def test_a_form_sent_twice_takes_once(night):
    new = fact(pot_of(night), player(night, 1))
    assert take_fee(new=new, actor=DORA) == take_fee(new=new, actor=DORA)
    assert cash_of(night).pots[0].amount == 300
    with pytest.raises(EventViolation, match="fact-conflict"):
        refund(new=new, actor=DORA)


def test_a_fee_in_two_parts_is_owed_in_part(night):
    pot = pot_of(night)
    take_fee(new=fact(pot, player(night, 1), 200), actor=DORA)
    assert line(night, 1).parts[0].open == 100
    take_fee(new=fact(pot, player(night, 1)), actor=DORA)
    assert line(night, 1).parts[0].inside == 300


def test_who_pays_for_a_side_pot_has_joined_it(night):
    pot = pot_of(night, "Lone hands", Pot.Kind.SIDE, 100)
    take_fee(new=fact(pot, player(night, 2)), actor=DORA)
    set_owed(new=fact(pot, player(night, 3)), actor=DORA)
    assert [one.parts[0].state for one in cash_of(night).people] == ["out", "paid", "owes", "out"]


def test_money_given_back_is_owed_no_more_and_never_more_than_was_paid(night):
    pot = pot_of(night)
    take_fee(new=fact(pot, player(night, 1), 500), actor=DORA)
    refund(new=fact(pot, player(night, 1), 200, "too much"), actor=DORA)
    assert (line(night, 1).parts[0].inside, line(night, 1).parts[0].open) == (300, 0)
    with pytest.raises(EventViolation, match="refund-too-large"):
        refund(new=fact(pot, player(night, 1), 301, "no"), actor=DORA)
    with pytest.raises(EventViolation, match="reason-missing"):
        refund(new=fact(pot, player(night, 1)), actor=DORA)
    refund(new=fact(pot, player(night, 1), reason="went home ill"), actor=DORA)
    part = line(night, 1).parts[0]
    assert (part.state, part.open, part.settled) == ("refunded", 0, False)
    set_owed(new=fact(pot, player(night, 1), reason="came back"), actor=DORA)
    assert line(night, 1).parts[0].open == 300


def test_a_junior_owes_half_and_a_guest_nothing(night):
    pot = pot_of(night)
    with pytest.raises(EventViolation, match="reason-missing"):
        set_owed(new=fact(pot, player(night, 1), 150), actor=DORA)
    set_owed(new=fact(pot, player(night, 1), 150, "junior"), actor=DORA)
    set_owed(new=fact(pot, player(night, 2), 0, "guest of the club"), actor=DORA)
    assert [one.open for one in cash_of(night).people] == [150, 0, 300, 300]
    assert (line(night, 2).parts[0].state, line(night, 2).parts[0].settled) == ("free", True)


def test_a_wrong_fact_is_struck_out_with_a_reason_and_stays_readable(night):
    pot = pot_of(night)
    wrong = take_fee(new=fact(pot, player(night, 1)), actor=DORA)
    with pytest.raises(EventViolation, match="reason-missing"):
        strike_out(id=uuid4(), fact=wrong, reason=" ", actor=DORA)
    counter = strike_out(id=uuid4(), fact=wrong, reason="it was Bob who paid", actor=DORA)
    assert line(night, 1).parts[0].state == "owes"
    assert [one.fact.pk for one in facts_of(night, player(night, 1))] == [counter.pk, wrong.pk]
    for again in (wrong, counter):
        with pytest.raises(EventViolation, match=r"struck-out-already|counter-countered"):
            strike_out(id=uuid4(), fact=again, reason="again", actor=DORA)
    assert CashFact.objects.count() == 2


def test_a_payment_is_not_struck_out_from_under_a_refund(night):
    pot = pot_of(night)
    paid = take_fee(new=fact(pot, player(night, 1)), actor=DORA)
    refund(new=fact(pot, player(night, 1), reason="ill"), actor=DORA)
    with pytest.raises(EventViolation, match="refund-too-large"):
        strike_out(id=uuid4(), fact=paid, reason="never", actor=DORA)
    assert CashFact.objects.count() == 2


def test_a_fact_is_never_changed(night):
    made = take_fee(new=fact(pot_of(night), player(night, 1)), actor=DORA)
    made.amount = 1
    with pytest.raises(FrozenRow):
        made.save()


def test_fees_of_several_are_taken_all_or_none_and_once(night):
    pot, form = pot_of(night), uuid4()
    everybody = [player(night, number) for number in (1, 2, 3)]
    assert len(take_fees(form_id=form, pot=pot, players=everybody, actor=DORA)) == 3
    assert take_fees(form_id=form, pot=pot, players=everybody, actor=DORA) == []
    with pytest.raises(EventViolation, match="nothing-owed"):
        take_fees(form_id=uuid4(), pot=pot, players=[player(night, 4), player(night, 3)], actor=DORA)
    assert cash_of(night).pots[0].amount == 900


def test_both_people_of_a_pair_owe_and_a_filler_does_not():
    event = factories.make_event(factories.make_club())
    ann, bob, cora = factories.make_players(event.club, 3)
    pair = Pair.objects.create(club=event.club, first=ann, second=bob)
    event.entries.create(number=1, pair=pair)
    event.entries.create(number=2, player=cora, filler=True)
    pot_of(event)
    assert [(one.player_id, one.number, one.open) for one in cash_of(event).people] == [
        (ann.pk, 1, 300),
        (bob.pk, 1, 300),
    ]


def test_who_is_off_the_list_keeps_a_line_while_money_is_there(night):
    pot, gone = pot_of(night), player(night, 4)
    take_fee(new=fact(pot, gone), actor=DORA)
    night.entries.get(number=4).delete()
    found = person_of(cash_of(night), gone.pk)
    assert found is not None
    assert (found.number, found.parts[0].inside, found.parts[0].open) == (None, 300, 0)
    refund(new=fact(pot, gone, reason="did not play"), actor=DORA)
    assert cash_of(night).pots[0].amount == 0


def test_only_the_clubs_counter_is_raised(night):
    pot = pot_of(night)
    before = EventRevision.objects.get(event=night).number, ClubRevision.objects.get(club=night.club).number
    take_fee(new=fact(pot, player(night, 1)), actor=DORA)
    after = EventRevision.objects.get(event=night).number, ClubRevision.objects.get(club=night.club).number
    assert after == (before[0], before[1] + 1)


def test_a_pot_with_money_in_it_is_not_dropped(night):
    pot = pot_of(night)
    take_fee(new=fact(pot, player(night, 1)), actor=DORA)
    with pytest.raises(EventViolation, match="pot-not-empty"):
        drop_pot(pot=pot, reason="a mistake", actor=DORA)
    refund(new=fact(pot, player(night, 1), reason="no fee tonight"), actor=DORA)
    drop_pot(pot=pot, reason="no fee tonight", actor=DORA)
    assert cash_of(night).pots == []
    with pytest.raises(EventViolation, match="pot-dropped"):
        take_fee(new=fact(pot, player(night, 1)), actor=DORA)
    assert pot_of(night).number == 2


def test_the_first_pots_currency_becomes_the_clubs(night):
    add_pot(event=night, new=NewPot(name="Fee", kind="entry", fee=5), actor=DORA, currency="CAD")
    night.club.refresh_from_db()
    assert night.club.currency == "CAD"
    assert pot_of(night, "Second").currency == "CAD"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"name": " "}, "pot-name-missing"),
        ({"name": "entry FEE"}, "pot-name-taken"),
        ({"kind": "bet"}, "pot-kind-unknown"),
        ({"fee": 10**10}, "amount-out-of-range"),
        ({"carry_in": 500}, "reason-missing"),
    ],
)
def test_what_is_no_pot_is_refused(night, more, code):
    pot_of(night)
    with pytest.raises(EventViolation) as met:
        pot_of(night, **{"name": "Other"} | more)
    assert met.value.code == code


def test_pots_begin_like_last_time(night):
    last = factories.make_event(night.club, "Last week", plays_on=date(2026, 3, 5))
    pot_of(last)
    pot_of(last, "Lone hands", Pot.Kind.SIDE, 100)
    factories.make_event(night.club, "Next week", plays_on=date(2026, 3, 19))
    found = earlier_pots(night)
    assert found is not None
    assert found.event == last
    made = copy_pots(event=night, actor=DORA)
    assert [(one.number, one.name, one.kind, one.fee, one.carry_in) for one in made] == [
        (1, "Entry fee", "entry", 300, 0),
        (2, "Lone hands", "side", 100, 0),
    ]
    with pytest.raises(EventViolation, match="nothing-to-copy"):
        copy_pots(event=night, actor=DORA)


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("2", [2]),
        ("1 3", [1, 3]),
        ("1, 3;4", [1, 3, 4]),
        ("2-4", [2, 3, 4]),
        ("bob", [2]),
        ("c pen", [3]),
        ("2 2", [2]),
    ],
)
def test_people_are_called_by_number_or_name(night, typed, numbers):
    assert [one.number for one in people_called(cash_of(night), typed)] == numbers


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "nobody-called"),
        ("99", "number-unknown"),
        ("9" * 5000, "number-unknown"),
        ("zoe", "name-unknown"),
        ("٣", "name-unknown"),
        ("a", "name-ambiguous"),
    ],
)
def test_who_cannot_be_found_is_told(night, typed, code):
    factories.make_entry(night, factories.make_player(night.club, "Adam Rowe"))
    with pytest.raises(EventViolation) as met:
        people_called(cash_of(night), typed)
    assert met.value.code == code


def test_the_desk_asks_three_times_however_many_people_there_are(night, django_assert_num_queries):
    pot = pot_of(night)
    for number in (1, 2, 3):
        take_fee(new=fact(pot, player(night, number)), actor=DORA)
    with django_assert_num_queries(3):
        cash_of(night)


class Purse:
    """The plainest cash box: a dict, and no rule but that it never holds less than nothing."""

    def __init__(self) -> None:
        self.inside = dict.fromkeys((1, 2, 3, 4), 0)
        self.facts: list[tuple[int, int, CashFact]] = []


class AnyStory(TestCase):
    @settings(max_examples=15, deadline=None)
    @given(
        st.lists(
            st.tuples(st.sampled_from(["take", "refund", "strike"]), st.integers(1, 4), st.integers(1, 500)),
            max_size=8,
        )
    )
    def test_the_pot_holds_what_the_box_holds(self, story):
        event = factories.make_event(factories.make_club(f"Club {Event.objects.count()}"))
        factories.make_entries(event, factories.make_players(event.club, 4))
        pot, purse = pot_of(event), Purse()
        for verb, number, amount in story:
            who = player(event, number)
            if verb == "take":
                purse.facts.append((number, amount, take_fee(new=fact(pot, who, amount), actor=DORA)))
                purse.inside[number] += amount
            elif verb == "refund" and amount <= purse.inside[number]:
                purse.facts.append((number, -amount, refund(new=fact(pot, who, amount, "back"), actor=DORA)))
                purse.inside[number] -= amount
            elif verb == "strike" and purse.facts:
                whose, much, struck = purse.facts[amount % len(purse.facts)]
                if purse.inside[whose] - much >= 0:
                    strike_out(id=uuid4(), fact=struck, reason="never", actor=DORA)
                    purse.inside[whose] -= much
                    purse.facts.remove((whose, much, struck))
        cash = cash_of(event)
        assert cash.pots[0].amount == sum(purse.inside.values())
        assert {one.number: one.parts[0].inside for one in cash.people} == purse.inside
