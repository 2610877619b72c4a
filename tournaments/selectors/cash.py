"""The cash desk: who owes what, who paid, what is in each pot. Everything is worked out from the facts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from tournaments.models import CashFact, Entry, Event, Player, Pot, PotShare, PrizeList
from tournaments.selectors.accounts import names_of_accounts

Kind = CashFact.Kind


@dataclass(frozen=True, slots=True)
class InPot:
    """One person's part in one pot, in minor units. `joined` is false for a side pot he is not in."""

    pot: Pot
    joined: bool
    due: int
    paid: int
    refunded: int

    @property
    def inside(self) -> int:
        """What of his money is in the pot."""
        return self.paid - self.refunded

    @property
    def open(self) -> int:
        """What he still owes."""
        return max(self.due - self.inside, 0)

    @property
    def settled(self) -> bool:
        """Whether he is in the pot and owes nothing: who was let off is, who had his money back is not."""
        return self.joined and not self.open and (self.inside > 0 or not self.refunded)

    @property
    def state(self) -> str:
        """One of out, owes, paid, refunded, free."""
        if not self.joined:
            return "out"
        if self.open:
            return "owes"
        if self.inside:
            return "paid"
        return "refunded" if self.refunded else "free"


@dataclass(frozen=True, slots=True)
class PersonCash:
    """One line of the desk: a person, the number of his entry (None once off the list), each pot's part."""

    player_id: int
    name: str
    number: int | None
    withdrawn: bool
    parts: list[InPot]

    @property
    def open(self) -> int:
        """What he owes in all."""
        return sum(part.open for part in self.parts)


@dataclass(frozen=True, slots=True)
class PotTotals:
    """One pot added up; `amount` is what is in it now."""

    pot: Pot
    paid: int
    refunded: int
    open: int
    people: int

    @property
    def amount(self) -> int:
        """What was carried in and what people paid, less what they had back."""
        return self.pot.carry_in + self.paid - self.refunded


@dataclass(frozen=True, slots=True)
class Cash:
    """The whole desk: the pots that are not dropped, by number, and the people by entry number."""

    pots: list[PotTotals] = field(default_factory=list)
    people: list[PersonCash] = field(default_factory=list)

    @property
    def open(self) -> int:
        """What is owed in all."""
        return sum(one.open for one in self.pots)

    @property
    def amount(self) -> int:
        """What lies in all pots."""
        return sum(one.amount for one in self.pots)


@dataclass(frozen=True, slots=True)
class FactShown:
    """Something that happened, and the name of the account that wrote it down."""

    fact: CashFact
    who: str


@dataclass(frozen=True, slots=True)
class EarlierPots:
    """The club's last event with pots: each pot with what of it is still to be carried on."""

    event: Event
    pots: list[tuple[Pot, int]]


def pots_of(event: Event) -> list[Pot]:
    """The event's pots by number, without those dropped. One query."""
    return list(Pot.objects.filter(event=event, dropped_at=None).order_by("number"))


def cash_of(event: Event) -> Cash:
    """Everybody's part in every pot. Three queries."""
    pots = pots_of(event)
    entries = Entry.objects.filter(event=event, filler=False).order_by("number")
    rows = list(entries.select_related("player", "pair__first", "pair__second"))
    facts = _facts_that_hold(event)
    players = _people(rows, facts)
    by_pot: dict[tuple[int, int], list[CashFact]] = defaultdict(list)
    for fact in facts:
        by_pot[fact.pot_id, fact.player_id].append(fact)
    charged = {pk for row in rows if not row.drafted for pk in _player_ids(row)}
    people = [
        PersonCash(
            player.pk,
            str(player),
            row.number if row else None,
            row is not None and row.withdrawn_after is not None,
            [part_in(pot, by_pot[pot.pk, player.pk], entered=player.pk in charged) for pot in pots],
        )
        for player, row in players
    ]
    return Cash([_totals(at, pot, people) for at, pot in enumerate(pots)], people)


def part_in(pot: Pot, facts: Iterable[CashFact], *, entered: bool) -> InPot:
    """A person's part in a pot, from the facts that hold, in their order. No query.

    Everybody entered owes an entry fee; a side pot is joined by owing or paying. Money given back is owed no
    more.
    """
    joined = entered and pot.kind == Pot.Kind.ENTRY
    due = pot.fee if joined else 0
    paid = refunded = 0
    for fact in facts:
        if fact.kind == Kind.OWES:
            due = fact.amount
        elif fact.kind == Kind.PAID:
            due = due if joined else pot.fee
            paid += fact.amount
        else:
            refunded += fact.amount
            due = min(due, paid - refunded)
        joined = True
    return InPot(pot, joined, due, paid, refunded)


def facts_of(event: Event, player: Player) -> list[FactShown]:
    """All between a person and the event's pots, the newest first, struck-out facts too. Two queries."""
    rows = CashFact.objects.filter(pot__event=event, player=player).select_related("pot", "countered_by")
    facts = list(rows.order_by("-at", "-pot__number", "-position"))
    names = names_of_accounts(fact.taken_by for fact in facts)
    return [FactShown(fact, names.get(fact.taken_by, "an account that is gone")) for fact in facts]


def person_of(cash: Cash, player_id: int) -> PersonCash | None:
    """The desk's line of somebody. No query."""
    return next((one for one in cash.people if one.player_id == player_id), None)


def list_in_force(event: Event) -> PrizeList | None:
    """The prize list that was accepted and not withdrawn. One query."""
    return PrizeList.objects.filter(event=event, withdrawn_at=None).first()


def earlier_pots(event: Event, like: Event | None = None) -> EarlierPots | None:
    """The pots of the club's latest earlier event that has any, with what their prize list carries on.

    `like` names the event to look at instead. Three queries.
    """
    before = Q(plays_on__lt=event.plays_on) | Q(plays_on=event.plays_on, pk__lt=event.pk)
    with_pots = Pot.objects.filter(event__club=event.club_id, dropped_at=None)
    events = Event.objects.filter(pk__in=with_pots.values("event"))
    wanted = Q(pk=like.pk) if like is not None else before
    last = events.filter(wanted).order_by("-plays_on", "-pk").first()
    if last is None:
        return None
    shares = PotShare.objects.filter(pot__event=last, prize_list__withdrawn_at=None, pot__carried_to=None)
    carried = dict(shares.values_list("pot_id", "carried"))
    return EarlierPots(last, [(pot, carried.get(pot.pk, 0)) for pot in pots_of(last)])


def _facts_that_hold(event: Event) -> list[CashFact]:
    facts = CashFact.objects.filter(pot__event=event, pot__dropped_at=None, countered_by=None)
    held = facts.exclude(kind=Kind.COUNTER).select_related("player")
    return list(held.order_by("pot", "position"))


def _player_ids(row: Entry) -> list[int]:
    if row.pair is not None:
        return [row.pair.first_id, row.pair.second_id]
    return [row.player_id] if row.player_id is not None else []


def _people(rows: Sequence[Entry], facts: Sequence[CashFact]) -> list[tuple[Player, Entry | None]]:
    """Everybody entered, once, under his first entry; then who has money here and is off the list."""
    found: dict[int, tuple[Player, Entry | None]] = {}
    for row in rows:
        for player in [row.pair.first, row.pair.second] if row.pair else [row.player]:
            if player is not None:
                found.setdefault(player.pk, (player, row))
    for fact in facts:
        found.setdefault(fact.player_id, (fact.player, None))
    return list(found.values())


def _totals(at: int, pot: Pot, people: Iterable[PersonCash]) -> PotTotals:
    parts = [one.parts[at] for one in people]
    return PotTotals(
        pot,
        paid=sum(part.paid for part in parts),
        refunded=sum(part.refunded for part in parts),
        open=sum(part.open for part in parts),
        people=sum(part.inside > 0 for part in parts),
    )


def paid_in(cash: Cash, entries: Mapping[int, Sequence[int]]) -> dict[int, frozenset[int]]:
    """Pot id → the entries all of whose people are settled; `entries`: entry id → its players. No query."""
    settled: dict[int, set[int]] = defaultdict(set)
    for person in cash.people:
        for part in person.parts:
            if part.settled:
                settled[part.pot.pk].add(person.player_id)
    return {
        one.pot.pk: frozenset(
            entry for entry, players in entries.items() if players and settled[one.pot.pk].issuperset(players)
        )
        for one in cash.pots
    }
