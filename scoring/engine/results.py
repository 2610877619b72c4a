"""What the hand came to, and whether the tricks and points that were written down agree with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.engine.best_play import ClaimIs
from scoring.engine.calling import must_play_alone
from scoring.engine.cases import UNKNOWN, Case
from scoring.engine.choices import AllPass
from scoring.engine.claims import judge_claims, settled_by_claim
from scoring.engine.hands import TRICKS, Award, award_checked, possible_hands
from scoring.engine.penalties import check_penalties, takes_the_hands_place
from scoring.engine.play import Play
from scoring.engine.seats import Seat, Side, side_name
from scoring.engine.verdicts import Section


@dataclass(slots=True)
class Result:
    """Tricks and points as they follow; None where they do not."""

    tricks: Mapping[Side, int] | None = None
    makers_tricks: int | None = None
    award: Award | None = None
    points: Mapping[Side, int] | None = None
    by_seat: Mapping[Seat, int] | None = None
    claims: tuple[ClaimIs | None, ...] = ()
    possible: list[Award] = field(default_factory=list)
    """What the hand may have earned, where that does not follow."""


def read_result(case: Case, play: Play | None) -> Result:
    """Work out tricks and points, and check what was written of them."""
    result = Result()
    if case.record.claims:
        result.claims = judge_claims(case, play)
    if case.thrown_in:
        _nothing(case, result)
        return result
    if case.record.thrown_in:
        sentence = "The hand was called, and is written down as thrown in."
        case.fault("not-thrown-in", Section.CALLS, max(case.call_at, 0), sentence, seat=case.maker)
    _count(case, play, result)
    _check_tricks(case, result)
    _earn(case, result)
    _check_points(case, result)
    if case.record.penalties:
        check_penalties(case, play)
        if result.points is not None and takes_the_hands_place(case):
            result.points = dict.fromkeys(case.rules.sides, 0)
            result.by_seat = dict.fromkeys(case.rules.seats, 0)
    return result


def _nothing(case: Case, result: Result) -> None:
    """A hand that was thrown in: no tricks, and no points."""
    said = case.record.said
    result.tricks = dict.fromkeys(case.rules.sides, 0)
    result.points = dict.fromkeys(case.rules.sides, 0)
    result.by_seat = dict.fromkeys(case.rules.seats, 0)
    if said.makers_tricks or said.others_tricks:
        case.fault("wrong-tricks", Section.TRICKS, 0, "A hand that is thrown in has no tricks.")
    if any(points for _, points in said.points or ()):
        case.fault("wrong-points", Section.POINTS, 0, "A hand that is thrown in scores nothing.")


# --- tricks


def _count(case: Case, play: Play | None, result: Result) -> None:
    """Count the tricks by the play, or else by a claim that settled it."""
    terms = case.terms
    if play is not None and play.full == TRICKS and UNKNOWN not in play.winners:
        tricks = dict.fromkeys(terms.sides, 0)
        for winner in play.winners:
            tricks[terms.side_at[winner]] += 1
        result.tricks = tricks
        if case.maker >= 0:
            result.makers_tricks = tricks[terms.side_at[case.maker]]
    elif case.record.claims:
        result.tricks, result.makers_tricks = settled_by_claim(case, play)


def _check_tricks(case: Case, result: Result) -> None:
    """Compare the tricks written down with those counted; take them over where none could be counted."""
    said = case.record.said
    makers, others = said.makers_tricks, said.others_tricks
    if makers is None and others is None:
        return
    if any(tricks is not None and not 0 <= tricks <= TRICKS for tricks in (makers, others)):
        sentence = f"A hand has {TRICKS} tricks."
        case.fault("tricks-out-of-range", Section.TRICKS, 0, sentence)
        return
    if result.makers_tricks is not None:
        ours = result.makers_tricks
        if makers not in (None, ours) or others not in (None, TRICKS - ours):
            sentence = f"The makers took {ours} tricks and the others {TRICKS - ours}."
            case.fault("wrong-tricks", Section.TRICKS, 0, sentence, seat=case.maker)
        return
    if makers is not None and others is not None and makers + others != TRICKS:
        sentence = f"{makers} and {others} tricks do not make {TRICKS}."
        case.fault("tricks-do-not-add-up", Section.TRICKS, 0, sentence)
        return
    _check_unfinished(case, result, makers if makers is not None else TRICKS - (others or 0))


def _check_unfinished(case: Case, result: Result, makers: int) -> None:
    """Take the makers' tricks as they were written."""
    result.makers_tricks = makers
    if case.maker < 0:
        return
    if case.terms.players != 3:
        ours = case.terms.side_at[case.maker]
        result.tricks = {side: makers if side == ours else TRICKS - makers for side in case.terms.sides}


# --- points


def _earn(case: Case, result: Result) -> None:
    """Work out what was earned; where who made or who played alone is open, everything it may have been."""
    if result.makers_tricks is not None and case.maker >= 0 and case.lone_known:
        award = case.terms.award(case.maker, case.alone, result.makers_tricks)
        result.award, result.points, result.by_seat = award, award.by_side, award.by_seat
        return
    if case.record.said.points is None and result.makers_tricks is None:
        return
    result.possible = _possible_awards(case, result)
    if result.makers_tricks is None or not result.possible or case.maker == UNKNOWN:
        return
    first = result.possible[0]
    if all(award.by_side == first.by_side and award.outcome == first.outcome for award in result.possible):
        result.points = first.by_side
        result.award = first
        if all(award.by_seat == first.by_seat for award in result.possible):
            result.by_seat = first.by_seat


def _possible_awards(case: Case, result: Result) -> list[Award]:
    """Return what every hand earns that the ruleset allows and that fits what is known of this one."""
    seats, terms = case.rules.seats, case.terms
    alone = frozenset(seat for at, seat in enumerate(seats) if case.alone >> at & 1)
    least = alone | ({seats[case.maker]} if case.maker >= 0 and must_play_alone(case) else frozenset())
    found = []
    for hand in possible_hands(case.rules):
        if case.maker >= 0 and hand.maker != seats[case.maker]:
            continue
        if result.makers_tricks is not None and hand.tricks != result.makers_tricks:
            continue
        if hand.alone == alone if case.lone_known and case.maker >= 0 else least <= hand.alone:
            found.append(award_checked(hand, case.rules))
    if not found and case.maker >= 0 and result.makers_tricks is not None:
        found = [terms.award(case.maker, case.alone, result.makers_tricks)]
    return found


def _check_points(case: Case, result: Result) -> None:
    said = case.record.said.points
    if said is None:
        return
    written = dict.fromkeys(case.rules.sides, 0)
    for side, points in said:
        if side not in written:
            sentence = f"There is no side {side_name(side)} at this table."
            case.fault("side-not-at-table", Section.POINTS, 0, sentence)
            return
        written[side] = points
    replaced = bool(case.record.penalties) and takes_the_hands_place(case)
    if replaced and not any(written.values()):
        return
    if result.points is not None:
        if written != result.points:
            case.fault("wrong-points", Section.POINTS, 0, f"The hand earned {_named(result.points)}.")
    elif _may_be_thrown_in(case, result) and not any(written.values()):
        return
    elif result.possible and all(award.by_side != written for award in result.possible):
        sentence = f"No hand that fits the record earned {_named(written)}."
        case.fault("wrong-points", Section.POINTS, 0, sentence)


def _may_be_thrown_in(case: Case, result: Result) -> bool:
    """Say whether all may have passed, for all that is known."""
    stuck = case.rules.all_pass == AllPass.DEALER_MUST_MAKE
    return not (stuck or case.called or case.record.tricks or result.makers_tricks is not None)


def _named(points: Mapping[Side, int]) -> str:
    return ", ".join(f"{side_name(side)} {earned}" for side, earned in points.items())
