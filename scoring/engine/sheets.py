"""The lines of a score sheet, as the engine reads them: what happened, never what it earned.

A deal takes a number whether it was played, thrown in or void. Penalties, adjustments, concessions, a card's
totals and the bell stand between deals, in the order in which they were written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.engine.choices import AllPass, Clock, PenaltyGoes, RevokeCounts
from scoring.engine.errors import RuleViolation
from scoring.engine.hands import HandFacts, check_hand
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side

GREATEST_NUMBER = 100_000
"""No sheet has so many deals, and no line so many points: what is larger is a slip of the pen."""


class PenaltyKind(StrEnum):
    """What a penalty was given for."""

    REVOKE = "revoke"
    WRONG_CALL = "wrong-call"
    TABLE_TALK = "table-talk"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was called and played out, or claimed."""

    number: int
    hand: HandFacts


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """A hand in which all passed twice."""

    number: int


@dataclass(frozen=True, slots=True)
class VoidHand:
    """A misdeal, a wrong deal or a faced card: it scores nothing and never counts among fixed hands."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points off the offenders, to others, or both; `number` is the deal it belongs to, None for no deal.

    `off` and `to` are sides; at a table of three `to` may hold both the others, who each score.
    """

    number: int | None
    off: Side | None
    to: Side | None
    points: int
    kind: PenaltyKind = PenaltyKind.REVOKE


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points a director gives a side, or takes (below nothing), for a stated reason."""

    side: Side
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Concession:
    """A side gives the game up."""

    side: Side


@dataclass(frozen=True, slots=True)
class CardTotal:
    """The final figures of a table's card, and how many lone marches each side had."""

    points: Mapping[Side, int]
    lone_hands: Mapping[Side, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The bell; `hand_in_play` says whether a hand had been dealt and was not yet over."""

    hand_in_play: bool


Deal = Played | ThrownIn | VoidHand
SheetItem = Deal | Penalty | Adjustment | Concession | CardTotal | TimeCalled


def check_item(item: SheetItem, rules: Ruleset) -> None:
    """Raise RuleViolation if this line can stand on no sheet under the ruleset, whatever else is on it."""
    if isinstance(item, Played | ThrownIn | VoidHand):
        _check_number(item.number)
    if isinstance(item, Played):
        check_hand(item.hand, rules)
    elif isinstance(item, ThrownIn) and rules.all_pass == AllPass.DEALER_MUST_MAKE:
        raise RuleViolation("thrown-in-forbidden", "The dealer must make; no hand is thrown in.")
    elif isinstance(item, Penalty):
        _check_penalty(item, rules)
    elif isinstance(item, Adjustment):
        _check_side(item.side, rules)
        _check_points(item.points, -GREATEST_NUMBER)
    elif isinstance(item, Concession):
        _check_side(item.side, rules)
    elif isinstance(item, CardTotal):
        _check_card(item, rules)
    elif isinstance(item, TimeCalled) and rules.clock == Clock.NONE:
        raise RuleViolation("no-clock", "No bell ends a game under these rules.")


def _check_number(number: int) -> None:
    if type(number) is not int or not 1 <= number <= GREATEST_NUMBER:
        raise RuleViolation("number-out-of-range", "Deals are numbered from 1.")


def _check_side(side: Side, rules: Ruleset) -> None:
    if side not in rules.sides:
        raise RuleViolation("side-not-at-table", "No such side sits at this table.")


def _check_points(points: int, least: int) -> None:
    if type(points) is not int or not least <= points <= GREATEST_NUMBER:
        raise RuleViolation("points-out-of-range", f"Points are whole numbers from {least}.")


def _check_penalty(penalty: Penalty, rules: Ruleset) -> None:
    if penalty.number is not None:
        _check_number(penalty.number)
    _check_points(penalty.points, 1)
    if penalty.off is not None:
        _check_side(penalty.off, rules)
    if penalty.to is not None and not _is_made_of_sides(penalty.to, rules):
        raise RuleViolation("side-not-at-table", "No such side sits at this table.")
    if penalty.off is None and penalty.to is None:
        raise RuleViolation("penalty-to-nobody", "A penalty goes off somebody, to somebody, or both.")
    if penalty.off is not None and penalty.to is not None and penalty.off & penalty.to:
        raise RuleViolation("penalty-to-offender", "Nobody is paid for his own offence.")


def _is_made_of_sides(some: frozenset[Seat], rules: Ruleset) -> bool:
    """Say whether these seats are whole sides, but not everybody."""
    whole = [side for side in rules.sides if side <= some]
    return bool(whole) and len(whole) < len(rules.sides) and frozenset().union(*whole) == some


def _check_card(card: CardTotal, rules: Ruleset) -> None:
    if set(card.points) != set(rules.sides) or not set(card.lone_hands) <= set(rules.sides):
        raise RuleViolation("side-not-at-table", "A card has one total for each side.")
    for points in card.points.values():
        _check_points(points, -GREATEST_NUMBER)
    for lone_hands in card.lone_hands.values():
        _check_points(lone_hands, 0)


def revoke_penalty(rules: Ruleset, *, number: int | None, offenders: Side, lone: bool) -> Penalty:
    """Return the penalty for a revoke, dearer in a hand that somebody plays alone against two."""
    points = rules.lone_revoke if lone and rules.players == 4 else rules.revoke
    others = frozenset(rules.seats) - offenders
    to = None if rules.penalty_goes == PenaltyGoes.OFF_OFFENDERS else others
    off = None if rules.penalty_goes == PenaltyGoes.TO_OTHERS else offenders
    return Penalty(number, off, to, points, PenaltyKind.REVOKE)


def offenders_of(penalty: Penalty, rules: Ruleset) -> frozenset[Seat]:
    """Return who offended: those it comes off, or whom it does not go to."""
    return penalty.off or frozenset(rules.seats) - (penalty.to or frozenset())


def standing_penalties(penalties: Sequence[Penalty], rules: Ruleset) -> list[Penalty]:
    """Leave out equal revokes of different sides in one deal, where the ruleset lets them cancel."""
    standing: list[Penalty] = []
    for penalty in penalties:
        against = next((other for other in standing if _cancel(penalty, other, rules)), None)
        if against is None:
            standing.append(penalty)
        else:
            standing.remove(against)
    return standing


def _cancel(one: Penalty, other: Penalty, rules: Ruleset) -> bool:
    return (
        rules.revokes_cancel
        and one.kind == other.kind == PenaltyKind.REVOKE
        and one.points == other.points
        and not offenders_of(one, rules) & offenders_of(other, rules)
    )


def replaces_the_hand(penalties: Sequence[Penalty], rules: Ruleset) -> bool:
    """Say whether a deal's standing penalties take the place of what was earned by playing it."""
    revoked = any(penalty.kind == PenaltyKind.REVOKE for penalty in penalties)
    return revoked and rules.revoke_counts == RevokeCounts.INSTEAD
