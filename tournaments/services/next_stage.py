"""From one stage of an event to the next: who goes on, who becomes whose partner, and the way back."""

from collections.abc import Mapping, Sequence
from random import Random

from django.db import transaction
from django.db.models import Max

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.options import DRAFT, StageTerms, stages_planned
from tournaments.engine.formats.stages import draft_partners, seed_from_pools, settle_cut
from tournaments.models import Entry, Event, Pair, Round, Stage
from tournaments.selectors.stages import GoingOn, going_on, terms_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions
from tournaments.services.stages import make_stage, settle_pools


@transaction.atomic
def begin_next_stage(
    *,
    event: Event,
    actor: Actor,
    chosen: Sequence[int] = (),
    by_lot: str = "",
    picks: Sequence[tuple[int, int]] | None = None,
    unfinished: bool = False,
) -> Stage:
    """End the newest stage and make the next one, with those who go on as its seeds, the best first.

    Who is level at the border is named in `chosen` (best first) or drawn with the seed `by_lot`. After a
    seeding stage whose next is a draft, `picks` are (captain, partner); None pairs the first with the last.
    `unfinished` goes on although matches have no result. Raises EventViolation otherwise.
    """
    locked = locked_event(event)
    found = going_on(locked)
    if found is None or found.next is None:
        raise EventViolation("no-next-stage", "The terms plan no further stage.")
    if locked.rounds.filter(stage=found.stage, state=Round.State.PROPOSED).exists():
        raise EventViolation(
            "stage-not-over", "Rounds of this stage are still proposed; play or discard them."
        )
    if (found.missing or found.uncalled) and not unfinished:
        raise EventViolation("results-missing", f"No result yet: {_where(found)}.")
    seeds = _through(found, chosen, by_lot)
    if found.next.format == DRAFT:
        made = _draft(locked, found, seeds, picks)
    else:
        made = _make(locked, found.stage.number + 1, found.next, seeds, by_lot)
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return made


def _through(found: GoingOn, chosen: Sequence[int], by_lot: str) -> list[int]:
    """Seeds of the next stage. A lot is drawn from the seed, so that it can be drawn again in public."""
    rng = Random(by_lot) if by_lot else None
    orders = [
        list(settle_cut(one, chosen=[entry for entry in chosen if entry in one.level], rng=rng))
        for one in found.cuts
    ]
    if len(orders) == 1:
        return orders[0]
    each = min(len(one) for one in orders)
    return seed_from_pools(orders, each, rng=Random(by_lot or f"pools {found.stage.pk}"))


def _draft(
    event: Event, found: GoingOn, ranking: Sequence[int], picks: Sequence[tuple[int, int]] | None
) -> Stage:
    """The draft as a stage of its own, and at once the stage that its pairs play."""
    couples = draft_partners(ranking, picks)
    draft = make_stage(event, found.stage.number + 1, _planned(event, found.stage.number + 1), ranking)
    entries = {one.pk: one for one in Entry.objects.filter(event=event, pk__in=ranking)}
    number = event.entries.aggregate(last=Max("number"))["last"] or 0
    pairs = []
    for at, two in enumerate(couples, start=1):
        pair = _pair(event, entries, two)
        pairs.append(Entry.objects.create(event=event, number=number + at, pair=pair, drafted=True).pk)
    following = _planned(event, draft.number + 1)
    return _make(event, draft.number + 1, following, pairs, "")


def _pair(event: Event, entries: Mapping[int, Entry], two: tuple[int, int]) -> Pair:
    people = sorted(entries[one].player_id or 0 for one in two)
    pair, _ = Pair.objects.get_or_create(
        first_id=people[0], second_id=people[1], defaults={"club_id": event.club_id}
    )
    return pair


def _planned(event: Event, number: int) -> StageTerms:
    planned = stages_planned(terms_of(event).movement)
    if number > len(planned):
        raise EventViolation("no-next-stage", "After a draft its pairs play; plan that stage, too.")
    return planned[number - 1]


def _make(event: Event, number: int, terms: StageTerms, seeds: Sequence[int], seed: str) -> Stage:
    stage = make_stage(event, number, terms, seeds)
    if terms.options.pools > 1:
        settle_pools(stage, terms, seed)
    return stage


@transaction.atomic
def drop_stage(*, event: Event, actor: Actor) -> None:
    """Take the newest stage back while nothing of it binds; pairs that a draft made for it go, too."""
    locked = locked_event(event)
    stage = locked.stages.order_by("-number").first()
    if stage is None or stage.number == 1:
        raise EventViolation("no-stage-to-drop", "The first stage is the event itself.")
    if stage.rounds.exclude(state=Round.State.PROPOSED).exists() or stage.verdicts.exists():
        raise EventViolation("stage-begun", f"{stage} has begun; take its draw back first.")
    stage.delete()
    draft = locked.stages.order_by("-number").first()
    if draft is not None and draft.format == DRAFT:
        draft.delete()
        locked.entries.filter(drafted=True).delete()
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)


def _where(found: GoingOn) -> str:
    told = [f"{one.round} table {one.table}" for one in found.missing[:6]]
    more = len(found.missing) - len(told) + found.uncalled
    return ", ".join([*told, *([f"{more} more" if told else f"{more} of the bracket"] if more else [])])
