"""The plan of an event's prizes: part of its policy, so every change is a new number with a reason."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.prizes_rules import PotRules
from tournaments.models import Event, EventPolicy, Pot
from tournaments.selectors.prizes import PLAN_SCHEMA, plan_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.cash import lock_for_money, refuse_when_shared
from tournaments.services.revisions import raise_revisions


@transaction.atomic
def plan_prizes(*, pot: Pot, rules: PotRules, reason: str, actor: Actor) -> EventPolicy:
    """Say how a pot is shared. Once play began, another plan than before needs a reason."""
    locked = lock_for_money(pot.event)
    refuse_when_shared(locked)
    policy = EventPolicy.objects.filter(event=locked).order_by("-number").first()
    if policy is None:
        raise EventViolation("terms-missing", "Set up the event's terms first.")
    plan = plan_of(policy)
    if pot.number in plan and locked.state != Event.State.SETUP and not reason.strip():
        raise EventViolation("reason-missing", "Say why the prizes change while the event is played.")
    plan[pot.number] = rules
    written = {"schema": PLAN_SCHEMA, "pots": {str(at): one.to_dict() for at, one in sorted(plan.items())}}
    made = keep_plan(policy, written, reason=reason.strip() or f"Prizes of {pot.name} planned.", actor=actor)
    raise_revisions(locked.pk, locked.club_id)
    announce_on_commit(locked.pk)
    return made


def keep_plan(policy: EventPolicy, plan: Mapping[str, Any], *, reason: str, actor: Actor) -> EventPolicy:
    """The event's next policy: the one before with another plan. Inside the caller's transaction and lock."""
    kept = {
        field.attname: getattr(policy, field.attname)
        for field in EventPolicy._meta.concrete_fields
        if field.name not in {"id", "made_at", "number", "prizes", "reason", "made_by"}
    }
    made = EventPolicy(**kept, number=policy.number + 1, prizes=dict(plan), reason=reason, made_by=actor.code)
    made.save()
    return made
