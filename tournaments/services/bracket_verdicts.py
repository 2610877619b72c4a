"""Verdicts of a bracket that a director gives: results, walkovers, corrections; and those of who has left.

Nothing is silently moved. A corrected result that would take people out of a match they were called to, or
void a later result, waits for the director: keep everybody where they are, or redraw. Either way a score
stays with the people who made it.
"""

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.tree import How, State, verdict_of
from tournaments.models import Entry, Forfeit, Stage
from tournaments.selectors.brackets import BracketNow, bracket_now
from tournaments.services.announce import announce_on_commit
from tournaments.services.bracket_calls import hold_bracket
from tournaments.services.bracket_changes import (
    choose_verdict,
    free_table,
    settle_withdrawn,
    write_verdict,
)
from tournaments.services.draws import locked_event
from tournaments.services.revisions import raise_revisions


@transaction.atomic
def decide_match(
    *,
    stage: Stage,
    number: int,
    winner: int | None,
    games: tuple[int, int] | None = None,
    how: How = How.PLAYED,
    reason: str = "",
    actor: Actor,
) -> None:
    """The director's word on a match: a result, a walkover, somebody who left, or neither came (no winner).

    `games` are in the order in which the two are drawn. A match at a table where no line is recorded gives
    its table back; of one that was given up half-way the lines stay, as a forfeit. Raises EventViolation for
    a match decided already or not known yet, games that make none, or one whose score is on a sheet.
    """
    now = hold_bracket(stage)
    locked_event(stage.event)
    verdict = verdict_of(now.bracket, number, winner, games, how)
    if now.seen[number].state is State.DECIDED:
        raise EventViolation("match-decided", f"Match {number + 1} is decided already; correct it instead.")
    free_table(now, number, verdict, reason, actor)
    write_verdict(now, number, verdict, actor.code, reason)
    settle_withdrawn(now, actor.code)
    _changed(stage)


@transaction.atomic
def correct_match(
    *,
    stage: Stage,
    number: int,
    winner: int | None,
    games: tuple[int, int] | None = None,
    how: How = How.PLAYED,
    reason: str = "",
    actor: Actor,
    keep: bool | None = None,
) -> None:
    """Another word of the director on a match that is decided.

    Where later matches have been called or decided, `keep` says what happens to them: True leaves everybody
    where they went, False moves them as the result now says. Raises EventViolation
    `correction-has-consequences` (with what they are) while that is not said.
    """
    now = hold_bracket(stage)
    locked_event(stage.event)
    verdict = verdict_of(now.bracket, number, winner, games, how)
    _check_decided(now, number)
    if how is How.PLAYED:
        _check_sheet(now, number)
    choose_verdict(now, number, verdict, actor, reason, keep)
    free_table(now, number, verdict, reason, actor)
    settle_withdrawn(now, actor.code)
    _changed(stage)


@transaction.atomic
def take_back_match(*, stage: Stage, number: int, actor: Actor, redraw: bool = False) -> None:
    """Take a typed result away: the match is open again, or as far as its sheet says.

    Raises EventViolation `correction-has-consequences` where later matches have been called or decided,
    unless `redraw` says that everybody goes back.
    """
    now = hold_bracket(stage)
    locked_event(stage.event)
    _check_decided(now, number)
    match = now.called.get(number)
    if match is not None and Forfeit.objects.filter(match=match).delete()[0]:
        now = bracket_now(stage)
    else:
        _check_sheet(now, number)
    choose_verdict(now, number, now.heard_verdict(number), actor, "", False if redraw else None)
    settle_withdrawn(now, actor.code)
    _changed(stage)


@transaction.atomic
def settle_match(*, stage: Stage, number: int, keep: bool, reason: str = "", actor: Actor) -> None:
    """Decide a difference between a table and the bracket: keep everybody where they are, or redraw.

    Raises EventViolation where there is none.
    """
    now = hold_bracket(stage)
    found = now.difference(number)
    if found is None:
        raise EventViolation("nothing-differs", f"Match {number + 1} is what its table says.")
    choose_verdict(now, number, found.heard, actor, reason, keep)
    settle_withdrawn(now, actor.code)
    _changed(stage)


@transaction.atomic
def give_up_matches(*, stage: Stage, entry: Entry, actor: Actor) -> int:
    """Whoever has left loses the match that is open, also at a table; how many were decided by it."""
    now = hold_bracket(stage)
    decided = settle_withdrawn(now, actor.code, gone={entry.pk}, at_tables=actor)
    _changed(stage)
    return decided


def _check_decided(now: BracketNow, number: int) -> None:
    if not 0 <= number < len(now.seen) or now.seen[number].state is not State.DECIDED:
        raise EventViolation("match-not-decided", f"Match {number + 1} has no result to correct.")


def _check_sheet(now: BracketNow, number: int) -> None:
    """A result that is on a sheet is corrected on the sheet; only what is level there is anybody's word."""
    if now.is_on_sheet(number):
        raise EventViolation(
            "result-on-sheet",
            f"The result of match {number + 1} is on the sheet of table {now.called[number].table}."
            " Correct it there; the bracket follows.",
        )


def _changed(stage: Stage) -> None:
    announce_on_commit(stage.event_id)
    raise_revisions(stage.event_id, stage.event.club_id)
