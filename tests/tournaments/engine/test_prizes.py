"""Shares of a pot: sums worked out by hand, and the properties that hold for every pot and every plan."""

import pytest

from tests.tournaments.engine.pots import paid, places, pot
from tournaments.engine.errors import EventViolation
from tournaments.engine.prizes import share_pot, share_pots
from tournaments.engine.prizes_rules import Contender, OnePrize, PotRules, Prize, Unclaimed

NAMES = ["Ann", "Bob", "Cora", "Dan", "Elsie", "Frank", "Gwen", "Harry", "Ivy", "Jack"]


def people(*ranks, **more):
    """Contenders 1, 2, 3 ... with these ranks; `more` is a list of values for each field."""
    return [
        Contender(
            entry=at + 1,
            number=at + 1,
            name=NAMES[at],
            rank=rank,
            **{field: values[at] for field, values in more.items()},
        )
        for at, rank in enumerate(ranks)
    ]


# --- sums worked out by hand ---


def test_three_places_of_sixty_pounds():
    shared = share_pot(pot(6000, places(50, 30, 20)), people(1, 2, 3, 4), "GBP")
    assert paid(shared) == {1: 3000, 2: 1800, 3: 1200}
    assert shared.carried == 0
    assert shared.payments[0].sentence == "1st place: £30.00."


def test_level_at_the_second_place_two_share_second_and_third():
    shared = share_pot(pot(6000, places(50, 30, 20)), people(1, 2, 2, 4), "GBP")
    assert paid(shared) == {1: 3000, 2: 1500, 3: 1500}
    second = shared.payments[1]
    assert second.prize == "2nd and 3rd place, shared"
    assert second.sentence == ("2nd and 3rd place: £18.00 + £12.00 = £30.00, shared with Cora: £15.00.")


def test_level_at_the_last_paid_place_share_that_place_alone():
    """C7's ranks 1, 1, 3, 3: two share the first two prizes, two the third."""
    shared = share_pot(pot(6000, places(50, 30, 20)), people(1, 1, 3, 3), "GBP")
    assert paid(shared) == {1: 2400, 2: 2400, 3: 600, 4: 600}


def test_all_level_share_everything():
    shared = share_pot(pot(1000, places(60, 40)), people(1, 1, 1), "GBP")
    assert paid(shared) == {1: 334, 2: 333, 3: 333}
    assert all("goes by rank, then by entry number" in one.sentence for one in shared.payments)


def test_the_odd_penny_of_the_shares_goes_down_the_plan():
    """1001 by halves of 50 30 20: 500.5, 300.3, 200.2; the penny over goes to the first."""
    assert paid(share_pot(pot(1001, places(50, 30, 20)), people(1, 2, 3), "GBP")) == {1: 501, 2: 300, 3: 200}


def test_money_prizes_come_off_first_and_shares_part_the_rest():
    plan = pot(4700, Prize(by="lone", amounts=(500,), money=True), places(2, 1))
    shared = share_pot(plan, people(1, 2, 3, lone_marches=[0, 1, 3]), "GBP")
    assert paid(shared) == {3: 500, 1: 2800, 2: 1400}
    assert shared.payments[0].sentence == "Most lone hands (3): £5.00."


def test_rounded_to_pounds_the_crumbs_are_carried_or_go_to_the_first():
    plan = (places(50, 30, 20),)
    carried = share_pot(pot(4755, *plan, unit=100), people(1, 2, 3), "GBP")
    assert (paid(carried), carried.carried) == ({1: 2400, 2: 1400, 3: 900}, 55)
    first = share_pot(pot(4755, *plan, unit=100, unclaimed=Unclaimed.FIRST), people(1, 2, 3), "GBP")
    assert (paid(first), first.carried) == ({1: 2455, 2: 1400, 3: 900}, 0)
    assert first.payments[0].sentence == "1st place: £24.00 + £0.55 unclaimed = £24.55."
    assert first.notes == ("£0.55 is too little to be shared and goes to the first prize.",)


def test_two_level_first_share_pounds_one_has_the_odd_one_and_the_other_the_crumbs():
    rules = {"unit": 100, "unclaimed": Unclaimed.FIRST}
    assert paid(share_pot(pot(755, places(1), **rules), people(1, 1), "GBP")) == {1: 400, 2: 355}


def test_a_place_nobody_reached_is_carried():
    shared = share_pot(pot(1000, places(50, 30, 20)), people(1, 2), "GBP")
    assert (paid(shared), shared.carried) == ({1: 500, 2: 300}, 200)
    assert shared.notes == ("3rd place: nobody can claim it, and £2.00 stays in the pot for next time.",)


def test_the_side_prizes():
    plan = pot(
        5000,
        places(20),
        Prize(by="lone", amounts=(5,)),
        Prize(by="high", amounts=(5,)),
        Prize(by="last", amounts=(5,)),
        places(10, category="ladies"),
        Prize(by="nearest", amounts=(5,), hidden=47),
    )
    contenders = people(
        1,
        2,
        3,
        4,
        points=[60, 50, 45, 30],
        lone_marches=[1, 2, 2, 0],
        high_game=[12, 9, 14, 11],
        categories=[frozenset(), frozenset({"ladies"}), frozenset({"ladies"}), frozenset()],
    )
    shared = share_pot(plan, contenders, "GBP")
    assert [(one.entry, one.amount, one.prize) for one in shared.payments] == [
        (1, 2000, "1st place"),
        (2, 250, "Most lone hands, shared"),
        (3, 250, "Most lone hands, shared"),
        (3, 500, "High game"),
        (4, 500, "Last place"),
        (2, 1000, "1st place (ladies)"),
        (3, 500, "Nearest to the hidden score"),
    ]
    assert shared.payments[4].sentence == "Last place: £5.00."
    assert shared.payments[5].sentence == "1st place (ladies) (ranked 2nd of all): £10.00."
    assert shared.payments[6].sentence == "Nearest to the hidden score (hidden 47, scored 45): £5.00."


def test_nobody_had_the_hidden_score_and_the_pot_waits():
    shared = share_pot(
        pot(800, Prize(by="hidden", amounts=(1,), hidden=61)), people(1, 2, points=[60, 62]), "GBP"
    )
    assert (shared.payments, shared.carried) == ((), 800)


def test_no_lone_hand_no_lone_prize():
    shared = share_pot(pot(500, Prize(by="lone", amounts=(1,))), people(1, 2, 3), "GBP")
    assert (shared.payments, shared.carried) == ((), 500)


def test_one_prize_a_person_the_next_has_what_is_freed():
    plan = pot(1000, places(50, 30), Prize(by="lone", amounts=(20,)), one_prize=OnePrize.NEXT)
    shared = share_pot(plan, people(1, 2, 3, 4, lone_marches=[4, 3, 2, 2]), "GBP")
    assert paid(shared) == {1: 500, 2: 300, 3: 100, 4: 100}
    assert "Ann has a prize already; the next one has “Most lone hands”." in shared.notes


def test_one_prize_a_person_what_is_freed_can_be_left():
    lone = Prize(by="lone", amounts=(20,))
    carried = share_pot(
        pot(1000, places(80), lone, one_prize=OnePrize.LEFT), people(1, 2, lone_marches=[4, 3]), "GBP"
    )
    assert (paid(carried), carried.carried) == ({1: 800}, 200)
    given_on = pot(1000, places(80), lone, one_prize=OnePrize.LEFT, unclaimed=Unclaimed.FIRST)
    assert paid(share_pot(given_on, people(1, 2, lone_marches=[4, 3]), "GBP")) == {1: 1000}


def test_one_prize_a_person_holds_from_pot_to_pot_and_not_for_a_pot_without_the_rule():
    first = pot(600, places(60), one_prize=OnePrize.NEXT)
    second = pot(400, Prize(by="lone", amounts=(40,)), one_prize=OnePrize.NEXT, number=2)
    own = pot(100, places(1), number=3)
    shared = share_pots([first, second, own], people(1, 2, lone_marches=[5, 1]), "GBP")
    assert [paid(one) for one in shared] == [{1: 600}, {2: 400}, {1: 100}]


def test_who_may_not_win_is_passed_over_and_told_why():
    plan = pot(1000, places(60, 40), paid_in={1, 2, 4, 5}, paid=True, present=True, from_round_1=True)
    contenders = people(
        1,
        2,
        3,
        4,
        5,
        present=[False, True, True, True, True],
        from_round_1=[True, False, True, True, True],
    )
    shared = share_pot(plan, contenders, "GBP")
    assert paid(shared) == {4: 600, 5: 400}
    assert shared.notes == (
        "Ann is passed over: is not there.",
        "Bob is passed over: did not play from round 1.",
        "Cora is passed over: has not paid for this pot.",
    )
    assert shared.payments[0].prize == "1st place"


def test_who_never_joined_a_side_pot_is_not_told_so():
    plan = pot(1000, places(1), paid_in={2}, paid=True, side=True)
    shared = share_pot(plan, people(1, 2), "GBP")
    assert (paid(shared), shared.notes) == ({2: 1000}, ())


def test_for_the_club_and_for_next_time():
    plan = pot(
        3000,
        Prize(by="club", amounts=(1000,), money=True),
        Prize(by="carry", amounts=(500,), money=True),
        places(1),
    )
    shared = share_pot(plan, people(1, 2), "GBP")
    assert (paid(shared), shared.carried) == ({None: 1000, 1: 1500}, 500)


def test_more_promised_than_there_is_is_refused():
    with pytest.raises(EventViolation, match="prizes-exceed-pot") as met:
        share_pot(pot(900, places(1000, money=True)), people(1), "GBP")
    assert met.value.sentence == "Entry fees holds £9.00, but £10.00 is promised in prizes."


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ({}, "prize-plan-unreadable"),
        ({"prizes": 3}, "prize-plan-unreadable"),
        ({"prizes": [{"by": "places", "amounts": ["x"]}]}, "prize-plan-unreadable"),
        ({"prizes": []}, "prizes-missing"),
        ({"prizes": [{"by": "luck", "amounts": [1]}]}, "prize-unknown"),
        ({"prizes": [{"by": "places", "amounts": []}]}, "prize-empty"),
        ({"prizes": [{"by": "places", "amounts": [0]}]}, "prize-amount"),
        ({"prizes": [{"by": "club", "amounts": [1, 1]}]}, "prize-amounts"),
        ({"prizes": [{"by": "hidden", "amounts": [1]}]}, "hidden-score"),
        ({"prizes": [{"by": "places", "amounts": [1], "hidden": 3}]}, "hidden-score"),
        ({"prizes": [{"by": "places", "amounts": [1]}], "unit": 3}, "prize-unit"),
        ({"prizes": [{"by": "places", "amounts": [150], "money": True}], "unit": 100}, "prize-not-round"),
        ({"prizes": [{"by": "places", "amounts": [1]}], "one_prize": "two"}, "prize-plan-unreadable"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(written, code):
    with pytest.raises(EventViolation) as met:
        PotRules.from_dict(written)
    assert met.value.code == code
