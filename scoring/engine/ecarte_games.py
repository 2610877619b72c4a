"""What a hand of écarté earns, and a game of it: to five, read from a sheet from top to bottom.

A hand is kept as facts and its points are worked out here, in the order in which they are marked: the king
(law xii; first, since a king that makes five ends the game before play), then the tricks (laws xii to xiv),
then a turned-up king that the dealer marked only after the play (law viii).

*Over- and underscores* (law xv). People may have marked something else than what was earned. What they marked
is the score, unless they mend it before the next deal; from then on it stands.

*After the end* hands may stand on the sheet; they score nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scoring.engine.choices import DealAgain
from scoring.engine.ecarte import NEEDED, TRICKS, EcarteRules
from scoring.engine.errors import RuleViolation
from scoring.engine.seats import Seat, Side

Points = Mapping[Side, int]


class Calling(StrEnum):
    """How the proposals ended, as far as points depend on it."""

    UNPROPOSED = "unproposed"
    """Eldest played without proposing: law xiii."""
    ACCEPTED = "accepted"
    """Cards were exchanged, and the play began."""
    REFUSED = "refused"
    """The dealer refused the first proposal: law xiv."""
    REFUSED_LATER = "refused-later"
    """The dealer accepted the first proposal and refused a later one, which costs nothing."""


class EcarteOutcome(StrEnum):
    """How the play ended, for whoever made three tricks."""

    POINT = "point"
    VOLE = "vole"


class Why(StrEnum):
    """What points were marked for."""

    KING = "king"
    POINT = "point"
    VOLE = "vole"
    UNPROPOSED = "unproposed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class EcarteFacts:
    """What was seen of one hand. `tricks` are eldest's, None where a king ended the game before play.

    `king` marked the king of trumps, turned up or held; `king_late`: it was turned up, and marked after play.
    """

    dealer: Seat
    calling: Calling | None
    tricks: int | None
    king: Seat | None = None
    king_late: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Points as they are put down, and the field of the rules they come from."""

    seat: Seat
    points: int
    why: Why


@dataclass(frozen=True, slots=True)
class EcarteAward:
    """What a hand earns: the marks in the order in which they are made, and their sums by side."""

    outcome: EcarteOutcome | None
    marks: tuple[Mark, ...]
    by_side: Points


def check_facts(facts: EcarteFacts, rules: EcarteRules) -> None:
    """Raise RuleViolation if these facts can be true of no hand."""
    for seat in (facts.dealer, facts.king):
        if seat is not None:
            rules.side_of(seat)
    if facts.tricks is not None and (type(facts.tricks) is not int or not 0 <= facts.tricks <= TRICKS):
        sentence = f"A hand has five tricks; {str(facts.tricks)[:20]} were claimed."
        raise RuleViolation("tricks-out-of-range", sentence)
    if facts.tricks is None and (facts.king is None or facts.king_late):
        raise RuleViolation("tricks-missing", "Only a king that ends the game leaves a hand without tricks.")
    if facts.tricks is not None and facts.calling is None:
        raise RuleViolation("calling-missing", "Who proposed and who refused must be known to count a hand.")
    if facts.king_late and facts.king != facts.dealer:
        raise RuleViolation("king-too-late", "Only the dealer's turned-up king can be marked after the play.")


def trick_mark(dealer: Seat, calling: Calling, tricks: int, rules: EcarteRules) -> Mark:
    """Say who scores what for the tricks, of which eldest made `tricks`: laws xii, xiii and xiv."""
    eldest = rules.other(dealer)
    winner = eldest if tricks >= NEEDED else dealer
    if calling is Calling.UNPROPOSED and winner == dealer:
        return Mark(dealer, rules.unproposed, Why.UNPROPOSED)
    if calling is Calling.REFUSED and winner == eldest:
        return Mark(eldest, rules.refused, Why.REFUSED)
    if tricks in (0, TRICKS):
        return Mark(winner, rules.vole, Why.VOLE)
    return Mark(winner, rules.point, Why.POINT)


def award(facts: EcarteFacts, rules: EcarteRules) -> EcarteAward:
    """Work out what one hand earns, whatever the score. Raises RuleViolation if its facts cannot be true."""
    check_facts(facts, rules)
    marks: list[Mark] = []
    outcome = None
    if facts.tricks is not None and facts.calling is not None:
        marks.append(trick_mark(facts.dealer, facts.calling, facts.tricks, rules))
        outcome = EcarteOutcome.VOLE if facts.tricks in (0, TRICKS) else EcarteOutcome.POINT
    if facts.king is not None:
        marks.insert(len(marks) if facts.king_late else 0, Mark(facts.king, rules.king, Why.KING))
    return EcarteAward(outcome, tuple(marks), sums(marks, rules))


def sums(marks: Sequence[Mark], rules: EcarteRules) -> dict[Side, int]:
    """Add marks up by side, in the order of the sides."""
    return {side: sum(mark.points for mark in marks if mark.seat in side) for side in rules.sides}


@dataclass(frozen=True, slots=True)
class EcarteHand:
    """A deal that was played, or ended by a king. `marked` is what people put down, None: what was earned."""

    number: int
    facts: EcarteFacts
    marked: Points | None = None


@dataclass(frozen=True, slots=True)
class EcarteVoid:
    """A wrong deal, a play out of turn or a faced card (law vi): dealt again, and nothing is scored."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Amendment:
    """An overscore (below nothing) or underscore of the last hand, admitted and put right (law xv)."""

    side: Side
    points: int


EcarteItem = EcarteHand | EcarteVoid | Amendment


@dataclass(frozen=True, slots=True)
class EcarteRow:
    """One deal on the sheet: what it earned, what was marked for it, and the score after it."""

    number: int
    earned: Points
    marked: Points
    score: Points
    after_the_end: bool = False


@dataclass(frozen=True, slots=True)
class EcarteState:
    """A game as it stands. `wrong` is what was marked too much, or too little, and can still be mended."""

    score: Points
    winner: Side | None
    next_dealer: Seat | None
    rows: tuple[EcarteRow, ...]
    wrong: Points

    @property
    def over(self) -> bool:
        """Whether one side has won."""
        return self.winner is not None


@dataclass(slots=True)
class _Sheet:
    """The sheet as far as it was read. `before` is the score before the last deal, by which it is judged."""

    rules: EcarteRules
    dealer: Seat | None
    before: dict[Side, int]
    score: dict[Side, int]
    rows: list[EcarteRow] = field(default_factory=list)
    marks: tuple[Mark, ...] = ()
    winner: Side | None = None


def play_ecarte(
    rules: EcarteRules,
    items: Sequence[EcarteItem],
    *,
    first_dealer: Seat | None = None,
    start: Points | None = None,
) -> EcarteState:
    """Read a sheet. Raises RuleViolation for a line that can stand on no sheet, not for one after the end."""
    score = dict.fromkeys(rules.sides, 0) | dict(start or {})
    sheet = _Sheet(rules, first_dealer, dict(score), score)
    for item in items:
        if isinstance(item, Amendment):
            _mend(sheet, item)
        elif isinstance(item, EcarteVoid):
            _read_void(sheet, item)
        else:
            _read_hand(sheet, item)
    return EcarteState(dict(sheet.score), sheet.winner, sheet.dealer, tuple(sheet.rows), _wrong(sheet))


def _read_void(sheet: _Sheet, void: EcarteVoid) -> None:
    nothing = dict.fromkeys(sheet.rules.sides, 0)
    over = sheet.winner is not None
    sheet.before, sheet.marks = dict(sheet.score), ()
    sheet.rows.append(EcarteRow(void.number, nothing, nothing, dict(sheet.score), over))
    if sheet.dealer is not None and sheet.rules.void_hand == DealAgain.NEXT_DEALER:
        sheet.dealer = sheet.rules.other(sheet.dealer)


def _read_hand(sheet: _Sheet, hand: EcarteHand) -> None:
    rules, over = sheet.rules, sheet.winner is not None
    sheet.before = dict(sheet.score)
    marks = () if over else marks_at(sheet.before, award(hand.facts, rules).marks, rules)
    if not over and hand.facts.tricks is None and not _reached(sheet.before, marks, rules):
        raise RuleViolation("tricks-missing", "The king did not end the game, so the hand was played.")
    earned = sums(marks, rules)
    marked = earned if over or hand.marked is None else dict.fromkeys(rules.sides, 0) | dict(hand.marked)
    for side in rules.sides:
        sheet.score[side] += marked[side]
    sheet.marks = marks
    sheet.winner = sheet.winner if over else _winner(sheet)
    sheet.dealer = rules.other(hand.facts.dealer)
    sheet.rows.append(EcarteRow(hand.number, earned, marked, dict(sheet.score), over))


def marks_at(score: Points, marks: Sequence[Mark], rules: EcarteRules) -> tuple[Mark, ...]:
    """Leave out the marks that come after the game was won: a king marked at four ends it before play."""
    counted: list[Mark] = []
    for mark in marks:
        if _reached(score, counted, rules):
            break
        counted.append(mark)
    return tuple(counted)


def _reached(score: Points, marks: Sequence[Mark], rules: EcarteRules) -> Side | None:
    """Return who reaches the target first, mark by mark, if anybody does."""
    running = dict(score)
    for mark in marks:
        side = rules.side_of(mark.seat)
        running[side] += mark.points
        if running[side] >= rules.target:
            return side
    return None


def _winner(sheet: _Sheet) -> Side | None:
    """Judge by what was marked; if that takes both sides to the target, by who earned it first."""
    there = [side for side in sheet.rules.sides if sheet.score[side] >= sheet.rules.target]
    if len(there) < 2:
        return there[0] if there else None
    return _reached(sheet.before, sheet.marks, sheet.rules) or there[0]


def _wrong(sheet: _Sheet) -> dict[Side, int]:
    """Return what the last deal's marks are off by, as it can still be mended."""
    row = sheet.rows[-1] if sheet.rows and sheet.rules.amendable else None
    return {side: row.marked[side] - row.earned[side] if row else 0 for side in sheet.rules.sides}


def _mend(sheet: _Sheet, amendment: Amendment) -> None:
    if not sheet.rules.amendable:
        raise RuleViolation("amendment-forbidden", "Under these rules a score once marked stands.")
    wrong = _wrong(sheet).get(amendment.side, 0)
    if wrong == 0 or amendment.points != -wrong:
        sentence = "Only an over- or underscore of the last hand, and all of it, can be mended (law xv)."
        raise RuleViolation("nothing-to-mend", sentence)
    row = sheet.rows[-1]
    sheet.score[amendment.side] += amendment.points
    marked = {**row.marked, amendment.side: row.earned[amendment.side]}
    sheet.rows[-1] = replace(row, marked=marked, score=dict(sheet.score))
    sheet.winner = _winner(sheet)
