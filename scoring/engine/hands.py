"""What one hand earns.

A hand is kept as facts (maker, who played alone, the makers' tricks) and its points are worked out here, by
side and by seat: a personal credit for a lone hand makes two partners' totals differ, so that neither can be
derived from the other. Every number comes from the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from scoring.engine.choices import Defenders, EuchrePays, LoneBy, LoneDefender
from scoring.engine.errors import RuleViolation
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat, Side, side_by_seat, side_code, side_name

TRICKS = 5
"""Tricks of a hand: in every euchre each player is dealt five cards."""

NEEDED = 3
"""Tricks the makers need, lest they be euchred."""


class Outcome(StrEnum):
    """How a hand ended: three or four tricks, all five, or fewer than the makers needed."""

    POINT = "point"
    MARCH = "march"
    EUCHRE = "euchre"


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What was seen of one hand: who fixed the trump, who played alone (on either side), the makers' tricks.

    At a table of three the maker is always in `alone`. `taken`, where recorded, says how many tricks each
    seat took, for players who are each for himself.
    """

    maker: Seat
    alone: frozenset[Seat]
    tricks: int
    taken: tuple[tuple[Seat, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """What a hand earns: points by side, and by seat (each of a side's seats is credited with its points)."""

    outcome: Outcome
    by_side: Mapping[Side, int]
    by_seat: Mapping[Seat, int]

    def points_of(self, side: Side) -> int:
        """Return what this side earned; below nothing when it was set back."""
        return self.by_side[side]


def check_hand(hand: HandFacts, rules: Ruleset) -> None:
    """Raise RuleViolation if these facts cannot be true under the ruleset."""
    if type(hand.tricks) is not int or not 0 <= hand.tricks <= TRICKS:
        sentence = f"A hand has five tricks; {str(hand.tricks)[:20]} were claimed."
        raise RuleViolation("tricks-out-of-range", sentence)
    seats = rules.seats
    if hand.maker not in seats:
        raise RuleViolation("maker-not-at-table", f"The maker, {hand.maker}, does not sit at this table.")
    if hand.alone or rules.players == 3:
        _check_alone(hand, rules, seats)
    if hand.taken:
        _check_taken(hand, rules)


def _check_alone(hand: HandFacts, rules: Ruleset, seats: tuple[Seat, ...]) -> None:
    if not hand.alone.issubset(seats):
        raise RuleViolation("alone-not-at-table", "Who played alone does not sit at this table.")
    makers = rules.side_of(hand.maker)
    ours, theirs = hand.alone & makers, hand.alone - makers
    if rules.lone_by == LoneBy.MAKER_ALWAYS and not ours:
        raise RuleViolation("must-play-alone", "At a table of three the maker is always alone.")
    if len(ours) > 1 or (rules.players == 4 and len(theirs) > 1):
        raise RuleViolation("two-alone-on-one-side", "Two partners cannot both play alone.")
    if ours:
        _check_lone_maker(hand, rules, ours)
    if theirs:
        _check_lone_defender(bool(ours), rules)


def _check_lone_maker(hand: HandFacts, rules: Ruleset, ours: frozenset[Seat]) -> None:
    if rules.lone_by == LoneBy.NOBODY:
        raise RuleViolation("lone-forbidden", "Nobody may play alone under these rules.")
    if rules.lone_by == LoneBy.CALLER and hand.maker not in ours:
        raise RuleViolation("lone-forbidden", "Only the player who called may play alone.")


def _check_lone_defender(maker_alone: bool, rules: Ruleset) -> None:
    if rules.lone_defender == LoneDefender.NO:
        raise RuleViolation("lone-defender-forbidden", "No defender may play alone under these rules.")
    if rules.lone_defender == LoneDefender.AGAINST_LONE_MAKER and not maker_alone:
        sentence = "A defender may play alone only against a lone maker."
        raise RuleViolation("lone-defender-forbidden", sentence)


def _check_taken(hand: HandFacts, rules: Ruleset) -> None:
    taken = dict(hand.taken)
    sides_tricks = sum(taken.get(seat, 0) for seat in rules.side_of(hand.maker))
    sound = (
        len(taken) == len(hand.taken)
        and set(taken) <= set(rules.seats)
        and all(type(tricks) is int and tricks >= 0 for tricks in taken.values())
    )
    if not sound or sides_tricks != hand.tricks or sum(taken.values()) != TRICKS:
        raise RuleViolation("tricks-by-seat-wrong", "The tricks of the seats do not add up to the hand's.")


def outcome_of(hand: HandFacts, rules: Ruleset) -> Outcome:
    """Say how the hand ended; where the ruleset wants five tricks of a lone hand, four are a euchre."""
    if hand.tricks == TRICKS:
        return Outcome.MARCH
    if hand.tricks < NEEDED:
        return Outcome.EUCHRE
    if rules.lone_must_take_five and hand.alone and hand.alone & rules.side_of(hand.maker):
        return Outcome.EUCHRE
    return Outcome.POINT


def award(hand: HandFacts, rules: Ruleset) -> Award:
    """Work out what one hand earns. Raises RuleViolation if its facts cannot be true."""
    check_hand(hand, rules)
    return award_checked(hand, rules)


def award_checked(hand: HandFacts, rules: Ruleset) -> Award:
    """Work out what a hand earns that `check_hand` has passed; a sheet's reader has done so already."""
    side_of = side_by_seat(rules.players)
    makers = side_of[hand.maker]
    outcome = outcome_of(hand, rules)
    by_side = dict.fromkeys(rules.sides, 0)
    if outcome is Outcome.EUCHRE:
        _pay_euchre(hand, rules, makers, by_side)
    else:
        by_side[makers] = _makers_points(outcome, bool(hand.alone & makers), rules)
    by_seat = {seat: by_side[side] for seat, side in side_of.items()}
    if outcome is Outcome.MARCH and rules.personal_lone_credit:
        for seat in hand.alone & makers:
            by_seat[seat] += rules.personal_lone_credit
    return Award(outcome, by_side, by_seat)


def _makers_points(outcome: Outcome, alone: bool, rules: Ruleset) -> int:
    if outcome is Outcome.MARCH:
        return rules.lone_march if alone and rules.lone_march is not None else rules.march
    return rules.lone_point if alone and rules.lone_point is not None else rules.point


def euchre_points(hand: HandFacts, rules: Ruleset) -> int:
    """Return what a euchre of this hand is worth: by a lone defender, of a lone hand, or an ordinary one."""
    makers = rules.side_of(hand.maker)
    if hand.alone - makers and rules.lone_defender_euchre is not None:
        return rules.lone_defender_euchre
    if hand.alone & makers and rules.lone_euchre is not None:
        return rules.lone_euchre
    return rules.euchre


def _pay_euchre(hand: HandFacts, rules: Ruleset, makers: Side, by_side: dict[Side, int]) -> None:
    points = euchre_points(hand, rules)
    if rules.euchre_pays == EuchrePays.MAKERS_SET_BACK:
        by_side[makers] = -points
        return
    for side in by_side:
        if side != makers:
            by_side[side] = points


def possible_hands(rules: Ruleset) -> Iterator[HandFacts]:
    """Yield every hand the ruleset allows, maker by maker, nobody alone first, tricks from none to five."""
    lone = [frozenset(chosen) for size in (0, 1, 2) for chosen in combinations(rules.seats, size)]
    for maker in rules.seats:
        for alone in lone:
            if not _allowed(HandFacts(maker, alone, 0), rules):
                continue
            for tricks in range(TRICKS + 1):
                yield HandFacts(maker, alone, tricks)


def _allowed(hand: HandFacts, rules: Ruleset) -> bool:
    try:
        check_hand(hand, rules)
    except RuleViolation:
        return False
    return True


def award_table(rules: Ruleset) -> list[dict[str, object]]:
    """Return every possible hand with its award and sentence, in JSON types.

    Pages carry it, so that no rule needs to be known there.
    """
    return [_table_line(hand, rules) for hand in possible_hands(rules)]


def _table_line(hand: HandFacts, rules: Ruleset) -> dict[str, object]:
    earned = award(hand, rules)
    return {
        "maker": str(hand.maker),
        "alone": list(side_code(hand.alone)),
        "tricks": hand.tricks,
        "outcome": str(earned.outcome),
        "by_side": {side_code(side): points for side, points in earned.by_side.items()},
        "by_seat": {str(seat): points for seat, points in earned.by_seat.items()},
        "sentence": sentence(hand, rules, earned),
    }


def least_and_greatest(rules: Ruleset) -> tuple[int, int]:
    """Return the least and the greatest sum of all sides' points in one hand.

    Under the usual awards these are 1 and 4, so that eight hands make 8 to 32 points in all.
    """
    sums = [sum(award(hand, rules).by_side.values()) for hand in possible_hands(rules)]
    return min(sums), max(sums)


def greatest_for_a_side(rules: Ruleset) -> int:
    """Return the most one side can earn in one hand, by which a race may run over its target less one."""
    return max(max(award(hand, rules).by_side.values()) for hand in possible_hands(rules))


def sentence(hand: HandFacts, rules: Ruleset, award: Award) -> str:
    """Say at the table what happened: "E/W euchred: 2 to N/S"."""
    makers = rules.side_of(hand.maker)
    return f"{_who_did_what(hand, makers, award.outcome)}: {_who_gets_what(makers, award)}"


def _who_did_what(hand: HandFacts, makers: Side, outcome: Outcome) -> str:
    lone = hand.alone & makers if len(makers) > 1 else frozenset[Seat]()
    who = f"{side_name(lone)} alone" if lone else side_name(makers)
    many = len(makers) > 1 and not lone
    if outcome is Outcome.EUCHRE:
        against = side_name(hand.alone - makers)
        return f"{who} euchred" + (f" by {against} alone" if against else "")
    if outcome is Outcome.MARCH:
        return f"{who} {'march' if many else 'marches'}"
    return f"{who} {'make' if many else 'makes'} the point"


def _who_gets_what(makers: Side, award: Award) -> str:
    if award.by_side[makers] < 0:
        return f"{side_name(makers)} set back {-award.by_side[makers]}"
    paid = [(points, side_name(side)) for side, points in award.by_side.items() if points]
    return ", ".join(f"{points} to {name}" for points, name in paid)


def tricks_by_seat(hand: HandFacts, rules: Ruleset) -> dict[Seat, int | None]:
    """Return the tricks each seat is credited with: its side's, or its own where each is for himself.

    None where they were not recorded. Allied defenders share what the maker did not take.
    """
    makers = rules.side_of(hand.maker)
    apart = rules.defenders == Defenders.EACH_FOR_HIMSELF
    taken = dict(hand.taken)
    credited: dict[Seat, int | None] = {}
    for seat in rules.seats:
        if seat in makers:
            credited[seat] = hand.tricks
        elif apart:
            credited[seat] = taken.get(seat, 0) if taken else None
        else:
            credited[seat] = TRICKS - hand.tricks
    return credited


__all__ = [
    "NEEDED",
    "TRICKS",
    "Award",
    "HandFacts",
    "Outcome",
    "award",
    "award_checked",
    "award_table",
    "check_hand",
    "euchre_points",
    "greatest_for_a_side",
    "least_and_greatest",
    "outcome_of",
    "possible_hands",
    "sentence",
    "tricks_by_seat",
]
