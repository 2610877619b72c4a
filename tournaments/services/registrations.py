"""Registering people for a season, and noting what they pay: money that changed hands is only ever added."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from django.db import transaction
from django.db.models import Sum

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.money import MOST_MONEY, currency_of, money
from tournaments.models import FeePayment, Player, Registration, Season
from tournaments.services.revisions import raise_club_revision

MOST_REGISTERED = 2000


@transaction.atomic
def register_people(
    *, season: Season, people: Sequence[int], fee: int, day: date, actor: Actor
) -> list[Registration]:
    """Register everybody named, by the ids of players, or nobody; each owes the fee."""
    _refuse_amount(fee)
    Season.objects.select_for_update().get(pk=season.pk)
    known = Player.objects.filter(club=season.club_id).in_bulk(people)
    if not known or len(known) != len(set(people)):
        raise EventViolation("player-unknown", "Choose people of the club's list.")
    there = Registration.objects.filter(season=season)
    if twice := there.filter(player__in=known).select_related("player"):
        names = ", ".join(str(one.player) for one in twice)
        raise EventViolation("registered-already", f"Registered already: {names}.")
    if there.count() + len(known) > MOST_REGISTERED:
        raise EventViolation("too-many-registered", f"A season takes {MOST_REGISTERED} people.")
    before = there.first()
    currency = before.currency if before is not None else currency_of(season.club.currency).code
    made = Registration.objects.bulk_create(
        Registration(season=season, player=one, registered_on=day, fee=fee, currency=currency)
        for one in known.values()
    )
    raise_club_revision(season.club_id)
    return made


@transaction.atomic
def change_registration(*, registration: Registration, fee: int, note: str, actor: Actor) -> None:
    """Another fee, such as half for a junior, or another note."""
    _refuse_amount(fee)
    Registration.objects.filter(pk=registration.pk).update(fee=fee, note=" ".join(note.split())[:200])
    raise_club_revision(registration.season.club_id)


@transaction.atomic
def take_season_fee(
    *, id: UUID, registration: Registration, amount: int | None, actor: Actor, reason: str = ""
) -> FeePayment:
    """Money that changed hands: what is owed, or an amount; given back where it is below 0, with a reason.

    The form's id makes one payment of a form sent twice.
    """
    held = Registration.objects.select_for_update().get(pk=registration.pk)
    known = FeePayment.objects.filter(pk=id).first()
    if known is not None:
        if known.registration_id != held.pk:
            raise EventViolation("payment-conflict", "This form was sent for somebody else. Open it again.")
        return known
    paid = held.payments.aggregate(sum=Sum("amount"))["sum"] or 0
    said = held.fee - paid if amount is None else amount
    _refuse_amount(abs(said))
    if not said or (amount is None and said < 0):
        raise EventViolation("nothing-owed", f"{registration.player} owes nothing.")
    if said < 0 and -said > paid:
        has = money(paid, held.currency)
        raise EventViolation(
            "refund-too-large", f"{registration.player} has paid {has}, and no more goes back."
        )
    if said < 0 and not reason.strip():
        raise EventViolation("reason-missing", "Say why money is given back.")
    made = FeePayment.objects.create(
        id=id, registration=held, amount=said, reason=" ".join(reason.split())[:200], taken_by=actor.code
    )
    raise_club_revision(registration.season.club_id)
    return made


@transaction.atomic
def drop_registration(*, registration: Registration, actor: Actor) -> None:
    """Take somebody off the season's list, while no money of theirs is on it."""
    held = Registration.objects.select_for_update().get(pk=registration.pk)
    if held.payments.aggregate(sum=Sum("amount"))["sum"]:
        raise EventViolation("money-there", f"{registration.player} has paid; give it back first.")
    held.delete()
    raise_club_revision(registration.season.club_id)


def _refuse_amount(amount: int) -> None:
    if not 0 <= amount <= MOST_MONEY:
        raise EventViolation("amount-out-of-range", "That amount is too large, or below nothing.")
