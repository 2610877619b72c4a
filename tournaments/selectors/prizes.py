"""Prizes to be looked at: the plan, and what it would pay by the standings of now."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s

from tournaments.engine.errors import EventViolation
from tournaments.engine.prizes import PotShared, PotToShare, share_pots
from tournaments.engine.prizes_rules import Contender, PotRules
from tournaments.engine.results import Result
from tournaments.engine.totals import total_up
from tournaments.models import Entry, Event, EventPolicy, Pot, Standing
from tournaments.selectors.cash import PotTotals, cash_of, paid_in
from tournaments.selectors.events import policy_of, published_revision_of
from tournaments.selectors.results import results_of

PLAN_SCHEMA = 1
CLUB = "The club"


@dataclass(frozen=True, slots=True)
class Contenders:
    """Who plays for the prizes, by place in the standings; and each entry's people."""

    people: list[Contender]
    players: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class PaymentShown:
    """One payment of a proposal or a list; `entry_id` is None for the club."""

    entry_id: int | None
    name: str
    prize: str
    amount: int
    sentence: str


@dataclass(frozen=True, slots=True)
class PotProposed:
    """A pot with its plan, and what would be paid from it; `rules` is None where nothing is planned."""

    totals: PotTotals
    rules: PotRules | None
    payments: list[PaymentShown]
    carried: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Every pot as it would be shared now. `fault` says why nothing can be accepted yet.

    `seal` marks what was looked at: it changes whenever a payment does.
    """

    revision: int
    pots: list[PotProposed]
    fault: str
    seal: str


def plan_of(policy: EventPolicy | None) -> dict[int, PotRules]:
    """Pot number → its rules, as the policy says; EventViolation for a plan that cannot be read. No query."""
    pots = policy.prizes.get("pots", {}) if policy and policy.prizes else {}
    if not isinstance(pots, Mapping) or not all(str(number).isdecimal() for number in pots):
        raise EventViolation("prize-plan-unreadable", "This plan of prizes cannot be read.")
    return {int(number): PotRules.from_dict(rules) for number, rules in pots.items()}


def contenders_of(event: Event, absent: Collection[int] = ()) -> Contenders:
    """Everybody in the published standings, with what prizes are won by. One query and the results'.

    `absent` are entries that are not there to receive a prize; who left early is not there either.
    """
    rows, results = _standings(event), results_of(event.pk)
    totals = total_up([row.entry_id for row in rows], results)
    began = {result.tally.entry for result in results if result.round == 1}
    best = _high_games(results)
    people = [
        Contender(
            entry=row.entry_id,
            number=row.entry.number,
            name=str(row.entry),
            rank=row.rank,
            points=row.points,
            lone_marches=totals[row.entry_id].lone_marches,
            high_game=best[row.entry_id],
            categories=frozenset(row.entry.categories),
            present=row.entry.withdrawn_after is None and row.entry_id not in absent,
            from_round_1=row.entry_id in began,
        )
        for row in rows
    ]
    return Contenders(people, {row.entry_id: players_of_entry(row.entry) for row in rows})


def _standings(event: Event) -> list[Standing]:
    rows = Standing.objects.filter(event=event, entry__filler=False)
    return list(
        rows.select_related("entry__player", "entry__pair__first", "entry__pair__second").order_by("place")
    )


def _high_games(results: Iterable[Result]) -> dict[int, int]:
    """Entry → most points of one round; 0 for who has none."""
    best: dict[int, int] = defaultdict(int)
    for result in results:
        if not result.sat_out:
            best[result.tally.entry] = max(best[result.tally.entry], result.tally.points)
    return best


def players_of_entry(entry: Entry) -> tuple[int, ...]:
    """The ids of an entry's one or two people. No query where the pair came with it."""
    if entry.pair is not None:
        return entry.pair.first_id, entry.pair.second_id
    return (entry.player_id,) if entry.player_id is not None else ()


def proposal_of(event: Event, absent: Collection[int] = ()) -> Proposal:
    """What would be paid now, by the published standings. Five queries and the results'."""
    contenders = contenders_of(event, absent)
    cash = cash_of(event)
    plan = plan_of(policy_of(event))
    settled = paid_in(cash, contenders.players)
    planned = [one for one in cash.pots if one.pot.number in plan]
    shared: dict[int, PotShared] = {}
    fault = _fault(event, cash.pots, plan)
    try:
        made = share_pots(
            [_to_share(one, plan[one.pot.number], settled[one.pot.pk]) for one in planned],
            contenders.people,
            planned[0].pot.currency if planned else event.club.currency,
        )
    except EventViolation as refused:
        fault = fault or refused.sentence
    else:
        shared = {one.number: one for one in made}
    names = {one.entry: one.name for one in contenders.people}
    pots = [_proposed(one, plan.get(one.pot.number), shared, names) for one in cash.pots]
    return Proposal(published_revision_of(event), pots, fault, _seal(pots))


def _fault(event: Event, pots: Sequence[PotTotals], plan: Mapping[int, PotRules]) -> str:
    if event.state == Event.State.SETUP:
        return "Nothing is played yet; the prizes follow the standings."
    if not pots:
        return "There is no pot to share out; add one at the cash desk."
    bare = [one.pot.name for one in pots if one.amount and one.pot.number not in plan]
    return f"Say first how {bare[0]} is shared." if bare else ""


def _to_share(one: PotTotals, rules: PotRules, settled: frozenset[int]) -> PotToShare:
    return PotToShare(
        number=one.pot.number,
        name=one.pot.name,
        amount=one.amount,
        rules=rules,
        paid_in=settled,
        side=one.pot.kind == Pot.Kind.SIDE,
    )


def _proposed(
    one: PotTotals, rules: PotRules | None, shared: Mapping[int, PotShared], names: Mapping[int, str]
) -> PotProposed:
    made = shared.get(one.pot.number)
    if made is None:
        return PotProposed(one, rules, [], one.amount, ())
    payments = [
        PaymentShown(pay.entry, names[pay.entry] if pay.entry else CLUB, pay.prize, pay.amount, pay.sentence)
        for pay in made.payments
    ]
    return PotProposed(one, rules, payments, made.carried, made.notes)


def _seal(pots: Sequence[PotProposed]) -> str:
    told = [
        (one.totals.pot.number, one.carried, [(pay.entry_id, pay.amount, pay.prize) for pay in one.payments])
        for one in pots
    ]
    return blake2s(repr(told).encode(), digest_size=12).hexdigest()
