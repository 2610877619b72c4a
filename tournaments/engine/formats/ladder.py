"""Ladders: whoever stands lower challenges somebody above, and the winner takes the higher rung."""

import enum
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.engine.errors import EventViolation
from tournaments.engine.formats._drawing import check_entrants


class Climb(enum.Enum):
    """How a challenger who has won takes the rung."""

    SWAP = "swap"  # both change places
    INSERT = "insert"  # everybody between moves down one


@dataclass(frozen=True, slots=True)
class LadderRules:
    """`reach`: how many rungs above one may be challenged; the top ones can be left out by `untouchable`."""

    reach: int = 3
    climb: Climb = Climb.SWAP
    untouchable: int = 0

    def __post_init__(self) -> None:
        if self.reach < 1 or self.untouchable < 0:
            raise EventViolation("ladder-rules", "A challenge reaches at least one rung up.")


@dataclass(frozen=True, slots=True)
class Challenge:
    """An open challenge between two entries."""

    challenger: int
    challenged: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """Entries from the highest rung down, each once."""

    rungs: tuple[int, ...]

    def __post_init__(self) -> None:
        check_entrants(self.rungs, least=0, what="ladder")

    def rung(self, entry: int) -> int:
        """The rung of an entry, 1 at the top."""
        if entry not in self.rungs:
            raise EventViolation("not-on-ladder", f"{entry} is not on this ladder.")
        return self.rungs.index(entry) + 1


def draw_ladder(order: Sequence[int]) -> Ladder:
    """A ladder in this order, the strongest first; at least three entries."""
    check_entrants(order, least=3, what="ladder")
    return Ladder(tuple(order))


def may_challenge(
    ladder: Ladder, rules: LadderRules, challenger: int, *, pending: Collection[Challenge] = ()
) -> tuple[int, ...]:
    """Whom this entry may challenge now, the nearest first; nobody while it or they have a challenge open."""
    at = ladder.rung(challenger) - 1
    busy = {entry for one in pending for entry in (one.challenger, one.challenged)}
    if challenger in busy:
        return ()
    top = max(rules.untouchable, at - rules.reach)
    return tuple(entry for entry in reversed(ladder.rungs[top:at]) if entry not in busy)


def challenge(
    ladder: Ladder,
    rules: LadderRules,
    challenger: int,
    challenged: int,
    *,
    pending: Collection[Challenge] = (),
) -> Challenge:
    """The challenge; EventViolation says why it cannot be made."""
    above = ladder.rung(challenger) - ladder.rung(challenged)
    if above <= 0:
        raise EventViolation("challenge-downwards", "Only somebody on a higher rung can be challenged.")
    if above > rules.reach:
        raise EventViolation(
            "challenge-too-far", f"A challenge reaches {rules.reach} rungs up; this one is {above}."
        )
    if ladder.rung(challenged) <= rules.untouchable:
        raise EventViolation(
            "challenge-untouchable", "The top rungs of this ladder are not to be challenged."
        )
    if challenged not in may_challenge(ladder, rules, challenger, pending=pending):
        raise EventViolation("challenge-open", "One of the two still has an open challenge to play.")
    return Challenge(challenger, challenged)


def settle_challenge(ladder: Ladder, rules: LadderRules, made: Challenge, winner: int) -> Ladder:
    """The ladder after a challenge was played: nothing moves unless the challenger won and stands lower."""
    if winner not in (made.challenger, made.challenged):
        raise EventViolation("winner-not-in-match", f"{winner} did not play this challenge.")
    low, high = ladder.rung(made.challenger) - 1, ladder.rung(made.challenged) - 1
    if winner == made.challenged or low < high:
        return ladder
    rungs = list(ladder.rungs)
    if rules.climb is Climb.SWAP:
        rungs[low], rungs[high] = rungs[high], rungs[low]
    else:
        rungs.insert(high, rungs.pop(low))
    return Ladder(tuple(rungs))


def join_ladder(ladder: Ladder, entry: int) -> Ladder:
    """With a newcomer on the lowest rung."""
    return Ladder((*ladder.rungs, entry))


def leave_ladder(ladder: Ladder, entry: int) -> Ladder:
    """Without an entry; those below move up."""
    at = ladder.rung(entry) - 1
    return Ladder(ladder.rungs[:at] + ladder.rungs[at + 1 :])
