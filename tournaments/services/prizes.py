"""The prize list: accepted as it was looked at, published, handed over, and withdrawn with a reason."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.asking import a_stranger, asked_by
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Handing, Payout, Pot, PotShare, PrizeList
from tournaments.selectors.events import published_revision_of, revision_of
from tournaments.selectors.prizes import PotProposed, proposal_of
from tournaments.services.cash import lock_for_money, refuse_when_shared
from tournaments.services.revisions import raise_club_revision, raise_revisions


@transaction.atomic
def accept_prizes(*, event: Event, seal: str, actor: Actor, absent: Collection[int] = ()) -> PrizeList:
    """Make the proposal that was looked at the event's prize list; another one than that is refused.

    `absent` are the entries that are not there. From now on no money goes in or out of the pots.
    """
    locked = lock_for_money(event)
    refuse_when_shared(locked)
    if published_revision_of(locked) < revision_of(locked):
        raise EventViolation("standings-behind", "Newer results are being counted. Look again in a moment.")
    with asked_by(a_stranger()):  # the list is kept and published: it names people as strangers may
        proposal = proposal_of(locked, absent)
    if proposal.fault:
        raise EventViolation("prizes-not-ready", proposal.fault)
    if proposal.seal != seal:
        raise EventViolation(
            "prizes-changed",
            "Results or money changed since you looked. Look again, then accept.",
        )
    made = _next_list(locked, proposal.revision, actor)
    for pot in proposal.pots:
        if pot.rules is not None:
            _keep_share(made, pot)
    raise_revisions(event.pk, event.club_id)
    return made


@transaction.atomic
def publish_prizes(*, prize_list: PrizeList, published: bool = True) -> None:
    """Show the list to everybody who may see the event, or take it off again."""
    event = lock_for_money(prize_list.event)
    _in_force(prize_list)
    PrizeList.objects.filter(pk=prize_list.pk).update(published_at=timezone.now() if published else None)
    raise_revisions(event.pk, event.club_id)


@transaction.atomic
def withdraw_prizes(*, prize_list: PrizeList, reason: str, actor: Actor) -> None:
    """Take an accepted list back, while nothing of it is handed over and nothing carried on from it."""
    event = lock_for_money(prize_list.event)
    _in_force(prize_list)
    out = Payout.objects.filter(share__prize_list=prize_list).exclude(paid_at=None).count()
    if out:
        raise EventViolation(
            "prizes-handed-over", f"{out} of its prizes are handed over. Enter first that they came back."
        )
    later = Pot.objects.filter(carried_from__event=event).select_related("event").first()
    if later is not None:
        raise EventViolation(
            "prizes-carried-on", f"What was left over lies in {later.name} of {later.event} already."
        )
    PrizeList.objects.filter(pk=prize_list.pk).update(
        withdrawn_at=timezone.now(), withdrawn_by=actor.code, withdrawn_reason=_reason(reason)
    )
    raise_revisions(event.pk, event.club_id)


@transaction.atomic
def hand_over(*, prize_list: PrizeList, payout_ids: Collection[int], actor: Actor) -> int:
    """Say that prizes were given out; those given out already stay as they are. How many were new."""
    event = lock_for_money(prize_list.event)
    _in_force(prize_list)
    due = list(Payout.objects.filter(share__prize_list=prize_list, pk__in=payout_ids, paid_at=None))
    Payout.objects.filter(pk__in=[one.pk for one in due]).update(paid_at=timezone.now(), paid_by=actor.code)
    Handing.objects.bulk_create(Handing(payout=one, given=True, recorded_by=actor.code) for one in due)
    raise_club_revision(event.club_id)
    return len(due)


@transaction.atomic
def take_back(*, payout: Payout, reason: str, actor: Actor) -> None:
    """Say that a prize that was handed over came back, or was not given after all."""
    event = lock_for_money(payout.share.prize_list.event)
    _in_force(payout.share.prize_list)
    due = _reason(reason)
    if not Payout.objects.filter(pk=payout.pk).exclude(paid_at=None).update(paid_at=None, paid_by=""):
        raise EventViolation("prize-not-handed-over", "This prize is not handed over.")
    Handing.objects.create(payout=payout, given=False, reason=due, recorded_by=actor.code)
    raise_club_revision(event.club_id)


def _next_list(event: Event, revision: int, actor: Actor) -> PrizeList:
    last = PrizeList.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    return PrizeList.objects.create(event=event, number=last + 1, revision=revision, accepted_by=actor.code)


def _keep_share(made: PrizeList, pot: PotProposed) -> None:
    assert pot.rules is not None
    share = PotShare.objects.create(
        prize_list=made,
        pot=pot.totals.pot,
        amount=pot.totals.amount,
        carried=pot.carried,
        rules=pot.rules.to_dict(),
        notes=list(pot.notes),
    )
    Payout.objects.bulk_create(
        Payout(
            share=share,
            number=number,
            entry_id=pay.entry_id,
            amount=pay.amount,
            prize=pay.prize,
            reason=pay.sentence,
        )
        for number, pay in enumerate(pot.payments, start=1)
    )


def _in_force(prize_list: PrizeList) -> None:
    if PrizeList.objects.filter(pk=prize_list.pk).exclude(withdrawn_at=None).exists():
        raise EventViolation("prizes-withdrawn", "This prize list was withdrawn.")


def _reason(reason: str) -> str:
    if not reason.strip():
        raise EventViolation("reason-missing", "Say why.")
    return reason.strip()
