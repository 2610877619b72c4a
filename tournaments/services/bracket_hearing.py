"""What a table reports of a match of a bracket becomes its verdict, unless that would move people."""

from tournaments.engine.formats.correction import bracket_consequences
from tournaments.engine.formats.tree import State, Verdict
from tournaments.models import BracketVerdict, Event, Forfeit, Match, MatchResult
from tournaments.selectors.brackets import TABLE, BracketNow, bracket_now
from tournaments.services.bracket_changes import replace_verdict, settle_withdrawn, write_verdict


def hear_result(*, match: Match) -> None:
    """Take over what a table of the bracket says now, unless that would move people already called.

    Runs inside the caller's transaction, which holds the match and raises the revisions. A match over with a
    winner is a verdict; one that is level or open again is none. Where people have been called or have
    played on from an older verdict nothing changes, and the difference waits: `BracketNow.differences`.
    """
    if match.number is None:
        return
    number, stage = match.number, match.round.stage
    over = MatchResult.objects.filter(match=match, state=MatchResult.State.OVER).exists()
    given_up = Forfeit.objects.filter(match=match).exists()
    if not (over or given_up or stage.verdicts.filter(number=number).exists()):
        return
    Event.objects.select_for_update().get(pk=stage.event_id)
    now = bracket_now(stage)
    heard, row = now.heard.get(number), now.rows.get(number)
    if heard is None or now.seen[number].state not in (State.READY, State.DECIDED):
        return
    if now.seen[number].state is State.READY:
        if heard.verdict is not None:
            write_verdict(now, number, heard.verdict, TABLE, "")
            settle_withdrawn(now, TABLE)
    elif now.difference(number) is None:
        if row is not None and row.recorded_by == TABLE and heard.verdict is not None:
            _rewrite(row, heard.verdict)
    elif row is not None and _is_tables(row) and not _moves(now, number, heard.verdict):
        replace_verdict(now, number, heard.verdict, TABLE, "")
        settle_withdrawn(now, TABLE)


def _is_tables(row: BracketVerdict) -> bool:
    """Whether the table gave it, be it that the director kept people where they were."""
    return row.recorded_by == TABLE or row.kept_winner_id is not None


def _moves(now: BracketNow, number: int, verdict: Verdict | None) -> bool:
    return bool(now.touched(bracket_consequences(now.bracket, number, verdict)))


def _rewrite(row: BracketVerdict, verdict: Verdict) -> None:
    """The same winner by other games."""
    games = verdict.games if verdict.between[0] == row.one_id else verdict.games[::-1]
    if (row.games_one, row.games_other, row.how) != (*games, verdict.how.value):
        row.games_one, row.games_other, row.how = *games, verdict.how.value
        row.save(update_fields=["games_one", "games_other", "how"])
