"""Prizes of a night: proposed from the standings, accepted as seen, handed over; every sum done by hand."""

from datetime import date
from uuid import uuid4

import pytest

from tests import factories
from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.prizes_rules import OnePrize, PotRules, Prize
from tournaments.models import Entry, Event, EventPolicy, Handing, Payout, Pot, PrizeList, Tally
from tournaments.selectors.cash import cash_of
from tournaments.selectors.prize_lists import changes_since, envelopes_of, list_shown, lists_withdrawn
from tournaments.selectors.prizes import Proposal, plan_of, proposal_of
from tournaments.services.cash import NewFact, refund, take_fee, take_fees
from tournaments.services.pots import NewPot, add_pot, copy_pots
from tournaments.services.prize_plans import plan_prizes
from tournaments.services.prizes import accept_prizes, hand_over, publish_prizes, take_back, withdraw_prizes
from tournaments.services.results import report_card
from tournaments.services.standings import publish_standings

pytestmark = pytest.mark.django_db
DORA = Actor(code="user:1", user_id=1)
PLACES = Prize(by="places", amounts=(50, 30, 20))


def night_of(points: list[int], lone: dict[int, int] | None = None, **more) -> Event:
    """A night of one round from personal cards: entry 1 has the first of the points, and so on."""
    event = factories.make_event(factories.make_club(), policy=False, **more)
    factories.make_policy(event, chain=("PTS",))
    entries = factories.make_entries(event, factories.make_players(event.club, len(points)))
    one = factories.make_round(event)
    Tally.objects.bulk_create(
        Tally(
            round=one,
            entry=entry,
            points=points[at],
            games_played=1,
            lone_marched=(lone or {}).get(entry.number, 0),
        )
        for at, entry in enumerate(entries)
    )
    return event


def pot_of(event: Event, name: str, *prizes: Prize, kind: str = "entry", fee: int = 300, **rules) -> Pot:
    carry_in = rules.pop("carry_in", 0)
    new = NewPot(
        name=name, kind=kind, fee=fee, carry_in=carry_in, carry_reason="last week" if carry_in else ""
    )
    pot = add_pot(event=event, new=new, actor=DORA)
    plan_prizes(pot=pot, rules=PotRules(prizes=prizes, **rules), reason="", actor=DORA)
    return pot


def collect(event: Event, pot: Pot, *numbers: int) -> None:
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    people = [one.player for one in entries if one.player is not None]
    take_fees(form_id=uuid4(), pot=pot, players=people, actor=DORA)


def looked_at(event: Event, absent: tuple[int, ...] = ()) -> Proposal:
    """What the director sees when he opens the page: the standings are brought up first."""
    publish_standings(event_id=event.pk)
    return proposal_of(Event.objects.get(pk=event.pk), absent)


def accepted(event: Event) -> PrizeList:
    return accept_prizes(event=event, seal=looked_at(event).seal, actor=DORA)


def sums(event: Event) -> dict[int | None, int]:
    """Entry number (None: the club) → money, of the list in force."""
    found: dict[int | None, int] = {}
    for one in Payout.objects.filter(share__prize_list__event=event, share__prize_list__withdrawn_at=None):
        number = one.entry.number if one.entry else None
        found[number] = found.get(number, 0) + one.amount
    return found


def test_a_whole_night_balances_to_the_penny():
    """24 people at £3; two go home and have it back; £7.50 was left last time; ten play for a side pot of £1.

    Entry fee: 22 × £3.00 + £7.50 = £73.50. For the club £10.00, lone hands £5.00; £58.50 left, 117 units of
    50p. Places 50 30 20: 58½, 35.1, 23.4 → 58, 35, 23 and the odd one to the first: £29.50, £17.50, £11.50.
    2 and 3 are level at the second place: £17.50 + £11.50 = £29.00, £14.50 each. 1 has most lone hands, but a
    prize already; 4 has the next most: £5.00.
    Side pot: 10 × £1.00 for most lone hands among those in it: 5, 6 and 7 with two each: £3.34, £3.33, £3.33.
    Jackpot: 5 × 50p and £4.20 of last time for the hidden score 99, which nobody has: £6.70 stays.
    """
    points = [40, 38, 38, 36, *range(35, 15, -1)]
    event = night_of(points, lone={1: 4, 4: 3, 5: 2, 6: 2, 7: 2, 8: 1})
    fee = pot_of(
        event,
        "Entry fee",
        Prize(by="club", amounts=(1000,), money=True),
        PLACES,
        Prize(by="lone", amounts=(500,), money=True),
        carry_in=750,
        unit=50,
        one_prize=OnePrize.NEXT,
    )
    side = pot_of(event, "Lone hands", Prize(by="lone", amounts=(1,)), kind="side", fee=100, paid=True)
    hidden = Prize(by="hidden", amounts=(1,), hidden=99)
    jackpot = pot_of(event, "Jackpot", hidden, kind="side", fee=50, carry_in=420, paid=True)
    collect(event, fee, *range(1, 25))
    collect(event, side, *range(5, 15))
    collect(event, jackpot, 1, 2, 3, 4, 5)
    for number in (23, 24):
        player = event.entries.get(number=number).player
        refund(new=NewFact(id=uuid4(), pot=fee, player=player, reason="went home"), actor=DORA)

    assert [one.amount for one in cash_of(event).pots] == [7350, 1000, 670]
    accepted(event)
    shown = list_shown(event)
    assert shown is not None
    assert sums(event) == {None: 1000, 1: 2950, 2: 1450, 3: 1450, 4: 500, 5: 334, 6: 333, 7: 333}
    assert [(one.paid, one.share.carried) for one in shown.shares] == [(7350, 0), (1000, 0), (0, 670)]
    assert (shown.amount, shown.paid, shown.carried, shown.balances) == (9020, 8350, 670, True)
    assert [(one.number, one.amount) for one in envelopes_of(shown)] == [
        (1, 2950),
        (2, 1450),
        (3, 1450),
        (4, 500),
        (5, 334),
        (6, 333),
        (7, 333),
    ]
    lone = shown.shares[0].payouts[-1]
    assert lone.reason == "Most lone hands (3): £5.00."
    name = event.entries.get(number=1).player.name
    assert f"{name} has a prize already; the next one has “Most lone hands”." in shown.shares[0].share.notes

    later = factories.make_event(event.club, "Next week", plays_on=date(2026, 3, 19))
    copy_pots(event=later, actor=DORA)
    assert [(one.name, one.carry_in) for one in later.pots.all()] == [
        ("Entry fee", 0),
        ("Lone hands", 0),
        ("Jackpot", 670),
    ]
    policy = later.policies.order_by("-number").first()
    assert sorted(plan_of(policy)) == [1, 2, 3]


@pytest.fixture
def night() -> Event:
    """Four people, £3 each, three places."""
    event = night_of([30, 20, 20, 10])
    collect(event, pot_of(event, "Entry fee", PLACES), 1, 2, 3, 4)
    return event


def test_a_proposal_pays_nothing_yet_and_is_accepted_as_seen(night):
    proposal = looked_at(night)
    assert [(one.name, one.amount) for one in proposal.pots[0].payments] == [
        (str(entry), amount) for entry, amount in zip(night.entries.all(), (600, 300, 300), strict=False)
    ]
    assert not Payout.objects.exists()
    accept_prizes(event=night, seal=proposal.seal, actor=DORA)
    assert sums(night) == {1: 600, 2: 300, 3: 300}


def test_what_changed_since_it_was_looked_at_is_not_accepted(night):
    seal = looked_at(night).seal
    report_card(round=night.rounds.get(), entry_id=night.entries.get(number=4).pk, points=50, lone_hands=0)
    with pytest.raises(EventViolation, match="standings-behind"):
        accept_prizes(event=night, seal=seal, actor=DORA)
    publish_standings(event_id=night.pk)
    with pytest.raises(EventViolation, match="prizes-changed"):
        accept_prizes(event=night, seal=seal, actor=DORA)
    assert not PrizeList.objects.exists()


def test_who_is_not_there_is_passed_over_where_the_plan_says_so():
    event = night_of([30, 20, 10])
    collect(event, pot_of(event, "Entry fee", PLACES, present=True), 1, 2, 3)
    first = event.entries.get(number=1).pk
    Entry.objects.filter(event=event, number=2).update(withdrawn_after=1)
    proposal = looked_at(event, (first,))
    assert [(one.entry_id, one.amount) for one in proposal.pots[0].payments] == [
        (event.entries.get(number=3).pk, 450)
    ]
    accept_prizes(event=event, seal=proposal.seal, actor=DORA, absent=(first,))
    assert sums(event) == {3: 450}


def test_who_came_after_round_1_is_passed_over_where_the_plan_says_so():
    event = night_of([30, 20, 10])
    collect(event, pot_of(event, "Entry fee", Prize(by="places", amounts=(1,)), from_round_1=True), 1, 2, 3)
    Tally.objects.filter(entry__number=1).update(round=factories.make_round(event, 2))
    assert [one.name for one in looked_at(event).pots[0].payments] == [str(event.entries.get(number=2))]


def test_no_money_moves_while_a_list_is_in_force(night):
    accepted(night)
    pot, player = night.pots.get(), night.entries.get(number=1).player
    new = NewFact(id=uuid4(), pot=pot, player=player, amount=100, reason="late")
    for change in (
        lambda: take_fee(new=new, actor=DORA),
        lambda: refund(new=new, actor=DORA),
        lambda: plan_prizes(pot=pot, rules=PotRules(prizes=(PLACES,)), reason="other", actor=DORA),
        lambda: pot_of(night, "More"),
        lambda: accept_prizes(event=night, seal="", actor=DORA),
    ):
        with pytest.raises(EventViolation, match="prizes-accepted"):
            change()


def test_a_list_is_withdrawn_with_a_reason_and_stays_readable(night):
    one = accepted(night)
    with pytest.raises(EventViolation, match="reason-missing"):
        withdraw_prizes(prize_list=one, reason="", actor=DORA)
    withdraw_prizes(prize_list=one, reason="a card was wrong", actor=DORA)
    assert list_shown(night) is None
    assert [(old.number, old.withdrawn_reason) for old in lists_withdrawn(night)] == [(1, "a card was wrong")]
    assert accepted(night).number == 2
    with pytest.raises(EventViolation, match="prizes-withdrawn"):
        withdraw_prizes(prize_list=one, reason="again", actor=DORA)


def test_what_was_handed_over_holds_the_list_until_it_came_back(night):
    one = accepted(night)
    first = Payout.objects.order_by("number").first()
    assert hand_over(prize_list=one, payout_ids=[first.pk], actor=DORA) == 1
    assert hand_over(prize_list=one, payout_ids=[first.pk], actor=DORA) == 0
    shown = list_shown(night)
    assert (shown.handed, shown.paid) == (600, 1200)
    with pytest.raises(EventViolation, match="prizes-handed-over"):
        withdraw_prizes(prize_list=one, reason="no", actor=DORA)
    with pytest.raises(EventViolation, match="reason-missing"):
        take_back(payout=first, reason="", actor=DORA)
    take_back(payout=first, reason="wrong envelope", actor=DORA)
    with pytest.raises(EventViolation, match="prize-not-handed-over"):
        take_back(payout=first, reason="wrong envelope", actor=DORA)
    assert list(Handing.objects.values_list("given", "reason")) == [(True, ""), (False, "wrong envelope")]
    withdraw_prizes(prize_list=one, reason="no", actor=DORA)


def test_money_carried_on_holds_the_list():
    event = night_of([30, 20])
    collect(event, pot_of(event, "Entry fee", PLACES), 1, 2)
    one = accepted(event)
    later = factories.make_event(event.club, "Next week", plays_on=date(2026, 3, 19))
    copy_pots(event=later, actor=DORA)
    assert later.pots.get().carry_in == 120
    with pytest.raises(EventViolation, match="prizes-carried-on"):
        withdraw_prizes(prize_list=one, reason="no", actor=DORA)
    third = factories.make_event(event.club, "The week after", plays_on=date(2026, 3, 26))
    copy_pots(event=third, actor=DORA)
    assert third.pots.get().carry_in == 0


def test_a_correction_afterwards_shows_what_it_would_change(night):
    accepted(night)
    report_card(round=night.rounds.get(), entry_id=night.entries.get(number=3).pk, points=25, lone_hands=0)
    told = changes_since(list_shown(night), looked_at(night))
    assert sorted((one.name, one.then, one.now) for one in told) == sorted(
        [(str(night.entries.get(number=2)), 300, 240), (str(night.entries.get(number=3)), 300, 360)]
    )
    assert sums(night) == {1: 600, 2: 300, 3: 300}


def test_only_a_published_list_is_shown_to_everybody(night):
    one = accepted(night)
    assert list_shown(night, published=True) is None
    publish_prizes(prize_list=one)
    assert list_shown(night, published=True) is not None
    publish_prizes(prize_list=one, published=False)
    assert list_shown(night, published=True) is None


def test_a_pot_without_a_plan_or_a_night_not_begun_has_no_list():
    event = night_of([30, 20])
    pot = add_pot(event=event, new=NewPot(name="Entry fee", kind="entry", fee=300), actor=DORA)
    collect(event, pot, 1)
    assert looked_at(event).fault == "Say first how Entry fee is shared."
    with pytest.raises(EventViolation, match="prizes-not-ready"):
        accept_prizes(event=event, seal=looked_at(event).seal, actor=DORA)
    Event.objects.update(state=Event.State.SETUP)
    assert "Nothing is played yet" in looked_at(event).fault


def test_a_plan_is_a_numbered_policy_and_another_one_needs_a_reason(night):
    before = EventPolicy.objects.filter(event=night).order_by("-number").first()
    pot = night.pots.get()
    with pytest.raises(EventViolation, match="reason-missing"):
        plan_prizes(pot=pot, rules=PotRules(prizes=(PLACES,), unit=10), reason="", actor=DORA)
    made = plan_prizes(pot=pot, rules=PotRules(prizes=(PLACES,), unit=10), reason="no pennies", actor=DORA)
    assert (made.number, made.reason, plan_of(made)[1].unit) == (before.number + 1, "no pennies", 10)
    same = [field.attname for field in EventPolicy._meta.concrete_fields]
    for name in {*same} - {"id", "number", "prizes", "reason", "made_by", "made_at"}:
        assert getattr(made, name) == getattr(before, name), name


def test_the_prizes_are_asked_for_in_few_queries(
    night, django_assert_num_queries, django_assert_max_num_queries
):
    publish_standings(event_id=night.pk)
    event = Event.objects.select_related("club", "published").get(pk=night.pk)
    with django_assert_max_num_queries(10):
        proposal_of(event)
    accepted(night)
    with django_assert_num_queries(3):
        list_shown(event)
