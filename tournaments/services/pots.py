"""The pots of an event: added, begun like last time, dropped while nobody's money is in them."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.money import MOST_MONEY, currency_of
from tournaments.models import Club, Event, EventPolicy, Pot
from tournaments.selectors.cash import EarlierPots, cash_of, earlier_pots
from tournaments.services.cash import lock_for_money, refuse_when_shared
from tournaments.services.prize_plans import keep_plan
from tournaments.services.revisions import raise_club_revision

MOST_POTS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPot:
    """What a pot is made from. `carry_in` lies in it beforehand, and `carry_reason` says whence."""

    name: str
    kind: str
    fee: int
    carry_in: int = 0
    carry_reason: str = ""

    def check(self) -> None:
        """Refuse what is no pot."""
        if not self.name.strip():
            raise EventViolation("pot-name-missing", "A pot needs a name.")
        if self.kind not in Pot.Kind.values:
            raise EventViolation("pot-kind-unknown", "A pot is an entry fee or a side pot.")
        if not (0 <= self.fee <= MOST_MONEY and 0 <= self.carry_in <= MOST_MONEY):
            raise EventViolation("amount-out-of-range", "That amount is too large.")
        if self.carry_in and not self.carry_reason.strip():
            raise EventViolation("reason-missing", "Say where the money comes from that is in it already.")


@transaction.atomic
def add_pot(*, event: Event, new: NewPot, actor: Actor, currency: str = "") -> Pot:
    """One more pot. The first one may name the `currency`, which is then the club's from now on."""
    new.check()
    locked = lock_for_money(event)
    refuse_when_shared(locked)
    pots = list(Pot.objects.filter(event=locked))
    there = [one for one in pots if one.dropped_at is None]
    if len(pots) >= MOST_POTS:
        raise EventViolation("too-many-pots", f"An event has {MOST_POTS} pots at most.")
    if any(one.name.casefold() == new.name.strip().casefold() for one in there):
        raise EventViolation("pot-name-taken", f"There is a pot called {new.name.strip()} already.")
    code = there[0].currency if there else _club_currency(locked, currency)
    pot = _pot(locked, max((one.number for one in pots), default=0) + 1, new, code, actor)
    pot.save()
    raise_club_revision(locked.club_id)
    return pot


@transaction.atomic
def copy_pots(*, event: Event, actor: Actor, like: Event | None = None) -> list[Pot]:
    """The pots of the club's last event that had any, or of `like`, with what was left to carry on.

    Where this event has no plan of prizes yet, that event's plan comes with them.
    """
    locked = lock_for_money(event)
    earlier = earlier_pots(locked, like)
    if earlier is None or Pot.objects.filter(event=locked).exists():
        raise EventViolation("nothing-to-copy", "There are no earlier pots, or this event has its own.")
    made = [_copy(locked, pot, carried, earlier, actor) for pot, carried in earlier.pots]
    Pot.objects.bulk_create(made)
    before = EventPolicy.objects.filter(event=earlier.event).order_by("-number").first()
    now = EventPolicy.objects.filter(event=locked).order_by("-number").first()
    if before is not None and before.prizes and now is not None and not now.prizes:
        keep_plan(now, before.prizes, reason=f"Prizes as on {_day(earlier.event)}.", actor=actor)
    raise_club_revision(locked.club_id)
    return made


@transaction.atomic
def begin_pots(*, event: Event, pots: Mapping[int, NewPot], currency: str, actor: Actor) -> list[Pot]:
    """The first pots of an event, each with its number, so that a plan of prizes fits them."""
    locked = lock_for_money(event)
    if not pots or Pot.objects.filter(event=locked).exists():
        raise EventViolation("pots-there", "There is no pot to begin with, or this event has its own.")
    for new in pots.values():
        new.check()
    code = _club_currency(locked, currency)
    made = Pot.objects.bulk_create(_pot(locked, number, new, code, actor) for number, new in pots.items())
    raise_club_revision(locked.club_id)
    return made


@transaction.atomic
def drop_pot(*, pot: Pot, reason: str, actor: Actor) -> None:
    """Say that a pot was a mistake; only while nobody's money is in it. What was carried in is free again."""
    if not reason.strip():
        raise EventViolation("reason-missing", "Say why.")
    locked = lock_for_money(pot.event)
    refuse_when_shared(locked)
    totals = next((one for one in cash_of(locked).pots if one.pot.pk == pot.pk), None)
    if totals is None:
        raise EventViolation("pot-dropped", f"{pot.name} is dropped already.")
    if totals.paid != totals.refunded:
        raise EventViolation("pot-not-empty", f"{pot.name} holds people's money; give it back first.")
    Pot.objects.filter(pk=pot.pk).update(
        dropped_at=timezone.now(),
        dropped_by=actor.code,
        dropped_reason=reason.strip(),
        carried_from=None,
    )
    raise_club_revision(locked.club_id)


def _pot(event: Event, number: int, new: NewPot, currency: str, actor: Actor) -> Pot:
    return Pot(
        event=event,
        number=number,
        name=new.name.strip(),
        kind=new.kind,
        fee=new.fee,
        currency=currency,
        carry_in=new.carry_in,
        carry_reason=new.carry_reason.strip(),
        made_by=actor.code,
    )


def _copy(event: Event, pot: Pot, carried: int, earlier: EarlierPots, actor: Actor) -> Pot:
    """The numbers stay, so that a plan of prizes fits both events."""
    why = f"carried on from {_day(earlier.event)}" if carried else ""
    new = NewPot(name=pot.name, kind=pot.kind, fee=pot.fee, carry_in=carried, carry_reason=why)
    made = _pot(event, pot.number, new, pot.currency, actor)
    made.carried_from = pot if carried else None
    return made


def _day(event: Event) -> str:
    return f"{event.name}, {event.plays_on.day} {event.plays_on:%B %Y}"


def _club_currency(event: Event, wanted: str) -> str:
    """The club's currency; another one that is wanted becomes it."""
    club = Club.objects.select_for_update().get(pk=event.club_id)
    code = currency_of(wanted or club.currency).code
    if code != club.currency:
        club.currency = code
        club.save(update_fields=["currency"])
    return code
