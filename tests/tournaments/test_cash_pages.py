"""The pages of cash desk and prizes: what they take, what they refuse, and what they never do twice."""

import re
from random import Random
from uuid import uuid4

import pytest
from django.test import Client

from tests import factories
from tests.test_form_fuzz import fields_of, filled
from tests.tournaments.looking import address, signed_in, text_of
from tournaments.actors import Actor
from tournaments.engine.prizes_rules import PLANS
from tournaments.models import CashFact, Event, Payout, Pot, PrizeList
from tournaments.selectors.cash import cash_of
from tournaments.selectors.events import policy_of
from tournaments.selectors.prizes import plan_of, proposal_of
from tournaments.services.pots import NewPot, add_pot
from tournaments.services.prize_plans import plan_prizes
from tournaments.services.prizes import accept_prizes, publish_prizes
from tournaments.services.standings import publish_standings

pytestmark = pytest.mark.django_db
DORA = Actor(code="user:1", user_id=1)
FORMS = ("cash_take", "cash_pots", "cash_person", "prize_plan", "prizes_accept", "prizes_change", "prizes")


@pytest.fixture
def dora(club) -> Client:
    return signed_in("dora")


@pytest.fixture
def pots(night) -> list[Pot]:
    """An entry fee of £3 and a side pot of £1, with their plans."""
    made = []
    for name, kind, fee, plan in (("Entry fee", "entry", 300, "three"), ("Lone hands", "side", 100, "lone")):
        pot = add_pot(event=night, new=NewPot(name=name, kind=kind, fee=fee), actor=DORA)
        plan_prizes(pot=pot, rules=PLANS[plan][1], reason="", actor=DORA)
        made.append(pot)
    return made


def accepted(event: Event) -> PrizeList:
    publish_standings(event_id=event.pk)
    seal = proposal_of(Event.objects.get(pk=event.pk)).seal
    return accept_prizes(event=event, seal=seal, actor=DORA)


def take(client: Client, event: Event, **typed):
    return client.post(address("cash_take", event), {"form_id": str(uuid4())} | typed)


def test_without_a_pot_the_desk_says_what_comes_next(dora, night):
    text = text_of(dora.get(address("cash", night)))
    assert "There is no pot yet" in text
    answer = dora.post(
        address("cash_pots", night),
        {"do": "add", "name": "Entry fee", "kind": "entry", "currency": "EUR", "fee": "2,50"},
    )
    assert answer.status_code == 302
    pot = Pot.objects.get()
    assert (pot.fee, pot.currency) == (250, "EUR")
    assert "€25.00 still owed" in text_of(dora.get(address("cash", night)))


def test_a_button_pressed_twice_takes_once(dora, night, pots):
    first = night.entries.get(number=1).player_id
    sent = {"form_id": str(uuid4()), "one": f"1.{first}"}
    for _ in range(2):
        answer = dora.post(address("cash_take", night), sent)
        assert answer.status_code == 302
        assert answer["Location"].endswith(f"?pot=1#person-{first}")
    assert cash_of(night).pots[0].amount == 300
    assert "Taken already" in text_of(dora.get(address("cash", night)))


def test_several_numbers_take_from_those_who_still_owe(dora, night, pots):
    take(dora, night, who="2", pot="1")
    take(dora, night, who="1-4", pot="1")
    assert cash_of(night).pots[0].paid == 1200
    refused = take(dora, night, who="3", pot="1")
    assert refused.status_code == 422
    assert "owes nothing for Entry fee" in text_of(refused)
    assert take(dora, night, who="77", pot="1").status_code == 422
    assert take(dora, night, who="1", pot="9").status_code == 422
    assert take(dora, night, one="1.999999").status_code == 422
    assert CashFact.objects.count() == 4


def test_only_those_who_owe_can_be_listed(dora, night, pots):
    take(dora, night, who="1-9", pot="1")
    text = text_of(dora.get(address("cash", night), {"owing": "1"}))
    assert str(night.entries.get(number=10)) in text
    assert str(night.entries.get(number=3)) not in text


def test_a_persons_page_writes_down_and_strikes_out(dora, night, pots):
    player = night.entries.get(number=1).player
    there = address("cash_person", night, player=player.pk)
    for do, more in (
        ("take", {"amount": "5"}),
        ("refund", {"amount": "2", "reason": "too much"}),
        ("owes", {"amount": "", "pot": "2"}),
    ):
        typed = {"do": do, "form_id": str(uuid4()), "pot": "1", "amount": "", "reason": ""} | more
        assert dora.post(there, typed).status_code == 302, do
    text = text_of(dora.get(there))
    assert "Entry fee: £2.00 given back, “too much”" in text
    assert "owes £1.00" in text
    wrong = {"do": "refund", "form_id": str(uuid4()), "pot": "1", "amount": "9", "reason": "no"}
    assert dora.post(there, wrong).status_code == 422
    assert dora.post(there, wrong | {"amount": "x"}).status_code == 422
    refunded = CashFact.objects.get(kind="refunded")
    strike = {"do": "strike", "form_id": str(uuid4()), "fact": str(refunded.pk), "reason": "kept it"}
    assert dora.post(there, strike | {"reason": ""}).status_code == 422
    assert dora.post(there, strike).status_code == 302
    assert cash_of(night).pots[0].amount == 500


def test_a_person_of_another_club_is_not_found(dora, night, pots):
    other = factories.make_player(factories.make_club("Other Club"))
    assert dora.get(address("cash_person", night, player=other.pk)).status_code == 404
    assert dora.get(address("cash_person", night, player=9**30)).status_code == 404
    refused = take(dora, night, one=f"1.{other.pk}")
    assert refused.status_code == 422
    assert not CashFact.objects.exists()


def test_a_pot_is_dropped_with_a_reason_only(dora, night, pots):
    there = address("cash_pots", night)
    assert dora.post(there, {"do": "drop", "pot": "2", "reason": ""}).status_code == 422
    assert dora.post(there, {"do": "drop", "pot": "2", "reason": "nobody wants it"}).status_code == 302
    assert dora.post(there, {"do": "drop", "pot": "2", "reason": "again"}).status_code == 404
    assert [one.pot.name for one in cash_of(night).pots] == ["Entry fee"]


def typed_plan(**more):
    return {
        "rows": "4",
        "by_0": "places",
        "amounts_0": "50 30 20",
        "kind_0": "shares",
        "by_1": "nearest",
        "amounts_1": "£5",
        "kind_1": "money",
        "hidden_1": "61",
        "unit": "10",
        "one_prize": "next",
        "unclaimed": "first",
        "paid": "on",
        "reason": "said at the door",
    } | more


def test_a_plan_is_typed_line_by_line(dora, night, pots):
    there = address("prize_plan", night) + "?pot=1"
    assert dora.post(there, typed_plan()).status_code == 302
    rules = plan_of(policy_of(night))[1]
    assert [(one.by, one.amounts, one.money, one.hidden) for one in rules.prizes] == [
        ("places", (50, 30, 20), False, None),
        ("nearest", (500,), True, 61),
    ]
    assert (rules.unit, rules.one_prize, rules.unclaimed, rules.paid, rules.present) == (
        10,
        "next",
        "first",
        True,
        False,
    )
    page = dora.get(there).content.decode()
    assert 'value="50 30 20"' in page
    assert 'value="5.00"' in page


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"amounts_0": "half"}, "whole numbers"),
        ({"amounts_0": ""}, "give 1 to 40 amounts"),
        ({"hidden_1": ""}, "score in the envelope"),
        ({"amounts_1": "5.001"}, "no amount of money"),
        ({"amounts_1": "5.05"}, "no multiple"),
        ({"by_0": "", "by_1": ""}, "1 to 12 kinds"),
        ({"reason": ""}, "Say why the prizes change"),
    ],
)
def test_a_plan_that_makes_no_sense_is_told_why(dora, night, pots, more, words):
    before = night.policies.count()
    answer = dora.post(address("prize_plan", night) + "?pot=1", typed_plan(**more))
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert night.policies.count() == before


def test_more_lines_are_given_and_nothing_typed_is_lost(dora, night, pots):
    answer = dora.post(address("prize_plan", night) + "?pot=1", typed_plan(more="yes", amounts_0="7 3"))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'value="7 3"' in page
    assert "amounts_6" in page


def test_what_was_seen_is_accepted_handed_over_and_published(dora, night, pots):
    take(dora, night, who="1-10", pot="1")
    page = dora.get(address("prizes", night)).content.decode()
    seal = re.search(r'name="seal" value="(\w+)"', page)[1]
    assert dora.post(address("prizes_accept", night), {"seal": "other"}).status_code == 422
    assert dora.post(address("prizes_accept", night), {"seal": seal}).status_code == 302
    text = text_of(dora.get(address("prizes", night)))
    assert "It balances" in text
    assert "£30.00" in text

    visitor = signed_in("visitor")
    assert "No prizes are published" in text_of(visitor.get(address("prize_list", night)))
    change = address("prizes_change", night)
    assert dora.post(change, {"do": "publish"}).status_code == 302
    assert "1st place: £15.00" in text_of(visitor.get(address("prize_list", night)))

    payout = Payout.objects.order_by("number").first()
    assert dora.post(change, {"do": "hand", "payout": payout.pk}).status_code == 302
    assert dora.post(change, {"do": "withdraw", "reason": "wrong"}).status_code == 422
    assert dora.post(change, {"do": "back", "payout": payout.pk, "reason": ""}).status_code == 422
    assert (
        dora.post(change, {"do": "back", "payout": payout.pk, "reason": "his wife has it"}).status_code == 302
    )
    assert dora.post(change, {"do": "hand-all"}).status_code == 302
    assert not Payout.objects.filter(paid_at=None).exists()
    assert dora.post(change, {"do": "hand", "payout": "999999"}).status_code == 404


def test_a_payout_of_another_event_is_out_of_reach(dora, night, pots):
    take(dora, night, who="1-10", pot="1")
    accepted(night)
    other = factories.make_night(night.club, name="Other night", people=list(night.club.players.all()))
    pot = add_pot(
        event=other, new=NewPot(name="Fee", kind="entry", fee=100, carry_in=500, carry_reason="x"), actor=DORA
    )
    plan_prizes(pot=pot, rules=PLANS["winner"][1], reason="", actor=DORA)
    accepted(other)
    foreign = Payout.objects.filter(share__pot=pot).first()
    assert dora.post(address("prizes_change", night), {"do": "hand", "payout": foreign.pk}).status_code == 404


def test_each_envelope_holds_what_one_gets_from_all_pots(dora, night, pots):
    take(dora, night, who="1-10", pot="1")
    take(dora, night, who="1-10", pot="2")
    accepted(night)
    text = text_of(dora.get(address("envelopes", night)))
    sums: dict[int, int] = {}
    for payout in Payout.objects.all():
        sums[payout.entry_id] = sums.get(payout.entry_id, 0) + payout.amount
    assert f"{len(sums)} envelopes" in text
    for entry, amount in sums.items():
        assert f"{night.entries.get(pk=entry)} £{amount // 100}.{amount % 100:02}" in text


def test_the_pages_ask_few_questions_however_many_people_there_are(
    dora, night, pots, django_assert_max_num_queries
):
    take(dora, night, who="1-10", pot="1")
    with django_assert_max_num_queries(9):
        dora.get(address("cash", night))
    publish_prizes(prize_list=accepted(night))
    dora.get(address("prizes", night))  # brings the standings up
    with django_assert_max_num_queries(22):
        dora.get(address("prizes", night))
    with django_assert_max_num_queries(5):
        signed_in("visitor").get(address("prize_list", night))


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(
    "name",
    ["cash_take", "cash_pots", "cash_person", "prize_plan", "prizes_accept", "prizes_change", "prizes"],
)
def test_with_pots_and_prizes_too_every_form_answers_whatever_is_typed(dora, night, pots, name, shared):
    take(dora, night, who="1-10", pot="1")
    if shared:
        accepted(night)
    more = {"player": night.entries.get(number=1).player_id} if name == "cash_person" else {}
    there, rng = address(name, night, **more), Random(f"{name} {shared}")
    page = dora.get(address("prizes" if name.startswith("prizes") else "cash", night)).content.decode()
    fields = sorted({*fields_of(page), *fields_of(dora.get(there, follow=True).content.decode())})
    for _ in range(6):
        typed = filled(fields, rng)
        if rng.random() < 0.6:
            typed |= {"do": rng.choice(["add", "drop", "copy", "take", "refund", "owes", "strike", "back"])}
            typed |= {"form_id": str(uuid4()), "pot": "1"}
        assert dora.post(there, typed).status_code < 500
        assert dora.get(there, typed).status_code < 500
