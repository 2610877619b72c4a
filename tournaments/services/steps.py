"""The steps of a movement by fixed steps, chosen by the director before the event."""

from dataclasses import replace

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.fixed_steps import Steps
from tournaments.models import Event, EventPolicy
from tournaments.selectors.stages import terms_of
from tournaments.services.draws import discard_draw, locked_event
from tournaments.services.events import amend_event, terms_from


@transaction.atomic
def choose_steps(*, event: Event, steps: Steps, actor: Actor) -> EventPolicy:
    """Amend the terms so that the seats N, E, S, W move by these steps; a proposal by others is gone."""
    locked = locked_event(event)
    terms = terms_from(terms_of(locked))
    if terms.movement != "fixed-steps":
        raise EventViolation("steps-unfit", "Nobody moves by fixed steps here; choose that in the terms.")
    if locked.rounds.exclude(state="proposed").exists():
        raise EventViolation(
            "round-accepted", "People have sat down by other steps already; they go on by those."
        )
    discard_draw(event=locked)
    return amend_event(
        event=event,
        terms=replace(terms, options=replace(terms.options, steps=steps)),
        reason="Steps chosen beside the draw",
        actor=actor,
    )
