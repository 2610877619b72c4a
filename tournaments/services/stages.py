"""The stages of an event: which one is being played, and its first row."""

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.options import StageTerms, stages_planned
from tournaments.models import Event, EventPolicy, Stage


def terms_of(event: Event) -> EventPolicy:
    """The terms in force. An event without any is a fault of ours."""
    policy = EventPolicy.objects.filter(event=event).order_by("-number").first()
    if policy is None:
        raise LookupError(f"event {event.pk} has no policy")
    return policy


def stage_to_draw(event: Event, policy: EventPolicy) -> tuple[Stage, StageTerms]:
    """The stage that is being drawn: the newest there is, or the first one, made now.

    Until its first round binds, the stage follows the policy. Runs in the caller's transaction, which holds
    the event.
    """
    planned = stages_planned(policy.movement)
    stage = event.stages.order_by("-number").first()
    if stage is None:
        return _make(event, 1, planned[0]), planned[0]
    if stage.number > len(planned):
        raise EventViolation("stage-unplanned", "The terms plan no such stage; add it to them first.")
    terms = planned[stage.number - 1]
    bound = stage.rounds.exclude(state="proposed").exists() or stage.verdicts.exists()
    if not bound and (stage.format, stage.options) != (terms.format, terms.options.to_dict()):
        stage.format, stage.name, stage.options = terms.format, terms.name, terms.options.to_dict()
        stage.save(update_fields=["format", "name", "options"])
    return stage, terms


def stage_of_imports(event: Event) -> Stage:
    """The stage to which rounds played elsewhere belong: the first one."""
    stage, _ = Stage.objects.get_or_create(event=event, number=1, defaults={"format": "imported"})
    return stage


def _make(event: Event, number: int, terms: StageTerms) -> Stage:
    return Stage.objects.create(
        event=event, number=number, name=terms.name, format=terms.format, options=terms.options.to_dict()
    )
