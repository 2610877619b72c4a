"""What holds for every pot, every plan and everybody who plays for it."""

from collections import defaultdict
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.pots import paid, places, pot
from tournaments.engine.prizes import PotToShare, share_pot, share_pots
from tournaments.engine.prizes_rules import UNITS, WAYS, Contender, OnePrize, PotRules, Prize, Unclaimed

# A pot and its people take long to make up.
FEWER = settings(max_examples=60, deadline=None)


@st.composite
def contenders(draw):
    """Some people with ranks as in print, and figures with many ties."""
    groups = draw(st.lists(st.integers(1, 3), max_size=4))
    ranks = [1 + sum(groups[:at]) for at, size in enumerate(groups) for _ in range(size)]
    entries = draw(st.permutations(range(1, len(ranks) + 1)))
    return [
        Contender(
            entry=100 + entry,
            number=entry,
            name=f"P{entry}",
            rank=rank,
            points=draw(st.integers(0, 6)),
            lone_marches=draw(st.integers(0, 2)),
            high_game=draw(st.integers(0, 3)),
            categories=frozenset(draw(st.sets(st.sampled_from(["ladies", "men"])))),
            present=draw(st.booleans()),
            from_round_1=draw(st.booleans()),
        )
        for entry, rank in zip(entries, ranks, strict=True)
    ]


@st.composite
def prizes(draw, unit):
    by, in_money = draw(st.sampled_from(sorted(WAYS))), draw(st.booleans())
    several = WAYS[by].groups is not None
    amounts = draw(st.lists(st.integers(1, 9), min_size=1, max_size=4 if several else 1))
    return Prize(
        by=by,
        amounts=tuple(amount * unit if in_money else amount for amount in amounts),
        money=in_money,
        category=draw(st.sampled_from(["", "", "ladies"])),
        hidden=draw(st.integers(0, 6)) if by in {"hidden", "nearest"} else None,
    )


@st.composite
def pots(draw, **fixed):
    unit = draw(st.sampled_from(UNITS))
    chosen = draw(st.lists(prizes(unit), min_size=1, max_size=3))
    promised = sum(sum(one.amounts) for one in chosen if one.money)
    rules = {
        "unit": unit,
        "one_prize": draw(st.sampled_from(OnePrize)),
        "unclaimed": draw(st.sampled_from(Unclaimed)),
        "present": draw(st.booleans()),
        "from_round_1": draw(st.booleans()),
        "paid": draw(st.booleans()),
    }
    return pot(
        promised + draw(st.integers(0, 30_000)),
        *chosen,
        paid_in=draw(st.sets(st.integers(101, 112))),
        **rules | fixed,
    )


@FEWER
@given(pots(), contenders())
def test_what_is_paid_and_carried_is_the_pot(one, people):
    shared = share_pot(one, people, "GBP")
    assert sum(payment.amount for payment in shared.payments) + shared.carried == one.amount
    assert all(payment.amount > 0 for payment in shared.payments)
    assert shared.carried >= 0


@FEWER
@given(pots(unclaimed=Unclaimed.FIRST), contenders())
def test_where_unclaimed_money_goes_to_the_first_prize_only_what_the_plan_keeps_is_carried(one, people):
    shared = share_pot(one, people, "GBP")
    if not any(payment.entry for payment in shared.payments):
        return  # there is no first prize to take it
    kept = [
        worth[0] for prize, worth in zip(one.rules.prizes, _ideal(one), strict=True) if prize.by == "carry"
    ]
    # Rounded down by less than a unit, from a pot rounded down by less than a unit.
    assert abs(shared.carried - sum(kept)) <= 2 * one.rules.unit * len(kept)


def _ideal(one):
    """What each place is worth before any rounding, in exact fractions."""
    fixed = sum(sum(prize.amounts) for prize in one.rules.prizes if prize.money)
    whole = sum(sum(prize.amounts) for prize in one.rules.prizes if not prize.money)
    return [
        [Fraction(x) if prize.money else Fraction((one.amount - fixed) * x, whole) for x in prize.amounts]
        for prize in one.rules.prizes
    ]


@FEWER
@given(pots(one_prize=OnePrize.OFF, unclaimed=Unclaimed.CARRY), contenders())
def test_places_are_within_the_rounding_of_their_exact_part(one, people):
    """A second way to do it, in fractions and without rounding: nobody is further from it than the units that
    his places were rounded by, plus the one that did not split."""
    exact, places_had = naive(one, people)
    shared = paid(share_pot(one, people, "GBP"))
    for entry in exact.keys() | shared.keys():
        ideal, off = exact.get(entry, 0), one.rules.unit * (places_had.get(entry, 0) + 1)
        assert abs(shared.get(entry, 0) - ideal) <= off, (entry, ideal)


def naive(one, people):
    """Entry → exact money, and how many places it had a part in. Everybody may win everything."""
    money, had = defaultdict(Fraction), defaultdict(int)
    allowed = [
        each
        for each in people
        if (each.entry in one.paid_in or not one.rules.paid)
        and (each.present or not one.rules.present)
        and (each.from_round_1 or not one.rules.from_round_1)
    ]
    for prize, worth in zip(one.rules.prizes, _ideal(one), strict=True):
        if prize.by in {"club", "carry"}:
            if prize.by == "club":
                money[None] += worth[0]
                had[None] += 1
            continue
        left = [each for each in allowed if prize.category in {"", *each.categories}]
        while left and worth:
            best = max(merit(prize, each) for each in left)
            if best == float("-inf"):
                break
            level = [each for each in left if merit(prize, each) == best]
            taken, worth = worth[: len(level)], worth[len(level) :]
            for each in level:
                money[each.entry] += sum(taken) / len(level)
                had[each.entry] += len(taken) + 1
            left = [each for each in left if each not in level]
    return money, had


def merit(prize, one):
    """The greater the better; minus infinity for who cannot win it at all."""
    never = float("-inf")
    return {
        "places": -one.rank,
        "last": one.rank,
        "lone": one.lone_marches or never,
        "high": one.high_game or never,
        "hidden": 0 if one.points == prize.hidden else never,
        "nearest": -abs(one.points - (prize.hidden or 0)),
    }[prize.by]


@FEWER
@given(
    st.integers(0, 50_000),
    st.sampled_from(UNITS),
    st.lists(st.integers(1, 9), min_size=1, max_size=9),
    contenders(),
)
def test_equal_ranks_have_equal_shares_within_one_unit_and_a_better_one_no_less(
    amount, unit, amounts, people
):
    plan = pot(amount, places(*sorted(amounts, reverse=True)), unit=unit)
    shared = paid(share_pot(plan, people, "GBP"))
    for one in people:
        for other in people:
            mine, theirs = shared.get(one.entry, 0), shared.get(other.entry, 0)
            if one.rank == other.rank:
                assert abs(mine - theirs) <= unit
                if one.number < other.number:
                    assert mine >= theirs
            if one.rank < other.rank:
                assert mine >= theirs


@FEWER
@given(pots(), contenders(), st.randoms(use_true_random=False))
def test_the_order_of_the_people_means_nothing(one, people, rng):
    other = list(people)
    rng.shuffle(other)
    assert paid(share_pot(one, people, "GBP")) == paid(share_pot(one, other, "GBP"))


@FEWER
@given(st.lists(pots(one_prize=OnePrize.NEXT), min_size=1, max_size=3), contenders())
def test_under_the_one_prize_rule_nobody_wins_twice(pots, people):
    numbered = [
        PotToShare(number=at, name=one.name, amount=one.amount, rules=one.rules, paid_in=one.paid_in)
        for at, one in enumerate(pots)
    ]
    shared = share_pots(numbered, people, "GBP")
    winners = [payment.entry for one in shared for payment in one.payments if payment.entry is not None]
    assert len(winners) == len(set(winners))


@FEWER
@given(pots())
def test_rules_are_written_and_read_back(one):
    assert PotRules.from_dict(one.rules.to_dict()) == one.rules
