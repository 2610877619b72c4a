"""A bracket from its proposal to the moment it binds, and back while nothing was played.

What is proposed is a round still to be accepted that holds the order of the seeds: whatever makes a proposal
void (somebody enters, another draw is proposed) takes it away as it takes any other. Accepting writes the
seeds to the stage; from then on the whole tree follows from them, the stage's options and the verdicts.
"""

import secrets
from collections.abc import Mapping, Sequence
from random import Random

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.bracket import Seeding, seed_entries
from tournaments.engine.formats.bracket_words import round_names
from tournaments.engine.formats.options import Options, StageTerms
from tournaments.engine.formats.tree import Part
from tournaments.models import Backup, BetterDraw, BracketVerdict, Entry, Event, Match, Round, Stage
from tournaments.selectors.brackets import (
    BRACKETS,
    binds,
    bracket_stage_of,
    proposal_of,
    tree_of,
)
from tournaments.selectors.events import listed
from tournaments.selectors.results import entry_names
from tournaments.selectors.seedings import bracket_entrants
from tournaments.selectors.stages import terms_of
from tournaments.services.announce import announce_on_commit, back_up_on_commit
from tournaments.services.bracket_calls import drop_matches, held_stage
from tournaments.services.bracket_verdicts import give_up_matches
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions
from tournaments.services.stages import stage_to_draw


@transaction.atomic
def propose_bracket(
    *,
    event: Event,
    actor: Actor,
    seed: str | None = None,
    order: Sequence[int] | None = None,
    ratings: Mapping[int, int] | None = None,
) -> Round:
    """Seed the stage that is to be drawn and propose its bracket, in place of an older proposal.

    By list the seeds are `order` (entry ids, the first seed first), or the order in which the stage has its
    entries; by rating the highest of `ratings` is first, equals by lot; by lot the seed alone decides, and is
    kept. Raises EventViolation for a stage that is no bracket, or binds, and for seeds that make none.
    """
    locked = locked_event(event)
    locked.rounds.filter(state=Round.State.PROPOSED).delete()
    BetterDraw.objects.filter(event=event).delete()
    stage, terms = stage_to_draw(locked, terms_of(event))
    if terms.format not in BRACKETS:
        raise EventViolation("not-a-bracket", "The terms plan no bracket here; change the terms first.")
    if binds(stage):
        raise EventViolation("bracket-accepted", "This bracket is accepted; take it back to draw it again.")
    seed = seed or secrets.token_hex(8)
    seeds = _seeded(stage, terms, seed, order, ratings)
    tree_of(terms.format, seeds, terms.options)
    proposed = Round.objects.create(
        event=event,
        stage=stage,
        number=(locked.rounds.aggregate(last=Max("number"))["last"] or 0) + 1,
        format=terms.format,
        seed=seed,
        draw={"seeds": seeds, "format": terms.format, "options": terms.options.to_dict()},
    )
    raise_revisions(event.pk, event.club_id)
    return proposed


def _seeded(
    stage: Stage,
    terms: StageTerms,
    seed: str,
    order: Sequence[int] | None,
    ratings: Mapping[int, int] | None,
) -> list[int]:
    entrants = bracket_entrants(stage)
    how = Seeding(terms.options.seeding)
    if len(entrants) == 1:
        raise EventViolation("bracket-of-one", "A bracket of one has nobody to meet.")
    if how is Seeding.LIST:
        entrants = _in_order(stage, entrants, order) if order is not None else entrants
    if how is Seeding.RATING:
        ratings = ratings if ratings is not None else _ratings_of(stage)
        if missing := [entry for entry in entrants if entry not in ratings]:
            raise EventViolation("rating-missing", f"No rating is known of {_named(stage, missing)}.")
    return seed_entries(entrants, how, rng=Random(seed), ratings=ratings)


def _in_order(stage: Stage, entrants: Sequence[int], order: Sequence[int]) -> list[int]:
    if twice := sorted({entry for entry in order if order.count(entry) > 1}):
        raise EventViolation("seed-twice", f"Seeded twice: {_named(stage, twice)}.")
    if missing := [entry for entry in entrants if entry not in order]:
        raise EventViolation("seed-missing", f"Without a seed: {_named(stage, missing)}.")
    if set(order) - set(entrants):
        raise EventViolation("entrant-unknown", "Somebody is seeded who does not take part in this stage.")
    return list(order)


def _ratings_of(stage: Stage) -> dict[int, int]:
    """By the standing of the stage before, if this stage has its entries from one."""
    return {entry: -at for at, entry in enumerate(stage.seeds)}


def _named(stage: Stage, entries: Sequence[int]) -> str:
    names = entry_names(stage.event_id)
    return listed(names.get(entry, f"entry {entry}") for entry in entries)


@transaction.atomic
def accept_bracket(*, event: Event, seed: str, actor: Actor) -> Stage:
    """Make the proposed bracket with this seed binding; matches can then be called.

    Refused when another proposal has come in its place since it was looked at, when the terms were changed,
    or when somebody who is seeded has left.
    """
    locked = locked_event(event)
    stage, terms = stage_to_draw(locked, terms_of(event))
    proposed = proposal_of(stage)
    if proposed is None or "seeds" not in proposed.draw:
        raise EventViolation("nothing-proposed", "There is no bracket to accept; propose one first.")
    seeds, drawn = proposed.draw["seeds"], (proposed.draw["format"], proposed.draw["options"])
    there = set(bracket_entrants(stage))
    if proposed.seed != seed or drawn != (terms.format, terms.options.to_dict()) or there != set(seeds):
        raise EventViolation(
            "draw-changed", "The bracket has changed meanwhile. Propose it again and look at it."
        )
    stage.seeds, stage.seed = seeds, seed
    stage.save(update_fields=["seeds", "seed"])
    tree = tree_of(stage.format, seeds, Options.of(stage.options))
    proposed.name, proposed.draw = round_names(tree)[Part.MAIN, 1], {}
    proposed.state, proposed.accepted_at = Round.State.ACCEPTED, timezone.now()
    proposed.save(update_fields=["name", "draw", "state", "accepted_at"])
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    back_up_on_commit(event.pk, proposed.number, Backup.Why.DRAW)
    return stage


@transaction.atomic
def undo_bracket(*, event: Event, actor: Actor) -> Round:
    """Make an accepted bracket a proposal again while nothing is played: calls and walkovers are undone.

    Whoever has left since is not in the proposal. Raises EventViolation once a line or a result is recorded.
    """
    stage, now = held_stage(event)
    locked_event(event)
    played = Match.objects.filter(round__stage=stage, result__isnull=False).exists()
    if played or any(row.how == BracketVerdict.How.PLAYED for row in now.rows.values()):
        raise EventViolation(
            "bracket-begun", "Matches of this bracket are played; it can no longer be taken back."
        )
    stage.verdicts.all().delete()
    drop_matches(list(now.called.values()))
    first, *others = stage.rounds.order_by("number")
    for one in others:
        one.delete()
    first.draw = {"seeds": bracket_entrants(stage), "format": stage.format, "options": stage.options}
    first.state, first.name, first.accepted_at = Round.State.PROPOSED, "", None
    first.save(update_fields=["draw", "state", "name", "accepted_at"])
    stage.seeds = [] if stage.number == 1 else stage.seeds
    stage.save(update_fields=["seeds"])
    if not event.rounds.exclude(state=Round.State.PROPOSED).exists():
        Event.objects.filter(pk=event.pk).update(state=Event.State.SETUP)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return first


def withdraw_from_bracket(*, entry: Entry, actor: Actor) -> int:
    """Whoever has left gives up the open match, and every later one as soon as the other side is known.

    Returns how many matches were decided by it; 0 where no bracket binds or the entry is not in it. The
    caller marks the entry (`withdrawn_after`) and has not yet locked the event: this locks matches first.
    """
    stage = bracket_stage_of(entry.event)
    if stage is None or entry.pk not in stage.seeds or not binds(stage):
        return 0
    return give_up_matches(stage=stage, entry=entry, actor=actor)
