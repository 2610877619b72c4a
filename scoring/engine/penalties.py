"""Penalties on the sheet of a hand: whether there was a revoke, and whether the award is the ruleset's."""

from __future__ import annotations

from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.play import Play
from scoring.engine.records import PenaltyMark
from scoring.engine.seats import Side, side_name
from scoring.engine.sheets import Penalty, PenaltyKind, replaces_the_hand, revoke_penalty, standing_penalties
from scoring.engine.verdicts import Section


def check_penalties(case: Case, play: Play | None) -> None:
    """Check every penalty that was written: its evidence, where all is known, and its award."""
    for index, mark in enumerate(case.record.penalties):
        place = case.place_of(mark.seat, Section.PENALTIES, index)
        if place == UNKNOWN or mark.kind is not PenaltyKind.REVOKE:
            continue
        _check_evidence(case, play, index, mark, place)
        _check_award(case, index, mark)


def _check_evidence(case: Case, play: Play | None, index: int, mark: PenaltyMark, place: int) -> None:
    revokes = play.revokes if play is not None else []
    tricks = [trick + 1 for trick, who in revokes if who == place]
    if mark.trick in tricks or (tricks and mark.trick is None):
        return
    known = play is not None and play.whole and not any(case.blanks)
    known = known and not (case.discard_due and case.discard == UNKNOWN)
    if tricks or known:
        where = f" in trick {mark.trick}" if mark.trick is not None else ""
        sentence = f"{mark.seat} did not revoke{where}."
        case.fault("penalty-without-revoke", Section.PENALTIES, index, sentence, seat=place)
    else:
        case.unknown.append(f"Nothing that was written down shows the revoke for which {mark.seat} paid.")


def _check_award(case: Case, index: int, mark: PenaltyMark) -> None:
    if not mark.award:
        return
    due = _due(case, mark)
    written = {side: points for side, points in mark.award if points}
    if written != due:
        named = ", ".join(f"{side_name(side)} {points:+}" for side, points in due.items()) or "nothing"
        sentence = f"A revoke in this hand costs {named}."
        case.fault("wrong-penalty", Section.PENALTIES, index, sentence, seat=mark.seat)


def _penalty(case: Case, mark: PenaltyMark) -> Penalty:
    offenders = case.rules.side_of(mark.seat)
    lone = bool(case.alone) and case.terms.players == 4
    return revoke_penalty(case.rules, number=1, offenders=offenders, lone=lone)


def _due(case: Case, mark: PenaltyMark) -> dict[Side, int]:
    """Return what this revoke costs and pays, by side."""
    penalty = _penalty(case, mark)
    due = {side: penalty.points for side in case.rules.sides if penalty.to is not None and side <= penalty.to}
    if penalty.off is not None:
        due[penalty.off] = -penalty.points
    return {side: points for side, points in due.items() if points}


def takes_the_hands_place(case: Case) -> bool:
    """Say whether the penalties that stand take the place of what the hand earned."""
    revokes = [
        _penalty(case, mark)
        for mark in case.record.penalties
        if mark.kind is PenaltyKind.REVOKE and mark.seat in case.terms.place
    ]
    return replaces_the_hand(standing_penalties(revokes, case.rules), case.rules)
