"""Small pots for the tests of prizes."""

from collections import defaultdict

from tournaments.engine.prizes import PotToShare
from tournaments.engine.prizes_rules import PotRules, Prize


def pot(amount, *prizes, number=1, paid_in=(), side=False, **rules):
    return PotToShare(
        number=number,
        name="Entry fees",
        amount=amount,
        rules=PotRules(prizes=prizes, **rules),
        paid_in=frozenset(paid_in),
        side=side,
    )


def places(*amounts, **more):
    return Prize(by="places", amounts=amounts, **more)


def paid(shared):
    """Entry → money."""
    sums = defaultdict(int)
    for payment in shared.payments:
        sums[payment.entry] += payment.amount
    return dict(sums)
