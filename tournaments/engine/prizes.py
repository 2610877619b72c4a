"""Sharing pots: exact, to the last penny, and every payment explained.

In order: money prizes are taken off the pot; shares part the rest, rounded down to the unit, and the units
left over go one by one to the prizes in the plan's order. Level places are added up and split alike; what
does not split evenly goes unit by unit to the better rank, then to the lower entry number. What is paid, kept
for the club and carried is the pot, always.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.engine.errors import EventViolation
from tournaments.engine.money import money
from tournaments.engine.prizes_rules import Contender, OnePrize, PotRules, Prize, Unclaimed
from tournaments.engine.prizes_words import Claim, Part, places_name, told, told_unclaimed


@dataclass(frozen=True, slots=True, kw_only=True)
class PotToShare:
    """A pot and its rules: `amount` is what is in it, `paid_in` are the entries that have paid for it.

    `side` marks a pot that people join by choice: who is not in it is not told that he is passed over.
    """

    number: int
    name: str
    amount: int
    rules: PotRules
    paid_in: frozenset[int] = frozenset()
    side: bool = False


@dataclass(frozen=True, slots=True)
class Payment:
    """Money for an entry, or for the club where `entry` is None; `prize` names what it is for."""

    entry: int | None
    amount: int
    prize: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PotShared:
    """A pot shared out: payments plus `carried` are its amount. `notes` say who was passed over, and why."""

    number: int
    amount: int
    payments: tuple[Payment, ...]
    carried: int
    notes: tuple[str, ...]


def share_pots(pots: Iterable[PotToShare], contenders: Sequence[Contender], currency: str) -> list[PotShared]:
    """Share every pot in its turn; those with a one-prize rule look at what the ones before them gave."""
    held: set[int] = set()
    shared = []
    for pot in pots:
        one = share_pot(pot, contenders, currency, held=frozenset(held))
        if pot.rules.one_prize != OnePrize.OFF:
            held |= {payment.entry for payment in one.payments if payment.entry is not None}
        shared.append(one)
    return shared


def share_pot(
    pot: PotToShare, contenders: Sequence[Contender], currency: str, held: frozenset[int] = frozenset()
) -> PotShared:
    """Share one pot; `held` are the entries that have a prize already. The same facts give the same shares.

    Raises EventViolation where more money is promised than the pot holds.
    """
    worth, rest = _worth(pot, currency)
    claiming = _Claiming(pot, set(held))
    for prize, places in zip(pot.rules.prizes, worth, strict=True):
        claiming.take(prize, places, contenders)
    first = next((claim for claim in claiming.claims if claim.winners), None)
    to_first = pot.rules.unclaimed == Unclaimed.FIRST and first is not None
    extra = rest + sum(amount for _, amount in claiming.freed)
    payments = tuple(
        payment
        for claim in claiming.claims
        for payment in _payments(claim, extra if to_first and claim is first else 0, pot.rules.unit, currency)
        if payment.amount
    )
    freed = [(name, amount) for name, amount in [*claiming.freed, ("", rest)] if amount]
    notes = [*claiming.notes, *(told_unclaimed(name, amount, currency, to_first) for name, amount in freed)]
    carried = pot.amount - sum(payment.amount for payment in payments)
    return PotShared(pot.number, pot.amount, payments, carried, tuple(dict.fromkeys(notes)))


def barred(one: Contender, pot: PotToShare) -> str:
    """Why somebody may win nothing in this pot; empty for who may."""
    if pot.rules.paid and one.entry not in pot.paid_in:
        return "has not paid for this pot"
    if pot.rules.from_round_1 and not one.from_round_1:
        return "did not play from round 1"
    if pot.rules.present and not one.present:
        return "is not there"
    return ""


def _worth(pot: PotToShare, currency: str) -> tuple[list[tuple[int, ...]], int]:
    """What each place of each prize is worth, and what is left because it is too little to be shared."""
    prizes, unit = pot.rules.prizes, pot.rules.unit
    promised = sum(sum(prize.amounts) for prize in prizes if prize.money)
    if promised > pot.amount:
        raise EventViolation(
            "prizes-exceed-pot",
            f"{pot.name} holds {money(pot.amount, currency)}, but {money(promised, currency)} is promised "
            "in prizes.",
        )
    shares = [share for prize in prizes if not prize.money for share in prize.amounts]
    units, whole = (pot.amount - promised) // unit, sum(shares)
    odd = units - sum(units * share // whole for share in shares)
    # Every floor loses less than one unit, so the odd ones run out before the shares do.
    parts = iter([(units * share // whole + (at < odd)) * unit for at, share in enumerate(shares)])
    worth = [prize.amounts if prize.money else tuple(next(parts) for _ in prize.amounts) for prize in prizes]
    return worth, pot.amount - sum(map(sum, worth))


@dataclass(slots=True)
class _Claiming:
    """Who wins what, prize by prize in the plan's order. `freed` is money nobody can claim, by what for."""

    pot: PotToShare
    held: set[int]
    claims: list[Claim] = field(default_factory=list)
    freed: list[tuple[str, int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def take(self, prize: Prize, places: tuple[int, ...], contenders: Sequence[Contender]) -> None:
        """Give a prize's places, best first, to those who may have them."""
        if prize.way.groups is None:
            if prize.by == "club":
                self.claims.append(Claim(prize, 1, places, ()))
            return
        people = [one for one in contenders if not prize.category or prize.category in one.categories]
        at = 0
        for group in prize.way.groups(people, prize.hidden or 0):
            if at < len(places):
                at += self._give(prize, at, places, self._allowed(prize, group))
        if at < len(places):
            self._free(prize, at, places[at:])
        if self.pot.rules.one_prize != OnePrize.OFF:
            self.held |= {one.entry for claim in self.claims for one in claim.winners}

    def _give(self, prize: Prize, at: int, places: tuple[int, ...], group: list[Contender]) -> int:
        """The next places to a level group; how many it takes up.

        Where a holder's prize is left, the others of his group have it; without any it is unclaimed.
        """
        taken = places[at : at + len(group)]
        left = self.pot.rules.one_prize == OnePrize.LEFT
        holders = [one for one in group if left and one.entry in self.held]
        self.notes += [f"{one.name} has a prize already." for one in holders]
        winners = tuple(one for one in group if one not in holders)
        if winners:
            self.claims.append(Claim(prize, at + 1, taken, winners))
        elif group:
            self._free(prize, at, taken)
        return len(group)

    def _allowed(self, prize: Prize, group: Collection[Contender]) -> list[Contender]:
        """Those of a group who may win; the others are named in the notes."""
        allowed = []
        for one in group:
            why = barred(one, self.pot)
            if not why and self.pot.rules.one_prize == OnePrize.NEXT and one.entry in self.held:
                self.notes.append(f"{one.name} has a prize already; the next one has “{prize.name}”.")
            elif not why:
                allowed.append(one)
            elif not (self.pot.side and self.pot.rules.paid and one.entry not in self.pot.paid_in):
                self.notes.append(f"{one.name} is passed over: {why}.")
        return allowed

    def _free(self, prize: Prize, at: int, amounts: tuple[int, ...]) -> None:
        self.freed.append((places_name(prize, at + 1, len(amounts)), sum(amounts)))


def _payments(claim: Claim, extra: int, unit: int, currency: str) -> list[Payment]:
    """A claim's money in equal parts of whole units; odd units by rank and number, crumbs to the next one."""
    total = sum(claim.places) + extra
    if not claim.winners:
        return [Payment(None, total, claim.name, told(claim, Part(total, extra), None, currency))]
    each, odd = divmod(total // unit, len(claim.winners))
    crumbs = total % unit
    uneven = bool(odd or (crumbs and len(claim.winners) > 1))
    payments = []
    for at, one in enumerate(sorted(claim.winners, key=lambda one: (one.rank, one.number))):
        amount = (each + (at < odd)) * unit + (crumbs if at == odd else 0)
        sentence = told(claim, Part(amount, extra, uneven), one, currency)
        payments.append(Payment(one.entry, amount, claim.name, sentence))
    return payments
