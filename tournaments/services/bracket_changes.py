"""What a verdict changes in a bracket: its row, the matches after it, the table it was played at.

Runs inside the transactions of `bracket_verdicts` and `bracket_hearing`, which hold matches and event.
"""

from collections.abc import Collection
from dataclasses import replace

from tournaments.actors import Actor
from tournaments.engine.errors import EventViolation
from tournaments.engine.formats.correction import bracket_consequences, redrawn
from tournaments.engine.formats.tree import NOBODY, Bracket, How, State, Verdict, unfold
from tournaments.models import BracketVerdict, Entry, Forfeit, Match, MatchResult, Seating
from tournaments.selectors.brackets import TABLE, BracketNow, bracket_of
from tournaments.selectors.results import entry_names
from tournaments.selectors.stages import terms_of
from tournaments.services.bracket_calls import drop_matches, part_match


def choose_verdict(
    now: BracketNow, number: int, verdict: Verdict | None, actor: Actor, reason: str, keep: bool | None
) -> None:
    """Put a verdict (None: take it away) in place of the one that is held, as the director chooses."""
    changes = bracket_consequences(now.bracket, number, verdict)
    if not now.touched(changes):
        keep = False
    if keep is None:
        names = entry_names(now.stage.event_id)
        told = " ".join(one.told(names) for one in changes)
        raise EventViolation("correction-has-consequences", f"Keep or redraw? {told}")
    if keep:
        _keep(now, number, verdict, actor.code, reason)
    else:
        tables_word = verdict is not None and now.heard_verdict(number) == verdict
        replace_verdict(now, number, verdict, TABLE if tables_word else actor.code, reason)


def _keep(now: BracketNow, number: int, verdict: Verdict | None, recorded_by: str, reason: str) -> None:
    """The result is corrected and nobody moves. Without a new verdict the one held becomes the director's."""
    row, seen = now.rows[number], now.seen[number]
    if seen.winner in (None, NOBODY):
        raise EventViolation("nobody-went-on", "Nobody went on from this match, so nobody can be kept there.")
    if verdict is None:
        row.recorded_by, row.reason = recorded_by, reason
        row.save(update_fields=["recorded_by", "reason"])
        return
    row.delete()
    kept = (seen.winner, None if seen.loser == NOBODY else seen.loser)
    write_verdict(now, number, verdict, recorded_by, reason, kept=kept)


def replace_verdict(
    now: BracketNow, number: int, verdict: Verdict | None, recorded_by: str, reason: str
) -> None:
    """Everybody moves as the verdict says; matches that now have other people lose calls and results.

    A match of theirs in which lines are recorded leaves the bracket with the people who played it.
    """
    changes = bracket_consequences(now.bracket, number, verdict)
    after = redrawn(now.bracket, number, verdict)
    gone = [at for at in now.rows if at not in after.verdicts or at == number]
    BracketVerdict.objects.filter(stage=now.stage, number__in=gone).delete()
    for change in changes:
        match = now.called.get(change.match)
        if match is None:
            continue
        if hasattr(match, "result"):
            part_match(now.stage, match)
        else:
            drop_matches([match])
    if verdict is not None:
        write_verdict(now, number, verdict, recorded_by, reason)


def write_verdict(
    now: BracketNow,
    number: int,
    verdict: Verdict,
    recorded_by: str,
    reason: str,
    kept: tuple[int | None, int | None] = (None, None),
) -> None:
    """Put a verdict's row in place; `kept` are who went on and who went where losers go, against it."""
    # A row may be left of two who are no longer in this match: it counted nowhere.
    BracketVerdict.objects.filter(stage=now.stage, number=number).delete()
    BracketVerdict.objects.create(
        stage=now.stage,
        number=number,
        one_id=verdict.between[0],
        other_id=verdict.between[1],
        winner_id=verdict.winner,
        games_one=verdict.games[0],
        games_other=verdict.games[1],
        how=verdict.how.value,
        kept_winner_id=kept[0],
        kept_loser_id=kept[1],
        reason=reason,
        recorded_by=recorded_by,
    )


def free_table(now: BracketNow, number: int, verdict: Verdict, reason: str, actor: Actor) -> None:
    """What becomes of the table at which the match was: nothing was recorded, given up, or level there."""
    match = now.called.get(number)
    if match is None:
        return
    if not hasattr(match, "result"):
        drop_matches([match])
    elif verdict.how is not How.PLAYED:
        _forfeit(match, verdict, reason, actor)
    elif match.result.state != MatchResult.State.OVER:
        raise EventViolation(
            "match-being-scored",
            f"Match {number + 1} is being scored at table {match.table}. Type its card, or say who gave up.",
        )


def _forfeit(match: Match, verdict: Verdict, reason: str, actor: Actor) -> None:
    """Lines stay where a match was given up; that it was is kept beside them."""
    absent = "both"
    if verdict.winner is not None:
        seats = Seating.objects.filter(match=match).exclude(entry=verdict.winner)
        lost = set(seats.values_list("seat", flat=True))
        absent = "".join(seat for seat in "NSEW" if seat in lost)
    points = int(terms_of(match.round.event).absence.get("forfeit_points", 0))
    Forfeit.objects.update_or_create(
        match=match,
        defaults={"absent": absent, "points": points, "reason": reason, "recorded_by": actor.code},
    )


def settle_withdrawn(
    now: BracketNow, recorded_by: str, *, gone: Collection[int] = (), at_tables: Actor | None = None
) -> int:
    """Whoever has left loses each match in which the other side is known; how many were decided by it.

    Matches at a table are left alone unless the caller holds them and says who decides.
    """
    left = Entry.objects.filter(event=now.stage.event_id, withdrawn_after__isnull=False)
    away = {*gone, *left.values_list("pk", flat=True)}
    if not away:
        return 0
    bracket, decided = bracket_of(now.stage), 0
    while (found := _given_up(bracket, away, () if at_tables else now.called.keys())) is not None:
        number, verdict = found
        if at_tables is not None:
            free_table(now, number, verdict, "", at_tables)
        write_verdict(now, number, verdict, recorded_by, "")
        bracket, decided = replace(bracket, verdicts={**bracket.verdicts, number: verdict}), decided + 1
    return decided


def _given_up(bracket: Bracket, away: Collection[int], leave: Collection[int]) -> tuple[int, Verdict] | None:
    """The first match to be played in which somebody is away, and how it ends; none of those in `leave`."""
    for number, one in enumerate(unfold(bracket)):
        if one.state is not State.READY or one.one is None or one.other is None or number in leave:
            continue
        two = (one.one, one.other)
        there = [entry for entry in two if entry not in away]
        if len(there) == 1:
            return number, Verdict(two, there[0], (0, 0), How.WITHDRAWN)
        if not there:
            return number, Verdict(two, None, (0, 0), How.NO_SHOW)
    return None
