"""Who comes late, leaves, comes back or makes the numbers fit: one action each, on the night itself.

Only rounds that are still proposed are drawn anew; what was accepted stays as it is. Each action tells what
it costs in repeats.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.categories import read_categories
from tournaments.engine.costs import Cost
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.options import stages_planned
from tournaments.engine.names import ParsedName, name_of
from tournaments.engine.names_pairs import pair_of
from tournaments.models import Entry, Event, Player, Round
from tournaments.selectors.attendance import (
    DrawnSoFar,
    drawn_so_far,
    is_bracket,
    last_accepted,
    newest_stage,
)
from tournaments.selectors.entrants import categories_known, enters_pairs, people_entered
from tournaments.selectors.stages import terms_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.brackets import withdraw_from_bracket
from tournaments.services.draws import locked_event, propose_draw
from tournaments.services.entrants import Entrant, add_players, forget_proposal, refuse_after_the_bracket
from tournaments.services.pairs import PairEntrant, add_pairs
from tournaments.services.revisions import raise_revisions

STAND, REMOVED = "stand", "removed"
"""What becomes of the results of whoever leaves."""
FILLER = "filler"


@transaction.atomic
def late_entry(
    *, event: Event, entrants: Sequence[Entrant] = (), pairs: Sequence[PairEntrant] = (), actor: Actor
) -> Cost:
    """Enter everybody or nobody, also when rounds are accepted: those missed give no points."""
    if not entrants and not pairs:
        raise EventViolation("nobody-comes", "Nobody is named who comes in.")
    locked = locked_event(event)
    _refuse_who_is_too_late(locked)
    before = drawn_so_far(locked)
    if entrants:
        add_players(locked, entrants)
    if pairs:
        add_pairs(locked, pairs)
    return _drawn_anew(locked, before, actor)


@transaction.atomic
def withdraw(*, entry: Entry, actor: Actor, results: str = STAND, after: int | None = None) -> Cost:
    """Let somebody go after round `after`, the last accepted one unless told, 0 before the first.

    The results stand, or are removed: those of the others against the entry count either way. In a bracket
    the open match is given up, and every later one.
    """
    decided = withdraw_from_bracket(entry=entry, actor=actor)  # holds its matches, and then the event
    locked = locked_event(entry.event)
    there = locked.entries.get(pk=entry.pk)
    if there.withdrawn_after is not None:
        raise EventViolation("withdrawn-already", f"{there} has left already.")
    if results not in {STAND, REMOVED}:
        raise EventViolation("results-unknown", "The results stand, or are removed.")
    last = last_accepted(locked)
    if after is not None and not 0 <= after <= last:
        raise EventViolation("round-unknown", f"Say after which round, 0 to {last}; {after} is not accepted.")
    before = drawn_so_far(locked)
    there.withdrawn_after = last if after is None else after
    there.results_removed = results == REMOVED
    there.save(update_fields=["withdrawn_after", "results_removed"])
    return replace(_drawn_anew(locked, before, actor), decided=decided)


@transaction.atomic
def bring_back(*, entry: Entry, actor: Actor) -> Cost:
    """Take somebody in again who had left, with the results there were."""
    locked = locked_event(entry.event)
    there = locked.entries.get(pk=entry.pk)
    if there.withdrawn_after is None:
        raise EventViolation("not-withdrawn", f"{there} has not left.")
    before = drawn_so_far(locked)
    there.withdrawn_after, there.results_removed = None, False
    there.save(update_fields=["withdrawn_after", "results_removed"])
    return _drawn_anew(locked, before, actor)


@transaction.atomic
def add_filler(*, event: Event, name: str, actor: Actor) -> Cost:
    """An entry that makes the numbers fit; its results never count. Where pairs enter, `name` is of two.

    A filler is a person of its own on the club's list, told apart by a note, so that no namesake's history
    gets these results.
    """
    locked = locked_event(event)
    _refuse_who_is_too_late(locked)
    before = drawn_so_far(locked)
    if enters_pairs(locked):
        pair = pair_of(name)
        one, other = _filler(locked, pair.one), _filler(locked, pair.other)
        add_pairs(locked, [PairEntrant(one=one, other=other)], filler=True)
    else:
        add_players(locked, [_filler(locked, name_of(name))], filler=True)
    return _drawn_anew(locked, before, actor)


@transaction.atomic
def change_categories(*, entry: Entry, categories: Sequence[str], actor: Actor) -> Cost:
    """Give an entry other categories. Proposed rounds are drawn anew only where partners depend on them."""
    locked = locked_event(entry.event)
    there = locked.entries.get(pk=entry.pk)
    said = read_categories(categories, categories_known(locked))
    changed = set(said) ^ set(there.categories)
    before = drawn_so_far(locked) if _mixed_by(locked) in changed else DrawnSoFar((), None)
    there.categories = said
    there.save(update_fields=["categories"])
    return _drawn_anew(locked, before, actor)


def _refuse_who_is_too_late(event: Event) -> None:
    refuse_after_the_bracket(event)
    stage = newest_stage(event)
    if stage is None or not stage.seeds:
        return
    if stage.number > 1 or stage.rounds.exclude(state=Round.State.PROPOSED).exists():
        raise EventViolation(
            "stage-settled", f"Who plays in {stage} is settled; nobody can join it any more."
        )


def _filler(event: Event, name: ParsedName) -> Entrant:
    """Somebody of this name who was a filler before and is not in the event, or a new one."""
    entered = people_entered(event)
    known = Player.objects.filter(club=event.club_id, name=name.display, note__startswith=FILLER)
    by_note = {one.note: one.pk for one in known}
    notes = (FILLER, *(f"{FILLER} {at}" for at in range(2, len(by_note) + 2)))
    note = next(note for note in notes if by_note.get(note) not in entered)
    return Entrant(name=name.display, sort_key=name.sort_key, note=note, player_id=by_note.get(note))


def _mixed_by(event: Event) -> str:
    """The category whose members partner the others in the newest stage; empty where there is none."""
    stage = newest_stage(event)
    planned = stages_planned(terms_of(event).movement)
    at = stage.number if stage is not None else 1
    return planned[at - 1].options.mixed if at <= len(planned) else ""


def _drawn_anew(event: Event, before: DrawnSoFar, actor: Actor) -> Cost:
    """Draw the proposed rounds again, by a fresh lot; where that cannot be, nothing stays proposed."""
    note = _propose_again(event, actor) if before.proposed else ""
    after = drawn_so_far(event) if before.proposed else before
    raise_revisions(event.pk, event.club_id)
    announce_on_commit(event.pk)
    return Cost(redrawn=after.proposed, before=before.figures, after=after.figures, note=note)


def _propose_again(event: Event, actor: Actor) -> str:
    """Draw the proposed rounds again; a sentence where that cannot be, and nothing stays proposed."""
    stage = newest_stage(event)
    if stage is not None and is_bracket(stage):
        forget_proposal(event)
        return "The bracket that was proposed is taken away; propose it again."
    try:
        with transaction.atomic():
            propose_draw(event=event, actor=actor)
    except EventViolation as refused:
        forget_proposal(event)
        return f"The proposed rounds are taken away, for they cannot be drawn anew. {refused.sentence}"
    return ""
