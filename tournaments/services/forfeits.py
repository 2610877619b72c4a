"""Matches that were not played, or not to their end, because a side did not come or gave up."""

from django.db import transaction

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.models import Event, Forfeit, Match, MatchResult, Round
from tournaments.selectors.forfeits import BOTH
from tournaments.selectors.rounds import current_seatings
from tournaments.selectors.seats import has_begun
from tournaments.selectors.sides import sides_at
from tournaments.selectors.stages import terms_of
from tournaments.services.announce import announce_on_commit
from tournaments.services.bracket_hearing import hear_result
from tournaments.services.revisions import raise_revisions


@transaction.atomic
def record_forfeit(
    *, match: Match, absent: str, reason: str, actor: Actor, given_up: bool = False
) -> Forfeit:
    """Let a match be lost by the side `absent` ("NS" or "EW"; "N" or "S" where two meet), or by "both".

    The others win one game with the event's points for it. Once hands are on the sheet a match can only be
    given up, and is said to be so (`given_up`): the lines stay, and the forfeit decides.
    """
    held = _hold(match)
    if not reason.strip():
        raise EventViolation("reason-missing", "Say why the match is forfeited.")
    sides = sides_at(current_seatings([held.pk]).get(held.pk, {}))
    if len(sides) != 2:
        raise EventViolation("forfeit-of-three", "Three play each for himself here. Let a filler play.")
    if absent not in {*sides, BOTH}:
        raise EventViolation("side-unknown", f"Say who did not come: {', '.join(sides)} or both.")
    _check_begun(held, absent, given_up=given_up)
    points = int(terms_of(held.round.event).absence.get("forfeit_points", 0))
    forfeit, _ = Forfeit.objects.update_or_create(
        match=held,
        defaults={
            "absent": absent,
            "points": points,
            "reason": reason.strip()[:200],
            "recorded_by": actor.code,
        },
    )
    _heard(held)
    return forfeit


@transaction.atomic
def take_back_forfeit(*, match: Match, actor: Actor) -> None:
    """Let a match be played after all; what was written of it counts again."""
    held = _hold(match)
    if not Forfeit.objects.filter(match=held).delete()[0]:
        raise EventViolation("not-forfeited", "This match is not forfeited.")
    _heard(held)


def _hold(match: Match) -> Match:
    """The match of an accepted or closed round, locked."""
    rows = Match.objects.select_for_update(of=("self",)).filter(pk=match.pk)
    held = rows.select_related("result", "round__event", "round__stage").first()
    if held is None or held.round.state == Round.State.PROPOSED:
        raise EventViolation("round-not-accepted", "This round is not accepted any more. Look at the draw.")
    if held.round.event.state == Event.State.ARCHIVED:
        raise EventViolation("event-archived", "This event is archived and stays as it is.")
    return held


def _check_begun(match: Match, absent: str, *, given_up: bool) -> None:
    if hasattr(match, "result") and match.result.state == MatchResult.State.OVER:
        raise EventViolation("match-over", f"The match at table {match.table} is played to its end.")
    if not has_begun(match):
        return
    if absent == BOTH:
        raise EventViolation("match-begun", f"Table {match.table} was played at; one side can give up.")
    if not given_up:
        raise EventViolation(
            "match-begun", f"Hands of table {match.table} are on its sheet: say that this side gave up."
        )


def _heard(match: Match) -> None:
    """The last statements: a bracket hears of it, standings follow."""
    event = match.round.event
    if match.number is not None:
        hear_result(match=Match.objects.select_related("round__stage", "round__event").get(pk=match.pk))
    announce_on_commit(event.pk)
    raise_revisions(event.pk, event.club_id)
