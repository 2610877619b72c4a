"""Taking money, giving it back, and saying that a fact never was. Nothing is deleted.

What happens at the cash desk is shown on no page of the event, so only the club's counter is raised: phones
and standings are not troubled by fees. The event's row is locked meanwhile; a fact sent twice is one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.money import MOST_MONEY, money
from tournaments.models import CashFact, Event, Player, Pot
from tournaments.selectors.cash import Cash, InPot, cash_of, list_in_force, part_in, person_of
from tournaments.services.revisions import raise_club_revision

Kind = CashFact.Kind


def lock_for_money(event: Event) -> Event:
    """The event's row, locked; refused where it is archived."""
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if locked.state == Event.State.ARCHIVED:
        raise EventViolation("event-archived", "This event is archived and stays as it is.")
    return locked


def refuse_when_shared(event: Event) -> None:
    """Money stays as it is while a prize list that shares it out is in force."""
    if list_in_force(event) is not None:
        raise EventViolation(
            "prizes-accepted", "The prizes share out what was paid. Withdraw the prize list to change it."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact:
    """What somebody says at the desk: `id` is the form's, `amount` is minor units (None: what is owed)."""

    id: UUID
    pot: Pot
    player: Player
    amount: int | None = None
    reason: str = ""

    def due_reason(self) -> str:
        """The reason, where there must be one."""
        if not self.reason.strip():
            raise EventViolation("reason-missing", "Say why.")
        return self.reason.strip()


@transaction.atomic
def take_fee(*, new: NewFact, actor: Actor) -> CashFact:
    """Take money: what is owed, or another amount. Who is not in a side pot joins it by paying."""
    locked = lock_for_money(new.pot.event)
    known = _known(new, Kind.PAID)
    if known is not None:
        return known
    refuse_when_shared(locked)
    due = _to_take(_part(cash_of(locked), new.pot, new.player), new.player)
    if new.amount is None and not due:
        raise EventViolation("nothing-owed", f"{new.player} owes nothing for {new.pot.name}.")
    made = _fact(new, Kind.PAID, due if new.amount is None else new.amount, actor)
    return _kept([made], locked)[0]


@transaction.atomic
def take_fees(*, form_id: UUID, pot: Pot, players: Sequence[Player], actor: Actor) -> list[CashFact]:
    """Take what is owed from everybody named, or from nobody; the facts that were made now.

    The form's id makes each fact's, so that a form sent twice takes nothing twice.
    """
    locked = lock_for_money(pot.event)
    ids = {player.pk: uuid5(form_id, f"{pot.pk} {player.pk}") for player in players}
    heard = CashFact.objects.in_bulk(list(ids.values()))
    if len(heard) == len(ids):
        return []
    refuse_when_shared(locked)
    cash = cash_of(locked)
    made = []
    for player in players:
        due = _to_take(_part(cash, pot, player), player)
        if not due:
            raise EventViolation("nothing-owed", f"{player} owes nothing for {pot.name}.")
        new = NewFact(id=ids[player.pk], pot=pot, player=player)
        made.append(_fact(new, Kind.PAID, due, actor))
    return _kept(made, locked)


@transaction.atomic
def refund(*, new: NewFact, actor: Actor) -> CashFact:
    """Give money back, with a reason: all that somebody has in the pot, or an amount. It is owed no more."""
    locked = lock_for_money(new.pot.event)
    known = _known(new, Kind.REFUNDED)
    if known is not None:
        return known
    refuse_when_shared(locked)
    inside = _part(cash_of(locked), new.pot, new.player).inside
    amount = inside if new.amount is None else new.amount
    if amount > inside or not inside:
        has = money(inside, new.pot.currency)
        raise EventViolation(
            "refund-too-large", f"{new.player} has {has} in {new.pot.name}; no more can be given back."
        )
    made = _fact(new, Kind.REFUNDED, amount, actor)
    made.reason = new.due_reason()
    return _kept([made], locked)[0]


@transaction.atomic
def set_owed(*, new: NewFact, actor: Actor) -> CashFact:
    """Say what a person owes in a pot from now on: half for a junior, nothing for a guest, a side pot joined.

    A reason is needed unless somebody just joins for the pot's fee.
    """
    locked = lock_for_money(new.pot.event)
    known = _known(new, Kind.OWES)
    if known is not None:
        return known
    refuse_when_shared(locked)
    part = _part(cash_of(locked), new.pot, new.player)
    made = _fact(new, Kind.OWES, new.pot.fee if new.amount is None else new.amount, actor)
    if part.joined or made.amount != new.pot.fee:
        made.reason = new.due_reason()
    return _kept([made], locked)[0]


@transaction.atomic
def strike_out(*, id: UUID, fact: CashFact, reason: str, actor: Actor) -> CashFact:
    """Say that a fact never was: it counts no more, and stays readable with the reason."""
    locked = lock_for_money(fact.pot.event)
    new = NewFact(id=id, pot=fact.pot, player=fact.player, amount=fact.amount, reason=reason)
    known = _known(new, Kind.COUNTER)
    if known is not None:
        return known
    refuse_when_shared(locked)
    if fact.kind == Kind.COUNTER:
        raise EventViolation("counter-countered", "What was struck out stays so; enter it again instead.")
    if CashFact.objects.filter(counters=fact).exists():
        raise EventViolation("struck-out-already", "Somebody has struck this out already.")
    made = _fact(new, Kind.COUNTER, fact.amount, actor)
    made.reason, made.counters = new.due_reason(), fact
    _kept([made], locked)
    if _part(cash_of(locked), fact.pot, fact.player).inside < 0:
        raise EventViolation(
            "refund-too-large", "More was given back than would be left. Strike that out first."
        )
    return made


def _known(new: NewFact, kind: str) -> CashFact | None:
    """The same fact, sent before: a repeat is no error. Other words under the same id are."""
    known = CashFact.objects.filter(pk=new.id).first()
    if known is not None and (known.pot_id, known.player_id, known.kind) != (new.pot.pk, new.player.pk, kind):
        raise EventViolation(
            "fact-conflict", "This form was sent before, with other words. Open the page again."
        )
    return known


def _part(cash: Cash, pot: Pot, player: Player) -> InPot:
    """The person's part as it is now, also of somebody who is not on the list."""
    person = person_of(cash, player.pk)
    parts = person.parts if person else [part_in(one.pot, [], entered=False) for one in cash.pots]
    part = next((part for part in parts if part.pot.pk == pot.pk), None)
    if part is None:
        raise EventViolation("pot-dropped", f"{pot.name} is dropped and takes no money.")
    return part


def _to_take(part: InPot, player: Player) -> int:
    return part.open if part.joined else part.pot.fee


def _fact(new: NewFact, kind: str, amount: int, actor: Actor) -> CashFact:
    least = 0 if kind in {Kind.OWES, Kind.COUNTER} else 1
    if not least <= amount <= MOST_MONEY:
        raise EventViolation("amount-out-of-range", "Give an amount of money above nothing.")
    return CashFact(
        id=new.id,
        pot=new.pot,
        player=new.player,
        kind=kind,
        amount=amount,
        reason=new.reason.strip(),
        taken_by=actor.code,
    )


def _kept(made: Sequence[CashFact], event: Event) -> list[CashFact]:
    """Number the facts after those of their pot, and keep them."""
    pot = made[0].pot
    last = CashFact.objects.filter(pot=pot).aggregate(last=Max("position"))["last"] or 0
    for position, fact in enumerate(made, start=last + 1):
        fact.position = position
    kept = CashFact.objects.bulk_create(made)
    raise_club_revision(event.club_id)
    return kept
