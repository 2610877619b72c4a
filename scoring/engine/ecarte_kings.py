"""Who marked the king of trumps, whether it was in time, and whether that ended the game.

A king turned up is the dealer's, to be marked before the trump of the next deal is turned up (law viii). A
king held is marked before its holder lays down his first card, or before it is played to if it is that card
(law ix): only a card that is led is played to, so that the dealer, who plays second, marks before he plays.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.engine.cards import Card, Rank
from scoring.engine.ecarte_faults import Table, fault
from scoring.engine.ecarte_records import KingMark, KingMoment
from scoring.engine.ecarte_trace import Trace
from scoring.engine.seats import Seat
from scoring.engine.verdicts import Fault, Section, Step

_TOO_LATE = (KingMoment.LATER, KingMoment.NEXT_TRUMP)


@dataclass(slots=True)
class Kings:
    """The marks: `seat` marked a king in time, from the hand at `held_at`.

    `may_be_late` and `may_be_early` say whether it was marked after the play, or before its end, or that this
    is not known.
    """

    faults: list[Fault] = field(default_factory=list)
    seat: Seat | None = None
    held_at: Step | None = None
    may_be_late: bool = False
    may_be_early: bool = True


def turned_up(table: Table) -> bool | None:
    """Say whether the king was turned up, None if the upcard is not known."""
    upcard = table.record.upcard
    return None if upcard is None else upcard.rank is Rank.KING


def read_kings(table: Table, trace: Trace) -> Kings:
    """Check the marks, of which there can be one; whether a king was held is for `ecarte_duties`."""
    kings = Kings()
    for index, mark in enumerate(table.record.kings or ()):
        step = Step(Section.KINGS, index)
        code = "king-marked-twice" if index else _wrong(table, trace, mark)
        if code:
            kings.faults.append(fault(code, step, seat=mark.seat))
        elif index == 0:
            _note(table, kings, mark, step)
    return kings


def _note(table: Table, kings: Kings, mark: KingMark, step: Step) -> None:
    kings.seat = mark.seat
    if _is_turned_up(table, mark) is False:
        kings.held_at = step
        return
    kings.may_be_late = mark.moment in (None, KingMoment.LATER)
    kings.may_be_early = mark.moment is not KingMoment.LATER


def _is_turned_up(table: Table, mark: KingMark) -> bool | None:
    """Say whether this is the king turned up; with the upcard unknown, eldest's at least is not."""
    if turned_up(table) is None and mark.seat == table.eldest and mark.moment is not KingMoment.TURN_UP:
        return False
    return turned_up(table)


def _wrong(table: Table, trace: Trace, mark: KingMark) -> str:
    """Return the code of what is wrong with the mark, "" for nothing."""
    if mark.seat not in table.rules.seats:
        return "seat-not-at-table"
    if _is_turned_up(table, mark) is False:
        return _held_wrong(table, trace, mark)
    if mark.seat != table.dealer:
        return "king-not-the-dealers"
    return "king-turned-too-late" if mark.moment is KingMoment.NEXT_TRUMP else ""


def _held_wrong(table: Table, trace: Trace, mark: KingMark) -> str:
    if mark.moment is KingMoment.TURN_UP:
        return "king-not-turned-up"
    if mark.moment in _TOO_LATE:
        return "king-too-late"
    if mark.moment is not KingMoment.BEFORE_PLAYED_TO:
        return ""
    first = next(iter(trace.played_by(mark.seat)), None)
    if first is None:
        return "" if mark.seat == table.eldest else "king-too-late"
    king = Card(Rank.KING, table.trump)
    return "" if first.leads and first.card in (None, king) else "king-too-late"


def ends_the_game(table: Table, kings: Kings) -> bool:
    """Say whether the king surely made the target before the play, by the scores written down.

    A king turned up may have been marked at any time; it was before the play if there was none.
    """
    no_play = table.record.tricks == () and kings.may_be_early
    if kings.seat is None or (kings.may_be_late and not no_play):
        return False
    before = dict(table.record.scores or ()).get(table.rules.side_of(kings.seat))
    return before is not None and before + table.rules.king >= table.rules.target


def after_the_end(table: Table, kings: Kings, trace: Trace) -> list[Fault]:
    """Return what was said or played when the king had ended the game: each part of it once."""
    moment = (table.record.kings or ())[0].moment
    on_table = 1
    if moment is KingMoment.TURN_UP or (
        moment is KingMoment.BEFORE_FIRST_CARD and kings.seat == table.eldest
    ):
        on_table = 0
    faults = []
    if moment is KingMoment.TURN_UP and table.record.calls:
        faults.append(fault("played-after-the-game", Step(Section.CALLS)))
    if len(trace.laid) > on_table:
        faults.append(fault("played-after-the-game", trace.laid[on_table].step))
    return faults
