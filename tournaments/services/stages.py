"""The stages of an event: which one is being played, and its first row."""

import secrets
from collections.abc import Sequence
from random import Random

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.bracket import Seeding
from tournaments.engine.formats.options import StageTerms, stages_planned
from tournaments.engine.formats.round_robin import draw_pools
from tournaments.models import Event, EventPolicy, Stage
from tournaments.selectors.stages import entrants_of


def stage_to_draw(event: Event, policy: EventPolicy) -> tuple[Stage, StageTerms]:
    """The stage that is being drawn: the newest there is, or the first one, made now.

    Until its first round binds, the stage follows the policy. Runs in the caller's transaction, which holds
    the event.
    """
    planned = stages_planned(policy.movement)
    stage = event.stages.order_by("-number").first()
    if stage is None:
        return make_stage(event, 1, planned[0]), planned[0]
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


def make_stage(event: Event, number: int, terms: StageTerms, seeds: Sequence[int] = ()) -> Stage:
    """The row of a stage as planned; `seeds` are its entries, the best first, none where all take part."""
    return Stage.objects.create(
        event=event,
        number=number,
        name=terms.name,
        format=terms.format,
        options=terms.options.to_dict(),
        seeds=list(seeds),
    )


def settle_pools(stage: Stage, terms: StageTerms, seed: str = "") -> None:
    """Put a stage's entries into its pools, by the snake from its seeds, or each row of it by lot."""
    if stage.number == 1:
        stage.seeds = []  # whoever came since the last draw is put into a pool, too
    stage.seed = seed or stage.seed or secrets.token_hex(8)
    entrants = entrants_of(stage)
    rng = Random(stage.seed) if terms.options.seeding == Seeding.LOT.value else None
    stage.pools = [list(pool) for pool in draw_pools(entrants, terms.options.pools, rng=rng)]
    stage.seeds = entrants
    stage.save(update_fields=["seed", "pools", "seeds"])
