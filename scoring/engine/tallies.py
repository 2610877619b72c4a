"""What each person did in a game: counts by seat, because people change partners.

A lone hand is personal, and so is a call. Tricks, marches and euchres belong to a side, and each of its
seats is credited; where the defenders are each for himself they are no side, so a euchre is credited to none
of them and their tricks only as far as they were kept by seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.choices import Defenders
from scoring.engine.hands import Award, HandFacts, Outcome, tricks_by_seat
from scoring.engine.rulesets import Ruleset
from scoring.engine.seats import Seat


@dataclass(slots=True)
class Tally:
    """One person's game. Hands that were thrown in, void, or played after the end are not in it."""

    hands: int = 0
    tricks: int = 0
    won: int = 0
    """Hands that the side made, or euchred the others in."""
    called: int = 0
    """Hands in which this person fixed the trump."""
    made: int = 0
    """Of those called: not euchred."""
    euchred: int = 0
    """Of those called: euchred."""
    euchres: int = 0
    """Hands in which the side, defending, euchred the makers."""
    marches: int = 0
    """Hands in which the side, as makers, took all five."""
    lone_tried: int = 0
    lone_marched: int = 0
    lone_defended: int = 0
    streak: int = 0
    """Longest run of hands called and made; hands called by others do not break it."""
    run: int = 0
    """The run that is still open at the end of the sheet."""
    credit: int = 0
    """Personal points for lone marches, beyond what the partner got."""
    points: int = 0
    """All points of this person in the game, with penalties and adjustments, without what was carried in."""


def count_hand(
    tallies: dict[Seat, Tally], hand: HandFacts, award: Award, rules: Ruleset, *, paid: bool
) -> None:
    """Add one hand to everybody's tally; `paid` says that no penalty takes the place of its points."""
    makers = rules.side_of(hand.maker)
    euchred = award.outcome is Outcome.EUCHRE
    together = rules.defenders == Defenders.ALLIED
    tricks = tricks_by_seat(hand, rules)
    for seat, tally in tallies.items():
        making = seat in makers
        tally.hands += 1
        tally.tricks += tricks[seat] or 0
        if making:
            tally.won += not euchred
            tally.marches += award.outcome is Outcome.MARCH
        elif euchred and together:
            tally.won += 1
            tally.euchres += 1
    _count_call(tallies[hand.maker], euchred)
    if hand.alone and rules.players == 4:
        _count_alone(tallies, hand, award, rules)
        if paid:
            _count_credit(tallies, award, rules)


def _count_call(caller: Tally, euchred: bool) -> None:
    caller.called += 1
    caller.euchred += euchred
    caller.made += not euchred
    caller.run = 0 if euchred else caller.run + 1
    caller.streak = max(caller.streak, caller.run)


def _count_alone(tallies: dict[Seat, Tally], hand: HandFacts, award: Award, rules: Ruleset) -> None:
    makers = rules.side_of(hand.maker)
    for seat in hand.alone:
        tally = tallies[seat]
        if seat not in makers:
            tally.lone_defended += 1
            continue
        tally.lone_tried += 1
        if award.outcome is Outcome.MARCH:
            tally.lone_marched += 1


def _count_credit(tallies: dict[Seat, Tally], award: Award, rules: Ruleset) -> None:
    for seat, tally in tallies.items():
        tally.credit += award.by_seat[seat] - award.by_side[rules.side_of(seat)]
